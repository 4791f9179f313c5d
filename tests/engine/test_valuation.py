"""What things are worth, and the ledger."""

import pytest
from support.boards import ADA, BEN, accept, position

from engine.commands import DeclareBankruptcy, RecordRoll
from engine.ids import BANK
from engine.ledger import Posting, postings, transfers
from engine.reasons import Reason
from engine.valuation import (
    building_refund,
    final_worth,
    interest,
    level_after,
    lift_cost,
    raisable,
    rent_due,
    steps,
    worth,
)

TABLE = position("Ada 100 @0 A1:4 A3:H R5* R15 U12\nBen 9 @0 H39\nbank turns=1")


def test_tax_2_worth_is_cash_printed_prices_and_building_costs():
    assert 100 + 120 + 9 * 50 + 200 + 200 + 150 == worth(TABLE, ADA)


def test_win_2_at_the_end_a_mortgaged_deed_counts_half():
    assert worth(TABLE, ADA) - 100 == final_worth(TABLE, ADA)


def test_debt_4_raisable_is_cash_half_buildings_and_mortgages_left():
    assert 100 + 9 * 25 + 30 + 30 + 100 + 75 == raisable(TABLE, ADA)


@pytest.mark.parametrize(
    ("space", "throw", "rent"),
    [
        (1, 7, (160, Reason.RENT_BUILT)),
        (3, 7, (450, Reason.RENT_BUILT)),
        (5, 7, (0, Reason.RENT)),
        (15, 7, (50, Reason.RENT_RAILROAD)),
        (12, 7, (28, Reason.RENT_UTILITY)),
        (39, 7, (50, Reason.RENT)),
    ],
)
def test_rent_1_rent_due(space, throw, rent):
    assert rent == rent_due(TABLE, space, throw)


def test_mort_4_interest_and_lifting():
    assert (10, 110) == (interest(TABLE, 5), lift_cost(TABLE, 5))
    assert (18, 193) == (interest(TABLE, 37), lift_cost(TABLE, 37))


def test_sell_6_half_a_house():
    assert (25, 100) == (building_refund(TABLE, 1), building_refund(TABLE, 39))


def test_build_6_steps_and_levels_are_each_other():
    for level in (0, 1, 2, 3, 4, 5):
        assert level == level_after(TABLE, steps(TABLE, level))


def test_bank_5_every_transfer_has_two_legs():
    events = accept(position("Ada 9 @0\nBen 9 @0 A3"), RecordRoll(1, 2)).events

    assert [Posting(ADA, -4, Reason.RENT), Posting(BEN, 4, Reason.RENT)] == postings(events)
    assert 1 == len(transfers(events))


def test_bankrupt_2_the_ledger_of_a_ruin_sums_to_nothing():
    state = position("""
        Ada 7 @0 A1:1 A3 R5*
        Ben 9 @0
        Cat 9 @0
        wait after Ada
        wait debt Ada creditor=Ben amount=900 reason=RENT-5
    """)

    legs = postings(accept(state, DeclareBankruptcy(ADA)).events)

    assert 0 == sum(leg.amount for leg in legs)
    assert -7 == sum(leg.amount for leg in legs if leg.account == ADA)
    assert -25 + 10 == sum(leg.amount for leg in legs if leg.account == BANK)
