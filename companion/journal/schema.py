"""The form of the journal file, and how a file of every earlier form becomes one of today's."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from companion.journal.faults import damaged, of_newer_program

SQLITE_VERSION = sqlite3.sqlite_version
"""Of the library that keeps the journal."""
SCHEMA_VERSION = 2
_APPLICATION_ID = 0x54424E4B  # "TBNK", so that `file` knows what it looks at

COLUMNS = (
    "seq, game, kind, cmd_id, actor, note, source, count, command, events, version, wall, hash"
)
"""Of a row, in the order of its hash."""

_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",  # with WAL: nothing acknowledged is lost by a power cut
    "wal_autocheckpoint = 500",
    "foreign_keys = ON",
    "trusted_schema = OFF",
    "cell_size_check = ON",
)

_JOURNAL = """
    CREATE TABLE {name} (
        seq INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        kind TEXT NOT NULL,
        cmd_id TEXT NOT NULL UNIQUE,
        actor INTEGER,
        note TEXT NOT NULL,
        source TEXT NOT NULL,
        count INTEGER NOT NULL,
        command TEXT NOT NULL,
        events TEXT NOT NULL,
        version INTEGER NOT NULL,
        wall TEXT NOT NULL,
        hash BLOB NOT NULL
    ) STRICT
    """

_POSTING = """
    CREATE TABLE posting (
        seq INTEGER NOT NULL REFERENCES journal,
        leg INTEGER NOT NULL,
        account INTEGER NOT NULL,
        amount INTEGER NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (seq, leg)
    ) STRICT, WITHOUT ROWID
    """

# What may be made anew from the rows at any time: it may be changed and thrown away.
_SNAPSHOT = """
    CREATE TABLE snapshot (
        seq INTEGER PRIMARY KEY,
        row_hash BLOB NOT NULL,
        program TEXT NOT NULL,
        crc INTEGER NOT NULL,
        state BLOB NOT NULL
    ) STRICT
    """

_BY_GAME = "CREATE INDEX journal_by_game ON journal (game, seq)"


def _keeps(table: str) -> tuple[str, ...]:
    return tuple(
        f"CREATE TRIGGER {table}_keeps_{verb.lower()} BEFORE {verb} ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
        for verb in ("UPDATE", "DELETE")
    )


_NEW = (
    _JOURNAL.format(name="journal"),
    _POSTING,
    _SNAPSHOT,
    _BY_GAME,
    *_keeps("journal"),
    *_keeps("posting"),
    f"PRAGMA application_id = {_APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)

_FROM_1 = (
    # The kinds of rows were listed in the table itself, where none could be added.
    _JOURNAL.format(name="journal_2"),
    f"INSERT INTO journal_2 SELECT {COLUMNS} FROM journal",  # noqa: S608  # our own column names
    "DROP TABLE journal",
    "ALTER TABLE journal_2 RENAME TO journal",
    _SNAPSHOT,
    _BY_GAME,
    *_keeps("journal"),
    "PRAGMA user_version = 2",
)

_STEPS = {1: _FROM_1}
"""What leads from a version to the next."""


def version_of(db: sqlite3.Connection, path: Path, *, may_be_new: bool = True) -> int:
    """Return the form of an open file, 0 where it is new.

    Raises:
        DataError: A newer program made it; or it is no journal, and must not be new.
    """
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version == 0 and not may_be_new:
        raise damaged(path, "it is no journal")
    if version > SCHEMA_VERSION:
        raise of_newer_program(path, version, SCHEMA_VERSION)
    return version


def configure(db: sqlite3.Connection) -> None:
    """Ask for durability, explicitly, and see that it is granted."""
    for pragma in _PRAGMAS:
        db.execute(f"PRAGMA {pragma}")
    mode, level = (
        db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    )
    assert (mode, level) == ("wal", 2), "the journal is durable as it was asked to be"


def create(db: sqlite3.Connection) -> None:
    """Give a new file its form, all or nothing."""
    _in_one_transaction(db, _NEW)


def migrate(db: sqlite3.Connection, keep: Callable[[int], None]) -> None:
    """Bring a verified file to today's form, version by version, each all or nothing.

    *keep* is called with the present version before the first change, to lay a copy aside.
    """
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version < SCHEMA_VERSION:
        keep(version)
    db.execute("PRAGMA foreign_keys = OFF")  # a table is replaced under those that refer to it
    try:
        while version < SCHEMA_VERSION:
            _in_one_transaction(db, _STEPS[version])
            version += 1
    finally:
        db.execute("PRAGMA foreign_keys = ON")


def _in_one_transaction(db: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in statements:
            db.execute(statement)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
