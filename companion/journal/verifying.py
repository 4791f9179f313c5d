"""Whether all that is recorded is as it was written: the file, the numbers, the chain, the sums."""

import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.journal.faults import damaged, fault_of
from companion.journal.rows import GENESIS, Posting, Row, digest
from companion.journal.schema import COLUMNS

_Leg = tuple[int, int, bytes]


def verify(db: sqlite3.Connection, path: Path) -> None:
    """Check the file's structure, the numbering, the chain, and that every row balances.

    Raises:
        DamagedError: Something recorded has been damaged or altered.
    """
    before = db.text_factory
    try:
        if (found := db.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise damaged(path, " ".join(str(found).split()))
        db.text_factory = bytes
        _verify_rows(db, path)
    except sqlite3.Error as error:
        raise fault_of(error, path) from error
    finally:
        db.text_factory = before


def rows_after(db: sqlite3.Connection, seq: int) -> Iterator[tuple[Row, bytes]]:
    """Yield the rows whose number is above *seq*, postings included, each with its hash."""
    db.text_factory = bytes
    try:
        legs = _Legs(db, seq)
        query = f"SELECT {COLUMNS} FROM journal WHERE seq > ? ORDER BY seq"  # noqa: S608  # our own column names
        for values in db.execute(query, (seq,)):
            postings = tuple(
                Posting(account, amount, reason.decode())
                for account, amount, reason in legs.of(values[0])
            )
            yield row_of(values, postings), values[-1]
    finally:
        db.text_factory = str


def row_of(values: tuple[object, ...], postings: tuple[Posting, ...] = ()) -> Row:
    """Return the row that a SELECT of all columns gave as bytes."""
    seq, game, kind, cmd_id, actor, note, source, count, command, events, version, wall, _hash = (
        values
    )
    assert isinstance(command, bytes), "text is read as bytes here"
    assert isinstance(events, bytes), "text is read as bytes here"
    return Row(
        seq=_number(seq),
        game=_text(game),
        kind=_text(kind),
        id=_text(cmd_id),
        actor=None if actor is None else _number(actor),
        note=_text(note),
        source=_text(source),
        count=_number(count),
        command=command,
        events=events,
        version=_number(version),
        wall=_text(wall),
        postings=postings,
    )


class _Legs:
    """The postings in the order of their rows, read once, beside the rows."""

    def __init__(self, db: sqlite3.Connection, after: int) -> None:
        rows = db.execute(
            "SELECT seq, account, amount, reason FROM posting WHERE seq > ? ORDER BY seq, leg",
            (after,),
        )
        self._groups = (
            (seq, [(account, amount, reason) for _seq, account, amount, reason in group])
            for seq, group in itertools.groupby(rows, key=lambda values: values[0])
        )
        self._next: tuple[int | None, list[_Leg]] = next(self._groups, (None, []))

    def of(self, seq: int) -> list[_Leg]:
        """Return the postings of row *seq*; rows are asked for in order."""
        if self._next[0] != seq:
            return []
        found = self._next[1]
        self._next = next(self._groups, (None, []))
        return found

    @property
    def left(self) -> int | None:
        """The row of the first postings that nobody asked for."""
        return self._next[0]


def _verify_rows(db: sqlite3.Connection, path: Path) -> None:
    before = GENESIS
    legs = _Legs(db, 0)
    rows = db.execute(f"SELECT {COLUMNS} FROM journal ORDER BY seq")  # noqa: S608  # our own column names
    for expected, values in enumerate(rows, start=1):
        found = values[0]
        if found != expected:
            raise damaged(path, f"row {expected} is missing")
        of_row = legs.of(found)
        before = digest(before, map(_bytes, values[:-1]), of_row)
        if before != values[-1]:
            raise damaged(path, f"row {found} was altered")
        if sum(amount for _account, amount, _reason in of_row):
            raise damaged(path, f"the postings of row {found} do not balance")
    if legs.left is not None:
        raise damaged(path, f"postings without their row {legs.left}")


def _bytes(value: bytes | int | None) -> bytes:
    if value is None:
        return b""
    return b"%d" % value if isinstance(value, int) else value


def _text(value: object) -> str:
    assert isinstance(value, bytes), "text is read as bytes here"
    return value.decode()


def _number(value: object) -> int:
    assert isinstance(value, int), "the table is strict"
    return value
