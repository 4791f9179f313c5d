"""Rent: how much, to whom, and until when it may be asked for."""

import pytest
from support.boards import (
    ADA,
    BEN,
    CAT,
    accept,
    facts,
    paid,
    payments,
    play,
    position,
    refuse,
    space,
)

from engine import events as e
from engine import phases as p
from engine.commands import (
    Build,
    ClaimRent,
    DeclareBankruptcy,
    LiftMortgage,
    RecordRoll,
    Trade,
    TradeItem,
)
from engine.corrections import SetTurn
from engine.ids import BANK
from engine.reasons import Reason
from engine.refusals import Refusal


def visit(deeds, faces=(1, 2), at=0, more=""):
    """Return what Ada pays when she throws *faces* from *at*, Ben holding *deeds*."""
    state = position(f"Ada 1500 @{at}\nBen 1500 @0 {deeds}\nCat 1500 @0\n{more}")
    return payments(accept(state, RecordRoll(*faces)).events)


def test_rent_1_the_visitor_owes_what_the_deed_says():
    state = position("Ada 1500 @0\nBen 1500 @0 A3")

    decision = accept(state, RecordRoll(1, 2))

    assert (
        e.Rolled(ADA, 1, 2),
        e.TokenMoved(ADA, space("baltic")),
        paid(ADA, BEN, 4, Reason.RENT),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_rent_2_a_mortgaged_deed_earns_nothing():
    assert [] == visit("A3*")


def test_rent_3_a_whole_group_earns_double_where_it_is_bare():
    assert [(ADA, BEN, 8, "RENT-3")] == visit("A1 A3")


def test_rent_4_doubling_survives_another_s_mortgage():
    assert [(ADA, BEN, 8, "RENT-3")] == visit("A1* A3")


@pytest.mark.parametrize(
    ("level", "rent"), [("1", 20), ("2", 60), ("3", 180), ("4", 320), ("H", 450)]
)
def test_rent_5_buildings_earn_the_deed_s_figure(level, rent):
    assert [(ADA, BEN, rent, "RENT-5")] == visit(f"A1:{level} A3:{level}")


def test_rent_5_bare_streets_of_a_built_group_earn_double():
    assert [(ADA, BEN, 8, "RENT-3")] == visit("A1:1 A3")


CLAIM = """
    Ada 1500 @0
    Ben 1500 @0 A3
    Cat 1500 @0
    rules rent_claim={rule}
    wait roll Ada
"""


def claim(rule="next_player"):
    return play(position(CLAIM.format(rule=rule)), RecordRoll(1, 2))


def test_rent_6_the_owner_asks_before_the_next_player_throws():
    decision = accept(claim(), ClaimRent(BEN))

    assert (e.RentClaimed(BEN), paid(ADA, BEN, 4, Reason.RENT)) == decision.events


def test_rent_6_what_is_due_is_known_until_it_is_asked_for():
    state = position(CLAIM.format(rule="next_player"))

    decision = accept(state, RecordRoll(1, 2))

    assert e.RentFellDue(BEN, ADA, space("baltic"), 4, Reason.RENT) in decision.events
    assert [] == payments(decision.events)


def test_rent_6_the_next_player_s_throw_ends_the_claim():
    decision = accept(claim(), RecordRoll(4, 6))

    assert e.RentLapsed(BEN) in decision.events
    assert Refusal.NO_RENT_TO_CLAIM == refuse(decision.state, ClaimRent(BEN))


def test_rent_6_the_visitor_s_own_doubles_do_not_end_it():
    state = position("""
        Ada 1500 @1
        Ben 1500 @0 A3
        rules rent_claim=next_player
        chest CC15
        wait roll Ada
    """)
    state = play(state, RecordRoll(1, 1), RecordRoll(6, 1))

    assert p.AwaitingRoll(BEN) == state.phase
    assert [(ADA, BEN, 4, "RENT-1")] == payments(accept(state, ClaimRent(BEN)).events)


def test_rent_6_the_second_player_s_throw_ends_it_by_the_switch():
    state = play(claim("second_player"), RecordRoll(4, 6))

    assert [(ADA, BEN, 4, "RENT-1")] == payments(accept(state, ClaimRent(BEN)).events)
    assert Refusal.NO_RENT_TO_CLAIM == refuse(play(state, RecordRoll(4, 6)), ClaimRent(BEN))


def test_rent_6_of_two_players_the_visitor_is_the_second():
    state = position("Ada 1500 @0\nBen 1500 @0 A3\nrules rent_claim=second_player")
    state = play(state, RecordRoll(1, 2), RecordRoll(4, 6), RecordRoll(6, 1))

    assert Refusal.NO_RENT_TO_CLAIM == refuse(state, ClaimRent(BEN))


def test_rent_6_one_asking_collects_all_that_is_due():
    state = position("""
        Ada 1500 @0
        Ben 1500 @0
        Cat 1500 @0
        rules rent_claim=second_player
        claim Cat Ada @3 4 RENT-1 left=2
        claim Cat Ben @5 25 RENT-7 left=1
        claim Ben Ada @6 6 RENT-1 left=2
        wait roll Cat
    """)

    decision = accept(state, ClaimRent(CAT))

    assert [(ADA, CAT, 4, "RENT-1"), (BEN, CAT, 25, "RENT-7")] == payments(decision.events)
    assert [BEN] == [left.owner for left in decision.state.claims]


def test_rent_6_a_corrected_turn_drops_what_was_open():
    decision = accept(claim(), SetTurn(CAT))

    assert e.RentClaimed(BEN) in decision.events
    assert () == decision.state.claims


def test_rent_6_nothing_is_claimed_in_the_opening():
    opening = position("Ada 1500 @0\nBen 1500 @0\nwait opening waiting=Ada,Ben")

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(opening, ClaimRent(ADA))


@pytest.mark.parametrize(
    ("deeds", "rent"), [("R5", 25), ("R5 R15", 50), ("R5 R15 R25", 100), ("R5 R15 R25 R35", 200)]
)
def test_rent_7_railroads_by_the_count_owned(deeds, rent):
    assert [(ADA, BEN, rent, "RENT-7")] == visit(deeds, (1, 4))


@pytest.mark.parametrize(("deeds", "rent"), [("U12", 28), ("U12 U28", 70)])
def test_rent_8_utilities_by_the_throw_that_led_there(deeds, rent):
    assert [(ADA, BEN, rent, "RENT-8")] == visit(deeds, (3, 4), at=5)


def test_rent_9_mortgaged_ones_count_for_the_others():
    assert [(ADA, BEN, 50, "RENT-7")] == visit("R5 R15*", (1, 4))
    assert [(ADA, BEN, 70, "RENT-8")] == visit("U12 U28*", (3, 4), at=5)
    assert [] == visit("R5* R15", (1, 4))


def test_rent_10_sent_to_the_nearest_railroad_pay_double():
    assert [(ADA, BEN, 100, "RENT-10")] == visit("R5 R15", (3, 4), more="chance CH05")


def test_rent_10_sent_to_the_nearest_utility_throw_again_for_ten_times_that():
    state = position("Ada 1500 @0\nBen 1500 @0 U12\nchance CH04")

    state = play(state, RecordRoll(3, 4))
    decision = accept(state, RecordRoll(5, 5))

    assert p.UtilityThrow(ADA, space("electric")) == state.phase
    assert (
        e.Rolled(ADA, 5, 5),
        paid(ADA, BEN, 100, Reason.RENT_BY_CARD),
        e.TurnBegan(BEN),
    ) == facts(decision)


@pytest.mark.parametrize("card", ["CH04", "CH05"])
def test_rent_10_mortgaged_or_one_s_own_costs_nothing_and_no_throw(card):
    assert [] == visit("U12* R15*", (3, 4), more=f"chance {card}")
    own = position(f"Ada 1500 @0 U12 R15\nBen 1500 @0\nchance {card}")
    assert p.AwaitingRoll(BEN) == play(own, RecordRoll(3, 4)).phase


def test_rent_10_the_owner_may_be_ruined_before_the_second_throw():
    state = position("""
        Ada 1500 @12
        Ben    0 @0 U12
        Cat 1500 @0 A3
        rules rent_claim=second_player
        claim Cat Ben @3 400 RENT-1 left=1
        wait after Ada
        wait throw Ada space=@12
    """)
    state = play(state, ClaimRent(CAT), DeclareBankruptcy(BEN), RecordRoll(1, 2))

    assert [(ADA, CAT, 30, "RENT-10")] == payments(accept(state, ClaimRent(CAT)).events)


def test_rent_10_a_ruined_owner_s_utility_is_the_bank_s_and_costs_nothing():
    state = position("""
        Ada 1500 @12
        Ben    0 @0
        Cat 1500 @0
        wait after Ada
        wait throw Ada space=@12
    """)

    assert [] == payments(accept(state, RecordRoll(1, 2)).events)


def test_rent_11_an_owner_in_jail_collects():
    state = position("Ada 1500 @0\nBen 1500 @10 jail=1 A3")

    assert [(ADA, BEN, 4, "RENT-1")] == payments(accept(state, RecordRoll(1, 2)).events)


def test_rent_12_one_s_own_and_the_bank_s_cost_nothing():
    state = position("Ada 1500 @0 A3\nBen 1500 @0")

    assert [] == payments(accept(state, RecordRoll(1, 2)).events)
    assert [] == visit("")


def test_rent_13_what_is_due_is_fixed_when_the_token_stops():
    state = position("""
        Ada 1500 @0
        Ben 1500 @0 A1 A3
        Cat 1500 @0
        rules rent_claim=next_player
        wait roll Ada
    """)
    state = play(state, RecordRoll(1, 2), Build(BEN, 1), Build(BEN, 3))

    assert [(ADA, BEN, 8, "RENT-3")] == payments(accept(state, ClaimRent(BEN)).events)


def test_rent_13_a_deed_sold_afterwards_leaves_the_claim_where_it_was():
    state = play(claim(), Trade((BEN, CAT), (TradeItem(BEN, CAT, space=space("baltic")),)))

    assert Refusal.NO_RENT_TO_CLAIM == refuse(state, ClaimRent(CAT))
    assert [(ADA, BEN, 4, "RENT-1")] == payments(accept(state, ClaimRent(BEN)).events)


def test_mort_3_the_others_of_the_group_still_earn():
    assert [(ADA, BEN, 8, "RENT-3")] == visit("A1* A3")
    assert [] == visit("A1 A3*")
    state = position("Ada 1500 @0\nBen 1500 @0 A1 A3*")
    state = play(state, LiftMortgage(BEN, space("baltic")))
    assert [(ADA, BEN, 8, "RENT-3")] == payments(accept(state, RecordRoll(1, 2)).events)


def test_rent_1_rent_goes_to_the_owner_not_the_bank():
    assert BANK not in {payee for _, payee, _, _ in visit("A3")}
