"""The devices of a table: started and stopped together, and how each of them is."""

from concurrent.futures import Future
from typing import Protocol

from companion.protocol import DeviceHealth
from firmware_bridge.card_jobs import Job
from firmware_bridge.cues import Cue
from firmware_bridge.dice_board import DiceBoard
from firmware_bridge.nfc_reader import NfcReader
from firmware_bridge.signals import DeviceDown, DeviceUp
from firmware_bridge.supervisor import Sink

BOARD = "board"


class _Device(Protocol):
    def start(self) -> None:
        """Begin to look for the device."""

    def stop(self) -> None:
        """Let go of it."""


class Devices:
    """What is plugged in; a device that is missing is looked for as long as the table runs."""

    def __init__(self, board: str | None, readers: tuple[str, ...], sink: Sink) -> None:
        self._board = DiceBoard(board, sink) if board is not None else None
        self._all: list[_Device] = [self._board] if self._board is not None else []
        self._readers: dict[str, NfcReader] = {}
        self._health: dict[str, DeviceHealth] = {}
        if board is not None:
            self._health[BOARD] = DeviceHealth(BOARD, is_up=False, detail=board)
        for number, path in enumerate(readers, start=1):
            name = f"reader-{number}"
            self._readers[name] = NfcReader(name, path, sink)
            self._all.append(self._readers[name])
            self._health[name] = DeviceHealth(name, is_up=False, detail=path)

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

    def start(self) -> None:
        """Begin to look for all of them."""
        for device in self._all:
            device.start()

    def stop(self) -> None:
        """Let go of all of them; takes up to a second each."""
        for device in self._all:
            device.stop()

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
