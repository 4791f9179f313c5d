"""Room on the disk: a reserve to give back when it is full, and too little for a new game."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

RESERVE_NAME = "reserve"
RESERVE_BYTES = 16_000_000  # thousands of commands: an evening can be played out on it


class Reserve:
    """A file that holds room for the journal until the disk is full."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / RESERVE_NAME

    @property
    def is_there(self) -> bool:
        """Whether there is something to give back."""
        return self._path.exists()

    def lay_in(self, free_bytes_min: int) -> None:
        """Make the reserve where it is missing and more than *free_bytes_min* stay free beside it.

        A disk that does not take it is left without one: what is recorded matters more.
        """
        with suppress(OSError):
            if self.is_there or free_bytes(self._path.parent) < free_bytes_min + RESERVE_BYTES:
                return
            self._write()

    def give_back(self) -> bool:
        """Make room; return whether there was a reserve."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True

    def _write(self) -> None:
        fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(fd, 0, RESERVE_BYTES)  # a file with holes would hold no room
        except OSError:
            self._path.unlink()
            raise
        finally:
            os.close(fd)


def free_bytes(folder: Path) -> int:
    """Return how much this user may still write in *folder*.

    Raises:
        OSError: The folder is not there.
    """
    return shutil.disk_usage(folder).free
