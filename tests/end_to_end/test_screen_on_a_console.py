"""The screen on a bare Linux console: sixteen colours of ours, and no sign its font has not."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pyte
import pytest
from support.console_font import GLYPHS
from support.tables import running_table

ROOT = Path(__file__).resolve().parents[2]
COLUMNS, ROWS = 100, 30
DEADLINE_S = 60.0
PRIVATE = re.compile(rb"\x1b\]P[0-9A-F]{7}|\x1b\]R")  # pyte knows not these two of the console


class Console:
    """A pseudo-terminal that says it is a Linux console."""

    def __init__(self, folder: Path) -> None:
        self.raw = b""
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in {"COLORTERM", "DISPLAY"}
        }
        environment |= {"TERM": "linux", "TAPBANK_LANG": "en"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "play", "--data", str(folder)],
            cwd=ROOT, env=environment, stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    def keys(self, text: str) -> None:
        os.write(self._master, text.encode())

    def until(self, words: str) -> str:
        """Return what is shown once *words* are."""
        end = time.monotonic() + DEADLINE_S
        while time.monotonic() < end:
            if words in (shown := "\n".join(self._screen.display)):
                return shown
            if select.select([self._master], [], [], 0.1)[0]:
                self._take()
        raise AssertionError(f"never shown: {words}\n{shown}")

    def end(self) -> None:
        """Read to the end of the program."""
        while self._take():
            pass
        self.process.wait(DEADLINE_S)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.end()
        os.close(self._master)

    def _take(self) -> bool:
        try:
            piece = os.read(self._master, 65536)
        except OSError:  # the other side is closed
            return False
        self.raw += piece
        self._stream.feed(PRIVATE.sub(b"", piece))
        return bool(piece)


@pytest.fixture
def console(tmp_path):
    with running_table(tmp_path / "data"):
        opened = Console(tmp_path / "data")
        try:
            yield opened
        finally:
            opened.close()


def test_a_console_gets_our_palette_and_no_colour_or_sign_it_cannot_show(console):
    shown = [console.until("F1 help")]
    console.keys("1")
    console.until("1 Player 1")
    console.keys("2")
    console.until("2 Player 2")
    console.keys("y")
    console.keys("1")
    for key, words in (
        ("c", "DEEDS"),
        ("h", "HISTORY"),
        ("g", "FIGURES"),
        ("v", "before it is shown"),
    ):
        console.keys(key)
        shown.append(console.until(words))
    console.keys("\x1b[[A")  # F1 of a Linux console
    shown.append(console.until("HELP"))
    console.keys(":")
    console.until("bankrupt")  # proposed once the drawer has the keyboard
    console.keys("cash Player 1")
    shown.append(console.until("cash Player 1"))
    console.keys("\x1b")
    console.until("F1 help")
    console.keys("q")
    console.end()

    assert 0 == console.process.returncode
    assert b"\x1b]P008140F" in console.raw
    assert console.raw.rstrip().endswith(b"\x1b[K")
    assert b"\x1b]R" in console.raw
    assert b"38;2" not in console.raw
    assert b"48;2" not in console.raw
    assert b"38;5" not in console.raw
    for picture in shown:
        assert set(picture) - GLYPHS - {"\n", " "} == set()
