"""Putting the table right: BANKER-2, money through the bank's account, so the books balance.

Only facts are recorded, as by any rule; who asked and why stands beside them in the journal.
"""

import msgspec

from engine.board import HOTEL, SpaceKind
from engine.corrections import (
    FreePlayer,
    JailPlayer,
    PlaceToken,
    SetBuildings,
    SetCash,
    SetJailCard,
    SetMortgaged,
    SetOwner,
    SetPot,
    SetSupply,
    SetTurn,
    StackDeck,
    TransferMoney,
)
from engine.events import (
    BuildingsChanged,
    DeckStacked,
    DeedGranted,
    DeedMortgaged,
    JailCardPassed,
    MortgageLifted,
    PhasesReplaced,
    PlayerFreed,
    PlayerJailed,
    RentClaimed,
    SupplyCorrected,
    TokenMoved,
    TurnBegan,
)
from engine.ids import AMOUNT_MAX, BANK, POT, PlayerId, SpaceId
from engine.phases import (
    Auction,
    AwaitingRoll,
    Debt,
    Estate,
    JailDecision,
    Lot,
    Phase,
    PurchaseOffer,
    Setup,
)
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules import ending
from engine.rules.debt import transfer
from engine.rules.setup import deal_and_start, refused_start
from engine.state import Draft, Position, balance, is_jailed, jail_card_index, pile
from engine.valuation import is_level

DOUBLES_MAX = 2


def set_turn(draft: Draft, command: SetTurn) -> Refusal | None:
    """Let a player throw next; all that waits is dropped, play begins where it had not."""
    refusal = _refused_player(draft, command.player)
    if refusal is not None:
        return refusal
    if not 0 <= command.doubles <= DOUBLES_MAX:
        return Refusal.BAD_AMOUNT
    if isinstance(draft.phase, Setup):
        refusal = refused_start(draft)
        if refusal is not None:
            return refusal
        deal_and_start(draft)

    ending.divide_estates(draft)
    for owner in {claim.owner for claim in draft.claims}:
        record(draft, RentClaimed(owner))
    record(draft, TurnBegan(command.player))
    jailed = is_jailed(draft, command.player)
    waits = (
        JailDecision(command.player) if jailed else AwaitingRoll(command.player, command.doubles)
    )
    record(draft, PhasesReplaced((waits,)))
    return None


def set_cash(draft: Draft, command: SetCash) -> Refusal | None:
    """Give a player exactly this much, from or to the bank."""
    refusal = _refused_player(draft, command.player)
    if refusal is not None:
        return refusal
    if not 0 <= command.amount <= AMOUNT_MAX:
        return Refusal.BAD_AMOUNT

    more = command.amount - draft.cash[command.player]
    transfer(draft, BANK, command.player, max(more, 0), Reason.CORRECTION)
    transfer(draft, command.player, BANK, max(-more, 0), Reason.CORRECTION)
    return None


def transfer_money(draft: Draft, command: TransferMoney) -> Refusal | None:
    """Move money between two accounts."""
    for account in (command.payer, command.payee):
        if account >= 0:
            refusal = _refused_player(draft, PlayerId(account))
            if refusal is not None:
                return refusal
    if POT in (command.payer, command.payee) and draft.rules.free_parking_pot != "on":
        return Refusal.NO_POT
    if not 1 <= command.amount <= AMOUNT_MAX or command.payer == command.payee:
        return Refusal.BAD_AMOUNT
    if command.payer != BANK and balance(draft, command.payer) < command.amount:
        return Refusal.NOT_ENOUGH_TO_MOVE

    transfer(draft, command.payer, command.payee, command.amount, Reason.CORRECTION)
    return None


def place_token(draft: Draft, command: PlaceToken) -> Refusal | None:
    """Put a token somewhere; nothing happens there, and it is out of jail."""
    refusal = _refused_player(draft, command.player)
    if refusal is not None:
        return refusal

    if is_jailed(draft, command.player):
        record(draft, PlayerFreed(command.player))
    record(draft, TokenMoved(command.player, command.space))
    _refresh_turn(draft)
    return None


def jail_player(draft: Draft, command: JailPlayer) -> Refusal | None:
    """Put a player into jail, so many throws failed (JAIL-2)."""
    refusal = _refused_player(draft, command.player)
    if refusal is not None:
        return refusal
    if not 0 <= command.tries < int(draft.rules.jail_max_turns):
        return Refusal.BAD_AMOUNT

    record(draft, PlayerJailed(command.player, command.tries))
    _refresh_turn(draft)
    return None


def free_player(draft: Draft, command: FreePlayer) -> Refusal | None:
    """Let a player out, just visiting (JAIL-1)."""
    refusal = _refused_player(draft, command.player)
    if refusal is not None:
        return refusal
    if not is_jailed(draft, command.player):
        return Refusal.NOT_IN_JAIL

    record(draft, PlayerFreed(command.player))
    _refresh_turn(draft)
    return None


def set_owner(draft: Draft, command: SetOwner) -> Refusal | None:
    """Say who holds deeds; what the bank no longer has it sells no more (BANK-1)."""
    if command.owner >= 0:
        refusal = _refused_player(draft, PlayerId(command.owner))
        if refusal is not None:
            return refusal
    if any(draft.edition.spaces[space].title is None for space in command.spaces):
        return Refusal.NOT_A_DEED

    for space in dict.fromkeys(command.spaces):
        record(draft, DeedGranted(space, command.owner))
    if command.owner != BANK:
        _withdraw(draft, command.spaces)
    return None


def set_mortgaged(draft: Draft, command: SetMortgaged) -> Refusal | None:
    """Say which deeds lie face down, or up."""
    if any(draft.edition.spaces[space].title is None for space in command.spaces):
        return Refusal.NOT_A_DEED

    for space in command.spaces:
        if draft.mortgaged[space] != command.is_mortgaged:
            fact = DeedMortgaged if command.is_mortgaged else MortgageLifted
            record(draft, fact(space))
    return None


def set_buildings(draft: Draft, command: SetBuildings) -> Refusal | None:
    """Say what stands on a street, out of the bank's supply (SHORT-1)."""
    if draft.edition.spaces[command.space].kind is not SpaceKind.STREET:
        return Refusal.NOT_A_STREET
    if not is_level(draft, command.level):
        return Refusal.BAD_AMOUNT
    before = draft.levels[command.space]
    houses = (0 if before == HOTEL else before) - (0 if command.level == HOTEL else command.level)
    if draft.houses + houses < 0:
        return Refusal.NO_HOUSES_LEFT
    if draft.hotels + (before == HOTEL) - (command.level == HOTEL) < 0:
        return Refusal.NO_HOTELS_LEFT

    record(draft, BuildingsChanged(command.space, command.level))
    return None


def set_supply(draft: Draft, command: SetSupply) -> Refusal | None:
    """Say what the bank has left: fewer than the box holds, never more (COMP-1)."""
    if command.houses < 0 or command.hotels < 0:
        return Refusal.BAD_AMOUNT
    if (
        command.houses > draft.houses + draft.houses_missing
        or command.hotels > draft.hotels + draft.hotels_missing
    ):
        return Refusal.SUPPLY_TOO_LARGE

    record(draft, SupplyCorrected(command.houses, command.hotels))
    return None


def set_jail_card(draft: Draft, command: SetJailCard) -> Refusal | None:
    """Say who holds a deck's jail card (DECK-2)."""
    if command.holder >= 0:
        refusal = _refused_player(draft, PlayerId(command.holder))
        if refusal is not None:
            return refusal

    if draft.jail_cards[jail_card_index(command.deck)] != command.holder:
        record(draft, JailCardPassed(command.deck, command.holder))
    return None


def stack_deck(draft: Draft, command: StackDeck) -> Refusal | None:
    """Put cards on top of their pile (SETUP-1, DECK-6)."""
    cards = pile(draft, command.deck)
    if not set(command.cards) <= set(cards) or len(set(command.cards)) != len(command.cards):
        return Refusal.CARD_NOT_IN_PILE

    rest = tuple(card for card in cards if card not in command.cards)
    record(draft, DeckStacked(command.deck, (*command.cards, *rest)))
    return None


def set_pot(draft: Draft, command: SetPot) -> Refusal | None:
    """Say what lies in the middle (VARIANT-1)."""
    if draft.rules.free_parking_pot != "on":
        return Refusal.NO_POT
    if not 0 <= command.amount <= AMOUNT_MAX:
        return Refusal.BAD_AMOUNT

    more = command.amount - draft.pot
    transfer(draft, BANK, POT, max(more, 0), Reason.CORRECTION)
    transfer(draft, POT, BANK, max(-more, 0), Reason.CORRECTION)
    return None


def _refused_player(position: Position, player: PlayerId) -> Refusal | None:
    if not position.names:
        return Refusal.NOBODY_SEATED
    return Refusal.PLAYER_IS_OUT if position.is_out[player] else None


def _withdraw(draft: Draft, spaces: tuple[SpaceId, ...]) -> None:
    """Drop the offer, the auction and the bid owed for deeds that the bank has given away."""
    kept: list[Phase] = []
    for phase in draft.phases:
        match phase:
            case PurchaseOffer(space=space) if space in spaces:
                continue
            case Auction(lot=Lot(space=lot)) | Debt(lot=Lot(space=lot)) if lot in spaces:
                continue
            case Estate(spaces=unsold):
                left = tuple(space for space in unsold if space not in spaces)
                kept.append(msgspec.structs.replace(phase, spaces=left))
            case _:
                kept.append(phase)
    if kept != list(draft.phases):
        record(draft, PhasesReplaced(tuple(kept)))


def _refresh_turn(draft: Draft) -> None:
    """Ask for a throw or for a way out of jail, whichever fits the corrected token."""
    base = draft.phases[0]
    match base:
        case AwaitingRoll(player=player) if is_jailed(draft, player):
            now: AwaitingRoll | JailDecision = JailDecision(player)
        case JailDecision(player=player) if not is_jailed(draft, player):
            now = AwaitingRoll(player)
        case _:
            return
    record(draft, PhasesReplaced((now, *draft.phases[1:])))
