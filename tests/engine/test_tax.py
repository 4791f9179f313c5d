"""Taxes and rounding."""

import pytest
from support.boards import ADA, BEN, accept, facts, paid, payments, position, refuse, space

from engine import events as e
from engine import phases as p
from engine.commands import ChooseTax, MortgageDeed, RecordRoll
from engine.ids import BANK, POT
from engine.reasons import Reason
from engine.refusals import Refusal
from engine.valuation import worth


def taxed(cash=1500, deeds="", more=""):
    return position(f"""
        Ada {cash} @4 {deeds}
        Ben 1500 @0
        {more}
        wait after Ada
        wait tax Ada
    """)


def test_tax_1_income_tax_is_200_or_a_tenth():
    assert (
        e.PhaseLeft(),
        paid(ADA, BANK, 200, Reason.INCOME_TAX),
        e.TurnBegan(BEN),
        e.PhaseChanged(p.AwaitingRoll(BEN)),
    ) == accept(taxed(), ChooseTax(by_percent=False)).events
    assert [(ADA, BANK, 150, "TAX-1")] == payments(
        accept(taxed(), ChooseTax(by_percent=True)).events
    )


def test_tax_1_a_table_may_choose_another_tenth_or_none():
    state = taxed(more="rules income_tax_percent=15")
    assert [(ADA, BANK, 225, "TAX-1")] == payments(accept(state, ChooseTax(by_percent=True)).events)
    flat = position("Ada 1500 @0\nBen 1500 @0\nrules income_tax_percent=0")
    assert [(ADA, BANK, 200, "TAX-1")] == payments(accept(flat, RecordRoll(1, 3)).events)


def test_tax_1_the_choice_is_asked_once():
    state = position("Ada 1500 @0\nBen 1500 @0")

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, ChooseTax(by_percent=True))


def test_tax_2_worth_counts_printed_prices_in_full_and_buildings_at_cost():
    state = taxed(cash=100, deeds="A1:2 A3:1 R5* H39* B6:H B8:H B9:H chance-card")

    assert 100 + 60 + 60 + 3 * 50 + 200 + 400 + 320 + 15 * 50 == worth(state, ADA)


def test_tax_2_a_hotel_after_three_houses_counts_four_steps():
    state = taxed(cash=0, deeds="A1:H A3:H", more="rules hotel_after=3")

    assert 120 + 8 * 50 == worth(state, ADA)


def test_tax_2_a_salary_just_received_counts():
    state = position("Ada 1500 @36\nBen 1500 @0")

    state = accept(state, RecordRoll(3, 5)).state

    assert p.TaxChoice(ADA) == state.phase
    assert [(ADA, BANK, 170, "TAX-1")] == payments(accept(state, ChooseTax(by_percent=True)).events)


def test_tax_3_the_choice_comes_before_worth_is_added_up():
    decision = accept(position("Ada 1500 @0\nBen 1500 @0"), RecordRoll(1, 3))

    assert p.TaxChoice(ADA) == decision.state.phase
    assert [] == payments(decision.events)


def test_tax_3_the_choice_stands_even_where_the_other_were_cheaper():
    state = taxed(cash=100, deeds="R5")

    state = accept(state, ChooseTax(by_percent=False)).state

    assert p.Debt(ADA, BANK, 200, Reason.INCOME_TAX) == state.phase
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, ChooseTax(by_percent=True))
    raised = accept(state, MortgageDeed(ADA, 5))
    assert [(BANK, ADA, 100, "MORT-1"), (ADA, BANK, 200, "TAX-1")] == payments(raised.events)


def test_tax_4_luxury_tax_is_75():
    state = position("Ada 1500 @31\nBen 1500 @0")

    decision = accept(state, RecordRoll(3, 4))

    assert (
        e.Rolled(ADA, 3, 4),
        e.TokenMoved(ADA, space("luxury-tax")),
        paid(ADA, BANK, 75, Reason.LUXURY_TAX),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_tax_4_a_table_may_choose_another_sum():
    state = position("Ada 1500 @31\nBen 1500 @0\nrules luxury_tax=100")

    assert [(ADA, BANK, 100, "TAX-4")] == payments(accept(state, RecordRoll(3, 4)).events)


@pytest.mark.parametrize(
    ("rule", "cash", "tax"),
    [
        ("ceil", 1501, 151),
        ("ceil", 1510, 151),
        ("half_up", 1504, 150),
        ("half_up", 1505, 151),
        ("floor", 1509, 150),
    ],
)
def test_round_1_tenths_are_rounded_as_the_table_says(rule, cash, tax):
    more = "" if rule == "ceil" else f"rules rounding={rule}"

    decision = accept(taxed(cash=cash, more=more), ChooseTax(by_percent=True))

    assert [(ADA, BANK, tax, "TAX-1")] == payments(decision.events)


def test_variant_1_taxes_go_to_the_middle():
    rule = "rules free_parking_pot=on"
    decision = accept(taxed(more=rule), ChooseTax(by_percent=False))

    assert [(ADA, POT, 200, "TAX-1")] == payments(decision.events)
    luxury = position(f"Ada 1500 @31\nBen 1500 @0\n{rule}")
    assert [(ADA, POT, 75, "TAX-4")] == payments(accept(luxury, RecordRoll(3, 4)).events)


def test_bank_5_taxes_fines_and_interest_go_to_the_bank():
    decision = accept(taxed(), ChooseTax(by_percent=False))

    assert -2800 == decision.state.bank
