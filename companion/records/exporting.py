"""A game as files for people: JSON, a ledger for spreadsheets, and a case of what stands."""

import csv
import io
from collections.abc import Callable, Iterator

import msgspec

from companion.console.writing import lines_of, quoted
from companion.editions import load_edition
from companion.journal.second_copy import line_of
from companion.locales import _
from companion.records.books import Book, folded
from companion.views.words import account_name
from engine.evolve import evolve
from engine.ids import AccountId
from engine.phases import GameOver
from engine.state import State, new_state

DEFAULT_EDITION = "us"  # what a case is played on that says nothing else
COLUMNS = ("seq", "wall", "kind", "account", "amount", "reason", "note")


def as_json(book: Book) -> str:
    """Return every row, as in the second copy, in one object."""
    rows = [
        msgspec.Raw(line_of(row, row_hash).rstrip())
        for row, row_hash in book.store.rows_after(book.rows[0].seq - 1)
        if row.game == book.game
    ]
    return msgspec.json.encode({"game": book.game, "rows": rows}).decode() + "\n"


def as_csv(book: Book) -> str:
    """Return the ledger: a line a posting, with the names of those who play."""
    state = folded(book).state
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row, _hash in book.store.rows_after(book.rows[0].seq - 1):
        if row.game != book.game:
            break
        for posting in row.postings:
            name = account_name(state, AccountId(posting.account))
            writer.writerow(
                (row.seq, row.wall, row.kind, name, posting.amount, posting.reason, row.note)
            )
    return table.getvalue()


def as_case(book: Book) -> str:
    """Return a case file of what stands, what was taken back left out, and how it ends."""
    sentence = _("# {game}: what stands of rows {first} to {last}.")
    first, last = book.rows[0].seq, book.rows[-1].seq
    lines = [sentence.format(game=book.game, first=first, last=last)]
    steps = folded(book).standing()
    state = new_state(load_edition(DEFAULT_EDITION))
    for step in steps:
        if step.command is not None:
            lines.extend(lines_of(step.command, state))
        state = evolve(state, step.events)
    return "\n".join((*lines, "", *_expectations(state))) + "\n"


def _expectations(state: State) -> Iterator[str]:
    """Yield what must hold once the lines have been played."""
    for seat, name in enumerate(state.names):
        who = quoted(name)
        if state.is_out[seat]:
            yield f"expect {who} out"
            continue
        yield f"expect {who} cash {state.cash[seat]}"
        yield f"expect {who} at {state.edition.spaces[state.tokens[seat]].slug}"
    for space, owner in enumerate(state.owners):
        if owner >= 0:
            slug = state.edition.spaces[space].slug
            yield f"expect {slug} owner {quoted(state.names[owner])}"
            if state.mortgaged[space]:
                yield f"expect {slug} mortgaged"
    if state.names:
        yield f"expect supply {state.houses} {state.hotels}"
    if isinstance(state.phase, GameOver):
        for winner in state.phase.outcome.winners:
            yield f"expect winner {quoted(state.names[winner])}"


FORMATS: dict[str, Callable[[Book], str]] = {"json": as_json, "csv": as_csv, "case": as_case}
