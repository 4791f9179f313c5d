"""Auctions of deeds."""

import pytest
from support.boards import (
    ADA,
    BEN,
    CAT,
    US_TEXT,
    accept,
    facts,
    paid,
    payments,
    play,
    position,
    refuse,
    space,
)

from engine import events as e
from engine import phases as p
from engine.commands import (
    BuyDeed,
    ClaimRent,
    CloseBidding,
    DeclareBankruptcy,
    DeclineDeed,
    MortgageDeed,
    PassBid,
    PlaceBid,
    RecordRoll,
)
from engine.edition import parse_edition
from engine.ids import BANK, NOBODY
from engine.reasons import Reason
from engine.refusals import Refusal
from engine.rules.auction import BID_MAX

BALTIC = space("baltic")
LOT = p.Lot(BALTIC)


def auction(more="", *, cash="1500 1500 1500", deeds="", rules="", bidders="Ben,Cat,Ada"):
    ada, ben, cat = cash.split()
    return position(f"""
        Ada {ada} @3 {deeds}
        Ben {ben} @0
        Cat {cat} @0
        {rules}
        wait after Ada
        wait auction lot=@3 bidders={bidders} eligible=Ben,Cat,Ada {more}
    """)


def test_auction_1_what_is_declined_is_auctioned_at_once():
    state = position("""
        Ada 1500 @3
        Ben 1500 @0
        wait after Ada
        wait offer Ada space=@3
    """)

    decision = accept(state, DeclineDeed())

    assert (
        e.PhaseLeft(),
        e.PhaseEntered(p.Auction(LOT, (BEN, ADA), (BEN, ADA))),
    ) == decision.events


def test_auction_2_the_decliner_bids_too_and_the_jailed():
    state = position("""
        Ada 1500 @3
        Ben 1500 @10 jail=1
        Cat    0 @0 out
        wait after Ada
        wait offer Ada space=@3
    """)

    state = play(state, DeclineDeed())

    assert (BEN, ADA) == state.phase.eligible
    assert (e.BidPlaced(ADA, 1),) == accept(state, PlaceBid(ADA, 1)).events
    assert Refusal.NOT_A_BIDDER == refuse(state, PlaceBid(CAT, 1))
    assert Refusal.NOT_A_BIDDER == refuse(state, PassBid(CAT))


def test_auction_3_bids_rise_from_one_in_any_order():
    state = play(auction(), PlaceBid(CAT, 1), PlaceBid(BEN, 2), PlaceBid(CAT, 40))

    assert (40, CAT) == (state.phase.high_bid, state.phase.leader)


@pytest.mark.parametrize("amount", [-5, 0, 39, 40])
def test_auction_3_a_bid_tops_the_last(amount):
    state = auction("high_bid=40 leader=Cat")

    assert Refusal.BID_TOO_LOW == refuse(state, PlaceBid(BEN, amount))


def test_auction_3_who_passed_may_come_back_by_a_bid():
    state = play(auction(), PlaceBid(CAT, 10), PassBid(BEN))

    assert Refusal.HAS_PASSED == refuse(state, PassBid(BEN))
    assert (BEN, CAT, ADA) == play(state, PlaceBid(BEN, 11)).phase.bidders


def test_auction_3_by_seat_bids_go_round():
    state = auction("asked=Ben", rules="rules auction_order=seat_order")

    assert Refusal.NOT_YOUR_BID == refuse(state, PlaceBid(CAT, 10))
    assert Refusal.NOT_YOUR_BID == refuse(state, PassBid(CAT))
    state = play(state, PlaceBid(BEN, 10), PassBid(CAT), PlaceBid(ADA, 20))
    assert BEN == state.phase.asked
    assert Refusal.HAS_PASSED == refuse(state, PlaceBid(CAT, 30))
    assert ADA == play(state, PassBid(BEN)).owners[BALTIC]


def test_auction_4_the_last_bidder_left_pays_and_takes_the_deed():
    decision = accept(auction("high_bid=40 leader=Ben", bidders="Ben,Cat"), PassBid(CAT))

    assert (
        e.BidPassed(CAT),
        e.AuctionClosed(LOT, BEN, 40),
        paid(BEN, BANK, 40, Reason.AUCTION),
        e.DeedGranted(BALTIC, BEN),
        e.TurnBegan(BEN),
        e.PhaseChanged(p.AwaitingRoll(BEN)),
    ) == decision.events


def test_auction_4_the_hammer_falls_when_it_is_told():
    decision = accept(auction("high_bid=40 leader=Cat"), CloseBidding())

    assert (
        e.AuctionClosed(LOT, CAT, 40),
        paid(CAT, BANK, 40, Reason.AUCTION),
        e.DeedGranted(BALTIC, CAT),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_auction_4_the_leader_cannot_pass():
    state = auction("high_bid=40 leader=Cat")

    assert Refusal.LEADER_STAYS == refuse(state, PassBid(CAT))


@pytest.mark.parametrize(
    "commands", [(CloseBidding(),), (PassBid(ADA), PassBid(BEN), PassBid(CAT))]
)
def test_auction_5_without_a_bid_the_bank_keeps_it(commands):
    state = play(auction(), *commands[:-1])

    decision = accept(state, commands[-1])

    assert e.AuctionClosed(LOT, NOBODY, 0) in decision.events
    assert [] == payments(decision.events)
    again = play(decision.state, RecordRoll(1, 2))
    assert p.PurchaseOffer(BEN, BALTIC) == again.phase


def test_auction_6_no_bid_above_what_one_could_raise():
    state = auction(cash="100 1500 1500", deeds="B6 B8 B9 A1*")

    assert Refusal.BID_ABOVE_MEANS == refuse(state, PlaceBid(ADA, 261))
    assert (e.BidPlaced(ADA, 260),) == accept(state, PlaceBid(ADA, 260)).events


def test_auction_6_the_cash_is_raised_before_the_deed_changes_hands():
    state = play(auction(cash="100 9 9", deeds="B6"), PlaceBid(ADA, 120))

    decision = accept(state, CloseBidding())

    debt = p.Debt(ADA, BANK, 120, Reason.AUCTION, LOT)
    assert (e.AuctionClosed(LOT, ADA, 120), e.PhaseEntered(debt)) == decision.events
    assert BANK == decision.state.owners[BALTIC]
    assert Refusal.NOT_YOUR_DEED == refuse(decision.state, MortgageDeed(ADA, BALTIC))
    raised = accept(decision.state, MortgageDeed(ADA, 6))
    assert (
        e.DeedMortgaged(6),
        paid(BANK, ADA, 50, Reason.MORTGAGE),
        paid(ADA, BANK, 120, Reason.AUCTION),
        e.DeedGranted(BALTIC, ADA),
        e.TurnBegan(BEN),
    ) == facts(raised)


def test_auction_6_binding_bids_stand_and_ruin():
    state = auction(cash="100 9 9", rules="rules auction_bids=binding")

    state = play(state, PlaceBid(ADA, 500), CloseBidding())
    decision = accept(state, DeclareBankruptcy(ADA))

    assert (e.PlayerBankrupted(ADA, BANK), paid(ADA, BANK, 100, Reason.ESTATE_TO_BANK)) == facts(
        decision
    )
    assert p.Auction(LOT, (BEN, CAT), (BEN, CAT)) == decision.state.phase


def test_auction_6_a_binding_bid_has_an_end_too():
    state = auction(rules="rules auction_bids=binding")

    assert Refusal.BID_ABOVE_MEANS == refuse(state, PlaceBid(ADA, BID_MAX + 1))
    assert BID_MAX == play(state, PlaceBid(ADA, BID_MAX)).phase.high_bid


def test_auction_7_one_bidder_wins_at_one():
    state = position("""
        Ada 1500 @3
        Ben 1500 @0
        wait after Ada
        wait auction lot=@3 bidders=Ben eligible=Ben,Ada
    """)

    assert BEN == play(state, PlaceBid(BEN, 1)).owners[BALTIC]


def test_bankrupt_10_a_ruined_leader_s_bid_is_void_and_all_may_bid_anew():
    state = position("""
        Ada    5 @3
        Ben 1500 @0 A1
        Cat 1500 @0
        rules rent_claim=next_player
        claim Ben Ada @1 40 RENT-1 left=1
        wait after Ada
        wait auction lot=@3 bidders=Cat,Ada eligible=Ben,Cat,Ada high_bid=5 leader=Ada
    """)

    state = play(state, ClaimRent(BEN))
    decision = accept(state, DeclareBankruptcy(ADA))

    assert p.Auction(LOT, (BEN, CAT), (BEN, CAT)) == decision.state.phase
    assert BEN == play(decision.state, PassBid(CAT), PlaceBid(BEN, 1)).owners[BALTIC]


def test_bankrupt_10_where_only_the_leader_is_left_the_hammer_falls():
    state = position("""
        Ada    5 @3
        Ben 1500 @0 A1
        Cat 1500 @0
        rules rent_claim=next_player auction_order=seat_order
        claim Ben Ada @1 40 RENT-1 left=1
        wait after Ada
        wait auction lot=@3 bidders=Cat,Ada eligible=Ben,Cat,Ada high_bid=5 leader=Cat asked=Ada
    """)

    decision = accept(play(state, ClaimRent(BEN)), DeclareBankruptcy(ADA))

    assert e.AuctionClosed(LOT, CAT, 5) in decision.events
    assert CAT == decision.state.owners[BALTIC]


def test_auction_4_bids_belong_to_an_auction():
    state = position("Ada 1500 @3\nBen 1500 @0")

    for command in (PlaceBid(ADA, 1), PassBid(ADA), CloseBidding()):
        assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, command)
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(auction(), BuyDeed())


def test_auction_6_binding_bids_reach_the_deeds_of_the_dearest_board():
    """A board may count in hundred thousands: the limit of bids is none for its prices."""
    dear = parse_edition(US_TEXT.replace("schema = 1", "schema = 1\nprice_scale = 100_000"), "dear")

    assert 2 * dear.titles[39].price < BID_MAX
