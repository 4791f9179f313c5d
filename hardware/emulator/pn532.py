"""A PN532 reader on a pseudo-terminal, for the real driver to open.

The terminal carries the speed the host has set, so a host at the wrong speed meets garbage, as on
a real line. Tags come and go by `put` and `take`; `unplug` and `plug` are the cable, `faults` a
bad one; `hang`, `resume` and `reset` are the chip's own faults.
"""

import contextlib
import os
import select
import termios
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Self

from hardware.emulator.line_faults import LineFaults
from hardware.emulator.pn532_chip import Antenna, Pn532Chip, Timing, UnknownCommandError
from hardware.emulator.pn532_frames import (
    ACK_FRAME,
    SYNTAX_ERROR_FRAME,
    Handshake,
    HostCommand,
    HostFrameDecoder,
    response_frame,
)
from hardware.emulator.tags import Tag

POLLS_TO_BE_GONE = 3  # one that may have begun before the tag left, and the two a reader must miss

_READ_BYTES = 4096
_REPOLL_S = 0.005  # between two tries of a poll that goes on until something is found
_SPEEDS = {
    termios.B9600: 9600,
    termios.B19200: 19200,
    termios.B38400: 38400,
    termios.B57600: 57600,
    termios.B115200: 115200,
    termios.B230400: 230400,
    termios.B460800: 460800,
    termios.B921600: 921600,
}


class _Presence:
    """One tag on the antenna, and what the host has learnt of it."""

    def __init__(self, tag: Tag) -> None:
        self.tag = tag
        self.listed_at_poll: int | None = None
        self.pages_to_pull: int | None = None


class ReaderEmulator:
    """An emulated reader behind the link *link_path*; plugged in inside a `with`, or by `plug`."""

    def __init__(self, link_path: Path, timing: Timing | None = None) -> None:
        self._link_path = link_path
        self._antenna = Antenna()
        self._chip = Pn532Chip(
            self._antenna, timing or Timing(), self._note_listed, self._note_written
        )
        self._changed = threading.Condition()
        self._presences: dict[bytes, _Presence] = {}
        self._line: _Line | None = None
        self._command_count = 0
        self._interrupted_at_command = -1
        self._poll_count = 0
        self._polls_since_taken: dict[bytes, int] = {}
        self._gone_s: dict[bytes, float] = {}
        self.is_hanging = False
        self.faults = LineFaults(self._interrupt)
        """What the cable does to frames."""
        self.taps_made = 0
        """How often a tag was put on the antenna."""

    def __enter__(self) -> Self:
        self.plug()
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    @property
    def is_plugged(self) -> bool:
        """Whether the link is there."""
        return self._line is not None

    @property
    def poll_count(self) -> int:
        """How often a host has looked for tags of type A."""
        return self._poll_count

    @property
    def path(self) -> Path:
        """The link the driver opens."""
        return self._link_path

    @property
    def baud(self) -> int:
        """The speed the chip speaks now."""
        return self._chip.baud

    @property
    def command_count(self) -> int:
        """How many commands the chip was given."""
        return self._command_count

    def plug(self, *, has_kept_power: bool = False) -> None:
        """Make the link, and give the chip power if it had none; nothing where it is plugged in.

        A chip that has kept its power speaks at the speed it was left at.
        """
        if self._line is None:
            if not has_kept_power:
                self._chip.power_on()
            self._line = _Line(
                self._link_path,
                self._chip,
                self.faults,
                _Watcher(self._is_quiet, self._note_command, self._interrupt),
            )

    def unplug(self) -> None:
        """Take the link away; tags stay where they lie."""
        if self._line is not None:
            self._line.close()
            self._line = None
            self._interrupt()

    def hang(self) -> None:
        """Let the chip go deaf until `resume`; the line stays."""
        self.is_hanging = True
        self._interrupt()

    def resume(self) -> None:
        """End `hang`."""
        self.is_hanging = False

    def reset(self) -> None:
        """Take the chip's power for a moment, not the line: it is back at its first speed."""
        self._chip.power_on()
        self._interrupt()

    def put(self, tag: Tag) -> None:
        """Lay *tag* on the antenna; a tag already there stays."""
        with self._changed:
            if tag.uid in self._presences:
                return
            tag.lose_field()
            self._presences[tag.uid] = _Presence(tag)
            self._polls_since_taken.pop(tag.uid, None)
            self._antenna.tags = [*self._antenna.tags, tag]
            self.taps_made += 1

    def take(self, uid: bytes) -> bool:
        """Take the tag away; whether it was there."""
        with self._changed:
            presence = self._presences.pop(uid, None)
            if presence is None:
                return False
            self._antenna.tags = [tag for tag in self._antenna.tags if tag is not presence.tag]
            presence.tag.lose_field()
            self._polls_since_taken[uid] = 0
            return True

    def pull_after(self, uid: bytes, pages: int) -> None:
        """Take the tag away by itself once it has taken *pages* more pages."""
        with self._changed:
            self._presences[uid].pages_to_pull = pages

    def lies(self, uid: bytes) -> bool:
        """Whether the tag is on the antenna."""
        return uid in self._presences

    def wait_seen(self, uid: bytes, timeout_s: float) -> bool:
        """Wait until the host has read that *uid* is there, and all it wants of it.

        It has when it polls again. False after *timeout_s*.
        """
        with self._changed:
            return self._changed.wait_for(lambda: self._is_seen(uid), timeout_s)

    def wait_gone(self, uid: bytes, timeout_s: float) -> bool:
        """Wait until the host must have noticed that *uid* was taken; False after *timeout_s*."""
        with self._changed:
            return self._changed.wait_for(lambda: uid not in self._polls_since_taken, timeout_s)

    def gone_s(self, uid: bytes) -> float:
        """When the host must have noticed that *uid* was taken, in `time.monotonic` seconds."""
        with self._changed:
            return self._gone_s.get(uid, 0.0)

    def wait_polled(self, timeout_s: float) -> bool:
        """Wait until a host has looked for tags once more; False after *timeout_s*."""
        with self._changed:
            next_poll = self._poll_count + 1
            return self._changed.wait_for(lambda: self._poll_count >= next_poll, timeout_s)

    def _is_seen(self, uid: bytes) -> bool:
        presence = self._presences.get(uid)
        if presence is None or presence.listed_at_poll is None:
            return False
        return self._poll_count > presence.listed_at_poll

    def _interrupt(self) -> None:
        """Forget what the host may not have read to the end."""
        with self._changed:
            self._interrupted_at_command = self._command_count
            self._polls_since_taken = dict.fromkeys(self._polls_since_taken, 0)
            for uid, presence in self._presences.items():
                if not self._is_seen(uid):
                    presence.listed_at_poll = None

    def _is_quiet(self) -> bool:
        return self.is_hanging

    def _note_command(self) -> None:
        with self._changed:
            self._command_count += 1
            self._changed.notify_all()

    def _note_poll(self) -> None:
        self._poll_count += 1
        missing = {uid: count + 1 for uid, count in self._polls_since_taken.items()}
        for uid in [uid for uid, count in missing.items() if count >= POLLS_TO_BE_GONE]:
            del missing[uid]
            self._gone_s[uid] = time.monotonic()
        self._polls_since_taken = missing

    def _note_listed(self, technology: str, tags: list[Tag]) -> None:
        with self._changed:
            if self._interrupted_at_command == self._command_count:
                return  # this very command was
            if technology == "A":
                self._note_poll()
            for tag in tags:
                presence = self._presences.get(tag.uid)
                if presence is not None and presence.listed_at_poll is None:
                    presence.listed_at_poll = self._poll_count
            self._changed.notify_all()

    def _note_written(self, tag: Tag) -> None:
        presence = self._presences.get(tag.uid)
        if presence is None or presence.pages_to_pull is None:
            return
        presence.pages_to_pull -= 1
        if presence.pages_to_pull <= 0:
            self.take(tag.uid)


class _Watcher(NamedTuple):
    """Who is asked and told what becomes of the line."""

    is_quiet: Callable[[], bool]
    on_command: Callable[[], None]
    on_given_up: Callable[[], None]
    """The host asked for something else before it had its answer."""


class _Line:
    """The pseudo-terminal, its link, and the thread that serves the chip on it."""

    def __init__(
        self,
        link_path: Path,
        chip: Pn532Chip,
        faults: LineFaults,
        watcher: _Watcher,
    ) -> None:
        self._link_path = link_path
        self._chip = chip
        self._faults = faults
        self._watcher = watcher
        self._decoder = HostFrameDecoder()
        self._pending: HostCommand | None = None
        self._last_response = b""
        self._wake_read, self._wake_write = os.pipe()
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)  # kept open: the driver closes and reopens while it changes speed
        attributes = termios.tcgetattr(self._slave)
        attributes[4] = attributes[5] = termios.B115200
        termios.tcsetattr(self._slave, termios.TCSANOW, attributes)
        link_path.unlink(missing_ok=True)
        link_path.symlink_to(os.ttyname(self._slave))
        self._thread = threading.Thread(target=self._serve, name=link_path.name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Pull the cable: the link goes first, then both ends."""
        self._link_path.unlink(missing_ok=True)
        os.write(self._wake_write, b"x")
        self._thread.join()
        for end in (self._master, self._slave, self._wake_read, self._wake_write):
            os.close(end)

    def _serve(self) -> None:
        while True:
            timeout_s = None if self._pending is None else _REPOLL_S
            ready, _, _ = select.select([self._master, self._wake_read], [], [], timeout_s)
            if self._wake_read in ready:
                return
            if self._master in ready:
                self._receive(os.read(self._master, _READ_BYTES))
            elif self._pending is not None:
                self._execute(self._pending)

    def _receive(self, chunk: bytes) -> None:
        if self._watcher.is_quiet():
            self._decoder.clear()
            return
        speed = self._host_baud()
        if speed == self._chip.announced_baud:  # the acknowledgement may have been flushed away
            self._chip.settle_baud()
        if speed != self._chip.baud:
            chunk = _garbled(chunk)
        frames = list(self._decoder.feed(self._faults.passed(chunk)))
        for number, frame in enumerate(frames, start=1):
            match frame:
                case Handshake.ACK:
                    self._pending = None
                    self._chip.settle_baud()
                case Handshake.NACK:
                    self._send(self._last_response)
                case HostCommand() if any(isinstance(f, HostCommand) for f in frames[number:]):
                    self._watcher.on_given_up()  # this computer was too busy to answer in time
                case HostCommand():
                    self._begin(frame)

    def _begin(self, command: HostCommand) -> None:
        self._watcher.on_command()
        time.sleep(self._chip.timing.command_s)
        self._send(ACK_FRAME)
        self._execute(command)

    def _execute(self, command: HostCommand) -> None:
        try:
            answer = self._chip.execute(command.code, command.data)
        except UnknownCommandError:
            self._pending = None
            self._send(SYNTAX_ERROR_FRAME)
            return
        if answer is None:
            self._pending = command
            return
        self._pending = None
        self._last_response = response_frame(command.code, answer)
        if select.select([self._master], [], [], 0)[0]:  # no host speaks before it is answered
            self._watcher.on_given_up()
        self._send(self._last_response)

    def _send(self, data: bytes) -> None:
        if self._host_baud() != self._chip.baud:
            data = _garbled(data)
        data = self._faults.passed(data)
        with contextlib.suppress(
            BlockingIOError
        ):  # nobody reads and the terminal is full: bytes are lost
            os.write(self._master, data)

    def _host_baud(self) -> int:
        return _SPEEDS.get(termios.tcgetattr(self._slave)[5], 0)


def _garbled(data: bytes) -> bytes:
    """Return what a receiver at another speed makes of *data*: nothing that could be a frame."""
    return bytes(byte & 0x55 | 0xA2 for byte in data)
