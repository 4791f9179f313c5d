"""Every phase by every kind of tap: each is a command, another prompt, or a sentence."""

import pytest
from support.positions import (
    ORIENTAL,
    auction,
    debt,
    jailed,
    offer,
    over,
    real_card,
    tax,
    utility_throw,
)
from support.taps import ADA, BEN, TapTable, after, game, lobby, space

from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, PlayerCard
from engine.commands import (
    BuyDeed,
    ChooseTax,
    MortgageDeed,
    RecordRoll,
    ReportCard,
    SeatPlayers,
    StartGame,
)
from engine.ids import CardId
from engine.phases import Opening, PurchaseOffer, UtilityThrow

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


CONFIRMED = {"offer", "tax", "card", "debt"}
MEANINGLESS = {
    "phone": (None, "phone"),
    "deed": (DeedCard(space("boardwalk")), "ntag"),
    "event": (EventCard(CardId("CH16")), "ntag"),
    "banker": (ActionCard(Action.BANKER), "ntag"),
    "stranger": (PlayerCard("Zoe"), "ntag"),
}


@pytest.mark.parametrize(
    ("phase", "kind"),
    [
        (phase, kind)
        for phase in PHASES
        for kind in MEANINGLESS
        if (phase, kind) != ("lobby", "stranger")  # who joins there
        if kind != "banker" or phase not in CONFIRMED  # for who is absent
    ],
)
def test_a_tap_that_means_nothing_is_answered_and_changes_nothing(phase, kind):
    meaning, tech = MEANINGLESS[kind]
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

    assert [] == table.requests
    if (phase, button) == ("lobby", "yes"):
        assert "start" == table.prompt.kind
    elif button == "menu":
        assert "menu" == table.prompt.kind


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


def test_in_the_opening_it_is_said_what_the_throws_decide_and_then_who_begins():
    table = TapTable(PHASES["opening"]())
    assert "The highest throw begins; equal ones throw again" == table.prompt.detail
    table.throw(1, 2)
    table.throw(5, 6)
    assert "" == table.said

    table.throw(3, 4)

    assert "Ben threw highest and begins." == table.said


@pytest.mark.parametrize("phase", ["offer", "tax", "auction", "card"])
def test_yes_that_decides_nothing_is_answered(phase):
    table = TapTable(PHASES[phase]())

    table.press("yes")

    assert "YES decides nothing here: tap a card." == table.said


@pytest.mark.parametrize(
    ("phase", "words"), [("roll", "Ada: throw"), ("jail", "Ada: out of jail?")]
)
def test_yes_where_dice_are_due_says_what_is_asked(phase, words):
    table = TapTable(PHASES[phase]())

    table.press("yes")

    assert (words, False) == (table.said, table.is_warned)


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
