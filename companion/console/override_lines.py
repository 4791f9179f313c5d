"""The lines that put the table right: what stands after each verb, with a reason after `--`."""

from companion.console.reader import Reader
from companion.console.requests import (
    Ask,
    RedoLines,
    RereadCard,
    RereadDice,
    StrikeThrow,
    UndoLines,
)
from engine.board import HOTEL, Deck
from engine.corrections import (
    FreePlayer,
    JailPlayer,
    PlaceToken,
    SetBuildings,
    SetCash,
    SetJailCard,
    SetMortgaged,
    SetOwner,
    SetPot,
    SetSupply,
    SetTurn,
    TransferMoney,
)

STEPS_MAX = 1_000  # lines taken back at once


def turn(read: Reader) -> Ask:
    """Read `turn NAME [doubles N]`."""
    player = read.player()
    doubles = read.any_number() if read.has("doubles") else 0
    return Ask(SetTurn(player, doubles), read.take_note())


def cash(read: Reader) -> Ask:
    """Read `cash NAME N`."""
    return Ask(SetCash(read.player(), read.money()), read.take_note())


def transfer(read: Reader) -> Ask:
    """Read `transfer NAME NAME N`; either may be the bank."""
    return Ask(TransferMoney(read.account(), read.account(), read.money()), read.take_note())


def at(read: Reader) -> Ask:
    """Read `at NAME SPACE`."""
    return Ask(PlaceToken(read.player(), read.space()), read.take_note())


def jail(read: Reader) -> Ask:
    """Read `jail NAME [TRIES]`."""
    player = read.player()
    tries = 0 if read.is_done else read.any_number()
    return Ask(JailPlayer(player, tries), read.take_note())


def free(read: Reader) -> Ask:
    """Read `free NAME`."""
    return Ask(FreePlayer(read.player()), read.take_note())


def owner(read: Reader) -> Ask:
    """Read `owner NAME SPACE …`; the owner may be the bank."""
    return Ask(SetOwner(read.account(), read.spaces()), read.take_note())


def mortgaged(read: Reader) -> Ask:
    """Read `mortgaged SPACE …`."""
    return Ask(SetMortgaged(read.spaces(), is_mortgaged=True), read.take_note())


def unmortgaged(read: Reader) -> Ask:
    """Read `unmortgaged SPACE …`."""
    return Ask(SetMortgaged(read.spaces(), is_mortgaged=False), read.take_note())


def houses(read: Reader) -> Ask:
    """Read `houses SPACE N`."""
    return Ask(SetBuildings(read.space(), read.number(0, HOTEL - 1)), read.take_note())


def hotel(read: Reader) -> Ask:
    """Read `hotel SPACE`."""
    return Ask(SetBuildings(read.space(), HOTEL), read.take_note())


def supply(read: Reader) -> Ask:
    """Read `supply HOUSES HOTELS`."""
    return Ask(SetSupply(read.any_number(), read.any_number()), read.take_note())


def jailcard(read: Reader) -> Ask:
    """Read `jailcard NAME chance`; the holder may be the bank."""
    return Ask(SetJailCard(read.account(), read.deck()), read.take_note())


def pot(read: Reader) -> Ask:
    """Read `pot N`."""
    return Ask(SetPot(read.money()), read.take_note())


def dice(read: Reader) -> RereadDice:
    """Read `dice A B`."""
    return RereadDice(read.any_number(), read.any_number(), read.take_note())


def card(read: Reader) -> RereadCard:
    """Read `card CARD`."""
    return RereadCard(read.card(*Deck), read.take_note())


def strike(read: Reader) -> StrikeThrow:
    """Read `strike`."""
    return StrikeThrow(read.take_note())


def undo(read: Reader) -> UndoLines:
    """Read `undo [N]`."""
    return UndoLines(_steps(read), read.take_note())


def redo(read: Reader) -> RedoLines:
    """Read `redo [N]`."""
    return RedoLines(_steps(read), read.take_note())


def _steps(read: Reader) -> int:
    return 1 if read.is_done else read.number(1, STEPS_MAX)
