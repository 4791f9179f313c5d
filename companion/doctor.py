"""What is plugged in and whether it answers, the storage, the clock and the books: a line each."""

import argparse
import asyncio
import fcntl
import os
import queue
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion.client import Client, is_running, with_table
from companion.config import Configuration, configuration
from companion.devices import BOARD, Devices
from companion.errors import TapbankError
from companion.journal.lock import LOCK_NAME
from companion.journal.reserve import free_bytes
from companion.journal.store import JOURNAL_NAME
from companion.locales import _
from companion.protocol import DeviceHealth
from companion.records.books import opened
from companion.records.checking import checked
from firmware_bridge.discovery import identified, ports
from firmware_bridge.signals import DeviceDown, DeviceUp, Signal

FINE, WARNING, BROKEN = 0, 1, 2
FSYNCS = 10
SLOW_MS = 1000.0  # three such an evening mean a worn card
ANSWER_S = 6.0  # a reader left at another speed is found within this
FREE_BYTES_BROKEN = 20_000_000
WALL_MIN = datetime(2026, 1, 1, tzinfo=UTC)  # before this program was written
_MARKS = {FINE: "●", WARNING: "▲", BROKEN: "✖"}


class Examined(msgspec.Struct, frozen=True):
    """One thing looked at."""

    what: str
    """`table`, `free`, `storage`, `clock`, `journal`, or a device's name."""
    level: int
    sentence: str
    mend: str = ""
    """What to do about it; empty where it is fine."""


def run_doctor(arguments: argparse.Namespace) -> int:
    """Look at everything; return 0, 1 with warnings, or 2 where something is broken."""
    told = configuration(arguments)
    found = list(examined(told))
    if arguments.json:
        level = max(each.level for each in found)
        sys.stdout.write(msgspec.json.encode({"level": level, "checks": found}).decode() + "\n")
        return level
    for each in found:
        mend = f" {each.mend}" if each.mend else ""
        sys.stdout.write(f"{_MARKS[each.level]} {_word(each.what)}: {each.sentence}{mend}\n")
    return max(each.level for each in found)


def _word(what: str) -> str:
    """Return what was looked at in the table's language; a device by its name."""
    match what:
        case "table":
            return _("table")
        case "free":
            return _("room on the disk")
        case "storage":
            return _("storage")
        case "clock":
            return _("clock")
        case "journal":
            return _("journal")
        case "devices":
            return _("devices")
        case "board":
            return _("board")
        case _:
            return what


def examined(told: Configuration) -> Iterator[Examined]:
    """Yield what is found, one thing after the other; nothing in the folder is changed."""
    yield _holder(told.data)
    yield from _space(told)
    yield _clock(told.data)
    yield from _journal(told)
    yield from _devices(told)


def _holder(folder: Path) -> Examined:
    try:
        fd = os.open(folder / LOCK_NAME, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return Examined("table", FINE, _("None runs on {folder}.").format(folder=folder))
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(fd, 20).decode("ascii", "replace").strip()
        return Examined("table", FINE, _("Process {pid} runs it.").format(pid=holder or "?"))
    finally:
        os.close(fd)
    return Examined("table", FINE, _("None runs on {folder}.").format(folder=folder))


def _space(told: Configuration) -> Iterator[Examined]:
    folder = told.data
    while not folder.exists():
        folder = folder.parent
    try:
        free = free_bytes(folder)
        worst_ms = _worst_fsync_ms(folder)
    except OSError as error:
        sentence = _("{folder} cannot be written to: {reason}.")
        said = sentence.format(folder=folder, reason=error.strerror)
        yield Examined("storage", BROKEN, said, _("Check the disk and whose folder it is."))
        return
    few = told.free_mb_min * 1_000_000
    level = BROKEN if free < FREE_BYTES_BROKEN else WARNING if free < few else FINE
    sentence = _("{count} MB are left.").format(count=free // 1_000_000)
    yield Examined("free", level, sentence, _("Make room on the disk.") if level else "")
    sentence = _("The slowest of {count} writes took {milliseconds} ms.")
    said = sentence.format(count=FSYNCS, milliseconds=round(worst_ms))
    is_slow = worst_ms > SLOW_MS
    mend = _("Replace the card if it stays so.") if is_slow else ""
    yield Examined("storage", WARNING if is_slow else FINE, said, mend)


def _worst_fsync_ms(folder: Path) -> float:
    worst = 0.0
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        for _write in range(FSYNCS):
            file.write(bytes(4096))
            began = time.monotonic()
            os.fsync(file.fileno())
            worst = max(worst, time.monotonic() - began)
    return 1000 * worst


def _clock(folder: Path) -> Examined:
    now = datetime.now(UTC)
    said = f"{now:%Y-%m-%d %H:%M} UTC."
    mend = _("Set the clock; the game's order does not depend on it.")
    last = _last_wall(folder)
    if now < WALL_MIN or (last and now < last):
        return Examined("clock", WARNING, said, mend)
    return Examined("clock", FINE, said)


def _last_wall(folder: Path) -> datetime | None:
    with suppress(TapbankError, ValueError), opened(None, folder) as book:
        return datetime.fromisoformat(book.rows[-1].wall)
    return None


def _journal(told: Configuration) -> Iterator[Examined]:
    if not (told.data / JOURNAL_NAME).exists():
        yield Examined("journal", FINE, _("No journal has been begun yet."))
        return
    try:
        for finding in checked(None, told.data, told.second_copy):
            yield Examined("journal", FINE if finding.is_fine else WARNING, finding.sentence)
    except TapbankError as error:
        mend = _("Start the table: it recovers from the second copy.")
        yield Examined("journal", BROKEN, error.sentence, mend)


def _devices(told: Configuration) -> Iterator[Examined]:
    is_held = is_running(told.socket)
    health = _told_by_table(told) if is_held else _asked(told)
    unseen = _unseen(told, {device.device for device in health}) if is_held else ()
    for path in unseen:
        sentence = _("{path} was not looked at: the table that runs answers for its own devices.")
        mend = _("Stop the table to have it looked at.")
        yield Examined("devices", WARNING, sentence.format(path=path), mend)
    if not health and not unseen:
        yield from _plugged_in(told)
    for device in health:
        mend = "" if device.is_up else _("Check its cable and its name in config.toml.")
        level = FINE if device.is_up else BROKEN
        said = device.detail if device.is_up else _as_sentence(device.detail)
        yield Examined(device.device, level, said, mend)


def _as_sentence(why: str) -> str:
    return why if why.endswith((".", "?", "!")) else f"{why}."


def _unseen(told: Configuration, held: set[str]) -> tuple[str, ...]:
    """Return the named devices that are none of the running table's, which has *held*."""
    named = {} if told.board is None else {BOARD: told.board}
    named |= {f"reader-{number}": path for number, path in enumerate(told.readers, start=1)}
    return tuple(path for name, path in named.items() if name not in held)


def _plugged_in(told: Configuration) -> Iterator[Examined]:
    """Ask every port whether something of ours answers, where nothing is named."""
    found = list(ports()) if told.does_search else []
    for port in found:
        answer = identified(port)
        said = _("Nothing of a table answers at {path}.").format(path=port.path)
        if answer is not None:
            said = _("{device} at {path}").format(device=answer.uid, path=port.path)
        yield Examined("port" if answer is None else answer.kind, FINE, said)
    if not found:
        yield Examined("devices", FINE, _("None is named: it is played by keys."))


def _told_by_table(told: Configuration) -> tuple[DeviceHealth, ...]:
    """Ask the running table, which holds the devices."""

    async def devices(client: Client) -> tuple[DeviceHealth, ...]:
        await asyncio.sleep(0)
        return client.replica.devices

    return with_table(told.socket, "doctor", devices)


def _asked(told: Configuration) -> tuple[DeviceHealth, ...]:
    """Open each device as the table does, and wait for its answer for `ANSWER_S` at most."""
    signals: queue.Queue[Signal] = queue.Queue()
    devices = Devices(told.board, told.readers, signals.put)
    if not devices.health:
        return ()
    devices.start()
    deadline = time.monotonic() + ANSWER_S
    try:
        while not all(device.is_up for device in devices.health):
            signal = signals.get(timeout=max(deadline - time.monotonic(), 0.001))
            if isinstance(signal, DeviceUp | DeviceDown):
                devices.note(signal)
    except queue.Empty:
        return devices.health  # whoever has not answered by now is down
    finally:
        devices.stop()
    return devices.health
