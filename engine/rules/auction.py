"""Auctions: AUCTION-1 at once, AUCTION-2 open to all, AUCTION-3 from any price, AUCTION-4 cash.

AUCTION-5 nobody bids: the bank keeps it; AUCTION-6 no bid above one's means; AUCTION-7 also
between two. The estate of a player bankrupt to the bank is auctioned deed by deed (BANKRUPT-7,
BANKRUPT-8).
"""

import msgspec

from engine.commands import CloseBidding, PassBid, PlaceBid
from engine.events import (
    AuctionClosed,
    BidPassed,
    BidPlaced,
    PhaseChanged,
    PhaseEntered,
    PhaseLeft,
)
from engine.evolve import record
from engine.ids import BANK, NOBODY, AccountId, PlayerId, SpaceId
from engine.phases import Auction, Debt, Estate, Lot, Shortage
from engine.reasons import Reason
from engine.refusals import Refusal
from engine.rules.debt import charge
from engine.state import Draft
from engine.valuation import raisable


def open_deed_auction(draft: Draft, space: SpaceId, bidders: list[PlayerId]) -> None:
    """Put a deed under the hammer, bidders in seat order (AUCTION-1)."""
    asked = bidders[0] if draft.rules.auction_order == "seat_order" else NOBODY
    everybody = tuple(bidders)
    record(draft, PhaseEntered(Auction(Lot(space), everybody, everybody, asked=asked)))


def place_bid(draft: Draft, command: PlaceBid) -> Refusal | None:
    """Raise the high bid (AUCTION-3, AUCTION-6)."""
    phase = draft.phase
    if not isinstance(phase, Auction):
        return Refusal.NOT_WAITING_FOR_THIS
    if command.player not in phase.eligible:
        return Refusal.NOT_A_BIDDER
    if phase.asked != NOBODY:
        if command.player not in phase.bidders:
            return Refusal.HAS_PASSED
        if command.player != phase.asked:
            return Refusal.NOT_YOUR_BID
    if command.amount <= phase.high_bid:
        return Refusal.BID_TOO_LOW
    if command.amount < phase.floor:
        return Refusal.BID_BELOW_FLOOR
    is_bounded = draft.rules.auction_bids == "solvent_only"
    if is_bounded and command.amount > raisable(draft, command.player):
        return Refusal.BID_ABOVE_MEANS

    record(draft, BidPlaced(command.player, command.amount))
    _close_if_settled(draft)
    return None


def pass_bid(draft: Draft, command: PassBid) -> Refusal | None:
    """Leave the auction; the hammer falls when only the leader is left (AUCTION-4, AUCTION-7)."""
    phase = draft.phase
    if not isinstance(phase, Auction):
        return Refusal.NOT_WAITING_FOR_THIS
    if command.player not in phase.eligible:
        return Refusal.NOT_A_BIDDER
    if command.player not in phase.bidders:
        return Refusal.HAS_PASSED
    if command.player == phase.leader:
        return Refusal.LEADER_STAYS
    if phase.asked not in (NOBODY, command.player):
        return Refusal.NOT_YOUR_BID

    record(draft, BidPassed(command.player))
    _close_if_settled(draft)
    return None


def close_bidding(draft: Draft, _command: CloseBidding) -> Refusal | None:
    """Let the hammer fall (AUCTION-4, AUCTION-5), or end the time to come forward (SHORT-2)."""
    phase = draft.phase
    if isinstance(phase, Auction):
        _close(draft, phase)
        return None
    if isinstance(phase, Shortage) and not phase.is_closed:
        record(draft, PhaseChanged(msgspec.structs.replace(phase, is_closed=True)))
        return None
    return Refusal.NOT_WAITING_FOR_THIS


def _close_if_settled(draft: Draft) -> None:
    phase = draft.phase
    assert isinstance(phase, Auction), "only an auction is closed"
    if all(player == phase.leader for player in phase.bidders):
        _close(draft, phase)


def _close(draft: Draft, phase: Auction) -> None:
    record(draft, AuctionClosed(phase.lot, phase.leader, phase.high_bid))
    below = draft.phase
    if isinstance(below, Shortage):
        _count_wish(draft, below, phase.leader)
    if phase.leader == NOBODY:
        return
    reason = Reason.AUCTION if phase.lot.space is not None else Reason.BUILDING_AUCTION
    payee: AccountId = BANK
    if isinstance(below, Estate) and below.shares:
        payee = below.bankrupt
    charge(draft, Debt(phase.leader, payee, phase.high_bid, reason, phase.lot))


def _count_wish(draft: Draft, shortage: Shortage, winner: PlayerId) -> None:
    """Take one off the winner's wish; a building nobody bids for ends the sale (SHORT-2)."""
    if winner == NOBODY:
        record(draft, PhaseLeft())
        return
    wishes = tuple((p, n - (p == winner)) for p, n in shortage.wishes)
    record(draft, PhaseChanged(msgspec.structs.replace(shortage, wishes=wishes)))
