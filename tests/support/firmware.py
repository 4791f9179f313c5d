"""The firmware's modules, imported as they are on the board: flat, by their own names."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

FIRMWARE = Path(__file__).resolve().parents[2] / "hardware" / "firmware"


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
