"""Every phase by every kind of tap: each is a command, another prompt, or a sentence."""

import msgspec
import pytest
from support.taps import ADA, BEN, CHIARA, TapTable, after, game, lobby, space

from companion.flows import inputs as i
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, PlayerCard
from engine.board import Deck
from engine.commands import (
    Build,
    BuyDeed,
    ChooseCard,
    ChooseRule,
    ChooseTax,
    ClaimRent,
    DeclareBankruptcy,
    DeclineDeed,
    JailPlayer,
    LiftMortgage,
    MortgageDeed,
    PayFine,
    PlaceToken,
    RecordRoll,
    ReportCard,
    SeatPlayers,
    SellBuilding,
    SetBuildings,
    SetCash,
    SetJailCard,
    SetMortgaged,
    SetOwner,
    SetTurn,
    StackDeck,
    StartGame,
    UseJailCard,
)
from engine.ids import CardId
from engine.phases import CardChoice, Debt, GameOver, Opening, PurchaseOffer, UtilityThrow
from engine.state import State

ORIENTAL = space("oriental")
LIGHT_BLUE = (space("oriental"), space("vermont"), space("connecticut"))


def offer() -> State:
    """Ada has landed on Oriental, which nobody owns."""
    return game(RecordRoll(2, 4))


def auction() -> State:
    return game(RecordRoll(2, 4), DeclineDeed())


def jailed(*commands) -> State:
    return game(JailPlayer(ADA), SetTurn(ADA), *commands)


def tax() -> State:
    return game(RecordRoll(1, 3))


def real_card() -> State:
    return after(
        lobby("Ada", "Ben", "Chiara"),
        ChooseRule("decks", "physical"),
        SetTurn(ADA),
        RecordRoll(1, 1),
    )


def rich_in_light_blue() -> State:
    return game(SetOwner(ADA, LIGHT_BLUE))


def debt() -> State:
    """Ada owes Ben more than she has, and has Oriental to mortgage."""
    return game(
        SetOwner(BEN, (space("boardwalk"), space("park-place"))),
        SetOwner(ADA, LIGHT_BLUE),
        SetCash(ADA, 60),
        PlaceToken(ADA, space("short-line")),
        SetTurn(ADA),
        RecordRoll(1, 3),
    )


def hopeless_debt() -> State:
    """Ada owes Ben 100 and has 5 and no deeds."""
    return game(
        SetOwner(BEN, (space("boardwalk"), space("park-place"))),
        SetCash(ADA, 5),
        PlaceToken(ADA, space("short-line")),
        SetTurn(ADA),
        RecordRoll(1, 3),
    )


def utility_throw() -> State:
    return game(
        SetOwner(BEN, (space("electric"),)),
        StackDeck(Deck.CHANCE, (CardId("CH04"),)),
        SetTurn(ADA),
        RecordRoll(3, 4),
    )


def over() -> State:
    return after(
        game(
            SetOwner(BEN, (space("boardwalk"), space("park-place"))),
            SetCash(ADA, 5),
            PlaceToken(ADA, space("short-line")),
            SetTurn(ADA),
            RecordRoll(1, 3),
            players=2,
        ),
        DeclareBankruptcy(ADA),
    )


PHASES = {
    "lobby": lambda: lobby("Ada", "Ben", "Chiara"),
    "opening": lambda: after(lobby("Ada", "Ben", "Chiara"), StartGame()),
    "roll": game,
    "jail": jailed,
    "offer": offer,
    "auction": auction,
    "tax": tax,
    "card": real_card,
    "debt": debt,
    "throw": utility_throw,
    "over": over,
}

# What the card of the player who is due does, then the card of somebody else:
# a command, the kind of the prompt it opens, or "notice".
OWN_AND_OTHER = {
    "lobby": (SeatPlayers(("Ben", "Chiara")), SeatPlayers(("Ada", "Chiara"))),
    "opening": ("wallet", "wallet"),
    "roll": ("wallet", "wallet"),
    "jail": ("notice", "wallet"),
    "offer": (BuyDeed(), "notice"),
    "auction": ("bid", "bid"),
    "tax": (ChooseTax(by_percent=False), "notice"),
    "card": (ReportCard(CardId("CC01")), "notice"),
    "debt": (MortgageDeed(ADA, ORIENTAL), "notice"),
    "throw": ("wallet", "wallet"),
    "over": ("notice", "notice"),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("is_own", [True, False], ids=["own", "other"])
def test_a_players_card_does_what_the_prompt_says(phase, is_own):
    table = TapTable(PHASES[phase]())
    before = table.state

    table.tap("Ada" if is_own else "Ben")

    expected = OWN_AND_OTHER[phase][0 if is_own else 1]
    if expected == "notice":
        assert table.is_warned
        assert before is table.state
    elif expected == "wallet":
        assert "wallet" == table.prompt.kind
        assert before is table.state
    elif expected == "bid":
        assert (ADA if is_own else BEN) == table.state.phase.leader
    else:
        assert [expected] == table.commands


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    ("meaning", "tech"),
    [
        (None, "phone"),
        (DeedCard(space("boardwalk")), "ntag"),
        (EventCard(CardId("CH16")), "ntag"),
        (ActionCard(Action.BANKER), "ntag"),
        (PlayerCard("Zoe"), "ntag"),
    ],
    ids=["phone", "deed", "event", "banker", "stranger"],
)
def test_a_tap_that_means_nothing_is_answered_and_changes_nothing(phase, meaning, tech):
    if phase == "lobby" and meaning == PlayerCard("Zoe"):
        pytest.skip("in the lobby Zoe joins")
    table = TapTable(PHASES[phase]())
    before, asked = table.state, table.prompt

    table.tap_card(meaning, tech=tech)

    assert before is table.state
    assert [] == table.requests
    assert table.is_warned
    assert any(getattr(cue, "hertz", 9999) < 300 for cue in table.cues), "the low tone"
    assert (asked.title, asked.highlight) == (table.prompt.title, table.prompt.highlight)


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "lobby"])
def test_an_unknown_card_is_said_to_be_unknown_in_mid_game(phase):
    table = TapTable(PHASES[phase]())

    table.tap_card(None)

    assert table.is_warned
    assert {} == table.enrolled


@pytest.mark.parametrize("phase", PHASES)
def test_dice_count_only_where_a_throw_is_due(phase):
    table = TapTable(PHASES[phase]())

    table.throw(3, 4)

    if phase in {"opening", "roll", "jail", "throw"}:
        assert [RecordRoll(3, 4)] == table.commands
        assert ["board:x:y:1"] == [request.id for request in table.requests]
    else:
        assert [] == table.requests
        assert table.is_warned


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("button", ["yes", "no", "menu"])
def test_a_button_alone_never_decides_for_a_player(phase, button):
    table = TapTable(PHASES[phase]())

    table.press(button)

    if (phase, button) == ("lobby", "yes"):
        assert [StartGame()] == table.commands
    elif (phase, button) == ("over", "menu"):
        assert ("Ada", "Ben") == table.state.names
        assert "lobby" == table.prompt.kind
    else:
        assert [] == table.requests


@pytest.mark.parametrize("phase", PHASES)
def test_the_first_choice_is_highlighted_and_the_knob_goes_round(phase):
    table = TapTable(PHASES[phase]())
    count = len(table.prompt.choices)
    if not count:
        table.knob(1)
        assert table.prompt.highlight is None
        return

    assert table.prompt.highlight == 0
    table.knob(-1)
    assert count - 1 == table.prompt.highlight
    table.knob(2)
    assert 1 % count == table.prompt.highlight


def test_ids_of_taps_and_of_the_clock_are_never_the_same():
    table = TapTable(auction())
    table.tap("Ben")
    first = table.requests[0].id
    table.tap("Ada")
    second = table.requests[0].id
    table.wait(11)

    assert ("tap:reader-1:1", "tap:reader-1:2") == (first, second)
    assert isinstance(table.state.phase, PurchaseOffer) is False


# Throws and the opening.


def test_throws_go_on_to_the_next_in_the_opening():
    table = TapTable(PHASES["opening"]())
    assert (ADA, "Ada: throw") == (table.prompt.player, table.prompt.title)

    table.throw(6, 4)

    assert isinstance(table.state.phase, Opening)
    assert BEN == table.prompt.player


def test_an_old_throw_and_one_die_do_not_count():
    table = TapTable(game())

    table.throw(3, 4, age_s=31)
    assert table.is_warned
    assert [] == table.requests

    table.throw(3)
    assert table.is_warned
    assert [] == table.requests


def test_the_second_throw_of_a_utility_card_pays_the_rent():
    state = utility_throw()
    if not isinstance(state.phase, UtilityThrow):
        pytest.fail(f"the card moves to the utility, not to {state.phase}")
    table = TapTable(state)

    table.throw(3, 4)

    assert 1500 + 70 == table.state.cash[BEN]


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

    assert ("Ada", "Ben") == table.state.names
    assert "on" == table.state.rules.free_parking_pot
    assert (1500, 1500) == table.state.cash


def test_who_is_out_is_told_so():
    state = after(hopeless_debt(), DeclareBankruptcy(ADA))
    table = TapTable(state)

    table.tap("Ada")

    assert "Ada is out of the game." == table.said


# The wallet.


def test_the_wallet_opens_with_nothing_highlighted_and_the_same_card_closes_it():
    table = TapTable(rich_in_light_blue())
    table.tap("Ada")
    assert ("wallet", None) == (table.prompt.kind, table.prompt.highlight)

    table.tap("Ada")

    assert "roll" == table.prompt.kind


@pytest.mark.parametrize(
    ("state", "beginning", "command"),
    [
        (rich_in_light_blue, "Build a house on Vermont", Build(ADA, LIGHT_BLUE[1])),
        (rich_in_light_blue, "Mortgage Oriental", MortgageDeed(ADA, ORIENTAL)),
        (
            lambda: after(
                rich_in_light_blue(), *(SetBuildings(space_, 4) for space_ in LIGHT_BLUE)
            ),
            "Build the hotel on Oriental",
            Build(ADA, ORIENTAL),
        ),
        (
            lambda: after(rich_in_light_blue(), SetBuildings(ORIENTAL, 1)),
            "Sell a house of Oriental",
            SellBuilding(ADA, ORIENTAL),
        ),
        (
            lambda: after(rich_in_light_blue(), SetMortgaged((ORIENTAL,), is_mortgaged=True)),
            "Lift the mortgage of Oriental",
            LiftMortgage(ADA, ORIENTAL),
        ),
    ],
    ids=["build", "mortgage", "hotel", "sell", "lift"],
)
def test_the_same_card_does_the_highlighted_thing_and_the_wallet_stays_open(
    state, beginning, command
):
    table = TapTable(state())
    table.tap("Ada")
    table.choose(beginning)
    assert table.prompt.choices[table.prompt.highlight].balance_after is not None

    table.tap("Ada")

    assert [command] == table.commands
    assert ("wallet", ADA, None) == (
        table.prompt.kind,
        table.prompt.player,
        table.prompt.highlight,
    )


def test_a_deed_card_selects_what_can_be_done_with_it():
    table = TapTable(rich_in_light_blue())
    table.tap("Ada")

    table.tap_card(DeedCard(LIGHT_BLUE[2]))
    assert "Build a house on Connecticut Avenue" == table.highlighted
    table.tap_card(DeedCard(LIGHT_BLUE[2]))

    assert "Mortgage Connecticut Avenue" == table.highlighted


def test_another_card_opens_its_own_wallet_instead():
    table = TapTable(rich_in_light_blue())

    table.tap("Ada", "Chiara")

    assert ("wallet", CHIARA) == (table.prompt.kind, table.prompt.player)


def test_a_wallet_lapses_and_every_touch_starts_its_time_again():
    table = TapTable(rich_in_light_blue())
    table.tap("Ada")
    table.wait(15)
    table.knob(1)
    table.wait(15)
    assert "wallet" == table.prompt.kind

    table.wait(6)

    assert "roll" == table.prompt.kind
    assert "The wallet is closed." in table.said


def test_a_throw_closes_the_wallet_and_counts():
    table = TapTable(rich_in_light_blue())
    table.tap("Ben")

    table.throw(1, 2)

    assert [RecordRoll(1, 2)] == table.commands
    assert "wallet" != table.prompt.kind


def test_a_wallet_shows_only_its_players_own():
    table = TapTable(rich_in_light_blue())

    table.tap("Ben")

    assert () == table.prompt.choices


def test_no_closes_the_wallet():
    table = TapTable(rich_in_light_blue())
    table.tap("Ada")

    table.press("no")

    assert "roll" == table.prompt.kind
