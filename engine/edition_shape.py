"""The tables and keys of an edition file, and the check that a file has no others."""

import tomllib
from collections.abc import Iterator
from typing import Annotated, Literal, TypeVar, get_args

import msgspec

from engine.board import Effect, SpaceKind
from engine.edition_words import EditionError, Faults, Place, of_shape, of_toml
from engine.ids import Money

SHORT_MAX = 8  # letters; what a space is wide on a board of 160 columns
SHORTER_MAX = 6
TITLED = (SpaceKind.STREET, SpaceKind.RAILROAD, SpaceKind.UTILITY)
Verification = Literal["multi", "single", "memory", "none"]
_Amount = Annotated[Money, msgspec.Meta(ge=0, le=10_000_000)]
_Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
_Pieces = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
_Steps = Annotated[int, msgspec.Meta(ge=0, le=39)]


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An unknown key is a slip of the writer, never passed over."""


class Head(_Strict, frozen=True, kw_only=True):
    """What stands above all tables."""

    schema: int
    id: str
    name: str
    language: str
    currency: str
    verification: Verification
    note: str = ""
    price_scale: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1
    """Every amount, the bank's and the cards' too, is multiplied by this."""


class BankTable(_Strict, frozen=True, kw_only=True):
    """The bank's figures."""

    start_money: _Amount
    salary: _Amount
    jail_fine: _Amount
    income_tax_flat: _Amount
    income_tax_percent: _Percent
    luxury_tax: _Amount
    interest_percent: _Percent = 10
    houses: _Pieces = 32
    hotels: _Pieces = 12


class GroupTable(_Strict, frozen=True, kw_only=True):
    """A group; what its spaces do not say themselves they take from it."""

    slug: str
    name: str
    letter: str
    kind: SpaceKind
    building_cost: _Amount = 0
    price: _Amount = 0
    mortgage: _Amount = 0
    rents: tuple[_Amount, ...] = ()


class SpaceTable(_Strict, frozen=True, kw_only=True):
    """A space, in board order."""

    slug: str
    name: str
    short: Annotated[str, msgspec.Meta(max_length=SHORT_MAX)] = ""
    shorter: Annotated[str, msgspec.Meta(max_length=SHORTER_MAX)] = ""
    """Where it is left out: `short`, if that is as short."""
    kind: SpaceKind
    group: str = ""
    price: _Amount = 0
    mortgage: _Amount = 0
    rents: tuple[_Amount, ...] = ()


class CardTable(_Strict, frozen=True, kw_only=True):
    """A card, by its effect."""

    id: str
    effect: Effect
    amount: _Amount = 0
    target: str = ""
    steps: _Steps = 0
    nearest: SpaceKind | None = None
    per_house: _Amount = 0
    per_hotel: _Amount = 0


class EditionFile(msgspec.Struct, frozen=True):
    """A file whose tables and keys are right; what they say may still make no board."""

    head: Head
    bank: BankTable
    group: tuple[GroupTable, ...]
    space: tuple[SpaceTable, ...]
    chance: tuple[CardTable, ...]
    chest: tuple[CardTable, ...]


TABLES: dict[str, type[_Strict]] = {
    "": Head,
    "bank": BankTable,
    "group": GroupTable,
    "space": SpaceTable,
    "chance": CardTable,
    "chest": CardTable,
}
CHOICES: dict[str, tuple[str, ...]] = {
    "kind": tuple(kind.value for kind in SpaceKind),
    "effect": tuple(effect.value for effect in Effect),
    "nearest": tuple(kind.value for kind in TITLED[1:]),
    "verification": get_args(Verification),
}
"""The words that some keys take."""

_Table = TypeVar("_Table", bound=_Strict)


def schema_keys() -> dict[str, tuple[str, ...]]:
    """Return the keys of each table, in order; the empty name is what stands above all."""
    return {name: kind.__struct_fields__ for name, kind in TABLES.items()}


def read_file(text: str, faults: Faults) -> EditionFile:
    """Return the tables of *text*.

    Raises:
        EditionError: They are not those of an edition; a sentence for each that is wrong.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(of_toml(text, faults.source, str(error))) from None
    above = {key: value for key, value in data.items() if not TABLES.get(key)}
    read = _Reader(faults)
    head = read.table(Head, above, Place())
    bank = read.table(BankTable, data.get("bank"), Place("bank"))
    group = tuple(read.rows(GroupTable, data.get("group"), "group"))
    space = tuple(read.rows(SpaceTable, data.get("space"), "space"))
    chance = tuple(read.rows(CardTable, data.get("chance"), "chance"))
    chest = tuple(read.rows(CardTable, data.get("chest"), "chest"))
    faults.raise_any()
    assert head is not None, "what was not read left a fault"
    assert bank is not None, "what was not read left a fault"
    return EditionFile(head, bank, group, space, chance, chest)


class _Reader:
    """Turns plain data into tables; what does not fit becomes a fault."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def table(self, kind: type[_Table], data: object, place: Place) -> _Table | None:
        if data is None:
            self._faults.add(Place(), place.table, "is missing", is_missing=True)
            return None
        try:
            return msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            key, sentence, is_missing = of_shape(str(error), kind.__struct_fields__, CHOICES)
            self._faults.add(place, key, sentence, is_missing=is_missing)
            return None

    def rows(self, kind: type[_Table], data: object, name: str) -> Iterator[_Table]:
        if data is None:
            self._faults.add(Place(), name, "is missing", is_missing=True)
        elif not isinstance(data, list):
            self._faults.add(Place(name), name, f"must be written [[{name}]], once for each")
        else:
            for index, one in enumerate(data):
                row = self.table(kind, one, Place(name, index))
                if row is not None:
                    yield row
