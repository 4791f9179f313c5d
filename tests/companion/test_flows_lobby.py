"""Who plays: cards join and leave in the lobby."""

from support.taps import TapTable, lobby

from companion.editions import load_edition
from companion.flows import inputs as i
from companion.flows.meanings import Action, ActionCard, PlayerCard
from engine.commands import (
    JoinGame,
    StartGame,
)
from engine.phases import Setup
from engine.state import new_state


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
    assert [] == table.requests
    table.tap("Ben")
    assert table.is_warned
    table.tap("Ada")

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


def test_seating_too_few_is_the_engines_to_refuse_at_the_start():
    table = TapTable(lobby())

    table.tap("Ada")

    assert [JoinGame("Ada")] == table.commands


def test_a_board_that_is_not_verified_says_so_in_the_lobby():
    board = load_edition("cs")
    table = TapTable(new_state(board))
    table.tap("Ada")

    assert table.prompt.detail.endswith(f" · {board.note}")
