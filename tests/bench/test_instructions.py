"""What turns and pictures cost in instructions: equal on every machine, so it can be limited."""

import pytest
from bench.meter import count, needs_callgrind
from bench.workloads import FLOOR_TURNS, VISITS

COST_A_TURN_MAX = 10  # times the floor's
TURN_MAX = 90_000
GROWTH_MAX = 0.1  # of what a visit costs, between turn 50 and turn 2,000
MILLION = 1_000_000
# A fifth above what they are; one that becomes cheaper is lowered.
IMPORTS_MAX = 900 * MILLION
FIRST_PAINT_MAX = 360 * MILLION
EVENT_MAX = 17 * MILLION

pytestmark = [needs_callgrind, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("callgrind")


@pytest.fixture(scope="module")
def engine(folder):
    return count(folder, "workloads.py")


@pytest.fixture(scope="module")
def screen(folder):
    return count(folder, "screen.py")


def test_a_turn_costs_at_most_ten_times_the_floor(engine):
    turn = engine["engine"] / engine["engine turns"]
    floor = engine["floor"] / FLOOR_TURNS

    assert 0 < floor
    assert turn <= COST_A_TURN_MAX * floor, f"{turn:,.0f} a turn, the floor {floor:,.0f}"
    assert turn <= TURN_MAX, f"{turn:,.0f}"


def test_a_command_costs_the_same_early_and_late(engine):
    young, old = engine["young"] / VISITS, engine["old"] / VISITS

    assert 0 < young
    assert abs(old - young) <= GROWTH_MAX * young, f"{young:,.0f} early, {old:,.0f} late"


def test_the_screen_is_there_soon(screen):
    assert 0 < screen["imports"] <= IMPORTS_MAX, f"{screen['imports']:,}"
    assert 0 < screen["first paint"] <= FIRST_PAINT_MAX, f"{screen['first paint']:,}"


def test_an_event_is_painted_soon(screen):
    event = screen["events"] / screen["painted"]

    assert 0 < event <= EVENT_MAX, f"{event:,.0f}"


def test_an_event_is_one_frame(screen):
    assert 0 < screen["painted"] == screen["frames"]
