"""Levels of seven cells to a face, or to nothing: never corrected, only rejected."""

from micropython import const

CHANNEL_COUNT = const(17)  # seven cells a die, two seats, one overflow
SEAT_A = const(14)
OVERFLOW = const(16)
CELLS = const(7)

EMPTY = const(-1)
UNREADABLE = const(0)

CONFIDENCE_MIN = const(25)
PIP_BELOW = const(70)  # percent of the way from pip to body: a pip never fills the footprint
SEATED_FROM = const(50)  # percent of the way from window to body

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


def read_die(levels, slot, profile, bad=()):
    """Return (face on top, EMPTY or UNREADABLE; confidence 0 to 100; pip bits) of a slot.

    Channels in *bad* are not asked whether the slot is empty.
    """
    first = slot * CELLS
    seat = SEAT_A + slot
    if seat in bad or levels[seat] <= profile.dark_max[seat]:
        is_empty = True
        for channel in range(first, first + CELLS):
            is_dark = levels[channel] <= profile.dark_max[channel]
            is_empty = is_empty and (is_dark or channel in bad)
        if is_empty:
            return EMPTY, 0, 0
    bits = 0
    confidence = 100
    is_lit = True
    for channel in range(first, first + CELLS):
        percent = _percent(levels, channel, profile)
        if percent < PIP_BELOW:
            bits = bits << 1 | 1
            margin = (PIP_BELOW - percent) * 100 // PIP_BELOW
        else:
            bits = bits << 1
            margin = (percent - PIP_BELOW) * 100 // (100 - PIP_BELOW)
        confidence = min(confidence, margin)
        is_lit = is_lit and levels[channel] > profile.dark_max[channel]
    bottom = _FACES.get(bits, 0)
    is_seated = _percent(levels, seat, profile) >= SEATED_FROM
    # A cell as dark as an empty lane, with a die over it, is a dead cell and not a pip.
    if bottom == 0 or not is_seated or not is_lit or confidence < CONFIDENCE_MIN:
        return UNREADABLE, confidence, bits
    return 7 - bottom, confidence, bits


def _percent(levels, channel, profile):
    pip = profile.pip[channel]
    return (levels[channel] - pip) * 100 // (profile.body[channel] - pip)
