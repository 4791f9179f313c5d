"""Mortgages: pledging and lifting."""

import pytest
from support.boards import ADA, BEN, accept, facts, paid, payments, play, position, refuse

from engine import events as e
from engine.commands import Build, LiftMortgage, MortgageDeed, RecordRoll
from engine.ids import BANK
from engine.reasons import Reason
from engine.refusals import Refusal


def pledged(deeds, cash=1500, more="", phase="wait roll Ben"):
    return position(f"Ada {cash} @0 {deeds}\nBen 1500 @0\n{more}\n{phase}")


def test_mort_1_the_bank_lends_what_the_deed_says():
    decision = accept(pledged("H39"), MortgageDeed(ADA, 39))

    assert (e.DeedMortgaged(39), paid(BANK, ADA, 200, Reason.MORTGAGE)) == decision.events


@pytest.mark.parametrize(("deed", "value"), [("R5", 100), ("U12", 75)])
def test_mort_1_railroads_and_utilities_too(deed, value):
    decision = accept(pledged(deed), MortgageDeed(ADA, int(deed[1:])))

    assert [(BANK, ADA, value, "MORT-1")] == payments(decision.events)


def test_mort_1_once_only():
    assert Refusal.ALREADY_MORTGAGED == refuse(pledged("H39*"), MortgageDeed(ADA, 39))


def test_mort_1_also_to_raise_a_bid():
    auction = "wait after Ben\nwait auction lot=@5 bidders=Ada eligible=Ada,Ben"

    assert 1700 == play(pledged("H39", phase=auction), MortgageDeed(ADA, 39)).cash[ADA]


def test_mort_2_the_group_s_buildings_go_first():
    state = pledged("B6 B8:1 B9")

    assert Refusal.GROUP_HAS_BUILDINGS == refuse(state, MortgageDeed(ADA, 6))


@pytest.mark.parametrize(
    ("deed", "cost"), [("H39*", 220), ("H37*", 193), ("C11*", 77), ("U12*", 83), ("A1*", 33)]
)
def test_mort_4_lifting_costs_the_mortgage_and_a_tenth(deed, cost):
    street = int(deed[1:-1])

    decision = accept(pledged(deed), LiftMortgage(ADA, street))

    assert (paid(ADA, BANK, cost, Reason.LIFT), e.MortgageLifted(street)) == decision.events


def test_mort_4_it_is_paid_in_cash():
    assert Refusal.CANNOT_AFFORD_LIFT == refuse(pledged("H39*", cash=219), LiftMortgage(ADA, 39))


def test_mort_4_what_is_not_mortgaged_is_not_lifted():
    assert Refusal.NOT_MORTGAGED == refuse(pledged("H39"), LiftMortgage(ADA, 39))


def test_mort_5_once_all_are_lifted_building_goes_on_at_full_price():
    state = play(pledged("A1 A3*"), LiftMortgage(ADA, 3))

    assert [(ADA, BANK, 50, "BUILD-2")] == payments(accept(state, Build(ADA, 3)).events)


@pytest.mark.parametrize("command", [MortgageDeed(BEN, 39), LiftMortgage(BEN, 39)])
def test_mort_6_nobody_else_pledges_or_lifts_it(command):
    assert Refusal.NOT_YOUR_DEED == refuse(pledged("H39*"), command)


def test_mort_6_the_owner_keeps_it():
    assert ADA == play(pledged("H39"), MortgageDeed(ADA, 39)).owners[39]


@pytest.mark.parametrize(("rule", "cost"), [("ceil", 193), ("half_up", 193), ("floor", 192)])
def test_mort_10_the_tenth_is_rounded_as_the_table_says(rule, cost):
    more = "" if rule == "ceil" else f"rules rounding={rule}"

    decision = accept(pledged("H37*", more=more), LiftMortgage(ADA, 37))

    assert [(ADA, BANK, cost, "MORT-4")] == payments(decision.events)


def test_debt_1_no_lifting_that_spends_what_is_owed():
    debt = "wait after Ada\nwait debt Ada creditor=bank amount={} reason=TAX-1"

    state = pledged("A1* R5", cash=40, phase=debt.format(140))
    assert Refusal.SPENDING_UNDER_DEBT == refuse(state, LiftMortgage(ADA, 1))
    loose = pledged("A1* R5", cash=40, phase=debt.format(137))
    assert (paid(ADA, BANK, 33, Reason.LIFT), e.MortgageLifted(1)) == facts(
        accept(loose, LiftMortgage(ADA, 1))
    )


def test_bank_4_the_bank_lends_on_deeds_only():
    assert Refusal.NOT_YOUR_DEED == refuse(pledged(""), MortgageDeed(ADA, 39))
    assert Refusal.NOT_YOUR_DEED == refuse(pledged(""), MortgageDeed(ADA, 0))


def test_bankrupt_5_interest_paid_on_taking_over_leaves_the_principal():
    state = pledged("H39* H37*", more="taken 39")

    assert [(ADA, BANK, 200, "MORT-4")] == payments(accept(state, LiftMortgage(ADA, 39)).events)
    assert [(ADA, BANK, 193, "MORT-4")] == payments(accept(state, LiftMortgage(ADA, 37)).events)


def test_bankrupt_5_until_the_next_throw_only():
    state = pledged("H39*", more="taken 39")

    state = play(state, RecordRoll(4, 6))

    assert [(ADA, BANK, 220, "MORT-4")] == payments(accept(state, LiftMortgage(ADA, 39)).events)


def test_mort_4_pledging_again_costs_interest_again():
    state = play(pledged("H39*", more="taken 39"), LiftMortgage(ADA, 39), MortgageDeed(ADA, 39))

    assert [(ADA, BANK, 220, "MORT-4")] == payments(accept(state, LiftMortgage(ADA, 39)).events)
