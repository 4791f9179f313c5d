"""A table that is killed at any moment has lost nothing it told, and does nothing twice.

`TAPBANK_KILLS` asks for more kills than the usual share.
"""

import pytest
from durability import shim

USUAL = 200
KILLS = shim.asked_for("KILLS", USUAL)

pytestmark = pytest.mark.timeout(600 if KILLS <= USUAL else 0)


def test_a_kill_costs_nothing_and_the_open_question_is_asked_again():
    report = shim.run("kills", is_watched=False, seed=KILLS, kills=KILLS)

    print(report)  # noqa: T201  # shown with -rP, and on failure
    assert report["bad"] == 0, report
    assert report["kills"] == KILLS
    assert min(report["resent"], report["committed_unseen"], report["prompts"]) > 0


def test_a_table_that_answers_before_it_writes_is_caught():
    report = shim.run("kills", is_watched=False, seed=1, kills=20, planted=True)

    assert report["bad"] > 0, report
