"""What a turn costs, in instructions: the same on every machine, so it can be held to a limit."""

import pytest
from bench.meter import count, needs_callgrind
from bench.workloads import FLOOR_TURNS, VISITS

COST_A_TURN_MAX = 10  # times the floor's; 6 is what we are after
GROWTH_MAX = 0.1  # of what a visit costs, between turn 50 and turn 2,000

pytestmark = [needs_callgrind, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    return count(tmp_path_factory.mktemp("callgrind"), "workloads.py")


def test_a_turn_costs_at_most_ten_times_the_floor(counted, record_property):
    engine = counted["engine"] / counted["engine turns"]
    floor = counted["floor"] / FLOOR_TURNS
    record_property("instructions a turn", round(engine))
    record_property("of the floor", round(floor))

    assert 0 < floor
    assert engine <= COST_A_TURN_MAX * floor, f"{engine:,.0f} a turn, the floor {floor:,.0f}"


def test_a_command_costs_the_same_early_and_late(counted, record_property):
    young, old = counted["young"] / VISITS, counted["old"] / VISITS
    record_property("instructions of a visit at turn 50", round(young))
    record_property("at turn 2,000", round(old))

    assert abs(old - young) <= GROWTH_MAX * young, f"{young:,.0f} early, {old:,.0f} late"
