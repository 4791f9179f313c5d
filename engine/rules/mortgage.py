"""Mortgages: MORT-1 for the printed value, MORT-2 buildings first, MORT-4 lifted with interest.

MORT-3 no rent meanwhile; MORT-5 buildings again once all are lifted; MORT-6 only the owner lifts;
MORT-10 the interest rounds like everything. BANK-4 the bank lends on nothing else.
"""

from engine.commands import LiftMortgage, MortgageDeed
from engine.events import DeedMortgaged, MortgageLifted
from engine.ids import BANK, PlayerId, SpaceId
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules.debt import transfer
from engine.rules.guards import BUSINESS, RAISING, debt_of, refused_at
from engine.state import Draft, Position
from engine.valuation import group_of, lift_cost, raisable

# In 3.11 looking a member up in its enum costs as much as a dozen other steps.
_MORTGAGE = Reason.MORTGAGE
_LIFT = Reason.LIFT


def refused_mortgage(position: Position, player: PlayerId, space: SpaceId) -> Refusal | None:
    """Return why a deed may not be pledged now (MORT-1, MORT-2)."""
    refusal = refused_at(position, player, RAISING)
    if refusal is not None:
        return refusal
    if position.owners[space] != player:
        return Refusal.NOT_YOUR_DEED
    if position.mortgaged[space]:
        return Refusal.ALREADY_MORTGAGED
    for member in group_of(position, space):
        if position.levels[member]:
            return Refusal.GROUP_HAS_BUILDINGS
    return None


def mortgage_deed(draft: Draft, command: MortgageDeed) -> Refusal | None:
    """Pledge a deed: the bank pays its mortgage value (MORT-1)."""
    refusal = refused_mortgage(draft, command.player, command.space)
    if refusal is not None:
        return refusal

    amount = draft.edition.mortgages[command.space]
    record(draft, DeedMortgaged(command.space))
    transfer(draft, BANK, command.player, amount, _MORTGAGE)
    return None


def refused_lift(position: Position, player: PlayerId, space: SpaceId) -> Refusal | None:
    """Return why a mortgage may not be lifted now (MORT-4, MORT-6)."""
    refusal = refused_at(position, player, BUSINESS)
    if refusal is not None:
        return refusal
    if position.owners[space] != player:
        return Refusal.NOT_YOUR_DEED
    if not position.mortgaged[space]:
        return Refusal.NOT_MORTGAGED
    cost = lift_cost(position, space)
    if position.cash[player] < cost:
        return Refusal.CANNOT_AFFORD_LIFT
    owed = debt_of(position, player)
    if not owed:
        return None
    left = raisable(position, player) - cost + position.edition.mortgages[space]
    return Refusal.SPENDING_UNDER_DEBT if left < owed else None


def lift_mortgage(draft: Draft, command: LiftMortgage) -> Refusal | None:
    """Redeem a deed for the mortgage and ten percent of it (MORT-4, MORT-10)."""
    refusal = refused_lift(draft, command.player, command.space)
    if refusal is not None:
        return refusal

    cost = lift_cost(draft, command.space)
    transfer(draft, command.player, BANK, cost, _LIFT)
    record(draft, MortgageLifted(command.space))
    return None
