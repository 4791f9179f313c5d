"""Buying: BUY-1 at the printed price, BUY-2 the deed, BUY-3 also by card, BUY-4 in full in cash."""

from engine.commands import BuyDeed, DeclineDeed
from engine.events import DeedGranted, PhaseEntered, PhaseLeft
from engine.ids import BANK, PlayerId
from engine.phases import PurchaseOffer
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules import auction
from engine.rules.debt import transfer
from engine.state import Draft, players_after

_DEED = Reason.DEED  # in 3.11 a dozen times cheaper than looking it up each time


def offer(draft: Draft, player: PlayerId) -> None:
    """Offer the unowned title that the token has come to (BUY-1, BUY-3)."""
    record(draft, PhaseEntered(PurchaseOffer(player, draft.tokens[player])))


def buy(draft: Draft, _command: BuyDeed) -> Refusal | None:
    """Sell the offered deed to the lander (BUY-1, BUY-2, BUY-4, BANK-3)."""
    phase = draft.phase
    if type(phase) is not PurchaseOffer:
        return Refusal.NOT_WAITING_FOR_THIS
    price = draft.edition.prices[phase.space]
    if draft.cash[phase.player] < price:
        return Refusal.CANNOT_AFFORD_DEED

    record(draft, PhaseLeft())
    transfer(draft, phase.player, BANK, price, _DEED)
    record(draft, DeedGranted(phase.space, phase.player))
    return None


def decline(draft: Draft, _command: DeclineDeed) -> Refusal | None:
    """Put the offered deed up for auction, the decliner included (AUCTION-1, AUCTION-2)."""
    phase = draft.phase
    if type(phase) is not PurchaseOffer:
        return Refusal.NOT_WAITING_FOR_THIS

    record(draft, PhaseLeft())
    auction.open_deed_auction(draft, phase.space, players_after(draft, phase.player))
    return None
