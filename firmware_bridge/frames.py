"""Lines with checksums to frames and back, whatever the chunking (DLP/1, "Grammar")."""

import binascii
import re
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

import msgspec

BOARD_START = b"$"
HOST_START = b"!"
BOARD_BYTES_MAX = 240  # start to checksum, board to host: a roll with raw levels takes 150
HOST_BYTES_MAX = 98  # start to checksum, host to board: a small board has 2 KB in all

_BREAK = re.compile(rb"([\n$!])")
_LINE = re.compile(
    r"(?P<body>(?P<type>[A-Z]{1,8})"
    r"(?P<fields>(?: [a-z0-9]{1,6}=(?:[\"#&-)+-~]|%[0-9A-Fa-f]{2})*)*))\*(?P<crc>[0-9A-F]{4})"
)
_ESCAPED = re.compile(rb"[^\"#&-)+-~]")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")


class Junk(StrEnum):
    """Why bytes were skipped; the keys of the counts."""

    INTERRUPTED = "interrupted"
    """A frame, or other text, was cut short by the start of the next one."""
    TOO_LONG = "too long"
    ECHO = "echo"
    """A line of our own direction, from a port that echoes."""
    NO_CHECKSUM = "no checksum"
    CHECKSUM = "checksum"
    SYNTAX = "syntax"
    UNKNOWN_TYPE = "unknown type"
    FIELDS = "fields"
    """A good checksum over fields out of their ranges: one damaged line in 65,536 gets so far."""


class Frame(msgspec.Struct, frozen=True, gc=False):
    """One line whose checksum and grammar are right; values are unescaped."""

    type: str
    fields: dict[str, str]


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """A line without a start character: for people, never acted on."""

    text: str


class DamagedLine(msgspec.Struct, frozen=True, gc=False):
    """A line that began like a frame and is none."""

    why: Junk


def checksum(body: bytes) -> int:
    """Return the CRC-16/CCITT-FALSE of *body*, the line between its start and its `*`."""
    return binascii.crc_hqx(body, 0xFFFF)


def encode_line(start: bytes, frame_type: str, fields: Mapping[str, str]) -> bytes:
    """Return the whole line, line feed included; values are escaped.

    Raises:
        ValueError: the line breaks the grammar or is longer than its direction allows.
    """
    body = " ".join([frame_type, *(f"{key}={_escaped(value)}" for key, value in fields.items())])
    line = f"{body}*{checksum(body.encode('ascii')):04X}"
    if _LINE.fullmatch(line) is None or len(fields) != body.count(" "):
        message = f"not a line of the protocol: {body}"
        raise ValueError(message)
    if 1 + len(line) > bytes_max(start):
        message = f"{1 + len(line)} bytes, {bytes_max(start)} allowed: {body}"
        raise ValueError(message)
    return start + line.encode("ascii") + b"\n"


def bytes_max(start: bytes) -> int:
    """Return the longest line of a direction, start to checksum."""
    return BOARD_BYTES_MAX if start == BOARD_START else HOST_BYTES_MAX


def decode_line(line: bytes) -> Frame | Junk:
    """Read a line without its start character and line end."""
    body, star, _ = line.rpartition(b"*")
    if not star:
        return Junk.NO_CHECKSUM
    match = _LINE.fullmatch(line.decode("latin-1"))
    if match is None:
        is_same = line[-4:] == b"%04X" % checksum(body)
        return Junk.SYNTAX if is_same else Junk.CHECKSUM
    if int(match["crc"], 16) != checksum(body):
        return Junk.CHECKSUM
    pairs = [field.partition("=") for field in match["fields"].split(" ")[1:]]
    try:
        fields = {key: _unescaped(value) for key, _, value in pairs}
    except UnicodeDecodeError:
        return Junk.SYNTAX
    if len(fields) != len(pairs):
        return Junk.SYNTAX
    return Frame(match["type"], fields)


class FrameDecoder:
    """Turn a byte stream into frames, whatever the chunking.

    A start character restarts a frame wherever it stands. What is skipped is counted in `junk`
    by reason. Never holds more than the longest line; a longer one is dropped up to its end.
    """

    def __init__(self, start: bytes) -> None:
        self.junk: Counter[Junk] = Counter()
        self._start = start
        self._held_max = bytes_max(start)  # the start is not held, a carriage return may be
        self._kind: bytes | None = None
        self._held = bytearray()
        self._is_too_long = False

    def feed(self, chunk: bytes) -> list[Frame | LogLine | DamagedLine]:
        """Take the next bytes; return what they complete."""
        found: list[Frame | LogLine | DamagedLine] = []
        for piece in _BREAK.split(chunk):
            if piece == b"\n":
                line = self._line_ended()
                if line is not None:
                    found.append(line)
            elif piece in (BOARD_START, HOST_START):
                if self._kind is not None or self._held or self._is_too_long:
                    self.junk[Junk.INTERRUPTED] += 1
                self._begin(piece)
            elif not self._is_too_long:
                self._hold(piece)
        return found

    def _begin(self, kind: bytes | None) -> None:
        self._kind = kind
        self._held.clear()
        self._is_too_long = False

    def _hold(self, piece: bytes) -> None:
        if len(self._held) + len(piece) > self._held_max:
            self._held.clear()
            self._is_too_long = True
        else:
            self._held += piece

    def _line_ended(self) -> Frame | LogLine | DamagedLine | None:
        line = bytes(self._held).removesuffix(b"\r")
        kind, is_too_long = self._kind, self._is_too_long or len(line) >= self._held_max
        self._begin(None)
        if is_too_long:
            return self._damaged(Junk.TOO_LONG)
        if kind is None:
            return LogLine(line.decode("ascii", "backslashreplace")) if line else None
        if kind != self._start:
            self.junk[Junk.ECHO] += 1
            return None
        decoded = decode_line(line)
        return self._damaged(decoded) if isinstance(decoded, Junk) else decoded

    def _damaged(self, why: Junk) -> DamagedLine:
        self.junk[why] += 1
        return DamagedLine(why)


def _escaped(value: str) -> str:
    escaped = _ESCAPED.sub(lambda match: b"%%%02X" % match[0][0], value.encode())
    return escaped.decode("ascii")


def _unescaped(value: str) -> str:
    return _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), value.encode("ascii")).decode()
