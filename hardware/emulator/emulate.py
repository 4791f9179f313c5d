"""A whole emulated table: a dice board, readers, cards, and the socket by which hands move them."""

import contextlib
import signal
import sys
from pathlib import Path
from typing import Final

from hardware.emulator.board import BoardEmulator
from hardware.emulator.cards import CardBox, CardError
from hardware.emulator.control import ControlError, ControlServer
from hardware.emulator.engines import EmulatorError
from hardware.emulator.hands import Hands
from hardware.emulator.pn532 import ReaderEmulator

BOARD_LINK: Final = "board"
READERS_MAX: Final = 8
EXIT_USAGE: Final = 2
EXIT_IO: Final = 74
EXIT_HELD: Final = 75
EXIT_PERMISSION: Final = 77


def run_emulator(
    directory: Path, *, readers: int = 1, speed: float = 1.0, board_engine: str = "cpython"
) -> int:
    """Emulate a table in *directory* until `stop`, SIGTERM or SIGINT; return the exit code.

    Links `board` and `reader-1` to *readers* (1 to `READERS_MAX`), serves `control`, keeps
    `cards.toml` and the board's flash. *speed* shortens how long dice fly and what `wait` waits;
    cards and fingers stay as slow as the devices that watch them. Prints `ready` when up.
    """
    if not 1 <= readers <= READERS_MAX or speed <= 0:
        sys.stderr.write(f"1 to {READERS_MAX} readers, and a speed above 0\n")
        return EXIT_USAGE
    names = [f"reader-{n}" for n in range(1, readers + 1)]
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with contextlib.ExitStack() as stack:
            server = stack.enter_context(ControlServer(directory))
            box = CardBox(directory)
            board = stack.enter_context(
                BoardEmulator(
                    directory / BOARD_LINK, directory / "flash", board_engine, speed=speed
                )
            )
            antennas = {
                name: stack.enter_context(ReaderEmulator(directory / name)) for name in names
            }
            server.serve(Hands(box, board, antennas, speed=speed))
            for number in (signal.SIGTERM, signal.SIGINT):
                stack.callback(
                    signal.signal, number, signal.signal(number, lambda *_: server.stop())
                )
            sys.stdout.write("ready\n")
            sys.stdout.flush()
            server.wait()
    except ControlError as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_HELD
    except (CardError, EmulatorError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"{directory} cannot be used: {error.strerror}\n")
        return EXIT_PERMISSION if isinstance(error, PermissionError) else EXIT_IO
    return 0
