"""Emulated hardware in a process of its own, and programs beside it."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DEADLINE_S = 60.0


@contextlib.contextmanager
def hardware_in(folder: Path, *options: str) -> Iterator[Path]:
    """Run an emulated board and readers in *folder* while the block runs."""
    process = started("emulate", "--dir", str(folder), "--speed", "8", *options)
    try:
        assert "ready\n" == process.stdout.readline()
        yield folder
    finally:
        process.terminate()
        process.communicate(timeout=DEADLINE_S)


def started(*words: str) -> "subprocess.Popen[str]":
    """Start the program with pipes at its ends."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        cwd=ROOT,
        env={**os.environ, "TAPBANK_LANG": "en"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
