"""What has just changed is not confirmed; a throw has a hand."""

import pytest
from support.positions import LIGHT_BLUE, ORIENTAL, auction, offer
from support.taps import ADA, BEN, TapTable, after, game, lobby

from companion.feedback import DARK, light_of
from companion.flows.meanings import Action, ActionCard
from companion.flows.settings import Settings
from companion.protocol import Strike
from engine.commands import BuyDeed, ChooseRule, ClaimRent, DeclineDeed, PlaceBid, RecordRoll
from engine.corrections import SetOwner, SetTurn
from engine.phases import AwaitingRoll, PurchaseOffer

BANKER = ActionCard(Action.BANKER)
UNDO = ActionCard(Action.UNDO)


def real_time(state) -> TapTable:
    """Return a table at which hands may be too quick."""
    return TapTable(state, Settings(boot="b"))


def test_a_card_confirms_only_what_stood_for_a_second():
    table = real_time(game())
    table.throw(2, 4)
    table.tap("Ada")
    assert [] == table.requests
    assert "It changed: tap again." == table.said

    table.wait(1.0)
    table.tap("Ada")

    assert [BuyDeed()] == table.commands


def test_the_knob_starts_the_second_again():
    table = real_time(offer())
    table.wait(2)
    table.knob(1)
    table.tap("Ada")
    assert table.is_warned

    table.wait(1.0)
    table.tap("Ada")

    assert [DeclineDeed()] == table.commands


def test_another_bid_starts_the_second_again():
    table = real_time(auction())
    table.wait(1.0)
    table.tap("Ben")
    assert [PlaceBid(BEN, 1)] == table.commands
    table.tap("Ada")
    assert table.is_warned

    table.wait(1.0)
    table.tap("Ada")

    assert [PlaceBid(ADA, 2)] == table.commands


def test_wallets_open_and_close_at_once():
    table = real_time(game())
    table.tap("Ben")
    assert "wallet" == table.prompt.kind

    table.tap("Ben")

    assert "roll" == table.prompt.kind


def test_my_wallet_is_open_at_once_where_it_is_highlighted():
    table = real_time(offer())
    table.choose("My wallet")

    table.tap("Ada")

    assert "wallet" == table.prompt.kind


def test_a_second_card_signs_without_waiting_for_the_first_ones_click():
    table = real_time(game())
    table.throw(2, 4)
    table.tap_card(UNDO)
    table.tap("Ben")
    assert table.is_warned
    table.wait(1.0)

    table.tap("Ben")
    table.tap_card(BANKER)

    assert isinstance(table.state.phase, AwaitingRoll)


# A throw has a hand.


@pytest.mark.parametrize(
    ("position", "awaited"), [(offer, "Ada is to decide"), (auction, "No throw is due")]
)
def test_a_throw_at_another_time_is_shown_grey_and_says_who_is_awaited(position, awaited):
    table = TapTable(position())

    table.throw(3, 4)

    assert [] == table.requests
    assert awaited in table.said
    assert (3, 4) == table.notices[0].dice


def test_the_tray_glows_for_whoever_is_to_throw_and_is_dark_under_the_menu():
    table = TapTable(game())
    table.throw(2, 4)
    table.tap("Ada")
    assert light_of("roll", BEN) in table.cues

    table.press("menu")
    assert DARK in table.cues
    table.throw(1, 2)
    assert [] == table.requests
    table.press("menu")

    assert light_of("roll", BEN) in table.cues


def test_a_throw_is_struck_out_by_no_and_two_cards_the_movers_among_them():
    table = TapTable(game())
    table.throw(4, 6)  # just visiting: nothing to do there
    table.press("no")
    assert "strike" == table.prompt.kind
    table.tap("Ben", "Chiara")
    assert "strike" == table.prompt.kind

    table.tap("Ada")

    assert [Strike] == [type(request) for request in table.requests]
    assert AwaitingRoll(ADA) == table.state.phase


def test_the_bankers_two_cards_are_one_person():
    table = TapTable(game(turn=BEN))
    table.throw(4, 6)
    table.press("no")
    table.tap_card(BANKER)
    table.tap("Ada")
    assert "strike" == table.prompt.kind

    table.tap("Chiara")

    assert AwaitingRoll(BEN) == table.state.phase


def test_where_no_refuses_something_a_second_no_strikes_the_throw():
    table = TapTable(game())
    table.throw(2, 4)
    table.press("no")
    assert "Auction" == table.highlighted
    table.press("no")
    assert "strike" == table.prompt.kind

    table.press("no")

    assert isinstance(table.state.phase, PurchaseOffer)
    assert "offer" == table.prompt.kind


def test_after_the_next_act_nothing_is_struck_out():
    table = TapTable(game())
    table.throw(2, 4)
    table.tap("Ada")

    table.press("no")

    assert "There is nothing to refuse now." == table.said


def rent_by_the_book():
    return after(
        lobby("Ada", "Ben", "Chiara"),
        ChooseRule("rent_claim", "next_player"),
        SetTurn(ADA),
        SetOwner(BEN, (ORIENTAL,)),
    )


def test_the_next_throw_waits_five_seconds_for_the_owner():
    table = TapTable(rent_by_the_book())
    table.throw(2, 4)
    table.throw(1, 2)
    assert [] == table.requests
    assert "throw again" in table.said

    table.wait(5)
    table.throw(1, 2)

    assert [RecordRoll(1, 2)] == table.commands


def test_ones_own_throw_after_doubles_waits_for_nobody():
    table = TapTable(rent_by_the_book())
    table.throw(3, 3)

    table.throw(1, 2)

    assert [RecordRoll(1, 2)] == table.commands


def test_the_owner_asks_within_the_five_seconds():
    table = TapTable(rent_by_the_book())
    table.throw(2, 4)

    table.tap("Ben")

    assert [ClaimRent(BEN)] == table.commands


def test_a_throw_on_the_screen_is_judged_like_one_in_the_tray():
    table = TapTable(game(SetOwner(ADA, LIGHT_BLUE)))
    assert "" == table.flows.why_no_throw(table.state, table.now_s)
    table.tap("Ben")

    assert "wallet" in table.flows.why_no_throw(table.state, table.now_s)
