"""What SQLite and the file system say is wrong, as sentences with an exit code."""

import errno
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

_FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_FORBIDDEN = frozenset(
    {sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
)


READING = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file may raise: SQLite's messages quote what stands in it, garbage too."""


class DiskFullError(StorageError):
    """Nothing more can be written until there is room again; what is recorded is safe."""


class DamagedError(DataError):
    """What is recorded no longer verifies; a second copy may stand in for it."""


def fault_of(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> TapbankError:
    """Return what an *error* of SQLite on the journal at *path* is to people."""
    if isinstance(error, UnicodeDecodeError):
        return damaged(path, error.reason)
    primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
    if primary == sqlite3.SQLITE_FULL:
        return disk_full(path)
    if primary in _DAMAGED:
        return damaged(path, str(error))
    if primary in _FORBIDDEN:
        sentence = _("The journal {path} may not be opened for writing: {reason}.")
        return PermissionDeniedError(sentence.format(path=path, reason=error))
    sentence = _("The storage of {path} failed: {reason}. Check the disk, then start again.")
    return StorageError(sentence.format(path=path, reason=error))


def disk_full(path: Path) -> DiskFullError:
    """Return the one sentence about a disk without room for what belongs at *path*."""
    sentence = _("The disk is full: nothing more is recorded in {path} until there is room.")
    return DiskFullError(sentence.format(path=path))


def damaged(path: Path, reason: str) -> DamagedError:
    """Return the one sentence about a journal that does not verify; nobody deletes it."""
    sentence = _(
        "The journal {path} is damaged ({reason}). Nothing was changed or deleted: put a copy "
        "of it in its place with “tapbank restore”, or begin a new one in another folder."
    )
    return DamagedError(sentence.format(path=path, reason=reason))


def of_newer_program(path: Path, version: int, known: int) -> DataError:
    """Return the one sentence about a journal whose form this program does not know yet."""
    sentence = _(
        "The journal {path} has form {version}, made by a newer program; this one knows up to "
        "{known}. Nothing was changed: run the newer program."
    )
    return DataError(sentence.format(path=path, version=version, known=known))


def fault_of_system(error: OSError, path: Path) -> TapbankError:
    """Return what an *error* of the file system on *path* is to people."""
    if error.errno in _FULL_ERRNOS:
        return disk_full(path)
    if isinstance(error, PermissionError):
        sentence = _("The folder {path} may not be used: {reason}. Its owner must allow it.")
        return PermissionDeniedError(sentence.format(path=path, reason=error.strerror))
    known = error_of_system(error)
    sentence = _("The folder {path} cannot be used: {reason}.")
    return known or StorageError(sentence.format(path=path, reason=error.strerror))
