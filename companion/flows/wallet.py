"""A player's wallet: what he may do with his own money and deeds now."""

from companion.flows import words
from companion.flows.outcome import Ask, Way
from companion.locales import _
from companion.views.words import money
from engine.commands import (
    Build,
    Command,
    LiftMortgage,
    MortgageDeed,
    SellBuilding,
    SellGroup,
    UseJailCard,
)
from engine.decide import Accepted, decide
from engine.ids import PlayerId
from engine.options import Exact, MaySellGroup, options
from engine.state import State, deeds_of

_Own = Build | SellBuilding | MortgageDeed | LiftMortgage | UseJailCard
_ORDER: tuple[type[_Own], ...] = (Build, SellBuilding, MortgageDeed, LiftMortgage, UseJailCard)
_RAISES = (SellBuilding, MortgageDeed)


def ask_wallet(state: State, player: PlayerId, wallet_s: float) -> Ask:
    """Return the wallet of *player*, with only what is allowed now; nothing is highlighted."""
    balance = money(state.cash[player])
    deeds = len(deeds_of(state, player))
    return Ask(
        kind="wallet",
        player=player,
        title=_("{name} has {amount}").format(name=state.names[player], amount=balance),
        detail=_("{count} deeds; the same card closes").format(count=deeds),
        amount=state.cash[player],
        ways=tuple(_own_ways(state, player, _ORDER) + _group_ways(state, player)),
        topic=str(state.levels) + str(state.mortgaged),
        is_unlit=True,
        count_s=wallet_s,
    )


def money_ways(state: State, player: PlayerId) -> list[Way]:
    """Return the ways in which *player* may raise cash: sell buildings, mortgage deeds (DEBT-2)."""
    return _own_ways(state, player, _RAISES) + _group_ways(state, player)


def priced(state: State, player: PlayerId, command: Command, label: str = "") -> Way:
    """Return the way that submits *command*, with what it moves in the player's cash."""
    decision = decide(state, command)
    space = getattr(command, "space", None)
    label = label or words.label(state, command)
    if not isinstance(decision, Accepted):
        return Way(label=label, command=command, space=space)
    after = decision.state.cash[player]
    amount = after - state.cash[player]
    return Way(label=label, command=command, amount=amount, balance_after=after, space=space)


def is_own(command: Command | None, player: PlayerId) -> bool:
    """Return whether *command* is something that *player* does in his wallet: it stays open."""
    return isinstance(command, _Own | SellGroup) and command.player == player


def _own_ways(state: State, player: PlayerId, kinds: tuple[type[_Own], ...]) -> list[Way]:
    commands = [
        option.command
        for option in options(state)
        if isinstance(option, Exact)
        and isinstance(option.command, _Own)
        and type(option.command) in kinds
        and option.command.player == player
        and getattr(option.command, "steps", 1) == 1
    ]
    commands.sort(key=lambda command: kinds.index(type(command)))
    return [priced(state, player, command) for command in commands]


def _group_ways(state: State, player: PlayerId) -> list[Way]:
    """Return sales of whole groups, where no building of the group can be sold singly (SELL-5)."""
    all_options = options(state)
    single = {
        state.edition.title(option.command.space).group
        for option in all_options
        if isinstance(option, Exact) and isinstance(option.command, SellBuilding)
    }
    return [
        priced(state, player, SellGroup(player, option.group, levels))
        for option in all_options
        if isinstance(option, MaySellGroup)
        and option.player == player
        and option.group not in single
        for levels in option.levels
    ]
