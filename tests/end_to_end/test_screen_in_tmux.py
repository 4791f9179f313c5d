"""The screen in a real terminal: it starts, follows a resize, and leaves the terminal as it was."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEADLINE_S = 40.0  # a busy machine; everything is waited for by what is shown

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A private tmux server with one window; keys in, text out."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "tmux.sock"
        self.data = folder / "data"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
        self._tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30",
            "bash --norc --noprofile", environment=environment,
        )  # fmt: skip
        self._script = folder / "screen.sh"
        self._note = folder / "pid"
        self._script.write_text(
            f"echo $$ > {self._note}\nexec {sys.executable} -m companion play --data {self.data}\n"
        )

    def keys(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def run(self, command: str) -> None:
        self.keys(command, "Enter")

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def shown(self) -> str:
        return self._tmux("capture-pane", "-p")

    def modes(self) -> str:
        """Return whether the alternate screen and the mouse are on: `0 0` when all is as it was."""
        return self._tmux("display", "-p", "#{alternate_on} #{mouse_any_flag}").strip()

    def until(self, holds: Callable[[str], bool], wanted: str) -> str:
        end = time.monotonic() + DEADLINE_S
        while time.monotonic() < end:
            text = self.shown()
            if holds(text):
                return text
            time.sleep(0.05)
        raise AssertionError(f"never shown: {wanted}\n{text}")

    def start_screen(self) -> int:
        """Open the screen; return the id of its process."""
        self.run(f"clear; bash {self._script}; echo code=$?")
        self.until(lambda text: "F1 help" in text, "the status bar")
        return int(self._note.read_text())

    def is_as_it_was(self, code: int) -> None:
        """Wait until the shell is back, with its echo, cursor and screen."""
        self.until(lambda text: f"code={code}" in text, f"code={code}")
        assert self.modes() == "0 0"
        self.run("stty -a | grep -c -- ' echo '")
        self.until(lambda text: "\n1\n" in text, "the echo of the terminal")

    def close(self) -> None:
        self._tmux("kill-server")

    def _tmux(self, *words: str, environment: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            ["tmux", "-S", str(self._socket), *words],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path)
    try:
        yield opened
    finally:
        opened.close()
        _stop_table(opened.data)


def _stop_table(data: Path) -> None:
    """End the table that this test's screen started: whoever holds its lock."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue  # gone in the meantime
        if b"table" in words and str(data).encode() in words:
            os.kill(int(folder.name), signal.SIGTERM)


def test_the_screen_starts_follows_resizes_and_leaves_the_terminal_as_it_was(terminal):
    terminal.start_screen()
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
def test_a_kill_leaves_the_terminal_as_it_was(terminal, number):
    os.kill(terminal.start_screen(), number)

    terminal.is_as_it_was(0)
