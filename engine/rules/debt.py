"""Debts: DEBT-1 raise the cash first, DEBT-2 in full and at once, DEBT-5 several creditors.

Taxes, fines and card payments go to the middle where that is played (VARIANT-1).
"""

from engine.commands import PayDebt
from engine.events import DeedGranted, MoneyTransferred, PhaseEntered, PhaseLeft
from engine.evolve import move_money
from engine.ids import BANK, POT, AccountId, Money, PlayerId
from engine.phases import Confirmation, Debt, Lot, PlaceWonBuilding, SplitDebt
from engine.reasons import DUES_OF, Dues, Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.state import Draft, Position
from engine.valuation import interest

_MODE_OF = {
    reason: (list(Dues).index(dues), f"{dues.value}_mode") for reason, dues in DUES_OF.items()
}
"""By reason, the place of its kind of payment in a player's modes, and the table's switch."""


def transfer(
    draft: Draft, payer: AccountId, payee: AccountId, amount: Money, reason: Reason
) -> None:
    """Move money that is there; nothing where the amount is 0."""
    if amount:
        move_money(draft, payer, payee, amount, reason)
        draft.events.append(MoneyTransferred(payer, payee, amount, reason))


def take_pot(draft: Draft, player: PlayerId) -> None:
    """Give what lies in the middle to who stops there; nothing where nothing does (VARIANT-1)."""
    transfer(draft, POT, player, draft.pot, Reason.POT_TAKEN)


def levy_account(draft: Draft) -> AccountId:
    """Return where taxes, fines and card payments go (BANK-5, VARIANT-1)."""
    return POT if draft.rules.free_parking_pot == "on" else BANK


def charge(draft: Draft, debt: Debt) -> None:
    """Settle a debt at once where the cash is there; else it waits on top (DEBT-1)."""
    if not _is_met(draft, debt):
        record(draft, PhaseEntered(_waiting(draft, debt)))


def pay_or_owe(
    draft: Draft, debtor: PlayerId, creditor: AccountId, amount: Money, reason: Reason
) -> None:
    """Charge a sum and nothing else: only what has to wait becomes a debt (DEBT-1)."""
    if not amount:
        return
    if draft.cash[debtor] >= amount and mode_of(draft, debtor, reason) == "auto":
        transfer(draft, debtor, creditor, amount, reason)
    else:
        record(draft, PhaseEntered(_waiting(draft, Debt(debtor, creditor, amount, reason))))


def charge_in_order(draft: Draft, debts: tuple[Debt, ...]) -> None:
    """Settle debts in order; from the first that cannot be settled on they wait (DEBT-5)."""
    for index, debt in enumerate(debts):
        if not _is_met(draft, debt):
            for waiting in reversed(debts[index:]):
                record(draft, PhaseEntered(_waiting(draft, waiting)))
            return


def pay_out(draft: Draft, player: PlayerId, amount: Money, reason: Reason) -> bool:
    """Let the bank pay a salary or a card; return whether it waits to be confirmed (BANK-2)."""
    mode = mode_of(draft, player, reason)
    if mode == "auto" or not amount:
        transfer(draft, BANK, player, amount, reason)
        return False
    waiting = Confirmation(player, BANK, player, amount, reason, is_taught=mode == "teach")
    record(draft, PhaseEntered(waiting))
    return True


def mode_of(position: Position, player: PlayerId, reason: Reason) -> str:
    """Return how a payment by or to *player* is made: `auto`, `ask` or `teach`."""
    if reason not in _MODE_OF:
        return "auto"
    index, switch = _MODE_OF[reason]
    mode: str = position.modes[player][index] or getattr(position.rules, switch)
    return mode


def settle_top(draft: Draft, debt: Debt) -> bool:
    """Settle the debt on top if the cash is there now; return whether it was (DEBT-2)."""
    if draft.cash[debt.debtor] < debt.amount:
        return False
    record(draft, PhaseLeft())
    _meet(draft, debt)
    return True


def settle_split(draft: Draft, debt: SplitDebt) -> bool:
    """Settle all of one sum to several creditors, or nobody is paid yet (DEBT-5)."""
    if draft.cash[debt.debtor] < debt.amount * len(debt.creditors):
        return False
    record(draft, PhaseLeft())
    for creditor in debt.creditors:
        transfer(draft, debt.debtor, creditor, debt.amount, debt.reason)
    return True


def pay_debt(draft: Draft, _command: PayDebt) -> Refusal | None:
    """Settle what waits once the cash is there (DEBT-2, TRADE-3)."""
    phase = draft.phase
    if type(phase) is Debt:
        return None if settle_top(draft, phase) else Refusal.CASH_STILL_SHORT
    if type(phase) is SplitDebt:
        return None if settle_split(draft, phase) else Refusal.CASH_STILL_SHORT
    return Refusal.NOT_WAITING_FOR_THIS


def grant_lot(draft: Draft, winner: PlayerId, lot: Lot) -> None:
    """Hand over what was won: the deed (AUCTION-4), or a building to place (SHORT-2)."""
    if lot.space is None:
        record(draft, PhaseEntered(PlaceWonBuilding(winner, lot.is_hotel)))
        return
    record(draft, DeedGranted(lot.space, winner))
    if draft.mortgaged[lot.space]:
        owed = interest(draft, lot.space)
        charge(draft, Debt(winner, BANK, owed, Reason.ESTATE_INTEREST))


def _is_met(draft: Draft, debt: Debt) -> bool:
    """Settle a debt if the cash is there and nobody confirms it first; return whether it was."""
    amount = debt.amount
    if draft.cash[debt.debtor] < amount:
        return False
    if amount:
        if mode_of(draft, debt.debtor, debt.reason) != "auto":
            return False
        transfer(draft, debt.debtor, debt.creditor, amount, debt.reason)
    if debt.lot is not None:
        grant_lot(draft, debt.debtor, debt.lot)
    return True


def _waiting(draft: Draft, debt: Debt) -> Debt | Confirmation:
    """Return the phase a debt waits in: for a card or a word first, or for the cash."""
    mode = mode_of(draft, debt.debtor, debt.reason)
    if mode == "auto":
        return debt
    return Confirmation(
        debt.debtor,
        debt.debtor,
        debt.creditor,
        debt.amount,
        debt.reason,
        is_taught=mode == "teach",
    )


def _meet(draft: Draft, debt: Debt) -> None:
    transfer(draft, debt.debtor, debt.creditor, debt.amount, debt.reason)
    if debt.lot is not None:
        grant_lot(draft, debt.debtor, debt.lot)
