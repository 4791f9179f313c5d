"""What is plugged in: which ports look like ours, and which of them answer.

Ports are those that udev names under `serial/by-id` and `serial/by-path`, so that a device is
called by what it is and by where it is plugged in, never by the order of plugging; where there is
no udev, USB ports by their numbers; and on a Raspberry Pi the UART of its header, unless somebody
logs in there. Nothing is taken for a board that has not answered `!HI`, nor for a reader whose chip
has not said what it is.
"""

import logging
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

_LOG = logging.getLogger(__name__)

LOOK_S: Final = 2.0  # how soon what is plugged in later is found
GREET_S: Final = 2.5  # a board that is reset by being opened needs two
_BOARD_NAMES: Final = re.compile(r"(?i)micropython|raspberry_pi_pico|arduino|_2e8a_|tapbank")
_BOARD_USB: Final = re.compile(r"(2e8a|2341|2a03):")
"""Vendors whose devices are boards themselves: Raspberry Pi (a Pico with MicroPython is
`2e8a:0005`), Arduino. Adapters (`1a86:7523`, `0403:6001`, `10c4:ea60`) may hold either."""
_USB_PORTS: Final = re.compile(r"tty(ACM|USB)\d+")
_USB_LEVELS: Final = 4  # from a port up to its device, hubs not counted
_HEADER_OF_PI_5: Final = "ttyAMA0"  # its `serial0` is the plug for debugging


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the system says what is plugged in."""

    dev: Path = Path("/dev")
    sys: Path = Path("/sys")
    proc: Path = Path("/proc")


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port that is plugged in."""

    path: str
    """Stays the same for the same socket of the machine."""
    name: str
    """What udev says of the device; empty where it says nothing."""
    usb: str = ""
    """Vendor and product, as `2e8a:0005`; empty where it is no USB device."""

    @property
    def is_of_a_board(self) -> bool:
        """Whether a board's own chip makes this port, so that no reader can be behind it."""
        return bool(_BOARD_USB.match(self.usb) or _BOARD_NAMES.search(self.name))


def ports(machine: Machine | None = None) -> tuple[Port, ...]:
    """Return the serial ports that are plugged in, in order of their sockets."""
    machine = machine or Machine()
    serial = machine.dev / "serial"
    names = {_node(link): link.name for link in _entries(serial / "by-id")}
    paths = {_node(link): str(link) for link in _entries(serial / "by-path")}
    for node in names.keys() - paths.keys():
        paths[node] = str(serial / "by-id" / names[node])
    for entry in _entries(machine.dev):
        if _USB_PORTS.fullmatch(entry.name):
            paths.setdefault(entry.name, str(entry))
    if (header := _header_port(machine)) is not None:
        paths.setdefault(header, str(machine.dev / header))
    found = [Port(path, names.get(node, ""), _usb(machine, node)) for node, path in paths.items()]
    return tuple(sorted(found, key=lambda port: port.path))


def identified(port: Port) -> DeviceFound | None:
    """Return what answers on *port*.

    A reader is asked first, and never where a board's own chip makes the port: the bytes that wake
    a reader hold a ^C, which would end the program of a board that runs MicroPython.
    """
    for ask in [_board_at] if port.is_of_a_board else [_reader_at, _board_at]:
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
        machine: Machine | None = None,
        look_s: float = LOOK_S,
    ) -> None:
        self._sink = sink
        self._taken = frozenset(os.path.realpath(path) for path in taken)
        self._board_uid = board_uid
        self._machine = machine or Machine()
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
            present = frozenset(ports(self._machine))
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
        try:
            return identified(port)
        except Exception:  # noqa: BLE001 - the thread's top: later ports must still be found
            _LOG.exception("port %s cannot be asked", port.path)
            return None


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []  # nothing is plugged in, or there is no udev


def _node(link: Path) -> str:
    """Return the name of the port that *link* leads to, as `ttyUSB0`."""
    try:
        return link.readlink().name
    except OSError:  # gone meanwhile
        return link.name


def _usb(machine: Machine, node: str) -> str:
    """Return vendor and product of the USB device that makes the port; empty where none does."""
    try:
        at = (machine.sys / "class" / "tty" / node / "device").resolve(strict=True)
        for folder in [at, *at.parents][:_USB_LEVELS]:
            if (folder / "idVendor").exists():
                words = [(folder / name).read_text("ascii") for name in ("idVendor", "idProduct")]
                return ":".join(word.strip().lower() for word in words)
    except (OSError, UnicodeDecodeError, RuntimeError):  # the last: links that lead in a circle
        return ""
    return ""


def _header_port(machine: Machine) -> str | None:
    """Return the UART on the header of a Raspberry Pi, if it has one that nobody logs in on."""
    try:
        model = (machine.proc / "device-tree" / "model").read_text("utf-8", "replace")
        console = (machine.proc / "cmdline").read_text("utf-8", "replace")
    except OSError:
        return None
    if not model.startswith("Raspberry Pi"):
        return None
    link = machine.dev / "serial0"
    node = _HEADER_OF_PI_5 if re.match(r"Raspberry Pi (Compute Module )?5", model) else _node(link)
    logged_in = set(re.findall(r"console=(\w+)", console))
    is_free = not logged_in & {node, link.name}
    return node if is_free and (machine.dev / node).exists() else None


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
