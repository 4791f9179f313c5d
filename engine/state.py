"""The table as it stands: an immutable `State`, and the private `Draft` that rules work on."""

from collections.abc import Sequence

import msgspec

from engine.board import Deck, Edition
from engine.events import Event
from engine.house_rules import HouseRules
from engine.ids import BANK, NOBODY, POT, AccountId, CardId, Money, PlayerId, SpaceId
from engine.phases import Phase, Setup
from engine.reasons import Reason

NOT_JAILED = -1
"""The value of `jail_tries` for a player who is free."""

_CHANCE = Deck.CHANCE  # in 3.11 a dozen times cheaper than looking it up each time


class RentClaim(msgspec.Struct, frozen=True, gc=False):
    """A rent that its owner may still ask for (RENT-6)."""

    owner: PlayerId
    payer: PlayerId
    space: SpaceId
    amount: Money
    reason: Reason
    throwers_left: int
    """First throws of turns to come after which it is lost."""


class RentPaid(msgspec.Struct, frozen=True, gc=False):
    """A rent that was collected without being asked for."""

    owner: AccountId
    payer: AccountId
    amount: Money


class Promise(msgspec.Struct, frozen=True, gc=False):
    """What one player promised another: kept in the ledger, never enforced (TRADE-3, TRADE-4)."""

    giver: PlayerId
    taker: PlayerId
    text: str


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A whole position; tuples by seat have one entry a player, tuples by space 40."""

    edition: Edition
    rules: HouseRules
    names: tuple[str, ...] = ()
    order: tuple[PlayerId, ...] = ()
    """Seats clockwise, players who are out included; who joins late sits in a gap (SETUP-8)."""
    banker: str = ""
    """A banker who does not play; empty: the first player."""
    cash: tuple[Money, ...] = ()
    bank: Money = 0
    """Starts at 0 and goes below: what players and pot hold is what the bank has paid out."""
    pot: Money = 0
    tokens: tuple[SpaceId, ...] = ()
    jail_tries: tuple[int, ...] = ()
    """Throws failed in jail, or `NOT_JAILED`."""
    is_out: tuple[bool, ...] = ()
    owners: tuple[AccountId, ...] = (BANK,) * 40
    mortgaged: tuple[bool, ...] = (False,) * 40
    levels: tuple[int, ...] = (0,) * 40
    """Houses standing, or `HOTEL`."""
    houses: int = 32
    """In the bank's supply."""
    hotels: int = 12
    houses_missing: int = 0
    """Houses a correction took out of play: neither standing nor in the supply."""
    hotels_missing: int = 0
    chance: tuple[CardId, ...] = ()
    """The pile, top first; a held jail card is not in it (DECK-6)."""
    chest: tuple[CardId, ...] = ()
    jail_cards: tuple[AccountId, AccountId] = (BANK, BANK)
    """Who holds the jail card of Chance and of Community Chest; the bank: it is in its pile."""
    deeds: tuple[SpaceId, ...] = ()
    """The shuffled deed pile for the variants that deal; empty: board order."""
    phases: tuple[Phase, ...] = (Setup(),)
    roll: tuple[int, int] = (0, 0)
    """The last throw; zeroes before the first."""
    turns: int = 0
    """Turns begun."""
    claims: tuple[RentClaim, ...] = ()
    inherited: tuple[SpaceId, ...] = ()
    """Mortgages taken over in a bankruptcy since the last throw (BANKRUPT-5)."""
    rents: tuple[RentPaid, ...] = ()
    """Rents collected by the bank for owners since the last throw; they may give them back."""
    promises: tuple[Promise, ...] = ()
    modes: tuple[tuple[str, ...], ...] = ()
    """By seat, one mode a `Dues` kind; an empty one is the table's."""
    first: PlayerId = NOBODY
    """Who had the first turn; after a change of seats, who began the second round."""
    first_round: tuple[PlayerId, ...] = ()
    """Who has yet to end his first turn, late guests left out; nobody: that round is over."""
    is_reseated: bool = False
    """Seats were changed in the first round: all have their first turn before a second."""
    bankruptcies: int = 0
    seconds: int = 0
    """Played so far, as the clock outside has told."""
    is_last_round: bool = False
    """The game ends before the seat that began (WIN-2)."""

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return self.phases[-1]


def new_state(edition: Edition, rules: HouseRules | None = None) -> State:
    """Return an empty table with *edition* laid out, nobody seated."""
    return State(
        edition=edition,
        rules=rules or HouseRules(),
        houses=edition.houses,
        hotels=edition.hotels,
        chance=tuple(card.id for card in edition.chance),
        chest=tuple(card.id for card in edition.chest),
    )


class Draft:
    """A private mutable copy of a state, and the events recorded on it so far.

    Rules read it and `record` events; only what events do writes to it.
    """

    __slots__ = (
        "_held",
        "_held_in",
        "bank",
        "banker",
        "bankruptcies",
        "below",
        "cash",
        "chance",
        "chest",
        "claims",
        "deeds",
        "edition",
        "events",
        "first",
        "first_round",
        "hotels",
        "hotels_missing",
        "houses",
        "houses_missing",
        "inherited",
        "is_last_round",
        "is_out",
        "is_reseated",
        "jail_cards",
        "jail_tries",
        "levels",
        "modes",
        "mortgaged",
        "names",
        "order",
        "owners",
        "phase",
        "pot",
        "promises",
        "rents",
        "roll",
        "rules",
        "seconds",
        "tokens",
        "turns",
    )

    def __init__(self, state: State) -> None:
        self.edition: Edition = state.edition
        self.rules: HouseRules = state.rules
        self.names: tuple[str, ...] = state.names
        self.banker: str = state.banker
        self.cash: list[Money] = list(state.cash)
        self.bank: Money = state.bank
        self.pot: Money = state.pot
        self.tokens: list[SpaceId] = list(state.tokens)
        self.jail_tries: list[int] = list(state.jail_tries)
        self.is_out: list[bool] = list(state.is_out)
        # Replaced where a deed changes hands, never changed: as long as it is the same tuple,
        # what was worked out from it still holds.
        self.owners: tuple[AccountId, ...] = state.owners
        self.mortgaged: list[bool] = list(state.mortgaged)
        self.levels: list[int] = list(state.levels)
        self.houses: int = state.houses
        self.hotels: int = state.hotels
        self.houses_missing: int = state.houses_missing
        self.hotels_missing: int = state.hotels_missing
        self.chance: tuple[CardId, ...] = state.chance
        self.chest: tuple[CardId, ...] = state.chest
        self.jail_cards: list[AccountId] = list(state.jail_cards)
        self.deeds: tuple[SpaceId, ...] = state.deeds
        self.below: list[Phase] = list(state.phases[:-1])
        self.phase: Phase = state.phases[-1]
        self.roll: tuple[int, int] = state.roll
        self.turns: int = state.turns
        self.claims: tuple[RentClaim, ...] = state.claims
        self.inherited: tuple[SpaceId, ...] = state.inherited
        self.order: tuple[PlayerId, ...] = state.order
        self.rents: tuple[RentPaid, ...] = state.rents
        self.promises: tuple[Promise, ...] = state.promises
        self.modes: tuple[tuple[str, ...], ...] = state.modes
        self.first: PlayerId = state.first
        self.first_round: tuple[PlayerId, ...] = state.first_round
        self.is_reseated: bool = state.is_reseated
        self.bankruptcies: int = state.bankruptcies
        self.seconds: int = state.seconds
        self.is_last_round: bool = state.is_last_round
        self.events: list[Event] = []
        self._held: dict[AccountId, list[SpaceId]] = {}
        self._held_in: tuple[AccountId, ...] = self.owners

    def freeze(self) -> State:
        """Return the position as an immutable state."""
        return State(
            edition=self.edition,
            rules=self.rules,
            names=self.names,
            banker=self.banker,
            cash=tuple(self.cash),
            bank=self.bank,
            pot=self.pot,
            tokens=tuple(self.tokens),
            jail_tries=tuple(self.jail_tries),
            is_out=tuple(self.is_out),
            owners=self.owners,
            mortgaged=tuple(self.mortgaged),
            levels=tuple(self.levels),
            houses=self.houses,
            hotels=self.hotels,
            houses_missing=self.houses_missing,
            hotels_missing=self.hotels_missing,
            chance=self.chance,
            chest=self.chest,
            jail_cards=(self.jail_cards[0], self.jail_cards[1]),
            deeds=self.deeds,
            phases=self.phases,
            roll=self.roll,
            turns=self.turns,
            claims=self.claims,
            inherited=self.inherited,
            order=self.order,
            rents=self.rents,
            promises=self.promises,
            modes=self.modes,
            first=self.first,
            first_round=self.first_round,
            is_reseated=self.is_reseated,
            bankruptcies=self.bankruptcies,
            seconds=self.seconds,
            is_last_round=self.is_last_round,
        )

    def deeds_of(self, player: AccountId) -> list[SpaceId]:
        """Return what a player has, in board order; found once and kept as deeds are granted."""
        if self._held_in is not self.owners:  # they were laid out, not granted
            self._held, self._held_in = {}, self.owners
        if player not in self._held:
            self._held[player] = _found_deeds(self, player)
        return self._held[player]

    def grant(self, space: SpaceId, owner: AccountId) -> None:
        """Let a deed be held by another."""
        owners = list(self.owners)
        before = owners[space]
        owners[space] = owner
        is_kept = self._held_in is self.owners
        self.owners = tuple(owners)
        if not is_kept or before == owner:
            return
        self._held_in = self.owners
        held = self._held
        if before in held:
            held[before] = [other for other in held[before] if other != space]
        if owner in held:
            held[owner] = sorted((*held[owner], space))

    @property
    def phases(self) -> tuple[Phase, ...]:
        """All that waits: what is below, and on top what is served first."""
        return (*self.below, self.phase)


Position = State | Draft
"""What both can be read as: the same field names, tuples or lists."""


def balance(position: Position, account: AccountId) -> Money:
    """Return what *account* holds."""
    if account >= 0:
        return position.cash[account]
    return position.bank if account == BANK else position.pot


def seats(position: Position) -> range:
    """Return all seats, also of players who are out."""
    return range(len(position.names))


def players_in(position: Position) -> list[PlayerId]:
    """Return the players still in, in seat order."""
    return [player for player in position.order if not position.is_out[player]]


def players_after(position: Position, player: PlayerId) -> list[PlayerId]:
    """Return the players still in, in seat order from *player*'s left; himself last, if in."""
    order, is_out = position.order, position.is_out
    start = order.index(player) + 1
    return [other for other in order[start:] + order[:start] if not is_out[other]]


def is_seated_so(position: Position, players: Sequence[PlayerId]) -> bool:
    """Return whether *players* sit like this, clockwise, wherever one begins to count."""
    order = [player for player in position.order if player in players]
    start = order.index(players[0]) if players else 0
    return [*order[start:], *order[:start]] == list(players)


def player_after(position: Position, player: PlayerId) -> PlayerId:
    """Return who is next in seat order from *player*'s left; himself where nobody else is in."""
    order, is_out = position.order, position.is_out
    place = order.index(player) + 1
    following = order[place if place < len(order) else 0]
    if not is_out[following]:
        return following
    others = players_after(position, player)
    assert others, "somebody is in as long as a game goes on"
    return others[0]


def is_jailed(position: Position, player: PlayerId) -> bool:
    """Return whether a player is in jail, not just visiting."""
    return position.jail_tries[player] != NOT_JAILED


def jail_card_index(deck: Deck) -> int:
    """Return where `jail_cards` keeps the holder of this deck's card."""
    return 0 if deck is _CHANCE else 1


def pile(position: Position, deck: Deck) -> tuple[CardId, ...]:
    """Return a pile, top first."""
    return position.chance if deck is _CHANCE else position.chest


def deeds_of(position: Position, holder: AccountId) -> list[SpaceId]:
    """Return the titled spaces that *holder* has, in board order; the list is not to be changed."""
    if holder < 0:
        owners, titled = position.owners, position.edition.titled
        return [space for space, _title in titled if owners[space] == holder]
    if type(position) is Draft:
        return position.deeds_of(holder)
    return _found_deeds(position, holder)


def _found_deeds(position: Position, player: AccountId) -> list[SpaceId]:
    owners, places = position.owners, position.edition.places
    spaces, space = [], -1
    for _deed in range(owners.count(player)):  # they are few, and counted and found in C
        space = owners.index(player, space + 1)
        spaces.append(places[space])
    return spaces


__all__ = [
    "NOT_JAILED",
    "POT",
    "Draft",
    "Position",
    "Promise",
    "RentClaim",
    "RentPaid",
    "State",
    "balance",
    "deeds_of",
    "is_jailed",
    "is_seated_so",
    "jail_card_index",
    "new_state",
    "pile",
    "player_after",
    "players_after",
    "players_in",
    "seats",
]
