"""Type 2 tags: which pages to read for their message, and where in them it lies.

After the NFC Forum's Type 2 Tag specification and the NTAG21x data sheet; no reader, no library.
"""

from collections.abc import Callable
from typing import Final

MESSAGE_BYTES_MAX: Final = 504  # an NTAG215's; what is longer is not of a table

PAGE_BYTES: Final = 4
_FIRST_PAGE: Final = 3  # the capability container, and the first three pages of data with it
_DATA_PAGE: Final = 4
_READ_PAGES: Final = 4
_FAST_PAGES_MAX: Final = 60  # 240 bytes: an answer that fits the reader's normal frame
_PLAIN_BYTES_MAX: Final = 48  # an Ultralight's: it knows no FAST_READ
_MAGIC: Final = 0xE1
_NULL, _LOCK, _MEMORY, _MESSAGE, _END = 0x00, 0x01, 0x02, 0x03, 0xFE

Exchange = Callable[[bytes], bytes]
"""Sends a frame to the tag and returns its answer, one byte where it is refused."""


class UnreadableTagError(Exception):
    """The tag refuses to be read, or what it holds is no message."""


def read_message(exchange: Exchange) -> bytes:
    """Return the message of the tag that was just activated; nothing where it holds none.

    Two exchanges do for a message of a card: READ of the first pages, FAST_READ of what is left.

    Raises:
        UnreadableTagError: it refuses, or its memory makes no sense.
    """
    head = _read(exchange, _FIRST_PAGE)
    if head[0] != _MAGIC:
        return b""
    size = head[2] * 8
    data = head[PAGE_BYTES:][:size]
    while True:
        place = find_message(data, size)
        if isinstance(place, bytes):
            return place
        data = (data + _more(exchange, len(data), place, size))[:size]


def find_message(data: bytes, size: int) -> bytes | int:
    """Return the message in the data area, or how many bytes of the area are needed to tell.

    *data* is the beginning of the area, *size* the length of all of it.

    Raises:
        UnreadableTagError: the area ends within the message, or the message is too long.
    """
    reserved: set[int] = set()
    at = 0
    while at < size:
        if at in reserved:
            at += 1
            continue
        head = data[at : at + 4]
        if not head or (head[0] not in {_NULL, _END} and len(head) < min(4, size - at)):
            return min(size, at + 4)
        if head[0] == _NULL:
            at += 1
            continue
        if head[0] == _END or len(head) < 2:
            return b""
        length, begin = head[1], at + 2
        if length == 0xFF:
            length, begin = int.from_bytes(head[2:4], "big"), at + 4
        if head[0] == _MESSAGE:
            return _message(data, size, _places(begin, length, reserved, size))
        if head[0] in {_LOCK, _MEMORY} and length == 3 and len(data) < begin + 3 <= size:
            return begin + 3
        if head[0] in {_LOCK, _MEMORY} and length == 3:
            reserved |= _reserved(head[0], data[begin : begin + 3])
        at = begin + length
    return b""


def _message(data: bytes, size: int, places: list[int]) -> bytes | int:
    if len(places) > MESSAGE_BYTES_MAX:
        raise UnreadableTagError(f"the message has {len(places)} bytes")
    if places and places[-1] >= size:
        raise UnreadableTagError("the message is longer than the tag")
    if places and places[-1] >= len(data):
        return places[-1] + 1
    return bytes(data[place] for place in places)


def _places(begin: int, length: int, reserved: set[int], size: int) -> list[int]:
    """Return where the bytes of a value lie, reserved ones left out."""
    places: list[int] = []
    at = begin
    while len(places) < length and at <= size + MESSAGE_BYTES_MAX:
        if at not in reserved:
            places.append(at)
        at += 1
    return places


def _reserved(kind: int, value: bytes) -> set[int]:
    """Return the bytes of the data area that a control block reserves (table 3 and 4)."""
    if len(value) < 3:
        return set()
    count = value[1] or 256
    if kind == _LOCK:
        count = (count + 7) // 8
    first = (value[0] >> 4) * 2 ** (value[2] & 0x0F) + (value[0] & 0x0F)
    first -= _DATA_PAGE * PAGE_BYTES
    return set(range(first, first + count))


def _more(exchange: Exchange, have: int, wanted: int, size: int) -> bytes:
    """Read on from byte *have* of the data area, up to *wanted*; may return more or less."""
    page = _DATA_PAGE + have // PAGE_BYTES
    if size <= _PLAIN_BYTES_MAX:
        return _read(exchange, page)
    last = min(_DATA_PAGE + (wanted - 1) // PAGE_BYTES, page + _FAST_PAGES_MAX - 1)
    answer = exchange(bytes((0x3A, page, last)))
    if len(answer) != (last - page + 1) * PAGE_BYTES:
        raise UnreadableTagError(f"FAST_READ of pages {page} to {last} was refused")
    return answer


def _read(exchange: Exchange, page: int) -> bytes:
    answer = exchange(bytes((0x30, page)))
    if len(answer) != _READ_PAGES * PAGE_BYTES:
        raise UnreadableTagError(f"READ of page {page} was refused")
    return bytes(answer)
