"""A backup put in the journal's place, with nothing lost of what was there."""

from pathlib import Path

import msgspec

from companion.journal.comparing import agree, lay_aside
from companion.journal.lock import TableLock
from companion.journal.opening import FOLDER_MODE
from companion.journal.recovery import anew_of, forget
from companion.journal.second_copy import COPY_NAME, sync_folder
from companion.journal.store import JOURNAL_NAME, Store

KEPT = "before-restore"
_MAGIC = b"SQLite format 3\0"


class Restored(msgspec.Struct, frozen=True):
    """How a restore ended."""

    rows: int
    kept: tuple[Path, ...]
    """What was in the way, under its new names."""


def is_database(path: Path) -> bool:
    """Return whether the file at *path* begins as every journal does; raises `OSError`."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def restored(source: Path, folder: Path, away: Path | None) -> Restored:
    """Copy the verified journal at *source* into *folder*, and write its second copies anew.

    Raises:
        LockHeldError: A table runs there.
        DataError: The journal at *source* is damaged or of a newer program.
        OSError: The folder cannot be written to.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    lock = TableLock(folder)
    try:
        path = folder / JOURNAL_NAME
        anew = anew_of(path)  # which the next start puts in its place where this is cut short
        forget(anew)
        _copy(source, anew)
        copies = [folder / COPY_NAME, *([away] if away is not None and away.exists() else [])]
        kept = tuple(lay_aside(old, KEPT) for old in (path, *copies) if old.exists())
        anew.rename(path)
        sync_folder(folder)
        store = Store(path)
        try:
            for copy in copies:
                agree(copy, store, KEPT).copy.close()
            return Restored(store.head.seq, kept)
        finally:
            store.close()
    finally:
        lock.release()


def _copy(source: Path, target: Path) -> None:
    store = Store(source, is_for_reading=True)
    try:
        store.verify()
        store.copy_to(target)
    finally:
        store.close()
    copy = Store(target)
    try:
        copy.verify()
        copy.migrate()
    finally:
        copy.close()
