"""The devices of a table: started and stopped together, and how each of them is."""

import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from companion.device_memory import DeviceMemory
from companion.protocol import DeviceHealth
from firmware_bridge.card_jobs import Job
from firmware_bridge.cues import Cue
from firmware_bridge.dice_board import DiceBoard
from firmware_bridge.discovery import Finder, Machine
from firmware_bridge.nfc_reader import NfcReader
from firmware_bridge.recording import Recorder, Tap, deaf
from firmware_bridge.signals import DeviceDown, DeviceFound, DeviceUp
from firmware_bridge.supervisor import Sink

BOARD = "board"
BEAT_S_MAX = 20.0  # opening a reader at four speeds takes four; a thread that is stuck, for ever


class _Device(Protocol):
    def start(self) -> None:
        """Begin to look for the device."""

    def stop(self) -> None:
        """Let go of it."""


@dataclass(frozen=True, slots=True)
class Search:
    """Where devices are looked for that nobody has named, and what they were before."""

    memory: DeviceMemory
    machine: Machine | None = None


class Devices:
    """What is plugged in; a device that is missing is looked for as long as the table runs."""

    def __init__(
        self,
        board: str | None,
        readers: tuple[str, ...],
        sink: Sink,
        search: Search | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        """Name what is told; what is not is searched for, where there is a *search*."""
        self._recorder = recorder
        self._sink = sink
        self._search = search
        self._board: DiceBoard | None = None
        self._all: list[_Device] = []
        self._readers: dict[str, NfcReader] = {}
        self._health: dict[str, DeviceHealth] = {}
        self._kinds_sought = {
            kind for kind, told in (("board", board), ("reader", readers)) if search and not told
        }
        if board is not None:
            self._add_board(board)
        for number, path in enumerate(readers, start=1):
            self._add_reader(f"reader-{number}", path)
        if search is not None and self._kinds_sought:
            taken = [*([] if board is None else [board]), *readers]
            self._all.append(
                Finder(sink, taken=taken, board_uid=search.memory.board, machine=search.machine)
            )

    @property
    def health(self) -> tuple[DeviceHealth, ...]:
        """How each device is, the board first."""
        return tuple(self._health.values())

    @property
    def has_board(self) -> bool:
        """Whether a dice board answers."""
        return BOARD in self._health and self._health[BOARD].is_up

    @property
    def junk_count(self) -> int:
        """How many pieces of what the board's line brought were no message."""
        return 0 if self._board is None else self._board.junk_count

    @property
    def are_alive(self) -> bool:
        """Whether every device's thread has come round lately, the device there or not."""
        oldest_ns = time.monotonic_ns() - int(BEAT_S_MAX * 1e9)
        beats_ns = [reader.alive_ns for reader in self._readers.values()]
        if self._board is not None:
            beats_ns.append(self._board.alive_ns)
        return all(beat_ns > oldest_ns for beat_ns in beats_ns)

    def adopt(self, found: DeviceFound) -> bool:
        """Use what was found plugged in, if it is wanted; return whether it is."""
        if self._search is None or found.kind not in self._kinds_sought:
            return False
        if found.kind == "reader":
            name = self._search.memory.reader(found.path)
            self._add_reader(name, found.path)
            self._readers[name].start()
        elif self._board is None:
            self._search.memory.remember_board(found.uid)
            self._add_board(found.path).start()
        else:
            return False  # one board a table
        return True

    def _add_board(self, url: str) -> DiceBoard:
        self._board = DiceBoard(url, self._sink, tap=self._tap(BOARD))
        self._all.append(self._board)
        self._health[BOARD] = DeviceHealth(BOARD, is_up=False, detail=url)
        return self._board

    def _add_reader(self, name: str, path: str) -> None:
        self._readers[name] = NfcReader(name, path, self._sink, tap=self._tap(name))
        self._all.append(self._readers[name])
        self._health[name] = DeviceHealth(name, is_up=False, detail=path)

    def _tap(self, device: str) -> Tap:
        return deaf if self._recorder is None else self._recorder.tap(device)

    def start(self) -> None:
        """Begin to look for all of them."""
        for device in self._all:
            device.start()

    def stop(self) -> None:
        """Let go of all of them; takes up to a second each."""
        for device in self._all:
            device.stop()
        if self._recorder is not None:
            self._recorder.close()

    def note(self, signal: DeviceUp | DeviceDown) -> None:
        """Take note that a device came or went."""
        is_up = isinstance(signal, DeviceUp)
        detail = signal.detail if isinstance(signal, DeviceUp) else signal.why
        self._health[signal.device] = DeviceHealth(signal.device, is_up=is_up, detail=detail)

    def submit(self, reader: str, job: Job) -> "Future[bool]":
        """Have a job done on a card on the reader of that name; see `NfcReader.submit`."""
        return self._readers[reader].submit(job)

    def send(self, cue: Cue) -> None:
        """Let the board show or sound something; lost where no board answers."""
        if self._board is not None:
            self._board.send(cue)
