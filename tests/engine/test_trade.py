"""Deals between players."""

import pytest
from support.boards import ADA, BEN, CAT, accept, facts, paid, payments, play, position, refuse

from engine import events as e
from engine.board import Deck
from engine.commands import LiftMortgage, Trade, TradeItem
from engine.ids import BANK
from engine.reasons import Reason
from engine.refusals import Refusal


def table(ada="", ben="", *, cash="1500 1500 1500", phase="wait roll Cat", more=""):
    one, two, three = cash.split()
    return position(f"Ada {one} @0 {ada}\nBen {two} @0 {ben}\nCat {three} @0\n{more}\n{phase}")


def deed(giver, taker, space):
    return TradeItem(giver, taker, space=space)


def test_trade_1_cash_deeds_and_jail_cards_change_hands():
    state = table("A1 chance-card", "R5")
    deal = Trade(
        (ADA, BEN),
        (
            deed(ADA, BEN, 1),
            TradeItem(ADA, BEN, card=Deck.CHANCE),
            TradeItem(ADA, BEN, 30),
            deed(BEN, ADA, 5),
        ),
    )

    decision = accept(state, deal)

    assert (
        e.DeedGranted(1, BEN),
        e.JailCardPassed(Deck.CHANCE, BEN),
        paid(ADA, BEN, 30, Reason.TRADE),
        e.DeedGranted(5, ADA),
    ) == decision.events


def test_trade_1_three_may_deal():
    state = table("A1", "R5", more="")
    deal = Trade((ADA, BEN, CAT), (deed(ADA, BEN, 1), deed(BEN, CAT, 5), TradeItem(CAT, ADA, 90)))

    state = play(state, deal)

    assert (BEN, CAT, 1590) == (state.owners[1], state.owners[5], state.cash[ADA])


@pytest.mark.parametrize(
    "deal", [Trade((ADA, BEN), ()), Trade((ADA, ADA), (deed(ADA, ADA, 1),)), Trade((), ())]
)
def test_trade_1_a_deal_moves_something_between_two(deal):
    assert Refusal.TRADE_IS_EMPTY == refuse(table("A1"), deal)


def test_trade_1_not_while_a_bid_or_another_business_waits():
    auction = "wait after Cat\nwait auction lot=@5 bidders=Ada eligible=Ada,Ben"
    deal = Trade((ADA, BEN), (deed(ADA, BEN, 1),))

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(table("A1", phase=auction), deal)


def test_trade_1_the_ruined_do_not_deal():
    state = position("Ada 1500 @0 A1\nBen 0 @0 out\nCat 1500 @0\nwait roll Cat")

    assert Refusal.PLAYER_IS_OUT == refuse(state, Trade((ADA, BEN), (deed(ADA, BEN, 1),)))


@pytest.mark.parametrize(
    "items",
    [
        (deed(BEN, ADA, 1),),
        (deed(ADA, BEN, 0),),
        (TradeItem(ADA, BEN, card=Deck.CHANCE),),
        (deed(ADA, BEN, 1), deed(ADA, BEN, 1)),
        (TradeItem(ADA, BEN, -5),),
        (TradeItem(ADA, BEN, 0),),
        (TradeItem(ADA, CAT, 5),),
        (TradeItem(ADA, ADA, 5),),
    ],
)
def test_trade_2_each_gives_what_he_owns_to_a_party(items):
    assert Refusal.TRADE_NOT_OWNED == refuse(table("A1"), Trade((ADA, BEN), items))


def test_trade_2_money_is_there_when_it_is_given():
    state = table(cash="100 0 50")

    assert Refusal.CANNOT_AFFORD_TRADE == refuse(
        state, Trade((ADA, BEN), (TradeItem(ADA, BEN, 101),))
    )
    chain = (TradeItem(ADA, BEN, 60), TradeItem(BEN, CAT, 50))
    assert Refusal.CANNOT_AFFORD_TRADE == refuse(state, Trade((ADA, BEN, CAT), chain))


def test_trade_2_the_interest_counts_too():
    deal = Trade((ADA, BEN), (deed(ADA, BEN, 39),))

    assert Refusal.CANNOT_AFFORD_TRADE == refuse(table("H39*", cash="0 19 0"), deal)
    assert 0 == play(table("H39*", cash="0 20 0"), deal).cash[BEN]


def test_trade_3_no_money_later():
    state = table("H39", cash="0 100 0")
    deal = Trade((ADA, BEN), (deed(ADA, BEN, 39), TradeItem(BEN, ADA, 300)))

    assert Refusal.CANNOT_AFFORD_TRADE == refuse(state, deal)


def test_sell_1_bare_deeds_go_at_any_price():
    deal = Trade((ADA, BEN), (deed(ADA, BEN, 39),))

    assert (e.DeedGranted(39, BEN),) == accept(table("H39"), deal).events


def test_sell_2_not_while_a_building_stands_in_the_group():
    state = table("B6 B8:1 B9")

    assert Refusal.TRADE_GROUP_HAS_BUILDINGS == refuse(
        state, Trade((ADA, BEN), (deed(ADA, BEN, 6),))
    )


def test_mort_7_a_mortgaged_deed_may_be_sold():
    deal = Trade((ADA, BEN), (deed(ADA, BEN, 39), TradeItem(BEN, ADA, 90)))

    decision = accept(table("H39*"), deal)

    assert (
        e.DeedGranted(39, BEN),
        paid(BEN, ADA, 90, Reason.TRADE),
        paid(BEN, BANK, 20, Reason.INTEREST),
    ) == decision.events
    assert decision.state.mortgaged[39]


def test_mort_8_the_new_owner_may_lift_it_at_once():
    deal = Trade((ADA, BEN), (deed(ADA, BEN, 39),), lifting=(39,))

    decision = accept(table("H39*"), deal)

    assert (
        e.DeedGranted(39, BEN),
        paid(BEN, BANK, 220, Reason.LIFT_AT_ONCE),
        e.MortgageLifted(39),
    ) == decision.events


@pytest.mark.parametrize("lifting", [(37,), (39, 37), (0,)])
def test_mort_8_only_what_is_traded_and_mortgaged_is_lifted(lifting):
    state = table("H39* H37*")

    assert Refusal.LIFTING_NOT_TRADED == refuse(
        state, Trade((ADA, BEN), (deed(ADA, BEN, 39),), lifting)
    )
    assert Refusal.LIFTING_NOT_TRADED == refuse(
        table("H39"), Trade((ADA, BEN), (deed(ADA, BEN, 39),), (39,))
    )


def test_mort_9_the_tenth_now_and_again_when_lifting_later():
    state = play(table("H39*"), Trade((ADA, BEN), (deed(ADA, BEN, 39),)))

    assert 1480 == state.cash[BEN]
    assert [(BEN, BANK, 220, "MORT-4")] == payments(accept(state, LiftMortgage(BEN, 39)).events)


def test_mort_9_a_buyer_from_an_heir_pays_for_himself():
    state = table("H39*", more="taken 39")

    state = play(state, Trade((ADA, BEN), (deed(ADA, BEN, 39),)))

    assert [(BEN, BANK, 220, "MORT-4")] == payments(accept(state, LiftMortgage(BEN, 39)).events)


def test_mort_11_in_a_swap_both_pay():
    state = table("H39*", "R5*")

    decision = accept(state, Trade((ADA, BEN), (deed(ADA, BEN, 39), deed(BEN, ADA, 5))))

    assert [(BEN, BANK, 20, "MORT-9"), (ADA, BANK, 10, "MORT-9")] == payments(decision.events)


DEBT = "wait after Ada\nwait debt Ada creditor=bank amount={} reason=TAX-1"


def test_debt_3_a_debtor_s_deal_lets_the_debt_be_paid():
    state = table("R5 R15", cash="0 500 0", phase=DEBT.format(150))
    cheap = Trade((ADA, BEN), (deed(ADA, BEN, 5), TradeItem(BEN, ADA, 49)))
    enough = Trade((ADA, BEN), (deed(ADA, BEN, 5), TradeItem(BEN, ADA, 50)))

    assert Refusal.TRADE_LEAVES_DEBT == refuse(state, cheap)
    assert state.phase == play(state, enough).phase


def test_debt_3_a_deal_that_brings_the_cash_settles_it():
    state = table("R5", cash="0 500 0", phase=DEBT.format(150))

    decision = accept(state, Trade((ADA, BEN), (deed(ADA, BEN, 5), TradeItem(BEN, ADA, 150))))

    assert paid(ADA, BANK, 150, Reason.INCOME_TAX) in facts(decision)


def test_debt_3_who_owes_further_down_keeps_enough_too():
    phase = """
        wait after Cat
        wait debt Ada creditor=Cat amount=50 reason=DECK-8
        wait debt Ben creditor=Cat amount=50 reason=DECK-8
    """
    state = table("A1", "A3", cash="30 10 0", phase=phase)

    assert Refusal.TRADE_LEAVES_DEBT == refuse(state, Trade((ADA, BEN), (deed(ADA, BEN, 1),)))
