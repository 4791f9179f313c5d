"""Print signals as JSON lines: `python -m firmware_bridge --board URL --reader PATH`."""

import argparse
import sys
from queue import SimpleQueue

import msgspec

from firmware_bridge.cues import Acknowledge
from firmware_bridge.dice_board import DiceBoard
from firmware_bridge.nfc_reader import NfcReader
from firmware_bridge.signals import Signal


def main() -> None:
    """Print signals until interrupted."""
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
    arguments = parser.parse_args()
    signals: SimpleQueue[Signal] = SimpleQueue()
    board = DiceBoard(arguments.board, signals.put) if arguments.board else None
    readers = [
        NfcReader(f"reader-{n}", path, signals.put)
        for n, path in enumerate(arguments.reader, start=1)
    ]
    devices: list[DiceBoard | NfcReader] = [*readers] if board is None else [board, *readers]
    if not devices:
        parser.error("name a device: --board URL or --reader PATH")
    for device in devices:
        device.start()
    try:
        while True:
            signal = signals.get()
            sys.stdout.write(msgspec.json.encode(signal).decode() + "\n")
            sys.stdout.flush()
            key = event_key(signal)
            if arguments.acknowledge and board is not None and key is not None:
                board.send(Acknowledge(*key))
    except KeyboardInterrupt:
        for device in devices:
            device.stop()


def event_key(signal: Signal) -> tuple[str, int] | None:
    """Return (boot, n) of a reliable signal."""
    boot, n = getattr(signal, "boot", None), getattr(signal, "n", None)
    return None if boot is None or n is None else (boot, n)


if __name__ == "__main__":
    main()
