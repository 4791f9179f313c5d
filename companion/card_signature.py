"""What the table writes on its cards: a signed record that names the card and fits its chip alone.

The record's body is a version, a letter for the kind, four bytes that name the set, and a word;
the signature is HMAC-SHA256 of the chip's number and the body, 16 bytes of it. It stops cards
from being made up and messages from being copied to other chips; a chip that copies a number too
is not told from the first. The key never leaves the table.
"""

import contextlib
import hashlib
import hmac
import os
import secrets
from enum import StrEnum
from pathlib import Path

from companion.errors import DataError
from companion.flows.meanings import (
    Action,
    ActionCard,
    DeedCard,
    EventCard,
    Meaning,
    PlayerCard,
)
from companion.journal.second_copy import sync_folder
from companion.locales import _
from engine.ids import CardId, SpaceId
from firmware_bridge.ndef_records import NdefRecord, decode, encode, uri_record

KEY_NAME = "cards.key"
KEY_BYTES = 32
RECORD_TYPE = "urn:nfc:ext:tapbank.example:c"
URI = "https://tapbank.example/"
"""What a phone sees; a name that nobody can ever register, so that it leads nowhere."""
MAC_BYTES = 16
NAME_BYTES_MAX = 60  # fits an NTAG213 beside all else

_VERSION = 1
_SET_BYTES = 4
_HEAD_BYTES = 2 + _SET_BYTES
_SPACES = 40


class Seal(StrEnum):
    """What the message of a card says of it."""

    OURS = "ours"
    COPIED = "copied"
    """Signed by this set for another chip, or tampered with."""
    FOREIGN = "foreign"
    """Of another set."""
    EMPTY = "empty"
    OTHER = "other"
    """Something that is no card of any set."""


class CardSet:
    """The cards of one table, made one set by a key of `KEY_BYTES`."""

    def __init__(self, key: bytes) -> None:
        assert len(key) == KEY_BYTES, "a set's key has 32 bytes"
        self._key = key
        self.id = hashlib.sha256(b"set" + key).digest()[:_SET_BYTES]
        """What names the set on its cards; says nothing of the key."""

    @classmethod
    def load(cls, folder: Path) -> "CardSet":
        """Read the key of the table in *folder*, or make one that only its owner can read.

        Raises:
            DataError: The file holds no key.
            OSError: It cannot be read or made.
        """
        path = folder / KEY_NAME
        try:
            text = path.read_text(encoding="ascii", errors="replace").strip()
        except FileNotFoundError:
            return cls(_new_key(path))
        try:
            key = bytes.fromhex(text)
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            sentence = _(
                "The key of the cards, {path}, is damaged: put back a copy of it. Without it move"
                " it away; a new key is made and all cards are enrolled again."
            )
            raise DataError(sentence.format(path=path))
        return cls(key)

    def message(self, uid: str, meaning: Meaning) -> bytes:
        """Return what is written on the chip *uid* that stands for *meaning*."""
        kind, word = _word_of(meaning)
        body = bytes((_VERSION,)) + kind + self.id + word
        signed = NdefRecord(RECORD_TYPE, body + self._mac(uid, body))
        return encode((uri_record(URI), signed))

    def read(self, uid: str, octets: bytes) -> tuple[Seal, Meaning | None]:
        """Return what a message says of the chip *uid*, and what that one stands for if ours."""
        if not octets:
            return Seal.EMPTY, None
        records = decode(octets)
        data = next((each.data for each in records or () if each.type == RECORD_TYPE), None)
        if data is None:
            is_blank = records is not None and not any(each.data for each in records)
            return (Seal.EMPTY if is_blank else Seal.OTHER), None
        body, mac = data[:-MAC_BYTES], data[-MAC_BYTES:]
        if len(body) < _HEAD_BYTES or body[0] != _VERSION or body[2:_HEAD_BYTES] != self.id:
            return Seal.FOREIGN, None
        if not hmac.compare_digest(mac, self._mac(uid, body)):
            return Seal.COPIED, None
        meaning = _meaning_of(body[1:2], body[_HEAD_BYTES:])
        return (Seal.FOREIGN, None) if meaning is None else (Seal.OURS, meaning)

    def password(self, uid: str) -> bytes:
        """Return the six bytes that protect the chip *uid*: four of password, two of its answer."""
        return hmac.digest(self._key, b"pwd" + bytes.fromhex(uid), "sha256")[:6]

    def _mac(self, uid: str, body: bytes) -> bytes:
        return hmac.digest(self._key, bytes.fromhex(uid) + body, "sha256")[:MAC_BYTES]


def _new_key(path: Path) -> bytes:
    """Make a key; whole on the disk before any card is signed with it."""
    key = secrets.token_bytes(KEY_BYTES)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with contextlib.suppress(FileNotFoundError):
        fresh.unlink()
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(path.parent)
    return key


def _word_of(meaning: Meaning) -> tuple[bytes, bytes]:
    match meaning:
        case PlayerCard(name=name):
            return b"P", name.encode()[:NAME_BYTES_MAX]
        case DeedCard(space=space):
            return b"D", str(space).encode()
        case ActionCard(action=action):
            return b"A", action.value.encode()
        case EventCard(card=card):
            return b"E", card.encode()


def _meaning_of(kind: bytes, word: bytes) -> Meaning | None:
    """Return what a signed body stands for; None where a later version made it."""
    text = word.decode(errors="ignore")  # a name may be cut within a letter
    if kind == b"P" and text:
        return PlayerCard(text)
    if kind == b"D" and text.isdecimal() and int(text) < _SPACES:
        return DeedCard(SpaceId(int(text)))
    if kind == b"A" and text in set(Action):
        return ActionCard(Action(text))
    return EventCard(CardId(text)) if kind == b"E" and text else None
