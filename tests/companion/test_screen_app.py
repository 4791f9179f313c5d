"""Keys and fingers become requests, messages become pictures: the real app on a real socket."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from support import scenes, situations
from support.scripted_table import ScriptedTable
from support.terminal_picture import cells_of_app, text_of
from textual.pilot import Pilot

from companion.client import Client
from companion.locales import language, set_language
from companion.protocol import (
    ChooseLanguage,
    ChooseSpeech,
    Message,
    Notice,
    PressButton,
    Prompt,
    PromptShown,
    Recall,
    ReceiptsSeen,
    Reply,
    Storage,
    Submit,
    TapCard,
    ThrowDice,
    Tongue,
    TurnKnob,
    Undo,
    Welcome,
)
from companion.screen.banker import Banker
from companion.screen.drawn import Surface
from companion.screen.keys import help_rows
from companion.screen.look import LOOKS
from companion.screen.paint_prompt import button_areas
from companion.screen.paint_ring import tile_area
from engine import corrections as fix
from engine.commands import ChangeSeats

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
    async with screen(situations.Heard(4).do(ChangeSeats((3, 1, 2, 0))).messages) as table:
        await table.shows("sit clockwise: Dirk, Bogdan,")
        height = table.app.scene().plan.player_height
        for row in range(2):
            await table.pilot.click("#players", offset=(10, 1 + row * height))

        assert [TapCard("4"), TapCard("2")] == await table.heard(2)


async def test_a_finger_on_a_space_shows_its_deed_and_on_the_ledger_the_ledger():
    async with screen(scenes.offer(4, is_late=True)) as table:
        await table.shows("leaves 251")
        area = tile_area(table.app.scene().plan, 9)
        await table.pilot.click("#ring", offset=(area.x + 1, area.y))
        await table.shows("Connecticut Avenue")
        await table.pilot.click("#sheet", offset=(2, 0))
        await table.pilot.click("#ledger", offset=(4, 4))

        await table.shows("19/19")


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

        await table.shows("#12 done")


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
    async with screen(scenes.throw(4), size=(220, 60)) as table:
        await table.pilot.press("f1")
        shown = await table.shows("HELP")

        for keys, words in table.app.help_rows():
            assert keys in shown
            assert words[:40] in shown
        await table.pilot.press("escape")
        await table.until(lambda now: "HELP" not in now, "the help to go")


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
        await table.shows("NO TABLE. If that lasts: q, then tapbank play again")
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
                    and shown.splitlines()[-1].endswith("undo")
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
        surface = table.app.screen.query_one(Surface)
        drawn = []
        surface.refresh = lambda *regions, **_options: drawn.extend(regions)
        table.app.redraw()
        assert [] == drawn, "the same scene asks for nothing"

        state = table.app.followed.state
        heard = situations.played(state, fix.PlaceToken(situations.seat(0), 3))[1]
        table.app.receive(heard[0])
        table.app.redraw()

        assert 0 < len({region.y for region in drawn}) < table.app.size.height


async def test_pages_open_close_and_change_places_with_keys():
    async with screen(scenes.offer(4, is_late=True)) as table:
        for key, words in (("slash", "19/19"), ("h", "HISTORY"), ("c", "A1"), ("v", "on the disk")):
            await table.pilot.press(key)
            await table.shows(words)
        await table.pilot.press("v")

        await table.until(lambda shown: "on the disk" not in shown, "the page to go")
        assert table.app.focused is None


async def test_on_a_page_arrows_are_its_own_and_cards_stay_cards():
    async with screen(scenes.offer(4, is_late=True)) as table:
        await table.pilot.press("c", "down", "down", "3")
        await table.shows("Oriental Avenue")
        await table.pilot.press("escape", "right")

        assert [TapCard("3"), TurnKnob(1)] == await table.heard(2)


async def test_the_ledger_is_searched_letter_by_letter():
    async with screen(scenes.offer(4, is_late=True)) as table:
        await table.pilot.press("slash", "slash", *"rentx", "backspace")
        await table.shows("/rent_")
        shown = await table.shows("2/2")
        assert "salary" not in shown.split("LEDGER")[1].split("FREE")[0].split("2/2")[0][:400]
        await table.pilot.press("enter", "q")

        assert 0 == table.app.return_value, "after Enter letters are keys again"


async def test_history_is_taken_back_when_asked_for_twice():
    async with screen(scenes.offer(4, is_late=True)) as table:
        await table.pilot.press("h", "up", "enter")
        await table.shows("Enter once more takes back")
        await table.pilot.press("enter")

        recall, undo = await table.heard(2)
        assert isinstance(recall, Recall)
        assert isinstance(undo, Undo)
        assert 2 == undo.count


async def test_the_console_previews_completes_and_keeps_what_was_typed():
    async with screen(scenes.offer(4)) as table:
        await table.pilot.press("colon", *"cash", "space", *"Ann", "tab", *"99")
        await table.shows("PREVIEW Anna 1,840 → 99")
        await table.pilot.press("enter")
        [asked] = await table.heard(1)
        await table.tell(Reply(asked.id, False, 1, rule="X", sentence="Refused by a rule (X)."))  # noqa: FBT003
        await table.shows("Legal now: buy, decline")
        await table.pilot.press("up")

        await table.shows("cash Anna 99")


async def test_the_palette_offers_pages_looks_and_languages_by_name():
    async with screen(scenes.throw(4)) as table:
        await table.pilot.press("ctrl+p")
        await table.shows("Language: Čeština")
        await table.pilot.press(*"paper", "enter")

        await table.until(lambda _shown: table.app.theme == "paper", "the look")


async def test_language_and_speech_are_the_tables_and_the_screen_follows():
    try:
        async with screen(scenes.throw(4)) as table:
            await table.pilot.press("l", "s")
            assert [ChooseLanguage(""), ChooseSpeech()] == await table.heard(2)
            await table.tell(Tongue("cs", True, True))  # noqa: FBT003
            await table.until(lambda _shown: language() == "cs", "another language")
    finally:
        set_language("en")


async def test_yes_on_the_board_takes_what_hands_had_to_do_away():
    async with screen(scenes.throw(4)) as table:
        await table.shows("8 on, to")
        await table.tell(ReceiptsSeen())

        await table.until(lambda shown: "8 on, to" not in shown, "done")


async def test_enter_taps_the_card_of_the_one_asked():
    async with screen(scenes.offer(4)) as table:
        await table.shows("leaves 875")
        await table.pilot.press("enter")

        assert [TapCard("3")] == await table.heard(1)


async def test_in_low_power_no_timer_is_quick():
    async with screen(scenes.throw(4)) as table:
        app = Banker(table.app.client, is_low_power=True)

        assert not app.followed.is_animated


def test_the_documentation_lists_the_keys_of_the_bindings():
    page = (Path(__file__).resolve().parents[2] / "docs" / "screen.md").read_text(encoding="utf-8")
    for keys, words in help_rows():
        row = f"| `{keys}` | {words} |" if keys else f"**{words}**"
        assert keys == "·" or row in page, row
