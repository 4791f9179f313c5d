"""Raw traffic with times, written and read back; `replay.py` lets the bridge live through it again.

A recording is text: a line a piece, `[at_ms, device, way, data]` in JSON, in order of time. Data is
text where all of it is printable, else `0x…`. A program that records into the same file later
adds to it.
"""

import json
import logging
import os
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Protocol

import msgspec

from firmware_bridge.errors import BridgeError

_LOG = logging.getLogger(__name__)

BEGUN: Final = "*"
"""A program began to record."""
OPENED: Final = "+"
"""A device is opened, or is tried to be."""
LINE: Final = "="
"""The library opens the reader's line; more than once where a chip is to be rescued."""
TO_DEVICE: Final = ">"
FROM_DEVICE: Final = "<"
FAILED: Final = "!"
"""Nothing whole came: the data is the failure's name."""
CLOSING: Final = "-"
"""What follows is only the end of the session."""

BYTES_MAX: Final = 500_000_000  # a reader makes 40 MB an hour: an evening, and not the disk
_PRINTABLE: Final = frozenset(b"\r\n\t") | frozenset(range(0x20, 0x7F))
_HEX: Final = "0x"


class RecordingError(BridgeError):
    """A recording cannot be used; says where and why."""


class Tap(Protocol):
    """Overhears one device; never raises."""

    def __call__(self, way: str, data: bytes = b"", at_ms: int | None = None) -> None:
        """Take a piece; *at_ms* is of `time.monotonic()`, now if not said."""


class Piece(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One thing that happened on one line."""

    at_ms: int
    """Since the program began to record."""
    device: str
    """`board` or the reader's name; empty with `BEGUN`."""
    way: str
    text: str

    @property
    def data(self) -> bytes:
        """What went over the line."""
        if self.text.startswith(_HEX):
            return bytes.fromhex(self.text.removeprefix(_HEX))
        return self.text.encode("latin-1")


class Recorder:
    """Writes what goes over lines to the file at *path*, readable by its owner only.

    What cannot be written, and what is beyond `BYTES_MAX`, ends the recording, never the game.
    """

    def __init__(self, path: Path, bytes_max: int = BYTES_MAX) -> None:
        """Begin to record.

        Raises:
            OSError: The file cannot be written.
        """
        self._fd: int | None = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._room = bytes_max - os.fstat(self._fd).st_size
        self._path = path
        self._lock = threading.Lock()
        self._begun_ms = _now_ms()
        self._write(Piece(0, "", BEGUN, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())))

    def tap(self, device: str) -> Tap:
        """Return what overhears *device*; to be called from its thread."""

        def take(way: str, data: bytes = b"", at_ms: int | None = None) -> None:
            at_ms = _now_ms() if at_ms is None else at_ms
            self._write(Piece(at_ms - self._begun_ms, device, way, _text(data)))

        return take

    def close(self) -> None:
        """End the recording; what comes later is passed over."""
        with self._lock:
            fd, self._fd = self._fd, None
            if fd is not None:
                os.close(fd)

    def _write(self, piece: Piece) -> None:
        line = json.dumps(msgspec.to_builtins(piece), separators=(",", ":")).encode() + b"\n"
        with self._lock:
            if self._fd is None:
                return
            self._room -= len(line)
            why: object = "it is as large as it may be" if self._room < 0 else None
            try:
                if why is None:
                    os.write(self._fd, line)
            except OSError as error:
                why = error
            if why is not None:
                _LOG.warning("the recording %s ends here: %s", self._path, why)
                os.close(self._fd)
                self._fd = None


def deaf(way: str, data: bytes = b"", at_ms: int | None = None) -> None:
    """Overhear nothing: a `Tap` where nothing is recorded."""
    del way, data, at_ms


def load(path: Path) -> list[list[Piece]]:
    """Return the pieces of a recording, a list for each program that wrote into it.

    A last line that was cut short is passed over.

    Raises:
        RecordingError: It is none, or cannot be read.
    """
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise RecordingError(f"{path}: {error.strerror}") from error
    return list(_programs(path, lines))


def _programs(path: Path, lines: Iterable[bytes]) -> Iterator[list[Piece]]:
    pieces: list[Piece] = []
    for number, line in enumerate(lines, start=1):
        if not line.endswith(b"\n"):
            continue
        try:
            piece = msgspec.json.decode(line, type=Piece)
            data_is_sound = piece.data is not None
        except (msgspec.MsgspecError, ValueError) as error:
            raise RecordingError(f"{path}:{number}: this is no recording: {error}") from error
        assert data_is_sound
        if piece.way == BEGUN and pieces:
            yield pieces
            pieces = []
        pieces.append(piece)
    yield pieces


def _text(data: bytes) -> str:
    if _PRINTABLE.issuperset(data) and not data.startswith(_HEX.encode()):
        return data.decode("latin-1")
    return _HEX + data.hex()


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
