"""Putting the table right."""

import pytest
from support.boards import ADA, BEN, CAT, accept, paid, payments, play, position, refuse, seated

from engine import events as e
from engine import phases as p
from engine.board import Deck
from engine.commands import (
    Build,
    MortgageDeed,
    PlaceBid,
    ReportCard,
    SellGroup,
    StartGame,
    Trade,
    TradeItem,
)
from engine.corrections import (
    FreePlayer,
    JailPlayer,
    PlaceToken,
    SetBuildings,
    SetCash,
    SetJailCard,
    SetMortgaged,
    SetOwner,
    SetPot,
    SetSupply,
    SetTurn,
    StackDeck,
    TransferMoney,
)
from engine.ids import AMOUNT_MAX, BANK, NOBODY, POT, AccountId, CardId, GroupId, PlayerId, SpaceId
from engine.reasons import Reason
from engine.refusals import Refusal
from engine.state import new_state

TABLE = position("Ada 100 @0 A1:1 A3\nBen 1500 @0 R5*\nCat 0 @0 out\nwait roll Ada")
NOT_SEATED = PlayerId(AccountId(3))


@pytest.mark.parametrize("amount", [0, 40, 2000])
def test_banker_2_cash_comes_from_or_goes_to_the_bank(amount):
    decision = accept(TABLE, SetCash(ADA, amount))

    assert amount == decision.state.cash[ADA]
    assert 1 == len(payments(decision.events))
    assert () == accept(TABLE, SetCash(ADA, 100)).events


def test_banker_2_money_is_moved_between_accounts():
    assert (paid(BEN, ADA, 60, Reason.CORRECTION),) == accept(
        TABLE, TransferMoney(BEN, ADA, 60)
    ).events
    assert -1 == TABLE.bank - accept(TABLE, TransferMoney(ADA, BANK, 1)).state.bank


@pytest.mark.parametrize(
    "command",
    [
        SetCash(ADA, -1),
        SetCash(ADA, AMOUNT_MAX + 1),
        TransferMoney(ADA, BEN, 0),
        TransferMoney(ADA, ADA, 5),
        TransferMoney(BANK, ADA, AMOUNT_MAX + 1),
        SetTurn(ADA, 3),
        SetTurn(ADA, -1),
        SetBuildings(1, 6),
        SetBuildings(1, -1),
        SetSupply(-1, 0),
        JailPlayer(ADA, -1),
    ],
)
def test_banker_2_amounts_are_sensible(command):
    assert Refusal.BAD_AMOUNT == refuse(TABLE, command)


def test_banker_2_nobody_moves_more_than_there_is():
    assert Refusal.NOT_ENOUGH_TO_MOVE == refuse(TABLE, TransferMoney(ADA, BEN, 101))
    pot = position("Ada 100 @0\nBen 100 @0\nrules free_parking_pot=on\nbank pot=30")
    assert Refusal.NOT_ENOUGH_TO_MOVE == refuse(pot, TransferMoney(POT, BEN, 31))
    assert 0 == play(pot, TransferMoney(POT, BEN, 30)).pot


@pytest.mark.parametrize("command", [SetPot(30), TransferMoney(ADA, POT, 5)])
def test_variant_1_without_the_variant_there_is_no_pot(command):
    assert Refusal.NO_POT == refuse(TABLE, command)


@pytest.mark.parametrize("amount", [0, 500])
def test_variant_1_the_pot_is_set(amount):
    state = position("Ada 100 @0\nBen 100 @0\nrules free_parking_pot=on\nbank pot=30")

    assert amount == accept(state, SetPot(amount)).state.pot
    assert Refusal.BAD_AMOUNT == refuse(state, SetPot(-1))


def test_banker_2_deeds_change_hands():
    decision = accept(TABLE, SetOwner(BEN, (1, 39, 1)))

    assert (e.DeedGranted(1, BEN), e.DeedGranted(39, BEN)) == decision.events
    for command in (SetOwner(BEN, (0,)), SetMortgaged((0,), is_mortgaged=True)):
        assert Refusal.NOT_A_DEED == refuse(TABLE, command)


def test_banker_2_deeds_are_turned():
    decision = accept(TABLE, SetMortgaged((39, 5), is_mortgaged=True))

    assert (e.DeedMortgaged(39),) == decision.events
    assert (e.MortgageLifted(5),) == accept(TABLE, SetMortgaged((5,), is_mortgaged=False)).events


def test_comp_1_buildings_come_out_of_the_box():
    assert (e.BuildingsChanged(39, 5),) == accept(TABLE, SetBuildings(39, 5)).events
    assert Refusal.NOT_A_STREET == refuse(TABLE, SetBuildings(5, 1))
    empty = play(TABLE, SetSupply(0, 0))
    assert Refusal.NO_HOUSES_LEFT == refuse(empty, SetBuildings(39, 1))
    assert Refusal.NO_HOTELS_LEFT == refuse(empty, SetBuildings(39, 5))


def test_comp_1_the_supply_is_never_more_than_the_box_holds():
    decision = accept(TABLE, SetSupply(3, 0))

    assert (e.SupplyCorrected(3, 0),) == decision.events
    assert 31 == play(decision.state, SetSupply(31, 12)).houses
    assert Refusal.SUPPLY_TOO_LARGE == refuse(TABLE, SetSupply(32, 12))
    assert Refusal.SUPPLY_TOO_LARGE == refuse(TABLE, SetSupply(31, 13))


def test_deck_2_a_jail_card_is_where_it_is_said_to_be():
    decision = accept(TABLE, SetJailCard(BEN, Deck.CHEST))

    assert (e.JailCardPassed(Deck.CHEST, BEN),) == decision.events
    assert () == accept(decision.state, SetJailCard(BEN, Deck.CHEST)).events


def test_move_8_a_corrected_turn_drops_all_that_waits():
    state = position("Ada 0 @4\nBen 9 @10 jail=1\nwait after Ada\nwait tax Ada")

    assert (p.JailDecision(BEN),) == play(state, SetTurn(BEN)).phases


def test_setup_6_a_corrected_turn_begins_the_game_without_throws():
    decision = accept(seated(), SetTurn(BEN))

    assert (
        e.GameStarted(),
        e.TurnBegan(BEN),
        e.PhasesReplaced((p.AwaitingRoll(BEN),)),
    ) == decision.events
    assert Refusal.WRONG_PLAYER_COUNT == refuse(seated("Ada"), SetTurn(ADA))


@pytest.mark.parametrize(
    "command",
    [SetCash(CAT, 5), SetTurn(CAT), PlaceToken(CAT, 5), SetOwner(CAT, (1,)), FreePlayer(CAT)],
)
def test_bankrupt_10_the_ruined_are_not_corrected(command):
    assert Refusal.PLAYER_IS_OUT == refuse(TABLE, command)


@pytest.mark.parametrize("command", [SetCash(ADA, 5), SetTurn(ADA), PlaceToken(ADA, 5)])
def test_players_1_nobody_is_corrected_at_an_empty_table(command):
    assert Refusal.NOBODY_SEATED == refuse(new_state(TABLE.edition), command)


@pytest.mark.parametrize(
    "command",
    [
        SetCash(NOT_SEATED, 5),
        SetCash(PlayerId(BANK), 5),
        SetOwner(NOBODY, (1,)),
        SetOwner(POT, (1,)),
        SetJailCard(POT, Deck.CHEST),
        TransferMoney(BANK, NOBODY, 5),
        Build(PlayerId(BANK), SpaceId(21)),
        MortgageDeed(NOT_SEATED, SpaceId(1)),
        PlaceBid(NOT_SEATED, 1),
        Trade((ADA, NOT_SEATED), (TradeItem(ADA, BEN, 5),)),
        Trade((ADA, BEN), (TradeItem(ADA, NOT_SEATED, 5),)),
    ],
)
def test_players_1_a_seat_that_is_not_there_does_nothing(command):
    assert Refusal.NO_SUCH_SEAT == refuse(TABLE, command)


@pytest.mark.parametrize(
    "command",
    [
        PlaceToken(ADA, SpaceId(40)),
        SetOwner(ADA, (SpaceId(-1),)),
        SetBuildings(SpaceId(41), 1),
        MortgageDeed(ADA, SpaceId(-39)),
        SellGroup(ADA, GroupId(10), ()),
        Trade((ADA, BEN), (TradeItem(ADA, BEN, space=SpaceId(40)),)),
    ],
)
def test_comp_2_a_space_that_is_not_there_is_not_touched(command):
    assert Refusal.NO_SUCH_SPACE == refuse(TABLE, command)


def test_deck_1_a_card_that_is_not_in_the_pile_is_not_laid_or_drawn():
    twice = StackDeck(Deck.CHANCE, (CardId("CH01"), CardId("CH01")))

    assert Refusal.CARD_NOT_IN_PILE == refuse(TABLE, twice)
    assert Refusal.NOT_WAITING_FOR_THIS == refuse(TABLE, ReportCard(CardId("CH01")))


def test_setup_1_a_game_under_way_is_not_started_again():
    assert Refusal.GAME_IS_RUNNING == refuse(TABLE, StartGame())
