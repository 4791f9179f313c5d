"""Positions that the tests of the flows begin from."""

from support.taps import ADA, BEN, after, game, lobby, space

from engine.board import Deck
from engine.commands import ChooseRule, DeclareBankruptcy, DeclineDeed, RecordRoll
from engine.corrections import JailPlayer, PlaceToken, SetCash, SetOwner, SetTurn, StackDeck
from engine.ids import CardId
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
