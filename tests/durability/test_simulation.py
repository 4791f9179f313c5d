"""A whole table from one seed, with crashes that cut the power, a failing disk and any clock.

`TAPBANK_SIMULATION_EVENINGS` asks for more evenings, `TAPBANK_SIMULATION_SEED` for other ones; a
report names the seed of each evening that was not as promised.
"""

import pytest
from durability import shim

USUAL = 15
EVENINGS = shim.asked_for("SIMULATION_EVENINGS", USUAL)
SEED = shim.asked_for("SIMULATION_SEED", 1)

pytestmark = [shim.needs_compiler, pytest.mark.timeout(600 if EVENINGS <= USUAL else 0)]


def test_evenings_of_anything_are_as_promised():
    report = shim.run("simulation", seed=SEED, evenings=EVENINGS)

    print(report)  # noqa: T201  # shown with -rP, and on failure
    assert report["bad"] == 0, report
    assert report["power_cuts"] > EVENINGS


@pytest.mark.parametrize(
    "planted", ["answers_come_before_the_disk", "signals_are_acknowledged_and_not_recorded"]
)
def test_a_planted_fault_shows(planted):
    report = shim.run("simulation", seed=1, evenings=5, planted=planted)

    assert report["bad"] > 0, report
