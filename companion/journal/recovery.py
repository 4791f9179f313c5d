"""What is done at a start when the journal file is damaged, missing or behind its second copy."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.errors import TapbankError
from companion.journal import verifying
from companion.journal.comparing import lay_aside
from companion.journal.faults import DamagedError
from companion.journal.rows import Head, Row, chain
from companion.journal.second_copy import Scan, follows, hash_at, rows_in, scan, sync_folder
from companion.journal.store import Store, opened_for_reading
from companion.locales import _, ngettext

BATCH_ROWS = 512  # in one transaction while a journal is written anew

_Chained = tuple[Row, bytes]


class Recovered(msgspec.Struct, frozen=True):
    """What was brought back, and from where."""

    rows: int
    source: Path
    kept: Path | None
    """The damaged file under its new name."""

    @property
    def sentence(self) -> str:
        """Return what the table says of it."""
        said = ngettext(
            "The journal was recovered from the second copy {path}: {count} row.",
            "The journal was recovered from the second copy {path}: {count} rows.",
            self.rows,
        ).format(path=self.source, count=self.rows)
        if self.kept is None:
            return said
        return f"{said} " + _("The damaged file is kept as {kept}.").format(kept=self.kept.name)


class Settled(msgspec.Struct, frozen=True):
    """The journal once it holds."""

    store: Store
    rows: list[Row]
    """Of the game opened last."""
    recovered: Recovered | None
    scans: dict[Path, Scan]
    """What was found in each copy that is there."""


def settled(path: Path, copies: Sequence[Path], boot_id: str) -> Settled:
    """Return the verified journal at *path*; the longest story that holds wins.

    Raises:
        DamagedError: Neither the journal nor the copies hold; nothing was changed.
        TapbankError: As `Store` says.
    """
    scans = {copy: found for copy in copies if (found := _scanned(copy)) is not None}
    try:
        store, rows = _verified(path)
    except DamagedError as damage:
        recovered = _rebuilt(path, scans, boot_id, damage)
        return Settled(*_verified(path), recovered, scans)
    try:
        if (caught := _caught_up(store, scans)) is None:
            return Settled(store, rows, None, scans)
        return Settled(store, store.verify(), caught, scans)
    except BaseException:
        store.close()
        raise


def _verified(path: Path) -> tuple[Store, list[Row]]:
    store = Store(path)
    try:
        rows = store.verify()
        store.migrate()
    except BaseException:
        store.close()
        raise
    return store, rows


def _caught_up(store: Store, scans: Mapping[Path, Scan]) -> Recovered | None:
    """Append to *store* what a copy holds beyond it."""
    ahead = [copy for copy, found in scans.items() if found.head.seq > store.head.seq]
    for copy in sorted(ahead, key=lambda copy: -scans[copy].head.seq):
        before = store.head
        fits = hash_at(copy, before.seq) == before.hash
        if fits and follows(rows_in(copy, before.seq), before):
            _append_all(store, (row for row, _hash in rows_in(copy, before.seq)))
            return Recovered(store.head.seq - before.seq, copy, kept=None)
    return None


def _scanned(copy: Path) -> Scan | None:
    try:
        return scan(copy)
    except OSError:
        return None  # its device is missing: said once the table runs


def _rebuilt(
    path: Path, scans: Mapping[Path, Scan], boot_id: str, damage: DamagedError
) -> Recovered:
    """Write the journal anew from what the copies and the damaged file hold together."""
    holding = [copy for copy, found in scans.items() if found.head.seq > 0]
    if not holding:
        raise damage
    anew = path.with_name(f"{path.name}.anew")
    _forget(anew)  # of an earlier attempt that was cut short
    store = Store(anew)
    try:
        _append_all(store, _merged(holding, path))
        _see_whole(store, holding[0], scans[holding[0]].head.seq, damage)
        store.verify()
    except BaseException:
        store.close()
        _forget(anew)
        raise
    store.close()
    kept = lay_aside(path, f"corrupt-{boot_id}")
    anew.rename(path)
    sync_folder(path.parent)
    return Recovered(store.head.seq, holding[0], kept)


def _see_whole(store: Store, copy: Path, end: int, damage: DamagedError) -> None:
    if (seq := store.head.seq + 1) > end:
        return
    sentence = _("{damage} The second copy {copy} is damaged too: row {seq} is nowhere whole.")
    raise DamagedError(sentence.format(damage=damage.sentence, copy=copy, seq=seq))


def _forget(path: Path) -> None:
    for beside in ("", "-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)


def _merged(copies: Sequence[Path], path: Path) -> Iterator[Row]:
    """Yield row after row from whichever source has the one that continues the chain."""
    head = Head()
    sources: list[_Lines | _DamagedFile] = [*map(_Lines, copies), _DamagedFile(path)]
    while True:
        found = (source.next_after(head) for source in sources)
        if (row := next((row for row in found if row is not None), None)) is None:
            return
        head = Head(row.seq, chain(head.hash, row))
        yield row


class _Lines:
    """A copy, read once in order."""

    def __init__(self, path: Path) -> None:
        self._rows = rows_in(path)
        self._next = next(self._rows, None)

    def next_after(self, head: Head) -> Row | None:
        """Return the row that continues the chain from *head*, if it is here."""
        while self._next is not None and self._next[0].seq <= head.seq:
            self._next = next(self._rows, None)
        return _continuing(head, self._next)


class _DamagedFile:
    """The journal file itself: what is asked of it may still lie in a part that is whole."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def next_after(self, head: Head) -> Row | None:
        """Return the row that continues the chain from *head*, if it can be read."""
        try:
            db = opened_for_reading(self._path)
        except TapbankError:
            return None
        try:
            return _continuing(head, next(verifying.rows_after(db, head.seq), None))
        except (sqlite3.Error, ValueError, AssertionError):
            return None
        finally:
            db.close()


def _continuing(head: Head, chained: _Chained | None) -> Row | None:
    if chained is None:
        return None
    row, row_hash = chained
    return row if row.seq == head.seq + 1 and chain(head.hash, row) == row_hash else None


def _append_all(store: Store, rows: Iterator[Row]) -> None:
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= BATCH_ROWS:
            store.append(batch)
            batch.clear()
    if batch:
        store.append(batch)
