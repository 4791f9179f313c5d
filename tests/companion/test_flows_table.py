"""The whole table: whatever is asked, whatever is tapped, something answers and has a way out."""

import itertools

import pytest
from support.positions import (
    LIGHT_BLUE,
    ORIENTAL,
    auction,
    debt,
    hopeless_debt,
    jailed,
    offer,
    over,
    real_card,
    tax,
    utility_throw,
)
from support.taps import ADA, BEN, TapTable, after, game, lobby, space

from companion.flows import inputs as i
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, PlayerCard
from companion.protocol import Prompt
from engine.commands import ChooseRule, DeclineDeed, RecordRoll, StartGame, WantBuildings
from engine.corrections import SetCash, SetOwner, SetSupply, SetTurn
from engine.ids import CardId

BANKER = ActionCard(Action.BANKER)


def payment(mode: str):
    """Ada owes Ben a rent that waits for a card."""
    return after(
        lobby("Ada", "Ben", "Chiara"),
        ChooseRule("rent_mode", mode),
        SetTurn(ADA),
        SetOwner(BEN, (ORIENTAL,)),
        RecordRoll(2, 4),
    )


def shortage():
    """Two may build, and there is one house."""
    return game(
        SetOwner(ADA, LIGHT_BLUE),
        SetOwner(BEN, (space("boardwalk"), space("park-place"))),
        SetSupply(1, 12),
        WantBuildings(ADA, 1),
    )


POSITIONS = {
    "lobby": lambda: lobby("Ada", "Ben", "Chiara"),
    "opening": lambda: after(lobby("Ada", "Ben", "Chiara"), StartGame()),
    "roll": lambda: game(SetOwner(ADA, LIGHT_BLUE)),
    "jail": jailed,
    "offer": offer,
    "no money": lambda: game(SetCash(ADA, 20), RecordRoll(2, 4)),
    "auction": auction,
    "seat order": lambda: after(
        lobby("Ada", "Ben", "Chiara"),
        ChooseRule("auction_order", "seat_order"),
        SetTurn(ADA),
        RecordRoll(2, 4),
        DeclineDeed(),
    ),
    "tax": tax,
    "card": real_card,
    "ask": lambda: payment("ask"),
    "teach": lambda: payment("teach"),
    "debt": debt,
    "ruin": hopeless_debt,
    "throw": utility_throw,
    "want": shortage,
    "over": over,
}


# What lies over the game: how hands get there, from which position.
OVERS = {
    "menu": ("MENU",),
    "pause": ("MENU", "Pause"),
    "sound": ("MENU", "Sound"),
    "language": ("MENU", "Language"),
    "places": ("MENU", "Where everything belongs"),
    "stop": ("MENU", "Stop"),
    "away": ("MENU", "Stop", "way:Go on another day", "tap:Ben", "banker"),
    "locked": ("MENU", "Put right"),
    "whom": ("MENU", "Put right", "banker"),
    "whose": ("MENU", "Put right", "banker", "tap:Ben"),
    "amount": ("MENU", "Put right", "banker", "tap:Ben", "banker"),
    "supply": ("MENU", "Put right", "banker", "way:The bank's houses", "banker"),
    "why": ("MENU", "Put right", "banker", "tap:Ben", "banker", "banker"),
    "comes": ("MENU", "Someone comes"),
    "guest": ("MENU", "Someone comes", "new"),
    "goes": ("MENU", "Someone goes"),
    "leaves": ("MENU", "Someone goes", "tap:Ben"),
    "reseat": ("MENU", "Change seats"),
    "seats taken": ("MENU", "Change seats", "tap:Chiara", "tap:Ben"),
    "all seated": ("MENU", "Change seats", "tap:Chiara", "tap:Ben", "tap:Ada"),
    "wallet": ("tap:Ada",),
    "modes": ("tap:Ada", "way:How payments go", "tap:Ada"),
    "trade": ("tap:Ada", "way:Trade", "tap:Ben"),
    "sum": ("tap:Ada", "way:Trade", "tap:Ben", "way:Money", "tap:Ben"),
    "promise": ("tap:Ada", "way:Trade", "tap:Ben", "way:A promise", "tap:Ben"),
    "enrolling": ("unknown", "banker"),
    "resume": ("off and on",),
    "aside": ("off and on", "NO"),
}

TAPS = {
    "own card": lambda table: table.tap("Ada"),
    "another's card": lambda table: table.tap("Ben"),
    "a third card": lambda table: table.tap("Chiara"),
    "stranger": lambda table: table.tap_card(PlayerCard("Zoe"), uid="04AB"),
    "unknown": lambda table: table.tap_card(None, uid="04AC"),
    "phone": lambda table: table.tap_card(None, tech=i.PHONE),
    "bank card": lambda table: table.tap_card(None, tech=i.BANK_CARD),
    "banker": lambda table: table.tap_card(BANKER),
    "undo": lambda table: table.tap_card(ActionCard(Action.UNDO)),
    "pass": lambda table: table.tap_card(ActionCard(Action.PASS)),
    "menu card": lambda table: table.tap_card(ActionCard(Action.MENU)),
    "deed": lambda table: table.tap_card(DeedCard(ORIENTAL)),
    "another deed": lambda table: table.tap_card(DeedCard(space("boardwalk"))),
    "event": lambda table: table.tap_card(EventCard(CardId("CC01"))),
    "YES": lambda table: table.press("yes"),
    "NO": lambda table: table.press("no"),
    "MENU": lambda table: table.press("menu"),
    "knob": lambda table: table.knob(1),
    "dice": lambda table: table.throw(3, 4),
    "one die": lambda table: table.throw(3),
    "cocked": lambda table: table.do(i.DiceUnread("COCKED")),
}


def led(table: TapTable, steps: tuple[str, ...]) -> TapTable:
    """Let hands do *steps*."""
    for step in steps:
        kind, _, what = step.partition(":")
        match kind:
            case "MENU":
                table.press("menu")
            case "NO":
                table.press("no")
            case "tap":
                table.tap(what)
            case "way":
                table.choose(what)
            case "banker":
                table.tap_card(BANKER)
            case "new":
                table.tap_card(PlayerCard("Zoe"))
            case "unknown":
                table.tap_card(None, uid="04AC")
            case "off and on":
                table.do(i.StateChanged("boot"))
            case way:
                table.choose(way)
                table.press("yes")
    return table


def asked(prompt: Prompt) -> tuple:
    return (
        *(prompt.kind, prompt.player, prompt.title, prompt.detail),
        *(prompt.amount, prompt.highlight, prompt.side),
    )


def is_answered(table: TapTable, tap: str) -> bool:
    """Do *tap*; return whether a command, another prompt, a sentence or a tone came of it."""
    before = asked(table.prompt), table.prompt.seconds_left
    TAPS[tap](table)
    return bool(
        table.requests
        or table.notices
        or table.cues
        or (asked(table.prompt), table.prompt.seconds_left) != before
    )


@pytest.mark.parametrize("tap", TAPS)
@pytest.mark.parametrize("position", POSITIONS)
def test_every_tap_in_every_phase_is_answered(position, tap):
    assert is_answered(TapTable(POSITIONS[position]()), tap)


@pytest.mark.parametrize("lying", OVERS)
def test_every_tap_over_everything_begun_is_answered(lying):
    ignored = [
        tap
        for tap in TAPS
        if not is_answered(led(TapTable(POSITIONS["roll"]()), OVERS[lying]), tap)
    ]

    assert [] == ignored


@pytest.mark.parametrize("lying", OVERS)
def test_everything_begun_has_a_way_out(lying):
    table = led(TapTable(POSITIONS["roll"]()), OVERS[lying])
    assert "roll" != table.prompt.kind, "something lies there"

    for way_out in itertools.islice(itertools.cycle(("no", "no", "yes", "no")), 12):
        if table.prompt.kind in {"roll", "lobby"}:
            break
        table.press(way_out)

    assert table.prompt.kind in {"roll", "lobby"}
    assert not any(isinstance(command, RecordRoll) for command in table.commands)


WAITS = {"pause", "away", "resume", "aside"}


@pytest.mark.parametrize("lying", [lying for lying in OVERS if lying not in WAITS])
def test_what_a_player_began_ends_by_itself_with_a_sentence(lying):
    table = led(TapTable(POSITIONS["roll"]()), OVERS[lying])
    assert table.prompt.seconds_left is not None

    table.wait(table.prompt.seconds_left + 0.1)

    assert table.notices
    assert [] == table.requests


@pytest.mark.parametrize("position", [name for name in POSITIONS if name not in {"lobby", "over"}])
def test_what_the_game_asks_waits_for_ever_or_is_a_count_of_the_rules(position):
    table = TapTable(POSITIONS[position]())

    table.wait(300)

    allowed = {"auction", "want"}
    assert bool(table.requests) == (position in allowed)


@pytest.mark.parametrize("position", [name for name in POSITIONS if name not in {"lobby", "over"}])
def test_the_wallet_is_always_there_where_one_player_is_asked(position):
    table = TapTable(POSITIONS[position]())
    if table.prompt.player is None:
        return
    if position in {"opening", "roll", "throw"}:
        table.tap(table.state.names[table.prompt.player])
    else:
        table.choose("My wallet")
        table.tap(table.state.names[table.prompt.player])

    assert "wallet" == table.prompt.kind
    table.press("no")
    assert "wallet" != table.prompt.kind
