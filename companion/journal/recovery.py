"""What is done at a start when the journal file is damaged, missing or behind its second copy."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.errors import TapbankError
from companion.journal import verifying
from companion.journal.comparing import lay_aside
from companion.journal.faults import DamagedError, damaged
from companion.journal.rows import Head, Row, chain
from companion.journal.second_copy import Scan, hash_at, rows_in, scan, sync_folder
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
    _finish_rebuilding(path, boot_id)
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
    """Append to *store* what a copy holds beyond it.

    Raises:
        DamagedError: The copy held more, and a part of it is damaged.
    """
    before = store.head
    ahead = [
        copy
        for copy in sorted(scans, key=lambda copy: -scans[copy].head.seq)
        # One with another row in the place of our last belongs to another table.
        if scans[copy].head.seq > before.seq and hash_at(copy, before.seq) in (before.hash, None)
    ]
    if not ahead:
        return None
    end = before.seq
    for row in _merged(map(_Lines, ahead), before):
        end = row.seq
    if end < scans[ahead[0]].head.seq:
        raise damaged(store.path, f"row {end + 1} is in no copy")
    _append_all(store, _merged(map(_Lines, ahead), before))
    return Recovered(end - before.seq, ahead[0], kept=None)


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
    anew = anew_of(path)
    forget(anew)  # of an earlier attempt that was cut short
    store = Store(anew)
    try:
        _append_all(store, _merged([*map(_Lines, holding), _DamagedFile(path)], Head()))
        _see_whole(store, holding[0], scans[holding[0]].head.seq, damage)
        store.verify()
    except BaseException:
        store.close()
        forget(anew)
        raise
    store.close()
    kept = lay_aside(path, f"corrupt-{boot_id}")
    anew.rename(path)
    sync_folder(path.parent)
    return Recovered(store.head.seq, holding[0], kept)


def anew_of(path: Path) -> Path:
    """Return where a journal is written that takes the place of *path* once it is whole."""
    return path.with_name(f"{path.name}.anew")


def _finish_rebuilding(path: Path, boot_id: str) -> None:
    """Put a journal in its place that was whole when the power went, its place already empty."""
    if path.exists() or not anew_of(path).exists():
        return
    lay_aside(path, f"corrupt-{boot_id}")  # what SQLite kept beside the damaged file
    anew_of(path).rename(path)
    sync_folder(path.parent)


def _see_whole(store: Store, copy: Path, end: int, damage: DamagedError) -> None:
    if (seq := store.head.seq + 1) > end:
        return
    sentence = _("{damage} The second copy {copy} is damaged too: row {seq} is nowhere whole.")
    raise DamagedError(sentence.format(damage=damage.sentence, copy=copy, seq=seq))


def forget(path: Path) -> None:
    """Remove an unfinished file of ours, and what SQLite keeps beside it."""
    for beside in ("", "-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)


def _merged(sources: "Iterable[_Lines | _DamagedFile]", head: Head) -> Iterator[Row]:
    """Yield what continues the chain from *head*, row after row, from whichever source has it."""
    all_sources = tuple(sources)
    while True:
        found = (source.next_after(head) for source in all_sources)
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
