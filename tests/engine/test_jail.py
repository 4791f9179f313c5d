"""Jail: the ways in and the three ways out."""

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
from engine.board import Deck
from engine.commands import (
    Build,
    DeclareBankruptcy,
    MortgageDeed,
    PayFine,
    PlaceBid,
    RecordRoll,
    Trade,
    TradeItem,
    UseJailCard,
)
from engine.corrections import FreePlayer, JailPlayer, PlaceToken
from engine.ids import BANK, POT
from engine.reasons import Reason
from engine.refusals import Refusal


def jailed(tries=0, cash=1500, more="", deeds=""):
    return position(f"""
        Ada {cash} @10 jail={tries} {deeds}
        Ben 1500 @0
        Cat 1500 @0
        {more}
        wait jail Ada
    """)


def test_jail_1_landing_on_the_corner_is_visiting():
    state = position("Ada 1500 @0\nBen 1500 @0")

    state = play(state, RecordRoll(4, 6))

    assert -1 == state.jail_tries[ADA]


@pytest.mark.parametrize(
    ("at", "faces", "doubles", "more"),
    [
        (20, (4, 6), 0, ""),
        (0, (3, 4), 0, "chance CH10"),
        (0, (5, 5), 2, ""),
    ],
    ids=["corner", "card", "third doubles"],
)
def test_jail_2_three_ways_lead_to_jail(at, faces, doubles, more):
    state = position(f"Ada 1500 @{at}\nBen 1500 @0\n{more}\nwait roll Ada doubles={doubles}")

    decision = accept(state, RecordRoll(*faces))

    assert e.PlayerJailed(ADA) in decision.events
    assert (10, 0) == (decision.state.tokens[ADA], decision.state.jail_tries[ADA])


def test_jail_3_going_there_pays_no_salary_and_ends_the_turn():
    state = position("Ada 1500 @29\nBen 1500 @0\nchance CH10")

    decision = accept(state, RecordRoll(3, 4))

    assert [] == payments(decision.events)
    assert p.AwaitingRoll(BEN) == decision.state.phase


def test_jail_4_without_doubles_a_token_stays():
    decision = accept(jailed(), RecordRoll(1, 2))

    assert (e.Rolled(ADA, 1, 2), e.JailThrowFailed(ADA), e.TurnBegan(BEN)) == facts(decision)


@pytest.mark.parametrize("command", [PayFine(ADA), UseJailCard(ADA)])
def test_jail_4_who_is_free_pays_and_uses_nothing(command):
    assert Refusal.NOT_IN_JAIL == refuse(position("Ada 1500 @10\nBen 1500 @0"), command)


@pytest.mark.parametrize("tries", [0, 1, 2])
def test_jail_5_doubles_free_and_move_without_another_throw(tries):
    decision = accept(jailed(tries), RecordRoll(5, 5))

    assert (
        e.Rolled(ADA, 5, 5),
        e.PlayerFreed(ADA),
        e.TokenMoved(ADA, space("free-parking")),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_jail_6_a_card_frees_before_the_throw_and_goes_under_its_pile():
    decision = accept(jailed(deeds="chest-card"), UseJailCard(ADA))

    assert (e.JailCardPassed(Deck.CHEST, BANK), e.PlayerFreed(ADA)) == facts(decision)
    assert p.AwaitingRoll(ADA) == decision.state.phase
    assert "CC05" == decision.state.chest[-1]


def test_jail_6_of_two_cards_either_may_be_used():
    state = jailed(deeds="chance-card chest-card")

    decision = accept(state, UseJailCard(ADA, Deck.CHEST))

    assert (ADA, BANK) == decision.state.jail_cards


@pytest.mark.parametrize("deck", [None, Deck.CHEST])
def test_jail_6_who_holds_no_card_uses_none(deck):
    assert Refusal.NO_JAIL_CARD == refuse(
        jailed(deeds="chance-card" if deck else ""), UseJailCard(ADA, deck)
    )


def test_jail_6_a_bought_card_frees_too():
    state = position("""
        Ada 1500 @10 jail=0
        Ben 1500 @0 chance-card
        wait jail Ada
    """)
    deal = Trade((ADA, BEN), (TradeItem(ADA, BEN, 40), TradeItem(BEN, ADA, card=Deck.CHANCE)))

    assert p.AwaitingRoll(ADA) == play(state, deal, UseJailCard(ADA)).phase


@pytest.mark.parametrize("tries", [0, 1, 2])
def test_jail_7_the_fine_frees_before_any_of_three_throws(tries):
    decision = accept(jailed(tries), PayFine(ADA))

    assert (paid(ADA, BANK, 50, Reason.FINE), e.PlayerFreed(ADA)) == facts(decision)
    assert p.AwaitingRoll(ADA) == decision.state.phase


def test_jail_7_doubles_after_the_fine_are_ordinary_doubles():
    state = play(jailed(), PayFine(ADA), RecordRoll(5, 5))

    assert p.AwaitingRoll(ADA, 1) == state.phase


def test_jail_7_the_switch_forbids_the_fine_before_the_third_throw():
    rule = "rules jail_pay_before_throw=first_two"

    assert Refusal.FINE_TOO_LATE == refuse(jailed(2, more=rule), PayFine(ADA))
    assert p.AwaitingRoll(ADA) == play(jailed(1, more=rule), PayFine(ADA)).phase


def test_jail_7_the_fine_is_paid_in_cash():
    assert Refusal.CANNOT_AFFORD_FINE == refuse(jailed(cash=49), PayFine(ADA))


def test_jail_7_only_who_is_on_turn_pays():
    assert Refusal.NOT_YOUR_TURN == refuse(jailed(), PayFine(BEN))
    assert Refusal.NOT_YOUR_TURN == refuse(jailed(), UseJailCard(BEN))
    offer = position("Ada 1500 @10 jail=0\nBen 1500 @3\nwait after Ben\nwait offer Ben space=@3")
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(offer, PayFine(ADA))


def test_jail_8_business_goes_on_in_jail():
    state = jailed(deeds="A1 A3")

    assert 2 == len(facts(accept(state, Build(ADA, space("baltic")))))
    assert 2 == len(facts(accept(state, MortgageDeed(ADA, space("baltic")))))
    auction = position("""
        Ada 1500 @10 jail=1
        Ben 1500 @3
        wait after Ben
        wait auction lot=@3 bidders=Ada,Ben eligible=Ada,Ben
    """)
    assert (e.BidPlaced(ADA, 7),) == accept(auction, PlaceBid(ADA, 7)).events


def test_jail_9_the_third_throw_without_doubles_costs_50_then_moves():
    decision = accept(jailed(2), RecordRoll(4, 6))

    assert (
        e.Rolled(ADA, 4, 6),
        e.JailThrowFailed(ADA),
        paid(ADA, BANK, 50, Reason.FORCED_FINE),
        e.PlayerFreed(ADA),
        e.TokenMoved(ADA, space("free-parking")),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_jail_9_who_is_short_raises_the_fine_first_then_moves():
    state = accept(jailed(2, cash=20, deeds="A1 chance-card"), RecordRoll(4, 6)).state

    assert p.Debt(ADA, BANK, 50, Reason.FORCED_FINE) == state.phase
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, UseJailCard(ADA))
    assert (
        e.DeedMortgaged(1),
        paid(BANK, ADA, 30, Reason.MORTGAGE),
        paid(ADA, BANK, 50, Reason.FORCED_FINE),
        e.PlayerFreed(ADA),
        e.TokenMoved(ADA, space("free-parking")),
        e.TurnBegan(BEN),
    ) == facts(accept(state, MortgageDeed(ADA, space("mediterranean"))))


def test_jail_9_the_jail_card_may_be_sold_for_the_fine():
    state = accept(jailed(2, cash=20, deeds="chance-card"), RecordRoll(4, 6)).state
    deal = Trade((ADA, BEN), (TradeItem(ADA, BEN, card=Deck.CHANCE), TradeItem(BEN, ADA, 30)))

    assert space("free-parking") == play(state, deal).tokens[ADA]


def test_jail_9_who_cannot_raise_the_fine_is_bankrupt_to_the_bank_where_he_is():
    state = accept(jailed(2, cash=20), RecordRoll(4, 6)).state

    decision = accept(state, DeclareBankruptcy(ADA))

    assert (
        e.PlayerBankrupted(ADA, BANK),
        paid(ADA, BANK, 20, Reason.ESTATE_TO_BANK),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_jail_10_the_three_throws_begin_with_the_next_turn():
    state = position("Ada 1500 @20\nBen 1500 @0")

    state = play(state, RecordRoll(4, 6), RecordRoll(4, 6))

    assert p.JailDecision(ADA) == state.phase
    assert 0 == state.jail_tries[ADA]


def test_jail_11_doubles_at_the_third_throw_are_free():
    decision = accept(jailed(2), RecordRoll(5, 5))

    assert [] == payments(decision.events)
    assert space("free-parking") == decision.state.tokens[ADA]


def test_variant_4_one_turn_in_jail_only():
    state = jailed(more="rules jail_max_turns=1")

    decision = accept(state, RecordRoll(4, 6))

    assert paid(ADA, BANK, 50, Reason.FORCED_FINE) in decision.events


def test_variant_1_the_fine_goes_to_the_middle():
    state = jailed(more="rules free_parking_pot=on")

    assert [(ADA, POT, 50, "JAIL-7")] == payments(accept(state, PayFine(ADA)).events)


def test_jail_2_a_correction_jails_and_frees():
    state = position("Ada 1500 @0\nBen 1500 @0")

    jailed_now = accept(state, JailPlayer(ADA, 1))

    assert (e.PlayerJailed(ADA, 1), e.PhasesReplaced((p.JailDecision(ADA),))) == jailed_now.events
    freed = accept(jailed_now.state, FreePlayer(ADA))
    assert (e.PlayerFreed(ADA), e.PhasesReplaced((p.AwaitingRoll(ADA),))) == freed.events
    moved = accept(jailed_now.state, PlaceToken(ADA, space("jail")))
    assert (e.PlayerFreed(ADA), e.TokenMoved(ADA, space("jail"))) == facts(moved)
    assert Refusal.NOT_IN_JAIL == refuse(state, FreePlayer(CAT - 1))
    assert Refusal.BAD_AMOUNT == refuse(state, JailPlayer(ADA, 3))
