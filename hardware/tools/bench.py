"""A board on the bench: lines out, lines in, and the hands that throw the dice."""

import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.errors import DeviceLostError
from firmware_bridge.frames import (
    BOARD_START,
    HOST_START,
    Frame,
    FrameDecoder,
    LogLine,
    encode_line,
)
from firmware_bridge.serial_port import SerialPort

ANSWER_S = 2.0  # a small board that writes its flash is slow
LOOK_S = 0.05
QUEUE_MAX = 60  # each of a full queue, come twice
OPEN_S = 15.0  # a board that starts again is gone for some seconds
EVENTS = frozenset({"ROLL", "CLEAR", "FAULT", "CHANGED", "BTN"})

Key = tuple[str, str]
"""(boot, n) as on the wire."""


class FaultError(Exception):
    """The board breaks the protocol; the text says how."""


class Wire(Protocol):
    """A port and a clock; a test has its own."""

    def now_s(self) -> float:
        """Return the time."""

    def read(self, seconds: float) -> bytes:
        """Return what comes within so long, as soon as something comes."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def reopen(self) -> None:
        """Close the port and open it again, when there is one."""


class Hands(Protocol):
    """What only somebody at the tray can do."""

    def throw(self) -> None:
        """Throw two dice, after taking out what lies there."""

    def lift(self) -> None:
        """Take the dice out."""

    def cut_power(self) -> None:
        """Take the board's power for a moment."""

    def ask(self, what: str) -> None:
        """Do whatever this sentence asks for."""


class PortWire:
    """A real port, by path or address."""

    def __init__(self, url: str) -> None:
        self._port = SerialPort(url)
        self.reopen()

    def now_s(self) -> float:
        """Return the time."""
        return time.monotonic()

    def read(self, seconds: float) -> bytes:
        """Return what comes within so long; nothing, and a fresh port, if it is gone."""
        until_s = time.monotonic() + seconds
        while time.monotonic() < until_s:
            try:
                if data := self._port.read():
                    return data
            except DeviceLostError:
                self.reopen()
        return b""

    def write(self, data: bytes) -> None:
        """Send bytes; a port that is gone is opened again, and the bytes are lost."""
        try:
            self._port.write(data)
        except DeviceLostError:
            self.reopen()

    def reopen(self) -> None:
        """Close and open.

        Raises:
            DeviceLostError: there was no such port for `OPEN_S`.
        """
        self._port.close()
        until_s = time.monotonic() + OPEN_S
        while True:
            try:
                self._port.open()
            except DeviceLostError:
                if time.monotonic() > until_s:
                    raise
                time.sleep(LOOK_S)
            else:
                return


class PersonAtTheTray:
    """Asks at the terminal, and waits for Enter."""

    def throw(self) -> None:
        """Ask for a throw."""
        self.ask("Take out what lies in the lane, wait, throw two dice so that both lie flat")

    def lift(self) -> None:
        """Ask for an empty lane."""
        self.ask("Take the dice out of the lane")

    def cut_power(self) -> None:
        """Ask for a power cut."""
        self.ask("Pull the board's power and give it back; leave the dice where they are")

    def ask(self, what: str) -> None:
        """Say what to do, and wait for Enter."""
        sys.stderr.write(f"   >> {what}, then press Enter. ")
        sys.stderr.flush()
        if not sys.stdin.readline():
            raise FaultError("nobody is at the tray: the input has ended")


class Bench:
    """Everything a check needs; each starts with `fresh`."""

    def __init__(self, wire: Wire, hands: Hands) -> None:
        self.wire = wire
        self.hands = hands
        self._sent_count = 0
        self._begin()

    def _begin(self) -> None:
        self.decoder = FrameDecoder(BOARD_START)
        self._frames: deque[Frame] = deque()

    def fresh(self) -> Frame:
        """Greet, and acknowledge what still waits; return the answer to the greeting."""
        self._begin()
        greeting = self.greet()
        for _ in range(QUEUE_MAX):
            if (event := self.next(is_event, 0.6)) is None:
                return greeting
            self.acknowledge(event)
        raise FaultError(f"{QUEUE_MAX} events were acknowledged and there are still more")

    def reopen(self) -> None:
        """Open the port afresh; what was heard is forgotten."""
        self.wire.reopen()
        self._begin()

    def greet(self) -> Frame:
        """Say hello until it is answered."""
        for _ in range(8):
            greeting_id = self.send("HI", v="1", host="check")
            answer = self.answer_to(greeting_id, 1.0)
            if answer is not None:
                return answer
        raise FaultError("HI was not answered within 8 s; the answer is OK with the same id")

    def send(self, kind: str, **fields: str) -> str:
        """Send a command with an id of its own, unless one is given; return the id."""
        self._sent_count += 1
        fields = {"id": f"t{self._sent_count}", **fields}
        self.wire.write(encode_line(HOST_START, kind, fields))
        return fields["id"]

    def acknowledge(self, event: Frame) -> None:
        """Tell the board that an event is durable."""
        fields = {"boot": event.fields.get("boot", ""), "n": event.fields.get("n", "")}
        self.wire.write(encode_line(HOST_START, "ACK", fields))

    def ask(self, kind: str, **fields: str) -> Frame:
        """Send a command and return its answer, trying again while the board is busy."""
        for _ in range(10):
            answer = self.answer_to(self.send(kind, **fields), ANSWER_S)
            if answer is None:
                raise FaultError(f"{kind} was not answered within {ANSWER_S:g} s")
            if answer.fields.get("code") != "BUSY":
                return answer
        raise FaultError(f"{kind} was BUSY ten times")

    def answer_to(self, command_id: str, seconds: float) -> Frame | None:
        """Return the answer with this id, None if none comes."""
        return self.next(
            lambda frame: frame.type in {"OK", "ERR"} and frame.fields.get("id") == command_id,
            seconds,
        )

    def next(self, wanted: Callable[[Frame], bool], seconds: float) -> Frame | None:
        """Return the next frame that is wanted, passing over others; None if none comes."""
        until_s = self.wire.now_s() + seconds
        while True:
            while self._frames:
                frame = self._frames.popleft()
                if wanted(frame):
                    return frame
            left_s = until_s - self.wire.now_s()
            if left_s <= 0:
                return None
            self._take(self.wire.read(min(left_s, LOOK_S)))

    def all_within(self, wanted: Callable[[Frame], bool], seconds: float) -> list[Frame]:
        """Return all frames that are wanted and come within so long."""
        until_s = self.wire.now_s() + seconds
        found = []
        while (frame := self.next(wanted, until_s - self.wire.now_s())) is not None:
            found.append(frame)
        return found

    def event(self, kind: str, seconds: float = 8.0) -> Frame:
        """Return the next event of a kind, acknowledging others that come before it."""
        until_s = self.wire.now_s() + seconds
        while (event := self.next(is_event, until_s - self.wire.now_s())) is not None:
            if event.type == kind:
                return event
            self.acknowledge(event)
        raise FaultError(f"no {kind} came within {seconds:g} s")

    def _take(self, data: bytes) -> None:
        for line in self.decoder.feed(data):
            if isinstance(line, Frame):
                self._frames.append(line)
            elif not isinstance(line, LogLine):
                raise FaultError(f"a line of the board is damaged: {line.why}")


def is_event(frame: Frame) -> bool:
    """Tell whether the board sends this until it is acknowledged."""
    return frame.type in EVENTS


def key_of(event: Frame) -> Key:
    """Return what an event is known by."""
    return event.fields.get("boot", ""), event.fields.get("n", "")
