"""Bankruptcy: BANKRUPT-1 owing too much, BANKRUPT-2 all to the creditor, BANKRUPT-7 or the bank.

BANKRUPT-3 buildings at half price; BANKRUPT-4 deeds as they are; BANKRUPT-5 interest on mortgaged
ones; BANKRUPT-6 owed like any debt; BANKRUPT-8 the bank sells free of mortgage; BANKRUPT-9 jail
cards; BANKRUPT-10 out at once; BANKRUPT-11 nothing follows the last; BANKRUPT-12 resigning.
DEBT-4 is the test.
"""

import msgspec

from engine.board import Deck
from engine.commands import DeclareBankruptcy, Resign
from engine.events import (
    BuildingsChanged,
    DeedGranted,
    JailCardPassed,
    MortgageLifted,
    MortgagesInherited,
    PhaseEntered,
    PhaseLeft,
    PhasesReplaced,
    PlayerBankrupted,
    PlayerLeft,
)
from engine.ids import BANK, AccountId, PlayerId, SpaceId
from engine.phases import (
    Auction,
    AwaitingRoll,
    Confirmation,
    Debt,
    Estate,
    GameOver,
    JailDecision,
    Lot,
    Opening,
    Phase,
    PurchaseOffer,
    Setup,
    Shortage,
    SplitDebt,
    TurnOver,
)
from engine.reasons import Reason
from engine.recording import change_phase, record
from engine.refusals import Refusal
from engine.rules import auction, ending
from engine.rules.debt import charge, transfer
from engine.rules.guards import BUSINESS, debt_of, refused_at
from engine.state import Draft, Position, deeds_of, jail_card_index, players_after
from engine.valuation import building_refund, interest, raisable, steps

_BEFORE_OR_AFTER = frozenset((Setup, Opening, GameOver))


def refused_bankruptcy(position: Position, player: PlayerId) -> Refusal | None:
    """Return why *player* may not give up now (BANKRUPT-1, DEBT-4)."""
    phase = position.phase
    if type(phase) in _BEFORE_OR_AFTER:
        return Refusal.NOT_WAITING_FOR_THIS
    if position.is_out[player]:
        return Refusal.PLAYER_IS_OUT
    owed = debt_of(position, player)
    if not (type(phase) is Debt or type(phase) is SplitDebt) or phase.debtor != player:
        return Refusal.NOT_WAITING_FOR_THIS if owed else Refusal.NO_DEBT
    return Refusal.CAN_STILL_PAY if raisable(position, player) >= owed else None


def declare_bankruptcy(draft: Draft, command: DeclareBankruptcy) -> Refusal | None:
    """Give up under a debt that cannot be raised (BANKRUPT-1, DEBT-4)."""
    refusal = refused_bankruptcy(draft, command.player)
    if refusal is not None:
        return refusal

    phase = draft.phase
    if type(phase) is SplitDebt:
        _ruin_for_many(draft, command.player, phase.creditors)
    elif type(phase) is Debt and _is_playing(draft, phase.creditor):
        _ruin_for_player(draft, command.player, PlayerId(phase.creditor))
    else:
        _ruin_for_bank(draft, command.player)
    return None


def _is_playing(draft: Draft, account: AccountId) -> bool:
    """Return whether an account is a player still in: the bank takes what an estate is owed."""
    return account >= 0 and not draft.is_out[account]


def refused_resignation(position: Position, player: PlayerId) -> Refusal | None:
    """Return why *player* may not leave now (BANKRUPT-12)."""
    refusal = refused_at(position, player, BUSINESS)
    if refusal is not None:
        return refusal
    is_debtor = any(
        isinstance(phase, Debt | SplitDebt) and phase.debtor == player for phase in position.phases
    )
    return Refusal.DEBT_FIRST if is_debtor else None


def resign(draft: Draft, command: Resign) -> Refusal | None:
    """Leave without a debt: bankrupt to the bank (BANKRUPT-12)."""
    refusal = refused_resignation(draft, command.player)
    if refusal is not None:
        return refusal

    _ruin_for_bank(draft, command.player)
    return None


def _ruin_for_player(draft: Draft, player: PlayerId, creditor: PlayerId) -> None:
    """Hand everything to the creditor, who owes the interest on what is mortgaged (BANKRUPT-2)."""
    _leave(draft, player, PlayerBankrupted(player, creditor))
    _raze(draft, player, creditor, Reason.ESTATE_BUILDINGS)
    transfer(draft, player, creditor, draft.cash[player], Reason.ESTATE_MONEY)
    spaces = deeds_of(draft, player)
    for space in spaces:
        record(draft, DeedGranted(space, creditor))
    _pass_jail_cards(draft, player, creditor)
    if ending.end_if_decided(draft):
        return
    mortgaged = tuple(space for space in spaces if draft.mortgaged[space])
    if mortgaged:
        record(draft, MortgagesInherited(mortgaged))
        owed = sum(interest(draft, space) for space in mortgaged)
        charge(draft, Debt(creditor, BANK, owed, Reason.ESTATE_INTEREST))


def _ruin_for_bank(draft: Draft, player: PlayerId) -> None:
    """Hand everything to the bank, which auctions the deeds, not the buildings (BANKRUPT-7)."""
    is_free = draft.rules.estate_mortgages == "cancelled"
    fact = PlayerBankrupted(player, BANK)
    spaces = return_all_to_bank(draft, player, fact, free_of_mortgage=is_free)
    if not ending.end_if_decided(draft) and spaces:
        record(draft, PhaseEntered(Estate(spaces, player)))


def return_all_to_bank(
    draft: Draft,
    player: PlayerId,
    fact: PlayerBankrupted | PlayerLeft,
    *,
    free_of_mortgage: bool,
) -> tuple[SpaceId, ...]:
    """Take a player out, all he has to the bank; return the deeds (BANKRUPT-7, BANKRUPT-8)."""
    _leave(draft, player, fact)
    _raze(draft, player, None, Reason.ESTATE_BUILDINGS)
    transfer(draft, player, BANK, draft.cash[player], Reason.ESTATE_TO_BANK)
    return _deeds_to_bank(draft, player, free_of_mortgage=free_of_mortgage)


def _ruin_for_many(draft: Draft, player: PlayerId, creditors: tuple[PlayerId, ...]) -> None:
    """Sell all by auction and divide what it brings evenly (DEBT-5, `split`)."""
    _leave(draft, player, PlayerBankrupted(player, BANK))
    _raze(draft, player, player, Reason.ESTATE_BUILDINGS)
    is_free = draft.rules.estate_mortgages == "cancelled"
    spaces = _deeds_to_bank(draft, player, free_of_mortgage=is_free)
    if ending.is_decided(draft):
        ending.divide_estate(draft, Estate((), player, creditors))
        ending.end_if_decided(draft)
    else:
        record(draft, PhaseEntered(Estate(spaces, player, creditors)))


def auction_next_of_estate(draft: Draft, estate: Estate) -> bool:
    """Auction the next deed of a bankrupt in board order, or finish the estate (BANKRUPT-7)."""
    if not estate.spaces:
        record(draft, PhaseLeft())
        ending.divide_estate(draft, estate)
        return True
    rest = msgspec.structs.replace(estate, spaces=estate.spaces[1:])
    change_phase(draft, rest)
    auction.open_deed_auction(draft, estate.spaces[0], players_after(draft, estate.bankrupt))
    return True


def _leave(draft: Draft, player: PlayerId, fact: PlayerBankrupted | PlayerLeft) -> None:
    """Take a player out of the game and out of all that waits (BANKRUPT-10)."""
    record(draft, fact)
    kept: list[Phase] = []
    for phase in draft.phases:
        lot = _unsold(phase, player)
        below = kept[-1] if kept else None
        if lot is None:
            rest = _without(phase, player)
            kept += [] if rest is None else [rest]
        elif type(below) is Estate:
            kept[-1] = msgspec.structs.replace(below, spaces=(lot, *below.spaces))
        else:
            kept.append(Estate((lot,), player))
    record(draft, PhasesReplaced(tuple(kept)))


def _unsold(phase: Phase, player: PlayerId) -> SpaceId | None:
    """Return the deed that *player* neither bought nor paid for: it is auctioned (AUCTION-1)."""
    match phase:
        case PurchaseOffer(player=asked, space=space) if asked == player:
            return space
        case Debt(debtor=debtor, lot=Lot(space=lot)) if debtor == player:
            return lot
        case _:
            return None


def _without(phase: Phase, player: PlayerId) -> Phase | None:
    """Return what is left of a phase once a player is gone; nothing where it was only his."""
    match phase:
        case AwaitingRoll() | JailDecision() | TurnOver():
            return TurnOver(phase.player) if phase.player == player else phase
        case Debt(debtor=debtor, creditor=creditor):
            return None if player in (debtor, creditor) else phase
        case SplitDebt(debtor=debtor, creditors=creditors):
            left = tuple(creditor for creditor in creditors if creditor != player)
            is_gone = debtor == player or not left
            return None if is_gone else msgspec.structs.replace(phase, creditors=left)
        case Confirmation(player=asked, payer=payer, payee=payee):
            return None if player in (asked, payer, payee) else phase
        case Auction():
            return auction.without(phase, player)
        case Estate(shares=shares):
            left = tuple(creditor for creditor in shares if creditor != player)
            return msgspec.structs.replace(phase, shares=left)
        case Shortage() | Setup() | Opening() | GameOver():
            return phase
        case _:
            return None if phase.player == player else phase


def _raze(draft: Draft, player: PlayerId, payee: AccountId | None, reason: Reason) -> None:
    """Return all buildings to the bank, at half price to *payee* or for nothing (BANKRUPT-3)."""
    total = 0
    for space in deeds_of(draft, player):
        if draft.levels[space]:
            total += steps(draft, draft.levels[space]) * building_refund(draft, space)
            record(draft, BuildingsChanged(space, 0))
    if payee is not None:
        transfer(draft, BANK, payee, total, reason)


def _deeds_to_bank(
    draft: Draft, player: PlayerId, *, free_of_mortgage: bool
) -> tuple[SpaceId, ...]:
    """Give the bank all deeds, free of mortgages unless the table keeps them (BANKRUPT-8)."""
    spaces = tuple(deeds_of(draft, player))
    for space in spaces:
        record(draft, DeedGranted(space, BANK))
        if draft.mortgaged[space] and free_of_mortgage:
            record(draft, MortgageLifted(space))
    _pass_jail_cards(draft, player, BANK)
    return spaces


def _pass_jail_cards(draft: Draft, player: PlayerId, holder: AccountId) -> None:
    """Pass jail cards to the creditor, or under their piles (BANKRUPT-9)."""
    for deck in Deck:
        if draft.jail_cards[jail_card_index(deck)] == player:
            record(draft, JailCardPassed(deck, holder))
