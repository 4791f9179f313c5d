"""A position for each kind of command in which the engine takes it: found by playing at random."""

import random
from typing import get_args

from support.campaign import NAMES, random_table
from support.random_play import correction, legal, table_talk, wild

from companion.editions import load_edition
from engine import commands as c
from engine.decide import Accepted, decide
from engine.ids import SpaceId
from engine.options import options
from engine.phases import GameOver
from engine.state import State, new_state

STEPS_MAX = 30_000
# A debt is settled by itself as soon as the cash is there, so nobody gets round to `PayDebt`.
KINDS = tuple(kind for kind in get_args(c.Command) if kind is not c.PayDebt)

Examples = dict[type[c.Command], tuple[State, c.Command]]


def examples(seed: int = 2) -> Examples:
    """Return a state and a command for each kind; some are rare, so it plays several games.

    Raises:
        AssertionError: Some kind was never taken.
    """
    found = _before_the_start()
    rng = random.Random(seed)
    state = random_table(rng)
    for _step in range(STEPS_MAX):
        if len(found) == len(KINDS):
            break
        if isinstance(state.phase, GameOver):
            state = random_table(rng)
        for source in (wild, correction, table_talk):
            command = source(rng, state)
            if type(command) not in found and isinstance(decide(state, command), Accepted):
                found[type(command)] = state, command
        command = legal(rng, state, options(state))
        decision = decide(state, command)
        assert isinstance(decision, Accepted), decision
        found.setdefault(type(command), (state, command))
        state = decision.state
    missing = [kind.__name__ for kind in KINDS if kind not in found]
    assert not missing, f"no position takes {missing}"
    return found


def _before_the_start() -> Examples:
    """Return what is said before a game."""
    board = load_edition("us")
    empty = new_state(board)
    seated = decide(empty, c.SeatPlayers(NAMES[:6]))
    assert isinstance(seated, Accepted)
    said = [
        (empty, c.OpenGame(board)),
        (empty, c.ChooseEdition(load_edition("gb"))),
        (empty, c.ChooseRule("preset", "family")),
        (empty, c.SeatPlayers(NAMES[:6])),
        (seated.state, c.NameBanker("Zoe")),
        (seated.state, c.StackDeeds((SpaceId(39), SpaceId(37)))),
        (seated.state, c.StartGame()),
    ]
    return {type(command): (state, command) for state, command in said}
