"""What stands in the journal: one row a step, chained by SHA-256, with its postings."""

import hashlib

import msgspec

GENESIS = bytes(32)
"""The hash before the first row."""


KINDS = frozenset(
    {
        "command",
        "undo",
        "redo",
        "strike",
        "correct_roll",
        "correct_card",
        "boot",
        "ignored",
        "recovered",
    }
)
"""What a row may be: a step of the game, a start, a signal that changed nothing, a rescue."""


class Head(msgspec.Struct, frozen=True, gc=False):
    """The last row of a journal."""

    seq: int = 0
    hash: bytes = GENESIS


class Posting(msgspec.Struct, frozen=True, gc=False):
    """One leg of a transfer; the legs of a row sum to nothing."""

    account: int
    amount: int
    reason: str


class Row(msgspec.Struct, frozen=True, gc=False):
    """One durable step, as it is stored; the fields stand in the order of the columns."""

    seq: int
    """From 1, without gaps."""
    game: str
    kind: str
    """One of `KINDS`."""
    id: str
    """What makes the step happen once: unique in the journal."""
    actor: int | None
    """A seat; nobody: the banker, or the table itself."""
    note: str
    source: str
    count: int
    """Commands taken back or brought back."""
    command: bytes
    """JSON; empty where none was decided."""
    events: bytes
    """JSON."""
    version: int
    """Of the events."""
    wall: str
    """Wall time in UTC, ISO 8601, for people only: order is `seq`."""
    postings: tuple[Posting, ...] = ()


def chain(before: bytes, row: Row) -> bytes:
    """Return the hash of *row* after a row whose hash is *before*.

    SHA-256 over *before*, the lengths of all parts, and the parts: the fields, then the postings.
    """
    actor = b"" if row.actor is None else b"%d" % row.actor
    fields = (
        b"%d" % row.seq,
        row.game.encode(),
        row.kind.encode(),
        row.id.encode(),
        actor,
        row.note.encode(),
        row.source.encode(),
        b"%d" % row.count,
        row.command,
        row.events,
        b"%d" % row.version,
        row.wall.encode(),
    )
    legs = [b"%d %d %b" % (p.account, p.amount, p.reason.encode()) for p in row.postings]
    parts = (*fields, *legs)
    lengths = b" ".join([b"%d" % len(part) for part in parts])
    return hashlib.sha256(b"".join((before, lengths, b";", *parts))).digest()
