"""What moves on the screen after something happened: a token hops, balances count up; then rest.

Pure: time is an argument. What is shown in between is a state like any other.
"""

from dataclasses import dataclass

import msgspec

from engine import events as e
from engine.ids import Money, SpaceId
from engine.state import State

HOP_S = 0.1  # ten steps a second can be followed by eye, and counted
HOPS_MAX = 12  # as far as two dice go; farther a token is carried
COUNT_S = 0.4
FRAME_S = 0.1
SPACES = 40


@dataclass(frozen=True, slots=True)
class Motion:
    """One movement that began at *since_s*."""

    since_s: float
    seat: int = -1
    """Whose token hops; -1: nobody's."""
    path: tuple[SpaceId, ...] = ()
    """The spaces it is put on before it arrives."""
    cash: tuple[Money, ...] = ()
    """The balances it begins with."""

    @property
    def hops_s(self) -> float:
        """How long the token is on its way."""
        return len(self.path) * HOP_S

    def is_over(self, now_s: float) -> bool:
        """Return whether everything stands where it belongs."""
        return now_s - self.since_s >= self.hops_s + COUNT_S

    def shown(self, state: State, now_s: float) -> State:
        """Return *state* as it looks on the way there: first the hops, then the counting."""
        past_s = max(0.0, now_s - self.since_s)
        if past_s < self.hops_s and len(state.tokens) > self.seat >= 0:
            tokens = list(state.tokens)
            tokens[self.seat] = self.path[int(past_s / HOP_S)]
            return msgspec.structs.replace(state, tokens=tuple(tokens), cash=self.cash)
        share = min(1.0, (past_s - self.hops_s) / COUNT_S)
        if share >= 1.0 or len(self.cash) != len(state.cash):
            return state
        counted = (
            old + round((new - old) * share) for old, new in zip(self.cash, state.cash, strict=True)
        )
        return msgspec.structs.replace(state, cash=tuple(counted))


def motion_of(
    before: State, events: tuple[e.Event, ...], after: State, now_s: float
) -> Motion | None:
    """Return what moves between two states; nothing where nothing does."""
    if len(before.cash) != len(after.cash):
        return None
    seat, path = _hops(before, events)
    if not path and before.cash == after.cash:
        return None
    return Motion(now_s, seat, path, before.cash)


def _hops(before: State, events: tuple[e.Event, ...]) -> tuple[int, tuple[SpaceId, ...]]:
    """Return who walks by the dice, and over which spaces."""
    rolled = next((event for event in events if isinstance(event, e.Rolled)), None)
    if rolled is None or not before.tokens:
        return -1, ()
    moved = next((event for event in events if isinstance(event, e.TokenMoved)), None)
    if moved is None or moved.player != rolled.player:
        return -1, ()
    start = before.tokens[moved.player]
    steps = (moved.space - start) % SPACES
    if not 0 < steps <= HOPS_MAX:
        return -1, ()
    return moved.player, tuple(SpaceId((start + step) % SPACES) for step in range(steps))
