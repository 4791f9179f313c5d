"""Putting right by hand, and who comes and goes."""

import pytest
from support.positions import LIGHT_BLUE, ORIENTAL, auction, offer
from support.taps import ADA, BEN, CHIARA, TapTable, after, game, lobby

from companion.flows.inputs import BANK_CARD, PHONE
from companion.flows.meanings import Action, ActionCard, DeedCard, PlayerCard
from companion.protocol import CorrectRoll
from engine.board import HOTEL
from engine.commands import JoinGame, LeaveGame, StartGame, TakeOverSeat
from engine.corrections import PlaceToken, SetBuildings, SetCash, SetMortgaged, SetOwner, SetSupply

BANKER = ActionCard(Action.BANKER)


def opened(state) -> TapTable:
    """Return a table that the banker puts right."""
    table = TapTable(state)
    table.press("menu")
    table.choose("Put right")
    table.press("yes")
    table.tap_card(BANKER)
    assert ("override", "Put right: whom or what?") == (table.prompt.kind, table.prompt.title)
    return table


def test_it_needs_the_bankers_card():
    table = TapTable(game())
    table.press("menu")
    table.choose("Put right")
    table.press("yes")

    table.tap("Ben")

    assert table.is_warned
    assert "Put right: the banker's card" == table.prompt.title


def test_a_players_money_with_a_reason():
    table = opened(game())
    table.tap("Ben")
    table.choose("Money")
    table.tap_card(BANKER)
    table.knob(3)
    table.press("yes")
    table.knob(1)
    table.tap_card(BANKER)
    table.choose("forgotten")
    table.press("yes")
    assert [] == table.requests, "a button alone decides nothing"

    table.tap_card(BANKER)

    assert [SetCash(BEN, 1630)] == table.commands
    assert "forgotten" == table.requests[0].note
    assert "Put right: whom or what?" == table.prompt.title


@pytest.mark.parametrize(
    ("way", "command"),
    [
        ("Oriental Avenue is Ben's", SetOwner(BEN, (ORIENTAL,))),
        ("Oriental Avenue is mortgaged", SetMortgaged((ORIENTAL,), is_mortgaged=True)),
        ("Oriental Avenue: ◆", SetBuildings(ORIENTAL, HOTEL)),
    ],
)
def test_a_deed_card_says_what(way, command):
    table = opened(game())
    table.tap_card(DeedCard(ORIENTAL))
    table.choose(way)
    table.tap_card(BANKER)

    table.tap_card(BANKER)

    assert [command] == table.commands


def test_where_a_token_is_begins_where_it_stands_and_no_goes_back_one_step():
    table = opened(game(PlaceToken(BEN, ORIENTAL)))
    table.tap("Ben")
    table.choose("The token's space")
    table.press("yes")
    labels = [choice.label for choice in table.prompt.choices]
    assert ["Ben is on Oriental Avenue now", "Ben is on Chance"] == labels[:2]
    assert (40, "Ben is on Reading Railroad") == (len(labels), labels[-1])

    table.press("no")

    assert "Put right: what of Ben?" == table.prompt.title


def test_a_token_is_put_where_the_knob_says():
    table = opened(game())
    table.tap("Ben")
    table.choose("The token's space")
    table.press("yes")
    table.tap_card(DeedCard(ORIENTAL))
    table.tap_card(BANKER)
    table.tap_card(BANKER)

    assert [PlaceToken(BEN, ORIENTAL)] == table.commands


@pytest.mark.parametrize("left", [(31, 12), (0, 12), (32, 11), (32, 0)])
def test_what_the_bank_has_left_to_build_with(left):
    table = opened(game())
    table.choose("The bank's houses and hotels")
    table.tap_card(BANKER)
    table.choose("The bank: {} houses and {} hotels".format(*left))
    table.tap_card(BANKER)
    table.tap_card(BANKER)

    assert [SetSupply(*left)] == table.commands
    assert "Put right: whom or what?" == table.prompt.title


def test_the_bank_has_no_more_than_the_box_holds():
    table = opened(game(SetSupply(20, 5), SetOwner(BEN, LIGHT_BLUE), SetBuildings(ORIENTAL, 2)))
    table.choose("The bank's houses and hotels")
    table.tap_card(BANKER)
    labels = [choice.label for choice in table.prompt.choices]

    assert "The bank: 30 houses and 5 hotels" == labels[0]
    assert "The bank: 18 houses and 12 hotels" in labels
    assert "The bank: 18 houses and 5 hotels" not in labels, "that is what it has"


def test_a_misread_throw_is_corrected_by_the_right_one():
    table = TapTable(game())
    table.throw(4, 6)
    table.press("menu")
    table.choose("Put right")
    table.press("yes")
    table.tap("Ada")
    table.choose("The last throw was misread")
    table.press("yes")
    table.choose("2 4")
    table.press("yes")
    table.tap_card(BANKER)

    assert [CorrectRoll] == [type(request) for request in table.requests]
    assert "override" == table.prompt.kind
    table.press("no")
    assert "offer" == table.prompt.kind


@pytest.mark.parametrize("how", ["no", "time"])
def test_it_ends(how):
    table = opened(game())

    if how == "no":
        table.press("no")
    else:
        table.wait(121)

    assert "roll" == table.prompt.kind


# Who comes and goes.


def chosen(state, way: str) -> TapTable:
    table = TapTable(state)
    table.press("menu")
    table.choose(way)
    table.press("yes")
    return table


def test_a_guest_enters_in_the_gap_that_the_knob_shows():
    table = chosen(game(), "Someone comes")
    table.tap_card(PlayerCard("Zoe"))
    table.choose("Enters on GO, to the left of Ada")

    table.tap_card(PlayerCard("Zoe"))

    assert [JoinGame("Zoe", ADA)] == table.commands


def test_a_seat_is_taken_over_by_its_players_card_or_the_bankers():
    table = chosen(game(), "Someone comes")
    table.tap_card(None, uid="04EE")
    table.choose("Takes over Ben's seat")
    table.tap("Chiara")
    assert table.is_warned

    table.tap("Ben")

    assert [TakeOverSeat(BEN, "Player 4")] == table.commands
    assert {"04EE": PlayerCard("Player 4")} == table.enrolled


def test_a_guest_enters_by_the_key_of_a_free_number():
    table = chosen(game(), "Someone comes")
    assert "A new card, or key 4; NO leaves it" == table.prompt.detail
    table.tap_card(None, uid="")
    assert "The new card again, or the banker's, sits down; NO leaves it" == table.prompt.detail

    table.tap_card(None, uid="")

    assert [JoinGame("Player 4", CHIARA)] == table.commands
    assert {} == table.enrolled


def test_before_the_opening_throws_are_over_nobody_comes():
    table = chosen(after(lobby("Ada", "Ben"), StartGame()), "Someone comes")

    table.tap_card(None, uid="04EE")

    assert "First the opening throws: nobody comes before them." == table.said
    assert ([], "opening") == (table.requests, table.prompt.kind)


def test_whose_card_hands_a_seat_over_is_said_by_the_highlight():
    table = chosen(game(), "Someone comes")
    table.tap_card(None, uid="")
    table.choose("Takes over Ben's seat")

    assert "Ben's card or the banker's; NO leaves it" == table.prompt.detail


def test_a_number_that_nobody_has_is_said_each_time():
    table = TapTable(game())
    for _time in range(2):
        table.tap_card(None, uid="")

        assert "No player has this number." == table.said

    table.tap("Ada")
    table.tap_card(None, uid="")

    assert "No player has this number." == table.said


@pytest.mark.parametrize(
    ("way", "command"),
    [("All goes to the bank", LeaveGame(BEN)), ("Hands the seat", TakeOverSeat(BEN, "Zoe"))],
)
def test_someone_goes(way, command):
    table = chosen(game(), "Someone goes")
    table.tap("Ben")
    table.choose(way)
    table.tap("Ben")
    if way.startswith("Hands"):
        table.tap_card(PlayerCard("Zoe"))

    assert [command] == table.commands


# Cards that nobody knows.


def test_an_unknown_card_is_enrolled_by_the_banker_for_a_lost_one():
    table = TapTable(offer())
    table.tap_card(None, uid="04DD")
    assert "offer" == table.prompt.kind
    table.tap_card(BANKER)
    assert "cards" == table.prompt.kind
    table.choose("Ben's card")

    table.tap_card(BANKER)

    assert {"04DD": PlayerCard("Ben")} == table.enrolled
    assert "offer" == table.prompt.kind


@pytest.mark.parametrize(("tech", "word"), [(PHONE, "phone"), (BANK_CARD, "bank or travel card")])
def test_what_cannot_serve_is_named_once_a_minute(tech, word):
    table = TapTable(offer())
    table.tap_card(None, tech=tech)
    assert word in table.said
    table.tap_card(None, tech=tech)
    assert "" == table.said
    assert table.cues, "the tone answers it"

    table.wait(61)
    table.tap_card(None, tech=tech)

    assert word in table.said


def test_the_banker_at_an_auction_without_a_bid():
    table = TapTable(auction())

    table.tap_card(BANKER)

    assert "There is no bid to take back." == table.said
