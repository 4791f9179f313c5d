"""The banker's PIN on the screen: the line `pin` takes what is typed next, unseen."""

from support import scenes
from support.scripted_table import ScriptedTable
from support.terminal_picture import cells_of_app, text_of

from companion.client import Client
from companion.protocol import Reply, Unlock
from companion.screen.banker import Banker

PIN = "271828"


async def test_the_drawer_takes_the_pin_unseen_and_keeps_it_nowhere():
    async with ScriptedTable(scenes.throw(4)[0]) as table:
        app = Banker(Client(table.path, "screen"), theme="felt")

        async def shows(words):
            for _turn in range(400):
                if words in (shown := text_of(cells_of_app(app))):
                    return shown
                await pilot.pause(0.01)
            msg = f"never shown: {words}"
            raise AssertionError(msg)

        async with app.run_test(size=(100, 30)) as pilot:
            await shows("SAVED")
            await pilot.press("colon", *"pin", "enter", *PIN)
            assert PIN not in await shows("The banker's PIN:")
            await pilot.press("enter")
            [asked] = await table.heard(1)
            assert isinstance(asked, Unlock)
            assert asked.pin == PIN
            table.say(Reply(asked.id, is_accepted=True, seq=418))
            await shows("The PIN fits")
            await pilot.press("up")
            assert PIN not in text_of(cells_of_app(app))
