"""People who come and go."""

import random
from collections import Counter

import pytest
from support.boards import ADA, BEN, CAT, DAN, accept, facts, paid, play, position, refuse, seated

from engine import events as e
from engine import phases as p
from engine.commands import (
    ChangeSeats,
    JoinGame,
    LeaveGame,
    RecordRoll,
    StopGame,
    TakeOverSeat,
)
from engine.corrections import PlaceToken, SetTurn
from engine.ids import BANK, NOBODY
from engine.reasons import Reason
from engine.refusals import Refusal
from engine.rules.seating import seated_anew
from engine.seats import players_next
from engine.state import players_in

FOUR = ("Ada", "Ben", "Cat", "Dan")
FIRST = "Ada 1500 @0\nBen 1500 @0\nCat 1500 @0\nbank turns=2 round=Ben,Cat\nwait roll Ben"


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
    state = position(FIRST.replace(" round=Ben,Cat", ""))

    assert Refusal.JOIN_TOO_LATE == refuse(state, JoinGame("Dan"))
    late = position(FIRST.replace(" round=Ben,Cat", "\nrules late_join=on"))
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


# The first round, and who sits where in it.


def begun(*names):
    """Return a game in which the first of *names* is to have the first turn."""
    return play(seated(*names), SetTurn(ADA))


def next_turns(state, count):
    """Return who is on turn now, and after so many throws that lead nowhere, in one word."""
    found = state.names[state.phase.player][0]
    for _turn in range(count):
        # From GO to jail, just visiting: nothing happens there.
        state = play(state, PlaceToken(state.phase.player, 0), RecordRoll(4, 6))
        found += state.names[state.phase.player][0]
    return found


def test_players_1_who_goes_home_does_not_end_the_first_round_for_others():
    state = play(begun(*FOUR), RecordRoll(4, 6), RecordRoll(4, 6), LeaveGame(BEN))
    state = play(state, RecordRoll(4, 6))
    assert p.AwaitingRoll(DAN) == state.phase

    assert 5 == len(play(state, JoinGame("Eve")).names), "Dan has his first turn now"
    state = play(state, RecordRoll(4, 6))
    assert Refusal.JOIN_TOO_LATE == refuse(state, JoinGame("Eve"))


def test_players_1_a_guest_in_a_gap_gone_by_has_a_first_turn_too():
    state = play(begun("Ada", "Ben"), RecordRoll(4, 6), JoinGame("Cat", ADA), RecordRoll(4, 6))
    assert p.AwaitingRoll(ADA) == state.phase, "she has her second turn"

    assert 4 == len(play(state, JoinGame("Dan")).names), "Cat has yet to have one"
    state = play(state, PlaceToken(ADA, 0), RecordRoll(4, 6))
    assert 4 == len(play(state, JoinGame("Dan")).names), "she has it now"
    assert Refusal.JOIN_TOO_LATE == refuse(play(state, RecordRoll(4, 6)), JoinGame("Dan"))


def test_players_1_a_late_guest_does_not_open_the_first_round_again():
    state = play(position(FIRST.replace(" round=Ben,Cat", "\nrules late_join=on")), JoinGame("Dan"))

    assert Refusal.SEATS_TOO_LATE == refuse(state, ChangeSeats(state.order))


def test_setup_8_people_sit_in_another_order_with_what_is_theirs():
    state = position(FIRST.replace("Cat 1500 @0", "Cat 900 @5 R5"))

    decision = accept(state, ChangeSeats((ADA, CAT, BEN)))

    assert (e.SeatsChanged((ADA, CAT, BEN)),) == decision.events
    after = decision.state
    assert (ADA, CAT, BEN) == after.order
    assert p.AwaitingRoll(BEN) == after.phase, "whose turn it is stays"
    assert (state.names, state.cash, state.tokens, state.owners) == (
        after.names,
        after.cash,
        after.tokens,
        after.owners,
    )


@pytest.mark.parametrize("order", [(ADA, BEN), (ADA, BEN, BEN), (ADA, BEN, CAT, CAT), ()], ids=str)
def test_setup_8_everybody_sits_somewhere(order):
    assert Refusal.SEATS_INCOMPLETE == refuse(position(FIRST), ChangeSeats(order))


def test_setup_8_a_seat_that_is_not_there_is_no_seat():
    assert Refusal.NO_SUCH_SEAT == refuse(position(FIRST), ChangeSeats((ADA, BEN, DAN)))


def test_setup_8_seats_are_changed_in_the_first_round_alone():
    state = position(FIRST.replace(" round=Ben,Cat", "\nrules late_join=on"))

    assert Refusal.SEATS_TOO_LATE == refuse(state, ChangeSeats((ADA, CAT, BEN)))


def test_setup_8_nobody_a_turn_ahead_of_a_late_guest_gets_two_ahead():
    state = play(begun("Ada", "Ben"), RecordRoll(4, 6), JoinGame("Cat", ADA))
    assert (ADA, CAT, BEN) == accept(state, ChangeSeats((ADA, CAT, BEN))).state.order

    state = play(state, RecordRoll(4, 6))
    assert p.AwaitingRoll(ADA) == state.phase, "she has her second turn"
    assert Refusal.SEATS_TOO_LATE == refuse(state, ChangeSeats((CAT, ADA, BEN)))
    state = play(state, PlaceToken(ADA, 0), RecordRoll(4, 6))
    assert p.AwaitingRoll(CAT) == state.phase, "she has her first"
    assert Refusal.SEATS_TOO_LATE == refuse(state, ChangeSeats((CAT, ADA, BEN)))


def test_setup_8_who_is_asked_anew_is_no_turn_ahead():
    state = play(begun(*FOUR), SetTurn(ADA), RecordRoll(4, 6), SetTurn(DAN), SetTurn(DAN))

    assert (DAN, CAT, BEN, ADA) == accept(state, ChangeSeats((DAN, CAT, BEN, ADA))).state.order


@pytest.mark.parametrize("waits", ["wait after Ben\nwait offer Ben space=@1", "wait setup"])
def test_setup_8_nobody_changes_seats_in_the_middle_of_business(waits):
    state = position(FIRST.replace("wait roll Ben", waits))

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, ChangeSeats((ADA, CAT, BEN)))


def test_setup_8_seats_are_changed_also_when_somebody_in_jail_is_due():
    state = position(FIRST.replace("Ben 1500 @0", "Ben 1500 @10 jail=0").replace("roll", "jail"))

    assert (CAT, BEN, ADA) == accept(state, ChangeSeats((CAT, BEN, ADA))).state.order


@pytest.mark.parametrize(
    ("order", "turns"),
    [
        ((ADA, BEN, CAT, DAN), "BCDABCDAB"),
        ((ADA, CAT, BEN, DAN), "BDCBDACBD"),  # Cat sits where the turn has gone by
        ((CAT, BEN, ADA, DAN), "BDCBADCBA"),  # Ada sits where the turn would come to next
        ((DAN, CAT, BEN, ADA), "BDCBADCBA"),
    ],
)
def test_setup_8_all_have_their_first_turn_before_anybodys_second(order, turns):
    state = play(begun(*FOUR), RecordRoll(4, 6), ChangeSeats(order))

    assert turns == next_turns(state, 8)


def test_setup_8_the_next_turns_are_known():
    state = play(begun(*FOUR), RecordRoll(4, 6))
    assert [CAT, DAN, ADA] == players_next(state, BEN)

    assert [DAN, CAT, ADA] == players_next(play(state, ChangeSeats((CAT, BEN, ADA, DAN))), BEN)


def test_setup_8_a_guest_after_a_change_of_seats_has_his_first_turn_in_his_place():
    state = play(begun(*FOUR), RecordRoll(4, 6), ChangeSeats((CAT, BEN, ADA, DAN)))

    assert "BDECBADEC" == next_turns(play(state, JoinGame("Eve", DAN)), 8)


def test_setup_8_where_the_banker_says_who_throws_play_goes_round_from_there():
    state = play(begun(*FOUR), RecordRoll(4, 6), ChangeSeats((ADA, CAT, BEN, DAN)), SetTurn(ADA))

    assert "ACBDA" == next_turns(state, 4)


def test_setup_8_who_is_asked_anew_has_his_first_turn_still():
    state = play(begun("Ada", "Ben"), SetTurn(ADA), ChangeSeats((BEN, ADA)), SetTurn(ADA))

    assert "ABAB" == next_turns(state, 3)
    assert (ADA, BEN) == state.first_round


def test_setup_8_who_is_out_keeps_a_place():
    state = play(begun(*FOUR), RecordRoll(4, 6), LeaveGame(CAT))
    assert (DAN, BEN, CAT, ADA) == seated_anew(state, (DAN, BEN, ADA))
    state = play(state, ChangeSeats((DAN, BEN, CAT, ADA)))

    assert "BDBADBA" == next_turns(state, 6)


def test_setup_8_several_who_are_out_stay_beside_each_other():
    state = position(
        "Ada 0 @0 out\nBen 9 @0\nCat 0 @0 out\nDan 0 @0 out\nEve 9 @0\nFay 9 @0\nwait roll Ben"
    )

    assert (BEN, CAT, DAN, 5, ADA, 4) == seated_anew(state, (BEN, 5, 4))


@pytest.mark.parametrize(
    ("order", "turns"), [((CAT, BEN, ADA, DAN), "BDC"), ((DAN, CAT, BEN, ADA), "BDC")]
)
def test_win_2_a_last_round_is_the_same_for_all_after_a_change_of_seats(order, turns):
    state = play(begun(*FOUR), RecordRoll(4, 6), ChangeSeats(order))
    announced = play(state, StopGame(after_round=True))
    assert turns == next_turns(announced, 2)
    assert isinstance(
        play(announced, RecordRoll(4, 6), RecordRoll(4, 6), RecordRoll(4, 6)).phase, p.GameOver
    )


def test_win_2_later_the_last_round_ends_before_who_began_the_second():
    state = play(begun(*FOUR), RecordRoll(4, 6), ChangeSeats((CAT, BEN, ADA, DAN)))
    state = play(state, RecordRoll(4, 6), RecordRoll(4, 6), RecordRoll(4, 6))
    assert p.AwaitingRoll(BEN) == state.phase

    assert "BADC" == next_turns(play(state, StopGame(after_round=True)), 3)


@pytest.mark.parametrize("seed", range(12))
def test_setup_8_however_often_seats_change_nobody_is_more_than_a_turn_ahead(seed):
    rng = random.Random(seed)
    state = begun(*"ABCDEFGH"[: rng.randint(2, 8)])
    turns = Counter({ADA: 1})
    for _step in range(5 * len(state.names)):
        state = play(state, PlaceToken(state.phase.player, 0))
        command = RecordRoll(4, 6)
        if state.first_round and rng.random() < 0.4:
            command = ChangeSeats(tuple(rng.sample(state.order, len(state.order))))
        elif state.first_round and len(players_in(state)) > 2 and rng.random() < 0.1:
            command = LeaveGame(rng.choice(players_in(state)))
        decision = accept(state, command)
        turns.update(event.player for event in decision.events if type(event) is e.TurnBegan)
        state = decision.state

        counts = [turns[player] for player in players_in(state)]
        assert max(counts) - min(counts) <= 1, state
