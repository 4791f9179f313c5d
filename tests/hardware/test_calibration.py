"""From three placements of known dice to a profile, and profiles over power cuts."""

import json
from pathlib import Path

import pytest
from support.firmware import firmware_module

calibration_module = firmware_module("calibration")
codebook = firmware_module("codebook")
profiles = firmware_module("profiles")

FLOOR = 10
SIX, ONE, ONE_TURNED = "0000100", "1011011", "1110011"  # pips seen from below, by the face on top
EVERY = {6: SIX, 5: "1000001", 4: "1000101", 3: "1010011", 2: "1010111", 1: ONE}


def levels_of(pattern, pip=50, body=150):
    levels = bytearray([FLOOR] * codebook.CHANNEL_COUNT)
    for slot in range(2):
        for cell, bit in enumerate(pattern):
            levels[7 * slot + cell] = pip if bit == "1" else body
        levels[14 + slot] = body
    return levels


def calibrated(pip=50, body=150, placements=((6, SIX), (1, ONE), (1, ONE_TURNED))):
    calibration = calibration_module.Calibration()
    assert calibration.empty(bytearray([FLOOR] * codebook.CHANNEL_COUNT)) is None
    for face, pattern in placements:
        assert calibration.top(levels_of(pattern, pip, body), face, (0, 1)) is None
    return calibration


def test_three_placements_show_every_cell_both_colours():
    calibration = calibration_module.Calibration()
    calibration.empty(bytearray([FLOOR] * codebook.CHANNEL_COUNT))
    left = []
    for face, pattern in ((6, SIX), (1, ONE), (1, ONE_TURNED)):
        calibration.top(levels_of(pattern), face, (0, 1))
        left.append(calibration.left())

    assert [14, 2, 0] == left
    profile = calibration.profile()
    assert [50] * 14 + [FLOOR] * 3 == list(profile.pip)
    assert [150] * 16 == list(profile.body[:16])


@pytest.mark.parametrize(("pip", "body"), [(50, 150), (150, 50), (180, 30), (60, 100)])
def test_dice_of_any_contrast_are_read_after_it(pip, body):
    calibration = calibrated(pip, body)
    profile = calibration.profile()

    assert calibration.margin()[0] >= calibration_module.MARGIN_MIN
    for face, pattern in EVERY.items():
        for slot in range(2):
            read = codebook.read_die(levels_of(pattern, pip, body), slot, profile)
            assert (face, 100) == read[:2]


@pytest.mark.parametrize(("pip", "body", "is_enough"), [(50, 90, True), (50, 80, False)])
def test_the_margin_is_what_a_disturbed_reading_has_left(pip, body, is_enough):
    """Six of 255 are what dirt may take: 15 % of 40 leave half of the way, 20 % of 30 a third."""
    assert is_enough == (calibrated(pip, body).margin()[0] >= calibration_module.MARGIN_MIN)


def test_the_margin_names_the_worst_channel():
    calibration = calibrated()
    levels = levels_of(ONE)
    levels[9] = 130
    calibration.top(levels, 1, (0, 1))

    assert calibration.margin() == (0, 9)


def test_a_side_that_did_not_change_is_unclear_and_notes_nothing():
    calibration = calibrated(placements=((6, SIX),))
    left = calibration.left()

    assert calibration.top(levels_of(SIX), 1, (0, 1)) == "UNCLEAR"
    assert left == calibration.left()


def test_the_order_is_empty_then_six_then_one():
    calibration = calibration_module.Calibration()

    assert calibration.top(levels_of(SIX), 6, (0, 1)) == "ORDER"
    assert calibration.empty(levels_of(SIX)) == "BUSY"
    calibration.empty(bytearray([FLOOR] * codebook.CHANNEL_COUNT))
    assert calibration.top(levels_of(ONE), 1, (0, 1)) == "ORDER"


def test_the_slots_may_be_shown_one_after_the_other():
    calibration = calibration_module.Calibration()
    calibration.empty(bytearray([FLOOR] * codebook.CHANNEL_COUNT))
    for slot in range(2):
        for face, pattern in ((6, SIX), (1, ONE), (1, ONE_TURNED)):
            assert calibration.top(levels_of(pattern), face, (slot,)) is None

    assert calibration.left() == 0


@pytest.fixture
def flash(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("flash")
def test_a_kept_set_is_in_use_after_a_power_cut():
    profiles.Profiles().keep("red", 55, calibrated(60, 110).profile())

    name, margin, profile = profiles.Profiles().in_use()
    assert ("red", 55, 60, 110, FLOOR) == (
        name,
        margin,
        profile.pip[0],
        profile.body[0],
        profile.floor[0],
    )


@pytest.mark.usefixtures("flash")
def test_sets_are_chosen_listed_and_dropped():
    kept = profiles.Profiles()
    for name in ("white", "black"):
        assert kept.keep(name, 50, calibrated().profile())

    assert kept.names() == ["black", "white"]
    assert kept.use("white")
    assert not kept.use("green")
    assert kept.drop("white")
    assert kept.in_use()[0] == profiles.NOMINAL
    assert not kept.drop("white")


@pytest.mark.usefixtures("flash")
def test_there_is_room_for_eight_sets():
    kept = profiles.Profiles()
    fits = [kept.keep(f"set-{n}", 50, calibrated().profile()) for n in range(9)]

    assert [True] * 8 + [False] == fits
    assert kept.keep("set-3", 60, calibrated().profile())


@pytest.mark.parametrize(
    "text", ['{"set": "red"}', '{"set": "a", "sets": {"a": [1, [], [], []]}}', "[]", '{"se', "7"]
)
def test_a_damaged_file_judges_no_dice(flash, text):
    (flash / "cal.json").write_text(text)

    assert profiles.Profiles().in_use()[0] == profiles.NOMINAL


def test_a_set_of_no_contrast_judges_no_dice(flash):
    row = [50, [10] * 17, [50] * 17, [150] * 17]
    row[2][3] = 150
    Path(flash / "cal.json").write_text(json.dumps({"set": "red", "sets": {"red": row}}))

    assert profiles.Profiles().in_use()[0] == profiles.NOMINAL


@pytest.mark.parametrize(
    ("name", "is_good"),
    [
        ("red", True),
        ("a-2", True),
        ("", False),
        ("Red", False),
        ("nominal", False),
        (13 * "a", False),
    ],
)
def test_names_of_sets_are_short_and_plain(name, is_good):
    assert is_good == profiles.is_name(name)
