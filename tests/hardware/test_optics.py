"""Dice of three colours under the modelled light, judged by the firmware on every engine."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from support.firmware import FIRMWARE, firmware_module
from support.shares import report, share

from hardware.emulator import optics

health_module = firmware_module("health")
lane_module = firmware_module("lane")
profiles = firmware_module("profiles")

JUDGE = Path(__file__).resolve().parents[1] / "support" / "judge.py"
PAIRS = list(product(range(1, 7), repeat=2))
SAMPLES = share("SAMPLES", 10)  # of yaw, place and noise, a pair: 1,080 rolls of three colours
NOISE = 0.01
AT_ONCE = 360
MARGIN_MIN = 40
SMALL = {"edge_mm": 15.8, "pitch_mm": 3.9, "pip_mm": 2.8}
LARGE = {"edge_mm": 16.2, "pitch_mm": 4.3, "pip_mm": 3.4}


class Judge:
    """The firmware in a process of its own, asked once or twice."""

    def __init__(self, engine):
        host = ["-m", "micropython_unix"] if engine == "micropython" else []
        self._command = [sys.executable, "-P", *host, str(JUDGE), str(FIRMWARE)]

    def ask(self, *jobs):
        text = "".join(json.dumps(job) + "\n" for job in jobs)
        done = subprocess.run(
            self._command, input=text, capture_output=True, text=True, check=True, timeout=600
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    def read(self, profile, levels):
        """Return the faces of each reading; a little board cannot hold thousands at once."""
        parts = [levels[at : at + AT_ONCE] for at in range(0, len(levels), AT_ONCE)]
        return [face for said in self.ask(*(("read", profile, p) for p in parts)) for face in said]

    def learned(self, dice, chance):
        """Return (margin, profile) after the three placements by a careful hand."""
        placements = []
        for top, is_turned in ((6, False), (1, False), (1, True)):
            lane = optics.landed(dice, [top, top], chance, askew=0.25)
            lane = [replace(die, is_turned=is_turned) for die in lane]
            placements.append((top, seen(lane, chance, noise=NOISE / 3)))
        margin, left, profile = self.ask(("learn", seen([], chance), placements))[0]
        assert left == 0
        return margin, profile


def seen(lane, chance, noise=NOISE):
    """Return the levels, 0 to 255, that the board reads."""
    levels = optics.levels_of(lane)
    return [max(0, min(255, int(level * chance.gauss(1, noise)) >> 8)) for level in levels]


@pytest.fixture
def judge(engine):
    return Judge(engine)


def thrown(dice, chance, samples=SAMPLES, pose=lambda lane: lane):
    """Return the pairs thrown and the levels of each."""
    pairs = [pair for pair in PAIRS for _ in range(samples)]
    return pairs, [seen(pose(optics.landed(dice, list(pair), chance)), chance) for pair in pairs]


def outcomes(pairs, readings):
    """Count rolls that are right, wrong, and not read at all; a roll is both dice."""
    counts = Counter()
    for pair, reading in zip(pairs, readings, strict=True):
        is_roll = min(reading) >= 1
        counts["none" if not is_roll else "right" if tuple(reading) == pair else "wrong"] += 1
    return counts


@pytest.mark.parametrize("colour", optics.SETS)
def test_all_pairs_of_every_colour_are_read_and_none_wrong(judge, colour):
    chance = Random(f"read {colour}")
    margin, profile = judge.learned(optics.SETS[colour], chance)
    pairs, levels = thrown(optics.SETS[colour], chance)
    counts = outcomes(pairs, judge.read(profile, levels))

    assert margin >= MARGIN_MIN
    assert counts["wrong"] == 0
    assert counts["right"] >= 0.99 * len(pairs)
    report(f"{colour} dice: {len(pairs)} rolls, {dict(counts)} at the first read, margin {margin}")


def test_a_board_that_has_learned_nothing_reads_white_dice(judge):
    pairs, levels = thrown(optics.WHITE, Random(1))
    nominal = profiles.Profile()
    rows = [list(nominal.floor), list(nominal.pip), list(nominal.body)]

    assert Counter(right=len(pairs)) == outcomes(pairs, judge.ask(("read", rows, levels))[0])


@pytest.mark.parametrize("colour", optics.SETS)
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_dice_of_other_sizes_are_never_read_wrong(colour, size):
    chance = Random(f"{size} {colour}")
    dice = replace(optics.SETS[colour], **size)
    judge = Judge("cpython")
    _, profile = judge.learned(dice, chance)
    pairs, levels = thrown(dice, chance, samples=4)
    counts = outcomes(pairs, judge.ask(("read", profile, levels))[0])

    assert counts["wrong"] == 0
    assert counts["right"] >= 0.95 * len(pairs)


def leaning(slot, chance):
    def pose(lane):
        return [optics.leaning(die, chance) if at == slot else die for at, die in enumerate(lane)]

    return pose


def short(slot, chance):
    return lambda lane: optics.short(lane, slot, chance.uniform(1.5, 12))


@pytest.mark.parametrize("colour", optics.SETS)
@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize("pose", [leaning, short])
def test_a_die_that_leans_or_stops_short_makes_no_wrong_roll(colour, slot, pose):
    chance = Random(f"{colour} {slot} {pose.__name__}")
    judge = Judge("cpython")
    _, profile = judge.learned(optics.SETS[colour], chance)
    pairs, levels = thrown(optics.SETS[colour], chance, 4, pose(slot, chance))
    counts = outcomes(pairs, judge.ask(("read", profile, levels))[0])

    assert counts["wrong"] == 0
    assert counts["none"] >= 0.8 * len(pairs)


@pytest.mark.parametrize("colour", optics.SETS)
def test_what_is_missing_is_empty_and_a_third_die_is_seen(judge, colour):
    chance = Random(colour)
    dice = optics.SETS[colour]
    _, profile = judge.learned(dice, chance)
    alone = [seen(optics.landed(dice, [top], chance), chance) for top in range(1, 7)]
    readings = judge.ask(("read", profile, [seen([], chance), *alone]))[0]

    assert [[-1, -1], *([top, -1] for top in range(1, 7))] == readings
    extra = optics.overflow_level(dice) >> 8
    assert extra > profiles.Profile(*map(bytearray, profile)).dark_max[16]


def test_dice_that_hardly_differ_from_their_pips_are_refused(judge):
    dim = optics.Dice(body=0.55, pip=0.42)

    assert judge.learned(dim, Random(1))[0] < MARGIN_MIN


def test_a_die_too_large_for_the_lane_is_refused():
    with pytest.raises(ValueError, match="does not fit"):
        optics.landed(replace(optics.WHITE, edge_mm=19), [1, 1], Random(1))


STUCK = {"dead": 0, "window": 12, "pip": 46, "body": 155, "bright": 255}


@pytest.mark.parametrize("stuck", STUCK)
def test_one_silent_fault_reads_one_in_six_wrong_at_most_and_none_once_named(stuck):
    """Every cell of both dice in turn reads the same whatever lies on it."""
    chance = Random(stuck)
    judge = Judge("cpython")
    _, profile = judge.learned(optics.WHITE, chance)
    pairs, sound = thrown(optics.WHITE, chance, samples=1)
    floor = seen([], chance)
    faulty = [[with_fault(row, cell, STUCK[stuck]) for row in sound] for cell in range(14)]
    wrong = 0
    for cell, readings in enumerate(judge.ask(*(("read", profile, rows) for rows in faulty))):
        wrong += sum(
            reading[cell // 7] not in {0, pair[cell // 7]}
            for pair, reading in zip(pairs, readings, strict=True)
        )
        named = named_by_the_self_test(profile, with_fault(floor, cell, STUCK[stuck]))
        assert named == (set() if stuck == "window" else {cell})
        if named:
            assert {"SENSOR"} == {why_of(profile, named, row) for row in faulty[cell]}

    assert (wrong > 0) == (stuck in {"pip", "body", "bright"})
    assert wrong <= 0.167 * len(faulty) * len(pairs)
    report(f"a cell stuck at {stuck}: {wrong} of {len(faulty) * len(pairs)} reads of it wrong")


SEATS_AND_OVERFLOW = (14, 15, 16)


@pytest.mark.parametrize("stuck", STUCK)
@pytest.mark.parametrize("cell", SEATS_AND_OVERFLOW)
def test_a_fault_of_a_seat_or_of_the_overflow_makes_no_wrong_roll_and_is_named(cell, stuck):
    chance = Random(f"{cell} {stuck}")
    judge = Judge("cpython")
    _, profile = judge.learned(optics.WHITE, chance)
    pairs, sound = thrown(optics.WHITE, chance, samples=1)
    faulty = [with_fault(row, cell, STUCK[stuck]) for row in sound]
    counts = outcomes(pairs, judge.ask(("read", profile, faulty))[0])
    named = named_by_the_self_test(profile, with_fault(seen([], chance), cell, STUCK[stuck]))

    assert counts["wrong"] == 0
    assert named == (set() if stuck == "window" else {cell})


def with_fault(levels, cell, level):
    return [level if at == cell else sound for at, sound in enumerate(levels)]


def named_by_the_self_test(profile, levels):
    health = health_module.Health()
    health.test(bytearray(levels), profiles.Profile(*map(bytearray, profile)))
    return health.bad


def why_of(profile, bad, levels):
    """Return why the lane refuses the dice that lie in it for two seconds."""
    lane = lane_module.Lane(profiles.Profile(*map(bytearray, profile)), bad)
    told = [lane.step(bytearray(levels), at_ms) for at_ms in range(0, 2000, 100)]
    (event,) = [event for event in told if event is not None]
    return dict(event[1]).get("why", event[0])
