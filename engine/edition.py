"""Printed data from the text of an edition file, with a check that names each wrong line."""

import re

from engine.board import Card, Deck, Edition, Effect, Group, Space, SpaceKind, Title
from engine.edition_shape import (
    SHORTER_MAX,
    TITLED,
    CardTable,
    EditionFile,
    GroupTable,
    SpaceTable,
    read_file,
)
from engine.edition_words import EditionError, Faults, Place
from engine.ids import CardId, GroupId, SpaceId

SCHEMA = 1
SPACE_COUNT = 40
CARD_COUNT = 16
VERIFIED = "multi"
"""What `verification` says of figures that stand in at least two independent sources."""
UNVERIFIED_NOTE = "The figures are not verified."
"""The note of an edition that is not verified and does not say what of it."""
_RENT_COUNTS = {SpaceKind.STREET: 6, SpaceKind.RAILROAD: 4, SpaceKind.UTILITY: 2}
_CORNERS = (SpaceKind.GO, SpaceKind.JAIL, SpaceKind.FREE_PARKING, SpaceKind.GO_TO_JAIL)
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CONSOLE_WORDS = """
    bank nothing to for lifting jailcard-chance jailcard-chest turn waiting debt winner supply pot
    jailcard promise undo pass menu banker
"""
_NO_SLUGS = frozenset(_CONSOLE_WORDS.split())
"""Words of the console that stand where a space could."""
_NEEDED = {
    Effect.RECEIVE: "amount",
    Effect.PAY: "amount",
    Effect.PAY_OR_CHANCE: "amount",
    Effect.PAY_EACH: "amount",
    Effect.COLLECT_EACH: "amount",
    Effect.REPAIRS: "per_house",
    Effect.MOVE_BACK: "steps",
}


def parse_edition(text: str, source: str) -> Edition:
    """Return the edition written in *text*; *source* names the file in errors.

    Raises:
        EditionError: The text is no edition; a sentence a fault, with line and key.
    """
    faults = Faults(text, source)
    file = read_file(text, faults)
    _Check(file, faults).all()
    faults.raise_any()
    return _built(file)


def _built(file: EditionFile) -> Edition:
    scale = file.head.price_scale
    bank = file.bank
    slugs = [space.slug for space in file.space]
    note = file.head.note
    if not note and file.head.verification != VERIFIED:
        note = UNVERIFIED_NOTE
    return Edition(
        id=file.head.id,
        name=file.head.name,
        language=file.head.language,
        currency=file.head.currency,
        spaces=tuple(_space(file, space) for space in file.space),
        groups=tuple(_group(file, group) for group in file.group),
        chance=tuple(_card(card, scale, slugs) for card in file.chance),
        chest=tuple(_card(card, scale, slugs) for card in file.chest),
        start_money=scale * bank.start_money,
        salary=scale * bank.salary,
        jail_fine=scale * bank.jail_fine,
        income_tax_flat=scale * bank.income_tax_flat,
        income_tax_percent=bank.income_tax_percent,
        luxury_tax=scale * bank.luxury_tax,
        interest_percent=bank.interest_percent,
        houses=bank.houses,
        hotels=bank.hotels,
        note=note,
    )


def _group(file: EditionFile, group: GroupTable) -> Group:
    members = (i for i, space in enumerate(file.space) if space.group == group.slug)
    return Group(
        slug=group.slug,
        name=group.name,
        letter=group.letter,
        kind=group.kind,
        members=tuple(SpaceId(i) for i in members),
    )


def _space(file: EditionFile, space: SpaceTable) -> Space:
    if space.kind not in TITLED:
        return _printed(space, None)
    scale = file.head.price_scale
    index = next(i for i, group in enumerate(file.group) if group.slug == space.group)
    group = file.group[index]
    title = Title(
        group=GroupId(index),
        price=scale * (space.price or group.price),
        mortgage=scale * (space.mortgage or group.mortgage),
        rents=tuple(scale * rent for rent in space.rents or group.rents),
        building_cost=scale * group.building_cost,
    )
    return _printed(space, title)


def _printed(space: SpaceTable, title: Title | None) -> Space:
    shorter = space.shorter or (space.short if len(space.short) <= SHORTER_MAX else "")
    return Space(
        kind=space.kind,
        slug=space.slug,
        name=space.name,
        title=title,
        short=space.short,
        shorter=shorter,
    )


def _card(card: CardTable, scale: int, slugs: list[str]) -> Card:
    return Card(
        id=CardId(card.id),
        effect=card.effect,
        amount=scale * card.amount,
        target=slugs.index(card.target) if card.target else card.steps,
        nearest=card.nearest or SpaceKind.GO,
        per_house=scale * card.per_house,
        per_hotel=scale * card.per_hotel,
    )


class _Check:
    """Finds what the tables alone cannot show: that they make a board that can be played."""

    def __init__(self, file: EditionFile, faults: Faults) -> None:
        self._file = file
        self._faults = faults
        self._slugs = {space.slug for space in file.space}

    def all(self) -> None:
        """Add a fault for each thing that is wrong."""
        file, head = self._file, Place()
        if file.head.schema != SCHEMA:
            self._faults.add(head, "schema", f"must be {SCHEMA}: no other is known")
        if not _SLUG.fullmatch(file.head.id):
            self._faults.add(head, "id", f"must be {_SLUG_WORDS}")
        self._slugs_and_letters()
        self._printed()
        self._board()
        for index, space in enumerate(file.space):
            self._space(Place("space", index), space)
        for index, group in enumerate(file.group):
            self._group(Place("group", index), group)
        self._deck(Deck.CHANCE, file.chance)
        self._deck(Deck.CHEST, file.chest)

    def _slugs_and_letters(self) -> None:
        slugs = [
            *((Place("group", i), group.slug) for i, group in enumerate(self._file.group)),
            *((Place("space", i), space.slug) for i, space in enumerate(self._file.space)),
        ]
        seen: set[str] = set()
        for place, slug in slugs:
            if not _SLUG.fullmatch(slug):
                self._faults.add(place, "slug", f"must be {_SLUG_WORDS}, not “{slug}”")
            elif slug in seen:
                self._faults.add(place, "slug", f"“{slug}” is used twice")
            elif slug in _NO_SLUGS or slug.isdecimal():
                self._faults.add(place, "slug", f"“{slug}” means something else in the console")
            seen.add(slug)
        letters = [group.letter for group in self._file.group]
        for index, letter in enumerate(letters):
            if letter in letters[:index]:
                self._faults.add(Place("group", index), "letter", f"“{letter}” is used twice")
            if len(letter) != 1 or not letter.isalpha():
                self._faults.add(Place("group", index), "letter", "must be one letter")

    def _printed(self) -> None:
        """See to it that whatever is shown to people can be."""
        tables = [
            (Place(), self._file.head, ("name", "currency", "language", "note")),
            *((Place("group", i), group, ("name",)) for i, group in enumerate(self._file.group)),
            *(
                (Place("space", i), space, ("name", "short", "shorter"))
                for i, space in enumerate(self._file.space)
            ),
        ]
        for place, table, keys in tables:
            for key in keys:
                text: str = getattr(table, key)
                if not text.isprintable():
                    self._faults.add(place, key, "has a character that cannot be shown")
                elif key == "name" and not text.strip():
                    self._faults.add(place, key, "must not be empty")

    def _board(self) -> None:
        spaces = self._file.space
        place = Place("space")
        if len(spaces) != SPACE_COUNT:
            self._faults.add(place, "", f"there are {len(spaces)}; a board has {SPACE_COUNT}")
        for kind in _CORNERS:
            if sum(space.kind is kind for space in spaces) != 1:
                self._faults.add(place, "kind", f"{kind.value} must stand exactly once")
        if spaces and spaces[0].kind is not SpaceKind.GO:
            self._faults.add(place, "kind", f"the first space must be {SpaceKind.GO.value}")

    def _space(self, place: Place, space: SpaceTable) -> None:
        if space.kind not in TITLED:
            if space.group:
                self._faults.add(place, "group", f"{space.kind.value} has no deed and no group")
            return
        group = next((g for g in self._file.group if g.slug == space.group), None)
        if group is None:
            self._faults.add(place, "group", f"there is no group “{space.group}”")
            return
        if group.kind is not space.kind:
            self._faults.add(place, "group", f"“{group.slug}” is of kind {group.kind.value}")
        count, given = _RENT_COUNTS[space.kind], len(space.rents or group.rents)
        if given != count:
            self._faults.add(place, "rents", f"must be {count} figures, not {given}")
        for key in ("price", "mortgage"):
            if not (getattr(space, key) or getattr(group, key)):
                self._faults.add(place, key, "is missing, here and in the group")

    def _group(self, place: Place, group: GroupTable) -> None:
        if group.kind not in TITLED:
            self._faults.add(place, "kind", "must be street, railroad or utility")
        if all(space.group != group.slug for space in self._file.space):
            self._faults.add(place, "slug", f"no space belongs to “{group.slug}”")
        if group.kind is SpaceKind.STREET and not group.building_cost:
            self._faults.add(place, "building_cost", "must be 1 or more where there are streets")

    def _deck(self, deck: Deck, cards: tuple[CardTable, ...]) -> None:
        place = Place(deck.value)
        if len(cards) != CARD_COUNT:
            self._faults.add(place, "", f"there are {len(cards)} cards; a pile has {CARD_COUNT}")
        if sum(card.effect is Effect.JAIL_CARD for card in cards) != 1:
            self._faults.add(place, "effect", f"{Effect.JAIL_CARD.value} must stand exactly once")
        others = [card.id.lower() for card in self._file.chance] if deck is Deck.CHEST else []
        for index, card in enumerate(cards):
            if not _SLUG.fullmatch(card.id.lower()):
                self._faults.add(Place(deck.value, index), "id", f"must be {_CARD_WORDS}")
            elif card.id.lower() in others:
                self._faults.add(Place(deck.value, index), "id", f"“{card.id}” is used twice")
            others.append(card.id.lower())
            self._card(Place(deck.value, index), deck, card)

    def _card(self, place: Place, deck: Deck, card: CardTable) -> None:
        needed = _NEEDED.get(card.effect)
        if needed is not None and not getattr(card, needed):
            self._faults.add(place, needed, f"must be 1 or more for {card.effect.value}")
        is_moved_to = card.effect in (Effect.MOVE_TO, Effect.MOVE_BACK_TO)
        if is_moved_to and card.target not in self._slugs:
            self._faults.add(place, "target", f"there is no space “{card.target}”")
        if card.target and not is_moved_to:
            self._faults.add(place, "target", f"{card.effect.value} has none")
        if card.effect is Effect.NEAREST and card.nearest not in TITLED[1:]:
            self._faults.add(place, "nearest", "must be railroad or utility")
        elif card.nearest and all(space.kind is not card.nearest for space in self._file.space):
            self._faults.add(place, "nearest", f"no space is of kind {card.nearest.value}")
        if card.effect is Effect.PAY_OR_CHANCE and deck is Deck.CHANCE:
            self._faults.add(place, "effect", "a chance card cannot offer a chance card")


_CARD_WORDS = "letters and digits, joined by hyphens"
_SLUG_WORDS = "small letters and digits, joined by hyphens"

__all__ = ["CARD_COUNT", "SCHEMA", "SPACE_COUNT", "VERIFIED", "EditionError", "parse_edition"]
