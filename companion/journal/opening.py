"""How a table takes its folder: lock, open, verify, compare, fold; nothing is read before."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import msgspec

from companion.errors import UsageError
from companion.journal.books import Away, Books
from companion.journal.comparing import agree
from companion.journal.faults import damaged, fault_of_system
from companion.journal.lock import TableLock
from companion.journal.recovery import Recovered, settled
from companion.journal.reserve import Reserve
from companion.journal.rows import Row
from companion.journal.second_copy import COPY_NAME
from companion.journal.steps import IN_GAME, UnreadableRowError, is_balanced, replay
from companion.journal.store import JOURNAL_NAME, Store
from companion.locales import _
from companion.timeline import Timeline
from engine.board import Edition
from engine.codec import UnknownVersionError
from engine.state import new_state

FOLDER_MODE = 0o700
FREE_BYTES_MIN = 200_000_000  # below it no game is begun: an evening writes a fifth of that


@dataclass(frozen=True, slots=True)
class Place:
    """Where a journal is kept, and what its table was told about it."""

    folder: Path
    away: Path | None = None
    """A second copy on another device."""
    free_bytes_min: int = FREE_BYTES_MIN
    """With less room no game is begun."""
    has_reserve: bool = True
    """Whether room is held back for when the disk is full."""


@dataclass(slots=True)
class OpenJournal:
    """A folder held, its journal verified, and the game folded from it."""

    lock: TableLock
    books: Books
    """For the writer alone."""
    reader: Store
    """For look-ups while the writer commits."""
    timeline: Timeline
    game: str
    """Empty where no game was ever opened."""
    last: Row | None
    """The last step that changed the game."""
    recovered: Recovered | None
    said: Sequence[str]
    """What people should know about this start."""

    def close(self) -> None:
        """Let go of the files, and of the folder last."""
        self.reader.close()
        self.books.close()
        self.lock.release()


def make_folder(folder: Path) -> None:
    """Make *folder* and what it lies in, where it is not there.

    Raises:
        UsageError: Something else has that name.
        PermissionDeniedError: The system forbids it.
        StorageError: The disk is full or failed.
    """
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise UsageError(_("{path} is not a folder.").format(path=folder)) from error
    except OSError as error:
        raise fault_of_system(error, folder) from error


def open_journal(place: Place, edition: Edition, boot_id: str) -> OpenJournal:
    """Take the folder and verify its journal; *edition* lies on the table before any game.

    What has to be laid aside gets a name with *boot_id*.

    Raises:
        LockHeldError: Another table holds it.
        DamagedError: The journal is damaged, and so is its second copy.
        PermissionDeniedError: The system forbids it.
        StorageError: The disk is full or failed.
    """
    folder = place.folder
    make_folder(folder)
    try:
        folder.chmod(FOLDER_MODE)
        lock = TableLock(folder)
    except OSError as error:
        raise fault_of_system(error, folder) from error
    try:
        return _open_locked(place, edition, lock, boot_id)
    except OSError as error:
        lock.release()
        raise fault_of_system(error, folder) from error
    except BaseException:
        lock.release()
        raise


def _open_locked(place: Place, edition: Edition, lock: TableLock, boot_id: str) -> OpenJournal:
    path, home = place.folder / JOURNAL_NAME, place.folder / COPY_NAME
    copies = [home] if place.away is None else [home, place.away]
    found = settled(path, copies, boot_id)
    store, rows, recovered = found.store, found.rows, found.recovered
    try:
        agreed = agree(home, store, boot_id, found.scans.get(home))
    except BaseException:
        store.close()
        raise
    reserve = Reserve(place.folder)
    if place.has_reserve:
        reserve.lay_in(place.free_bytes_min)
    away = Away(place.away, boot_id) if place.away is not None else None
    books = Books(store, agreed.copy, away, reserve)
    try:
        if away is not None:
            away.look(store)
        timeline = _folded(store, rows, edition)
        reader = Store(path)
    except BaseException:
        books.close()
        raise
    played = [row for row in rows if row.kind in IN_GAME]
    return OpenJournal(
        lock=lock,
        books=books,
        reader=reader,
        timeline=timeline,
        game=rows[-1].game if rows else "",
        last=played[-1] if played else None,
        recovered=recovered,
        said=tuple(
            sentence
            for sentence in (
                recovered.sentence if recovered else "",
                agreed.said,
                *_set_aside(rows),
            )
            if sentence
        ),
    )


def _set_aside(rows: Sequence[Row]) -> list[str]:
    """Return what the last run noted on what it had to leave undone."""
    last = takewhile(lambda row: row.kind != "boot", reversed(rows))
    return [row.note for row in last if row.kind == "ignored" and row.note]


def _folded(store: Store, rows: list[Row], edition: Edition) -> Timeline:
    """Return the game that *rows* tell; states kept beside them count only where all agrees."""
    if not rows:
        return Timeline(new_state(edition), store.head.seq)
    first, balances = rows[0].seq, store.balances(rows[-1].game)
    for states in (store.states(first), {}):
        timeline = Timeline(new_state(edition), first - 1)
        try:
            replay(rows, timeline, states)
        except (UnreadableRowError, UnknownVersionError, msgspec.MsgspecError) as error:
            if not states:
                raise damaged(store.path, str(error)) from error
            continue
        if is_balanced(balances, timeline.state):
            return timeline
    raise damaged(store.path, "the postings are not what the game says")
