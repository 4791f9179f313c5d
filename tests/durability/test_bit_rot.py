"""Damage to what is recorded is noticed at the start, but where it leaves every row as it was.

`TAPBANK_BIT_ROT_TRIALS` asks for more than the usual trials of each kind.
"""

import pytest
from durability import shim
from durability.bit_rot import KINDS

USUAL = 200
TRIALS = shim.asked_for("BIT_ROT_TRIALS", USUAL)

pytestmark = [shim.needs_compiler, pytest.mark.timeout(600 if TRIALS <= USUAL else 0)]


def test_damage_is_noticed_and_made_good_from_the_other_copy():
    report = shim.run("bit_rot", seed=1, trials=TRIALS)

    print(report)  # noqa: T201  # shown with -rP, and on failure
    assert report["bad"] == 0, report
    assert report["noticed"] > TRIALS * len(KINDS) // 2


def test_a_start_that_does_not_look_at_the_rows_is_caught():
    report = shim.run("bit_rot", seed=1, trials=20, planted=True)

    assert report["bad"] > 0, report
