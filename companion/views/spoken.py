"""What is said aloud: the question, the choice under the highlight, and what came of it."""

from companion.locales import _
from companion.protocol import Prompt, Transition
from companion.views.ledger import LedgerRow, rows_of
from companion.views.words import account_name
from engine.state import State

ROWS_MAX = 3  # of one command: more takes longer to hear than to read


def spoken_prompt(state: State, prompt: Prompt | None, before: Prompt | None) -> str:
    """Return what is new in *prompt*: the whole question, or just the choice; empty: nothing.

    What only its owner may see is never said.
    """
    if prompt is None or (prompt.kind == "wallet" and state.rules.balances != "open"):
        return ""
    choice = _choice(prompt)
    if before is None or _question(before) != _question(prompt):
        return ". ".join(part for part in (prompt.title, prompt.detail, choice) if part)
    return choice if choice != _choice(before) else ""


def spoken_step(step: Transition, after: State) -> str:
    """Return what happened in short sentences; *after* is the state the step led to."""
    rows = rows_of(step, after)[-ROWS_MAX:]
    return " ".join(_sentence(after, row) for row in rows)


def _question(prompt: Prompt) -> tuple[object, ...]:
    return prompt.kind, prompt.player, prompt.title


def _choice(prompt: Prompt) -> str:
    if prompt.highlight is None or prompt.highlight >= len(prompt.choices):
        return ""
    return prompt.choices[prompt.highlight].label


def _sentence(state: State, row: LedgerRow) -> str:
    if row.amount and row.payer is not None and row.payee is not None:
        return _("{payer} pays {amount}, {payee} receives: {what}.").format(
            payer=account_name(state, row.payer),
            payee=account_name(state, row.payee),
            amount=row.amount,
            what=row.text,
        )
    if row.seat is None:
        return f"{row.text}."
    return _("{player}: {what}.").format(player=account_name(state, row.seat), what=row.text)
