"""Levels of seven cells to a face, or to nothing: never corrected, only rejected."""

from micropython import const

CHANNEL_COUNT = const(17)  # seven cells a die, two seats, one overflow
SEAT_A = const(14)
OVERFLOW = const(16)
CELLS = const(7)

EMPTY = const(-1)
UNREADABLE = const(0)

CONFIDENCE_MIN = const(25)
_PIP_BELOW = const(70)  # percent of the way from pip to body: a pip never fills the footprint
_FLOOR_BAND = const(16)  # of 255; the window reflects a little

# Cells in the order a b c d e g i of the grid abc/def/ghi, seen from below, first cell first;
# 1 is a pip. A face with two entries has two orientations.
_FACES = {
    0b0000100: 1,
    0b1000001: 2,
    0b0010010: 2,
    0b1000101: 3,
    0b0010110: 3,
    0b1010011: 4,
    0b1010111: 5,
    0b1110011: 6,
    0b1011011: 6,
}


class Profile:
    """What each cell sees, of 255: nothing, a pip, the body of a die."""

    def __init__(self):
        self.floor = bytearray([12] * CHANNEL_COUNT)
        self.pip = bytearray([47] * CHANNEL_COUNT)
        self.body = bytearray([156] * CHANNEL_COUNT)


def read_die(levels, slot, profile):
    """Return (face on top, EMPTY or UNREADABLE; confidence 0 to 100; pip bits) of a slot."""
    first = slot * CELLS
    seat = SEAT_A + slot
    if _is_dark(levels, seat, profile):
        is_empty = True
        for channel in range(first, first + CELLS):
            is_empty = is_empty and _is_dark(levels, channel, profile)
        if is_empty:
            return EMPTY, 0, 0
    bits = 0
    confidence = 100
    for channel in range(first, first + CELLS):
        percent = _percent(levels, channel, profile)
        if percent < _PIP_BELOW:
            bits = bits << 1 | 1
            margin = (_PIP_BELOW - percent) * 100 // _PIP_BELOW
        else:
            bits = bits << 1
            margin = (percent - _PIP_BELOW) * 100 // (100 - _PIP_BELOW)
        confidence = min(confidence, margin)
    bottom = _FACES.get(bits, 0)
    is_seated = _percent(levels, seat, profile) >= _PIP_BELOW
    if bottom == 0 or not is_seated or confidence < CONFIDENCE_MIN:
        return UNREADABLE, confidence, bits
    return 7 - bottom, confidence, bits


def _is_dark(levels, channel, profile):
    return abs(levels[channel] - profile.floor[channel]) <= _FLOOR_BAND


def _percent(levels, channel, profile):
    pip = profile.pip[channel]
    return (levels[channel] - pip) * 100 // (profile.body[channel] - pip)
