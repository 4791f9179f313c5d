"""The time played: told in steps, by nobody, and taken back by nobody (VARIANT-3)."""

import asyncio

import pytest
from support.games import opening
from support.one_table import Asking, running
from support.tables import until

from companion.clock import GameClock
from companion.editions import load_edition
from companion.protocol import CorrectRoll, Redo, Strike, Undo
from companion.timeline import Declined, Step, Timeline
from engine.commands import (
    AdvanceClock,
    BuyDeed,
    ChooseRule,
    OpenGame,
    RecordRoll,
    SeatPlayers,
    StartGame,
)
from engine.phases import GameOver
from engine.state import new_state

THROWS = (RecordRoll(6, 5), RecordRoll(1, 2), RecordRoll(1, 3))


@pytest.fixture
def timeline():
    return Timeline(new_state(load_edition("us")))


def play(timeline, *commands):
    for command in commands:
        step = timeline.decide_command(command)
        assert isinstance(step, Step), step
        timeline.adopt(step)


def adopted(timeline, step):
    assert isinstance(step, Step), step
    timeline.adopt(step)
    return step


def test_undo_takes_back_what_people_did_and_leaves_the_clock(timeline):
    play(timeline, *opening(), *THROWS, AdvanceClock(30))
    before = timeline.state
    play(timeline, RecordRoll(2, 4), AdvanceClock(30), AdvanceClock(12))

    step = adopted(timeline, timeline.undo())

    assert step.commands == (RecordRoll(2, 4),)
    assert step.count == 1
    assert timeline.state == before
    assert timeline.clock_lag_s == 42
    play(timeline, AdvanceClock(42))
    assert (timeline.state.seconds, timeline.clock_lag_s) == (72, 0)


def test_the_clock_does_not_end_redo(timeline):
    play(timeline, *opening(), *THROWS, RecordRoll(2, 4), AdvanceClock(30), BuyDeed())
    after = timeline.state
    adopted(timeline, timeline.undo(2))
    play(timeline, AdvanceClock(timeline.clock_lag_s), AdvanceClock(30))
    assert timeline.redoable == (RecordRoll(2, 4), BuyDeed())

    step = adopted(timeline, timeline.redo(2))

    assert step.commands == (RecordRoll(2, 4), BuyDeed())
    assert timeline.state == after
    assert timeline.clock_lag_s == 30
    adopted(timeline, timeline.undo(2))
    assert timeline.clock_lag_s == 60


def test_where_only_the_clock_went_on_there_is_nothing_to_take_back(timeline):
    play(timeline, *opening(), AdvanceClock(5))

    assert len(timeline.undoable) == 2
    assert timeline.undo(3) == Declined("Only 2 commands can be taken back.")


def test_corrections_and_strikes_count_what_people_did(timeline):
    play(timeline, *opening(), *THROWS, RecordRoll(2, 4), AdvanceClock(30), BuyDeed())

    assert timeline.correct_roll(1, 2).count == 2
    assert timeline.strike().count == 2
    adopted(timeline, timeline.correct_roll(1, 2))
    assert timeline.clock_lag_s == 30


def test_a_new_game_begins_with_no_time_played(timeline):
    play(timeline, *opening(), AdvanceClock(30), OpenGame(load_edition("us")))

    assert (timeline.clock_lag_s, timeline.state.seconds) == (0, 0)


async def limited(table, minutes, ask=None):
    ask = ask or Asking(table)
    commands = (ChooseRule("end_minutes", str(minutes)), SeatPlayers(("Ada", "Ben")), StartGame())
    for command in (*commands, *THROWS[:2]):
        assert (await ask(command)).is_accepted, command
    return ask


async def test_the_time_taken_back_is_told_again_also_after_a_restart(tmp_path):
    async with running(tmp_path) as table:
        ask = await limited(table, 60)
        await ask(RecordRoll(2, 4))
        await ask(AdvanceClock(30))
        await ask(BuyDeed())
        await ask(AdvanceClock(30))
        await table.submit(Undo("u", 2), "test")
        assert (table.state.seconds, table.clock_lag_s) == (0, 60)

    async with running(tmp_path) as table:
        assert table.clock_lag_s == 60
        clock = GameClock(table, lambda: False, step_s=1000.0)
        counting = asyncio.create_task(clock.run())
        clock.poke()
        await until(lambda: table.state.seconds == 60)
        assert (await table.submit(Redo("r", 2), "test")).is_accepted, "redo is still there"
        clock.poke()
        await until(lambda: table.state.seconds == 60)
        assert (await table.submit(CorrectRoll("c", 1, 2), "test")).is_accepted
        clock.poke()
        await until(lambda: table.state.seconds == 60)
        assert (await table.submit(Strike("s"), "test")).is_accepted
        clock.poke()
        await until(lambda: table.state.seconds == 60)
        counting.cancel()


async def test_seconds_are_counted_while_a_game_with_a_limit_is_on(tmp_path):
    async with running(tmp_path) as table:
        clock = GameClock(table, lambda: False, step_s=1.0)
        counting = asyncio.create_task(clock.run())
        table.on_transition = lambda _transition, _before: clock.poke()
        ask = await limited(table, 60)
        assert table.state.seconds == 0
        seen = table.seq

        await until(lambda: table.state.seconds >= 2)

        assert (await ask(RecordRoll(2, 4), seen=seen)).is_accepted, "no view is stale"
        counting.cancel()


async def test_without_a_limit_nothing_is_counted_and_at_the_limit_the_game_ends(tmp_path):
    async with running(tmp_path) as table:
        clock = GameClock(table, lambda: False, step_s=1.0)
        counting = asyncio.create_task(clock.run())
        table.on_transition = lambda _transition, _before: clock.poke()
        ask = await limited(table, 0)
        seq = table.seq
        await asyncio.wait([counting], timeout=0.05)
        assert (table.seq, counting.done()) == (seq, False)

        await ask(OpenGame(table.state.edition))
        await limited(table, 1, ask)
        await ask(AdvanceClock(59))
        await until(lambda: isinstance(table.state.phase, GameOver))
        assert 60 <= table.state.seconds < 75
        counting.cancel()
