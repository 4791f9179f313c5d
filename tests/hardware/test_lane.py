"""When dice count: settle, arming, faults, changes; on a simulated clock."""

from support.firmware import firmware_module

profiles = firmware_module("profiles")
lane_module = firmware_module("lane")

SCAN_MS = 10
EMPTY = "-"
COCKED = "?"
PIPS = {
    1: "1110011",
    2: "1010111",
    3: "1010011",
    4: "1000101",
    5: "1000001",
    6: "0000100",
}


def levels_of(a, b, *, has_extra=False):
    levels = bytearray([12] * 17)
    for slot, die in enumerate((a, b)):
        if die == EMPTY:
            continue
        pattern = "1111111" if die == COCKED else PIPS[die]
        for cell, bit in enumerate(pattern):
            levels[7 * slot + cell] = 70 if die == COCKED else 47 if bit == "1" else 156
        levels[14 + slot] = 90 if die == COCKED else 156
    if has_extra:
        levels[16] = 150
    return levels


class Tray:
    """A lane and the hands over it; `told` is [(ms since the dice lay so, type, main field)]."""

    def __init__(self):
        self.lane = lane_module.Lane(profiles.Profile(), set())
        self._now_ms = 0

    def lie(self, a, b, duration_ms, *, has_extra=False):
        levels = levels_of(a, b, has_extra=has_extra)
        told = []
        for at_ms in range(0, duration_ms, SCAN_MS):
            event = self.lane.step(levels, self._now_ms)
            if event is not None:
                told.append((at_ms, event[0], ",".join(value for _, value in event[1][:2])))
            self._now_ms += SCAN_MS
        return told

    def tumble(self, duration_ms):
        told = []
        for _ in range(0, duration_ms, 2 * SCAN_MS):
            told += self.lie(3, COCKED, SCAN_MS) + self.lie(COCKED, 6, SCAN_MS)
        return told


def armed():
    tray = Tray()
    assert [] == tray.lie(EMPTY, EMPTY, 500)
    return tray


def test_dice_that_lie_still_are_told_after_the_settle_window():
    tray = armed()

    assert [] == tray.tumble(400)
    told = tray.lie(3, 4, 1000)
    assert [(250, "ROLL", "3,4,100,100")] == told


def test_a_roll_tells_its_margins_bits_levels_and_that_it_was_seen_arriving():
    tray = armed()
    levels = levels_of(3, 4)
    events = [tray.lane.step(levels, 1000 + at_ms) for at_ms in (0, 250)]

    expected = (
        ("d", "3,4"),
        ("c", "100,100"),
        ("b", f"{0b1010011},{0b1000101}"),
        ("lv", bytes(levels).hex().upper()),
        ("st", 0),
    )
    assert [None, ("ROLL", expected)] == events


def test_a_roll_counts_once_and_lifting_the_dice_clears():
    tray = armed()
    tray.lie(3, 4, 1000)

    assert [] == tray.lie(3, 4, 10_000)
    assert [(120, "CLEAR", "")] == [(at - at % 20, *rest) for at, *rest in tray.lie("-", "-", 500)]
    assert [(250, "ROLL", "3,4,100,100")] == tray.lie(3, 4, 500)


def test_dice_turned_without_lifting_are_no_new_roll():
    tray = armed()
    tray.lie(3, 4, 1000)
    tray.tumble(300)

    assert [(250, "CHANGED", "3,5")] == tray.lie(3, 5, 1000)
    tray.tumble(300)
    assert [] == tray.lie(3, 5, 1000)


def test_a_hand_passing_over_the_lane_does_not_arm_it():
    tray = armed()
    tray.lie(3, 4, 1000)

    assert [] == tray.lie(EMPTY, EMPTY, 100)
    assert [] == tray.lie(3, 4, 1000)


def test_dice_found_at_power_up_are_a_roll_not_seen_arriving():
    tray = Tray()
    events = [tray.lane.step(levels_of(2, 2), at_ms) for at_ms in range(0, 500, SCAN_MS)]
    rolls = [dict(event[1]) for event in events if event is not None]

    assert [("2,2", 1)] == [(roll["d"], roll["st"]) for roll in rolls]


def test_a_leaning_die_is_a_fault_after_a_second_and_counts_once_it_lies():
    tray = armed()

    assert [(1200, "FAULT", "COCKED,B")] == tray.lie(3, COCKED, 5000)
    assert [(250, "ROLL", "3,4,100,100")] == tray.lie(3, 4, 1000)


def test_a_missing_die_is_a_fault_after_three_seconds():
    tray = armed()

    assert [(3000, "FAULT", "PARTIAL,B")] == tray.lie(3, EMPTY, 5000)
    assert [(250, "ROLL", "3,4,100,100")] == tray.lie(3, 4, 1000)


def test_one_die_is_a_roll_where_one_is_wanted():
    tray = armed()
    tray.lane.dice_wanted = 1

    assert [(250, "ROLL", "3,100")] == tray.lie(3, EMPTY, 5000)


def test_two_dice_are_one_too_many_where_one_is_wanted():
    tray = armed()
    tray.lane.dice_wanted = 1

    assert [(250, "FAULT", "EXTRA,B")] == tray.lie(3, 4, 5000)


def test_a_third_die_is_a_fault_until_it_is_taken_away():
    tray = armed()

    assert [(250, "FAULT", "EXTRA,")] == tray.lie(3, 4, 5000, has_extra=True)
    assert [(250, "ROLL", "3,4,100,100")] == tray.lie(3, 4, 1000)


def test_a_fault_is_cleared_by_an_empty_lane():
    tray = armed()
    tray.lie(3, COCKED, 2000)

    assert ["CLEAR"] == [kind for _, kind, _ in tray.lie(EMPTY, EMPTY, 500)]
    assert [] == tray.lie(EMPTY, EMPTY, 500)


def test_a_die_on_a_cell_known_to_be_broken_is_not_read():
    tray = armed()
    tray.lane.bad_channels = {7}

    assert [(250, "FAULT", "SENSOR,B")] == tray.lie(3, 4, 2000)


def test_a_broken_seat_belongs_to_its_slot():
    tray = armed()
    tray.lane.bad_channels = {14}

    assert [(250, "FAULT", "SENSOR,A")] == tray.lie(3, 4, 2000)


def test_the_settle_window_may_be_set():
    tray = armed()
    tray.lane.settle_ms = 50

    assert [(50, "ROLL", "3,4,100,100")] == tray.lie(3, 4, 500)
