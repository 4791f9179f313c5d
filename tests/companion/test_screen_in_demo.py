"""The screen of a demonstration: what it says where the demonstration's table is lost."""

import pytest
from support import scenes
from support.scripted_table import ScriptedTable
from support.terminal_picture import cells_of_app, text_of

from companion import client
from companion.demo_screen import ClientWithHands, HandsByKeys
from companion.screen.banker import Banker


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
