"""Figures of the game so far: throws, visits, rents, and how rich everybody was turn by turn."""

from collections import Counter

import msgspec

from companion.views.past import Past
from companion.views.players import shows_cash, shows_worth
from engine import events as e
from engine.ids import AccountId, Money, PlayerId, SpaceId
from engine.phases import GameOver
from engine.reasons import RENTS, Reason
from engine.state import State, seats
from engine.valuation import final_worth, worth


class PlayerFigures(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The figures of one player."""

    seat: PlayerId
    name: str
    throws: int
    doubles: int
    laps: int
    """Salaries received."""
    rent_paid: Money
    rent_received: Money
    auctions_won: int


class Curve(msgspec.Struct, frozen=True, gc=False):
    """What one player had at the beginning of each turn, and at the end."""

    seat: PlayerId
    values: tuple[Money, ...]


class Figures(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """All figures."""

    players: tuple[PlayerFigures, ...]
    throws: tuple[int, ...]
    """How often each sum fell, from 2 to 12."""
    visits: tuple[tuple[SpaceId, int], ...]
    """The spaces landed on, the most visited first."""
    curves: tuple[Curve, ...]
    is_worth: bool
    """Whether the curves are worth; else balances. No curves: both are hidden."""
    is_whole: bool
    """Whether they reach back to the game's beginning."""


def figures_of(past: Past) -> Figures:
    """Return the figures of the game so far; worth and balances only where they may be seen."""
    state = past.state
    events = [event for step in past.steps for event in step.events]
    rolled = [event for event in events if isinstance(event, e.Rolled)]
    throws = Counter(event.die_1 + event.die_2 for event in rolled)
    visits = Counter(event.space for event in events if isinstance(event, e.TokenMoved))
    is_worth = isinstance(state.phase, GameOver) or shows_worth(state)
    return Figures(
        players=tuple(
            _of_player(state, PlayerId(AccountId(seat)), events) for seat in seats(state)
        ),
        throws=tuple(throws[total] for total in range(2, 13)),
        visits=tuple(visits.most_common()),
        curves=_curves(past, is_worth=is_worth),
        is_worth=is_worth,
        is_whole=past.is_whole,
    )


def _of_player(state: State, seat: PlayerId, events: list[e.Event]) -> PlayerFigures:
    rolled = [event for event in events if isinstance(event, e.Rolled) and event.player == seat]
    moved = [event for event in events if isinstance(event, e.MoneyTransferred)]
    return PlayerFigures(
        seat=seat,
        name=state.names[seat],
        throws=len(rolled),
        doubles=sum(event.die_1 == event.die_2 for event in rolled),
        laps=sum(event.reason is Reason.SALARY and event.payee == seat for event in moved),
        rent_paid=sum(ev.amount for ev in moved if ev.reason in RENTS and ev.payer == seat),
        rent_received=sum(ev.amount for ev in moved if ev.reason in RENTS and ev.payee == seat),
        auctions_won=sum(
            isinstance(event, e.AuctionClosed) and event.winner == seat for event in events
        ),
    )


def _curves(past: Past, *, is_worth: bool) -> tuple[Curve, ...]:
    """Return a curve a player; a seat that is out has nothing."""
    state = past.state
    if not state.cash or not (is_worth or shows_cash(state, PlayerId(AccountId(0)))):
        return ()
    turns = [past.start] if past.start.cash else []
    for before, after in zip([past.start, *past.states], past.states, strict=False):
        if after.turns != before.turns and len(after.cash) == len(state.cash):
            turns.append(after)
    turns.append(state)
    is_over = isinstance(state.phase, GameOver)
    measure = (final_worth if is_over else worth) if is_worth else _cash
    turns = [each for each in turns if len(each.cash) == len(state.cash)]
    return tuple(
        Curve(
            PlayerId(AccountId(seat)),
            tuple(
                0 if each.is_out[seat] else measure(each, PlayerId(AccountId(seat)))
                for each in turns
            ),
        )
        for seat in seats(state)
    )


def _cash(state: State, seat: PlayerId) -> Money:
    return state.cash[seat]
