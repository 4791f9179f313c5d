"""What any card answers: the lobby, auctions, calls for scarce buildings; and taking back."""

import pytest
from support.taps import ADA, BEN, CHIARA, NAMES, TapTable, after, by_hand, game, lobby, space

from companion.feedback import LOW_TONE
from companion.flows import inputs as i
from companion.flows.meanings import Action, ActionCard, DeedCard, PlayerCard
from companion.flows.settings import Settings
from companion.protocol import Undo
from engine.commands import (
    Build,
    BuyDeed,
    ChooseRule,
    CloseBidding,
    DeclineDeed,
    MortgageDeed,
    PassBid,
    PlaceBid,
    PlaceBuilding,
    RecordRoll,
    SeatPlayers,
    SetBuildings,
    SetCash,
    SetOwner,
    SetSupply,
    SetTurn,
    StartGame,
    WantBuildings,
)
from engine.phases import AwaitingRoll, PurchaseOffer, Setup, Shortage

LIGHT_BLUE = (space("oriental"), space("vermont"), space("connecticut"))
ORANGE = (space("st-james"), space("tennessee"), space("new-york"))
UNDO = ActionCard(Action.UNDO)
BANKER = ActionCard(Action.BANKER)


# The lobby.


def test_unknown_cards_join_in_seat_order_and_are_enrolled():
    table = TapTable(lobby())
    table.tap_card(None, uid="04AA")
    table.tap_card(None, uid="04BB")

    assert ("Player 1", "Player 2") == table.state.names
    assert {"04AA": PlayerCard("Player 1"), "04BB": PlayerCard("Player 2")} == table.enrolled
    assert "1 Player 1 · 2 Player 2 · YES starts" == table.prompt.detail


def test_a_known_name_is_used_and_others_cards_names_are_not():
    table = TapTable(lobby())
    table.do(i.CardTapped("t1", "04AA", None, "ntag", known_name="Ada"))
    table.do(i.CardTapped("t2", "04BB", None, "ntag", taken_names=("Player 2",)))

    assert ("Ada", "Player 3") == table.state.names


def test_the_same_card_leaves():
    table = TapTable(lobby("Ada", "Ben"))

    table.tap("Ada")
    assert ("Ben",) == table.state.names
    table.tap("Ben")

    assert () == table.state.names


def test_yes_starts_with_two_and_not_with_one():
    table = TapTable(lobby())
    table.tap("Ada")
    table.press("yes")
    assert table.is_warned
    assert isinstance(table.state.phase, Setup)
    table.tap("Ben")

    table.press("yes")

    assert [StartGame()] == table.commands


def test_a_ninth_card_finds_no_seat():
    names = tuple(f"P{seat}" for seat in range(8))
    table = TapTable(lobby(*names))

    table.tap("Zoe")
    assert table.is_warned
    table.tap_card(None, uid="04CC")

    assert names == table.state.names
    assert {} == table.enrolled


def test_a_key_without_a_card_joins_and_nothing_is_enrolled():
    table = TapTable(lobby())

    table.tap_card(i.card_of_key(table.state, "1"), uid="")

    assert ("Player 1",) == table.state.names
    assert {} == table.enrolled


def test_keys_are_the_cards_of_seats_and_actions():
    state = lobby("Ada", "Ben")

    assert PlayerCard("Ben") == i.card_of_key(state, "2")
    assert ActionCard(Action.UNDO) == i.card_of_key(state, "undo")
    assert i.card_of_key(state, "7") is None
    assert i.card_of_key(state, "0") is None
    assert i.card_of_key(state, "dragon") is None


# Auctions.


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

    assert BEN == table.state.owners[LIGHT_BLUE[0]]


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
    assert BEN == table.state.owners[LIGHT_BLUE[0]]


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

    assert BEN == table.state.owners[LIGHT_BLUE[0]]


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


# Scarce buildings.


def scarce(*commands):
    """Ada and Ben could both build; one house is left."""
    return game(
        SetOwner(ADA, LIGHT_BLUE), SetOwner(BEN, ORANGE), SetSupply(1, 12), SetTurn(ADA), *commands
    )


def test_a_building_that_others_could_use_opens_a_call():
    table = TapTable(scarce())
    table.tap("Ada")
    table.choose("Ask for one")

    table.tap("Ada")

    assert [WantBuildings(ADA, 1)] == table.commands
    assert ("want", 10.0) == (table.prompt.kind, table.prompt.seconds_whole)


def test_where_there_are_enough_building_is_direct():
    table = TapTable(after(scarce(), SetSupply(32, 12)))
    table.tap("Ada")
    table.choose("Build a house on Oriental")

    table.tap("Ada")

    assert [Build(ADA, LIGHT_BLUE[0])] == table.commands


def call():
    return scarce(WantBuildings(ADA, 1))


def test_each_tap_wants_one_more():
    table = TapTable(call())

    table.tap("Ben", "Ben")

    assert ((ADA, 1), (BEN, 2)) == table.state.phase.wishes
    assert "Ada 1, Ben 2" in table.prompt.detail


def test_who_can_place_none_is_told():
    table = TapTable(call())

    table.tap("Chiara")

    assert "Chiara can place none of these." == table.said


def test_the_call_ends_when_its_time_is_over_and_the_house_is_auctioned():
    table = TapTable(call())
    table.tap("Ben")

    table.wait(10.1)

    assert "auction" == table.prompt.kind
    table.choose("Bid")
    table.tap("Ben")
    table.press("no")
    table.tap("Ada")
    assert ("place", BEN) == (table.prompt.kind, table.prompt.player)
    table.tap_card(DeedCard(ORANGE[1]))
    table.tap("Ben")
    assert [PlaceBuilding(BEN, ORANGE[1])] == table.commands


def test_the_call_ends_before_its_time_once_all_want_no_more():
    table = TapTable(call())
    for name in ("Ada", "Ben"):
        assert isinstance(table.state.phase, Shortage)
        table.press("no")
        table.tap(name)

    assert [CloseBidding()] == table.commands
    assert isinstance(table.state.phase, AwaitingRoll)


def test_after_a_call_nobody_else_answered_building_is_direct():
    table = TapTable(call())
    table.wait(10.1)
    assert "roll" == table.prompt.kind
    table.tap("Ada")
    table.choose("Build a house on Oriental")

    table.tap("Ada")

    assert [Build(ADA, LIGHT_BLUE[0])] == table.commands


# Taking back.


def test_ones_own_purchase_is_taken_back_by_ones_own_card():
    table = TapTable(game(RecordRoll(2, 4)))
    table.tap("Ada")
    table.tap_card(UNDO)
    assert ("undo", ADA) == (table.prompt.kind, table.prompt.player)
    assert "Buy Oriental Avenue" in table.prompt.title

    table.tap("Ada")

    assert [Undo] == [type(request) for request in table.requests]
    assert isinstance(table.state.phase, PurchaseOffer)


def test_what_chance_had_a_part_in_needs_the_bankers_and_another_card():
    table = TapTable(game())
    table.throw(2, 4)
    table.tap_card(UNDO)
    table.tap("Ben")
    assert [] == table.requests
    table.tap("Chiara")
    assert [] == table.requests

    table.tap_card(BANKER)

    assert isinstance(table.state.phase, AwaitingRoll)


def test_the_first_players_card_is_the_bankers_and_not_another_one():
    table = TapTable(game())
    table.throw(2, 4)
    table.tap_card(UNDO)
    table.tap("Ada", "Ada")
    assert [] == table.requests

    table.tap("Ben")

    assert isinstance(table.state.phase, AwaitingRoll)


def test_anothers_card_does_not_take_back_a_purchase():
    table = TapTable(game(RecordRoll(2, 4)))
    table.tap("Ada")
    table.tap_card(UNDO)

    table.tap("Ben", "Chiara")

    assert [] == table.requests
    assert "undo" == table.prompt.kind


@pytest.mark.parametrize("how", ["no", "time", "throw"])
def test_taking_back_is_dropped(how):
    table = TapTable(game(RecordRoll(2, 4), BuyDeed()))
    table.tap_card(UNDO)
    if how == "no":
        table.press("no")
    elif how == "time":
        table.wait(20.1)
        assert "Nothing was taken back." == table.said
    else:
        table.throw(1, 2)
        assert [RecordRoll(1, 2)] == table.commands

    assert "undo" != table.prompt.kind


def test_what_happens_elsewhere_drops_what_waits():
    table = TapTable(game(SetOwner(ADA, LIGHT_BLUE)))
    table.tap("Ada")
    assert "wallet" == table.prompt.kind

    by_hand(table, [RecordRoll(2, 3)])

    assert "wallet" != table.prompt.kind


def test_an_act_of_the_console_is_the_one_taken_back():
    table = TapTable(game(SetOwner(ADA, LIGHT_BLUE)))
    by_hand(table, [MortgageDeed(ADA, LIGHT_BLUE[0])])

    table.tap_card(UNDO)

    assert "Mortgage Oriental" in table.prompt.title


def test_before_the_game_nothing_is_taken_back_by_card():
    table = TapTable(lobby("Ada", "Ben"))

    table.tap_card(UNDO)

    assert table.is_warned


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


def test_seating_too_few_is_the_engines_to_refuse_at_the_start():
    table = TapTable(lobby())

    table.tap("Ada")

    assert [SeatPlayers(("Ada",))] == table.commands


def test_buildings_of_a_group_with_a_lost_hotel_supply_are_sold_together():
    state = game(
        SetOwner(ADA, LIGHT_BLUE),
        *(SetBuildings(place, 5) for place in LIGHT_BLUE),
        SetSupply(0, 9),
    )
    table = TapTable(state)
    table.tap("Ada")

    labels = [choice.label for choice in table.prompt.choices]

    assert any(label.startswith("Sell the buildings of") for label in labels)
    assert not any(label.startswith("Sell the hotel") for label in labels)
