"""What the table and whoever enrols cards say to each other: an order, and what became of it."""

import msgspec

from companion import bounds
from companion.flows.meanings import Meaning


class EnrolCard(msgspec.Struct, frozen=True, tag=True):
    """Let the next card on a reader stand for this, instead of acting; `Enrolled` answers.

    One order stands at a time: a later one takes its place.
    """

    id: bounds.Id
    meaning: Meaning | None
    """None: only say what the card is."""
    is_replacing: bool = False
    """Whether all other cards that stand for the same are lost from now on."""
    may_overwrite: bool = False
    """Whether what another has written on the card may go."""
    does_write: bool = True
    """Whether a signed record is written, where the card can hold one."""


class StopEnrolling(msgspec.Struct, frozen=True, tag=True):
    """Nobody waits for a card any more; taps act again."""

    id: bounds.Id


class Enrolled(msgspec.Struct, frozen=True, tag=True):
    """What became of an order."""

    id: str
    """The order's."""
    uid: str
    """Empty where the order ended without a card."""
    what: str
    """What the card was: a `Found`."""
    sentence: str
    is_done: bool = False
    is_over: bool = False
    """Whether the order stands no more; else another card may be laid on, or the same again."""
    is_written: bool = False
    is_protected: bool = False
