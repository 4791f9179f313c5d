"""Whether all that is recorded is as it was written: file, numbers, chain, sums."""

import itertools
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.journal.faults import damaged, fault_of
from companion.journal.rows import GENESIS, Posting, Row, chain
from companion.journal.schema import COLUMNS

# JSON is kept as the bytes that were hashed; SQLite keeps it as text, so that people can read it.
_READ = COLUMNS.replace("command, events", "CAST(command AS BLOB), CAST(events AS BLOB)")


def verify(db: sqlite3.Connection, path: Path) -> list[Row]:
    """Check the file's structure, the numbering, the chain, and that every row balances.

    Returns the rows of the game opened last, which have been read anyway, without postings.

    Raises:
        DamagedError: Something recorded has been damaged or altered.
    """
    try:
        if (found := db.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
            raise damaged(path, " ".join(str(found).split()))
        return _verified_rows(db, path)
    except sqlite3.Error as error:
        if not hasattr(error, "sqlite_errorcode"):  # text that is not UTF-8 any more
            raise damaged(path, str(error)) from error
        raise fault_of(error, path) from error
    except (TypeError, ValueError) as error:
        raise damaged(path, str(error)) from error


def rows_after(db: sqlite3.Connection, seq: int) -> Iterator[tuple[Row, bytes]]:
    """Yield the rows whose number is above *seq*, postings included, each with its hash."""
    legs = _Legs(db, seq)
    query = f"SELECT {_READ} FROM journal WHERE seq > ? ORDER BY seq"  # noqa: S608  # our own column names
    for values in db.execute(query, (seq,)):
        yield _row(values, legs.of(values[0])), values[-1]


def rows_of_game(db: sqlite3.Connection, game: str) -> list[Row]:
    """Return the rows of *game*, without their postings."""
    query = f"SELECT {_READ} FROM journal WHERE game = ? ORDER BY seq"  # noqa: S608  # our own column names
    return [_row(values, ()) for values in db.execute(query, (game,))]


class _Legs:
    """The postings in the order of their rows, read once, beside the rows."""

    def __init__(self, db: sqlite3.Connection, after: int) -> None:
        rows = db.execute(
            "SELECT seq, account, amount, reason FROM posting WHERE seq > ? ORDER BY seq, leg",
            (after,),
        )
        self._groups = (
            (seq, tuple(Posting(account, amount, reason) for _seq, account, amount, reason in legs))
            for seq, legs in itertools.groupby(rows, key=lambda values: values[0])
        )
        self._next: tuple[int | None, tuple[Posting, ...]] = next(self._groups, (None, ()))

    def of(self, seq: int) -> tuple[Posting, ...]:
        """Return the postings of row *seq*; rows are asked for in order."""
        if self._next[0] != seq:
            return ()
        found = self._next[1]
        self._next = next(self._groups, (None, ()))
        return found

    @property
    def left(self) -> int | None:
        """The row of the first postings that nobody asked for."""
        return self._next[0]


def _verified_rows(db: sqlite3.Connection, path: Path) -> list[Row]:
    before = GENESIS
    legs = _Legs(db, 0)
    game: list[Row] = []
    query = f"SELECT {_READ} FROM journal ORDER BY seq"  # noqa: S608  # our own column names
    for expected, values in enumerate(db.execute(query), start=1):
        postings = legs.of(values[0])
        row = _row(values, postings)
        if row.seq != expected:
            raise damaged(path, f"row {expected} is missing")
        before = chain(before, row)
        if before != values[-1]:
            raise damaged(path, f"row {row.seq} was altered")
        if sum(posting.amount for posting in postings):
            raise damaged(path, f"the postings of row {row.seq} do not balance")
        if game and game[-1].game != row.game:
            game.clear()
        game.append(row)
    if legs.left is not None:
        raise damaged(path, f"postings without their row {legs.left}")
    return game


def _row(values: Sequence[Any], postings: tuple[Posting, ...]) -> Row:
    return Row(*values[:-1], postings)  # type: ignore[call-arg]  # the columns are the fields
