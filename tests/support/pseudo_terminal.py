"""A pseudo-terminal of the tests: what a program in it shows, and whether it is read at all."""

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
from support.tables import ROOT

COLUMNS, ROWS = 100, 30
DEADLINE_S = 60.0
PRIVATE = re.compile(rb"\x1b\]P[0-9A-F]{7}|\x1b\]R")  # pyte knows not these two of the console


class PseudoTerminal:
    """The screen of the table in *folder*, on a terminal called *term*, read only in `until`."""

    def __init__(self, folder: Path, term: str) -> None:
        self.raw = b""
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        self._name = os.ttyname(slave)
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in {"COLORTERM", "DISPLAY"}
        }
        environment |= {"TERM": term, "TAPBANK_LANG": "en"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "play", "--data", str(folder)],
            cwd=ROOT, env=environment, stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    @property
    def is_full(self) -> bool:
        """Whether the program in it can write no more until it is read."""
        slave = os.open(self._name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            return not select.select([], [slave], [], 0)[1]
        finally:
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
