"""Emulator, table, screen, lines, console and hands, each a process, at one table in tmux."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.emulated import devices, emulator, expect_names, short_folder
from support.processes import processes_of, wait_until_none
from support.tables import DEADLINE_S, ROOT
from support.tmux import Terminal

NAMES = ("Ada", "Ben")

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give the folder of an emulated table; whatever was started on it is ended."""
    with short_folder() as folder:
        with emulator(folder / "hardware"):
            expect_names(folder / "data", NAMES)
            yield folder
        for process in processes_of(folder / "data"):
            os.kill(process, signal.SIGTERM)
        wait_until_none(folder)


@pytest.fixture
def terminal(folder: Path) -> Iterator[Terminal]:
    opened = Terminal(folder, TAPBANK_LANG="en")
    try:
        yield opened
    finally:
        opened.close()


def tapbank(*words: str) -> str:
    """Run one command to its end; return what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        cwd=ROOT, env={**os.environ, "TAPBANK_LANG": "en"}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=DEADLINE_S, check=False,
    )  # fmt: skip
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def shows(terminal: Terminal, words: str) -> None:
    terminal.until(lambda text: words in text, words)


@pytest.mark.parametrize(("option", "first"), [((), "F1 help"), (("--plain",), "Tap to join")])
def test_a_few_turns_at_one_table(folder, terminal, option, first):
    data = ("--data", str(folder / "data"))
    hands = ("hands", "--dir", str(folder / "hardware"))
    terminal.start("play", *option, *data, *devices(folder / "hardware"), shows=first)
    tapbank(*hands, "tap Ada", "tap Ben")
    shows(terminal, "2 Ben")
    tapbank(*hands, "press yes")
    shows(terminal, "begins")
    tapbank(*hands, "tap Ada")
    shows(terminal, "Ada: throw")

    tapbank(*hands, "throw 6 5")
    shows(terminal, "Ben: throw")
    tapbank(*hands, "throw 1 2")
    shows(terminal, "Ada: throw")
    tapbank(*hands, "throw 2 4")
    shows(terminal, "Oriental")
    tapbank("console", *data, "-c", "buy", "-c", "roll 1 2")
    shows(terminal, "Baltic")
    table = tapbank("console", *data, "-c", "show")

    assert "oriental" in table
    terminal.run("q") if option else terminal.keys("q")
    terminal.is_as_it_was(0)
    assert processes_of(folder / "data"), "the table goes on"
