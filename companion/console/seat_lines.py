"""The lines about people: who comes and goes, what they promise, how they pay."""

from companion.console.reader import Reader
from companion.console.requests import Ask
from engine.commands import (
    ChangeSeats,
    ChooseMode,
    JoinGame,
    LeaveGame,
    MakePromise,
    TakeOverSeat,
)
from engine.reasons import Dues
from engine.rules.seating import seated_anew

MODES = ("auto", "ask", "teach")
TABLE_MODE = "table"
"""What gives a player the mode of the table again."""


def join(read: Reader) -> Ask:
    """Read `join NAME [after NAME]`; without a neighbour the seat is the last."""
    name = read.name()
    return Ask(JoinGame(name, read.player() if read.has("after") else None))


def leave(read: Reader) -> Ask:
    """Read `leave NAME`."""
    return Ask(LeaveGame(read.player()))


def takeover(read: Reader) -> Ask:
    """Read `takeover NAME NEWNAME`."""
    return Ask(TakeOverSeat(read.player(), read.name()))


def seats(read: Reader) -> Ask:
    """Read `seats NAME NAME …`, clockwise; who is out need not be named."""
    return Ask(ChangeSeats(seated_anew(read.state, read.players())))


def promise(read: Reader) -> Ask:
    """Read `promise NAME NAME "TEXT"`, from the first to the second."""
    return Ask(MakePromise(read.player(), read.player(), read.name()))


def mode(read: Reader) -> Ask:
    """Read `mode NAME salary|rent|tax|card auto|ask|teach|table`."""
    player = read.player()
    dues = Dues(read.keyword(*(kind.value for kind in Dues)))
    chosen = read.keyword(*MODES, TABLE_MODE)
    return Ask(ChooseMode(player, dues, "" if chosen == TABLE_MODE else chosen))
