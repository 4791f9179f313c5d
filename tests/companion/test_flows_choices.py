"""What the one player is asked whose choice it is: jail, offers, taxes, cards, debts."""

import msgspec
import pytest
from support.positions import ORIENTAL, debt, hopeless_debt, jailed, offer, real_card, tax
from support.taps import ADA, BEN, TapTable, after, game, lobby, space

from companion.flows import inputs as i
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard
from engine.board import Deck
from engine.commands import (
    ChooseCard,
    ChooseRule,
    ChooseTax,
    ClaimRent,
    ConfirmPayment,
    DeclareBankruptcy,
    DeclineDeed,
    MortgageDeed,
    PayFine,
    RecordRoll,
    ReportCard,
    SayAmount,
    UseJailCard,
)
from engine.corrections import PlaceToken, SetCash, SetJailCard, SetOwner, SetTurn
from engine.ids import CardId
from engine.phases import CardChoice, Debt, GameOver
from engine.state import State

# Jail.


@pytest.mark.parametrize(
    ("beginning", "command"),
    [("Pay to leave", PayFine(ADA)), ("Use the jail card", UseJailCard(ADA))],
)
def test_own_card_takes_the_highlighted_way_out_of_jail(beginning, command):
    table = TapTable(jailed(SetJailCard(ADA, Deck.CHEST)))
    table.choose(beginning)

    table.tap("Ada")

    assert [command] == table.commands


def test_two_jail_cards_are_named_by_their_deck():
    table = TapTable(jailed(SetJailCard(ADA, Deck.CHEST), SetJailCard(ADA, Deck.CHANCE)))
    table.choose("Use the jail card of Community Chest")

    table.tap("Ada")

    assert [UseJailCard(ADA, Deck.CHEST)] == table.commands


def test_the_fine_shows_what_is_left():
    table = TapTable(jailed())
    table.choose("Pay to leave")

    choice = table.prompt.choices[table.prompt.highlight]

    assert (-50, 1450) == (choice.amount, choice.balance_after)


# An offer.


def test_the_offer_shows_price_and_balance():
    table = TapTable(offer())

    assert "Buy for 100" == table.highlighted
    assert (-100, 1400) == (
        table.prompt.choices[0].amount,
        table.prompt.choices[0].balance_after,
    )


def test_no_moves_to_the_auction_and_the_card_confirms_it():
    table = TapTable(offer())
    table.press("no")
    assert "Auction" == table.highlighted

    table.tap("Ada")

    assert [DeclineDeed()] == table.commands
    assert "auction" == table.prompt.kind


def test_the_pass_card_is_a_no():
    table = TapTable(offer())

    table.tap_card(ActionCard(Action.PASS))

    assert "Auction" == table.highlighted


def test_who_cannot_pay_is_asked_about_the_auction_and_his_wallet():
    table = TapTable(game(SetCash(ADA, 20), SetOwner(ADA, (space("boardwalk"),)), RecordRoll(2, 4)))
    assert ["Auction", "My wallet"] == [choice.label for choice in table.prompt.choices]

    table.choose("My wallet")
    table.tap("Ada")
    table.choose("Mortgage Boardwalk")
    table.tap("Ada")
    assert [MortgageDeed(ADA, space("boardwalk"))] == table.commands
    table.press("no")

    assert "Buy for 100" == table.prompt.choices[0].label


def test_a_deed_card_selects_the_deed_that_is_offered():
    table = TapTable(offer())
    table.press("no")

    table.tap_card(DeedCard(ORIENTAL))

    assert "Buy for 100" == table.highlighted


# Taxes and cards.


def test_the_percentage_is_chosen_without_its_sum():
    table = TapTable(tax())
    table.knob(1)
    assert table.prompt.choices[1].amount is None

    table.tap("Ada")

    assert [ChooseTax(by_percent=True)] == table.commands


def test_a_tagged_card_says_itself_which_it_is():
    table = TapTable(real_card())
    assert "card" == table.prompt.kind

    table.tap_card(EventCard(CardId("CC04")))

    assert [ReportCard(CardId("CC04"))] == table.commands


def test_a_card_that_offers_both_is_answered_by_its_drawer():
    state = game()
    choice = CardChoice(ADA, 10, CardId("CC11"))
    table = TapTable(_with_phase(state, choice))
    table.knob(1)

    table.tap("Ada")

    assert [ChooseCard(pays=False)] == [request.command for request in table.requests]


def _with_phase(state: State, phase) -> State:
    return msgspec.structs.replace(state, phases=(*state.phases, phase))


# Payments that wait for a card.


def payment(mode):
    return after(
        lobby("Ada", "Ben", "Chiara"),
        ChooseRule("rent_mode", mode),
        SetTurn(ADA),
        SetOwner(BEN, (ORIENTAL,)),
        RecordRoll(2, 4),
    )


def test_a_payment_waits_for_the_payers_card():
    table = TapTable(payment("ask"))
    assert ("confirm", 6) == (table.prompt.kind, table.prompt.amount)
    payer = table.prompt.player

    table.tap("Chiara")
    assert table.is_warned
    table.tap(table.state.names[payer])

    assert [ConfirmPayment(payer)] == table.commands
    assert (1494, 1506) == table.state.cash[:2]


def test_a_taught_amount_is_chosen_from_those_on_the_deed_and_never_shown():
    table = TapTable(payment("teach"))
    payer = table.prompt.player
    assert ("6", "12", "30") == tuple(choice.label for choice in table.prompt.choices[:3])
    assert table.prompt.amount is None
    assert "6" not in table.prompt.title + table.prompt.detail

    table.choose("12")
    table.tap(table.state.names[payer])
    assert table.is_warned
    table.choose("6")
    table.tap(table.state.names[payer])

    assert [SayAmount(payer, 6)] == table.commands


def test_an_automatic_rent_is_given_back_from_the_owners_wallet():
    table = TapTable(payment("auto"))
    table.tap("Ben")
    table.choose("Give the rent back")

    table.tap("Ben")

    assert (1500, 1500) == table.state.cash[:2]


# Debts.


def test_a_debt_is_settled_by_raising_the_cash():
    table = TapTable(debt())
    assert isinstance(table.state.phase, Debt)
    assert "debt" == table.prompt.kind
    assert "100" in table.prompt.title
    assert "60" in table.prompt.title

    table.tap("Ada")

    assert [MortgageDeed(ADA, ORIENTAL)] == table.commands
    assert "roll" == table.prompt.kind
    assert 60 + 50 - 100 == table.state.cash[ADA]


def test_giving_up_needs_yes_held_and_then_the_card():
    table = TapTable(hopeless_debt())
    table.press("no")
    assert table.highlighted.startswith("Give up")

    table.tap("Ada")
    assert table.is_warned
    table.press("yes", held_s=1.0)
    table.tap("Ada")
    assert table.is_warned
    table.press("yes", held_s=2.1)
    table.tap("Ada")

    assert [DeclareBankruptcy(ADA)] == table.commands


def test_the_hold_is_forgotten_when_the_knob_moves_on():
    table = TapTable(hopeless_debt())
    table.press("no")
    table.press("yes", held_s=2.1)
    table.knob(1)
    table.choose("Give up")

    table.tap("Ada")

    assert table.is_warned
    assert [] == table.requests


def test_an_old_press_was_meant_for_an_earlier_question():
    table = TapTable(offer())

    table.do(i.Pressed("board:x:y:9", "no", age_s=10))

    assert table.is_warned
    assert "Buy for 100" == table.highlighted


# Rent by the book.


def test_the_owners_first_tap_asks_for_the_rent_and_the_next_opens_the_wallet():
    state = after(
        lobby("Ada", "Ben", "Chiara"),
        ChooseRule("rent_claim", "next_player"),
        SetTurn(ADA),
        SetOwner(BEN, (ORIENTAL,)),
        RecordRoll(2, 4),
    )
    table = TapTable(state)

    table.tap("Ben")
    assert [ClaimRent(BEN)] == table.commands
    table.tap("Ben")

    assert ("wallet", BEN) == (table.prompt.kind, table.prompt.player)


# The end.


def test_menu_opens_a_new_game_with_the_same_people_and_switches():
    state = after(
        lobby("Ada", "Ben"),
        ChooseRule("free_parking_pot", "on"),
        SetTurn(ADA),
        SetOwner(BEN, (space("boardwalk"), space("park-place"))),
        SetCash(ADA, 5),
        PlaceToken(ADA, space("short-line")),
        SetTurn(ADA),
        RecordRoll(1, 3),
        DeclareBankruptcy(ADA),
    )
    assert isinstance(state.phase, GameOver)
    table = TapTable(state)
    assert "Ben wins" == table.prompt.title

    table.press("menu")
    assert "New game, the same people" == table.highlighted
    table.press("yes")

    assert ("Ada", "Ben") == table.state.names
    assert "on" == table.state.rules.free_parking_pot
    assert (1500, 1500) == table.state.cash


def test_who_is_out_is_told_so():
    state = after(hopeless_debt(), DeclareBankruptcy(ADA))
    table = TapTable(state)

    table.tap("Ada")

    assert "Ada is out of the game." == table.said
