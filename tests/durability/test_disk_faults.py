"""A disk that is full or fails at any one point costs nothing, and the game goes on after it.

`TAPBANK_DISK_FAULTS=1` tries every kind at every point, once and for good.
"""

import pytest
from durability import shim
from durability.disk_faults import FAULTS

IS_LONG = shim.asked_for("DISK_FAULTS", 0) > 0
THOROUGH = {"full", "unsynced"}
"""The kinds that are tried at every point in every run."""

pytestmark = [shim.needs_compiler, pytest.mark.timeout(0 if IS_LONG else 600)]


@pytest.mark.parametrize("for_good", [False, True], ids=["once", "for good"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_refused_cleanly_and_the_same_command_then_accepted(fault, for_good):
    every = 1 if IS_LONG or (fault in THOROUGH and not for_good) else 12

    report = shim.run("disk_faults", faults=[fault], for_good=for_good, every=every)

    print(report)  # noqa: T201  # shown with -rP, and on failure
    assert report["bad"] == 0, report
    assert report["runs"] >= 3
    assert sum(count for times, count in report["runs_by_refusals"].items() if times != "0") > 0


def test_a_journal_that_takes_failures_for_success_is_caught():
    report = shim.run("disk_faults", faults=["unsynced"], for_good=False, every=6, planted=True)

    assert report["bad"] > 0, report
