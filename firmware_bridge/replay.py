"""Recorded traffic lived through again: the same bytes at the same times make the same signals.

What the bridge would say now is held against what it said then, for a reader byte by byte. Cards
written meanwhile are not written again: a reader's recording is followed up to there.
"""

import errno
import io
import os
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from firmware_bridge.cues import Acknowledge
from firmware_bridge.dice_board import NAME as BOARD
from firmware_bridge.errors import DeviceLostError
from firmware_bridge.frames import HOST_START, Frame, FrameDecoder
from firmware_bridge.link import Link
from firmware_bridge.nfc_reader import ReaderDriver
from firmware_bridge.recording import (
    CLOSING,
    FAILED,
    FROM_DEVICE,
    LINE,
    OPENED,
    TO_DEVICE,
    Piece,
    RecordingError,
    load,
)
from firmware_bridge.signals import Signal

_NS_PER_MS: Final = 1_000_000
_SET_BAUD: Final = b"\xd4\x10"


def replay(path: Path) -> list[Signal]:
    """Return what happened at the table, in order of time; `at_ns` is since the beginning.

    `DeviceUp` and `DeviceDown` are not among it.

    Raises:
        RecordingError: It is no recording, or the bridge says other things now than it did then.
    """
    signals: list[Signal] = []
    for pieces in load(path):
        run: list[Signal] = []
        for device in dict.fromkeys(piece.device for piece in pieces if piece.device):
            own = [piece for piece in pieces if piece.device == device]
            run += board_signals(own) if device == BOARD else reader_signals(device, own)
        signals += sorted(run, key=lambda signal: getattr(signal, "at_ns", 0))
    return signals


def board_signals(pieces: Iterable[Piece]) -> list[Signal]:
    """Return what a dice board told, as the link of today understands it."""
    signals: list[Signal] = []
    link = Link(0)
    said = FrameDecoder(HOST_START)
    for piece in pieces:
        if piece.way == OPENED:
            link.reopened(piece.at_ms)
        elif piece.way == TO_DEVICE:
            link.tick(piece.at_ms)
            for line in said.feed(piece.data):
                if isinstance(line, Frame) and line.type == "ACK":
                    key = Acknowledge(line.fields["boot"], int(line.fields["n"]))
                    link.send(key, piece.at_ms)
        elif piece.way == FROM_DEVICE:
            signals += link.receive(piece.data, piece.at_ms)
    return signals


def reader_signals(name: str, pieces: Iterable[Piece]) -> list[Signal]:
    """Return what a reader saw, through the real library.

    A port that is none keeps the library from speeding up a line that was not then.

    Raises:
        RecordingError: The library or the bridge says other things now than it did then.
    """
    signals: list[Signal] = []
    play = _Play(pieces)
    master, slave = os.openpty()  # a port that has a name and a speed, and is never read
    try:
        path = os.ttyname(slave) if play.is_sped_up else os.devnull
        driver = ReaderDriver(
            name,
            path,
            signals.append,
            reopen_s=float("inf"),  # a planned reopening is in the recording
            line_of=lambda port: _PlayedLine(port, play),
            now_ns=lambda: play.at_ms * _NS_PER_MS,
        )
        driver.interrupt()  # no waiting between polls
        while play.skip_to_opening():
            _live_through(driver, play)
    finally:
        os.close(master)
        os.close(slave)
    return signals


def _live_through(driver: ReaderDriver, play: "_Play") -> None:
    """Let *driver* open the reader and poll it as long as it did then."""
    try:
        driver.open()
        while not play.is_session_over:
            driver.step()
    except DeviceLostError:
        pass  # as it was then
    finally:
        driver.close()
    if play.difference is not None:
        raise RecordingError(play.difference)


class _Play:
    """The pieces of one reader that are still to come."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._pieces = deque(pieces)
        self.at_ms = 0
        self.difference: str | None = None
        """What was said now and not then."""

    @property
    def is_sped_up(self) -> bool:
        """Whether the chip was told to speak faster."""
        return any(_SET_BAUD in piece.data for piece in self._pieces)

    @property
    def is_session_over(self) -> bool:
        """Whether nothing more was said before the reader was closed or opened anew."""
        return not self._pieces or self._pieces[0].way in {CLOSING, OPENED}

    def skip_to_opening(self) -> bool:
        """Pass over the end of a session and into the next; return whether there is one."""
        while self._pieces:
            if self._pieces.popleft().way == OPENED:
                return True
        return False

    def take(self, *ways: str) -> Piece:
        """Return the next piece, if it is one of *ways*.

        Raises:
            OSError: It is not: the session was over here, or went otherwise.
        """
        if not self._pieces or self._pieces[0].way not in ways:
            if not self.is_session_over:
                self._differ(f"asks for {' or '.join(ways)}", self._pieces[0])
            raise OSError(errno.EIO, "the recording ends here")
        piece = self._pieces.popleft()
        self.at_ms = piece.at_ms
        return piece

    def said(self, data: bytes) -> None:
        """Hold what is said now against what was said then.

        Raises:
            OSError: It is not the same.
        """
        piece = self.take(TO_DEVICE)
        if piece.data != data:
            self._differ(f"says {data.hex()}", piece)
            raise OSError(errno.EIO, "the recording goes otherwise")

    def _differ(self, now: str, then: Piece) -> None:
        if self.difference is None:
            self.difference = (
                f"{then.device} at {then.at_ms} ms: the bridge {now}, the recording goes on with "
                f"{then.way} {then.text}"
            )


class _PlayedLine:
    """What nfcpy takes for a serial line."""

    TYPE = "TTY"
    manufacturer_name = product_name = None

    def __init__(self, port: str, play: _Play) -> None:
        play.take(LINE)
        self._play = play
        self.tty: io.BytesIO | None = io.BytesIO()
        self.port = port
        self.baudrate = 115200

    def open(self, port: str, baudrate: int = 115200) -> None:
        """Change the speed."""
        self.port, self.baudrate = port, baudrate

    def read(self, timeout: int) -> bytearray:
        """Return what came then, or fail as it failed then."""
        del timeout
        piece = self._play.take(FROM_DEVICE, FAILED)
        if piece.way == FAILED:
            raise _failure(piece.text)
        return bytearray(piece.data)

    def write(self, frame: bytearray) -> None:
        """Hold *frame* against the recording."""
        self._play.said(bytes(frame))

    def close(self) -> None:
        """Let go of nothing."""


def _failure(name: str) -> Exception:
    """Return what the library threw then, as far as it matters to those who catch it."""
    if name == IndexError.__name__:
        return IndexError()
    code = errno.ETIMEDOUT if name == TimeoutError.__name__ else errno.EIO
    return OSError(code, os.strerror(code))
