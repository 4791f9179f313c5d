"""Scarce buildings: a call, wishes, an auction, a place (SHORT-2)."""

from support.taps import ADA, BEN, TapTable, after, game, space

from companion.flows.meanings import Action, ActionCard, DeedCard
from engine.commands import Build, CloseBidding, PlaceBuilding, WantBuildings
from engine.corrections import SetOwner, SetSupply, SetTurn
from engine.phases import AwaitingRoll, Shortage

LIGHT_BLUE = (space("oriental"), space("vermont"), space("connecticut"))
ORANGE = (space("st-james"), space("tennessee"), space("new-york"))
UNDO = ActionCard(Action.UNDO)
BANKER = ActionCard(Action.BANKER)


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
