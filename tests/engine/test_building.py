"""Houses and hotels: putting them up and selling them."""

import pytest
from support.boards import ADA, BEN, accept, paid, payments, play, position, refuse

from engine import events as e
from engine.board import HOTEL
from engine.commands import (
    Build,
    SellBuilding,
    SellGroup,
    Trade,
    TradeItem,
)
from engine.corrections import SetBuildings
from engine.ids import BANK
from engine.options import MaySellGroup, options
from engine.reasons import Reason
from engine.refusals import Refusal

LIGHT_BLUE = 1
"""The group, counted from 0 in board order."""


def built(deeds, cash=1500, more="", *, ben="", phase="wait roll Ben"):
    return position(f"""
        Ada {cash} @0 {deeds}
        Ben 1500 @0 {ben}
        Cat 1500 @0
        {more}
        {phase}
    """)


def test_build_1_the_owner_of_a_whole_group_builds():
    decision = accept(built("B6 B8 B9"), Build(ADA, 6))

    assert (paid(ADA, BANK, 50, Reason.BUILDING), e.BuildingsChanged(6, 1)) == decision.events


@pytest.mark.parametrize("deeds", ["B6 B8", "B6"])
def test_build_1_not_without_the_whole_group(deeds):
    assert Refusal.GROUP_NOT_OWNED == refuse(built(deeds), Build(ADA, 6))


def test_build_2_the_price_is_on_the_deed():
    for deeds, street, price in (("A1 A3", 1, 50), ("C11 C13 C14", 14, 100), ("H37 H39", 39, 200)):
        assert [(ADA, BANK, price, "BUILD-2")] == payments(
            accept(built(deeds), Build(ADA, street)).events
        )


@pytest.mark.parametrize("street", [6, 8, 9])
def test_build_3_the_first_house_stands_anywhere_in_the_group(street):
    assert 1 == play(built("B6 B8 B9"), Build(ADA, street)).levels[street]


def test_build_4_streets_never_differ_by_more_than_one():
    state = built("B6:1 B8:1 B9")

    assert Refusal.BUILD_UNEVEN == refuse(state, Build(ADA, 6))
    assert Refusal.BUILD_UNEVEN == refuse(state, Build(ADA, 9, 3))
    assert 2 == play(state, Build(ADA, 9, 2)).levels[9]


def test_build_5_the_fifth_is_no_house():
    decision = accept(built("B6:4 B8:4 B9:4"), Build(ADA, 6))

    assert HOTEL == decision.state.levels[6]
    assert Refusal.HAS_A_HOTEL == refuse(built("B6:4 B8:4 B9:4"), Build(ADA, 6, 2))


def test_build_6_a_hotel_takes_the_place_of_four_houses():
    decision = accept(built("B6:4 B8:4 B9:4"), Build(ADA, 6))

    assert (paid(ADA, BANK, 50, Reason.BUILDING), e.BuildingsChanged(6, HOTEL)) == decision.events
    assert (24, 11) == (decision.state.houses, decision.state.hotels)


def test_build_6_not_before_the_whole_group_has_four():
    assert Refusal.BUILD_UNEVEN == refuse(built("B6:4 B8:4 B9:3"), Build(ADA, 6))


def test_build_6_a_hotel_beside_counts_as_past_four():
    assert HOTEL == play(built("B6:4 B8:H B9:H"), Build(ADA, 6)).levels[6]


def test_build_7_one_hotel_a_street():
    assert Refusal.HAS_A_HOTEL == refuse(built("B6:H B8:4 B9:4"), Build(ADA, 6))


def test_build_8_no_building_beside_a_mortgage():
    assert Refusal.GROUP_MORTGAGED == refuse(built("B6 B8* B9"), Build(ADA, 6))


def test_build_9_as_much_as_money_allows():
    assert Refusal.CANNOT_AFFORD_BUILDING == refuse(built("B6 B8 B9", cash=49), Build(ADA, 6))
    assert 0 == play(built("B6 B8 B9", cash=50), Build(ADA, 6)).cash[ADA]


@pytest.mark.parametrize("count", [0, -1])
def test_build_9_some_number_of_houses_at_least(count):
    assert Refusal.BAD_COUNT == refuse(built("B6 B8 B9"), Build(ADA, 6, count))


@pytest.mark.parametrize(
    "phase",
    [
        "wait roll Ben",
        "wait jail Ben",
        "wait after Ben\nwait offer Ben space=@5",
        "wait after Ben\nwait tax Ben",
        "wait after Ben\nwait debt Ben creditor=bank amount=2000 reason=TAX-1",
    ],
)
def test_build_9_at_any_time_between_throws(phase):
    state = position(f"Ada 1500 @0 B6 B8 B9\nBen 0 @10 jail=0 A1\n{phase}")

    assert 1 == play(state, Build(ADA, 6)).levels[6]


def test_build_9_not_in_an_auction_nor_when_out():
    auction = "wait after Ben\nwait auction lot=@5 bidders=Ada eligible=Ada,Ben"

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(built("B6 B8 B9", phase=auction), Build(ADA, 6))
    out = position("Ada 0 @0 out\nBen 1500 @0\nCat 1500 @0\nwait roll Ben")
    assert Refusal.PLAYER_IS_OUT == refuse(out, Build(ADA, 6))


def test_build_10_no_buildings_on_railroads_and_utilities():
    state = built("R5 R15 R25 R35 U12 U28")

    for space in (5, 12, 0):
        assert Refusal.NOT_A_STREET == refuse(state, Build(ADA, space))


def test_debt_1_no_building_that_spends_what_is_owed():
    debt = "wait after Ada\nwait debt Ada creditor=bank amount={} reason=TAX-1"

    tight = built("B6 B8 B9 R5", cash=190, phase=debt.format(450))
    assert Refusal.SPENDING_UNDER_DEBT == refuse(tight, Build(ADA, 6))
    loose = built("B6 B8 B9 R5", cash=190, phase=debt.format(425))
    assert 140 == play(loose, Build(ADA, 6)).cash[ADA]


def test_sell_3_the_bank_pays_half():
    decision = accept(built("B6:1 B8 B9"), SellBuilding(ADA, 6))

    assert (e.BuildingsChanged(6, 0), paid(BANK, ADA, 25, Reason.BUILDING_SALE)) == decision.events
    assert 32 == decision.state.houses


def test_sell_3_what_does_not_stand_is_not_sold():
    assert Refusal.NOTHING_TO_SELL == refuse(built("B6:1 B8 B9"), SellBuilding(ADA, 6, 2))
    assert Refusal.NOTHING_TO_SELL == refuse(
        built("B6 B8 B9"), SellGroup(ADA, LIGHT_BLUE, (0, 0, 0))
    )
    assert Refusal.BAD_COUNT == refuse(built("B6:1 B8 B9"), SellBuilding(ADA, 6, 0))


def test_sell_1_nobody_sells_another_s_buildings():
    assert Refusal.NOT_YOUR_BUILDING == refuse(built("B6:1 B8 B9"), SellBuilding(BEN, 6))
    assert Refusal.NOT_YOUR_BUILDING == refuse(
        built("B6:1 B8 B9"), SellGroup(BEN, LIGHT_BLUE, (0, 0, 0))
    )


def test_sell_4_evenly_in_reverse():
    state = built("B6:2 B8:2 B9:1")

    assert Refusal.SELL_UNEVEN == refuse(state, SellBuilding(ADA, 9))
    assert Refusal.SELL_UNEVEN == refuse(state, SellBuilding(ADA, 6, 2))
    assert 1 == play(state, SellBuilding(ADA, 6)).levels[6]


def test_sell_4_also_while_others_bid():
    auction = "wait after Ben\nwait auction lot=@5 bidders=Ada eligible=Ada,Ben"

    assert 1525 == play(built("B6:1 B8 B9", phase=auction), SellBuilding(ADA, 6)).cash[ADA]


def test_sell_5_a_hotel_goes_back_to_four_houses():
    decision = accept(built("B6:H B8:4 B9:4"), SellBuilding(ADA, 6))

    assert (e.BuildingsChanged(6, 4), paid(BANK, ADA, 25, Reason.BUILDING_SALE)) == decision.events
    assert (20, 12) == (decision.state.houses, decision.state.hotels)


@pytest.mark.parametrize("count", [1, 2])
def test_sell_5_not_where_the_bank_lacks_the_four(count):
    state = built("B6:H B8:4 B9:4", more="bank supply=3/11")

    assert Refusal.NO_HOUSES_FOR_HOTEL == refuse(state, SellBuilding(ADA, 6, count))


def test_sell_5_a_whole_group_in_one_lot():
    state = built("B6:H B8:H B9:H", more="bank supply=0/9")

    decision = accept(state, SellGroup(ADA, LIGHT_BLUE, (0, 0, 0)))

    assert (
        e.BuildingsChanged(6, 0),
        e.BuildingsChanged(8, 0),
        e.BuildingsChanged(9, 0),
        paid(BANK, ADA, 15 * 25, Reason.BUILDING_SALE),
    ) == decision.events


def test_sell_5_a_lot_needs_the_houses_left_standing():
    state = built("B6:H B8:H B9:4", more="bank supply=1/10")

    assert Refusal.LOT_NEEDS_HOUSES == refuse(state, SellGroup(ADA, LIGHT_BLUE, (2, 2, 2)))
    assert 0 == play(state, SellGroup(ADA, LIGHT_BLUE, (1, 2, 2))).houses


@pytest.mark.parametrize(
    "levels",
    [(0, 0, 2), (2, 2, 1), (2, 2, 3), (0, 0), (0, 0, 0, 0), (-1, 0, 0), (6, 6, 6)],
)
def test_sell_5_a_lot_ends_even_and_lower(levels):
    assert Refusal.LOT_NOT_EVEN == refuse(
        built("B6:2 B8:2 B9:1"), SellGroup(ADA, LIGHT_BLUE, levels)
    )


def test_sell_5_every_even_way_down_is_offered():
    state = built("A1:2 A3:1")

    (offered,) = (option for option in options(state) if isinstance(option, MaySellGroup))

    assert ((0, 0), (0, 1), (1, 0), (1, 1)) == offered.levels


def test_sell_5_with_hotels_after_three_houses_four_is_no_level():
    state = built("B6:H B8:H B9:H", more="rules hotel_after=3")

    assert Refusal.LOT_NOT_EVEN == refuse(state, SellGroup(ADA, LIGHT_BLUE, (4, 3, 3)))
    assert Refusal.BAD_AMOUNT == refuse(state, SetBuildings(6, 4))
    assert [(BANK, ADA, 300, "SELL-3")] == payments(
        accept(state, SellGroup(ADA, LIGHT_BLUE, (0, 0, 0))).events
    )


@pytest.mark.parametrize(
    ("deeds", "street", "half"),
    [
        ("A1:1 A3", 1, 25),
        ("C11:1 C13 C14", 11, 50),
        ("E21:1 E23 E24", 21, 75),
        ("H37:1 H39", 37, 100),
    ],
)
def test_sell_6_half_a_price_is_whole(deeds, street, half):
    decision = accept(built(deeds), SellBuilding(ADA, street))

    assert [(BANK, ADA, half, "SELL-3")] == payments(decision.events)


def test_variant_4_a_hotel_after_three_houses():
    state = built("B6:3 B8:3 B9:3", more="rules hotel_after=3")

    decision = accept(state, Build(ADA, 6))

    assert e.BuildingsChanged(6, HOTEL) in decision.events
    assert 3 == accept(decision.state, SellBuilding(ADA, 6)).state.levels[6]


def test_sell_3_buildings_pass_to_no_player():
    state = built("B6:1 B8 B9")
    deal = Trade((ADA, BEN), (TradeItem(ADA, BEN, space=8),))

    assert Refusal.TRADE_GROUP_HAS_BUILDINGS == refuse(state, deal)
