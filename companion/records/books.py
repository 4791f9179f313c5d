"""A journal opened for reading, also while its table runs."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.editions import load_edition
from companion.errors import DataError
from companion.journal.faults import damaged
from companion.journal.rows import Row
from companion.journal.steps import UnreadableRowError, is_balanced, replay
from companion.journal.store import JOURNAL_NAME, Store
from companion.locales import _
from companion.timeline import Timeline
from engine.codec import UnknownVersionError
from engine.state import new_state


class Book(msgspec.Struct, frozen=True):
    """One game of a journal, whose file holds."""

    store: Store
    game: str
    rows: list[Row]
    """Of the game, starts included."""


@contextmanager
def opened(game: str | None, data: Path) -> Iterator[Book]:
    """Open *game*: an id, a journal's folder or its file; without it the newest in *data*.

    Raises:
        DataError: There is no such journal or game, or it is damaged.
    """
    path, wanted = _located(game, data)
    if not path.is_file():
        raise DataError(_("There is no journal in {folder}.").format(folder=path.parent))
    store = Store(path, is_for_reading=True)
    try:
        rows = store.verify()
        if wanted is not None:
            rows = store.game(wanted)
        if not rows:
            sentence = _("The journal {path} holds no game {game}.")
            raise DataError(sentence.format(path=path, game=wanted or "").rstrip())
        yield Book(store, rows[-1].game, rows)
    finally:
        store.close()


def folded(
    book: Book, until: int | None = None, states: Mapping[int, bytes] | None = None
) -> Timeline:
    """Return the game, folded from its beginning up to row *until*, the books checked at the end.

    Raises:
        DamagedError: A row does not follow from those before it, or the money is not its sum.
    """
    rows = [row for row in book.rows if until is None or row.seq <= until]
    first = rows[0].seq - 1 if rows else 0
    timeline = Timeline(new_state(load_edition("us")), first)
    try:
        replay(rows, timeline, states or {})
    except (UnreadableRowError, UnknownVersionError, msgspec.MsgspecError) as error:
        raise damaged(book.store.path, str(error)) from error
    if until is None and not is_balanced(book.store.balances(book.game), timeline.state):
        raise damaged(book.store.path, f"the postings of {book.game} are not what it says")
    return timeline


def _located(game: str | None, data: Path) -> tuple[Path, str | None]:
    if game is None:
        return data / JOURNAL_NAME, None
    path = Path(game)
    if path.is_dir():
        return path / JOURNAL_NAME, None
    if path.is_file():
        return path, None
    return data / JOURNAL_NAME, game
