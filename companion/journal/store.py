"""The one user of SQLite: open, verify, append, read back."""

import itertools
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from companion.journal.faults import damaged, fault_of
from companion.journal.rows import GENESIS, Posting, Row, chain, digest

JOURNAL_NAME = "table.sqlite3"
BUSY_TIMEOUT_S = 30  # longer than any stall of a slow card
SCHEMA_VERSION = 1
_APPLICATION_ID = 0x54424E4B  # "TBNK", so that `file` knows what it looks at

_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",  # with WAL: nothing acknowledged is lost by a power cut
    "wal_autocheckpoint = 500",
    "foreign_keys = ON",
    "trusted_schema = OFF",
    "cell_size_check = ON",
)

_SCHEMA = (
    """
    CREATE TABLE journal (
        seq INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        kind TEXT NOT NULL
            CHECK (kind IN (
                'command', 'undo', 'redo', 'strike', 'correct_roll', 'correct_card',
                'boot', 'ignored'
            )),
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
    """,
    """
    CREATE TABLE posting (
        seq INTEGER NOT NULL REFERENCES journal,
        leg INTEGER NOT NULL,
        account INTEGER NOT NULL,
        amount INTEGER NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (seq, leg)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX journal_by_game ON journal (game, seq)",
    *(
        f"CREATE TRIGGER {table}_keeps_{verb.lower()} BEFORE {verb} ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
        for table in ("journal", "posting")
        for verb in ("UPDATE", "DELETE")
    ),
    f"PRAGMA application_id = {_APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)

_COLUMNS = (
    "seq, game, kind, cmd_id, actor, note, source, count, command, events, version, wall, hash"
)


class Head(msgspec.Struct, frozen=True, gc=False):
    """The last row of a journal."""

    seq: int = 0
    hash: bytes = GENESIS


class Store:
    """One open journal file; used by one thread at a time.

    Raises:
        TapbankError: From the constructor and every method: damaged, full, failed, forbidden.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / JOURNAL_NAME
        self._db = self._opened()
        try:
            self._set_up()
            self.head = self._read_head()
        except sqlite3.Error as error:
            self._db.close()
            raise fault_of(error, self.path) from error
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Let go of the file; what is recorded stays."""
        self._db.close()

    def append(self, rows: Sequence[Row]) -> None:
        """Make *rows* durable in one transaction, all or none."""
        head = self.head
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for row in rows:
                assert row.seq == head.seq + 1, "rows are numbered without gaps"
                head = Head(row.seq, chain(head.hash, row))
                self._insert(row, head.hash)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if not self._has_committed(head):
                raise fault_of(error, self.path) from error
        self.head = head

    def find(self, cmd_id: str) -> tuple[int, str] | None:
        """Return `seq` and kind of the row with this id, or nothing."""
        try:
            found = self._db.execute(
                "SELECT seq, kind FROM journal WHERE cmd_id = ?", (cmd_id,)
            ).fetchall()
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error
        return found[0] if found else None

    def last_game(self) -> list[Row]:
        """Return the rows of the game opened last, without their postings."""
        try:
            found = self._db.execute(
                f"SELECT {_COLUMNS} FROM journal "  # noqa: S608  # our own column names
                "WHERE game = (SELECT game FROM journal ORDER BY seq DESC LIMIT 1) ORDER BY seq"
            ).fetchall()
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error
        return [_row(values) for values in found]

    def balances(self, game: str) -> dict[int, int]:
        """Return what the postings of *game* add up to by account."""
        try:
            return dict(
                self._db.execute(
                    "SELECT account, SUM(amount) FROM posting JOIN journal USING (seq) "
                    "WHERE game = ? GROUP BY account",
                    (game,),
                ).fetchall()
            )
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error

    def verify(self) -> None:
        """Check the file's structure, the numbering, the chain, and that every row balances.

        Raises:
            DataError: Something recorded has been damaged or altered.
        """
        try:
            if (found := self._db.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
                raise damaged(self.path, found)
            self._db.text_factory = bytes
            self._verify_rows()
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error
        finally:
            self._db.text_factory = str

    def _opened(self) -> sqlite3.Connection:
        try:
            # Made here first, so that it is never readable by others, not even for a moment.
            self.path.touch(mode=0o600)
            return sqlite3.connect(
                self.path, isolation_level=None, timeout=BUSY_TIMEOUT_S, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error

    def _set_up(self) -> None:
        for pragma in _PRAGMAS:
            self._db.execute(f"PRAGMA {pragma}")
        mode, level = (
            self._db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous")
        )
        assert (mode, level) == ("wal", 2), "the journal is durable as it was asked to be"
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise damaged(self.path, f"version {version} of a newer program")
        if version == 0:
            self._db.execute("BEGIN IMMEDIATE")
            for statement in _SCHEMA:
                self._db.execute(statement)
            self._db.execute("COMMIT")

    def _read_head(self) -> Head:
        found = self._db.execute(
            "SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1"
        ).fetchall()
        return Head(*found[0]) if found else Head()

    def _has_committed(self, head: Head) -> bool:
        """Undo what a failed transaction left, and tell whether it is recorded all the same."""
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            return self._read_head() == head
        except sqlite3.Error:
            return False

    def _insert(self, row: Row, row_hash: bytes) -> None:
        self._db.execute(
            f"INSERT INTO journal ({_COLUMNS}) "  # noqa: S608  # our own column names
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.seq,
                row.game,
                row.kind,
                row.id,
                row.actor,
                row.note,
                row.source,
                row.count,
                row.command.decode(),
                row.events.decode(),
                row.version,
                row.wall,
                row_hash,
            ),
        )
        self._db.executemany(
            "INSERT INTO posting (seq, leg, account, amount, reason) VALUES (?, ?, ?, ?, ?)",
            [(row.seq, leg, p.account, p.amount, p.reason) for leg, p in enumerate(row.postings)],
        )

    def _verify_rows(self) -> None:
        before = GENESIS
        legs = self._legs()
        seq, postings = next(legs, (None, []))
        rows = self._db.execute(f"SELECT {_COLUMNS} FROM journal ORDER BY seq")  # noqa: S608  # our own column names
        for expected, values in enumerate(rows, start=1):
            found = values[0]
            if found != expected:
                raise damaged(self.path, f"row {expected} is missing")
            of_row: list[tuple[int, int, bytes]] = []
            if seq == found:
                of_row = postings
                seq, postings = next(legs, (None, []))
            before = digest(before, map(_bytes, values[:-1]), of_row)
            if before != values[-1]:
                raise damaged(self.path, f"row {found} was altered")
            if sum(amount for _account, amount, _reason in of_row):
                raise damaged(self.path, f"the postings of row {found} do not balance")
        if seq is not None:
            raise damaged(self.path, f"postings without their row {seq}")

    def _legs(self) -> Iterator[tuple[int, list[tuple[int, int, bytes]]]]:
        rows = self._db.execute(
            "SELECT seq, account, amount, reason FROM posting ORDER BY seq, leg"
        )
        for seq, group in itertools.groupby(rows, key=lambda values: values[0]):
            yield seq, [(account, amount, reason) for _seq, account, amount, reason in group]


def _bytes(value: bytes | int | None) -> bytes:
    if value is None:
        return b""
    return b"%d" % value if isinstance(value, int) else value


def _row(values: tuple[object, ...]) -> Row:
    """Return the row that a SELECT of all columns gave, without its hash and postings."""
    names = ("seq", "game", "kind", "id", "actor", "note", "source", "count")
    row = dict(zip(names, values, strict=False))
    command, events, version, wall, _hash = values[len(names) :]
    row |= {"command": str(command).encode(), "events": str(events).encode()}
    return msgspec.convert({**row, "version": version, "wall": wall}, Row)


__all__ = ["JOURNAL_NAME", "Head", "Posting", "Store"]
