"""Run the board's firmware as it is on MicroPython's own virtual machine.

`micropython firmware_vm.py SHARED UID SEED FIRMWARE`, with the flash as the working directory and
the serial line on standard input and output. CPython never imports this file.
"""

import select
import sys

RESET_STATUS = 3


class SharedFile:
    """The memory that the emulator maps, read and written as a file."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "r+b")  # noqa: PTH123, SIM115  no pathlib there; held for ever

    def get(self, at: int, count: int) -> bytes:
        """Return *count* bytes."""
        self._file.seek(at)
        return self._file.read(count)

    def put(self, at: int, data: bytes) -> None:
        """Replace bytes."""
        self._file.seek(at)
        self._file.write(data)


class Module:
    """What `import` finds under a name."""


def main() -> None:
    """Wire the machine up and run `main.py` until the power goes."""
    shared_path, uid, seed, firmware = sys.argv[1:]
    wiring = __import__("wiring")  # beside this file
    shared = wiring.Shared(SharedFile(shared_path))
    names = wiring.machine_names(shared, bytes.fromhex(uid), int(seed), Power().watch)
    names["reset"] = _reset
    machine = Module()
    for name, value in names.items():
        setattr(machine, name, value)
    sys.modules["machine"] = machine  # type: ignore[assignment]
    sys.path.insert(0, firmware)
    __import__("main")


class Power:
    """Ends the program when the other end of the line is gone, as is the power then."""

    def __init__(self) -> None:
        self._poller = select.poll()
        self._poller.register(sys.stdin, select.POLLHUP)

    def watch(self) -> None:
        """Look once."""
        if self._poller.poll(0):
            raise SystemExit


def _reset() -> None:
    raise SystemExit(RESET_STATUS)


if __name__ == "__main__":
    main()
