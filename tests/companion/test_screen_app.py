"""Keys and fingers become requests, messages become pictures: the real app on a real socket."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from support import scenes, situations
from support.scripted_table import ScriptedTable
from support.terminal_picture import cells_of_app, text_of
from textual.pilot import Pilot

from companion.client import Client
from companion.protocol import (
    Message,
    Notice,
    PressButton,
    Prompt,
    PromptShown,
    Reply,
    Storage,
    Submit,
    TapCard,
    ThrowDice,
    TurnKnob,
    Welcome,
)
from companion.screen.banker import Banker
from companion.screen.look import LOOKS
from companion.screen.paint_prompt import button_areas
from engine import corrections as fix

SIZE = (100, 30)


class Table(ScriptedTable):
    """A scripted table with a screen at it."""

    app: Banker
    pilot: Pilot[int]

    async def until(self, holds: Callable[[str], bool], wanted: str) -> str:
        """Return what is shown once it holds; *wanted* says what was waited for."""
        for _turn in range(400):
            shown = text_of(cells_of_app(self.app))
            if holds(shown):
                return shown
            await self.pilot.pause(0.01)
        raise AssertionError(f"never shown: {wanted}\n{shown}")

    async def shows(self, words: str) -> str:
        return await self.until(lambda shown: words in shown, words)

    async def tell(self, *messages: Message) -> None:
        for message in messages:
            self.say(message)


@asynccontextmanager
async def screen(
    messages: list[Message], size: tuple[int, int] = SIZE, theme: str = "felt"
) -> AsyncIterator[Table]:
    """Run the app at a table that has said *messages*, the welcome first."""
    welcome = messages[0]
    assert isinstance(welcome, Welcome)
    async with Table(welcome) as table:
        table.app = Banker(Client(table.path, "screen"), theme=theme)
        async with table.app.run_test(size=size) as table.pilot:
            await table.shows("SAVED")
            await table.tell(*messages[1:])
            yield table


KEYS = {
    "1": TapCard("1"),
    "8": TapCard("8"),
    "b": TapCard("banker"),
    "u": TapCard("undo"),
    "y": PressButton("yes"),
    "Y": PressButton("yes", 2.0),
    "n": PressButton("no"),
    "m": PressButton("menu"),
    "left": TurnKnob(-1),
    "down": TurnKnob(-1),
    "right": TurnKnob(1),
    "up": TurnKnob(1),
}


async def test_a_key_is_a_card_a_button_or_the_knob():
    async with screen(scenes.offer(4)) as table:
        await table.pilot.press(*KEYS)

        assert list(KEYS.values()) == await table.heard(len(KEYS))


async def test_d_throws_and_a_refusal_is_shown():
    async with screen(scenes.offer(4)) as table:
        await table.pilot.press("d")
        [thrown] = await table.heard(1)
        assert isinstance(thrown, ThrowDice)
        await table.tell(Reply(thrown.id, False, 1, sentence="Not now: finish the offer."))  # noqa: FBT003

        await table.shows("▲ Not now: finish the offer.")


async def test_a_finger_moves_the_highlight_then_taps_the_card_of_the_one_asked():
    async with screen(scenes.offer(4)) as table:
        await table.shows("leaves 875")
        areas = dict(button_areas(table.app.scene()))

        for index in (2, 0):
            await table.pilot.click("#prompt", offset=(areas[index].x + 2, areas[index].y + 1))

        assert [TurnKnob(2), TapCard("3")] == await table.heard(2)


async def test_a_finger_on_a_player_is_that_players_card():
    async with screen(scenes.offer(4)) as table:
        await table.shows("leaves 875")
        await table.pilot.click("#players", offset=(10, 1 + table.app.scene().plan.player_height))

        assert [TapCard("2")] == await table.heard(1)


async def test_a_choice_of_nobody_in_particular_is_never_confirmed_by_a_finger():
    async with screen(scenes.auction(4)) as table:
        await table.shows("AUCTION")
        areas = dict(button_areas(table.app.scene()))
        await table.pilot.click("#prompt", offset=(areas[1].x + 2, areas[1].y + 1))
        await table.pilot.press("n")

        assert [PressButton("no")] == await table.heard(1)


async def test_the_console_sends_a_line_and_shows_its_answer():
    async with screen(scenes.throw(4)) as table:
        await table.pilot.press("colon", *"cash", "space", *"Anna", "space", *"77", "enter")
        [asked] = await table.heard(1)
        assert isinstance(asked, Submit)
        assert fix.SetCash(situations.seat(0), 77) == asked.command
        await table.tell(Reply(asked.id, True, 12))  # noqa: FBT003

        await table.shows("#12 done.")


async def test_the_console_names_the_wrong_word_and_sends_nothing():
    async with screen(scenes.throw(4)) as table:
        await table.pilot.press("colon", *"csah", "enter")
        await table.shows("cash")
        await table.pilot.press("escape", "n")

        assert [PressButton("no")] == await table.heard(1)


async def test_text_from_outside_is_never_markup():
    async with screen(scenes.throw(4)) as table:
        await table.tell(Notice("[red]not a colour[/]"))
        await table.shows("[red]not a colour[/]")
        await table.pilot.press("colon", *"[b]", "enter")

        await table.shows("> [b]")


async def test_the_help_lists_every_binding():
    async with screen(scenes.throw(4), size=(100, 40)) as table:
        await table.pilot.press("f1")
        shown = await table.shows("KEYS")

        for keys, words in table.app.help_rows():
            assert keys in shown
            assert words in shown
        await table.pilot.press("escape")
        await table.until(lambda now: "KEYS" not in now, "the help to go")


async def test_q_leaves_at_once():
    async with screen(scenes.throw(4)) as table:
        await table.pilot.press("q")

        assert 0 == table.app.return_value


async def test_a_lost_reader_is_a_banner_until_it_is_back():
    async with screen(scenes.throw(4)) as table:
        await table.tell(scenes.LOST)
        await table.shows("✖ READER 1 lost")
        await table.tell(scenes.Devices(situations.DEVICES))

        await table.until(lambda shown: "✖" not in shown, "the banner to go")


async def test_a_failed_disk_is_a_banner():
    async with screen(scenes.throw(4)) as table:
        await table.tell(Storage("failed", "the disk is full"))

        await table.shows("NOT SAVED: the disk is full")


async def test_a_lost_table_is_a_banner_and_comes_back():
    async with screen(scenes.throw(4)) as table:
        await table.close()
        await table.shows("The table does not answer: reconnecting")
        await table.pilot.press("1")
        await table.open()

        await table.until(lambda shown: "reconnecting" not in shown, "the table")


async def test_a_window_too_small_says_so_and_recovers():
    async with screen(scenes.throw(4)) as table:
        await table.pilot.resize_terminal(79, 24)
        await table.shows("Make the window larger")
        await table.pilot.resize_terminal(80, 24)

        await table.shows("LEDGER")


async def test_every_resize_is_drawn_for_the_new_size():
    async with screen(scenes.offer(8)) as table:
        for size in ((80, 24), (160, 45), (120, 36), (100, 30)):
            await table.pilot.resize_terminal(*size)
            await table.until(
                lambda shown, size=size: (
                    len(shown.splitlines()) == size[1]
                    and "Honza" in shown
                    and shown.splitlines()[-1].endswith("look")
                ),
                f"a screen of {size}",
            )


async def test_the_look_key_goes_round_all_looks():
    async with screen(scenes.throw(4)) as table:
        seen = []
        for _press in LOOKS:
            await table.pilot.press("t")
            seen.append(table.app.theme)

        assert [*list(LOOKS)[1:], "felt"] == seen


async def test_a_countdown_runs_down_and_its_timer_stops_without_one():
    prompt = Prompt("auction", None, "Bid", amount=10, seconds_left=2.0, seconds_whole=10.0)
    async with screen([*scenes.auction(4)[:-1], PromptShown(prompt)]) as table:
        await table.shows("2 s")
        await table.shows("1 s")
        await table.tell(PromptShown(None))

        await table.until(lambda shown: " s " not in shown.splitlines()[-2], "no count")
        assert not table.app.followed.is_ticking(asyncio.get_running_loop().time() + 10)


async def test_only_changed_lines_are_drawn_again():
    async with screen(scenes.throw(4)) as table:
        await table.shows("LEDGER")
        ring = table.app.screen.query_one("#ring")
        lines = ring.size.height
        drawn: list[object] = []
        ring.refresh = lambda *regions, **_options: drawn.extend(regions)
        table.app.redraw()
        assert [] == drawn, "the same scene asks for nothing"

        state = table.app.followed.state
        heard = situations.played(state, fix.PlaceToken(situations.seat(0), 3))[1]
        table.app.receive(heard[0])
        table.app.redraw()

        assert 0 < len(drawn) < lines
