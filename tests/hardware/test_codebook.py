"""Seven cells to a face: every pattern, every single fault."""

from itertools import product

import pytest
from support.firmware import firmware_module

codebook = firmware_module("codebook")
profiles = firmware_module("profiles")

PIP, BODY = 47, 156
PATTERNS = {  # the pips of the bottom face in the order a b c d e g i, by the face on top
    6: ["0000100"],
    5: ["1000001", "0010010"],
    4: ["1000101", "0010110"],
    3: ["1010011"],
    2: ["1010111"],
    1: ["1110011", "1011011"],
}
CASES = [(top, pattern) for top, patterns in PATTERNS.items() for pattern in patterns]


def levels_of(pattern, slot=0, seat=BODY):
    levels = bytearray([12] * codebook.CHANNEL_COUNT)
    for cell, bit in enumerate(pattern):
        levels[7 * slot + cell] = PIP if bit == "1" else BODY
    levels[14 + slot] = seat
    return levels


def read(levels, slot=0):
    return codebook.read_die(levels, slot, profiles.Profile())[0]


@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize(("top", "pattern"), CASES)
def test_every_face_in_every_orientation(top, pattern, slot):
    expected = (top, 100, int(pattern, 2))

    assert expected == codebook.read_die(levels_of(pattern, slot), slot, profiles.Profile())
    assert read(levels_of(pattern, slot), 1 - slot) == codebook.EMPTY


def test_whatever_is_no_face_is_rejected():
    faces = {pattern for _, pattern in CASES}
    rejected = [
        "".join(bits)
        for bits in product("01", repeat=7)
        if read(levels_of("".join(bits))) == codebook.UNREADABLE
    ]

    assert len(rejected) == 2**7 - len(faces)
    assert faces.isdisjoint(rejected)


def test_one_silent_fault_in_six_is_a_wrong_face_and_no_more():
    """Of all single wrong cells 16.7 % at most look like another face; the rest are rejected."""
    readings = []
    for top, pattern in CASES:
        for cell in range(7):
            flipped = "10"[int(pattern[cell])]
            damaged = pattern[:cell] + flipped + pattern[cell + 1 :]
            readings.append((top, read(levels_of(damaged))))
    wrong = [pair for pair in readings if pair[1] not in {pair[0], codebook.UNREADABLE}]

    # Faces weigh the same, their orientations half.
    weights = {top: 1 / len(PATTERNS[top]) for top in PATTERNS}
    share = sum(weights[top] for top, _ in wrong) / (6 * 7)
    assert 0 < share <= 0.167


def test_a_die_that_does_not_reach_its_seat_is_not_read():
    assert codebook.UNREADABLE == read(levels_of("0000100", seat=70))


def test_a_narrow_margin_is_not_read():
    """The threshold is 70 of 100; less than a quarter of the way from it is not enough."""
    levels = levels_of("1010011")
    levels[1] = PIP + (BODY - PIP) * 76 // 100

    assert codebook.UNREADABLE == read(levels)
    levels[1] = PIP + (BODY - PIP) * 79 // 100
    assert read(levels) == 3


def test_dark_cells_over_a_lit_seat_are_not_an_empty_slot():
    levels = levels_of("1111111")
    for cell in range(7):
        levels[cell] = 12

    assert read(levels) != codebook.EMPTY
    levels[14] = 12
    assert read(levels) == codebook.EMPTY
