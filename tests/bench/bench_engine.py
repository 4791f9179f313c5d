"""What the engine takes in time: `./tapbank test tests/bench/bench_engine.py`."""

from typing import get_args

import pytest
from bench.examples import KINDS, examples
from bench.workloads import play_games
from support.bot_games import moves, setting

from engine import commands as c
from engine.codec import (
    decode_command,
    decode_events,
    decode_state,
    encode,
)
from engine.decide import Accepted, decide
from engine.evolve import evolve
from engine.options import options

PLAY = get_args(c.Play)
MIDDLE_TURN = 60  # everybody holds deeds, some of them built on

pytestmark = pytest.mark.benchmark(max_time=0.3)


@pytest.fixture(scope="module")
def examples_by_kind():
    return examples()


@pytest.fixture(scope="module")
def middle():
    """Return a state in the midst of a game, and the command that came next."""
    for draft, command in moves(setting(), 1, MIDDLE_TURN + 1):
        if draft.turns == MIDDLE_TURN:
            return draft.freeze(), command
    pytest.fail("the game ended before its middle")


@pytest.mark.benchmark(group="turn")
def test_whole_games_all_events_kept(benchmark, tell):
    table = setting()
    turns = benchmark.pedantic(play_games, (table, range(1, 13)), rounds=5, warmup_rounds=1)
    turns_per_s = turns / benchmark.stats.stats.min
    tell(f"{turns:,} turns: {turns_per_s:,.0f} a second at best")


@pytest.mark.benchmark(group="command")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_command(benchmark, examples_by_kind, kind):
    state, command = examples_by_kind[kind]

    assert isinstance(benchmark(decide, state, command), Accepted)


@pytest.mark.benchmark(group="options")
def test_options_in_the_middle(benchmark, middle):
    state, _command = middle

    assert benchmark(options, state)


@pytest.mark.benchmark(group="options")
def test_options_wherever_a_command_was_taken(benchmark, examples_by_kind):
    states = [examples_by_kind[kind][0] for kind in KINDS if kind in PLAY]

    assert all(benchmark(lambda: [options(state) for state in states]))


@pytest.mark.benchmark(group="codec")
@pytest.mark.parametrize("what", ["command", "events", "state"])
@pytest.mark.parametrize("way", ["encode", "decode"])
def test_codec(benchmark, middle, what, way):
    state, command = middle
    decision = decide(state, command)
    assert isinstance(decision, Accepted)
    value, decode = {
        "command": (command, decode_command),
        "events": (decision.events, decode_events),
        "state": (state, decode_state),
    }[what]
    text = encode(value)

    if way == "encode":
        assert text == benchmark(encode, value)
    else:
        assert value == benchmark(decode, text)


@pytest.mark.benchmark(group="evolve")
def test_evolve_a_command(benchmark, middle):
    state, command = middle
    decision = decide(state, command)
    assert isinstance(decision, Accepted)

    assert decision.state == benchmark(evolve, state, decision.events)
