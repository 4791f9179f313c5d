"""Taxes: TAX-1 flat or percentage, TAX-3 chosen before the worth is added up, TAX-4 luxury."""

from engine.commands import ChooseTax
from engine.events import PhaseEntered, PhaseLeft
from engine.ids import PlayerId
from engine.phases import Debt, TaxChoice
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules.debt import charge, levy_account
from engine.state import Draft, Position
from engine.valuation import rounded, worth


def tax_percent(position: Position) -> int:
    """Return the percentage offered, 0 where there is no choice (TAX-1)."""
    chosen = position.rules.income_tax_percent
    return position.edition.income_tax_percent if chosen < 0 else chosen


def ask_income_tax(draft: Draft, player: PlayerId) -> None:
    """Ask for the choice, or charge the flat tax where there is none (TAX-1, TAX-3)."""
    if tax_percent(draft):
        record(draft, PhaseEntered(TaxChoice(player)))
        return
    flat = draft.edition.income_tax_flat
    charge(draft, Debt(player, levy_account(draft), flat, Reason.INCOME_TAX))


def choose_tax(draft: Draft, command: ChooseTax) -> Refusal | None:
    """Charge the tax as chosen; the worth is added up only now (TAX-2, TAX-3, ROUND-1)."""
    phase = draft.phase
    if type(phase) is not TaxChoice:
        return Refusal.NOT_WAITING_FOR_THIS

    amount = draft.edition.income_tax_flat
    if command.by_percent:
        amount = rounded(draft, worth(draft, phase.player), tax_percent(draft))
    record(draft, PhaseLeft())
    charge(draft, Debt(phase.player, levy_account(draft), amount, Reason.INCOME_TAX))
    return None


def charge_luxury_tax(draft: Draft, player: PlayerId) -> None:
    """Charge the luxury tax (TAX-4)."""
    chosen = draft.rules.luxury_tax
    amount = draft.edition.luxury_tax if chosen < 0 else chosen
    charge(draft, Debt(player, levy_account(draft), amount, Reason.LUXURY_TAX))
