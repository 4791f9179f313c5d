"""Rent: RENT-1 as the deed says, RENT-2 none when mortgaged, RENT-3 double for a whole group.

RENT-4 beside a mortgaged one too, RENT-5 by what is built, RENT-6 who asks and until when, RENT-7
railroads, RENT-8 utilities, RENT-9 mortgaged ones still count, RENT-10 by a nearest-card, RENT-11
also from jail, RENT-12 none on one's own, RENT-13 fixed on landing.
"""

from engine.board import SpaceKind
from engine.commands import ClaimRent
from engine.events import PhaseEntered, RentClaimed, RentFellDue
from engine.ids import BANK, Money, PlayerId, SpaceId
from engine.phases import Debt, GameOver, Opening, Setup, UtilityThrow
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules.debt import charge_in_order, pay_or_owe
from engine.state import Draft
from engine.valuation import rent_due


def charge_rent(draft: Draft, player: PlayerId, space: SpaceId) -> None:
    """Charge what landing here by the dice costs (RENT-1)."""
    if draft.owners[space] == player or draft.mortgaged[space]:
        return
    die_1, die_2 = draft.roll
    amount, reason = rent_due(draft, space, die_1 + die_2)
    if draft.rules.rent_claim == "auto":
        pay_or_owe(draft, player, draft.owners[space], amount, reason)
    else:
        _fall_due(draft, player, space, amount, reason)


def charge_at_nearest(draft: Draft, player: PlayerId, space: SpaceId) -> None:
    """Charge twice the rent of a railroad, or ask for the second throw (RENT-10)."""
    if draft.owners[space] == player or draft.mortgaged[space]:
        return
    if draft.edition.spaces[space].kind is SpaceKind.UTILITY:
        record(draft, PhaseEntered(UtilityThrow(player, space)))
        return
    amount, _reason = rent_due(draft, space, sum(draft.roll))
    _fall_due(draft, player, space, 2 * amount, Reason.RENT_BY_CARD)


def charge_by_throw(draft: Draft, player: PlayerId, space: SpaceId) -> None:
    """Charge ten times the second throw, whatever the count owned (RENT-10)."""
    if draft.owners[space] in (BANK, player):
        return  # the owner left the game before the throw (BANKRUPT-10)
    factor = draft.edition.title(space).rents[-1]
    _fall_due(draft, player, space, factor * sum(draft.roll), Reason.RENT_BY_CARD)


def claim_rent(draft: Draft, command: ClaimRent) -> Refusal | None:
    """Collect all rents this owner asks for in time (RENT-6)."""
    if isinstance(draft.phase, Setup | Opening | GameOver):
        return Refusal.NOT_WAITING_FOR_THIS
    claims = [claim for claim in draft.claims if claim.owner == command.player]
    if not claims:
        return Refusal.NO_RENT_TO_CLAIM

    record(draft, RentClaimed(command.player))
    charge_in_order(draft, tuple(Debt(c.payer, c.owner, c.amount, c.reason) for c in claims))
    return None


def _fall_due(
    draft: Draft, player: PlayerId, space: SpaceId, amount: Money, reason: Reason
) -> None:
    owner = draft.owners[space]
    if draft.rules.rent_claim == "auto":
        pay_or_owe(draft, player, owner, amount, reason)
    elif amount:
        record(draft, RentFellDue(PlayerId(owner), player, space, amount, reason))
