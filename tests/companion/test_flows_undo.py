"""Taking back by cards."""

import pytest
from support.taps import ADA, TapTable, by_hand, game, lobby, space

from companion.flows import inputs as i
from companion.flows.meanings import Action, ActionCard
from companion.protocol import Undo
from engine.commands import MortgageDeed, RecordRoll
from engine.corrections import SetOwner
from engine.phases import AwaitingRoll, PurchaseOffer

LIGHT_BLUE = (space("oriental"), space("vermont"), space("connecticut"))
ORANGE = (space("st-james"), space("tennessee"), space("new-york"))
UNDO = ActionCard(Action.UNDO)
BANKER = ActionCard(Action.BANKER)


def test_ones_own_purchase_is_taken_back_by_ones_own_card():
    table = TapTable(game(RecordRoll(2, 4)))
    table.tap("Ada")
    table.tap_card(UNDO)
    assert ("undo", ADA) == (table.prompt.kind, table.prompt.player)
    assert "Buy Oriental Avenue" in table.prompt.title

    table.tap("Ada")

    assert [Undo] == [type(request) for request in table.requests]
    assert isinstance(table.state.phase, PurchaseOffer)


def test_what_chance_had_a_part_in_needs_the_bankers_and_another_card():
    table = TapTable(game())
    table.throw(2, 4)
    table.tap_card(UNDO)
    table.tap("Ben", "Chiara")
    assert "undo" == table.prompt.kind

    table.tap_card(BANKER)

    assert isinstance(table.state.phase, AwaitingRoll)


def test_the_bankers_card_alone_takes_nothing_back():
    table = TapTable(game())
    table.throw(2, 4)
    table.tap_card(UNDO)
    table.tap_card(BANKER)
    assert "undo" == table.prompt.kind

    table.tap("Chiara")

    assert isinstance(table.state.phase, AwaitingRoll)


def test_the_first_players_card_is_the_bankers_and_not_another_one():
    table = TapTable(game())
    table.throw(2, 4)
    table.tap_card(UNDO)
    table.tap("Ada", "Ada")
    assert "undo" == table.prompt.kind

    table.tap("Ben")

    assert isinstance(table.state.phase, AwaitingRoll)


def test_anothers_card_does_not_take_back_a_purchase():
    table = TapTable(game(RecordRoll(2, 4)))
    table.tap("Ada")
    table.tap_card(UNDO)

    table.tap("Ben", "Chiara")

    assert [] == table.requests
    assert "undo" == table.prompt.kind


@pytest.mark.parametrize("how", ["no", "time", "throw"])
def test_taking_back_is_dropped(how):
    table = TapTable(game(RecordRoll(2, 4)))
    table.tap("Ada")
    table.tap_card(UNDO)
    assert "undo" == table.prompt.kind
    if how == "no":
        table.press("no")
    elif how == "time":
        table.wait(20.1)
        assert "Nothing was taken back." == table.said
    else:
        table.throw(1, 2)
        assert [RecordRoll(1, 2)] == table.commands

    assert "undo" != table.prompt.kind


def test_what_happens_elsewhere_drops_what_waits():
    table = TapTable(game(SetOwner(ADA, LIGHT_BLUE)))
    table.tap("Ada")
    assert "wallet" == table.prompt.kind

    by_hand(table, [RecordRoll(2, 3)])

    assert "wallet" != table.prompt.kind


def test_an_act_of_the_console_is_the_one_taken_back():
    table = TapTable(game(SetOwner(ADA, LIGHT_BLUE)))
    by_hand(table, [MortgageDeed(ADA, LIGHT_BLUE[0])])

    table.tap_card(UNDO)

    assert "Mortgage Oriental" in table.prompt.title


def test_acts_are_taken_back_one_after_the_other():
    table = TapTable(game(SetOwner(ADA, LIGHT_BLUE)))
    by_hand(table, [MortgageDeed(ADA, LIGHT_BLUE[0]), MortgageDeed(ADA, LIGHT_BLUE[1])])
    for name in ("Vermont", "Oriental"):
        table.tap_card(UNDO)
        assert f"Mortgage {name}" in table.prompt.title
        table.tap_card(BANKER)
        table.tap("Ben")

    assert not any(table.state.mortgaged)


def test_what_the_console_took_back_is_not_offered_again():
    table = TapTable(game(SetOwner(ADA, LIGHT_BLUE)))
    by_hand(table, [MortgageDeed(ADA, LIGHT_BLUE[0]), MortgageDeed(ADA, LIGHT_BLUE[1])])
    table.state = game(SetOwner(ADA, LIGHT_BLUE))
    table.do(i.Past((), ()))
    table.do(i.StateChanged("undo"))

    table.tap_card(UNDO)

    assert table.is_warned
    assert "undo" != table.prompt.kind


def test_before_the_game_nothing_is_taken_back_by_card():
    table = TapTable(lobby("Ada", "Ben"))

    table.tap_card(UNDO)

    assert table.is_warned


def test_what_lies_over_somebody_who_is_gone_is_dropped():
    table = TapTable(game())
    table.tap("Chiara")
    assert "wallet" == table.prompt.kind

    table.state = lobby("Ada", "Ben")
    table.do(i.Tick())

    assert "lobby" == table.prompt.kind
