"""Positions in notation, and the two answers of the engine, checked on every use."""

from pathlib import Path

from engine import codec, invariants
from engine.commands import Command, SeatPlayers
from engine.decide import Accepted, decide
from engine.edition import parse_edition
from engine.events import (
    Event,
    MoneyTransferred,
    PhaseChanged,
    PhaseEntered,
    PhaseLeft,
    PhasesReplaced,
)
from engine.evolve import evolve
from engine.ids import AccountId, PlayerId, SpaceId
from engine.notation import parse, render
from engine.reasons import Reason
from engine.refusals import Refusal, Refused
from engine.state import State, new_state

ROOT = Path(__file__).resolve().parents[2]
US_TEXT = (ROOT / "engine" / "editions" / "us.toml").read_text("utf-8")
US = parse_edition(US_TEXT, "us.toml")

ADA, BEN, CAT, DAN = (PlayerId(AccountId(seat)) for seat in range(4))
"""The seats that the names of the tests' positions take."""

WAITING = (PhaseEntered, PhaseLeft, PhaseChanged, PhasesReplaced)
"""Events that say what the game waits for."""


def position(text: str) -> State:
    """Return the position written in *text*, on the classic board, its books checked."""
    state = parse(text, US)
    invariants.check(state)
    return state


def seated(*names: str) -> State:
    """Return a table with these players, before the start."""
    return play(new_state(US), SeatPlayers(names or ("Ada", "Ben", "Cat")))


def accept(state: State, command: Command) -> Accepted:
    """Return the engine's yes, and check what must hold of every yes."""
    decision = decide(state, command)
    assert isinstance(decision, Accepted), decision
    invariants.check(decision.state)
    assert decision.state == evolve(state, decision.events)
    assert decision.events == codec.decode_events(codec.encode(decision.events))
    assert decision.state == parse(render(decision.state), decision.state.edition)
    return decision


def play(state: State, *commands: Command) -> State:
    """Return the position after *commands*, all accepted."""
    for command in commands:
        state = accept(state, command).state
    return state


def refuse(state: State, command: Command) -> Refusal:
    """Return the engine's no, by name."""
    decision = decide(state, command)
    assert isinstance(decision, Refused), decision
    return decision.refusal


def paid(payer: int, payee: int, amount: int, reason: Reason) -> MoneyTransferred:
    """Return the event of a payment."""
    return MoneyTransferred(AccountId(payer), AccountId(payee), amount, reason)


def facts(decision: Accepted) -> tuple[Event, ...]:
    """Return the events but for those that only say what the game waits for."""
    return tuple(event for event in decision.events if not isinstance(event, WAITING))


def payments(events: tuple[Event, ...]) -> list[tuple[int, int, int, str]]:
    """Return payer, payee, amount and rule of each payment, in order."""
    return [
        (event.payer, event.payee, event.amount, event.reason.value)
        for event in events
        if isinstance(event, MoneyTransferred)
    ]


def space(slug: str) -> SpaceId:
    """Return the space of that slug on the classic board."""
    return SpaceId(next(i for i, printed in enumerate(US.spaces) if printed.slug == slug))
