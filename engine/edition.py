"""Printed data from the text of an edition file, with a schema check that names the wrong line."""

import re
import tomllib
from typing import Annotated, Literal, NoReturn

import msgspec

from engine.board import Card, Deck, Edition, Effect, Group, Space, SpaceKind, Title
from engine.ids import CardId, GroupId, Money, SpaceId

SCHEMA = 1
SPACE_COUNT = 40
_Amount = Annotated[Money, msgspec.Meta(ge=0, le=10_000_000)]
_TITLED = (SpaceKind.STREET, SpaceKind.RAILROAD, SpaceKind.UTILITY)
SHORT_MAX = 8  # letters; what a space is wide on a board of 160 columns
SHORTER_MAX = 6
_Short = Annotated[str, msgspec.Meta(max_length=SHORT_MAX)]
_Shorter = Annotated[str, msgspec.Meta(max_length=SHORTER_MAX)]
_RENT_COUNTS = {SpaceKind.STREET: 6, SpaceKind.RAILROAD: 4, SpaceKind.UTILITY: 2}
_CORNERS = (SpaceKind.GO, SpaceKind.JAIL, SpaceKind.FREE_PARKING, SpaceKind.GO_TO_JAIL)
_CARD_COUNT = 16


class EditionError(ValueError):
    """An edition file that cannot be played; the sentence names source, line and key."""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An unknown key is a slip of the writer, never passed over."""


class _Bank(_Strict, frozen=True, kw_only=True):
    start_money: _Amount
    salary: _Amount
    jail_fine: _Amount
    income_tax_flat: _Amount
    income_tax_percent: int
    luxury_tax: _Amount
    interest_percent: int = 10
    houses: int = 32
    hotels: int = 12


class _Group(_Strict, frozen=True, kw_only=True):
    slug: str
    name: str
    letter: str
    kind: SpaceKind
    building_cost: _Amount = 0
    price: _Amount = 0
    mortgage: _Amount = 0
    rents: tuple[_Amount, ...] = ()


class _Space(_Strict, frozen=True, kw_only=True):
    slug: str
    name: str
    short: _Short = ""
    shorter: _Shorter = ""
    """Where it is left out: `short`, if that is as short."""
    kind: SpaceKind
    group: str = ""
    price: _Amount = 0
    mortgage: _Amount = 0
    rents: tuple[_Amount, ...] = ()


class _Card(_Strict, frozen=True, kw_only=True):
    id: str
    effect: Effect
    amount: _Amount = 0
    target: str = ""
    steps: int = 0
    nearest: SpaceKind | None = None
    per_house: _Amount = 0
    per_hotel: _Amount = 0


class _File(_Strict, frozen=True, kw_only=True):
    schema: int
    id: str
    name: str
    language: str
    currency: str
    verification: Literal["multi", "single", "memory", "none"]
    note: str = ""
    price_scale: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1
    """Every amount, the bank's and the cards' too, is multiplied by this."""
    bank: _Bank
    group: tuple[_Group, ...]
    space: tuple[_Space, ...]
    chance: tuple[_Card, ...]
    chest: tuple[_Card, ...]


def parse_edition(text: str, source: str) -> Edition:
    """Return the edition written in *text*; *source* names the file in errors.

    Raises:
        EditionError: the text is no edition; one sentence with line and key.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        msg = f"{source}: {error}"
        raise EditionError(msg) from None
    try:
        file = msgspec.convert(data, _File)
    except msgspec.ValidationError as error:
        msg = f"{source}, {_place(text, str(error))}: {error}"
        raise EditionError(msg) from None
    return _Builder(file, text, source).build()


class _Builder:
    """Checks what the shape alone cannot, and builds the edition."""

    def __init__(self, file: _File, text: str, source: str) -> None:
        self.file = file
        self.text = text
        self.source = source

    def build(self) -> Edition:
        file = self.file
        scale = file.price_scale
        self._check_counts()
        slugs = [space.slug for space in file.space]
        groups = tuple(
            Group(
                slug=group.slug,
                name=group.name,
                letter=group.letter,
                kind=group.kind,
                members=tuple(
                    SpaceId(i) for i, space in enumerate(file.space) if space.group == group.slug
                ),
            )
            for group in file.group
        )
        for index, group in enumerate(groups):
            if not group.members:
                self._fail("group", index, f"no space belongs to group {group.slug!r}")
        return Edition(
            id=file.id,
            name=file.name,
            language=file.language,
            currency=file.currency,
            spaces=tuple(self._space(i, space) for i, space in enumerate(file.space)),
            groups=groups,
            chance=self._deck(Deck.CHANCE, file.chance, slugs),
            chest=self._deck(Deck.CHEST, file.chest, slugs),
            start_money=scale * file.bank.start_money,
            salary=scale * file.bank.salary,
            jail_fine=scale * file.bank.jail_fine,
            income_tax_flat=scale * file.bank.income_tax_flat,
            income_tax_percent=file.bank.income_tax_percent,
            luxury_tax=scale * file.bank.luxury_tax,
            interest_percent=file.bank.interest_percent,
            houses=file.bank.houses,
            hotels=file.bank.hotels,
            note=file.note,
        )

    def _check_counts(self) -> None:
        file = self.file
        if file.schema != SCHEMA:
            self._fail("schema", None, f"schema {file.schema} is not known; this is {SCHEMA}")
        if len(file.space) != SPACE_COUNT:
            self._fail("space", None, f"{len(file.space)} spaces; a board has {SPACE_COUNT}")
        seen: set[str] = set()
        for index, space in enumerate(file.space):
            if space.slug in seen:
                self._fail("space", index, f"the slug {space.slug!r} is used twice", "slug")
            seen.add(space.slug)
        for kind in _CORNERS:
            if sum(space.kind is kind for space in file.space) != 1:
                self._fail("space", None, f"there must be exactly one space of kind {kind.value!r}")
        if file.space[0].kind is not SpaceKind.GO:
            self._fail("space", 0, "the first space must be of kind 'go'", "kind")

    def _space(self, index: int, space: _Space) -> Space:
        if space.kind not in _TITLED:
            if space.group:
                self._fail("space", index, f"{space.slug!r} has a group but no title", "group")
            return _printed(space, None)
        found = next((i for i, g in enumerate(self.file.group) if g.slug == space.group), None)
        if found is None:
            self._fail(
                "space", index, f"group {space.group!r} of {space.slug!r} is not known", "group"
            )
        group = self.file.group[found]
        if group.kind is not space.kind:
            self._fail("space", index, f"{space.slug!r} is not of its group's kind", "group")
        scale = self.file.price_scale
        title = Title(
            group=GroupId(found),
            price=scale * (space.price or group.price),
            mortgage=scale * (space.mortgage or group.mortgage),
            rents=tuple(scale * rent for rent in space.rents or group.rents),
            building_cost=scale * group.building_cost,
        )
        if len(title.rents) != _RENT_COUNTS[space.kind]:
            count = _RENT_COUNTS[space.kind]
            self._fail("space", index, f"{space.slug!r} needs {count} rents", "rents")
        if title.price == 0 or title.mortgage == 0:
            self._fail("space", index, f"{space.slug!r} needs a price and a mortgage")
        if space.kind is SpaceKind.STREET and title.building_cost <= 0:
            self._fail(
                "group", found, f"group {group.slug!r} needs a building_cost", "building_cost"
            )
        return _printed(space, title)

    def _deck(self, deck: Deck, cards: tuple[_Card, ...], slugs: list[str]) -> tuple[Card, ...]:
        if len(cards) != _CARD_COUNT:
            self._fail(deck.value, None, f"{len(cards)} cards; a pile has {_CARD_COUNT}")
        if len({card.id for card in cards}) != len(cards):
            self._fail(deck.value, None, "a card id is used twice")
        if sum(card.effect is Effect.JAIL_CARD for card in cards) != 1:
            self._fail(deck.value, None, "a pile has exactly one get_out_of_jail card")
        return tuple(self._card(deck, i, card, slugs) for i, card in enumerate(cards))

    def _card(self, deck: Deck, index: int, card: _Card, slugs: list[str]) -> Card:
        scale = self.file.price_scale
        target = card.steps
        if card.effect in (Effect.MOVE_TO, Effect.MOVE_BACK_TO):
            if card.target not in slugs:
                self._fail(
                    deck.value, index, f"target {card.target!r} of {card.id} is no space", "target"
                )
            target = slugs.index(card.target)
        if card.effect is Effect.NEAREST and card.nearest not in _TITLED[1:]:
            self._fail(
                deck.value,
                index,
                f"nearest of {card.id} must be 'railroad' or 'utility'",
                "nearest",
            )
        if card.effect is Effect.PAY_OR_CHANCE and deck is Deck.CHANCE:
            self._fail(deck.value, index, f"{card.id} cannot ask for its own pile", "effect")
        return Card(
            id=CardId(card.id),
            effect=card.effect,
            amount=scale * card.amount,
            target=target,
            nearest=card.nearest or SpaceKind.GO,
            per_house=scale * card.per_house,
            per_hotel=scale * card.per_hotel,
        )

    def _fail(self, table: str, index: int | None, sentence: str, key: str = "") -> NoReturn:
        path = f"$.{table}" if index is None else f"$.{table}[{index}]"
        path += f".{key}" if key else ""
        msg = f"{self.source}, {_place(self.text, f'- at `{path}`')}: {sentence}"
        raise EditionError(msg)


def _printed(space: _Space, title: Title | None) -> Space:
    shorter = space.shorter or (space.short if len(space.short) <= SHORTER_MAX else "")
    return Space(
        kind=space.kind,
        slug=space.slug,
        name=space.name,
        title=title,
        short=space.short,
        shorter=shorter,
    )


def _place(text: str, message: str) -> str:
    """Return `line N` for the key a message's `$.path` names, or for the nearest table above it."""
    found = re.search(r"`\$\.?([^`]*)`", message)
    path = found[1] if found else ""
    unknown = re.search(r"unknown field `(\w+)`", message)
    table = re.match(r"(\w+)(?:\[(\d+)\])?", path)
    lines = text.splitlines()
    start = 0
    if table:
        heads = (f"[[{table[1]}]]", f"[{table[1]}]", f"{table[1]} ")
        starts = [i for i, line in enumerate(lines) if line.strip().startswith(heads)]
        wanted = int(table[2] or 0)
        start = starts[wanted] if wanted < len(starts) else 0
    key = unknown[1] if unknown else path.rpartition(".")[2].partition("[")[0]
    for i in range(start, len(lines)):
        if i > start and lines[i].startswith("[") and table:
            break
        if re.match(rf"\s*{re.escape(key)}\s*=", lines[i]):
            return f"line {i + 1}"
    return f"line {start + 1}"
