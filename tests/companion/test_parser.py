"""The console language: every verb is read, every wrong word is named (`docs/console.md`)."""

import re
from pathlib import Path

import pytest

from companion.console.cases import play_case
from companion.console.help_text import USAGES, help_text
from companion.console.parser import (
    CASE_VERBS,
    CHANGING,
    CONSOLE_VERBS,
    TABLE_VERBS,
    complete,
    interpret,
    interpret_case,
)
from companion.console.requests import (
    Ask,
    Blank,
    Expect,
    Help,
    LetPass,
    MustBeRefused,
    NewGame,
    Preview,
    Quit,
    RedoLines,
    RereadCard,
    RereadDice,
    SaidBy,
    Show,
    StrikeThrow,
    TableLine,
    UndoLines,
    UseEdition,
    WrongLine,
)
from companion.editions import load_edition
from engine import commands as c
from engine import corrections as k
from engine.board import Deck
from engine.events import PhaseEntered, PlayersSeated
from engine.evolve import evolve
from engine.ids import BANK
from engine.phases import CardDrawn
from engine.reasons import Dues
from engine.state import new_state

ADA, BEN, LOVELACE = 0, 1, 2
FRESH = new_state(load_edition("us"))
SEATED = evolve(FRESH, [PlayersSeated(("Ada", "Ben", "Ada Lovelace"))])
LIGHT_BLUE, RAILROADS = (
    next(i for i, group in enumerate(FRESH.edition.groups) if group.slug == slug)
    for slug in ("light-blue", "railroads")
)

COMMANDS = {
    "deal boardwalk @1 go": c.StackDeeds((39, 1, 0)),
    "rule rent_claim next_player": c.ChooseRule("rent_claim", "next_player"),
    "rule deal_count 2": c.ChooseRule("deal_count", "2"),
    "rule preset by-the-book": c.ChooseRule("preset", "by-the-book"),
    'players Ada "Ben Nevis" cleo': c.SeatPlayers(("Ada", "Ben Nevis", "cleo")),
    "banker Zoe": c.NameBanker("Zoe"),
    "start": c.StartGame(),
    "turn Ben": k.SetTurn(BEN),
    "turn Ben doubles 2": k.SetTurn(BEN, 2),
    "cash Ada 0": k.SetCash(ADA, 0),
    "transfer Ada Ben 20": k.TransferMoney(ADA, BEN, 20),
    "transfer bank Ben 20": k.TransferMoney(BANK, BEN, 20),
    "transfer Ben bank 20": k.TransferMoney(BEN, BANK, 20),
    "at Ada boardwalk": k.PlaceToken(ADA, 39),
    "jail Ben": k.JailPlayer(BEN, 0),
    "jail Ben 2": k.JailPlayer(BEN, 2),
    "free Ben": k.FreePlayer(BEN),
    "owner Ben kentucky indiana": k.SetOwner(BEN, (21, 23)),
    "owner bank kentucky": k.SetOwner(BANK, (21,)),
    "mortgaged reading water": k.SetMortgaged((5, 28), is_mortgaged=True),
    "unmortgaged reading": k.SetMortgaged((5,), is_mortgaged=False),
    "houses kentucky 4": k.SetBuildings(21, 4),
    "hotel kentucky": k.SetBuildings(21, 5),
    "supply 3 12": k.SetSupply(3, 12),
    "jailcard Ada chance": k.SetJailCard(ADA, Deck.CHANCE),
    "jailcard bank chest": k.SetJailCard(BANK, Deck.CHEST),
    "deck chance CH01 ch16": k.StackDeck(Deck.CHANCE, ("CH01", "CH16")),
    "deck chest CC05": k.StackDeck(Deck.CHEST, ("CC05",)),
    "pot 5": k.SetPot(5),
    "roll 3 4": c.RecordRoll(3, 4),
    "buy": c.BuyDeed(),
    "decline": c.DeclineDeed(),
    "bid Ben 10": c.PlaceBid(BEN, 10),
    "pass Ben": c.PassBid(BEN),
    "close": c.CloseBidding(),
    "claim Ben": c.ClaimRent(BEN),
    "draw CC12": c.ReportCard("CC12"),
    "tax flat": c.ChooseTax(by_percent=False),
    "tax percent": c.ChooseTax(by_percent=True),
    "confirm Ben": c.ConfirmPayment(BEN),
    "say Ben 14": c.SayAmount(BEN, 14),
    "giveback Ben": c.GiveBackRent(BEN),
    'promise Ada Ben "free visits on orange"': c.MakePromise(ADA, BEN, "free visits on orange"),
    "mode Ben rent ask": c.ChooseMode(BEN, Dues.RENT, "ask"),
    "mode Ben salary teach": c.ChooseMode(BEN, Dues.SALARY, "teach"),
    "mode Ben card auto": c.ChooseMode(BEN, Dues.CARD, "auto"),
    "mode Ben tax table": c.ChooseMode(BEN, Dues.TAX, ""),
    "join Zoe": c.JoinGame("Zoe"),
    "join Zoe after Ada": c.JoinGame("Zoe", ADA),
    "leave Ben": c.LeaveGame(BEN),
    "takeover Ben Zoe": c.TakeOverSeat(BEN, "Zoe"),
    'seats Ben "Ada Lovelace" Ada': c.ChangeSeats((BEN, LOVELACE, ADA)),
    "seats Ben": c.ChangeSeats((BEN,)),
    "stop round": c.StopGame(after_round=True),
    "choose pay": c.ChooseCard(pays=True),
    "choose chance": c.ChooseCard(pays=False),
    "pay": c.PayDebt(),
    "fine Ada": c.PayFine(ADA),
    "usecard Ada": c.UseJailCard(ADA),
    "usecard Ada chest": c.UseJailCard(ADA, Deck.CHEST),
    "build Ada kentucky": c.Build(ADA, 21, 1),
    "build Ada kentucky 3": c.Build(ADA, 21, 3),
    "sell Ada kentucky": c.SellBuilding(ADA, 21, 1),
    "sell Ada kentucky 2": c.SellBuilding(ADA, 21, 2),
    "sellgroup Ada light-blue 1 0 0": c.SellGroup(ADA, LIGHT_BLUE, (1, 0, 0)),
    "sellgroup Ada railroads 0 0 0 0": c.SellGroup(ADA, RAILROADS, (0, 0, 0, 0)),
    "want Ben 2": c.WantBuildings(BEN, 2),
    "want Ben 2 houses": c.WantBuildings(BEN, 2),
    "want Ben 1 hotels": c.WantBuildings(BEN, 1, is_hotel=True),
    "place Ben oriental": c.PlaceBuilding(BEN, 6),
    "mortgage Ada reading": c.MortgageDeed(ADA, 5),
    "lift Ada reading": c.LiftMortgage(ADA, 5),
    "bankrupt Ada": c.DeclareBankruptcy(ADA),
    "resign Ada": c.Resign(ADA),
    "stop": c.StopGame(),
    "trade Ada gives 50 reading to Ben for jailcard-chest": c.Trade(
        (ADA, BEN),
        (
            c.TradeItem(ADA, BEN, money=50),
            c.TradeItem(ADA, BEN, space=5),
            c.TradeItem(BEN, ADA, card=Deck.CHEST),
        ),
    ),
    "trade Ada gives reading to Ben for nothing lifting reading": c.Trade(
        (ADA, BEN), (c.TradeItem(ADA, BEN, space=5),), (5,)
    ),
    'deal Ada: reading to Ben, Ben: 9 to "Ada Lovelace", "Ada Lovelace": nothing to Ada': c.Trade(
        (ADA, BEN, LOVELACE),
        (c.TradeItem(ADA, BEN, space=5), c.TradeItem(BEN, LOVELACE, money=9)),
    ),
}
OTHERS = {
    "edition nl": UseEdition("nl"),
    "new": NewGame(),
    "dice 3 4": RereadDice(3, 4),
    "card CC05": RereadCard("CC05"),
    "strike": StrikeThrow(),
    "wait 5": TableLine(("wait", "5")),
    "undo": UndoLines(1),
    "undo 3": UndoLines(3),
    "redo 2": RedoLines(2),
    "show": Show(),
    "help": Help(),
    "help sellgroup": Help("sellgroup"),
    "quit": Quit(),
    "preview buy": Preview(Ask(c.BuyDeed())),
    "": Blank(),
    "   # only a comment": Blank(),
    "tap #04A2 reader-1 # a stray one": TableLine(("tap", "#04A2", "reader-1")),
    "throw 3 cocked": TableLine(("throw", "3", "cocked")),
    "press yes": TableLine(("press", "yes")),
}
EXPECTATIONS = {
    "expect Ada cash 5": Expect("cash", ADA, "5", "Ada cash 5"),
    "expect Ada at boardw": Expect("at", ADA, "boardwalk", "Ada at boardwalk"),
    "expect Ada worth 70": Expect("worth", ADA, "70", "Ada worth 70"),
    "expect Ada deeds 2": Expect("deeds", ADA, "2", "Ada deeds 2"),
    "expect Ada jailed": Expect("standing", ADA, "jailed", "Ada jailed"),
    "expect Ada free": Expect("standing", ADA, "free", "Ada free"),
    "expect Ada in": Expect("standing", ADA, "in", "Ada in"),
    "expect Ada out": Expect("standing", ADA, "out", "Ada out"),
    "expect reading owner bank": Expect("owner", 5, "bank", "reading owner bank"),
    "expect @5 owner Ben": Expect("owner", 5, "Ben", "reading owner Ben"),
    "expect bo owner Ben": Expect("owner", 39, "Ben", "boardwalk owner Ben"),
    "expect kentucky houses 3": Expect("buildings", 21, "houses 3", "kentucky houses 3"),
    "expect kentucky hotel": Expect("buildings", 21, "hotel", "kentucky hotel"),
    "expect reading mortgaged": Expect("mortgage", 5, "mortgaged", "reading mortgaged"),
    "expect reading unmortgaged": Expect("mortgage", 5, "unmortgaged", "reading unmortgaged"),
    "expect supply 3 12": Expect("supply", -1, "3 12", "supply 3 12"),
    "expect pot 7": Expect("pot", -1, "7", "pot 7"),
    "expect jailcard bank chest": Expect("jailcard", 1, "bank", "jailcard bank chest"),
    "expect turn Ben": Expect("turn", -1, "Ben", "turn Ben"),
    "expect waiting over": Expect("waiting", -1, "over", "waiting over"),
    "expect debt Ada 5": Expect("debt", -1, "Ada 5", "debt Ada 5"),
    "expect winner Ben": Expect("winner", -1, "Ben", "winner Ben"),
    'expect promise Ada Ben "tea"': Expect("promise", -1, 'Ada Ben "tea"', 'promise Ada Ben "tea"'),
}
WRONG = {
    "rolll": (1, "rolll", "roll"),
    "csh Ada 5": (1, "csh", "cash"),
    "cash Adda 5": (6, "Adda", "Ada"),
    "cash": (5, "", ""),
    "cash Ada": (9, "", ""),
    "cash Ada five": (10, "five", ""),
    "cash Ada $5": (10, "$5", ""),
    "cash Ada 5.5": (10, "5.5", ""),
    "cash Ada 5 6": (12, "6", ""),
    "cash  Ada   5    6": (18, "6", ""),
    "at Ada boardwlak": (8, "boardwlak", "boardwalk"),
    "at Ada @40": (8, "@40", ""),
    "at Ada pa": (8, "pa", ""),
    "transfer bnak Ben 5": (10, "bnak", "bank"),
    "turn Ada dobles 1": (10, "dobles", "doubles"),
    "houses kentucky 5": (17, "5", ""),
    "jailcard Ada chess": (14, "chess", "chest"),
    "deck chance CX01": (13, "CX01", "CH01"),
    "rule rent_clam auto": (6, "rent_clam", "rent_claim"),
    "rule rent_claim aut": (17, "aut", "auto"),
    "rule deal_count 10": (17, "10", ""),
    "rule preset familly": (13, "familly", "family"),
    "stop rond": (6, "rond", "round"),
    "mode Ben rents ask": (10, "rents", "rent"),
    "mode Ben rent asks": (15, "asks", "ask"),
    "join Zoe afer Ada": (10, "afer", "after"),
    "seats Ada Bne": (11, "Bne", "Ben"),
    "card CX05": (6, "CX05", "CH05"),
    "tax precent": (5, "precent", "percent"),
    "want Ben 1 hotel": (12, "hotel", "hotels"),
    "sellgroup Ada light-bleu 0 0 0": (15, "light-bleu", "light-blue"),
    "sellgroup Ada light-blue 0 0": (29, "", ""),
    "trade Ada give 5 to Ben for nothing": (11, "give", ""),
    "trade Ada gives readng to Ben for 5": (17, "readng", "reading"),
    "undo 0": (6, "0", ""),
    "roll 3 4 -- a reason": (10, "--", ""),
    'players Ada "Ben': (13, '"Ben', ""),
    'players "Ada"Ben': (14, "Ben", ""),
    "expect Ada cash 5": (1, "expect", ""),
    "help csh": (6, "csh", "cash"),
}
WRONG_IN_CASES = {
    "expect": (7, "", ""),
    "expect Adda cash 5": (8, "Adda", "Ada"),
    "expect Ada csh 5": (12, "csh", "cash"),
    "expect Ada": (11, "", ""),
    "expect kentucky huoses 5": (17, "huoses", "houses"),
    "expect waiting rol": (16, "rol", "roll"),
    "expect tunr Ada": (8, "tunr", "turn"),
    "as Ada cash 5": (4, "Ada", ""),
    "as Ada: expect Ada cash 5": (9, "expect", "pot"),
    "as Ada: refuse byu": (16, "byu", "buy"),
    "refuse MOVE-8: byu": (16, "byu", "buy"),
    "refuse expect Ada cash 5": (8, "expect", "pot"),
    "show": (1, "show", "throw"),
}


@pytest.mark.parametrize(("line", "command"), COMMANDS.items(), ids=list(COMMANDS))
def test_a_line_becomes_its_command(line, command):
    assert Ask(command) == interpret(line, SEATED)
    assert Ask(command) == interpret_case(line, SEATED)


@pytest.mark.parametrize(("line", "request_"), OTHERS.items(), ids=list(OTHERS))
def test_a_line_becomes_its_request(line, request_):
    assert request_ == interpret(line, SEATED)


@pytest.mark.parametrize(("line", "expectation"), EXPECTATIONS.items(), ids=list(EXPECTATIONS))
def test_an_expectation_is_read(line, expectation):
    assert expectation == interpret_case(line, SEATED)


@pytest.mark.parametrize(("line", "place"), WRONG.items(), ids=list(WRONG))
def test_a_wrong_line_names_the_word_and_the_nearest(line, place):
    wrong = interpret(line, SEATED)

    assert isinstance(wrong, WrongLine)
    assert place == (wrong.column, wrong.word, wrong.nearest)
    assert wrong.word.removeprefix('"') in wrong.sentence
    assert wrong.nearest in wrong.sentence


@pytest.mark.parametrize(("line", "place"), WRONG_IN_CASES.items(), ids=list(WRONG_IN_CASES))
def test_a_wrong_line_of_a_case_names_the_word_and_the_nearest(line, place):
    wrong = interpret_case(line, SEATED)

    assert isinstance(wrong, WrongLine)
    assert place == (wrong.column, wrong.word, wrong.nearest)


def test_every_verb_is_read_somewhere_above():
    read = {line.split()[0] for line in (*COMMANDS, *OTHERS, *EXPECTATIONS) if line.strip(" #")}
    read |= {"as", "refuse"}

    missing = {*CHANGING, *CONSOLE_VERBS, *CASE_VERBS} - read

    assert set() == missing
    assert read - {"#"} <= {*CHANGING, *CONSOLE_VERBS, *CASE_VERBS, *TABLE_VERBS}


def test_help_knows_every_verb():
    assert {*CHANGING, *CONSOLE_VERBS} == set(USAGES)
    assert all(usage.split()[0] == verb for verb, (usage, _) in USAGES.items())
    assert all(usage in help_text() for usage, _ in USAGES.values())
    assert "buy  take the offer" == help_text("buy")


def test_in_a_case_wait_says_how_long():
    assert LetPass(60) == interpret_case("wait 60", SEATED)
    assert LetPass(2.5) == interpret_case("wait 2.5", SEATED)
    assert MustBeRefused("MOVE-8", LetPass(60)) == interpret_case("refuse MOVE-8: wait 60", SEATED)


def test_a_player_says_a_line_instead_of_the_banker():
    cash = Ask(k.SetCash(BEN, 5))

    assert SaidBy(BEN, cash) == interpret_case("as Ben: cash Ben 5", SEATED)
    assert SaidBy(LOVELACE, cash) == interpret_case('as "Ada Lovelace": cash Ben 5', SEATED)


def test_a_refusal_is_expected_with_and_without_its_rule():
    build = Ask(c.Build(ADA, 21))

    assert MustBeRefused("", build) == interpret_case("refuse build Ada kent", SEATED)
    assert MustBeRefused("BUILD-8", build) == interpret_case(
        "refuse BUILD-8: build Ada kentucky", SEATED
    )
    assert MustBeRefused("BANKER-2", SaidBy(BEN, build)) == interpret_case(
        "refuse BANKER-2: as Ben: build Ada kentucky", SEATED
    )


def test_case_does_not_matter_at_the_keyboard():
    assert Ask(k.SetCash(ADA, 5)) == interpret("CASH ada 5", SEATED)
    assert Ask(k.PlaceToken(BEN, 39)) == interpret("At BEN BoardWalk", SEATED)


def test_an_exact_name_wins_over_a_longer_one_that_it_begins():
    assert Ask(k.PlaceToken(ADA, 34)) == interpret("at Ada pennsylvania", SEATED)
    assert Ask(k.PlaceToken(LOVELACE, 15)) == interpret('at "Ada L" pennsylvania-', SEATED)


def test_a_prefix_that_fits_two_names_both():
    wrong = interpret("at Ada penn", SEATED)

    assert "pennsylvania-rr, pennsylvania" in wrong.sentence


def test_a_reason_stands_after_two_hyphens():
    asked = interpret('cash Ada 5 -- Ben\'s "change" # later', SEATED)

    assert Ask(k.SetCash(ADA, 5), note='Ben\'s "change"') == asked
    assert UndoLines(2, note="a slip") == interpret("undo 2 -- a slip", SEATED)
    assert RereadDice(3, 3, note="cocked") == interpret("dice 3 3 -- cocked", SEATED)


def test_nobody_is_a_player_before_the_players_are_named():
    wrong = interpret("cash Ada 5", FRESH)

    assert (6, "Ada") == (wrong.column, wrong.word)
    assert "nobody is seated" in wrong.sentence


def test_a_card_is_drawn_from_the_deck_that_waits():
    waits = evolve(SEATED, [PhaseEntered(CardDrawn(ADA, Deck.CHANCE))])

    assert "CH12" == interpret("draw CX12", waits).nearest
    assert Ask(c.ReportCard("CC12")) == interpret("draw CC12", waits), "for the rule to refuse"


@pytest.mark.parametrize(
    ("begun", "words"),
    [
        ("bu", {"build", "buy"}),
        ("cash ", {"Ada", "Ben", '"Ada Lovelace"'}),
        ("at Ada penn", {"pennsylvania", "pennsylvania-rr"}),
        ("turn Ada ", {"doubles"}),
        ("seats Ben ", {"Ada", '"Ada Lovelace"'}),
        ("trade Ada gives reading t", {"tennessee", "to"}),
        ("rule hotel_after ", {"4", "3"}),
        ("cash Adda ", set()),
    ],
)
def test_completion_offers_what_could_stand_there(begun, words):
    assert words == set(complete(begun, SEATED))


def test_the_page_names_every_verb_and_its_example_holds():
    page = (Path(__file__).parents[2] / "docs" / "console.md").read_text("utf-8")
    named = {code.split()[0] for code in re.findall(r"`([^`\n]+)`", page)}
    example = page.split("```")[1].strip()

    assert {*CHANGING, *CONSOLE_VERBS, *CASE_VERBS} <= named
    assert play_case(example, "docs/console.md").failure is None
