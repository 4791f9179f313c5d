"""A player's wallet: what he may do with his own money and deeds now."""

from companion.flows import words
from companion.flows.allowed import allowed
from companion.flows.outcome import Way
from companion.locales import _
from engine.commands import (
    Build,
    ChooseMode,
    Command,
    GiveBackRent,
    LiftMortgage,
    MortgageDeed,
    SellBuilding,
    SellGroup,
    UseJailCard,
    WantBuildings,
)
from engine.decide import Accepted, decide
from engine.ids import PlayerId
from engine.options import (
    Exact,
    MayBuild,
    MaySell,
    MaySellGroup,
    MayWant,
    Option,
)
from engine.rules.guards import debt_of
from engine.state import State
from engine.valuation import building_cost, houses_before_hotel

_Own = Build | SellBuilding | MortgageDeed | LiftMortgage | UseJailCard | GiveBackRent
_ORDER: tuple[type[_Own], ...] = (
    Build,
    SellBuilding,
    MortgageDeed,
    LiftMortgage,
    UseJailCard,
    GiveBackRent,
)
_RAISES = (SellBuilding, MortgageDeed)


def business_ways(state: State, player: PlayerId, *, is_called: bool) -> list[Way]:
    """Return what *player* may do with his own money and deeds now.

    Where buildings are scarce, a call comes before building, once in a turn (*is_called*, SHORT-2).
    """
    ways = _own_ways(state, player, _ORDER) + _group_ways(state, player)
    return ways if is_called else [_called(state, player, way) for way in ways]


def money_ways(state: State, player: PlayerId) -> list[Way]:
    """Return the ways in which *player* may raise cash: sell buildings, mortgage deeds (DEBT-2)."""
    return _own_ways(state, player, _RAISES) + _group_ways(state, player)


def jail_card_ways(state: State, player: PlayerId) -> list[Way]:
    """Return the jail cards that *player* may use now (JAIL-6)."""
    return _own_ways(state, player, (UseJailCard,))


def priced(state: State, player: PlayerId, command: Command, label: str = "") -> Way:
    """Return the way that submits *command*, with what it moves in the player's cash."""
    decision = decide(state, command)
    space = getattr(command, "space", None)
    label = label or words.label(state, command)
    if not isinstance(decision, Accepted):
        return Way(label=label, command=command, space=space)
    # What cannot be paid at once waits as a debt: the balance says what will be short.
    new_debt = max(0, debt_of(decision.state, player) - debt_of(state, player))
    after = decision.state.cash[player] - new_debt
    amount = after - state.cash[player]
    return Way(label=label, command=command, amount=amount, balance_after=after, space=space)


def is_own(command: Command | None, player: PlayerId) -> bool:
    """Return whether *command* is something that *player* does in his wallet: it stays open."""
    return isinstance(command, _Own | SellGroup | ChooseMode) and command.player == player


def is_scarce(state: State, player: PlayerId, *, is_hotel: bool) -> bool:
    """Return whether one building less would leave fewer than the others could use (SHORT-2)."""
    now = allowed(state)
    left = (state.hotels if is_hotel else state.houses) - 1
    wanted = 0
    for option in now:
        if isinstance(option, MayWant) and option.is_hotel == is_hotel and option.player != player:
            wanted += min(option.count, _payable(state, now, option.player))
    return wanted > left


def _payable(state: State, now: tuple[Option, ...], player: PlayerId) -> int:
    costs = [
        building_cost(state, option.space)
        for option in now
        if isinstance(option, MayBuild) and option.player == player
    ]
    return state.cash[player] // min(costs) if costs else 0


def _called(state: State, player: PlayerId, way: Way) -> Way:
    """Return *way*, or the call for scarce buildings in its place."""
    if not isinstance(way.command, Build):
        return way
    is_hotel = state.levels[way.command.space] >= houses_before_hotel(state)
    if not is_scarce(state, player, is_hotel=is_hotel):
        return way
    label = _("Ask for one: they are scarce ({act})").format(act=way.label)
    return Way(label=label, command=WantBuildings(player, 1, is_hotel), space=way.space)


def _own_ways(state: State, player: PlayerId, kinds: tuple[type[_Own], ...]) -> list[Way]:
    offered = (_own_command(option) for option in allowed(state))
    commands = [
        command
        for command in offered
        if command is not None and type(command) in kinds and command.player == player
    ]
    held = [command for command in commands if isinstance(command, UseJailCard)]
    for command in held:  # two cards are named by their deck, one is just the card
        if (command.deck is None) == (len(held) > 2):
            commands.remove(command)
    commands.sort(key=lambda command: kinds.index(type(command)))
    return [priced(state, player, command) for command in commands]


def _own_command(option: Option) -> _Own | None:
    """Return the smallest step of what *option* allows, where it belongs into a wallet."""
    match option:
        case MayBuild(player=player, space=space):
            return Build(player, space)
        case MaySell(player=player, space=space, steps=steps):
            return SellBuilding(player, space, min(steps))
        case Exact(command=command) if isinstance(command, _Own):
            return command
        case _:
            return None


def _group_ways(state: State, player: PlayerId) -> list[Way]:
    """Return sales of whole groups, where no building of the group can be sold singly (SELL-5)."""
    all_options = allowed(state)
    single = {
        state.edition.title(option.space).group
        for option in all_options
        if isinstance(option, MaySell)
    }
    return [
        priced(state, player, SellGroup(player, option.group, levels))
        for option in all_options
        if isinstance(option, MaySellGroup)
        and option.player == player
        and option.group not in single
        for levels in option.levels
    ]
