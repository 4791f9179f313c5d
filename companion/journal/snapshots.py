"""States kept beside the rows, so that opening a long game folds little of it.

They may be made anew from the rows at any time, and count for nothing where they do not fit: one
is used only where its checksum holds, where its row is still the same, and where the program that
made it knew the same state.
"""

import hashlib
import sqlite3
import zlib
from contextlib import suppress
from functools import cache

import msgspec

from companion.crashes import program_version
from companion.journal.faults import READING
from engine.codec import encode
from engine.events import VERSION
from engine.state import State

SNAPSHOT_ROWS = 512  # folding as many takes a few hundredths of a second


def keep(db: sqlite3.Connection, seq: int, state: State) -> None:
    """Keep *state* as the one after row *seq*; where that fails nothing is lost."""
    data = encode(state)
    with suppress(sqlite3.Error):
        db.execute(
            "INSERT OR REPLACE INTO snapshot (seq, row_hash, program, crc, state) "
            "SELECT seq, hash, ?, ?, ? FROM journal WHERE seq = ?",
            (_program(), zlib.crc32(data), data, seq),
        )


def usable(db: sqlite3.Connection, first: int) -> dict[int, bytes]:
    """Return the states, as JSON, that fit rows from *first* on, by row."""
    try:
        found = db.execute(
            "SELECT seq, crc, state FROM snapshot JOIN journal USING (seq) "
            "WHERE seq >= ? AND row_hash = hash AND program = ?",
            (first, _program()),
        ).fetchall()
    except READING:
        return {}
    return {seq: bytes(data) for seq, crc, data in found if zlib.crc32(data) == crc}


@cache
def _program() -> str:
    """Return what must be the same for a state to be read as it was written."""
    form = hashlib.sha256(msgspec.json.encode(msgspec.json.schema(State))).hexdigest()
    return f"{program_version()}/{VERSION}/{form[:16]}"
