"""How the game ends, and who has won."""

import pytest
from support.boards import ADA, BEN, CAT, accept, facts, play, position, refuse, seated

from engine import events as e
from engine import phases as p
from engine.commands import (
    AdvanceClock,
    BuyDeed,
    ChooseMode,
    JoinGame,
    OpenGame,
    RecordRoll,
    Resign,
    StopGame,
    TakeOverSeat,
)
from engine.corrections import SetCash
from engine.ids import AMOUNT_MAX
from engine.options import options
from engine.reasons import Dues
from engine.refusals import Refusal


def outcome(text):
    state = position(text)
    return accept(state, StopGame()).state.phase.outcome


def test_win_1_the_last_player_left_wins():
    state = position("Ada 100 @0\nBen 1500 @0\nCat 0 @0 out\nwait roll Ada")

    decision = accept(state, Resign(ADA))

    assert e.GameEnded(p.Outcome((BEN,), ((BEN, 1500),), "WIN-1")) == decision.events[-1]
    assert () == options(decision.state)


@pytest.mark.parametrize(
    "command",
    [
        RecordRoll(1, 2),
        StopGame(),
        SetCash(ADA, 5),
        JoinGame("Zoe"),
        TakeOverSeat(ADA, "Zoe"),
        AdvanceClock(1),
        ChooseMode(ADA, Dues.RENT, "ask"),
    ],
)
def test_win_1_when_it_is_over_only_a_new_game_is_opened(command):
    state = play(position("Ada 100 @0\nBen 1500 @0"), StopGame())

    assert Refusal.GAME_IS_OVER == refuse(state, command)
    assert p.Setup() == play(state, OpenGame(state.edition)).phase


def test_win_2_stopped_the_richest_wins():
    found = outcome("Ada 100 @0 H39\nBen 499 @0\nCat 0 @0 out")

    assert p.Outcome((ADA,), ((ADA, 500), (BEN, 499)), "WIN-2") == found


def test_win_2_mortgaged_deeds_count_half_and_buildings_in_full():
    found = outcome("Ada 0 @0 H39* A1:H A3:4\nBen 0 @0 chance-card")

    assert ((ADA, 200 + 120 + 9 * 50), (BEN, 0)) == found.ranking


def test_win_2_of_equals_more_cash_wins():
    assert (BEN,) == outcome("Ada 100 @0 H39\nBen 500 @0").winners


def test_win_2_equal_in_both_they_share():
    found = outcome("Ada 100 @0 R5\nBen 100 @0 R15\nCat 299 @0")

    assert (ADA, BEN) == found.winners
    assert ((ADA, 300), (BEN, 300), (CAT, 299)) == found.ranking


def test_win_2_nothing_is_stopped_before_it_began():
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(seated(), StopGame())
    opening = position("Ada 9 @0\nBen 9 @0\nwait opening waiting=Ada,Ben")
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(opening, StopGame(after_round=True))


def test_win_2_or_when_the_round_is_over():
    state = position("Ada 1500 @0\nBen 1500 @0\nCat 1500 @0\nbank first=Ben turns=2\nwait roll Cat")

    decision = accept(state, StopGame(after_round=True))
    assert (e.LastRoundAnnounced(),) == decision.events
    state = play(decision.state, RecordRoll(4, 6))
    assert p.AwaitingRoll(ADA) == state.phase
    assert isinstance(play(state, RecordRoll(4, 6)).phase, p.GameOver)


def test_variant_3_at_the_set_time_the_richest_wins():
    state = position("Ada 100 @0\nBen 1500 @0\nrules end_minutes=1\nwait roll Ada")

    state = play(state, AdvanceClock(59))
    decision = accept(state, AdvanceClock(1))

    assert e.ClockAdvanced(1) == decision.events[0]
    assert (BEN,) == decision.state.phase.outcome.winners


def test_variant_3_what_is_open_is_finished_first():
    state = position("""
        Ada 100 @3
        Ben 100 @0
        rules end_minutes=1
        wait after Ada doubles=1
        wait offer Ada space=@3
    """)

    state = play(state, AdvanceClock(90))

    assert p.PurchaseOffer(ADA, 3) == state.phase
    assert isinstance(play(state, BuyDeed()).phase, p.GameOver)


@pytest.mark.parametrize("seconds", [0, -1, AMOUNT_MAX + 1])
def test_variant_3_the_clock_runs_on(seconds):
    state = position("Ada 100 @3\nBen 100 @0")

    assert Refusal.CLOCK_RUNS_ON == refuse(state, AdvanceClock(seconds))
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(seated(), AdvanceClock(1))


def test_variant_3_without_a_set_time_the_clock_ends_nothing():
    decision = accept(position("Ada 100 @3\nBen 100 @0"), AdvanceClock(100_000))

    assert (e.ClockAdvanced(100_000),) == facts(decision)
    assert p.AwaitingRoll(ADA) == decision.state.phase
