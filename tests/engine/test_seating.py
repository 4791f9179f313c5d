"""People who come and go."""

import pytest
from support.boards import ADA, BEN, CAT, DAN, accept, facts, paid, play, position, refuse, seated

from engine import events as e
from engine import phases as p
from engine.commands import JoinGame, LeaveGame, RecordRoll, TakeOverSeat
from engine.ids import BANK, NOBODY
from engine.reasons import Reason
from engine.refusals import Refusal

FIRST = "Ada 1500 @0\nBen 1500 @0\nCat 1500 @0\nbank turns=2\nwait roll Ben"


def test_players_1_a_guest_enters_in_the_first_round():
    decision = accept(position(FIRST), JoinGame("Dan", BEN))

    assert (e.PlayerJoined("Dan", BEN), paid(BANK, DAN, 1500, Reason.START_MONEY)) == (
        decision.events
    )
    state = play(decision.state, RecordRoll(4, 6))
    assert p.AwaitingRoll(DAN) == state.phase


def test_players_1_without_a_place_he_sits_last():
    decision = accept(position(FIRST), JoinGame("Dan"))

    assert e.PlayerJoined("Dan", NOBODY) == decision.events[0]
    assert (ADA, BEN, CAT, DAN) == decision.state.order


def test_players_1_later_only_where_the_table_lets_him():
    state = position(FIRST.replace("turns=2", "turns=4"))

    assert Refusal.JOIN_TOO_LATE == refuse(state, JoinGame("Dan"))
    late = position(FIRST.replace("bank turns=2", "bank turns=4\nrules late_join=on"))
    assert 4 == len(play(late, JoinGame("Dan")).names)


@pytest.mark.parametrize(
    ("name", "refusal"), [("ada", Refusal.NAME_TAKEN), ("bank", Refusal.NAME_UNUSABLE)]
)
def test_players_1_a_guest_brings_a_name_of_his_own(name, refusal):
    assert refusal == refuse(position(FIRST), JoinGame(name))
    assert refusal == refuse(position(FIRST), TakeOverSeat(BEN, name))


def test_players_1_a_ninth_finds_no_seat():
    assert Refusal.WRONG_PLAYER_COUNT == refuse(seated(*"ABCDEFGH"), JoinGame("Ian"))


def test_players_1_nobody_enters_in_the_middle_of_business():
    state = position(FIRST.replace("wait roll Ben", "wait after Ben\nwait tax Ben"))

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, JoinGame("Dan"))


def test_players_1_a_seat_is_handed_over_as_it_stands():
    decision = accept(position(FIRST), TakeOverSeat(BEN, "Eve"))

    assert (e.SeatTakenOver(BEN, "Eve"),) == decision.events
    assert ("Ada", "Eve", "Cat") == decision.state.names
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(seated(), TakeOverSeat(BEN, "Eve"))
    out = position("Ada 9 @0\nBen 0 @0 out\nCat 9 @0\nwait roll Ada")
    assert Refusal.PLAYER_IS_OUT == refuse(out, TakeOverSeat(BEN, "Eve"))


def test_players_1_who_goes_home_leaves_all_to_the_bank_unsold():
    state = position("Ada 70 @0 A1:1 A3 R5* chest-card\nBen 1500 @0\nCat 1500 @0\nwait roll Ada")

    decision = accept(state, LeaveGame(ADA))

    assert (
        e.PlayerLeft(ADA),
        e.BuildingsChanged(1, 0),
        paid(ADA, BANK, 70, Reason.ESTATE_TO_BANK),
        e.DeedGranted(1, BANK),
        e.DeedGranted(3, BANK),
        e.DeedGranted(5, BANK),
        e.MortgageLifted(5),
    ) == facts(decision)[:7]
    assert p.AwaitingRoll(BEN) == decision.state.phase
    assert 0 == decision.state.bankruptcies


def test_win_1_going_home_may_leave_a_winner():
    decision = accept(position("Ada 70 @0\nBen 90 @0\nwait roll Ben"), LeaveGame(ADA))

    assert (BEN,) == decision.state.phase.outcome.winners
