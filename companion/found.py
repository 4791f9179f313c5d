"""What a card on a reader may turn out to be."""

from enum import StrEnum


class Found(StrEnum):
    """One word a kind; said in `Enrolled` and in the output of `tapbank enrol`."""

    KNOWN = "known"
    """Enrolled at this table."""
    OURS = "ours"
    """Not enrolled, but signed by this table for this very chip."""
    NEW = "new"
    """Empty and known to nobody."""
    OTHER = "other"
    """It holds a message that is of no table."""
    FOREIGN = "foreign"
    """Of another table's set."""
    COPIED = "copied"
    """It holds the message of another chip of this set."""
    LOST = "lost"
    """Reported lost; another card stands for what it stood for."""
    CLASSIC = "classic"
    """Known by its number alone; nothing is written on it."""
    PHONE = "phone"
    TRANSIT = "transit"
    """A bank card or a ticket for trains: none of ours, whatever its number."""
    UNREADABLE = "unreadable"
    GONE = "gone"
    """Taken away before it was read."""
