"""What may be done to a card beside reading it: written, protected, emptied, one job a card.

A job runs in the reader's thread between two polls, on a tag that the library has activated; the
library itself is not needed here.
"""

import logging
from collections.abc import Callable
from typing import Any, Final

import msgspec

from firmware_bridge.errors import BridgeError

_LOG = logging.getLogger(__name__)

PASSWORD_BYTES: Final = 6  # four of password, two of its answer
PROTECT_FROM_PAGE: Final = 4  # from page 3 down the capability container would be spoilt for ever
_UNPROTECTED: Final = 0xFF  # AUTH0 beyond the last page
_FACTORY_PASSWORD: Final = b"\xff\xff\xff\xff"
_CONTAINER_PAGE: Final = 3
_CONTAINER_SIZES: Final = {41: 0x12, 131: 0x3E, 227: 0x6D}
"""Of an NTAG213, 215 and 216, by the page of their configuration; in units of eight bytes."""
_PWD_AUTH: Final = b"\x1b"


class CardError(BridgeError):
    """A job could not be done; *why* says it in a word.

    `gone`: no such card on the reader, or it was pulled: its message is then the old one or none.
    `small`: the message does not fit. `locked`: it is protected by another password, or for ever.
    `differs`: it holds something else than was written. `refused`: it takes no message at all.
    `reader`: the reader failed. `busy`: too many jobs wait.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class WriteCard(msgspec.Struct, frozen=True, gc=False):
    """Write a message, read it back, and protect it where a password is given.

    The result is whether the card is protected: an Ultralight cannot be.
    """

    uid: str
    octets: bytes
    password: bytes | None = None
    """`PASSWORD_BYTES`; also opens a card that it protects already."""


class FormatCard(msgspec.Struct, frozen=True, gc=False):
    """Empty a card and take its protection away; the result is False."""

    uid: str
    password: bytes | None = None


Job = WriteCard | FormatCard

Activate = Callable[[], Any]
"""Selects the card of the job anew and returns the library's tag.

Raises:
    CardError: the card is gone.
"""


def run_job(job: Job, activate: Activate) -> bool:
    """Do *job* and return whether the card is protected by its password now.

    Raises:
        CardError: it could not be done.
    """
    assert job.password is None or len(job.password) == PASSWORD_BYTES, "a password has six bytes"
    tag = _opened(job.password, activate)
    match job:
        case WriteCard(octets=octets, password=password):
            _write(tag, octets, activate)
            return password is not None and _protected(_opened(password, activate), password)
        case FormatCard():
            if not tag.format():
                raise CardError("refused")
            if _auth0(tag) not in {None, _UNPROTECTED}:
                tag.protect(b"", read_protect=False, protect_from=_UNPROTECTED)
            return False


def protect(tag: Any, password: bytes) -> bool:  # noqa: ANN401 - nfcpy has no types
    """Let *tag* be written from page 4 on only by whoever knows *password*; read by all.

    The library's own defaults would lock the card for ever: without a password by its lock bits,
    with one by the capability container, because they begin at page 0.
    """
    assert len(password) == PASSWORD_BYTES, "a password has six bytes"
    return bool(tag.protect(password=password, read_protect=False, protect_from=PROTECT_FROM_PAGE))


def _opened(password: bytes | None, activate: Activate) -> Any:  # noqa: ANN401 - nfcpy has no types
    """Return the tag, ready to be written.

    A card pulled while it was being protected may ask for a password that is not set yet.
    """
    tag = activate()
    if _auth0(tag) in {None, _UNPROTECTED}:
        return tag
    for word in [password[:4] if password else b"", _FACTORY_PASSWORD]:
        if word and _answers(tag, word):
            return tag
        tag = activate()  # a wrong password makes it mute
    raise CardError("locked")


def _answers(tag: Any, word: bytes) -> bool:  # noqa: ANN401 - nfcpy has no types
    """Return whether *word* opens the tag; its answer may not be set yet and does not matter."""
    try:
        return len(tag.transceive(_PWD_AUTH + word, retries=0)) == 2
    except Exception as error:  # noqa: BLE001 - the library's kinds of refusal are many
        _LOG.debug("password refused: %r", error)
        return False


def _auth0(tag: Any) -> int | None:  # noqa: ANN401 - nfcpy has no types
    """Return the first page that wants a password; None where the kind of tag has none."""
    page = getattr(tag, "_cfgpage", None)
    return None if page is None else int(tag.read(page)[3])


def _write(tag: Any, octets: bytes, activate: Activate) -> None:  # noqa: ANN401 - nfcpy has no types
    """Write the length last, so that a card pulled meanwhile holds no message, and read back."""
    if tag.ndef is None:
        tag = _made_ready(tag, activate)
    if tag.ndef is None or not tag.ndef.is_writeable:
        raise CardError("locked")
    if len(octets) > tag.ndef.capacity:
        raise CardError("small")
    if bytes(tag.ndef.octets) != octets:
        tag.ndef.octets = octets
    fresh = activate()
    if fresh.ndef is None or bytes(fresh.ndef.octets) != octets:
        raise CardError("differs")


def _made_ready(tag: Any, activate: Activate) -> Any:  # noqa: ANN401 - nfcpy has no types
    """Give a blank NTAG its capability container, as the factory does, and an empty message."""
    size = _CONTAINER_SIZES.get(getattr(tag, "_cfgpage", 0))
    if size is None:
        raise CardError("refused")
    tag.write(_CONTAINER_PAGE, bytes((0xE1, 0x10, size, 0)))
    tag = activate()
    if not tag.format():
        raise CardError("refused")
    return activate()


def _protected(tag: Any, password: bytes) -> bool:  # noqa: ANN401 - nfcpy has no types
    if _auth0(tag) is None:
        return False
    if not protect(tag, password):
        raise CardError("gone")  # it has not confirmed its password
    return True
