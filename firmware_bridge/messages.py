"""What the frames of a dice board say, checked field by field (DLP/1, "Messages")."""

import re
from collections.abc import Callable, Mapping

import msgspec

from firmware_bridge.frames import Frame, Junk

DICE_MAX = 2
AGE_S_MAX = 10_000_000  # four months in a drawer
N_MAX = 2**31 - 1
KNOB_RANGE = 1 << 16  # the absolute position wraps like a 16-bit counter
VERSION = 1

_BOOT = re.compile(r"[0-9A-F]{8}")
_UID = re.compile(r"[0-9A-Za-z._-]{1,32}")
_WORD = re.compile(r"[0-9A-Za-z_-]{1,16}")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,9}")
_BUTTONS = frozenset({"yes", "no", "menu"})
_EDGES = {"down": True, "up": False}


class Hello(msgspec.Struct, frozen=True, gc=False):
    """A board that nobody has greeted says what it is."""

    uid: str
    boot: str
    description: str


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The board did, or refused, the command with this id."""

    id: str
    code: str | None
    """None when done; else `ARG`, `UNKNOWN`, `BUSY`."""
    fields: dict[str, str]


class LineRefused(msgspec.Struct, frozen=True, gc=False):
    """A line of ours arrived damaged: `CRC`, `NOCRC`, `SYNTAX` or `UNKNOWN`."""

    code: str


class Roll(msgspec.Struct, frozen=True, gc=False):
    """Two dice, or one, lie still."""

    dice: tuple[int, ...]
    confidence: tuple[int, ...]
    was_seen_arriving: bool


class Fault(msgspec.Struct, frozen=True, gc=False):
    """What lies in the lane cannot be read."""

    why: str
    slot: str


class Change(msgspec.Struct, frozen=True, gc=False):
    """Dice that counted show other faces."""

    dice: tuple[int, ...]


class Clear(msgspec.Struct, frozen=True, gc=False):
    """The lane is empty."""


class Press(msgspec.Struct, frozen=True, gc=False):
    """A button went down, or came up."""

    button: str
    is_down: bool


Happening = Roll | Fault | Change | Clear | Press


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something the board sends again until (boot, n) is acknowledged."""

    boot: str
    n: int
    age_s: int
    what: Happening


class Beat(msgspec.Struct, frozen=True, gc=False):
    """The board lives; where its knob stands, if it says so."""

    knob: int | None


class Knob(msgspec.Struct, frozen=True, gc=False):
    """Where the knob stands, in detents since the board started."""

    knob: int


class Note(msgspec.Struct, frozen=True, gc=False):
    """Raw levels or a warning about a sensor: for people and tools."""

    text: str


Message = Hello | Answer | LineRefused | Event | Beat | Knob | Note


class _FieldError(ValueError):
    """A field is missing or out of range."""


def message_of(frame: Frame) -> Message | Junk:
    """Read a frame of a board; unknown fields are passed over."""
    reader = _READERS.get(frame.type)
    if reader is None:
        return Junk.UNKNOWN_TYPE
    try:
        return reader(frame.fields)
    except _FieldError:
        return Junk.FIELDS


def greeting_of(answer: Answer) -> tuple[str, str] | None:
    """Return (uid, boot) of the answer to a greeting, None if it is not one."""
    try:
        _require_version(answer.fields)
        return _matching(answer.fields, "uid", _UID), _matching(answer.fields, "boot", _BOOT)
    except _FieldError:
        return None


def knob_of(fields: Mapping[str, str]) -> int | None:
    """Return the knob's position if the fields hold a good one."""
    try:
        return _knob(fields)
    except _FieldError:
        return None


def description_of(fields: Mapping[str, str]) -> str:
    """Say for people which board this is: `rp2-dice 0.1.0 E6614C31`."""
    names = ("board", "fw", "uid")
    return " ".join(fields[name] for name in names if fields.get(name))


def _hello(fields: Mapping[str, str]) -> Hello:
    _require_version(fields)
    return Hello(
        uid=_matching(fields, "uid", _UID),
        boot=_matching(fields, "boot", _BOOT),
        description=description_of(fields),
    )


def _ok(fields: Mapping[str, str]) -> Answer:
    return Answer(_matching(fields, "id", _WORD), None, dict(fields))


def _err(fields: Mapping[str, str]) -> Answer | LineRefused:
    code = _matching(fields, "code", _WORD)
    if fields.get("id") == "-":
        return LineRefused(code)
    return Answer(_matching(fields, "id", _WORD), code, dict(fields))


def _event(read: Callable[[Mapping[str, str]], Happening]) -> Callable[[Mapping[str, str]], Event]:
    def reader(fields: Mapping[str, str]) -> Event:
        return Event(
            boot=_matching(fields, "boot", _BOOT),
            n=_whole(fields, "n", 1, N_MAX),
            age_s=_whole(fields, "age", 0, AGE_S_MAX),
            what=read(fields),
        )

    return reader


def _roll(fields: Mapping[str, str]) -> Roll:
    dice = _numbers(fields, "d", 1, 6)
    confidence = _numbers(fields, "c", 0, 100)
    if len(dice) != len(confidence):
        raise _FieldError
    return Roll(dice, confidence, was_seen_arriving=_whole(fields, "st", 0, 1) == 0)


def _fault(fields: Mapping[str, str]) -> Fault:
    slot = _text(fields, "slot") if "slot" in fields else ""
    if slot not in {"", "A", "B"}:
        raise _FieldError
    return Fault(_matching(fields, "why", _WORD), slot)


def _changed(fields: Mapping[str, str]) -> Change:
    return Change(_numbers(fields, "d", 1, 6))


def _cleared(_: Mapping[str, str]) -> Clear:
    return Clear()


def _pressed(fields: Mapping[str, str]) -> Press:
    button, edge = _text(fields, "b"), _text(fields, "e")
    if button not in _BUTTONS or edge not in _EDGES:
        raise _FieldError
    return Press(button, is_down=_EDGES[edge])


def _beat(fields: Mapping[str, str]) -> Beat:
    return Beat(_knob(fields) if "p" in fields else None)


def _turned(fields: Mapping[str, str]) -> Knob:
    return Knob(_knob(fields))


def _warned(fields: Mapping[str, str]) -> Note:
    return Note(f"sensor {_whole(fields, 'ch', 0, 16)}: {_matching(fields, 'why', _WORD)}")


def _raw(fields: Mapping[str, str]) -> Note:
    return Note(f"levels {_text(fields, 'raw')}")


_READERS: dict[str, Callable[[Mapping[str, str]], Message]] = {
    "HELLO": _hello,
    "OK": _ok,
    "ERR": _err,
    "ROLL": _event(_roll),
    "CLEAR": _event(_cleared),
    "FAULT": _event(_fault),
    "CHANGED": _event(_changed),
    "BTN": _event(_pressed),
    "BEAT": _beat,
    "ENC": _turned,
    "WARN": _warned,
    "RAW": _raw,
}


def _text(fields: Mapping[str, str], key: str) -> str:
    value = fields.get(key)
    if value is None:
        raise _FieldError
    return value


def _matching(fields: Mapping[str, str], key: str, pattern: re.Pattern[str]) -> str:
    value = _text(fields, key)
    if pattern.fullmatch(value) is None:
        raise _FieldError
    return value


def _number(text: str, low: int, high: int) -> int:
    if _WHOLE.fullmatch(text) is None or not low <= int(text) <= high:
        raise _FieldError
    return int(text)


def _whole(fields: Mapping[str, str], key: str, low: int, high: int) -> int:
    return _number(_text(fields, key), low, high)


def _numbers(fields: Mapping[str, str], key: str, low: int, high: int) -> tuple[int, ...]:
    parts = _text(fields, key).split(",")
    if len(parts) > DICE_MAX:
        raise _FieldError
    return tuple(_number(part, low, high) for part in parts)


def _knob(fields: Mapping[str, str]) -> int:
    return _whole(fields, "p", -KNOB_RANGE // 2, KNOB_RANGE // 2 - 1)


def _require_version(fields: Mapping[str, str]) -> None:
    low, _, high = _text(fields, "v").partition("-")
    first = _number(low, 1, 99)
    last = _number(high, first, 99) if high else first
    if not first <= VERSION <= last:
        raise _FieldError
