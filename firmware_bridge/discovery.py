"""What is plugged in: which ports look like ours, and which of them answer.

Ports are those that udev names under `serial/by-id` and `serial/by-path`, so that a device is
called by what it is and by where it is plugged in, never by the order of plugging. Nothing is taken
for a board that has not answered `!HI`, nor for a reader whose chip has not said what it is.
"""

import os
import re
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.errors import DeviceLostError
from firmware_bridge.link import Link
from firmware_bridge.nfc_opening import open_reader
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.signals import DeviceFound
from firmware_bridge.supervisor import Sink

DEV: Final = Path("/dev")
LOOK_S: Final = 2.0  # how soon what is plugged in later is found
GREET_S: Final = 2.5  # a board that is reset by being opened needs two
_BOARD_NAMES: Final = re.compile(r"(?i)micropython|raspberry_pi_pico|arduino|_2e8a_|tapbank")


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port that is plugged in."""

    path: str
    """Stays the same for the same socket of the machine."""
    name: str
    """What udev says of the device; empty where it says nothing."""


def ports(dev: Path = DEV) -> tuple[Port, ...]:
    """Return the serial ports that are plugged in, in order of their sockets."""
    names = {str(link.resolve()): link.name for link in _links(dev / "serial" / "by-id")}
    places = {str(link.resolve()): str(link) for link in _links(dev / "serial" / "by-path")}
    for real in names.keys() - places.keys():
        places[real] = str(dev / "serial" / "by-id" / names[real])
    found = [Port(path, names.get(real, "")) for real, path in places.items()]
    return tuple(sorted(found, key=lambda port: port.path))


def identified(port: Port) -> DeviceFound | None:
    """Return what answers on *port*: a board is asked first where its name sounds like one."""
    asked = [_board_at, _reader_at]
    if not _BOARD_NAMES.search(port.name):
        asked.reverse()
    for ask in asked:
        if (found := ask(port.path)) is not None:
            return found
    return None


def in_order(found: Iterable[DeviceFound], board_uid: str | None) -> list[DeviceFound]:
    """Return what was found, the board that is remembered before any other."""
    return sorted(found, key=lambda each: (each.uid != board_uid, each.kind, each.path))


class Finder:
    """Looks for devices in a thread of its own, and tells of each once; *taken* are left alone.

    A port that answered nothing is asked again when it has been away.
    """

    def __init__(
        self,
        sink: Sink,
        *,
        taken: Iterable[str] = (),
        board_uid: str | None = None,
        dev: Path = DEV,
        look_s: float = LOOK_S,
    ) -> None:
        self._sink = sink
        self._taken = frozenset(os.path.realpath(path) for path in taken)
        self._board_uid = board_uid
        self._dev = dev
        self._look_s = look_s
        self._asked: frozenset[Port] = frozenset()
        self._told: set[str] = set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="finder", daemon=True)

    def start(self) -> None:
        """Begin to look; once in a life."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more; a port that is being asked is let go within `GREET_S`."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(GREET_S)

    def _run(self) -> None:
        while not self._stopping.is_set():
            present = frozenset(ports(self._dev))
            new = sorted(present - self._asked, key=lambda port: port.path)
            answers = [answer for port in new if (answer := self._answer(port)) is not None]
            for answer in in_order(answers, self._board_uid):
                self._told.add(answer.path)
                self._sink(answer)
            self._asked = present
            self._stopping.wait(self._look_s)

    def _answer(self, port: Port) -> DeviceFound | None:
        is_ours = port.path in self._told or os.path.realpath(port.path) in self._taken
        if is_ours or self._stopping.is_set():
            return None  # it has a thread of its own, which reopens it
        return identified(port)


def _links(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []  # nothing is plugged in, or there is no udev


def _board_at(path: str) -> DeviceFound | None:
    port, link = SerialPort(path), Link(_now_ms())
    try:
        port.open()
        until_s = time.monotonic() + GREET_S
        while link.detail is None and link.lost_why is None and time.monotonic() < until_s:
            link.tick(_now_ms())
            if data := link.outgoing():
                port.write(data)
            link.receive(port.read(), _now_ms())
    except DeviceLostError:
        return None
    finally:
        port.close()
    return None if link.uid is None else DeviceFound("board", path, link.uid)


def _reader_at(path: str) -> DeviceFound | None:
    try:
        reader = open_reader(path)
    except DeviceLostError:
        return None
    chip = str(reader.frontend.device.chipset_name)
    reader.close()
    return DeviceFound("reader", path, chip)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def named_readers(paths: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
    """Return a name for each reader's path: the one it has had, or the first that is free."""
    names = {path: known[path] for path in paths if path in known}
    for path in paths:
        if path not in names:
            taken = {*known.values(), *names.values()}
            names[path] = next(
                name for n in range(1, len(taken) + 2) if (name := f"reader-{n}") not in taken
            )
    return names
