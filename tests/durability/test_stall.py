"""A disk that stalls holds up the answer that waits for it, and nothing else.

`TAPBANK_STALL_MS` asks for longer stalls, as 7000 or 30000.
"""

import pytest
from durability import shim

STALL_MS = shim.asked_for("STALL_MS", 2_000)
TICKS_MIN = 20  # on a free machine a hundred a second

pytestmark = [shim.needs_compiler, pytest.mark.timeout(STALL_MS / 1000 + 120)]


def test_a_stall_holds_up_nothing_but_the_answer():
    report = shim.run("stall", ms=STALL_MS)

    print(report)  # noqa: T201  # shown with -rP, and on failure
    assert report["is_accepted"]
    assert report["was_stalled"]
    assert report["acknowledged_before_the_sync"] == 0
    assert report["answered_after_ms"] >= STALL_MS
    assert report["ticks_in_stall"] >= TICKS_MIN
    assert STALL_MS < 4_000 or report["told"] == ["slow", "ok"]


def test_a_table_that_waits_for_the_disk_itself_is_caught():
    report = shim.run("stall", ms=1_000, is_on_loop=True)

    assert report["ticks_in_stall"] <= 1, report
