"""Who may do what when: shared guards, in the order refusals are given (MOVE-8)."""

from engine.ids import PlayerId
from engine.phases import (
    Auction,
    AwaitingRoll,
    Debt,
    JailDecision,
    Phase,
    PurchaseOffer,
    SplitDebt,
    TaxChoice,
)
from engine.refusals import Refusal
from engine.state import Position

BUSINESS: tuple[type[Phase], ...] = (
    AwaitingRoll,
    JailDecision,
    PurchaseOffer,
    TaxChoice,
    Debt,
    SplitDebt,
)
"""When everybody may build, sell, mortgage, lift and trade (BUILD-9, TRADE-1)."""

RAISING: tuple[type[Phase], ...] = (*BUSINESS, Auction)
"""When everybody may turn property into cash (DEBT-1, AUCTION-6)."""


def refused_at(
    position: Position, player: PlayerId, when: tuple[type[Phase], ...]
) -> Refusal | None:
    """Return why *player* may not act now: something else waits, or he is out (BANKRUPT-10)."""
    if not isinstance(position.phase, when):
        return Refusal.NOT_WAITING_FOR_THIS
    if position.is_out[player]:
        return Refusal.PLAYER_IS_OUT
    return None


def debt_of(position: Position, player: PlayerId) -> int:
    """Return what *player* owes in the debt on top, 0 where none waits for him."""
    phase = position.phase
    if isinstance(phase, Debt) and phase.debtor == player:
        return phase.amount
    if isinstance(phase, SplitDebt) and phase.debtor == player:
        return phase.amount * len(phase.creditors)
    return 0
