"""The demonstration in a real terminal: however it is left, nothing of it stays."""

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.processes import DEADLINE_S, processes_of, wait_until_none
from support.tmux import Terminal

DEMO = ("demo", "--speed", "20", "--seed", "7")

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder whose sockets have room in their addresses."""
    with tempfile.TemporaryDirectory(prefix="tb-", dir="/tmp") as name:  # short
        yield Path(name)


@pytest.fixture
def temporary(folder: Path) -> Path:
    (folder / "tmp").mkdir()
    return folder / "tmp"


@pytest.fixture
def terminal(folder: Path, temporary: Path) -> Iterator[Terminal]:
    opened = Terminal(folder, TMPDIR=str(temporary), TAPBANK_LANG="en")
    try:
        yield opened
    finally:
        opened.close()


def leaves_nothing(temporary: Path) -> None:
    wait_until_none(temporary)
    deadline = time.monotonic() + DEADLINE_S
    while any(temporary.iterdir()):
        assert time.monotonic() < deadline, list(temporary.iterdir())
        time.sleep(0.02)


@pytest.mark.parametrize("leave", ["q", signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_as_it_was_and_nothing_is_left(terminal, temporary, leave):
    process = terminal.start(*DEMO, shows="throws")
    assert len(processes_of(temporary)) >= 3

    if isinstance(leave, str):
        terminal.keys(leave)
    else:
        os.kill(process, leave)

    terminal.is_as_it_was(0)
    leaves_nothing(temporary)


def test_a_window_that_is_closed_ends_all_of_it(folder, temporary):
    terminal = Terminal(folder, TMPDIR=str(temporary), TAPBANK_LANG="en")
    terminal.start(*DEMO)

    terminal.close()

    leaves_nothing(temporary)
