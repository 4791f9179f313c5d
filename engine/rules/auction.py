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
    MortgageLifted,
    PhaseEntered,
    PhaseLeft,
)
from engine.ids import AMOUNT_MAX, BANK, NOBODY, AccountId, Money, PlayerId, SpaceId
from engine.phases import Auction, Debt, Estate, Lot, Shortage
from engine.reasons import Reason
from engine.recording import change_phase, record
from engine.refusals import Refusal
from engine.rules.debt import charge
from engine.state import Draft, Position
from engine.valuation import raisable

BID_MAX = AMOUNT_MAX
"""The highest bid where bids are binding whatever one has (AUCTION-6)."""

# In 3.11 looking a member up in its enum costs as much as a dozen other steps.
_AUCTION = Reason.AUCTION
_BUILDING_AUCTION = Reason.BUILDING_AUCTION


def open_deed_auction(draft: Draft, space: SpaceId, bidders: list[PlayerId]) -> None:
    """Put a deed under the hammer, bidders in seat order (AUCTION-1)."""
    asked = bidders[0] if draft.rules.auction_order == "seat_order" else NOBODY
    everybody = tuple(bidders)
    record(draft, PhaseEntered(Auction(Lot(space), everybody, everybody, asked=asked)))


def place_bid(draft: Draft, command: PlaceBid) -> Refusal | None:
    """Raise the high bid (AUCTION-3, AUCTION-6)."""
    phase = draft.phase
    if type(phase) is not Auction:
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
    is_covered = command.amount <= draft.cash[command.player]  # then it need not be added up
    if not is_covered and command.amount > highest_bid(draft, command.player):
        return Refusal.BID_ABOVE_MEANS

    record(draft, BidPlaced(command.player, command.amount))
    return None


def highest_bid(position: Position, player: PlayerId) -> Money:
    """Return the most *player* may bid: what he could raise, or anything (AUCTION-6)."""
    if position.rules.auction_bids == "solvent_only":
        return raisable(position, player)
    return BID_MAX


def pass_bid(draft: Draft, command: PassBid) -> Refusal | None:
    """Leave the auction; the hammer falls when only the leader is left (AUCTION-4, AUCTION-7)."""
    phase = draft.phase
    if type(phase) is not Auction:
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
    return None


def close_bidding(draft: Draft, _command: CloseBidding) -> Refusal | None:
    """Let the hammer fall (AUCTION-4, AUCTION-5), or end the time to come forward (SHORT-2)."""
    phase = draft.phase
    if type(phase) is Auction:
        _close(draft, phase)
        return None
    if type(phase) is Shortage and not phase.is_closed:
        change_phase(draft, msgspec.structs.replace(phase, is_closed=True))
        return None
    return Refusal.NOT_WAITING_FOR_THIS


def close_if_settled(draft: Draft, phase: Auction) -> bool:
    """Let the hammer fall once nobody but the leader is left (AUCTION-4, AUCTION-7)."""
    bidders = phase.bidders
    if len(bidders) > 1 or (bidders and bidders[0] != phase.leader):
        return False
    _close(draft, phase)
    return True


def without(phase: Auction, player: PlayerId) -> Auction:
    """Return the auction once a player is out; if he led, all may bid anew (BANKRUPT-10)."""
    eligible = tuple(other for other in phase.eligible if other != player)
    bidders = tuple(other for other in phase.bidders if other != player)
    asked = phase.asked
    if phase.leader == player:
        phase = msgspec.structs.replace(phase, high_bid=0, leader=NOBODY)
        bidders = eligible
    if asked == player:
        start = phase.eligible.index(player)
        order = (*phase.eligible[start:], *phase.eligible[:start])
        asked = next((other for other in order if other in bidders), NOBODY)
    return msgspec.structs.replace(phase, eligible=eligible, bidders=bidders, asked=asked)


def _close(draft: Draft, phase: Auction) -> None:
    record(draft, AuctionClosed(phase.lot, phase.leader, phase.high_bid))
    below = draft.phase
    if type(below) is Shortage:
        _count_wish(draft, below, phase.leader)
    if phase.leader == NOBODY:
        space = phase.lot.space
        if space is not None and draft.mortgaged[space]:
            record(draft, MortgageLifted(space))  # the bank owes itself nothing (BANKRUPT-8)
        return
    reason = _AUCTION if phase.lot.space is not None else _BUILDING_AUCTION
    payee: AccountId = BANK
    if type(below) is Estate and below.shares:
        payee = below.bankrupt
    charge(draft, Debt(phase.leader, payee, phase.high_bid, reason, phase.lot))


def _count_wish(draft: Draft, shortage: Shortage, winner: PlayerId) -> None:
    """Take one off the winner's wish; a building nobody bids for ends the sale (SHORT-2)."""
    if winner == NOBODY:
        record(draft, PhaseLeft())
        return
    wishes = tuple((p, n - (p == winner)) for p, n in shortage.wishes)
    change_phase(draft, msgspec.structs.replace(shortage, wishes=wishes))
