"""Types of printed things: what an edition's board and cards say."""

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from engine.fast_enum import plain_members
from engine.ids import CardId, GroupId, Money, SpaceId

HOTEL = 5
"""The building level of a hotel; 1 to 4 are houses (SELL-5)."""


@plain_members
class SpaceKind(StrEnum):
    """What a space is."""

    GO = "go"
    STREET = "street"
    RAILROAD = "railroad"
    UTILITY = "utility"
    CHANCE = "chance"
    CHEST = "community_chest"
    INCOME_TAX = "income_tax"
    LUXURY_TAX = "luxury_tax"
    JAIL = "jail"
    FREE_PARKING = "free_parking"
    GO_TO_JAIL = "go_to_jail"


@plain_members
class Deck(StrEnum):
    """The two piles of cards."""

    CHANCE = "chance"
    CHEST = "chest"


@plain_members
class Effect(StrEnum):
    """What a card does."""

    MOVE_TO = "move_to"
    MOVE_BACK_TO = "move_back_to"
    MOVE_BACK = "move_back"
    NEAREST = "move_to_nearest"
    RECEIVE = "receive_bank"
    PAY = "pay_bank"
    PAY_OR_CHANCE = "pay_bank_or_draw_chance"
    REPAIRS = "pay_per_building"
    PAY_EACH = "pay_each_player"
    COLLECT_EACH = "collect_each_player"
    TO_JAIL = "go_to_jail"
    JAIL_CARD = "get_out_of_jail"


class Title(msgspec.Struct, frozen=True, gc=False):
    """What is printed on a deed card."""

    group: GroupId
    price: Money
    mortgage: Money
    rents: tuple[int, ...]
    """Streets: none, 1 to 4 houses, hotel; railroads by count owned; utilities factor by count."""
    building_cost: Money = 0
    """Each house, and the hotel; 0 where nothing is built."""


class Space(msgspec.Struct, frozen=True, gc=False):
    """A space of the board."""

    kind: SpaceKind
    slug: str
    name: str
    title: Title | None = None
    short: str = ""
    """The name in at most 8 letters, for a wide board on a screen; empty: the edition has none."""
    shorter: str = ""
    """The name in at most 6 letters, for a narrow one."""


class Group(msgspec.Struct, frozen=True, gc=False):
    """Titles of one colour, or the railroads, or the utilities."""

    slug: str
    name: str
    letter: str
    """`A` to `H` for streets in board order, `R` and `U`."""
    kind: SpaceKind
    members: tuple[SpaceId, ...]


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card, by its effect; no card wording."""

    id: CardId
    effect: Effect
    amount: Money = 0
    target: int = 0
    """The space moved to, or the steps moved back."""
    nearest: SpaceKind = SpaceKind.GO
    per_house: Money = 0
    per_hotel: Money = 0


class Edition(msgspec.Struct, frozen=True, dict=True):
    """A printed board with its decks and the bank's figures.

    What follows from them is worked out once and kept beside the fields: never compared or stored.
    """

    id: str
    name: str
    language: str
    currency: str
    """The symbol shown beside amounts."""
    spaces: tuple[Space, ...]
    groups: tuple[Group, ...]
    chance: tuple[Card, ...]
    chest: tuple[Card, ...]
    start_money: Money
    salary: Money
    jail_fine: Money
    income_tax_flat: Money
    income_tax_percent: int
    """0: no choice, the flat tax is due at once."""
    luxury_tax: Money
    interest_percent: int = 10
    houses: int = 32
    hotels: int = 12
    note: str = ""
    """What a reader must know of how sure the figures are; empty where all are verified."""

    def __post_init__(self) -> None:
        """Work out what is looked up all the time; plain attributes are the cheapest to read."""
        titles = tuple(space.title for space in self.spaces)
        self.__dict__.update(
            titles=titles,
            titled=tuple((SpaceId(i), t) for i, t in enumerate(titles) if t is not None),
            prices=tuple(0 if t is None else t.price for t in titles),
            mortgages=tuple(0 if t is None else t.mortgage for t in titles),
            companions=tuple(() if t is None else self.groups[t.group].members for t in titles),
            building_costs=tuple(
                space.title.building_cost if space.title and space.kind is SpaceKind.STREET else 0
                for space in self.spaces
            ),
            places=tuple(SpaceId(i) for i in range(len(self.spaces))),
            cards={card.id: card for card in (*self.chance, *self.chest)},
            slugs=frozenset(space.slug for space in self.spaces)
            | {group.slug for group in self.groups},
            jail=next(SpaceId(i) for i, s in enumerate(self.spaces) if s.kind is SpaceKind.JAIL),
        )

    def __copy__(self) -> "Edition":
        """Return the same: it never changes."""
        return self

    if TYPE_CHECKING:

        @property
        def titles(self) -> tuple[Title | None, ...]:
            """By space, its title."""

        @property
        def titled(self) -> tuple[tuple[SpaceId, Title], ...]:
            """The titled spaces with their titles, in board order."""

        @property
        def prices(self) -> tuple[Money, ...]:
            """By space, the printed price of its deed; 0 where there is no title."""

        @property
        def mortgages(self) -> tuple[Money, ...]:
            """By space, the mortgage value of its deed; 0 where there is no title."""

        @property
        def companions(self) -> tuple[tuple[SpaceId, ...], ...]:
            """By space, all members of its group, itself included; none without a title."""

        @property
        def building_costs(self) -> tuple[Money, ...]:
            """By space, the price of one step of building; 0 where nothing is built."""

        @property
        def places(self) -> tuple[SpaceId, ...]:
            """All spaces; taking one from here is cheaper than making one."""

        @property
        def cards(self) -> dict[CardId, Card]:
            """The cards of both decks by their ids."""

        @property
        def slugs(self) -> frozenset[str]:
            """What spaces and groups are called in command lines."""

        @property
        def jail(self) -> SpaceId:
            """The space where the jailed stand."""

    def find(self, kind: SpaceKind) -> SpaceId:
        """Return the first space of *kind*; there is one of every corner (schema check)."""
        return SpaceId(next(i for i, space in enumerate(self.spaces) if space.kind is kind))

    def title(self, space: SpaceId) -> Title:
        """Return the title printed for *space*; only for titled spaces."""
        title = self.titles[space]
        assert title is not None, f"space {space} has no title"
        return title

    def card(self, card: CardId) -> Card:
        """Return the card of that id, of either deck."""
        return self.cards[card]

    def deck(self, deck: Deck) -> tuple[Card, ...]:
        """Return the cards of *deck* in id order."""
        return self.chance if deck is Deck.CHANCE else self.chest
