"""One table a folder: an advisory lock held for life, with the holder's process id inside."""

import fcntl
import os
from pathlib import Path

from companion.errors import LockHeldError
from companion.locales import _
from companion.no_table import shell_line

LOCK_NAME = "table.lock"
_PID_COLUMNS = 10  # always as long, so that a shorter one overwrites a longer one in one write


class TableLock:
    """The hold on a folder; gone with the process, however it ends.

    A file of its own, because SQLite's lock is lost whenever its file is opened and closed once
    more in the same process, and because a process id alone outlives its process.
    """

    def __init__(self, folder: Path) -> None:
        """Take hold of *folder*.

        Raises:
            LockHeldError: Another process holds it; the sentence names its id.
            OSError: The lock file cannot be opened or written.
        """
        self.path = folder / LOCK_NAME
        self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._fd, _PID_COLUMNS, 0).decode("ascii", "replace").strip()
            os.close(self._fd)
            sentence = _(
                "A table runs on {folder}: process {pid}. “kill {pid}” stops it, “{line}” shows it."
            )
            line = shell_line("play", folder)
            said = sentence.format(folder=folder, pid=holder or "?", line=line)
            raise LockHeldError(said) from None
        try:
            os.pwrite(self._fd, f"{os.getpid():<{_PID_COLUMNS}}\n".encode(), 0)
        except OSError:
            os.close(self._fd)
            raise

    def release(self) -> None:
        """Let go; the file stays, so that two starters can never hold two files."""
        os.close(self._fd)
