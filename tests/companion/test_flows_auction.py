"""Auctions: any bidder's card, steps by the knob, a countdown."""

import pytest
from support.taps import ADA, BEN, CHIARA, NAMES, TapTable, after, game, lobby, space

from companion.feedback import LOW_TONE
from companion.flows import inputs as i
from companion.flows.meanings import PlayerCard
from companion.flows.settings import Settings
from engine.commands import ChooseRule, CloseBidding, DeclineDeed, PassBid, PlaceBid, RecordRoll
from engine.corrections import SetCash, SetTurn


def auction(*commands, players=3):
    return game(*commands, RecordRoll(2, 4), DeclineDeed(), players=players)


@pytest.mark.parametrize(("turns", "bid"), [(0, 1), (1, 10), (2, 50), (3, 100)])
def test_any_bidders_card_bids_the_next_step_up(turns, bid):
    table = TapTable(auction())
    table.knob(turns)

    table.tap("Ben")

    assert [PlaceBid(BEN, bid)] == table.commands
    assert BEN == table.requests[0].actor


def test_the_step_stays_from_bid_to_bid():
    table = TapTable(auction())
    table.knob(1)

    table.tap("Ben", "Chiara", "Ada")

    assert (ADA, 30) == (table.state.phase.leader, table.state.phase.high_bid)
    assert "Bid 40" == table.highlighted


def test_the_leaders_card_is_told_that_he_leads():
    table = TapTable(auction())
    table.tap("Ben", "Ben")

    assert "Ben, you lead." == table.said
    assert 1 == table.state.phase.high_bid


def test_a_bid_above_ones_means_is_told():
    table = TapTable(auction(SetCash(BEN, 40)))
    table.knob(2)

    table.tap("Ben")

    assert table.is_warned
    assert [] == table.requests


def test_no_then_own_card_is_out_and_the_next_card_bids_again():
    table = TapTable(auction())
    table.knob(1)
    table.press("no")
    assert table.highlighted.startswith("Out")

    table.tap("Ben")
    assert [PassBid(BEN)] == table.commands
    assert "Bid 10" == table.highlighted
    table.tap("Chiara")

    assert [PlaceBid(CHIARA, 10)] == table.commands


def test_the_leader_cannot_go_and_who_left_is_back_with_his_next_tap():
    table = TapTable(auction())
    table.tap("Ben")
    table.press("no")
    table.tap("Ben")
    assert "Ben, you lead." == table.said
    table.press("no")
    table.tap("Ada")
    table.press("no")
    table.tap("Ada")
    assert "Ada is out of this auction already." == table.said

    table.tap("Ada")

    assert (ADA, 2) == (table.state.phase.leader, table.state.phase.high_bid)


def test_the_last_to_pass_leaves_the_lot_to_the_leader():
    table = TapTable(auction())
    table.tap("Ben")
    for name in ("Ada", "Chiara"):
        table.press("no")
        table.tap(name)

    assert BEN == table.state.owners[space("oriental")]


def test_the_count_restarts_with_each_bid_and_not_with_a_pass_or_the_knob():
    table = TapTable(auction())
    assert (10.0, 10.0) == (table.prompt.seconds_left, table.prompt.seconds_whole)
    table.wait(8)
    table.knob(1)
    table.press("no")
    table.tap("Ada")
    assert 2.0 == pytest.approx(table.prompt.seconds_left)
    table.tap("Ben")
    assert 10.0 == table.prompt.seconds_left
    table.wait(9.9)
    assert [] == table.commands

    table.wait(0.2)

    assert [CloseBidding()] == table.commands
    assert BEN == table.state.owners[space("oriental")]


def test_the_count_is_longer_above_four_bidders():
    state = after(lobby(*NAMES, "Emil"), SetTurn(ADA), RecordRoll(2, 4), DeclineDeed())

    table = TapTable(state)

    assert 15.0 == table.prompt.seconds_whole


def test_the_hammer_does_not_fall_while_a_card_lies_on_the_reader():
    table = TapTable(auction())
    table.do(i.CardTapped("t", "04AA", PlayerCard("Ben")))
    table.wait(30)
    assert table.state.phase.leader == BEN

    table.do(i.CardGone("04AA"))
    table.wait(1)

    assert BEN == table.state.owners[space("oriental")]


def test_in_seat_order_one_bidder_is_asked_without_a_clock():
    state = after(
        lobby(*NAMES[:3]),
        ChooseRule("auction_order", "seat_order"),
        SetTurn(ADA),
        RecordRoll(2, 4),
        DeclineDeed(),
    )
    table = TapTable(state)
    asked = table.prompt.player
    others = [name for seat, name in enumerate(NAMES[:3]) if seat != asked]
    assert table.prompt.seconds_left is None

    table.tap(others[0])
    assert f"It is {NAMES[asked]}'s turn to bid." == table.said
    table.tap(NAMES[asked])

    assert asked == table.state.phase.leader
    assert asked != table.prompt.player


def test_an_auctions_clock_starts_again_after_a_refused_closing():
    table = TapTable(auction())
    table.now_s += 10.1
    out = table.flows.step(table.state, i.Tick(), table.now_s)
    assert [CloseBidding()] == [request.command for request in out.requests]

    again = table.flows.step(table.state, i.Tick(), table.now_s + 1.1)

    assert [CloseBidding()] == [request.command for request in again.requests]
    assert out.requests[0].id != again.requests[0].id


# The prompt.


def test_a_prompt_is_new_only_when_more_than_its_seconds_changed():
    table = TapTable(auction())
    same = table.flows.step(table.state, i.Tick(), table.now_s + 1)
    assert not same.is_prompt_new
    assert 9.0 == same.prompt.seconds_left

    moved = table.flows.step(table.state, i.KnobMoved(1), table.now_s + 1)

    assert moved.is_prompt_new


def test_durations_come_from_the_settings():
    table = TapTable(auction(), Settings(boot="b", auction_count_s=60.0))

    assert 60.0 == table.prompt.seconds_whole


def test_a_refused_request_is_said_with_the_low_tone():
    table = TapTable(game())

    table.do(i.RequestRefused("The disk is full."))

    assert "The disk is full." == table.said
    assert LOW_TONE in table.cues
