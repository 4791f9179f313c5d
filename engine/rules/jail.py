"""Jail: JAIL-1 just visiting, JAIL-2 and JAIL-3 going there, JAIL-4 no movement, three ways out.

JAIL-5 doubles, no further throw; JAIL-6 a card; JAIL-7 the fine before throwing; JAIL-8 business
goes on; JAIL-9 the third throw forces the fine; JAIL-10 counted from the next turn; JAIL-11
doubles are free.
"""

from engine.board import Deck
from engine.commands import PayFine, UseJailCard
from engine.events import (
    JailCardPassed,
    JailThrowFailed,
    PhaseEntered,
    PlayerFreed,
)
from engine.ids import BANK, PlayerId
from engine.phases import AwaitingRoll, Debt, JailDecision, MoveOn, TurnOver
from engine.reasons import Reason
from engine.recording import change_phase, record
from engine.refusals import Refusal
from engine.rules.debt import charge, levy_account, transfer
from engine.state import Draft, Position, jail_card_index


def throw_in_jail(draft: Draft, player: PlayerId) -> None:
    """Try for doubles (JAIL-5, JAIL-11); the last throw without them forces the fine (JAIL-9)."""
    die_1, die_2 = draft.roll
    change_phase(draft, TurnOver(player))
    if die_1 == die_2:
        record(draft, PhaseEntered(MoveOn(player, die_1 + die_2)))
        return
    record(draft, JailThrowFailed(player))
    if draft.jail_tries[player] < int(draft.rules.jail_max_turns):
        return
    record(draft, PhaseEntered(MoveOn(player, die_1 + die_2)))
    fine = draft.edition.jail_fine
    charge(draft, Debt(player, levy_account(draft), fine, Reason.FORCED_FINE))


def refused_way_out(position: Position, player: PlayerId) -> Refusal | None:
    """Return why *player* cannot choose a way out of jail now (JAIL-4)."""
    phase = position.phase
    if not isinstance(phase, JailDecision | AwaitingRoll):
        return Refusal.NOT_WAITING_FOR_THIS
    if phase.player != player:
        return Refusal.NOT_YOUR_TURN
    if type(phase) is AwaitingRoll:
        return Refusal.NOT_IN_JAIL
    return None


def refused_fine(position: Position, player: PlayerId) -> Refusal | None:
    """Return why the fine cannot be paid now (JAIL-7)."""
    refusal = refused_way_out(position, player)
    if refusal is not None:
        return refusal
    if position.rules.jail_pay_before_throw == "first_two" and position.jail_tries[player] >= 2:
        return Refusal.FINE_TOO_LATE
    if position.cash[player] < position.edition.jail_fine:
        return Refusal.CANNOT_AFFORD_FINE
    return None


def pay_fine(draft: Draft, command: PayFine) -> Refusal | None:
    """Pay before throwing; the turn is then an ordinary one (JAIL-7)."""
    refusal = refused_fine(draft, command.player)
    if refusal is not None:
        return refusal

    fine = draft.edition.jail_fine
    transfer(draft, command.player, levy_account(draft), fine, Reason.FINE)
    _free(draft, command.player)
    return None


def use_jail_card(draft: Draft, command: UseJailCard) -> Refusal | None:
    """Use a held card before throwing; it goes under its own pile (JAIL-6, DECK-2)."""
    refusal = refused_way_out(draft, command.player)
    if refusal is not None:
        return refusal
    decks = (command.deck,) if command.deck is not None else (Deck.CHANCE, Deck.CHEST)
    held = [deck for deck in decks if draft.jail_cards[jail_card_index(deck)] == command.player]
    if not held:
        return Refusal.NO_JAIL_CARD

    record(draft, JailCardPassed(held[0], BANK))
    _free(draft, command.player)
    return None


def _free(draft: Draft, player: PlayerId) -> None:
    record(draft, PlayerFreed(player))
    change_phase(draft, AwaitingRoll(player))
