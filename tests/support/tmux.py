"""A private tmux server with one window: keys in, text out."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEADLINE_S = 60.0  # a busy machine; everything is waited for by what is shown


class Terminal:
    """A private tmux server with one window; keys in, text out."""

    def __init__(self, folder: Path, term: str = "xterm", **environment: str) -> None:
        self._socket = folder / "tmux.sock"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": term, **environment}
        self._tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30",
            "bash --norc --noprofile", environment=environment,
        )  # fmt: skip
        self._script = folder / "screen.sh"
        self._note = folder / "pid"

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

    def start(self, *words: str, shows: str = "F1 help") -> int:
        """Run the program until it *shows* that; return the id of its process."""
        line = " ".join([sys.executable, "-m", "companion", *words])
        self._script.write_text(f"echo $$ > {self._note}\nexec {line}\n")
        self.run(f"clear; bash {self._script}; echo code=$?")
        self.until(lambda text: shows in text, shows)
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
