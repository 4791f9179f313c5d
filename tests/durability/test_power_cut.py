"""No cut of the power, at whatever moment, costs an acknowledged row, card, or the books' balance.

`TAPBANK_POWER_CUT_GAMES` plays so many recorded games instead of one, each from another seed.
"""

import pytest
from durability import shim
from durability.starts import SITUATIONS

GAMES = shim.asked_for("POWER_CUT_GAMES", 1)
COMMANDS = 48 if GAMES == 1 else 72  # a fifth is taken back, refused, or a start's own
IMAGES_MIN = 2_500  # of a game of that length; fewer, and something is no longer recorded
UNSAFE = {
    "nothing is synced": ["journal_mode = WAL", "synchronous = OFF"],
    "Python's own settings": ["journal_mode = DELETE", "synchronous = FULL"],
}

pytestmark = [shim.needs_compiler, pytest.mark.timeout(600 if GAMES == 1 else 0)]


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_a_power_cut_costs_nothing_that_was_acknowledged(seed):
    pages = (500, 20)[seed % 2]  # with few, the journal is written back in the midst of the game

    report = shim.run("power_cut", seed=seed, commands=COMMANDS, pages=pages)

    print(report)  # noqa: T201  # shown with -rP, and on failure
    assert report["bad"] == 0, report
    assert report["images"] >= IMAGES_MIN


@pytest.mark.parametrize("pragmas", UNSAFE.values(), ids=UNSAFE)
def test_a_journal_that_is_known_to_lose_is_caught_losing(pragmas):
    report = shim.run("power_cut", seed=1, commands=9, every=4, pragmas=pragmas)

    assert report["bad_by_kind"].get("lost", 0) > 0, report


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_start_that_is_cut_short_is_made_good_by_the_next(situation):
    every = 5 if GAMES == 1 else 1

    report = shim.run("starts", situation=situation, seed=GAMES, commands=12, every=every)

    print(report)  # noqa: T201  # shown with -rP, and on failure
    assert report["bad"] == 0, report
