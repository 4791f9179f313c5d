"""Channels that cannot be trusted: over the empty lane, and from roll to roll."""

import random

from support.firmware import firmware_module

health_module = firmware_module("health")
profiles = firmware_module("profiles")

PROFILE = profiles.Profile()
FACES = (0b0000100, 0b1000001, 0b0010010, 0b1000101, 0b0010110, 0b1010011, 0b1010111)
SIXES = (0b1110011, 0b1011011)


def lane(**cells):
    levels = bytearray([12] * 17)
    for name, level in cells.items():
        levels[int(name[1:])] = level
    return levels


def news_of(health, levels, seconds, start_s=10):
    """Return the news of so many seconds, with the second each came in."""
    return [
        (second, *news)
        for second in range(start_s, start_s + seconds)
        for news in health.idle(levels, PROFILE, 5000, 1000 * second)
    ]


def test_the_self_test_names_what_is_out_of_its_band():
    health = health_module.Health()

    assert [] == health.test(lane(), PROFILE)
    assert [3, 9, 14] == health.test(lane(c3=0, c9=60, c14=2), PROFILE)
    assert health.bad == {3, 9, 14}
    assert health.test(lane(c1=99, c2=99, c3=99, c4=99), PROFILE) is None
    assert [] == health.test(lane(), PROFILE)
    assert health.bad == set()


def test_the_idle_check_names_a_cell_after_three_seconds_and_takes_it_back():
    health = health_module.Health()

    assert [(12, 5, "DARK")] == news_of(health, lane(c5=0), 10)
    assert [(22, 6, "BRIGHT")] == news_of(health, lane(c5=0, c6=80), 10, 20)
    assert health.bad == {5, 6}
    assert [(32, 5, "BACK"), (32, 6, "BACK")] == news_of(health, lane(), 10, 30)
    assert health.bad == set()


def test_a_passing_hand_or_a_lying_die_names_nothing():
    health = health_module.Health()
    covered = lane(c0=150, c1=150, c2=150, c3=150, c14=150)

    assert [] == news_of(health, lane(c5=0), 2)
    assert [] == news_of(health, lane(), 1, 12)
    assert [] == news_of(health, lane(c5=0), 2, 13)
    assert [] == news_of(health, covered, 20, 20)
    assert [] == health.idle(lane(c5=0), PROFILE, 200, 60_000)


def test_a_cell_that_never_toggles_is_named_once():
    health = health_module.Health()
    stuck = []
    for n in range(100):
        bits = (0b1010111, 0b0000100)[n % 2] | 0b0000001  # cell i always sees a pip
        stuck += [(n, channel) for channel in health.rolled(1, bits)]

    # The side cells b and d see a pip in one face of twelve, so they are given longer.
    assert [(30, 11), (30, 13), (90, 8), (90, 10)] == stuck


def test_good_cells_are_hardly_ever_named():
    chance = random.Random(7)
    named = 0
    for _ in range(20):
        health = health_module.Health()
        for _ in range(200):
            face = chance.randrange(6)
            two = chance.randrange(2)
            bits = (FACES[0], FACES[1 + two], FACES[3 + two], FACES[5], FACES[6], SIXES[two])[face]
            named += len(health.rolled(0, bits))

    assert named <= 2
