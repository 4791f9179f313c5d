"""Buying at the printed price."""

from support.boards import ADA, BEN, accept, facts, paid, play, position, refuse, space

from engine import events as e
from engine import phases as p
from engine.commands import BuyDeed, DeclineDeed, MortgageDeed, RecordRoll
from engine.ids import BANK
from engine.reasons import Reason
from engine.refusals import Refusal


def offer(cash=1500, deeds=""):
    return position(f"""
        Ada {cash} @3 {deeds}
        Ben 1500 @0
        wait after Ada
        wait offer Ada space=@3
    """)


def test_buy_1_the_lander_buys_at_the_printed_price():
    decision = accept(offer(), BuyDeed())

    assert (
        e.PhaseLeft(),
        paid(ADA, BANK, 60, Reason.DEED),
        e.DeedGranted(space("baltic"), ADA),
        e.TurnBegan(BEN),
        e.PhaseChanged(p.AwaitingRoll(BEN)),
    ) == decision.events


def test_buy_1_from_the_first_lap_on():
    state = position("Ada 1500 @0\nBen 1500 @0")

    assert isinstance(play(state, RecordRoll(1, 2)).phase, p.PurchaseOffer)


def test_buy_2_the_buyer_has_the_deed():
    assert ADA == play(offer(), BuyDeed()).owners[space("baltic")]


def test_buy_3_a_card_brings_the_same_choice():
    state = position("Ada 1500 @0\nBen 1500 @0\nchance CH02")

    decision = accept(state, RecordRoll(3, 4))

    assert p.PurchaseOffer(ADA, space("illinois")) == decision.state.phase


def test_buy_4_the_price_is_paid_in_cash():
    assert Refusal.CANNOT_AFFORD_DEED == refuse(offer(cash=59), BuyDeed())
    assert 0 == play(offer(cash=60), BuyDeed()).cash[ADA]


def test_buy_4_who_is_short_may_raise_it_first():
    state = play(offer(cash=40, deeds="A1"), MortgageDeed(ADA, 1))

    assert 10 == play(state, BuyDeed()).cash[ADA]


def test_bank_3_the_bank_hands_over_what_it_sells():
    decision = accept(offer(), BuyDeed())

    assert e.DeedGranted(space("baltic"), ADA) in facts(decision)


def test_bank_5_the_price_goes_to_the_bank():
    assert -2940 == play(offer(), BuyDeed()).bank


def test_buy_1_only_an_offer_is_bought_or_declined():
    state = position("Ada 1500 @3\nBen 1500 @0")

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, BuyDeed())
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, DeclineDeed())
