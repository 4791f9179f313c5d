"""Automation: payments a player confirms or says the amount of; rent given back, promises noted.

VARIANT-5 lets a table choose, and a player for himself. TRADE-4: an owner may let rent go, and what
players promise each other is kept but never enforced (TRADE-3).
"""

from engine.commands import ChooseMode, ConfirmPayment, GiveBackRent, MakePromise, SayAmount
from engine.events import ModeChosen, PhaseEntered, PhaseLeft, PromiseMade, RentsReturned
from engine.ids import PlayerId
from engine.phases import Confirmation, Debt, Opening, Setup
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules.debt import settle_top, transfer
from engine.rules.guards import BUSINESS, debt_of, refused_at
from engine.state import Draft, Position
from engine.valuation import raisable

MODES = ("", "auto", "ask", "teach")
PROMISE_LENGTH_MAX = 80


def confirm_payment(draft: Draft, command: ConfirmPayment) -> Refusal | None:
    """Let a waiting payment go (mode `ask`)."""
    phase = draft.phase
    if type(phase) is not Confirmation:
        return Refusal.NOT_WAITING_FOR_THIS
    if command.player != phase.player:
        return Refusal.NOT_YOUR_PAYMENT
    if phase.is_taught:
        return Refusal.SAY_THE_AMOUNT

    _let_go(draft, phase)
    return None


def say_amount(draft: Draft, command: SayAmount) -> Refusal | None:
    """Let a waiting payment go once its amount is said right (modes `ask` and `teach`)."""
    phase = draft.phase
    if type(phase) is not Confirmation:
        return Refusal.NOT_WAITING_FOR_THIS
    if command.player != phase.player:
        return Refusal.NOT_YOUR_PAYMENT
    if command.amount != phase.amount:
        return Refusal.WRONG_AMOUNT

    _let_go(draft, phase)
    return None


def refused_giving_back(position: Position, player: PlayerId) -> Refusal | None:
    """Return why *player* has no rent to give back now (TRADE-4)."""
    refusal = refused_at(position, player, BUSINESS)
    if refusal is not None:
        return refusal
    amounts = [rent.amount for rent in position.rents if rent.owner == player]
    if not amounts:
        return Refusal.NO_RENT_TO_RETURN
    if position.cash[player] < sum(amounts):
        return Refusal.NOT_ENOUGH_TO_MOVE
    owed = debt_of(position, player)
    left = raisable(position, player) - sum(amounts)
    return Refusal.SPENDING_UNDER_DEBT if owed and left < owed else None


def give_back_rent(draft: Draft, command: GiveBackRent) -> Refusal | None:
    """Give back the rents collected for an owner since the last throw (TRADE-4)."""
    refusal = refused_giving_back(draft, command.player)
    if refusal is not None:
        return refusal

    for rent in draft.rents:
        if rent.owner == command.player:
            transfer(draft, rent.owner, rent.payer, rent.amount, Reason.RENT_GIVEN_BACK)
    record(draft, RentsReturned(command.player))
    return None


def make_promise(draft: Draft, command: MakePromise) -> Refusal | None:
    """Note a promise; nothing enforces it (TRADE-3, TRADE-4)."""
    for player in (command.giver, command.taker):
        refusal = refused_at(draft, player, BUSINESS)
        if refusal is not None:
            return refusal
    text = command.text.strip()
    is_usable = 0 < len(text) <= PROMISE_LENGTH_MAX and text.isprintable()
    if command.giver == command.taker or not is_usable:
        return Refusal.BAD_PROMISE

    record(draft, PromiseMade(command.giver, command.taker, text))
    return None


def choose_mode(draft: Draft, command: ChooseMode) -> Refusal | None:
    """Set one player's automation for one kind of payment (VARIANT-5)."""
    if isinstance(draft.phase, Setup | Opening):
        return Refusal.NOT_WAITING_FOR_THIS
    if draft.is_out[command.player]:
        return Refusal.PLAYER_IS_OUT
    if command.mode not in MODES:
        return Refusal.BAD_MODE

    record(draft, ModeChosen(command.player, command.dues, command.mode))
    return None


def _let_go(draft: Draft, phase: Confirmation) -> None:
    record(draft, PhaseLeft())
    if phase.payer != phase.player:
        transfer(draft, phase.payer, phase.payee, phase.amount, phase.reason)
        return
    debt = Debt(phase.player, phase.payee, phase.amount, phase.reason)
    record(draft, PhaseEntered(debt))
    settle_top(draft, debt)
