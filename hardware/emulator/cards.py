"""The box of cards of an emulated table, kept in `DIR/cards.toml`.

Deeds, actions and event cards are made with the folder; a player's card is made the first time a
hand wants it. A card's number follows from its name, so the same name is the same card at every
table.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.emulator.other_tags import (
    ClassicCard,
    FelicaCard,
    Phone,
    SilentCard,
    UltralightCard,
)
from hardware.emulator.tags import NTAG215, NTAG216, NtagCard, Tag

CARDS_FILE: Final = "cards.toml"
ACTIONS: Final = ("undo", "pass", "menu", "banker")
EVENTS: Final = tuple(f"{deck}{n:02}" for deck in ("CH", "CC") for n in range(1, 17))
DEEDS: Final = {
    1: "mediterranean",
    3: "baltic",
    5: "reading",
    6: "oriental",
    8: "vermont",
    9: "connecticut",
    11: "st-charles",
    12: "electric",
    13: "states",
    14: "virginia",
    15: "pennsylvania-rr",
    16: "st-james",
    18: "tennessee",
    19: "new-york",
    21: "kentucky",
    23: "indiana",
    24: "illinois",
    25: "b-and-o",
    26: "atlantic",
    27: "ventnor",
    28: "water",
    29: "marvin",
    31: "pacific",
    32: "north-carolina",
    34: "pennsylvania",
    35: "short-line",
    37: "park-place",
    39: "boardwalk",
}
PREFIX_LETTERS_MIN: Final = 3  # of a deed's slug; shorter words are names
NAME_LETTERS_MAX: Final = 40

_UID_WORD = re.compile(
    r"#([0-9A-Fa-f]{8}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{16}|[0-9A-Fa-f]{20})(?::([a-z0-9]+))?"
)
_CHIPS: Final[Mapping[str, Callable[[bytes], Tag]]] = {
    "ntag213": NtagCard,
    "ntag215": lambda uid: NtagCard(uid, NTAG215),
    "ntag216": lambda uid: NtagCard(uid, NTAG216),
    "ultralight": UltralightCard,
    "bank": SilentCard,
}
_KINDS = ("players", "deeds", "actions", "events")


class CardError(Exception):
    """A word names no card; the text says what would."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card in the box, or a tag from outside it."""

    name: str
    kind: str
    """`player`, `deed`, `action`, `event` or `stranger`."""
    uid: bytes
    chip: str = ""
    """What a stranger is made of; empty: what has a number like that."""

    def tag(self) -> Tag:
        """Return its chip, as it leaves the factory."""
        return _CHIPS[self.chip](self.uid) if self.chip else tag_of(self.uid)


def uid_of(name: str) -> bytes:
    """Return the number of the card called *name*: seven bytes, 04 (NXP) first."""
    return b"\x04" + hashlib.sha256(name.casefold().encode()).digest()[:6]


def tag_of(uid: bytes) -> Tag:
    """Make the kind of tag that has a number like *uid*: 4, 7, 8 or 10 bytes."""
    match len(uid):
        case 4 if uid[0] == 0x08:
            return Phone(uid)
        case 4:
            return ClassicCard(uid)
        case 7:
            return NtagCard(uid)
        case 8:
            return FelicaCard(uid)
        case _:
            return SilentCard(uid)


class CardBox:
    """The cards of the table in *directory*; reads `cards.toml`, or makes it.

    Raises:
        CardError: the file cannot be understood.
    """

    def __init__(self, directory: Path) -> None:
        self._path = directory / CARDS_FILE
        self._box: dict[str, dict[str, bytes]] = {kind: {} for kind in _KINDS}
        if self._path.exists():
            self._read()
            return
        self._box["deeds"] = {slug: uid_of(slug) for slug in DEEDS.values()}
        self._box["actions"] = {action: uid_of(action) for action in ACTIONS}
        self._box["events"] = {event: uid_of(event) for event in EVENTS}
        self._write()

    def card(self, word: str) -> Card:
        """Return the card a hand means by *word*.

        `#UID`, or `#UID:CHIP` for one of another chip; `@N` for the deed of a space; a name as it
        stands in the file, whatever its case; the beginning of one player's name; three letters
        or more of one deed's slug, in lower case. Any other word is a new player's card.

        Raises:
            CardError: it is none of these.
        """
        if word.startswith("#"):
            return _stranger(word)
        if word.startswith("@"):
            return self._deed_at(word)
        found = self._exact(word) or self._beginning(word)
        return found or self._new_player(word)

    def _exact(self, word: str) -> Card | None:
        for kind in _KINDS:
            for name, uid in self._box[kind].items():
                if name.casefold() == word.casefold():
                    return Card(name, kind.removesuffix("s"), uid)
        return None

    def _beginning(self, word: str) -> Card | None:
        if player := self._only("players", word.casefold()):
            return player
        is_slug = word[:1].islower() and len(word) >= PREFIX_LETTERS_MIN
        return self._only("deeds", word) if is_slug else None

    def _only(self, kind: str, beginning: str) -> Card | None:
        names = [name for name in self._box[kind] if name.casefold().startswith(beginning)]
        if len(names) != 1:
            return None
        return Card(names[0], kind.removesuffix("s"), self._box[kind][names[0]])

    def _deed_at(self, word: str) -> Card:
        number = word.removeprefix("@")
        slug = DEEDS.get(int(number)) if number.isdecimal() else None
        if slug is None or slug not in self._box["deeds"]:
            message = f"no deed card lies at '{word}': @1 to @39, spaces that can be bought"
            raise CardError(message)
        return Card(slug, "deed", self._box["deeds"][slug])

    def _new_player(self, word: str) -> Card:
        if not word[:1].isalpha() or len(word) > NAME_LETTERS_MAX or not word.isprintable():
            message = (
                f"'{word}' is no card: a player's name, a deed's slug, @SPACE, a card id like CH01,"
                f" {', '.join(ACTIONS)}, or #UID"
            )
            raise CardError(message)
        self._box["players"][word] = uid_of(word)
        self._write()
        return Card(word, "player", uid_of(word))

    def _read(self) -> None:
        try:
            loaded = tomllib.loads(self._path.read_text(encoding="utf-8"))
            for kind in _KINDS:
                self._box[kind] = {
                    name: bytes.fromhex(uid) for name, uid in loaded.get(kind, {}).items()
                }
        except (tomllib.TOMLDecodeError, ValueError, TypeError, AttributeError) as error:
            message = f"{self._path} cannot be read ({error}): mend it, or delete it for a new box"
            raise CardError(message) from error

    def _write(self) -> None:
        lines = ["# The cards of this emulated table: name = number."]
        for kind in _KINDS:
            lines += ["", f"[{kind}]"]
            lines += [
                f'{json.dumps(name, ensure_ascii=False)} = "{uid.hex().upper()}"'
                for name, uid in self._box[kind].items()
            ]
        draft = self._path.with_suffix(".new")
        draft.write_text("\n".join(lines) + "\n", encoding="utf-8")
        draft.replace(self._path)


def _stranger(word: str) -> Card:
    match = _UID_WORD.fullmatch(word)
    if match is None:
        message = f"'{word}' is no tag number: # and 4, 7, 8 or 10 bytes in hex"
        raise CardError(message)
    uid, chip = bytes.fromhex(match.group(1)), match.group(2) or ""
    if chip and (chip not in _CHIPS or (len(uid) != 7 and chip != "bank")):
        message = f"'{word}' is no chip with such a number: {', '.join(_CHIPS)}, 7 bytes"
        raise CardError(message)
    return Card(f"#{uid.hex().upper()}", "stranger", uid, chip)
