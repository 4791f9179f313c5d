"""The wallet: a player with his own money and deeds."""

import pytest
from support.positions import LIGHT_BLUE, ORIENTAL, rich_in_light_blue
from support.taps import ADA, CHIARA, TapTable, after, game

from companion.feedback import HELD
from companion.flows.meanings import DeedCard
from engine.commands import Build, LiftMortgage, MortgageDeed, RecordRoll, SellBuilding
from engine.corrections import SetBuildings, SetMortgaged, SetOwner, SetSupply


def test_the_wallet_opens_with_nothing_highlighted_and_the_same_card_closes_it():
    table = TapTable(rich_in_light_blue())
    table.tap("Ada")
    assert ("wallet", None) == (table.prompt.kind, table.prompt.highlight)

    table.tap("Ada")

    assert "roll" == table.prompt.kind


@pytest.mark.parametrize(
    ("state", "beginning", "command"),
    [
        (rich_in_light_blue, "Build a house on Vermont", Build(ADA, LIGHT_BLUE[1])),
        (rich_in_light_blue, "Mortgage Oriental", MortgageDeed(ADA, ORIENTAL)),
        (
            lambda: after(
                rich_in_light_blue(), *(SetBuildings(space_, 4) for space_ in LIGHT_BLUE)
            ),
            "Build the hotel on Oriental",
            Build(ADA, ORIENTAL),
        ),
        (
            lambda: after(rich_in_light_blue(), SetBuildings(ORIENTAL, 1)),
            "Sell a house of Oriental",
            SellBuilding(ADA, ORIENTAL),
        ),
        (
            lambda: after(rich_in_light_blue(), SetMortgaged((ORIENTAL,), is_mortgaged=True)),
            "Lift the mortgage of Oriental",
            LiftMortgage(ADA, ORIENTAL),
        ),
    ],
    ids=["build", "mortgage", "hotel", "sell", "lift"],
)
def test_the_same_card_does_the_highlighted_thing_and_the_wallet_stays_open(
    state, beginning, command
):
    table = TapTable(state())
    table.tap("Ada")
    table.choose(beginning)
    assert table.prompt.choices[table.prompt.highlight].balance_after is not None

    table.tap("Ada")

    assert [command] == table.commands
    assert ("wallet", ADA, None) == (
        table.prompt.kind,
        table.prompt.player,
        table.prompt.highlight,
    )


def test_a_deed_card_selects_what_can_be_done_with_it():
    table = TapTable(rich_in_light_blue())
    table.tap("Ada")

    table.tap_card(DeedCard(LIGHT_BLUE[2]))
    assert "Build a house on Connecticut Avenue" == table.highlighted
    table.tap_card(DeedCard(LIGHT_BLUE[2]))

    assert "Mortgage Connecticut Avenue" == table.highlighted


def test_another_card_opens_its_own_wallet_instead():
    table = TapTable(rich_in_light_blue())

    table.tap("Ada", "Chiara")

    assert ("wallet", CHIARA) == (table.prompt.kind, table.prompt.player)


def test_a_wallet_lapses_and_every_touch_starts_its_time_again():
    table = TapTable(rich_in_light_blue())
    table.tap("Ada")
    table.wait(15)
    table.knob(1)
    table.wait(15)
    assert "wallet" == table.prompt.kind

    table.wait(6)

    assert "roll" == table.prompt.kind
    assert "The wallet is closed." in table.said


def test_an_open_wallet_holds_the_dice_once_a_turn_for_thirty_seconds():
    table = TapTable(rich_in_light_blue())
    table.tap("Ben")
    assert HELD in table.cues
    assert table.prompt.is_held

    table.throw(1, 2)
    assert [] == table.requests
    assert "Ben has the wallet open" in table.said
    assert (1, 2) == table.notices[0].dice

    for _ in range(2):
        table.knob(1)
        table.wait(16)
    assert ("wallet", False) == (table.prompt.kind, table.prompt.is_held)
    table.throw(1, 2)

    assert [RecordRoll(1, 2)] == table.commands
    assert "wallet" != table.prompt.kind


def test_a_wallet_opened_again_in_the_same_turn_holds_nothing():
    table = TapTable(rich_in_light_blue())
    table.tap("Ben", "Ben", "Ben")
    assert ("wallet", False) == (table.prompt.kind, table.prompt.is_held)

    table.throw(1, 2)

    assert [RecordRoll(1, 2)] == table.commands


def test_a_wallet_shows_only_its_players_own():
    table = TapTable(rich_in_light_blue())

    table.tap("Ben")

    labels = [choice.label for choice in table.prompt.choices]
    assert ["Trade: then the other's card", "How payments go"] == labels


def test_no_closes_the_wallet():
    table = TapTable(rich_in_light_blue())
    table.tap("Ada")

    table.press("no")

    assert "roll" == table.prompt.kind


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


def test_whose_card_does_it_follows_the_highlight():
    table = TapTable(rich_in_light_blue())
    table.tap("Ada")
    assert table.prompt.detail.endswith(" · the same card closes")

    table.choose("Mortgage Oriental")
    assert table.prompt.detail.startswith("the same card does it · ")

    table.choose("Trade")
    assert table.prompt.detail.startswith("now the other's card · ")
    table.tap("Ada")
    assert "Now the card of whom you trade with." == table.said
