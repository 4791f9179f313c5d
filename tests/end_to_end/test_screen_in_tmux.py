"""The screen in a real terminal: it starts, follows a resize, and leaves the terminal as it was."""

import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.processes import processes_of
from support.tmux import Terminal

from companion.client import Client, with_table
from engine.commands import SeatPlayers

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


STEPS = 100  # each tells every client the whole game: more than a socket holds unread


async def seated_over_and_over(client: Client) -> tuple[list[int], float]:
    """Seat two players, take it back, bring it back; return the steps and the longest wait."""
    seqs = [(await client.submit(SeatPlayers(("Ada", "Guest")))).seq]
    slowest_s = 0.0
    for step in range(STEPS):
        asked_s = time.monotonic()
        reply = await (client.redo() if step % 2 else client.undo())
        slowest_s = max(slowest_s, time.monotonic() - asked_s)
        assert reply.is_accepted
        seqs.append(reply.seq)
    return seqs, slowest_s


def test_a_screen_that_is_stopped_holds_up_nobody(data, terminal):
    """All it is told waits for it; the table answers another client all the same."""
    screen = terminal.start("play", "--data", str(data))
    os.kill(screen, signal.SIGSTOP)
    terminal.until(lambda text: "Stopped" in text, "the shell's word for it")
    seqs, slowest_s = with_table(data / "table.sock", "test", seated_over_and_over)
    print(f"the slowest answer took {1000 * slowest_s:.0f} ms")  # noqa: T201  # shown with -rP
    assert seqs == list(range(seqs[0], seqs[0] + 1 + STEPS))

    terminal.run("fg")
    terminal.until(lambda text: "2 Guest" in text, "what was done meanwhile")
