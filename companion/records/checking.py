"""All that can be checked of a journal: its file, each of its games, its states and its copies."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.errors import DataError
from companion.journal.comparing import is_of
from companion.journal.second_copy import COPY_NAME, scan
from companion.locales import _, ngettext
from companion.records.books import Book, folded, opened
from engine.codec import decode_state
from engine.invariants import check


class Finding(msgspec.Struct, frozen=True):
    """One thing that was checked."""

    sentence: str
    is_fine: bool = True


def checked(game: str | None, data: Path, away: Path | None) -> Iterator[Finding]:
    """Yield what holds, one thing after the other.

    Raises:
        DataError: The journal itself does not hold, or there is none.
    """
    with opened(game, data) as book:
        count = book.store.head.seq
        said = ngettext(
            "{path}: {count} row, its chain and its postings whole.",
            "{path}: {count} rows, their chain and their postings whole.",
            count,
        )
        yield Finding(said.format(path=book.store.path, count=count))
        for name in book.store.games() if game is None else (book.game,):
            yield _game(msgspec.structs.replace(book, game=name, rows=book.store.game(name)))
        home = book.store.path.with_name(COPY_NAME)
        for copy in (home,) if away is None else (home, away):
            yield _copy(book, copy)


def _game(book: Book) -> Finding:
    timeline = folded(book)
    check(timeline.state)
    states = book.store.states(book.rows[0].seq)
    if (wrong := _wrong(book, states)) is not None:
        sentence = _("{game}: the state kept for row {seq} is not what its rows say.")
        return Finding(sentence.format(game=book.game, seq=wrong), is_fine=False)
    sentence = _("{game}: turn {turn}, the books balanced, {count} kept states as folded.")
    return Finding(sentence.format(game=book.game, turn=timeline.state.turns, count=len(states)))


def _wrong(book: Book, states: dict[int, bytes]) -> int | None:
    """Return the first row whose kept state is another than folding gives."""
    known: dict[int, bytes] = {}
    for seq in sorted(states):
        state = folded(book, seq, known).state
        if decode_state(states[seq]) != state:
            return seq
        known = {seq: states[seq]}  # as folded: the next need not be folded from the beginning
    return None


def _copy(book: Book, path: Path) -> Finding:
    if not path.exists():
        sentence = _("There is no second copy {path}: the next start of the table makes one.")
        return Finding(sentence.format(path=path), is_fine=False)
    try:
        found = scan(path)
    except (OSError, DataError) as error:
        return Finding(f"{path}: {error}", is_fine=False)
    if found.is_damaged:
        sentence = _("The second copy {path} is damaged: the next start makes a new one.")
        return Finding(sentence.format(path=path), is_fine=False)
    if not is_of(book.store, found.head) or found.head.seq < book.store.head.seq:
        sentence = _("The second copy {path} does not hold the same: the next start mends that.")
        return Finding(sentence.format(path=path), is_fine=False)
    return Finding(_("{path}: the same rows.").format(path=path))
