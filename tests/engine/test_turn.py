"""The turn: throws, doubles, movement and the salary."""

import pytest
from support.boards import ADA, BEN, accept, facts, paid, payments, play, position, refuse, space

from engine import events as e
from engine import phases as p
from engine.board import Deck
from engine.commands import BuyDeed, DeclineDeed, RecordRoll, Resign
from engine.corrections import PlaceToken, SetTurn
from engine.ids import BANK
from engine.reasons import Reason
from engine.refusals import Refusal

TWO = """
    Ada 1500 @{at}
    Ben 1500 @0
    {more}
    wait roll Ada {doubles}
"""


def two(at=0, doubles=0, more=""):
    return position(TWO.format(at=at, doubles=f"doubles={doubles}" if doubles else "", more=more))


def test_move_1_a_throw_moves_by_its_sum():
    decision = accept(two(), RecordRoll(4, 6))

    assert (
        e.Rolled(ADA, 4, 6),
        e.PhaseChanged(p.TurnOver(ADA)),
        e.TokenMoved(ADA, space("jail")),
        e.TurnBegan(BEN),
        e.PhaseChanged(p.AwaitingRoll(BEN)),
    ) == decision.events


@pytest.mark.parametrize("faces", [(0, 3), (7, 1), (3, -1), (1, 100)])
def test_move_1_a_die_shows_one_to_six(faces):
    assert Refusal.BAD_DICE == refuse(two(), RecordRoll(*faces))


def test_move_2_a_space_of_the_bank_s_is_offered():
    decision = accept(two(), RecordRoll(1, 2))

    assert e.PhaseEntered(p.PurchaseOffer(ADA, space("baltic"))) == decision.events[-1]


def test_move_3_a_token_goes_on_from_where_it_stopped():
    state = play(two(at=8), RecordRoll(1, 1))

    assert space("free-parking") == play(state, RecordRoll(4, 6)).tokens[ADA]


def test_move_4_any_number_share_a_space():
    state = play(two(), RecordRoll(4, 6), RecordRoll(4, 6))

    assert (10, 10) == state.tokens


def test_move_5_after_doubles_the_space_comes_first_then_another_throw():
    state = accept(two(), RecordRoll(3, 3)).state

    assert p.PurchaseOffer(ADA, space("oriental")) == state.phase
    assert p.AwaitingRoll(ADA, 1) == accept(state, BuyDeed()).state.phase


def test_move_6_the_third_doubles_lead_to_jail_unmoved():
    decision = accept(two(at=36, doubles=2), RecordRoll(5, 5))

    assert (
        e.Rolled(ADA, 5, 5),
        e.PlayerJailed(ADA),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_move_6_a_third_throw_without_doubles_is_moved():
    decision = accept(two(at=4, doubles=2), RecordRoll(2, 4))

    assert e.TokenMoved(ADA, space("jail")) in decision.events
    assert p.AwaitingRoll(BEN) == decision.state.phase


def test_move_7_jail_ends_the_turn_even_after_doubles():
    decision = accept(two(at=24), RecordRoll(3, 3))

    assert (
        e.Rolled(ADA, 3, 3),
        e.TokenMoved(ADA, space("go-to-jail")),
        e.PlayerJailed(ADA),
        e.TurnBegan(BEN),
    ) == facts(decision)
    assert p.AwaitingRoll(BEN) == decision.state.phase


def test_move_8_nobody_throws_before_the_space_is_done():
    state = play(two(), RecordRoll(1, 2))

    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, RecordRoll(1, 2))
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(two(), BuyDeed())


def test_move_9_doubles_are_forgotten_with_the_turn():
    state = play(two(doubles=1), RecordRoll(4, 6), RecordRoll(5, 5))

    assert p.AwaitingRoll(BEN, 1) == state.phase


def test_move_9_a_corrected_turn_says_its_own_doubles():
    decision = accept(two(doubles=2), SetTurn(BEN, 1))

    assert (
        e.TurnBegan(BEN),
        e.PhasesReplaced((p.AwaitingRoll(BEN, 1),)),
    ) == decision.events


def test_go_1_passing_go_earns_the_salary():
    decision = accept(two(at=38), RecordRoll(4, 6))

    assert (
        e.Rolled(ADA, 4, 6),
        e.TokenMoved(ADA, space("vermont")),
        paid(BANK, ADA, 200, Reason.SALARY),
    ) == facts(decision)


def test_go_2_leaving_go_earns_nothing_more():
    state = play(two(at=36), RecordRoll(1, 3))
    decision = accept(play(state, SetTurn(ADA)), RecordRoll(4, 6))

    assert [] == payments(decision.events)


def test_go_3_a_card_to_go_after_passing_it_earns_both():
    decision = accept(two(at=38, more="chest CC01"), RecordRoll(1, 3))

    assert (
        e.Rolled(ADA, 1, 3),
        e.TokenMoved(ADA, space("chest-2")),
        paid(BANK, ADA, 200, Reason.SALARY),
        e.CardTaken(ADA, Deck.CHEST, "CC01"),
        e.TokenMoved(ADA, space("go")),
        paid(BANK, ADA, 200, Reason.SALARY),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_go_4_the_way_to_jail_pays_nothing():
    decision = accept(two(at=29, more="chance CH10"), RecordRoll(3, 4))

    assert [] == payments(decision.events)
    assert 0 == decision.state.jail_tries[ADA]


def test_go_5_landing_on_go_earns_one_salary():
    decision = accept(two(at=35), RecordRoll(1, 4))

    assert [(BANK, ADA, 200, "GO-1")] == payments(decision.events)
    assert 0 == decision.state.tokens[ADA]


def test_go_6_moving_back_earns_nothing():
    decision = accept(two(at=0, more="chance CH09"), RecordRoll(3, 4))

    assert e.TokenMoved(ADA, space("income-tax")) in decision.events
    assert [] == payments(decision.events)


def test_go_7_a_card_forward_past_go_earns_the_salary():
    decision = accept(two(at=29, more="chance CH13"), RecordRoll(3, 4))

    assert (
        e.Rolled(ADA, 3, 4),
        e.TokenMoved(ADA, space("chance-36")),
        e.CardTaken(ADA, Deck.CHANCE, "CH13"),
        e.TokenMoved(ADA, space("reading")),
        paid(BANK, ADA, 200, Reason.SALARY),
    ) == facts(decision)


@pytest.mark.parametrize(("card", "target"), [("CH05", 5), ("CH04", 12)])
def test_go_7_so_does_the_nearest_one_beyond_go(card, target):
    decision = accept(two(at=29, more=f"chance {card}"), RecordRoll(3, 4))

    assert e.TokenMoved(ADA, target) in decision.events
    assert [(BANK, ADA, 200, "GO-1")] == payments(decision.events)


def test_bank_2_the_bank_pays_salaries_and_cards():
    decision = accept(two(at=38, more="chest CC02"), RecordRoll(1, 3))

    assert [(BANK, ADA, 200, "GO-1"), (BANK, ADA, 200, "DECK-1")] == payments(decision.events)


def test_bank_6_the_bank_pays_below_zero():
    state = play(two(at=35), RecordRoll(1, 4))

    assert -3200 == state.bank


def test_park_1_nothing_happens_on_free_parking():
    decision = accept(two(at=10), RecordRoll(4, 6))

    assert (
        e.Rolled(ADA, 4, 6),
        e.TokenMoved(ADA, space("free-parking")),
        e.TurnBegan(BEN),
    ) == facts(decision)


def test_variant_1_free_parking_takes_the_pot():
    state = two(at=10, more="rules free_parking_pot=on\n    bank pot=275")

    assert [(-2, ADA, 275, "VARIANT-1")] == payments(accept(state, RecordRoll(4, 6)).events)


def test_bankrupt_10_after_doubles_a_resigned_player_throws_no_more():
    state = position("""
        Ada 1500 @0
        Ben 1500 @0
        Cat 1500 @0
        wait roll Ada doubles=1
    """)

    assert p.AwaitingRoll(BEN) == accept(state, Resign(ADA)).state.phase


def test_auction_1_a_player_who_resigns_leaves_his_offer_to_the_hammer():
    state = position("""
        Ada 1500 @3
        Ben 1500 @0
        Cat 1500 @0
        wait after Ada
        wait offer Ada space=@3
    """)

    decision = accept(state, Resign(ADA))

    assert p.Auction(p.Lot(space("baltic")), (BEN, 2), (BEN, 2)) == decision.state.phase


def test_move_8_a_corrected_token_calls_nothing_up():
    decision = accept(two(), PlaceToken(ADA, space("luxury-tax")))

    assert (e.TokenMoved(ADA, space("luxury-tax")),) == decision.events


def test_move_5_declining_after_doubles_auctions_before_the_next_throw():
    state = play(two(), RecordRoll(3, 3), DeclineDeed())

    assert isinstance(state.phase, p.Auction)
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(state, RecordRoll(1, 2))
