"""The named fields of the refusals' sentences: what a command is about, worked out when asked."""

from collections.abc import Callable

from companion.locales import _
from companion.views import words
from companion.views.waiting import due_player, waiting_for
from engine import commands as c
from engine import corrections as k
from engine import phases as p
from engine.board import Group
from engine.ids import AccountId, Money, PlayerId, SpaceId
from engine.state import State, balance, seats
from engine.valuation import lift_cost


class Fields(dict[str, str]):
    """A mapping for `str.format_map`; amounts come with the language's separator."""

    def __init__(self, state: State, command: c.Command, actor: PlayerId | None = None) -> None:
        super().__init__()
        self._facts = Facts(state, command, actor)

    def __missing__(self, field: str) -> str:
        value = getattr(self._facts, field)
        return words.money(value) if isinstance(value, int) else str(value)


class Facts:
    """What a command is about; a generic word where it does not say."""

    def __init__(self, state: State, command: c.Command, actor: PlayerId | None = None) -> None:
        self.state = state
        self.command = command
        self.seat = _seat(state, command, actor)
        self.place = _place(state, command)

    @property
    def player(self) -> str:
        """Who asks: named in the command, or who says it, or whoever is due."""
        return _("The player") if self.seat is None else self.state.names[self.seat]

    @property
    def due(self) -> str:
        """Who is to act now."""
        seat = due_player(self.state)
        return _("nobody") if seat is None else self.state.names[seat]

    @property
    def waiting(self) -> str:
        """What the game waits for."""
        return waiting_for(self.state)

    @property
    def value(self) -> str:
        """The key and value of a switch."""
        command = self.command
        return f"{command.key} {command.value}" if isinstance(command, c.ChooseRule) else ""

    @property
    def space(self) -> str:
        """The space that is spoken of."""
        if self.place is None:
            return _("This space")
        return words.coded(self.state.edition, self.place)

    @property
    def owner(self) -> str:
        """Who holds the deed."""
        if self.place is None:
            return _("somebody else")
        return words.account_name(self.state, self.state.owners[self.place])

    @property
    def group(self) -> str:
        """The name of the group."""
        group = self._group
        return _("the group") if group is None else group.name

    @property
    def missing(self) -> str:
        """The deeds of the group that others hold."""
        return self._members(lambda space: self.state.owners[space] != self.seat)

    @property
    def mortgaged(self) -> str:
        """The mortgaged deeds of the group."""
        return self._members(lambda space: self.state.mortgaged[space])

    @property
    def built(self) -> str:
        """The streets of the group with buildings."""
        return self._members(lambda space: self.state.levels[space] > 0)

    @property
    def lowest(self) -> str:
        """The streets of the group with the fewest buildings."""
        return self._extreme(min)

    @property
    def highest(self) -> str:
        """The streets of the group with the most buildings."""
        return self._extreme(max)

    @property
    def price(self) -> Money:
        """What the command costs, as far as the state says."""
        return _price(self.state, self.command, self.place)

    @property
    def cash(self) -> Money:
        """What the player has."""
        return 0 if self.seat is None else balance(self.state, self.seat)

    @property
    def short(self) -> Money:
        """What is missing to the price, at least 0."""
        return max(0, self.price - self.cash)

    @property
    def houses(self) -> Money:
        """Houses in the bank's supply."""
        return self.state.houses

    @property
    def hotels(self) -> Money:
        """Hotels in the bank's supply."""
        return self.state.hotels

    @property
    def bid(self) -> Money:
        """The high bid."""
        phase = self.state.phase
        return phase.high_bid if isinstance(phase, p.Auction) else 0

    @property
    def next_bid(self) -> Money:
        """The lowest bid that would be accepted."""
        phase = self.state.phase
        return max(phase.floor, phase.high_bid + 1) if isinstance(phase, p.Auction) else 1

    @property
    def debt(self) -> Money:
        """The sum of the debt on top."""
        phase = self.state.phase
        if isinstance(phase, p.SplitDebt):
            return phase.amount * len(phase.creditors)
        return phase.amount if isinstance(phase, p.Debt) else 0

    @property
    def all_houses(self) -> Money:
        """Houses that come with the edition."""
        return self.state.edition.houses

    @property
    def all_hotels(self) -> Money:
        """Hotels that come with the edition."""
        return self.state.edition.hotels

    @property
    def _group(self) -> Group | None:
        if isinstance(self.command, c.SellGroup):
            return self.state.edition.groups[self.command.group]
        found = None if self.place is None else words.group_of(self.state.edition, self.place)
        return None if found is None else found[1]

    def _members(self, holds: Callable[[SpaceId], bool]) -> str:
        group = self._group
        members = () if group is None else group.members
        named = [words.coded(self.state.edition, space) for space in members if holds(space)]
        return words.listed(named) or self.group

    def _extreme(self, of: Callable[[list[int]], int]) -> str:
        group = self._group
        if group is None:
            return self.group
        level = of([self.state.levels[space] for space in group.members])
        return self._members(lambda space: self.state.levels[space] == level)


def _seat(state: State, command: c.Command, actor: PlayerId | None) -> PlayerId | None:
    seat = getattr(command, "player", actor)
    if seat is None:
        seat = due_player(state)
    return PlayerId(AccountId(seat)) if seat is not None and seat in seats(state) else None


def _place(state: State, command: c.Command) -> SpaceId | None:
    space = getattr(command, "space", None)
    if space is None:
        several = getattr(command, "spaces", ())
        space = several[0] if several else getattr(state.phase, "space", None)
    return SpaceId(space) if isinstance(space, int) and 0 <= space < 40 else None


def _price(state: State, command: c.Command, place: SpaceId | None) -> Money:
    if isinstance(command, c.PayFine):
        return state.edition.jail_fine
    if isinstance(command, c.PlaceBid | c.SayAmount | k.TransferMoney | k.SetCash):
        return command.amount
    title = None if place is None else state.edition.spaces[place].title
    if place is None or title is None:
        return 0
    if isinstance(command, c.Build):
        return title.building_cost * command.steps
    if isinstance(command, c.LiftMortgage):
        return lift_cost(state, place)
    if isinstance(command, c.PlaceBuilding):
        return title.building_cost
    return title.price
