"""Random play: what must hold whatever anybody does.

`TAPBANK_CAMPAIGN=N` plays N times as many games; the seeds are the same every time.
"""

import os

import pytest
from support.campaign import campaign

TIMES = int(os.environ.get("TAPBANK_CAMPAIGN", "1"))
LENGTH = 250  # commands a game: far enough for hotels, shortages and the first ruins


@pytest.mark.parametrize("seed", range(10 * TIMES))
def test_books_replay_stores_and_options_hold_in_random_play(seed):
    assert campaign(seed, LENGTH)


@pytest.mark.parametrize("seed", range(1000, 1000 + 4 * TIMES))
def test_books_replay_and_stores_hold_whatever_is_corrected(seed):
    assert campaign(seed, LENGTH, with_corrections=True)
