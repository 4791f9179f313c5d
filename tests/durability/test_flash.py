"""Damage of a flash block around a write costs no acknowledged row: one of two copies has it.

`TAPBANK_FLASH_IMAGES` asks for more images than the usual share.
"""

import pytest
from durability import shim

USUAL = 1_500
IMAGES = shim.asked_for("FLASH_IMAGES", USUAL)

pytestmark = [shim.needs_compiler, pytest.mark.timeout(600 if IMAGES <= USUAL else 0)]


def test_a_damaged_block_costs_nothing_that_was_acknowledged():
    report = shim.run("flash", seed=1, images=IMAGES)

    print(report)  # noqa: T201  # shown with -rP, and on failure
    assert report["bad"] == 0, report
    assert report["images"] >= IMAGES * 0.9


def test_without_the_second_copy_it_is_caught_losing():
    report = shim.run("flash", seed=1, images=100, with_copy=False)

    assert report["bad"] > 0, report
