"""Trades by tap: both sides lie open, all sign or nothing moves."""

import pytest
from support.positions import LIGHT_BLUE
from support.taps import ADA, BEN, CHIARA, TapTable, game, space

from companion.flows.meanings import Action, ActionCard, DeedCard
from engine.commands import MakePromise, RecordRoll, Trade, TradeItem
from engine.corrections import SetOwner

BOARDWALK = space("boardwalk")
SIGN = "Sign: each party's card"


def market() -> TapTable:
    """Ada holds light blue, Ben Boardwalk; they have begun to trade, the knob serves Ben."""
    table = TapTable(game(SetOwner(ADA, LIGHT_BLUE), SetOwner(BEN, (BOARDWALK,))))
    table.tap("Ada")
    table.choose("Trade")
    table.tap("Ben")
    assert ("trade", BEN) == (table.prompt.kind, table.prompt.side)
    return table


def priced_market() -> TapTable:
    """Boardwalk for 120."""
    table = market()
    table.tap_card(DeedCard(BOARDWALK))
    table.knob(1)
    table.tap("Ada")
    table.choose("Money to Ben")
    table.tap("Ada")
    table.knob(12)
    assert (120, 1380) == (table.prompt.amount, table.prompt.choices[0].balance_after)
    table.tap("Ada")
    return table


def test_two_signatures_carry_a_trade_out():
    table = priced_market()
    assert SIGN == table.highlighted
    assert "Ada gives Ben: 120" in table.prompt.lines
    table.tap("Ada")
    assert ((ADA,), []) == (table.prompt.signed, table.requests)

    table.tap("Ben")

    items = (TradeItem(BEN, ADA, space=BOARDWALK), TradeItem(ADA, BEN, money=120))
    assert [Trade((ADA, BEN), items)] == table.commands
    assert (ADA, 1380, 1620) == (table.state.owners[BOARDWALK], *table.state.cash[:2])


def test_any_change_takes_signatures_back():
    table = priced_market()
    table.tap("Ada")

    table.tap_card(DeedCard(LIGHT_BLUE[0]))

    assert () == table.prompt.signed
    table.tap("Ben")
    assert [] == table.requests


def test_a_deed_card_adds_and_removes():
    table = market()
    table.tap_card(DeedCard(BOARDWALK))
    assert (TradeItem(BEN, ADA, space=BOARDWALK),) == table.prompt.deal.items

    table.tap_card(DeedCard(BOARDWALK))

    assert () == table.prompt.deal.items


def test_a_third_party_joins_and_all_three_sign():
    table = priced_market()
    table.tap("Ada")

    table.tap("Chiara")
    assert ((ADA, BEN, CHIARA), ()) == (table.prompt.deal.parties, table.prompt.signed)
    table.choose(SIGN)
    table.tap("Ada", "Ben")
    assert [] == table.requests
    table.tap("Chiara")

    assert [Trade] == [type(command) for command in table.commands]


def test_a_promise_goes_into_the_ledger_with_the_trade_and_out_with_it():
    table = priced_market()
    before = table.state
    table.tap("Ben")
    table.choose("A promise to Ada")
    table.tap("Ben")
    table.choose("A sum to be paid back")
    table.tap("Ben")
    table.knob(5)
    table.tap("Ben")
    table.choose(SIGN)
    table.tap("Ben", "Ada")
    assert MakePromise(BEN, ADA, "50 to be paid back") == table.commands[1]

    table.tap_card(ActionCard(Action.UNDO))
    table.tap_card(ActionCard(Action.BANKER))
    table.tap("Chiara")

    assert before == table.state


def test_a_throw_sets_the_trade_aside_and_a_wallet_calls_it_back_unsigned():
    table = priced_market()
    table.tap("Ada")
    table.throw(4, 6)
    assert [RecordRoll(4, 6)] == table.commands

    table.tap("Ben")
    table.choose("The trade that was set aside")
    table.tap("Ben")

    assert ("trade", 2, ()) == (
        table.prompt.kind,
        len(table.prompt.deal.items),
        table.prompt.signed,
    )


def test_what_the_rules_refuse_is_not_signed():
    table = market()
    table.tap("Ada")
    table.choose("Money to Ben")
    table.tap("Ada")
    table.knob(150)
    table.tap("Ada")
    table.state = game(SetOwner(ADA, LIGHT_BLUE))
    table.tap_card(DeedCard(LIGHT_BLUE[0]))
    table.state = game(SetOwner(BEN, LIGHT_BLUE))
    table.choose(SIGN)

    table.tap("Ada")

    assert table.is_warned
    assert () == table.prompt.signed


@pytest.mark.parametrize("how", ["no", "time"])
def test_no_deal(how):
    table = priced_market()

    if how == "no":
        table.press("no")
    else:
        table.wait(121)

    assert ("roll", "No deal.") == (table.prompt.kind, table.said)


def test_the_last_signature_is_said_to_close_the_deal_and_how_to_change_it_first():
    table = priced_market()
    assert "closes the deal" not in table.prompt.detail
    table.tap("Ada")
    closing = "Ben's card closes the deal · to change: the knob, then card"
    assert closing == table.prompt.detail

    table.choose("Money to Ben")
    assert "signed: Ada · " in table.prompt.detail
    table.tap("Ben")

    assert ([], BEN) == (table.requests, table.prompt.side)
    assert closing == table.prompt.detail, "it is highlighted again, for him"
