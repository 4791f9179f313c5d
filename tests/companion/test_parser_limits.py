"""Where the console language ends and the rules begin: numbers, lengths, either order."""

import pytest

from companion.console.parser import (
    CASE_VERBS,
    CHANGING,
    CONSOLE_VERBS,
    TABLE_VERBS,
    interpret,
    interpret_case,
)
from companion.console.reader import MONEY_MAX
from companion.console.requests import Ask, MustBeRefused, SaidBy, TableLine, WrongLine
from companion.editions import load_edition
from engine import commands as c
from engine import corrections as k
from engine.board import Deck
from engine.decide import decide
from engine.events import PlayersSeated
from engine.evolve import evolve
from engine.refusals import Refusal, Refused
from engine.rules.setup import RESERVED_WORDS
from engine.state import new_state

ADA, BEN = 0, 1
LIGHT_BLUE = 1
SEATED = evolve(new_state(load_edition("us")), [PlayersSeated(("Ada", "Ben", "Ada Lovelace"))])

FOR_THE_RULES_TO_REFUSE = {
    "cash Ada -5": k.SetCash(ADA, -5),
    "bid Ben 99999999999999999999": c.PlaceBid(BEN, MONEY_MAX),
    "bid Ben -99999999999999999999": c.PlaceBid(BEN, -MONEY_MAX),
    "roll -1 99999999999999999999": c.RecordRoll(-1, MONEY_MAX),
    "build Ada kentucky -1": c.Build(ADA, 21, -1),
    "want Ben -1": c.WantBuildings(BEN, -1),
    "supply -1 5": k.SetSupply(-1, 5),
    "jail Ada 3": k.JailPlayer(ADA, 3),
    "turn Ada doubles 3": k.SetTurn(ADA, 3),
    "sellgroup Ada light-blue -1 0 9": c.SellGroup(ADA, LIGHT_BLUE, (-1, 0, 9)),
    "deck chance CC01": k.StackDeck(Deck.CHANCE, ("CC01",)),
    "trade Ada gives -5 to Ben for nothing": c.Trade(
        (ADA, BEN), (c.TradeItem(ADA, BEN, money=-5),)
    ),
}
"""Numbers and cards that are some, though none that could go well here."""


@pytest.mark.parametrize(("line", "command"), FOR_THE_RULES_TO_REFUSE.items())
def test_what_can_never_be_is_left_to_the_rules(line, command):
    assert Ask(command) == interpret(line, SEATED)
    assert isinstance(decide(SEATED, command), Refused)


def test_nothing_given_may_be_written_as_0():
    assert interpret("trade Ada gives reading to Ben for nothing", SEATED) == interpret(
        "trade Ada gives reading to Ben for 0", SEATED
    )


def test_a_group_goes_by_its_printed_name_too():
    london = evolve(new_state(load_edition("gb")), [PlayersSeated(("Ada", "Ben"))])

    assert interpret("sellgroup Ada brown 0 0", london) == interpret(
        "sellgroup Ada dark-purple 0 0", london
    )


def test_a_reason_may_follow_its_dashes_at_once():
    assert Ask(k.SetCash(ADA, 5), "misread") == interpret("cash Ada 5 --misread", SEATED)


def test_as_and_refuse_stand_in_either_order():
    said = SaidBy(BEN, Ask(k.SetCash(ADA, 5)))

    assert MustBeRefused("BANKER", said) == interpret_case(
        "refuse BANKER: as Ben: cash Ada 5", SEATED
    )
    assert MustBeRefused("BANKER", said) == interpret_case(
        "as Ben: refuse BANKER: cash Ada 5", SEATED
    )


@pytest.mark.parametrize(
    "line", ["players " + "x " * 9999, "owner Ada " + "go " * 9999, "cash Ada 5 -- " + "x" * 9999]
)
def test_a_line_that_never_ends_is_wrong(line):
    wrong = interpret(line, SEATED)

    assert isinstance(wrong, WrongLine)
    assert "letters" in wrong.sentence


def test_a_long_comment_harms_nothing():
    assert Ask(c.BuyDeed()) == interpret("buy # " + "x" * 9999, SEATED)


def test_a_tag_s_number_is_no_comment_after_as_either():
    tapped = interpret_case("refuse as Ada: tap #04A2", SEATED)

    assert isinstance(tapped, MustBeRefused)
    assert TableLine(("tap", "#04A2")) == tapped.request.request


def test_players_1_no_player_goes_by_a_verb():
    assert {*CHANGING, *CONSOLE_VERBS, *CASE_VERBS, *TABLE_VERBS} <= RESERVED_WORDS


def test_an_accent_may_come_apart_from_its_letter():
    apart, whole = "Jose\u0301", "Jos\u00e9"
    state = evolve(new_state(load_edition("us")), [PlayersSeated((whole, "Ben"))])

    assert Ask(k.SetCash(ADA, 5)) == interpret(f"cash {apart} 5", state)
    twice = decide(new_state(load_edition("us")), c.SeatPlayers((whole, apart)))
    assert Refused(Refusal.NAME_TAKEN) == twice
