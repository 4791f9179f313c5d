"""What was done, step by step, and what hands must put back to stand there again."""

import msgspec

from companion.locales import _
from companion.views.acts import act_words
from companion.views.ledger import LedgerRow, rows_of
from companion.views.past import Past
from companion.views.receipts import hands
from engine.ids import AccountId


class HistoryRow(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One command that was accepted."""

    number: int
    """Its `seq`: what the console and the journal call it."""
    turn: int
    seat: AccountId | None
    text: str
    index: int
    """Its place in the past."""


def history_rows(past: Past) -> tuple[HistoryRow, ...]:
    """Return every step, the newest last."""
    rows = []
    for index, (step, after) in enumerate(zip(past.steps, past.states, strict=True)):
        said = rows_of(step, after)
        words = "; ".join(" ".join(part for part in (row.text, row.amount) if part) for row in said)
        seat = said[0].seat if said else None
        turn = said[0].turn if said else past.before(index).turns
        if not words:
            seat, words = act_words(past.before(index), step.command)
        if step.replaced:
            words = _("corrected: {what}").format(what=words)
        rows.append(HistoryRow(number=step.seq, turn=turn, seat=seat, text=words, index=index))
    return tuple(rows)


def past_rows(past: Past) -> tuple[LedgerRow, ...]:
    """Return the ledger of all that is known, the newest last."""
    pairs = zip(past.steps, past.states, strict=True)
    return tuple(row for step, after in pairs for row in rows_of(step, after))


def put_back(past: Past, index: int) -> tuple[str, ...]:
    """Return what hands must do once the step at *index* and all after it are taken back."""
    return hands(past.state, past.before(index))
