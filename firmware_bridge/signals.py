"""Upward: what a device noticed, stamped by its thread.

`at_ns` is `time.monotonic_ns()` of the moment the thread noticed it. A signal with `boot` and `n`
is reliable: the board sends it again until it is acknowledged.
"""

import msgspec


class TagPresented(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A tag came into the field of a reader; one signal a presence."""

    reader: str
    """The reader's name: `reader-1`, `reader-2`, …"""
    uid: str
    """Upper-case hex without separators, as read."""
    tech: str
    """What the chip says it is: `ntag` (Ultralights too), `classic`, `transit` (also bank cards),
    `phone`, `felica`, `unknown`."""
    at_ns: int


class TagReturned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A tag is back within its dead time: no second tap, but a hand that waits for an answer."""

    reader: str
    uid: str
    at_ns: int


class TagRead(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What a presented tag of the kind `ntag` holds; once a presence, before it is removed."""

    reader: str
    uid: str
    octets: bytes
    """Its message, not yet understood; at most 504, none where it is empty."""
    fault: str
    """Why it could not be read: `gone`, `unreadable`; empty where it was."""
    at_ns: int


class TagRemoved(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The tag is gone from the field."""

    reader: str
    uid: str
    at_ns: int


class DiceSettled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The dice lie still and were read; reliable."""

    board: str
    """The board's uid."""
    boot: str
    n: int
    dice: tuple[int, ...]
    """Faces on top, 1 to 6, in lane order."""
    confidence: tuple[int, ...]
    """0 to 100 a die."""
    was_seen_arriving: bool
    age_s: int
    """Seconds between settling and sending."""
    at_ns: int


class DiceFault(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The dice lie still but cannot be read (`COCKED`, `PARTIAL`, `EXTRA`); reliable."""

    board: str
    boot: str
    n: int
    why: str
    slot: str
    at_ns: int


class DiceChanged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Counted dice were nudged; advisory, the counted roll stands; reliable."""

    board: str
    boot: str
    n: int
    dice: tuple[int, ...]
    at_ns: int


class DiceCleared(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The lane is empty again; reliable."""

    board: str
    boot: str
    n: int
    at_ns: int


class ButtonPressed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A button of the board went down, or came up; reliable."""

    board: str
    boot: str
    n: int
    button: str
    """`yes`, `no` or `menu`."""
    is_down: bool
    at_ns: int
    age_s: int = 0
    """Seconds between the press and its sending; an old press was meant for an older question."""


class KnobTurned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The bid knob moved by so many detents, clockwise positive; unreliable."""

    board: str
    detents: int
    at_ns: int


class DeviceUp(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A device answers; `detail` says what it is, for people."""

    device: str
    """`board` or the reader's name."""
    detail: str


class DeviceDown(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A device does not answer; it is being reopened."""

    device: str
    why: str


class DeviceFound(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Something is plugged in that answers, and that nobody had named; once a port."""

    kind: str
    """`board` or `reader`."""
    path: str
    """Stays the same for the same socket of the machine."""
    uid: str
    """The board's own name; a reader's chip."""


Signal = (
    TagPresented
    | TagReturned
    | TagRead
    | TagRemoved
    | DiceSettled
    | DiceFault
    | DiceChanged
    | DiceCleared
    | ButtonPressed
    | KnobTurned
    | DeviceUp
    | DeviceDown
    | DeviceFound
)
