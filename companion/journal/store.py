"""The one journal file: opened, appended to, read back, through SQLite."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.journal import schema, snapshots, verifying
from companion.journal.faults import READING, fault_of
from companion.journal.rows import GENESIS, KINDS, Head, Row, chain
from engine.state import State

JOURNAL_NAME = "table.sqlite3"
BUSY_TIMEOUT_S = 30  # longer than any stall of a slow card


class Store:
    """One open journal file; used by one thread at a time.

    Raises:
        TapbankError: From the constructor and every method: damaged, full, failed, forbidden.
    """

    def __init__(self, path: Path, *, is_for_reading: bool = False) -> None:
        self.path = path
        self._db = opened_for_reading(path) if is_for_reading else _opened(path)
        try:
            self.version = schema.version_of(self._db, path, may_be_new=not is_for_reading)
            if not is_for_reading:
                schema.configure(self._db)
            if self.version == 0 and not is_for_reading:
                schema.create(self._db)
                self.version = schema.SCHEMA_VERSION
            self.head = self._read_head()
        except READING as error:
            self._db.close()
            raise fault_of(error, self.path) from error
        except BaseException:
            self._db.close()
            raise

    @property
    def db(self) -> sqlite3.Connection:
        """The connection, for the other modules of the journal."""
        return self._db

    def close(self) -> None:
        """Let go of the file; what is recorded stays."""
        self._db.close()

    def append(self, rows: Sequence[Row]) -> tuple[bytes, ...]:
        """Make *rows* durable in one transaction, all or none; return their hashes."""
        head, hashes = self.head, []
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for row in rows:
                assert row.seq == head.seq + 1, "rows are numbered without gaps"
                assert row.kind in KINDS, "a row says what it is"
                head = Head(row.seq, chain(head.hash, row))
                hashes.append(head.hash)
                self._insert(row, head.hash)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if not self._has_committed(head):
                raise fault_of(error, self.path) from error
        self.head = head
        return tuple(hashes)

    def find(self, cmd_id: str) -> tuple[int, str] | None:
        """Return `seq` and kind of the row with this id, or nothing."""
        try:
            found = self._db.execute(
                "SELECT seq, kind FROM journal WHERE cmd_id = ?", (cmd_id,)
            ).fetchall()
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error
        return found[0] if found else None

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, in order."""
        try:
            found = self._db.execute("SELECT game FROM journal GROUP BY game ORDER BY min(seq)")
            return tuple(game for (game,) in found)
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error

    def game(self, game: str) -> list[Row]:
        """Return the rows of *game*, without their postings."""
        try:
            return verifying.rows_of_game(self._db, game)
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error

    def rows_after(self, seq: int) -> Iterator[tuple[Row, bytes]]:
        """Yield the rows above *seq*, postings included, each with its hash."""
        try:
            yield from verifying.rows_after(self._db, seq)
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error

    def hash_at(self, seq: int) -> bytes | None:
        """Return the hash of row *seq*; None where there is no such row."""
        if seq == 0:
            return GENESIS
        try:
            found = self._db.execute("SELECT hash FROM journal WHERE seq = ?", (seq,)).fetchall()
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error
        return bytes(found[0][0]) if found else None

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

    def verify(self) -> list[Row]:
        """Check the file's structure, the numbering, the chain, and that every row balances.

        Returns the rows of the game opened last.

        Raises:
            DamagedError: Something recorded has been damaged or altered.
        """
        return verifying.verify(self._db, self.path)

    def states(self, first: int) -> dict[int, bytes]:
        """Return states kept for rows from *first* on, as JSON, by row."""
        return snapshots.usable(self._db, first)

    def keep(self, seq: int, state: State) -> None:
        """Keep *state* as the one after row *seq*, so that it need not be folded."""
        snapshots.keep(self._db, seq, state)

    def migrate(self) -> Path | None:
        """Bring a verified file to today's form; return where the old one was laid aside."""
        kept: list[Path] = []

        def keep(version: int) -> None:
            kept.append(self.path.with_name(f"{self.path.name}.v{version}"))
            self.copy_to(kept[0])

        try:
            schema.migrate(self._db, keep)
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error
        self.version = schema.SCHEMA_VERSION
        return kept[0] if kept else None

    def copy_to(self, path: Path) -> None:
        """Copy the whole file to *path*, also while it is written to: one consistent moment.

        Raises:
            OSError: The file cannot be made.
        """
        path.touch(mode=0o600)
        try:
            other = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)
            try:
                self._db.backup(other)
                other.execute("PRAGMA journal_mode = DELETE")  # one file, to be carried about
            finally:
                other.close()
        except sqlite3.Error as error:
            raise fault_of(error, path) from error

    def _read_head(self) -> Head:
        if self.version == 0:
            return Head()
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
            f"INSERT INTO journal ({schema.COLUMNS}) "  # noqa: S608  # our own column names
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


def _opened(path: Path) -> sqlite3.Connection:
    try:
        # Made here first, so that it is never readable by others, not even for a moment.
        path.touch(mode=0o600)
        return sqlite3.connect(
            path, isolation_level=None, timeout=BUSY_TIMEOUT_S, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise fault_of(error, path) from error


def opened_for_reading(path: Path) -> sqlite3.Connection:
    """Return a connection that changes nothing, whatever state the file is in."""
    try:
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro",
            uri=True,
            isolation_level=None,
            timeout=BUSY_TIMEOUT_S,
        )
    except sqlite3.Error as error:
        raise fault_of(error, path) from error


__all__ = ["JOURNAL_NAME", "Head", "Store"]
