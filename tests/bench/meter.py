"""Instructions of named parts of a program, counted by callgrind: the same on every machine.

The program marks its parts with `Meter`; a test runs it with `count`. What lies outside the parts
runs several times faster than what is counted.
"""

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

HERE = Path(__file__).parent
HEADER = Path("/usr/include/valgrind/callgrind.h")
LIBRARY_VARIABLE = "TAPBANK_METER"
PART = re.compile(r"^desc: Trigger: Client Request: (.+)$", re.MULTILINE)
TOTALS = re.compile(r"^totals: (\d+)$", re.MULTILINE)

needs_callgrind = pytest.mark.skipif(
    not (shutil.which("valgrind") and shutil.which("gcc") and HEADER.exists()),
    reason="valgrind or gcc is not installed",
)


class Meter:
    """Marks the parts of a program that are counted where callgrind runs it."""

    def __init__(self) -> None:
        path = os.environ.get(LIBRARY_VARIABLE)
        self._library = None if path is None else ctypes.CDLL(path)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Count what the block does under *name*."""
        self.begin()
        try:
            yield
        finally:
            self.end(name)

    def begin(self) -> None:
        """Begin to count."""
        if self._library is not None:
            self._library.begin()

    def end(self, name: str) -> None:
        """Count no more; what was counted is called *name*."""
        if self._library is not None:
            self._library.end(name.encode())


def count(folder: Path, program: str, *words: str, **environment: str) -> dict[str, int]:
    """Run one of our programs under callgrind; return the instructions of each part by name.

    With them goes what the program itself says, in JSON on standard output.
    """
    library = folder / "meter.so"
    command = ("gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(HERE / "meter.c"))
    subprocess.run(command, check=True, timeout=60)
    known = {
        **os.environ,
        "PYTHONHASHSEED": "0",
        "PYTHONPYCACHEPREFIX": str(folder / "pycache"),
        LIBRARY_VARIABLE: str(library),
        **environment,
    }
    known.pop("PYTHONDONTWRITEBYTECODE", None)
    ours = (sys.executable, str(HERE / program), *words)
    # Once without callgrind, so that the compiler is never counted.
    subprocess.run(ours, env=known, check=True, capture_output=True, timeout=300)
    out = folder / f"{program}.out"
    done = subprocess.run(
        [
            "valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}",
            *ours,
        ],
        env=known, check=False, capture_output=True, text=True, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    counts: dict[str, int] = json.loads(done.stdout)
    for dump in folder.glob(f"{out.name}.*"):
        text = dump.read_text()
        if (part := PART.search(text)) and (totals := TOTALS.search(text)):
            counts[part[1]] = int(totals[1])
    return counts
