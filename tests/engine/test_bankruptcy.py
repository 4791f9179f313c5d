"""Debts, ruin, and how it ends."""

import pytest
from support.boards import ADA, BEN, CAT, DAN, accept, facts, paid, payments, play, position, refuse

from engine import events as e
from engine import phases as p
from engine.board import Deck
from engine.commands import (
    CloseBidding,
    DeclareBankruptcy,
    LeaveGame,
    LiftMortgage,
    MortgageDeed,
    PayDebt,
    PlaceBid,
    RecordRoll,
    Resign,
    SellBuilding,
    StopGame,
)
from engine.corrections import SetCash
from engine.ids import BANK, POT
from engine.options import options
from engine.reasons import Reason
from engine.refusals import Refusal

RENT = "wait after Ada\nwait debt Ada creditor=Ben amount={} reason=RENT-5"
TAX = "wait after Ada\nwait debt Ada creditor=bank amount={} reason=TAX-1"


def owing(phase, ada="0 @24", *, ben="1500 @0", cat="1500 @0", more=""):
    return position(f"Ada {ada}\nBen {ben}\nCat {cat}\n{more}\n{phase}")


def test_debt_1_the_cash_is_raised_first():
    state = position("Ada 10 @24 A1:1 A3 R5\nBen 1500 @0\n" + RENT.format(120))

    state = play(state, SellBuilding(ADA, 1))
    decision = accept(state, MortgageDeed(ADA, 5))

    assert (
        e.DeedMortgaged(5),
        paid(BANK, ADA, 100, Reason.MORTGAGE),
        paid(ADA, BEN, 120, Reason.RENT_BUILT),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_debt_2_whole_or_not_at_all():
    state = owing(RENT.format(100), "99 @24 A1")

    assert Refusal.CASH_STILL_SHORT == refuse(state, PayDebt())
    split = "wait after Ada\nwait split Ada creditors=Ben,Cat amount=50 reason=DECK-8"
    assert Refusal.CASH_STILL_SHORT == refuse(owing(split, "99 @24 A1"), PayDebt())
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(position("Ada 9 @0\nBen 9 @0"), PayDebt())


def test_debt_2_it_settles_itself_once_the_cash_is_there():
    decision = accept(owing(RENT.format(100)), SetCash(ADA, 100))

    assert [(BANK, ADA, 100, "BANKER-2"), (ADA, BEN, 100, "RENT-5")] == payments(decision.events)


def test_debt_4_exactly_enough_is_enough():
    state = owing(RENT.format(125), "0 @24 A1:1 A3 R5*")
    mortgages = "0 @24 A1 A3 R5 B6:1 B8 B9"

    assert Refusal.CAN_STILL_PAY == refuse(
        owing(RENT.format(345), mortgages), DeclareBankruptcy(ADA)
    )
    assert (
        e.PlayerBankrupted(ADA, BEN)
        in accept(owing(RENT.format(346), mortgages), DeclareBankruptcy(ADA)).events
    )
    assert e.PlayerBankrupted(ADA, BEN) in accept(state, DeclareBankruptcy(ADA)).events


def test_debt_5_creditors_are_paid_in_seat_order_the_first_unpaid_takes_the_rest():
    state = position("Ada 120 @0\nBen 9 @0\nCat 9 @0\nDan 9 @0\nchance CH15\nwait roll Ada")

    state = play(state, RecordRoll(3, 4))
    decision = accept(state, DeclareBankruptcy(ADA))

    assert (20, 59, 59, 9) == state.cash
    assert p.Debt(ADA, DAN, 50, Reason.EACH_PLAYER) == state.phase
    assert [(ADA, DAN, 20, "BANKRUPT-2")] == payments(decision.events)


SPLIT = """
    Ada 101 @0 {deeds}
    Ben   9 @0
    Cat   9 @0
    Dan   9 @0
    rules multi_creditor=split
    chance CH15
    wait roll Ada
"""


def test_debt_5_split_all_is_sold_and_divided_the_odd_unit_to_the_bank():
    state = play(position(SPLIT.format(deeds="R5")), RecordRoll(3, 4), SetCash(ADA, 40))

    assert p.SplitDebt(ADA, (BEN, CAT, DAN), 50, Reason.EACH_PLAYER) == state.phase
    state = play(state, DeclareBankruptcy(ADA), PlaceBid(BEN, 9))
    decision = accept(state, CloseBidding())

    assert [
        (BEN, ADA, 9, "AUCTION-4"),
        (ADA, BEN, 16, "DEBT-5"),
        (ADA, CAT, 16, "DEBT-5"),
        (ADA, DAN, 16, "DEBT-5"),
        (ADA, BANK, 1, "BANKRUPT-7"),
    ] == payments(decision.events)


def test_debt_5_split_with_the_cash_there_each_is_paid():
    state = play(position(SPLIT.format(deeds="R5")), RecordRoll(3, 4))

    decision = accept(state, MortgageDeed(ADA, 5))

    assert [(ADA, other, 50, "DECK-8") for other in (BEN, CAT, DAN)] == payments(decision.events)[
        1:
    ]


def test_debt_5_split_a_creditor_who_leaves_has_no_share():
    state = play(position(SPLIT.format(deeds="R5")), RecordRoll(3, 4), SetCash(ADA, 99))

    state = play(state, Resign(CAT))

    assert (BEN, DAN) == state.phase.creditors
    decision = accept(state, MortgageDeed(ADA, 5))
    assert [(ADA, BEN, 50, "DECK-8"), (ADA, DAN, 50, "DECK-8")] == payments(decision.events)[1:]


def test_debt_5_split_is_divided_also_where_the_game_stops_in_between():
    state = play(position(SPLIT.format(deeds="A1*")), RecordRoll(3, 4), SetCash(ADA, 90))
    state = play(state, DeclareBankruptcy(ADA))

    decision = accept(state, StopGame())

    assert [(ADA, other, 30, "DEBT-5") for other in (BEN, CAT, DAN)] == payments(decision.events)


def test_bankrupt_1_nobody_gives_up_without_a_debt():
    state = position("Ada 0 @0\nBen 1500 @0")

    assert Refusal.NO_DEBT == refuse(state, DeclareBankruptcy(ADA))
    assert Refusal.NO_DEBT == refuse(owing(RENT.format(100)), DeclareBankruptcy(BEN))
    opening = position("Ada 0 @0\nBen 0 @0\nwait opening waiting=Ada,Ben")
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(opening, DeclareBankruptcy(ADA))


def test_bankrupt_1_who_is_out_gives_up_no_more():
    state = position("Ada 0 @0 out\nBen 0 @0\nCat 0 @0\nwait roll Ben")

    assert Refusal.PLAYER_IS_OUT == refuse(state, DeclareBankruptcy(ADA))


def test_bankrupt_2_to_3_all_to_the_creditor_buildings_at_half_price():
    state = owing(RENT.format(5000), "17 @24 A1:2 A3:1 R5 chest-card")

    decision = accept(state, DeclareBankruptcy(ADA))

    assert (
        e.PlayerBankrupted(ADA, BEN),
        e.BuildingsChanged(1, 0),
        e.BuildingsChanged(3, 0),
        paid(BANK, BEN, 75, Reason.ESTATE_BUILDINGS),
        paid(ADA, BEN, 17, Reason.ESTATE_MONEY),
        e.DeedGranted(1, BEN),
        e.DeedGranted(3, BEN),
        e.DeedGranted(5, BEN),
        e.JailCardPassed(Deck.CHEST, BEN),
        e.TurnBegan(BEN),
    ) == facts(decision)
    assert 32 == decision.state.houses


def test_bankrupt_3_a_hotel_counts_five_houses():
    decision = accept(owing(RENT.format(5000), "0 @24 A1:H A3:H"), DeclareBankruptcy(ADA))

    assert [(BANK, BEN, 250, "BANKRUPT-3")] == payments(decision.events)


def test_bankrupt_4_deeds_pass_as_they_are():
    state = play(owing(RENT.format(5000), "0 @24 R5 R15*"), DeclareBankruptcy(ADA))

    assert (False, True) == (state.mortgaged[5], state.mortgaged[15])


def test_bankrupt_5_a_tenth_for_every_mortgage_taken_over():
    state = owing(RENT.format(5000), "0 @24 R15* H37* A1")

    decision = accept(state, DeclareBankruptcy(ADA))

    assert e.MortgagesInherited((15, 37)) in decision.events
    assert [(BEN, BANK, 10 + 18, "BANKRUPT-5")] == payments(decision.events)
    lifted = accept(decision.state, LiftMortgage(BEN, 37))
    assert [(BEN, BANK, 175, "MORT-4")] == payments(lifted.events)


def test_bankrupt_6_who_cannot_pay_the_tenths_owes_them_and_may_fall_too():
    state = owing(RENT.format(5000), "0 @24 R15* H37*", ben="5 @0")

    state = play(state, DeclareBankruptcy(ADA))
    assert p.Debt(BEN, BANK, 28, Reason.ESTATE_INTEREST) == state.phase
    decision = accept(state, DeclareBankruptcy(BEN))

    assert (
        e.PlayerBankrupted(BEN, BANK),
        paid(BEN, BANK, 5, Reason.ESTATE_TO_BANK),
        e.DeedGranted(15, BANK),
        e.MortgageLifted(15),
        e.DeedGranted(37, BANK),
        e.MortgageLifted(37),
        e.GameEnded(p.Outcome((CAT,), ((CAT, 1500),), "WIN-1")),
    ) == facts(decision)


def test_bankrupt_7_the_bank_auctions_the_deeds_not_the_buildings():
    state = owing(TAX.format(5000), "9 @4 A1:1 A3 R5")

    decision = accept(state, DeclareBankruptcy(ADA))

    assert (
        e.PlayerBankrupted(ADA, BANK),
        e.BuildingsChanged(1, 0),
        paid(ADA, BANK, 9, Reason.ESTATE_TO_BANK),
        e.DeedGranted(1, BANK),
        e.DeedGranted(3, BANK),
        e.DeedGranted(5, BANK),
    ) == facts(decision)
    state = decision.state
    for space in (1, 3, 5):
        assert p.Auction(p.Lot(space), (BEN, CAT), (BEN, CAT)) == state.phase
        state = play(state, PlaceBid(CAT, space), CloseBidding())
    assert (1500 - 9, p.AwaitingRoll(BEN)) == (state.cash[CAT], state.phase)


def test_bankrupt_7_the_pot_is_the_bank_s_matter_too():
    phase = "wait after Ada\nwait debt Ada creditor=pot amount=200 reason=TAX-1"
    state = owing(phase, "9 @4", more="rules free_parking_pot=on")

    assert [(ADA, BANK, 9, "BANKRUPT-7")] == payments(accept(state, DeclareBankruptcy(ADA)).events)
    assert POT == state.phase.creditor


def test_bankrupt_8_the_bank_sells_free_of_mortgage():
    decision = accept(owing(TAX.format(5000), "9 @4 R5*"), DeclareBankruptcy(ADA))

    assert e.MortgageLifted(5) in decision.events


KEPT = "rules estate_mortgages=kept"


def test_bankrupt_8_or_with_it_by_the_switch_the_buyer_paying_the_tenth():
    state = play(owing(TAX.format(5000), "9 @4 R5*", more=KEPT), DeclareBankruptcy(ADA))

    decision = accept(play(state, PlaceBid(BEN, 7)), CloseBidding())

    assert [(BEN, BANK, 7, "AUCTION-4"), (BEN, BANK, 10, "BANKRUPT-5")] == payments(decision.events)
    assert decision.state.mortgaged[5]


def test_bankrupt_8_what_nobody_buys_is_freed():
    state = play(owing(TAX.format(5000), "9 @4 R5*", more=KEPT), DeclareBankruptcy(ADA))

    decision = accept(state, CloseBidding())

    assert e.MortgageLifted(5) in decision.events


def test_bankrupt_9_jail_cards_go_under_their_piles():
    decision = accept(owing(TAX.format(5000), "9 @4 chance-card"), DeclareBankruptcy(ADA))

    assert e.JailCardPassed(Deck.CHANCE, BANK) in decision.events
    assert "CH08" == decision.state.chance[-1]


def test_bankrupt_10_a_ruined_player_acts_no_more():
    state = play(owing(RENT.format(5000)), DeclareBankruptcy(ADA))

    assert p.AwaitingRoll(BEN) == state.phase
    assert not [option for option in options(state) if getattr(option, "player", None) == ADA]
    assert Refusal.PLAYER_IS_OUT == refuse(state, Resign(ADA))


def test_bankrupt_10_what_was_owed_to_him_is_owed_no_more():
    phase = """
        wait after Cat
        wait debt Cat creditor=Ada amount=50 reason=DECK-8
        wait debt Ben creditor=Ada amount=50 reason=DECK-8
    """
    state = owing(phase, "0 @0", ben="0 @0 A1", cat="0 @0 A3")

    assert (p.AwaitingRoll(BEN),) == play(state, Resign(ADA)).phases


def test_bankrupt_11_with_one_left_nothing_follows():
    state = position("Ada 0 @24 R5*\nBen 1500 @0\n" + RENT.format(5000))

    decision = accept(state, DeclareBankruptcy(ADA))

    assert (
        e.PlayerBankrupted(ADA, BEN),
        e.DeedGranted(5, BEN),
        e.GameEnded(p.Outcome((BEN,), ((BEN, 1600),), "WIN-1")),
    ) == facts(decision)


def test_bankrupt_12_resigning_is_ruin_by_the_bank():
    state = position("Ada 1500 @0 R5*\nBen 1500 @0\nCat 1500 @0\nwait roll Ada")

    decision = accept(state, Resign(ADA))

    assert (
        e.PlayerBankrupted(ADA, BANK),
        paid(ADA, BANK, 1500, Reason.ESTATE_TO_BANK),
        e.DeedGranted(5, BANK),
        e.MortgageLifted(5),
    ) == facts(decision)
    assert p.Auction(p.Lot(5), (BEN, CAT), (BEN, CAT)) == decision.state.phase


@pytest.mark.parametrize("command", [Resign(ADA), LeaveGame(ADA)])
def test_bankrupt_12_not_out_of_a_debt(command):
    assert Refusal.DEBT_FIRST == refuse(owing(RENT.format(100), "0 @24 R5"), command)


def test_bankrupt_12_in_another_s_turn_the_turn_goes_on():
    state = position("Ada 9 @0\nBen 1500 @0\nCat 1500 @0\nwait roll Ben doubles=1")

    assert p.AwaitingRoll(BEN, 1) == play(state, Resign(ADA)).phase


def test_bankrupt_7_who_wins_an_estate_s_deed_and_cannot_pay_leaves_it_to_the_hammer():
    state = position("""
        Ada 1500 @0
        Ben    0 @0 out
        Cat  100 @0
        Dan 1500 @0
        rules multi_creditor=split auction_bids=binding
        wait after Dan
        wait estate spaces= bankrupt=Ben shares=Cat,Dan
        wait debt Cat creditor=Ben amount=500 reason=AUCTION-4 lot=@5
    """)

    decision = accept(state, DeclareBankruptcy(CAT))

    assert e.PlayerBankrupted(CAT, BANK) in decision.events
    assert p.Auction(p.Lot(5), (DAN, ADA), (DAN, ADA)) == decision.state.phase


def test_variant_4_an_agreed_ruin_ends_the_game():
    state = owing(RENT.format(5000), "9 @4 R5*", more="rules end_bankruptcies=1")

    decision = accept(state, DeclareBankruptcy(ADA))

    outcome = p.Outcome((BEN,), ((BEN, 1609), (CAT, 1500)), "WIN-2")
    assert e.GameEnded(outcome) == decision.events[-1]
