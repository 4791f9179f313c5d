"""Groups at once, real decks, taught amounts, hidden balances."""

from support.positions import LIGHT_BLUE, ORIENTAL, offer, real_card
from support.taps import ADA, BEN, TapTable, after, game, lobby, space

from companion.flows.inputs import Past
from companion.flows.meanings import Action, ActionCard
from engine.commands import (
    Build,
    ChooseMode,
    ChooseRule,
    MakePromise,
    RecordRoll,
    ReportCard,
)
from engine.corrections import SetOwner, SetTurn
from engine.ids import CardId
from engine.reasons import Dues

BANKER = ActionCard(Action.BANKER)


def built() -> TapTable:
    """Four houses on light blue, by one tap."""
    table = TapTable(game(SetOwner(ADA, LIGHT_BLUE)))
    table.tap("Ada")
    table.choose("Build several on")
    table.tap("Ada")
    table.choose("4 buildings")
    assert (-200, 1300) == (table.prompt.choices[3].amount, table.prompt.choices[3].balance_after)
    table.tap("Ada")
    return table


def test_buildings_spread_evenly_over_a_group_by_one_tap():
    table = built()

    assert [Build] * 4 == [type(command) for command in table.commands]
    assert [2, 1, 1] == sorted((table.state.levels[at] for at in LIGHT_BLUE), reverse=True)
    assert "wallet" == table.prompt.kind


def test_they_are_one_act_to_take_back():
    table = built()
    table.tap_card(ActionCard(Action.UNDO))

    table.tap("Ada")

    assert 0 == sum(table.state.levels)


def test_buildings_are_sold_evenly_too():
    table = built()
    table.choose("Sell several on")
    table.tap("Ada")
    table.choose("3 buildings")

    table.tap("Ada")

    assert 1 == sum(table.state.levels)


def test_automation_is_set_by_each_player_for_himself():
    table = TapTable(game())
    table.tap("Ben")
    table.choose("How payments go")
    table.tap("Ben")
    table.choose("Rent")

    table.tap("Ben")

    assert [ChooseMode(BEN, Dues.RENT, "auto")] == table.commands
    assert "Rent: at once" == table.highlighted


def test_of_a_real_deck_only_cards_not_yet_drawn_may_come():
    state = real_card()
    table = TapTable(state)
    table.do(Past((), (CardId("CC01"), CardId("CC02"))))
    commands = [choice.command for choice in table.prompt.choices]

    assert ReportCard(CardId("CC01")) not in commands
    assert ReportCard(CardId("CC03")) in commands


def test_from_the_second_pass_on_the_expected_card_is_only_confirmed():
    state = real_card()
    table = TapTable(state)
    table.do(Past((), state.chest))
    assert 3 == len(table.prompt.choices)
    assert ReportCard(state.chest[0]) == table.prompt.choices[0].command

    table.choose("Another card")
    table.tap("Ada")
    assert "Only the banker's card does this." == table.said
    table.tap_card(BANKER)
    table.knob(4)
    table.tap_card(BANKER)

    assert [ReportCard(state.chest[4])] == table.commands


def test_after_two_wrong_answers_the_sum_is_shown():
    table = TapTable(
        after(
            lobby("Ada", "Ben", "Chiara"),
            ChooseRule("rent_mode", "teach"),
            SetTurn(ADA),
            SetOwner(BEN, (ORIENTAL,)),
            RecordRoll(2, 4),
        )
    )
    payer = table.state.names[table.prompt.player]
    table.choose("12")
    table.tap(payer)
    assert table.prompt.amount is None

    table.tap(payer)

    assert 6 == table.prompt.amount
    assert "it is 6" in table.prompt.detail


def test_own_balances_are_seen_only_in_the_wallet():
    state = after(
        lobby("Ada", "Ben", "Chiara"),
        ChooseRule("balances", "own_tap"),
        SetTurn(ADA),
        RecordRoll(2, 4),
    )
    table = TapTable(state)
    assert table.prompt.choices[0].balance_after is None

    table.choose("My wallet")
    table.tap("Ada")

    assert "1,500" in table.prompt.title


def test_worth_is_hidden_where_a_tax_hangs_on_it():
    table = TapTable(offer())
    table.choose("My wallet")
    table.tap("Ada")
    assert "worth" not in table.prompt.detail

    state = after(lobby("Ada", "Ben"), ChooseRule("income_tax_percent", "0"), SetTurn(ADA))
    table = TapTable(state)
    table.tap("Ada")

    assert "worth 1,500" in table.prompt.detail


def test_a_promise_is_shown_in_the_wallets_of_both():
    state = game(SetOwner(BEN, (space("boardwalk"),)))
    table = TapTable(after(state, MakePromise(BEN, ADA, "free visits")))

    table.tap("Ada")

    assert ("Ben promised Ada: free visits",) == table.prompt.lines
