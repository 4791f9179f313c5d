"""Chance and Community Chest."""

import pytest
from support.boards import (
    ADA,
    BEN,
    CAT,
    accept,
    facts,
    paid,
    payments,
    position,
    refuse,
    space,
)

from engine import events as e
from engine import phases as p
from engine.board import Deck
from engine.commands import (
    BuyDeed,
    ChooseCard,
    DeclareBankruptcy,
    MortgageDeed,
    RecordRoll,
    ReportCard,
    Trade,
    TradeItem,
)
from engine.corrections import SetJailCard, StackDeck
from engine.ids import BANK, POT, CardId
from engine.reasons import Reason
from engine.refusals import Refusal


def draw(card, *, ada="1500 @0", ben="1500 @0", cat="1500 @0", more=""):
    """Return the decision when Ada lands on a card space and draws *card*."""
    deck, faces = ("chance", (3, 4)) if card.startswith("CH") else ("chest", (1, 1))
    state = position(f"""
        Ada {ada}
        Ben {ben}
        Cat {cat}
        {deck} {card}
        {more}
        wait roll Ada
    """)
    return accept(state, RecordRoll(*faces))


def test_deck_1_the_top_card_is_obeyed_and_goes_under_its_pile():
    decision = draw("CH16")

    assert (
        e.Rolled(ADA, 3, 4),
        e.TokenMoved(ADA, space("chance-7")),
        e.CardTaken(ADA, Deck.CHANCE, "CH16"),
        paid(BANK, ADA, 150, Reason.CARD),
        e.TurnBegan(BEN),
    ) == facts(decision)
    assert ("CH01", "CH16") == (decision.state.chance[0], decision.state.chance[-1])


def test_deck_1_a_payment_goes_to_the_bank():
    assert [(ADA, BANK, 15, "DECK-1")] == payments(draw("CH12").events)


def test_deck_1_from_a_real_deck_the_banker_says_which():
    state = draw("CH16", more="rules decks=physical").state

    assert p.CardDrawn(ADA, Deck.CHANCE) == state.phase
    assert Refusal.CARD_NOT_IN_PILE == refuse(state, ReportCard(CardId("CC01")))
    decision = accept(state, ReportCard(CardId("CH12")))
    assert (
        e.CardTaken(ADA, Deck.CHANCE, "CH12"),
        paid(ADA, BANK, 15, Reason.CARD),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_deck_1_a_card_is_reported_only_when_one_was_drawn():
    state = position("Ada 1500 @0\nBen 1500 @0")

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, ReportCard(CardId("CH12")))
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, ChooseCard(pays=True))


@pytest.mark.parametrize("pays", [True, False])
def test_deck_1_some_cards_let_one_pay_or_draw_chance(pays):
    state = position("""
        Ada 1500 @2
        Ben 1500 @0
        chance CH16
        wait after Ada
        wait choice Ada amount=10 card=CC11
    """)

    decision = accept(state, ChooseCard(pays=pays))

    due = (ADA, BANK, 10, "DECK-1") if pays else (BANK, ADA, 150, "DECK-1")
    assert [due] == payments(decision.events)


def test_deck_2_a_jail_card_is_kept():
    decision = draw("CH08")

    assert (ADA, BANK) == decision.state.jail_cards
    assert p.AwaitingRoll(BEN) == decision.state.phase


def test_deck_3_a_jail_card_may_be_sold():
    state = position("Ada 1500 @0 chance-card\nBen 1500 @0")
    deal = Trade((ADA, BEN), (TradeItem(ADA, BEN, card=Deck.CHANCE), TradeItem(BEN, ADA, 35)))

    decision = accept(state, deal)

    assert (
        e.JailCardPassed(Deck.CHANCE, BEN),
        paid(BEN, ADA, 35, Reason.TRADE),
    ) == decision.events


def test_deck_5_the_new_space_is_carried_out_too():
    decision = draw("CH09", ada="1500 @29", more="chest CC06")

    assert (
        e.Rolled(ADA, 3, 4),
        e.TokenMoved(ADA, space("chance-36")),
        e.CardTaken(ADA, Deck.CHANCE, "CH09"),
        e.TokenMoved(ADA, space("chest-33")),
        e.CardTaken(ADA, Deck.CHEST, "CC06"),
        e.PlayerJailed(ADA),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_deck_5_after_doubles_another_throw_follows_the_new_space():
    state = draw("CC01", ada="1500 @0").state

    assert p.AwaitingRoll(ADA, 1) == state.phase


def test_deck_6_a_held_card_is_missing_from_its_pile():
    state = draw("CH08").state

    assert 15 == len(state.chance)
    assert Refusal.CARD_NOT_IN_PILE == refuse(state, StackDeck(Deck.CHANCE, (CardId("CH08"),)))
    back = accept(state, SetJailCard(BANK, Deck.CHANCE))
    assert "CH08" == back.state.chance[-1]


def test_deck_7_repairs_count_houses_and_hotels():
    decision = draw("CH11", ada="1500 @0 A1:H A3:4 B6:2 B8:2 B9:1")

    assert [(ADA, BANK, 9 * 25 + 100, "DECK-7")] == payments(decision.events)


def test_deck_7_nothing_built_costs_nothing():
    assert [] == payments(draw("CC14", ada="1500 @0 A1 A3").events)


def test_deck_8_one_pays_each_player_still_in_from_the_left():
    decision = draw("CH15", cat="1500 @10 jail=1")

    assert [(ADA, BEN, 50, "DECK-8"), (ADA, CAT, 50, "DECK-8")] == payments(decision.events)
    alone = draw("CH15", ben="0 @0 out")
    assert [(ADA, CAT, 50, "DECK-8")] == payments(alone.events)


def test_deck_8_one_collects_from_each_player():
    decision = draw("CC07")

    assert [(BEN, ADA, 50, "DECK-8"), (CAT, ADA, 50, "DECK-8")] == payments(decision.events)


def test_deck_8_of_two_who_are_short_the_first_settles_first():
    state = draw("CC07", ben="20 @0 A1", cat="30 @0 A3").state

    assert p.Debt(BEN, ADA, 50, Reason.EACH_PLAYER) == state.phase
    decision = accept(state, MortgageDeed(BEN, space("mediterranean")))
    assert [(BANK, BEN, 30, "MORT-1"), (BEN, ADA, 50, "DECK-8")] == payments(decision.events)
    assert p.Debt(CAT, ADA, 50, Reason.EACH_PLAYER) == decision.state.phase


def test_deck_8_a_ruined_payer_leaves_the_next_one_owing():
    state = draw("CC07", ben="20 @0", cat="30 @0 A3").state

    decision = accept(state, DeclareBankruptcy(BEN))

    assert [(BEN, ADA, 20, "BANKRUPT-2")] == payments(decision.events)
    assert p.Debt(CAT, ADA, 50, Reason.EACH_PLAYER) == decision.state.phase


@pytest.mark.parametrize("card", ["CH10", "CC06"])
def test_deck_9_a_card_sends_to_jail(card):
    decision = draw(card)

    assert e.PlayerJailed(ADA) in decision.events
    assert p.AwaitingRoll(BEN) == decision.state.phase


def test_buy_3_the_nearest_railroad_may_be_bought():
    state = draw("CH05").state

    assert p.PurchaseOffer(ADA, space("pennsylvania-rr")) == state.phase
    assert [(ADA, BANK, 200, "BUY-1")] == payments(accept(state, BuyDeed()).events)


def test_variant_1_card_payments_go_to_the_middle():
    rule = "rules free_parking_pot=on"

    assert [(ADA, POT, 15, "DECK-1")] == payments(draw("CH12", more=rule).events)
    assert [(ADA, POT, 50, "DECK-7")] == payments(
        draw("CH11", ada="1500 @0 A1:1 A3:1", more=rule).events
    )
    assert [(BEN, ADA, 50, "DECK-8"), (CAT, ADA, 50, "DECK-8")] == payments(
        draw("CC07", more=rule).events
    )
