"""What of a step stands in the ledger: one line a fact, without words, the same for everybody."""

from collections.abc import Iterable
from typing import Protocol

from companion.protocol import LedgerLine, Transition
from engine import events as e
from engine.commands import Command, OpenGame, Trade
from engine.corrections import Correction
from engine.ids import BANK, NOBODY, AccountId, SpaceId
from engine.phases import Setup
from engine.reasons import RENTS, Reason
from engine.state import State

LINES_MAX = 200  # as many as a welcome brings
_Fact = e.DeedGranted | e.BuildingsChanged | e.DeedMortgaged | e.MortgageLifted
_BESIDE: dict[Reason, type[_Fact]] = {
    Reason.DEED: e.DeedGranted,
    Reason.DEALT_DEED: e.DeedGranted,
    Reason.AUCTION: e.DeedGranted,
    Reason.BUILDING: e.BuildingsChanged,
    Reason.BUILDING_SALE: e.BuildingsChanged,
    Reason.MORTGAGE: e.DeedMortgaged,
    Reason.LIFT: e.MortgageLifted,
    Reason.LIFT_AT_ONCE: e.MortgageLifted,
}
_TOLD = (
    e.CardTaken,
    e.PlayerJailed,
    e.JailThrowFailed,
    e.PlayerBankrupted,
    e.PlayerJoined,
    e.PlayerLeft,
    e.SeatTakenOver,
    e.SeatsChanged,
    e.PromiseMade,
    e.GameEnded,
)
"""What is a line by itself, whatever led to it."""
_PUT_RIGHT = (
    e.TurnBegan,
    e.TokenMoved,
    e.DeedMortgaged,
    e.MortgageLifted,
    e.BuildingsChanged,
    e.SupplyCorrected,
    e.DeckStacked,
)
"""What else is a line where the banker puts something right: no money and no throw tells it."""


class Happened(Protocol):
    """A step: a transition, or what a timeline or a past keeps of one."""

    @property
    def seq(self) -> int:
        """Its number."""

    @property
    def command(self) -> Command | None:
        """What was asked for."""

    @property
    def events(self) -> tuple[e.Event, ...]:
        """What followed from it."""


def step_lines(step: Happened, after: State) -> tuple[LedgerLine, ...]:
    """Return what a step adds to the ledger, in order; *after* is the state it led to."""
    if isinstance(after.phase, Setup) and not isinstance(step.command, Correction):
        return ()  # what is laid out and cleared away again is no part of a game
    facts = _Facts(step, after)
    turn = after.turns - sum(isinstance(event, e.TurnBegan) for event in step.events)
    lines = []
    for index, event in enumerate(step.events):
        turn += isinstance(event, e.TurnBegan)
        line = facts.line(turn, index, event)
        if line is not None:
            lines.append(line)
    return tuple(lines)


def newest(
    lines: Iterable[LedgerLine], transition: Transition, after: State
) -> tuple[LedgerLine, ...]:
    """Return the ledger as *transition* leaves it: never cut, but for a new game's beginning."""
    if isinstance(transition.command, OpenGame) and transition.kind == "command":
        return ()
    more = step_lines(transition, after)
    if transition.state is not None:
        why = "redo" if transition.kind == "redo" else "undo"
        more = (LedgerLine(transition.seq, after.turns, None, why=why), *more)
    return (*lines, *more)[-LINES_MAX:]


class _Facts:
    """One step, looked at event by event."""

    def __init__(self, step: Happened, after: State) -> None:
        self.step = step
        self.after = after
        self.events = step.events
        self.leavers = {
            event.player
            for event in step.events
            if isinstance(event, e.PlayerBankrupted | e.PlayerLeft)
        }
        self.why = ""
        if isinstance(step.command, Trade):
            self.why = "trade"
        elif isinstance(step.command, Correction):
            self.why = "correction"

    def line(self, turn: int, index: int, event: e.Event) -> LedgerLine | None:
        """Return the line of one event; most have none."""
        seq = self.step.seq
        match event:
            case e.MoneyTransferred():
                if event.reason is Reason.START_MONEY:
                    return None  # the balances say it already
                return LedgerLine(seq, turn, event, self._space_of(index, event))
            case e.Rolled():
                return LedgerLine(seq, turn, event, self._led_to(index, event))
            case e.PlayerFreed():
                return LedgerLine(seq, turn, event, why="card" if self._has_used_card() else "")
            case e.DeedGranted() | e.JailCardPassed():
                return None if self._is_told(index, event) else self._passed(turn, event)
            case e.AuctionClosed(winner=winner):
                return LedgerLine(seq, turn, event) if winner == NOBODY else None
            case _:
                is_put_right = self.why == "correction" and isinstance(event, _PUT_RIGHT)
                is_line = is_put_right or isinstance(event, _TOLD)
                return LedgerLine(seq, turn, event, why=self.why) if is_line else None

    def _led_to(self, index: int, event: e.Rolled) -> SpaceId | None:
        """Return where a token came to stand by a throw; nowhere where it went to jail."""
        for later in self.events[index + 1 :]:
            if isinstance(later, e.TokenMoved | e.PlayerJailed):
                is_moved = isinstance(later, e.TokenMoved) and later.player == event.player
                return later.space if is_moved and isinstance(later, e.TokenMoved) else None
        return None

    def _space_of(self, index: int, event: e.MoneyTransferred) -> SpaceId | None:
        """Return what the money was for: the deed or street of the event beside it."""
        if event.reason in RENTS and event.payer >= 0:
            return self._stood(index, event.payer)
        wanted = _BESIDE.get(event.reason)
        if wanted is None:
            return None
        for other in (*self.events[index + 1 :], *reversed(self.events[:index])):
            if isinstance(other, wanted):
                return other.space
        return None

    def _stood(self, index: int, payer: AccountId) -> SpaceId:
        for other in reversed(self.events[:index]):
            if isinstance(other, e.TokenMoved) and other.player == payer:
                return other.space
        return self.after.tokens[payer]

    def _has_used_card(self) -> bool:
        """Return whether a jail card went back under its pile for somebody's freedom."""
        return self.why == "" and any(
            isinstance(event, e.JailCardPassed) and event.holder == BANK for event in self.events
        )

    def _is_told(self, index: int, event: e.DeedGranted | e.JailCardPassed) -> bool:
        """Return whether a line beside it says already that this changed hands."""
        if isinstance(event, e.DeedGranted):
            return any(
                isinstance(other, e.MoneyTransferred)
                and _BESIDE.get(other.reason) is e.DeedGranted
                and self._space_of(place, other) == event.space
                for place, other in enumerate(self.events)
            )
        is_freed = any(isinstance(other, e.PlayerFreed) for other in self.events)
        is_drawn = any(
            isinstance(other, e.CardTaken) and other.player == event.holder
            for other in self.events[:index]
        )
        return self.why == "" and (is_freed or is_drawn)

    def _passed(self, turn: int, event: e.DeedGranted | e.JailCardPassed) -> LedgerLine:
        why, giver = self.why, self._giver(event)
        if not why and self.leavers:
            why, giver = "estate", AccountId(min(self.leavers))
        return LedgerLine(self.step.seq, turn, event, giver=giver, why=why)

    def _giver(self, event: e.DeedGranted | e.JailCardPassed) -> AccountId | None:
        command = self.step.command
        if not isinstance(command, Trade):
            return None
        for item in command.items:
            is_deed = isinstance(event, e.DeedGranted) and item.space == event.space
            if is_deed or (isinstance(event, e.JailCardPassed) and item.card == event.deck):
                return item.giver
        return None
