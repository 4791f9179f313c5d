"""Changing seats until everyone has had a turn: cards in the new order, then the banker's."""

import pytest
from support.positions import jailed, offer
from support.taps import ADA, BEN, CHIARA, TapTable, by_hand, game

from companion.flows.inputs import CardTapped
from companion.flows.meanings import Action, ActionCard, PlayerCard
from companion.flows.settings import Settings
from engine.commands import ChangeSeats, LeaveGame, RecordRoll, SeatPlayers, StopGame
from engine.ids import AccountId, PlayerId
from engine.phases import AwaitingRoll

BANKER = ActionCard(Action.BANKER)
DORA = PlayerId(AccountId(3))


def opened(state, settings: Settings | None = None) -> TapTable:
    table = TapTable(state, settings)
    table.press("menu")
    table.choose("Change seats")
    table.press("yes")
    return table


def is_offered(state) -> bool:
    table = TapTable(state)
    table.press("menu")
    return "Change seats" in [choice.label for choice in table.prompt.choices]


def test_cards_in_the_new_order_and_the_bankers_confirms():
    table = opened(game())
    assert ("1 -", "2 -", "3 -") == table.prompt.lines
    table.tap("Chiara", "Ben")
    assert "Who sits to the left of Ben?" == table.prompt.title
    assert ("1 Chiara", "2 Ben", "3 -") == table.prompt.lines
    table.tap("Ada")
    assert ("Sit like this?", "Sit like this") == (table.prompt.title, table.highlighted)
    assert [] == table.requests

    table.tap_card(BANKER)

    assert [ChangeSeats((CHIARA, BEN, ADA))] == table.commands
    assert ("roll", ADA) == (table.prompt.kind, table.prompt.player), "her turn it still is"


def test_whoever_banks_confirms_by_the_card_of_his_own_seat():
    table = opened(game()).tap("Ada", "Chiara", "Ben")

    table.tap("Ada")

    assert [ChangeSeats((ADA, CHIARA, BEN))] == table.commands


def test_only_the_bankers_card_confirms_and_only_what_stood_still():
    table = opened(game(), Settings(boot="b", stand_s=1.0)).tap("Ada", "Chiara", "Ben")
    table.tap_card(BANKER)
    assert "It changed: tap again." == table.said
    table.press("yes")
    assert table.is_warned

    table.wait(1)
    table.tap_card(BANKER)

    assert [ChangeSeats((ADA, CHIARA, BEN))] == table.commands


def test_taps_of_who_sits_down_need_not_wait():
    table = opened(game(), Settings(boot="b", stand_s=1.0))

    table.tap("Ada", "Chiara", "Ben")

    assert "Sit like this?" == table.prompt.title


def test_a_card_again_gives_its_seat_up():
    table = opened(game()).tap("Chiara", "Ben", "Ada")

    table.tap("Chiara")

    assert ("1 Ben", "2 Ada", "3 -") == table.prompt.lines
    table.tap("Ben", "Ada")
    assert ("1 -", "2 -", "3 -") == table.prompt.lines


def test_any_card_of_a_player_is_his():
    table = opened(game())
    table.tap_card(PlayerCard("Chiara"), uid="04C1")
    table.do(CardTapped("key", "", PlayerCard("Ben")))
    table.tap_card(PlayerCard("Ada"), uid="04A2")

    table.tap_card(BANKER)

    assert [ChangeSeats((CHIARA, BEN, ADA))] == table.commands


@pytest.mark.parametrize("card", [BANKER, PlayerCard("Ada")], ids=["banker", "who banks"])
def test_for_who_is_away_the_knob_and_the_bankers_card(card):
    table = opened(game()).tap("Ada")
    table.tap_card(BANKER)
    assert "First the knob, for whoever is away." == table.said
    table.choose("Chiara")

    table.tap_card(card)

    assert ("1 Ada", "2 Chiara", "3 -") == table.prompt.lines


def test_the_knob_does_not_stand_in_the_way_of_a_card():
    table = opened(game()).tap("Ada")
    table.choose("Chiara")

    table.tap("Ben")

    assert ("1 Ada", "2 Ben", "3 -") == table.prompt.lines


def test_who_sit_as_before_change_nothing():
    table = opened(game()).tap("Ben", "Chiara", "Ada")

    table.tap_card(BANKER)

    assert ([], "The seats stay as they are.") == (table.requests, table.said)
    assert "roll" == table.prompt.kind


def test_who_is_out_is_not_asked_and_keeps_a_place():
    table = opened(game(RecordRoll(4, 6), LeaveGame(CHIARA), players=4))
    table.tap("Chiara")
    assert table.is_warned
    table.tap("Dora", "Ben", "Ada")

    table.tap_card(BANKER)

    assert [ChangeSeats((DORA, BEN, CHIARA, ADA))] == table.commands


def test_a_throw_meanwhile_does_not_count():
    table = opened(game()).tap("Ben")

    table.throw(3, 4)

    assert ([], True) == (table.requests, table.is_warned)


@pytest.mark.parametrize("how", ["no", "time"])
def test_half_done_it_is_dropped(how):
    table = opened(game()).tap("Ben")
    if how == "no":
        table.press("no")
    else:
        assert table.prompt.seconds_left is not None
        table.wait(table.prompt.seconds_left + 0.1)
        assert "The seats stay as they are." == table.said

    assert "roll" == table.prompt.kind
    assert (ADA, BEN, CHIARA) == table.state.order


def test_each_tap_gives_the_full_time_again():
    table = opened(game())
    whole = table.prompt.seconds_left
    table.wait(whole - 1)

    table.tap("Ben")

    assert whole == table.prompt.seconds_left


def test_it_is_offered_while_it_is_allowed():
    assert is_offered(game())
    assert is_offered(jailed())
    assert not is_offered(offer())
    assert is_offered(game(RecordRoll(4, 6), RecordRoll(4, 6)))
    assert not is_offered(game(RecordRoll(4, 6), RecordRoll(4, 6), RecordRoll(4, 6)))


def test_what_happens_elsewhere_meanwhile_drops_it():
    table = opened(game()).tap("Ben")

    by_hand(table, [RecordRoll(4, 6)])

    assert ("roll", BEN) == (table.prompt.kind, table.prompt.player)


def test_it_can_be_taken_back():
    table = opened(game()).tap("Chiara", "Ben", "Ada")
    table.tap_card(BANKER)
    table.tap_card(ActionCard(Action.UNDO))
    assert "undo" == table.prompt.kind

    table.tap_card(BANKER)
    table.tap("Ben")

    assert (ADA, BEN, CHIARA) == table.state.order
    assert AwaitingRoll(ADA) == table.state.phase


def test_a_new_game_begins_as_people_sit_the_banker_first():
    table = TapTable(game(ChangeSeats((CHIARA, ADA, BEN, DORA)), StopGame(), players=4))
    table.press("menu")

    table.press("yes")

    assert SeatPlayers(("Ada", "Ben", "Dora", "Chiara")) == table.commands[-1]


def test_who_taps_again_is_told_that_he_has_no_seat_now():
    table = opened(game()).tap("Ada")

    table.tap("Ada")

    assert "Ada has no seat now: tap again to sit." == table.said
    assert ("1 -", "2 -", "3 -") == table.prompt.lines


def test_for_who_is_away_it_is_said_that_the_bankers_card_seats_him():
    table = opened(game())
    assert table.prompt.highlight is None

    table.knob(2)

    assert "The banker's card seats Ben; NO leaves it" == table.prompt.detail
