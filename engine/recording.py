"""How rules make something happen: an event is applied to the draft and kept among its events.

A rule that every turn comes by applies and keeps its event itself: a call costs more than that.
"""

from engine import events as e
from engine.evolve import APPLY
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
