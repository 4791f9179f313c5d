"""Whatever comes twice, late, stale or in a crash, the game is the one that was told.

`TAPBANK_HOUSE_EXAMPLES` asks for more evenings than the usual share.
"""

import asyncio
import random
import shutil
from unittest.mock import patch as patching

import pytest
from durability import deeds, plants, shim
from durability.house import House
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.errors import FlakyFailure
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from companion import table as table_module
from companion.errors import TapbankError

USUAL = 100
EXAMPLES = shim.asked_for("HOUSE_EXAMPLES", USUAL)
STEPS = 40
PLANTS = {
    name: value
    for name, value in vars(plants).items()
    if getattr(value, "__module__", "") == plants.__name__
}
FOUND = (AssertionError, TapbankError, FlakyFailure)  # the last: a crash came at another moment
SEEDS = st.integers(0, 999)

pytestmark = pytest.mark.timeout(600 if EXAMPLES <= USUAL else 0)


class Evening(RuleBasedStateMachine):
    """One house, and anything done to it in any order."""

    def __init__(self):
        super().__init__()
        self.clock = patching.object(table_module, "_wall", table_module._wall)  # noqa: SLF001
        self.clock.start()
        self.runner = asyncio.Runner()
        self.folder = shim.scratch()
        self.house = House(self.folder)

    @initialize()
    def begin(self):
        self.runner.run(self.house.open())

    @rule(deed=st.sampled_from([d for d, n in deeds.WEIGHTS.items() for _ in range(n)]), seed=SEEDS)
    def do(self, deed, seed):
        self.runner.run(deed(self.house, random.Random(seed)))

    def teardown(self):
        try:
            self.runner.run(self.house.close())
        finally:
            self.runner.close()
            self.clock.stop()
            shutil.rmtree(self.folder)


def evenings(examples, **options):
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            **options,
        ),
    )


def test_the_game_is_the_one_that_was_told():
    evenings(EXAMPLES, derandomize=EXAMPLES <= USUAL)


@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
def test_a_planted_fault_is_found(monkeypatch, plant):
    plant(monkeypatch)

    with pytest.raises(FOUND):
        evenings(200, derandomize=True, phases=[Phase.generate], report_multiple_bugs=False)
