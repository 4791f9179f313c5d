"""Scarce houses and hotels."""

from support.boards import ADA, BEN, CAT, accept, facts, payments, play, position, refuse

from engine import events as e
from engine import phases as p
from engine.board import HOTEL
from engine.commands import (
    Build,
    CloseBidding,
    MortgageDeed,
    PassBid,
    PlaceBid,
    PlaceBuilding,
    WantBuildings,
)
from engine.corrections import SetSupply, SetTurn
from engine.ids import BANK, NOBODY
from engine.reasons import Reason
from engine.refusals import Refusal


def built(deeds, cash=1500, more="", *, ben="", phase="wait roll Ben"):
    return position(f"""
        Ada {cash} @0 {deeds}
        Ben 1500 @0 {ben}
        Cat 1500 @0
        {more}
        {phase}
    """)


def test_short_1_nothing_left_nothing_built():
    state = built("B6 B8 B9", more="bank supply=0/12")

    assert Refusal.NO_HOUSES_LEFT == refuse(state, Build(ADA, 6))
    hotels = built("B6:4 B8:4 B9:4", more="bank supply=20/0")
    assert Refusal.NO_HOTELS_LEFT == refuse(hotels, Build(ADA, 6))


def test_short_1_no_hotel_through_missing_houses():
    state = built("B6:4 B8:4 B9:3", more="bank supply=0/12")

    assert Refusal.NO_HOUSES_LEFT == refuse(state, Build(ADA, 9, 2))


def test_short_3_what_comes_back_is_on_sale_at_once():
    state = built("B6:4 B8:4 B9:4", more="bank supply=0/12", ben="E21 E23 E24")

    state = play(state, Build(ADA, 6), Build(BEN, 21))

    assert 3 == state.houses


WANTED = """
    Ada  {ada} @0 B6 B8 B9 R5
    Ben 1500 @0 E21 E23 E24
    Cat 1500 @0 {cat}
    bank supply={supply}
    {rules}
    wait roll Cat
"""


def wanted(supply="1/12", ada=1500, rules="", cat=""):
    return position(WANTED.format(supply=supply, ada=ada, rules=rules, cat=cat))


def scarce(**kwargs):
    """Return the auction of the one house that Ada and Ben want."""
    return play(wanted(**kwargs), WantBuildings(ADA, 1), WantBuildings(BEN, 2), CloseBidding())


def test_short_2_players_come_forward():
    decision = accept(wanted(), WantBuildings(ADA, 2))

    assert (e.PhaseEntered(p.Shortage(is_hotel=False, wishes=((ADA, 2),))),) == decision.events
    again = accept(decision.state, WantBuildings(ADA, 1))
    assert ((ADA, 1),) == again.state.phase.wishes


def test_short_2_more_wanted_than_left_is_auctioned_one_by_one():
    decision = accept(play(wanted(), WantBuildings(ADA, 1), WantBuildings(BEN, 2)), CloseBidding())

    auction = p.Auction(p.Lot(), (ADA, BEN), (ADA, BEN), floor=50)
    assert e.PhaseEntered(auction) == decision.events[-1]


def test_short_2_the_winner_pays_and_places_at_once():
    state = play(scarce(), PlaceBid(BEN, 60), PassBid(ADA))

    assert p.PlaceWonBuilding(BEN, is_hotel=False) == state.phase
    assert 1440 == state.cash[BEN]
    assert Refusal.NOT_YOUR_TURN == refuse(state, PlaceBuilding(ADA, 6))
    assert Refusal.GROUP_NOT_OWNED == refuse(state, PlaceBuilding(BEN, 6))
    decision = accept(state, PlaceBuilding(BEN, 21))
    assert (e.BuildingsChanged(21, 1),) == facts(decision)
    assert p.AwaitingRoll(CAT) == decision.state.phase


def test_short_2_the_place_is_even_too():
    state = position("""
        Ada 1500 @0 B6:1 B8 B9
        Ben 1500 @0
        wait roll Ben
        wait place Ada is_hotel=no
    """)

    assert Refusal.BUILD_UNEVEN == refuse(state, PlaceBuilding(ADA, 6))
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(built("B6 B8 B9"), PlaceBuilding(ADA, 6))


def test_short_2_the_floor_is_the_lowest_printed_price():
    assert Refusal.BID_BELOW_FLOOR == refuse(scarce(), PlaceBid(BEN, 49))
    any_price = scarce(rules="rules building_auction_floor=1")
    assert 1 == play(any_price, PlaceBid(BEN, 1)).phase.high_bid


def test_short_2_enough_for_all_ends_the_sale():
    state = play(wanted("3/12"), WantBuildings(ADA, 1), WantBuildings(BEN, 2))

    decision = accept(state, CloseBidding())

    assert p.AwaitingRoll(CAT) == decision.state.phase
    assert 1 == play(decision.state, Build(ADA, 6)).levels[6]


def test_short_2_two_houses_make_two_auctions():
    state = play(wanted("2/12"), WantBuildings(ADA, 2), WantBuildings(BEN, 2), CloseBidding())

    state = play(state, PlaceBid(ADA, 50), CloseBidding(), PlaceBuilding(ADA, 6))

    assert isinstance(state.phase, p.Auction)
    state = play(state, PlaceBid(BEN, 50), CloseBidding(), PlaceBuilding(BEN, 21))
    assert (0, p.AwaitingRoll(CAT)) == (state.houses, state.phase)


def test_short_2_nobody_bidding_ends_the_sale():
    decision = accept(scarce(), CloseBidding())

    assert (e.AuctionClosed(p.Lot(), NOBODY, 0),) == facts(decision)
    assert p.AwaitingRoll(CAT) == decision.state.phase


def test_short_2_only_who_can_place_one_comes_forward():
    assert Refusal.CANNOT_USE_BUILDING == refuse(wanted(), WantBuildings(CAT, 1))
    assert Refusal.CANNOT_USE_BUILDING == refuse(wanted(), WantBuildings(ADA, 1, is_hotel=True))
    assert Refusal.BAD_COUNT == refuse(wanted(), WantBuildings(ADA, 13))
    assert Refusal.NO_HOUSES_LEFT == refuse(wanted("0/12"), WantBuildings(ADA, 1))


def test_short_2_hotels_are_scarce_too():
    state = position("""
        Ada 1500 @0 B6:4 B8:4 B9:4
        Ben 1500 @0 A1:4 A3:4
        bank supply=0/1
        wait roll Ada
    """)
    assert Refusal.NO_HOTELS_LEFT == refuse(
        play(state, SetSupply(0, 0)), WantBuildings(ADA, 1, is_hotel=True)
    )
    state = play(state, WantBuildings(ADA, 3, is_hotel=True))
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, WantBuildings(BEN, 1))

    state = play(state, WantBuildings(BEN, 1, is_hotel=True), CloseBidding())
    state = play(state, PlaceBid(BEN, 50), CloseBidding(), PlaceBuilding(BEN, 1))

    assert (HOTEL, 4, 0) == (state.levels[1], state.houses, state.hotels)


def test_short_2_by_seat_bids_begin_with_the_first_contender():
    assert ADA == scarce(rules="rules auction_order=seat_order").phase.asked


def test_short_2_a_winner_short_of_cash_raises_it_and_nobody_builds_meanwhile():
    state = play(scarce(ada=40), PlaceBid(ADA, 60), CloseBidding())

    assert p.Debt(ADA, BANK, 60, Reason.BUILDING_AUCTION, p.Lot()) == state.phase
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, Build(BEN, 21))
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, WantBuildings(BEN, 1))
    state = play(state, MortgageDeed(ADA, 5))
    assert p.PlaceWonBuilding(ADA, is_hotel=False) == state.phase
    assert 80 == state.cash[ADA]


def test_short_2_a_winner_who_gives_up_his_site_leaves_the_house_with_the_bank():
    state = play(scarce(ada=40), PlaceBid(ADA, 60), CloseBidding())

    decision = accept(state, MortgageDeed(ADA, 6))

    assert [(BANK, ADA, 50, "MORT-1"), (ADA, BANK, 60, "SHORT-2")] == payments(decision.events)
    assert 1 == decision.state.houses
    assert p.AwaitingRoll(CAT) == decision.state.phase


def test_short_2_a_corrected_turn_ends_the_sale():
    assert (p.AwaitingRoll(ADA),) == play(scarce(), SetTurn(ADA)).phases
