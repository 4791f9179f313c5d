"""Print signals as JSON lines: `python -m firmware_bridge --board URL --reader PATH`."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from queue import SimpleQueue

import msgspec

from firmware_bridge.cues import Acknowledge
from firmware_bridge.dice_board import NAME, DiceBoard
from firmware_bridge.nfc_reader import NfcReader
from firmware_bridge.recording import Recorder, RecordingError, Tap, deaf
from firmware_bridge.replay import replay
from firmware_bridge.signals import Signal


def main() -> int:
    """Print signals until interrupted, or those of a recording."""
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.replay is not None:
        return _print_recorded(arguments.replay)
    if not arguments.board and not arguments.reader:
        parser.error("name a device: --board URL or --reader PATH")
    _print_noticed(arguments)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge", description=__doc__)
    parser.add_argument("--board", metavar="URL", help="path or pyserial address of a dice board")
    parser.add_argument(
        "--reader",
        metavar="PATH",
        action="append",
        default=[],
        help="path of a card reader; may be given more than once",
    )
    parser.add_argument(
        "--acknowledge",
        action="store_true",
        help="take what the board holds off it; without this it shows its oldest event only",
    )
    parser.add_argument(
        "--record", metavar="FILE", type=Path, help="write what goes over the lines to FILE"
    )
    parser.add_argument(
        "--replay", metavar="FILE", type=Path, help="print the signals of a recording; no device"
    )
    return parser


def _print_recorded(path: Path) -> int:
    try:
        _print(replay(path))
    except RecordingError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _print_noticed(arguments: argparse.Namespace) -> None:
    signals: SimpleQueue[Signal] = SimpleQueue()
    recorder = Recorder(arguments.record) if arguments.record else None

    def tap(device: str) -> Tap:
        return deaf if recorder is None else recorder.tap(device)

    board = DiceBoard(arguments.board, signals.put, tap=tap(NAME)) if arguments.board else None
    readers = [
        NfcReader(name, path, signals.put, tap=tap(name))
        for n, path in enumerate(arguments.reader, start=1)
        for name in [f"reader-{n}"]
    ]
    devices: list[DiceBoard | NfcReader] = [*readers] if board is None else [board, *readers]
    for device in devices:
        device.start()
    try:
        while True:
            signal = signals.get()
            _print([signal])
            key = event_key(signal)
            if arguments.acknowledge and board is not None and key is not None:
                board.send(Acknowledge(*key))
    except KeyboardInterrupt:
        for device in devices:
            device.stop()


def _print(signals: Iterable[Signal]) -> None:
    for signal in signals:
        sys.stdout.write(msgspec.json.encode(signal).decode() + "\n")
    sys.stdout.flush()


def event_key(signal: Signal) -> tuple[str, int] | None:
    """Return (boot, n) of a reliable signal."""
    boot, n = getattr(signal, "boot", None), getattr(signal, "n", None)
    return None if boot is None or n is None else (boot, n)


if __name__ == "__main__":
    sys.exit(main())
