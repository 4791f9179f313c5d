"""What SQLite and the file system say is wrong, as sentences with an exit code."""

import sqlite3
from pathlib import Path

from companion.errors import (
    DataError,
    PermissionDeniedError,
    StorageError,
    TapbankError,
    error_of_system,
)
from companion.locales import _

_PRIMARY = 0xFF  # the low byte of an extended result code

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_FORBIDDEN = frozenset(
    {sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
)


class DiskFullError(StorageError):
    """Nothing more can be written until there is room again; what is recorded is safe."""


def fault_of(error: sqlite3.Error, path: Path) -> TapbankError:
    """Return what an *error* of SQLite on the journal at *path* is to people."""
    primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
    if primary == sqlite3.SQLITE_FULL:
        return DiskFullError(
            _("The disk is full: nothing more is recorded in {path} until there is room.").format(
                path=path
            )
        )
    if primary in _DAMAGED:
        return damaged(path, str(error))
    if primary in _FORBIDDEN:
        sentence = _("The journal {path} may not be opened for writing: {reason}.")
        return PermissionDeniedError(sentence.format(path=path, reason=error))
    sentence = _("The storage of {path} failed: {reason}. Check the disk, then start again.")
    return StorageError(sentence.format(path=path, reason=error))


def damaged(path: Path, reason: str) -> DataError:
    """Return the one sentence about a journal that does not verify; nobody deletes it."""
    sentence = _(
        "The journal {path} is damaged ({reason}). Nothing was changed or deleted: put a copy "
        "of it in its place, or move it aside to begin a new one."
    )
    return DataError(sentence.format(path=path, reason=reason))


def fault_of_system(error: OSError, path: Path) -> TapbankError:
    """Return what an *error* of the file system on *path* is to people."""
    if isinstance(error, PermissionError):
        sentence = _("The folder {path} may not be used: {reason}. Its owner must allow it.")
        return PermissionDeniedError(sentence.format(path=path, reason=error.strerror))
    known = error_of_system(error)
    sentence = _("The folder {path} cannot be used: {reason}.")
    return known or StorageError(sentence.format(path=path, reason=error.strerror))
