"""Shared by the tests of the table: a legal command to play next, drawn from what is possible."""

import random

from companion.editions import load_edition
from engine.commands import (
    CloseBidding,
    Command,
    LeaveGame,
    OpenGame,
    PlaceBid,
    RecordRoll,
    Resign,
    SeatPlayers,
    StartGame,
    StopGame,
)
from engine.options import AnyRoll, BidRange, Exact, options
from engine.phases import GameOver
from engine.state import State

PEOPLE = ("Ada", "Ben", "Cem")


def opening() -> tuple[Command, ...]:
    """Return the commands that lead to the first throw."""
    return (OpenGame(load_edition("us")), SeatPlayers(PEOPLE), StartGame())


def next_command(state: State, source: random.Random) -> Command:
    """Return a command that is legal in *state*; it never ends the game of its own will."""
    if isinstance(state.phase, GameOver):
        return OpenGame(state.edition)
    if not state.names:
        return SeatPlayers(PEOPLE)
    found: list[Command] = []
    for option in options(state):
        match option:
            case Exact(command=command) if not isinstance(command, Resign | LeaveGame | StopGame):
                found.append(command)
            case AnyRoll():
                found += [RecordRoll(source.randint(1, 6), source.randint(1, 6))] * 4
            case BidRange(player=player, low=low) if low < 60:
                found.append(PlaceBid(player, low))
            case _:
                pass
    return source.choice(found) if found else CloseBidding()
