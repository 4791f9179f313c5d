"""Steps of the timeline as rows of the journal, and the other way."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from companion.journal.rows import Posting, Row
from companion.timeline import Step, Timeline
from companion.timeline_nodes import Recorded
from engine import ledger
from engine.codec import decode_command, encode
from engine.commands import Command
from engine.events import VERSION
from engine.ids import BANK, POT, AccountId
from engine.state import State, balance

WITH_COMMAND = frozenset({"command", "correct_roll", "correct_card"})
"""The kinds of rows that hold what was decided."""
IN_GAME = WITH_COMMAND | {"undo", "redo", "strike"}
"""The kinds of rows that change the game."""


class UnreadableRowError(Exception):
    """A row that verifies, and yet does not follow from the rows before it."""


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """What a row says of where its step came from."""

    id: str
    game: str
    wall: str
    actor: int | None = None
    note: str = ""
    source: str = ""


def row_of(step: Step, stamp: Stamp) -> Row:
    """Return the row that makes *step* durable."""
    has_command = step.kind in WITH_COMMAND
    return Row(
        seq=step.end.seq,
        game=stamp.game,
        kind=step.kind,
        id=stamp.id,
        actor=stamp.actor,
        note=stamp.note,
        source=stamp.source,
        count=step.count,
        command=encode(step.commands[0]) if has_command else b"",
        events=encode(step.events),
        version=VERSION,
        wall=stamp.wall,
        postings=postings_of(step),
    )


def postings_of(step: Step) -> tuple[Posting, ...]:
    """Return the legs of a step's transfers; what undo and redo move back counts as one each."""
    legs = [Posting(leg.account, leg.amount, leg.reason) for leg in ledger.postings(step.events)]
    if step.kind == "command":
        return tuple(legs)
    moved = _balances(step.state)
    moved.subtract(_balances(step.before))
    for leg in legs:
        moved[leg.account] -= leg.amount
    back = [Posting(account, amount, step.kind) for account, amount in moved.items() if amount]
    return (*back, *legs)


def replay(rows: Iterable[Row], timeline: Timeline, states: Mapping[int, bytes]) -> None:
    """Adopt on *timeline* what *rows* tell, one step a row; *states* by row spare folding it all.

    Raises:
        UnreadableRowError: A row does not follow from those before it.
    """
    for row in rows:
        if row.kind not in IN_GAME:
            timeline.advance()
        elif not timeline.retell(
            row.kind, row.count, Recorded(row.command, row.events, row.version)
        ):
            raise UnreadableRowError(f"row {row.seq}")
        if (state := states.get(row.seq)) is not None:
            timeline.keep(state)
    timeline.settle()


def command_of(row: Row) -> Command | None:
    """Return the command that was decided for *row*, if one was."""
    return decode_command(row.command) if row.command else None


def is_balanced(balances: dict[int, int], state: State) -> bool:
    """Return whether postings add up to what *state* says that the accounts hold."""
    held = _balances(state)
    return {a: n for a, n in balances.items() if n} == {a: n for a, n in held.items() if n}


def _balances(state: State) -> Counter[int]:
    accounts = (BANK, POT, *map(AccountId, range(len(state.cash))))
    return Counter({int(account): balance(state, account) for account in accounts})
