"""What is asked of every disk that a fault has left: opened as at a start, and counted again."""

import hashlib
import shutil
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from durability.disk import Image

from companion.card_signature import KEY_NAME
from companion.editions import load_edition
from companion.enrolment import FILE_NAME, Enrolment
from companion.errors import TapbankError
from companion.journal.opening import Place, open_journal
from companion.journal.second_copy import COPY_NAME, rows_in, scan
from companion.journal.store import JOURNAL_NAME
from engine.invariants import check
from engine.state import State

EDITION = load_edition("us")


@dataclass
class Played:
    """What one recorded game came to: its rows in order, and the state after each."""

    ids: list[str] = field(default_factory=list)
    hashes: list[bytes] = field(default_factory=list)
    states: dict[int, State] = field(default_factory=dict)
    """By `seq`; steps that change nothing are left out."""

    def state_at(self, seq: int) -> State | None:
        """Return the state after row *seq*; None before the first game."""
        found = [n for n in self.states if n <= seq]
        return self.states[max(found)] if found else None


class Violation(Exception):  # noqa: N818  # it is what is looked for, not what went wrong here
    """A promise that was not kept; the sentence says which."""


@dataclass(frozen=True)
class Found:
    """What was there after a fault."""

    rows: int
    cards: int
    has_key: bool
    """Of the set that the cards belong to."""


def write_image(folder: Path, image: Image) -> None:
    """Make *folder* hold *image* and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in image.items():
        (folder / name).write_bytes(content)


def digest(image: Image) -> bytes:
    """Return what tells an image from others."""
    whole = hashlib.blake2b(digest_size=16)
    for name in sorted(image):
        whole.update(b"%b %d;" % (name.encode(), len(image[name])))
        whole.update(image[name])
    return whole.digest()


def audit(folder: Path, played: Played) -> Found:
    """Open *folder* as a start does, see that it tells a beginning of *played*, and count it.

    Raises:
        Violation: It does not open, or tells anything else.
    """
    cards = _cards(folder)
    try:
        journal = open_journal(Place(folder, has_reserve=False), EDITION, "audit")
    except TapbankError as error:
        raise Violation(f"does not open: {error}") from error
    except Exception as error:
        raise Violation(f"the start crashes: {error!r}") from error
    try:
        state, seq = journal.timeline.state, journal.timeline.seq
        head = journal.books.head
    finally:
        journal.close()
    if seq > len(played.ids) or (seq and head.hash != played.hashes[seq - 1]):
        raise Violation(f"row {seq} is not the one that was written")
    expected = played.state_at(seq)
    if expected is not None and state != expected:
        raise Violation(f"the state is not the one after row {seq}")
    check(state)
    _count_again(folder, played.ids[:seq])
    return Found(seq, cards, (folder / KEY_NAME).exists())


def _count_again(folder: Path, ids: Sequence[str]) -> None:
    """See with SQLite alone that rows, money and the second copy say the same."""
    db = sqlite3.connect(folder / JOURNAL_NAME)
    try:
        rows = db.execute("SELECT seq, cmd_id FROM journal ORDER BY seq").fetchall()
        unbalanced = db.execute("SELECT 1 FROM posting GROUP BY seq HAVING SUM(amount) != 0")
        lonely = db.execute("SELECT 1 FROM posting WHERE seq NOT IN (SELECT seq FROM journal)")
        if unbalanced.fetchall() or lonely.fetchall():
            raise Violation("money was made or lost")
    finally:
        db.close()
    if rows != list(enumerate(ids, start=1)):
        raise Violation("a row is missing, doubled or partial")
    copy = folder / COPY_NAME
    if scan(copy).is_damaged or [row.id for row, _hash in rows_in(copy)] != list(ids):
        raise Violation("the second copy says something else")


def _cards(folder: Path) -> int:
    try:
        return len(Enrolment.load(folder / FILE_NAME).cards)
    except TapbankError as error:
        raise Violation(f"the cards cannot be read: {error}") from error
