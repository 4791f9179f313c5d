"""How rules make something happen: an event is applied to the draft and kept among its events.

The most frequent kinds have an entrance of their own, which spares asking what an event is.
"""

from engine import events as e
from engine.evolve import APPLY, money_transferred, rolled, turn_began
from engine.ids import PlayerId, SpaceId
from engine.phases import Phase
from engine.state import Draft


def record(draft: Draft, event: e.Event) -> None:
    """Make any event happen."""
    APPLY[type(event)](draft, event)
    draft.events.append(event)


def change_phase(draft: Draft, phase: Phase) -> None:
    """Let the phase on top become *phase*."""
    draft.phase = phase
    draft.events.append(e.PhaseChanged(phase))


def move_token(draft: Draft, player: PlayerId, space: SpaceId) -> None:
    """Move a token."""
    draft.tokens[player] = space
    draft.events.append(e.TokenMoved(player, space))


def record_roll(draft: Draft, event: e.Rolled) -> None:
    """Make a throw happen."""
    rolled(draft, event)
    draft.events.append(event)


def record_turn(draft: Draft, event: e.TurnBegan) -> None:
    """Make a turn begin."""
    turn_began(draft, event)
    draft.events.append(event)


def record_transfer(draft: Draft, event: e.MoneyTransferred) -> None:
    """Make money move."""
    money_transferred(draft, event)
    draft.events.append(event)
