"""What only the banker's card does, whether it is a card of its own or that of who banks, too."""

from typing_extensions import override

from companion.flows.draft import OutcomeDraft
from companion.flows.outcome import Way
from companion.flows.over import Over, Scene
from engine.ids import AccountId, PlayerId
from engine.state import State

BANKERS_SEAT = PlayerId(AccountId(0))  # where he plays, he sat down first


def banker_seat(state: State) -> PlayerId | None:
    """Return the seat whose card is the banker's; nobody's where the banker does not play."""
    if state.banker or not state.names:
        return None
    return BANKERS_SEAT


class Bankers(Over, frozen=True):
    """Something begun that the banker's card alone answers (BANKER-2)."""

    @override
    def is_bankers(self, state: State, player: PlayerId | None) -> bool:
        return player is not None and player == banker_seat(state)

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player != banker_seat(scene.state):
            return super().card(scene, player, way, out)
        return self.banker(scene, way, out)
