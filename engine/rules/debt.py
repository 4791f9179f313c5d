"""Debts: DEBT-1 raise the cash first, DEBT-2 in full and at once, DEBT-5 several creditors.

Taxes, fines and card payments go to the middle where that is played (VARIANT-1).
"""

from engine.commands import PayDebt
from engine.events import DeedGranted, MoneyTransferred, PhaseEntered, PhaseLeft
from engine.evolve import record
from engine.ids import BANK, POT, AccountId, Money, PlayerId
from engine.phases import Debt, Lot, PlaceWonBuilding, SplitDebt
from engine.reasons import Reason
from engine.refusals import Refusal
from engine.state import Draft
from engine.valuation import interest


def transfer(
    draft: Draft, payer: AccountId, payee: AccountId, amount: Money, reason: Reason
) -> None:
    """Move money that is there; nothing where the amount is 0."""
    if amount:
        record(draft, MoneyTransferred(payer, payee, amount, reason))


def levy_account(draft: Draft) -> AccountId:
    """Return where taxes, fines and card payments go (BANK-5, VARIANT-1)."""
    return POT if draft.rules.free_parking_pot == "on" else BANK


def charge(draft: Draft, debt: Debt) -> None:
    """Settle a debt at once where the cash is there; else it waits on top (DEBT-1)."""
    charge_in_order(draft, (debt,))


def charge_in_order(draft: Draft, debts: tuple[Debt, ...]) -> None:
    """Settle debts in order; from the first that cannot be paid on they wait (DEBT-5)."""
    for index, debt in enumerate(debts):
        if draft.cash[debt.debtor] < debt.amount:
            for waiting in reversed(debts[index:]):
                record(draft, PhaseEntered(waiting))
            return
        _meet(draft, debt)


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
    if isinstance(phase, Debt):
        return None if settle_top(draft, phase) else Refusal.CASH_STILL_SHORT
    if isinstance(phase, SplitDebt):
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


def _meet(draft: Draft, debt: Debt) -> None:
    transfer(draft, debt.debtor, debt.creditor, debt.amount, debt.reason)
    if debt.lot is not None:
        grant_lot(draft, debt.debtor, debt.lot)
