"""How a table takes its folder: lock, open, verify; nothing is read before that holds."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.errors import UsageError
from companion.journal.faults import damaged, fault_of_system
from companion.journal.lock import TableLock
from companion.journal.rows import Row
from companion.journal.steps import UnreadableRowError, is_balanced, replay
from companion.journal.store import Store
from companion.locales import _
from companion.timeline import Timeline
from engine.board import Edition
from engine.codec import UnknownVersionError
from engine.state import new_state

FOLDER_MODE = 0o700


@dataclass(slots=True)
class OpenJournal:
    """A folder held, its journal verified, and the game folded from it."""

    lock: TableLock
    store: Store
    """For the writer alone."""
    reader: Store
    """For look-ups while the writer commits."""
    timeline: Timeline
    game: str
    """Empty where no game was ever opened."""
    last: Row | None
    """The last step that changed the game."""

    def close(self) -> None:
        """Let go of the files, and of the folder last."""
        self.reader.close()
        self.store.close()
        self.lock.release()


def open_journal(folder: Path, edition: Edition) -> OpenJournal:
    """Take *folder* and verify its journal; *edition* lies on the table before any game.

    Raises:
        LockHeldError: Another table holds it.
        DataError: The journal is damaged.
        PermissionDeniedError: The system forbids it.
        StorageError: The disk is full or failed.
    """
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        folder.chmod(FOLDER_MODE)
        lock = TableLock(folder)
    except (FileExistsError, NotADirectoryError) as error:
        raise UsageError(_("{path} is not a folder.").format(path=folder)) from error
    except OSError as error:
        raise fault_of_system(error, folder) from error
    try:
        return _open_locked(folder, edition, lock)
    except BaseException:
        lock.release()
        raise


def _open_locked(folder: Path, edition: Edition, lock: TableLock) -> OpenJournal:
    try:
        store = Store(folder)
    except OSError as error:
        raise fault_of_system(error, folder) from error
    try:
        store.verify()
        rows = store.last_game()
        timeline = _folded(store, rows, edition)
        reader = Store(folder)
    except BaseException:
        store.close()
        raise
    played = [row for row in rows if row.kind not in ("boot", "ignored")]
    return OpenJournal(
        lock=lock,
        store=store,
        reader=reader,
        timeline=timeline,
        game=rows[-1].game if rows else "",
        last=played[-1] if played else None,
    )


def _folded(store: Store, rows: list[Row], edition: Edition) -> Timeline:
    timeline = Timeline(new_state(edition), rows[0].seq - 1 if rows else 0)
    try:
        replay(rows, timeline)
    except (UnreadableRowError, UnknownVersionError, msgspec.MsgspecError) as error:
        raise damaged(store.path, str(error)) from error
    if rows and not is_balanced(store.balances(rows[-1].game), timeline.state):
        raise damaged(store.path, _("the postings are not what the game says"))
    return timeline
