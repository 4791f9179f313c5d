"""A terminal that may go away: what is written to it then is lost, and the screen can still end."""

import contextlib
import sys
from typing import TYPE_CHECKING, Any

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from typing import TextIO


class SteadyDriver(LinuxDriver):
    """Textual's driver, whose thread for writing outlives a closed window.

    Else the thread ends with the first failed write, and the screen waits for ever to hand it what
    would put the terminal back as it was.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401  # Textual's own
        super().__init__(*arguments, **options)
        assert sys.__stderr__ is not None, "a screen has a terminal"
        self._file: Any = SteadyFile(sys.__stderr__)


class SteadyFile:
    """As much of a text file as Textual uses; what cannot be written is lost."""

    def __init__(self, file: "TextIO") -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write *text*."""
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Write what is held back."""
        with contextlib.suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        """Return the descriptor of the file."""
        return self._file.fileno()
