"""The screen of a demonstration: what it says where the demonstration's table is lost."""

import pytest
from support import scenes
from support.scripted_table import ScriptedTable
from support.taps import ADA, TapTable, after, lobby
from support.terminal_picture import cells_of_app, text_of

from companion import client
from companion.demo_people import NAMES
from companion.demo_screen import ClientWithHands, HandsByKeys, card_of_key
from companion.screen.banker import Banker
from engine.corrections import SetTurn


async def test_a_demonstration_that_lost_its_table_sends_nobody_to_another():
    async with ScriptedTable(scenes.throw(4)[0]) as table:
        keys = HandsByKeys(table.path.parent)
        app = Banker(ClientWithHands(table.path, keys, ("Ada", "Ben")))

        async def shows(words):
            for _turn in range(400):
                if words in (shown := text_of(cells_of_app(app))):
                    return
                await pilot.pause(0.01)
            msg = f"never shown: {words}\n{shown}"
            raise AssertionError(msg)

        async with app.run_test(size=(100, 30)) as pilot:
            await shows("SAVED")
            await table.close()

            await shows("NO TABLE. If that lasts: q, then tapbank demo again")


async def test_a_line_that_nobody_answers_sends_nobody_to_another_either(tmp_path, monkeypatch):
    monkeypatch.setattr(client, "PATIENCE_S", 0.05)
    demo = ClientWithHands(tmp_path / "table.sock", HandsByKeys(tmp_path), ("Ada", "Ben"))

    with pytest.raises(client.NoTableError, match=r"start it again: tapbank demo$"):
        await demo.undo()
    with pytest.raises(client.NoTableError, match=rf"tapbank play --data {tmp_path}$"):
        await client.Client(tmp_path / "table.sock", "test").undo()


def test_before_the_game_a_key_is_the_card_of_that_number_in_the_box():
    box, state = NAMES[:6], lobby("Ada", "Finn")

    assert ["Ada", "Ben", "Finn"] == [card_of_key(key, box, state, None) for key in "126"]
    assert [None, None] == [card_of_key(key, box, state, None) for key in "78"]
    assert "Chiara" == card_of_key("3", box, None, None)


def test_in_the_game_a_key_is_the_card_of_the_player_with_that_number():
    table = TapTable(after(lobby("Ada", "Ben", "Finn"), SetTurn(ADA)))
    keys = [card_of_key(key, NAMES[:6], table.state, table.prompt) for key in "123456"]

    assert ["Ada", "Ben", "Finn", None, None, None] == keys
    assert "banker" == card_of_key("banker", NAMES[:6], table.state, table.prompt)


def test_when_someone_comes_the_key_of_a_free_number_is_a_new_card():
    table = TapTable(after(lobby("Ada", "Chiara"), SetTurn(ADA)))
    table.press("menu")
    table.choose("Someone comes")
    table.press("yes")

    assert "Ben" == card_of_key("3", NAMES[:4], table.state, table.prompt)
    assert "Chiara" == card_of_key("2", NAMES[:4], table.state, table.prompt)


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        (scenes.throw(4), "No player has number 7."),
        (scenes.start(4), "This demonstration has no card 7."),
    ],
)
async def test_a_key_that_is_no_card_of_a_demonstration_says_so(messages, words):
    async with ScriptedTable(messages[0]) as table:
        demo = ClientWithHands(table.path, HandsByKeys(table.path.parent), NAMES[:4])
        app = Banker(demo)
        async with app.run_test(size=(100, 30)) as pilot:
            await demo.welcomed()

            await pilot.press("7")

            assert words in text_of(cells_of_app(app))
