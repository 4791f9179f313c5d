"""The wall clock may go anywhere: what is recorded, and in which order, is the same.

`TAPBANK_CLOCK_COMMANDS` asks for longer games.
"""

import pytest
from durability import shim

COMMANDS = shim.asked_for("CLOCK_COMMANDS", 2_000)

pytestmark = [shim.needs_compiler, pytest.mark.timeout(600)]


def test_jumps_of_the_clock_change_nothing():
    report = shim.run("clock", seed=1, count=COMMANDS)

    print(report)  # noqa: T201  # shown with -rP, and on failure
    assert report["is_same"], report
    assert report["backward"] > COMMANDS // 10
    assert report["earliest"] < "1970-01-02"
    assert report["rows_earlier_than_the_one_before"] > COMMANDS // 10


def test_a_game_folded_in_the_order_of_its_times_is_caught():
    report = shim.run("clock", seed=1, count=100, planted=True)

    assert not report["is_same"], report
