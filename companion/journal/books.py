"""The journal file and its copies as one: a row is recorded once it is on all that must hold it.

The order is always the same: commit to SQLite, append to the copy at home, append to the copy
away; each waits for its disk. Only then is a row acknowledged.
"""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import ENOENT
from pathlib import Path
from typing import TypeVar

from companion.errors import TapbankError
from companion.journal.comparing import Agreed, agree
from companion.journal.faults import DiskFullError, fault_of_system
from companion.journal.reserve import Reserve
from companion.journal.rows import Head, Row
from companion.journal.second_copy import SecondCopy, line_of
from companion.journal.store import Store
from companion.locales import _
from engine.state import State

RETRY_S = 5.0  # between looks for a device that was pulled; one look takes no longer than a stat

T = TypeVar("T")


class Away:
    """The copy on another device, which may be pulled and come back at any time."""

    def __init__(self, path: Path, boot_id: str) -> None:
        self._path = path
        self._boot_id = boot_id
        self._copy: SecondCopy | None = None
        self._next_look_s = 0.0
        self.trouble = ""
        """What people should know of it; empty where all is well."""

    def take(self, agreed: Agreed) -> None:
        """Go on with a copy that was compared with the journal."""
        self._copy = agreed.copy
        self.trouble = agreed.said

    def append(self, lines: bytes, store: Store) -> None:
        """Append *lines*; a device that is missing or fails is looked for again later."""
        if self._copy is None:
            self.look(store)
            return
        try:
            if not self._path.exists():
                # Pulled, and perhaps put elsewhere: the open file leads nowhere any more.
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(self._path))
            self._copy.append(lines)
        except OSError as error:
            self._lost(error)

    def look(self, store: Store) -> None:
        """Open the copy where its device is there, and bring it up to date."""
        now = time.monotonic()
        if now < self._next_look_s:
            return
        self._next_look_s = now + RETRY_S
        try:
            self.take(agree(self._path, store, self._boot_id))
        except (OSError, TapbankError) as error:
            self._lost(error)

    def close(self) -> None:
        """Let go of the file."""
        if self._copy is not None:
            with suppress(OSError):
                self._copy.close()
            self._copy = None

    def _lost(self, error: Exception) -> None:
        self.close()
        reason = error.sentence if isinstance(error, TapbankError) else _reason(error)
        sentence = _(
            "The second copy {path} is missing ({reason}): put its device back. The game goes on, "
            "and the copy is brought up to date by itself."
        )
        self.trouble = sentence.format(path=self._path, reason=reason)


class Books:
    """All that a row must be on; used by the writer's thread alone once it runs."""

    def __init__(self, store: Store, home: SecondCopy, away: Away | None, reserve: Reserve) -> None:
        self.store = store
        self._home = home
        self._away = away
        self._reserve = reserve
        self.has_used_reserve = False
        """Whether the disk was full and goes on by the room that was held back for it."""

    @property
    def trouble(self) -> str:
        """What people should know although all is recorded; empty where all is well."""
        if self.has_used_reserve:
            return _("The disk is full: the game goes on by its reserve. Make room soon.")
        return self._away.trouble if self._away is not None else ""

    @property
    def head(self) -> Head:
        """The last row recorded."""
        return self.store.head

    def append(self, rows: Sequence[Row]) -> None:
        """Make *rows* durable everywhere, all or none.

        Raises:
            DiskFullError: And the reserve is used up.
            TapbankError: A disk failed; rows may be recorded that are not acknowledged.
        """
        hashes = self._with_reserve(lambda: self.store.append(rows))
        lines = b"".join(map(line_of, rows, hashes))
        self._with_reserve(lambda: self._append_home(lines))
        if self._away is not None:
            self._away.append(lines, self.store)

    def keep(self, seq: int, state: State) -> None:
        """Keep *state* as the one after row *seq*, so that it need not be folded."""
        self.store.keep(seq, state)

    def close(self) -> None:
        """Let go of all files."""
        self._home.close()
        if self._away is not None:
            self._away.close()
        self.store.close()

    def _append_home(self, lines: bytes) -> None:
        try:
            self._home.append(lines)
        except OSError as error:
            raise fault_of_system(error, self._home.path) from error

    def _with_reserve(self, write: Callable[[], T]) -> T:
        try:
            return write()
        except DiskFullError:
            if not self._reserve.give_back():
                raise
        self.has_used_reserve = True
        return write()


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
