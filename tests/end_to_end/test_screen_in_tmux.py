"""The screen in a real terminal: it starts, follows a resize, and leaves the terminal as it was."""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.processes import processes_of
from support.tmux import Terminal

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """Return a folder for a table; who runs there is ended."""
    yield tmp_path / "data"
    for process in processes_of(tmp_path / "data"):
        os.kill(process, signal.SIGTERM)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path)
    try:
        yield opened
    finally:
        opened.close()


def test_the_screen_starts_follows_resizes_and_leaves_the_terminal_as_it_was(data, terminal):
    terminal.start("play", "--data", str(data))
    terminal.keys("1", "2")
    terminal.until(lambda text: "2 Player 2" in text, "two players in the lobby")
    terminal.resize(80, 24)
    terminal.until(lambda text: len(text.rstrip().splitlines()) == 24, "24 rows")
    terminal.resize(70, 20)
    terminal.until(lambda text: "Make the window larger" in text, "the plea for a larger window")
    terminal.resize(120, 36)
    terminal.until(lambda text: "F1 help" in text.splitlines()[-1], "36 rows")
    terminal.keys(":")
    terminal.keys("show", "Enter")
    terminal.until(lambda text: "waits for" in text, "the console's answer")
    terminal.keys("Escape")
    terminal.until(lambda text: "> show" not in text, "the drawer closed")
    terminal.keys("q")

    terminal.is_as_it_was(0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_kill_leaves_the_terminal_as_it_was(data, terminal, number):
    os.kill(terminal.start("play", "--data", str(data)), number)

    terminal.is_as_it_was(0)
