"""Run the board's firmware as it is, in a process of its own with the flash as its directory.

`python -P -m hardware.emulator.firmware_host SHARED UID SEED`, with the serial line on standard
input and output.
"""

import os
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

from hardware.emulator.fake_machine import MappedFile, install
from hardware.emulator.wiring import Shared

FIRMWARE = Path(__file__).resolve().parents[1] / "firmware"


class _UsbIn:
    """Standard input as the board has it: unbuffered, and the end of power when it ends."""

    def fileno(self) -> int:
        return 0

    def read(self, count: int) -> bytes:
        received = os.read(0, count)
        if not received:
            os._exit(0)
        return received


class _UsbOut:
    """Standard output, unbuffered."""

    def write(self, data: bytes) -> int:
        try:
            return os.write(1, data)
        except BrokenPipeError:
            os._exit(0)

    def flush(self) -> None:
        """Nothing is held back."""


def main() -> None:
    """Wire the machine up and run `main.py` until the power goes."""
    shared, uid, seed = sys.argv[1:]
    install(Shared(MappedFile(Path(shared))), bytes.fromhex(uid), int(seed))
    usb_in, usb_out = _UsbIn(), _UsbOut()
    sys.stdin = SimpleNamespace(buffer=usb_in, fileno=usb_in.fileno)
    sys.stdout = SimpleNamespace(buffer=usb_out, flush=usb_out.flush)
    sys.path.insert(0, str(FIRMWARE))
    sys.dont_write_bytecode = True
    runpy.run_path(str(FIRMWARE / "main.py"), run_name="__main__")


if __name__ == "__main__":
    main()
