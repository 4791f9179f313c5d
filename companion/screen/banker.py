"""The banker's screen as a Textual app: a client of the table that draws, asks, decides nothing."""

import asyncio
import signal
import time
from collections.abc import Coroutine, Iterable
from functools import partial
from typing import ClassVar

from textual.app import App, ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.content import Content
from textual.events import Click, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static
from typing_extensions import override

from companion.client import Client, NoTableError
from companion.console.legal import completed
from companion.locales import _, available, own_name, set_language
from companion.protocol import Message, Tongue, Welcome
from companion.screen.drawer import Drawer, Line
from companion.screen.drawn import Drawn, Surface, Window
from companion.screen.followed import Followed
from companion.screen.keys import PAGE_KEYS, SCREEN_KEYS, TABLE_KEYS, help_rows
from companion.screen.lines import Foreseen, Told, answered, foreseen
from companion.screen.look import LOOKS
from companion.screen.motion import FRAME_S
from companion.screen.page import Kind
from companion.screen.pager import Pager
from companion.screen.paint_bars import paint_header, paint_ledger, paint_status, paint_todo
from companion.screen.paint_players import paint_players
from companion.screen.paint_prompt import paint_prompt
from companion.screen.paint_ring import paint_ring
from companion.screen.paint_sheet import page_title, paint_sheet
from companion.screen.paint_stage import paint_stage
from companion.screen.plan import is_large_enough, plan
from companion.screen.scene import HelpRow, Scene
from companion.screen.sheet import Sheet
from companion.screen.steady import SteadyDriver
from companion.screen.themes import themes
from companion.screen.touch import touched
from companion.views.prompt_bar import prompt_bar

COUNT_S = 0.25  # a countdown is drawn four times a second
SLOW_COUNT_S = 1.0  # in low power once

PARTS = {
    "header": paint_header,
    "ring": paint_ring,
    "stage": paint_stage,
    "players": paint_players,
    "ledger": paint_ledger,
    "todo": paint_todo,
    "sheet": paint_sheet,
    "prompt": paint_prompt,
    "status": paint_status,
}


class Banker(App[int]):
    """The screen; `receive` takes the table's messages, keys and clicks go out by the client."""

    CSS_PATH = "banker.tcss"
    AUTO_FOCUS = None  # keys are cards and buttons until the console or a page is opened
    BINDINGS: ClassVar[list[BindingType]] = [*TABLE_KEYS, *PAGE_KEYS, *SCREEN_KEYS]

    def __init__(
        self, client: Client, *, theme: str = "felt", is_low_power: bool | None = None
    ) -> None:
        super().__init__(driver_class=SteadyDriver)
        self.client = client
        is_animated = self.animation_level != "none" and not is_low_power
        self.followed = Followed(is_animated=is_animated, way_back=client.way_back)
        self.followed.is_connected = False
        self.pager = Pager(self.followed, self.redraw_soon)
        self._count_s = SLOW_COUNT_S if is_low_power else COUNT_S
        self._window = Size(0, 0)  # none yet: the first resize says it
        self._look = LOOKS[theme]
        self._is_redraw_due = False
        self._is_recalling = False
        self._count: Timer | None = None
        self._motion: Timer | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        client.on_message = self.receive
        client.on_connection = self.connection_changed
        for each in themes():
            self.register_theme(each)

    @override
    def get_default_screen(self) -> Window:
        return Window(id="_default")

    @override
    def compose(self) -> ComposeResult:
        yield Surface(
            (Sheet if name == "sheet" else Drawn)(painter, id=name)
            for name, painter in PARTS.items()
        )
        yield Static(id="small")
        yield Drawer()

    def on_mount(self) -> None:
        """Attach to the table; let a kill leave the terminal as it was."""
        self.theme = self._look.name
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):  # else the terminal is left as it is now
            loop.add_signal_handler(number, self.exit, 0)
        self._count = self.set_interval(self._count_s, self.redraw, pause=True)
        self._motion = self.set_interval(FRAME_S, self.redraw, pause=True)
        self._background(self.client.run())
        self.redraw()

    def on_unmount(self) -> None:
        """Let go of the table."""
        for task in self._tasks:
            task.cancel()

    def receive(self, message: Message) -> None:
        """Follow a message of the table; what it changes is drawn in the next frame."""
        self.followed.take(message, time.monotonic())
        tongue = message.tongue if isinstance(message, Welcome) else message
        if isinstance(tongue, Tongue) and tongue.language in available():
            set_language(tongue.language)
        self.redraw_soon()

    def connection_changed(self, is_connected: bool) -> None:  # noqa: FBT001  # as the client calls it
        """Show that the table is there, or gone."""
        self.followed.is_connected = is_connected
        self.redraw_soon()

    def on_resize(self, event: Resize) -> None:
        """Lay everything out anew."""
        self._window = event.size
        self.redraw()

    def redraw(self) -> None:
        """Draw all that changed; let the timers run only while something moves by itself."""
        self._is_redraw_due = False
        if not self.is_running or not self.screen_stack or not self._window:
            return
        table = self.screen_stack[0]
        width, height = self._window
        is_small = not is_large_enough(width, height)
        table.set_class(is_small, "-small")
        if is_small:
            words = _("Make the window larger: {width} x {height} is too small, 80 x 24 is enough.")
            words = words.format(width=width, height=height)
            table.query_one("#small", Static).update(Content(words))
            return
        scene = self.scene()
        table.query_one(Surface).show(scene)
        self._run_timers()
        if self.followed.is_past_wanted and not self._is_recalling:
            self._is_recalling = True
            self._background(self._recall())

    def _run_timers(self) -> None:
        now = time.monotonic()
        for timer, is_needed in (
            (self._count, self.followed.is_ticking(now)),
            (self._motion, self.followed.is_moving(now)),
        ):
            if timer is not None:
                (timer.resume if is_needed else timer.pause)()

    def scene(self) -> Scene:
        """Return what is drawn now."""
        width, height = self._window
        layout = plan(width, height, self.followed.players())
        return self.followed.scene(self._look, layout, time.monotonic())

    @override
    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return what the command palette offers."""
        for kind in Kind:
            name = page_title(kind).capitalize()
            yield SystemCommand(name, _("a page"), partial(self.action_page, kind))
        yield SystemCommand(_("Console"), _("type a line"), self.action_console)
        yield SystemCommand(
            _("Undo"), _("take back the last act"), partial(self.action_tap, "undo")
        )
        for name in LOOKS:
            words = _("Look: {name}").format(name=name)
            yield SystemCommand(words, _("colours"), partial(self.take_look, name))
        for code in available():
            words = _("Language: {name}").format(name=own_name(code))
            yield SystemCommand(words, _("of the whole table"), partial(self.action_language, code))
        yield SystemCommand(_("Speech"), _("aloud, or not"), self.action_speech)
        yield SystemCommand(_("Leave"), _("the table goes on"), self.action_leave)

    def action_tap(self, card: str) -> None:
        """Tap a player's card, the banker's or an action card."""
        self._sent(is_sent=self.client.tap(card))

    def action_press(self, button: str, seconds: float = 0.0) -> None:
        """Press a button of the board, held for *seconds*."""
        self._sent(is_sent=self.client.press(button, seconds))

    def action_turn(self, detents: int) -> None:
        """Turn the knob."""
        self._sent(is_sent=self.client.turn(detents))

    def action_confirm(self) -> None:
        """Tap the card of the one asked: what the highlight says is done."""
        state, prompt = self.followed.state, self.followed.prompt
        if state is None or prompt is None or prompt.player is None or prompt.highlight is None:
            self._say(_("Nobody in particular is asked: tap a card."))
        elif (seat := prompt_bar(state, prompt).seat) is not None:
            self.action_tap(str(seat + 1))

    def action_throw(self) -> None:
        """Throw the dice: the emulated ones, or those on the screen."""
        self._background(self._throw())

    def action_console(self) -> None:
        """Open the console drawer."""
        self._drawer.open()

    def action_page(self, kind: str) -> None:
        """Open a page, or close it where it is open."""
        sheet = self.screen_stack[0].query_one(Sheet)
        self.pager.open(Kind(kind))
        self.redraw()
        if self.followed.page is None:
            self.screen_stack[0].set_focus(None)
            return
        self.screen_stack[0].set_focus(sheet)  # at once: the next key is the page's
        if self.followed.page.kind is Kind.DEVICES:
            self._background(self._measure())

    def action_look(self) -> None:
        """Take the next look."""
        names = list(LOOKS)
        self.take_look(names[(names.index(self._look.name) + 1) % len(names)])

    def take_look(self, name: str) -> None:
        """Take a look by its name."""
        self._look = LOOKS[name]
        self.theme = name
        self.redraw()

    def action_language(self, code: str = "") -> None:
        """Ask the table for another language; this screen follows it."""
        self._sent(is_sent=self.client.choose_language(code))

    def action_speech(self) -> None:
        """Let the table speak aloud, or be silent."""
        self._sent(is_sent=self.client.choose_speech())

    def action_close(self) -> None:
        """Close what lies on top: the drawer, then a page."""
        if self._drawer.is_open:
            self._drawer.close()
        elif self.followed.page is not None:
            self.pager.close()
            self.screen_stack[0].set_focus(None)

    def action_leave(self) -> None:
        """Leave the screen; the table goes on."""
        self.exit(0)

    def help_rows(self) -> tuple[HelpRow, ...]:
        """Return the help's rows, made of the bindings: the keys, and what they do."""
        return help_rows()

    def on_click(self, event: Click) -> None:
        """Take a finger on a button, a player, a space, the ledger or a page."""
        part = event.widget
        if isinstance(part, Drawn):
            touched(self, part.id or "", event.x, event.y)

    def on_sheet_moved(self, event: Sheet.Moved) -> None:
        """Move the cursor of the page."""
        self.pager.move(self.scene(), event.step)

    def on_sheet_turned(self, event: Sheet.Turned) -> None:
        """Turn to another filter or chart."""
        self.pager.turn(event.step)

    def on_sheet_typing_asked(self) -> None:
        """Take letters for a search from now on."""
        self._sheet.is_typing = self.pager.type()

    def on_sheet_typed(self, event: Sheet.Typed) -> None:
        """Take a key of a search."""
        self._sheet.is_typing = self.pager.typed(event.key, event.letter)

    def on_sheet_acted(self) -> None:
        """Do what is chosen on the page."""
        count = self.pager.act()
        if count:
            self._background(self._take_back(count))

    def on_drawer_line_entered(self, event: Drawer.LineEntered) -> None:
        """Send a console line off."""
        self._background(self._answer(event.line))

    def on_drawer_pin_entered(self, event: Drawer.PinEntered) -> None:
        """Bring the banker's PIN."""
        self._background(self._unlock(event.pin))

    def on_drawer_line_changed(self, event: Drawer.LineChanged) -> None:
        """Show what the line would do."""
        if self.followed.state is not None and self._drawer.is_open:
            seen = foreseen(self.followed.state, event.line)
            self._drawer.foresee(Foreseen(self._look.signs(seen.text), seen.is_fine, seen.words))

    def on_line_completion_asked(self, event: Line.CompletionAsked) -> None:
        """Complete the word that was begun."""
        event.stop()
        if self.followed.state is not None:
            line = self._drawer.line
            words = foreseen(self.followed.state, line).words
            self._drawer.replace_line(completed(line, words))

    def choose(self, index: int) -> None:
        """Highlight a choice; touched again, it is what the card of the one asked would confirm."""
        prompt = self.followed.prompt
        assert prompt is not None, "a choice belongs to a prompt"
        if index != prompt.highlight:
            at = -1 if prompt.highlight is None else prompt.highlight
            self.action_turn(index - at)
        elif prompt.player is not None:
            self.action_confirm()

    async def _throw(self) -> None:
        try:
            reply = await self.client.throw()
        except NoTableError as error:
            self._say(str(error))
            return
        if reply.sentence:
            self._say(reply.sentence, is_warning=not reply.is_accepted)

    async def _answer(self, line: str) -> None:
        told = await answered(self.client, line)
        self._drawer.answer(Told(self._look.signs(told.text), told.is_fine))

    async def _unlock(self, pin: str) -> None:
        try:
            reply = await self.client.unlock(pin)
        except NoTableError as error:
            self._say(str(error))
            return
        said = reply.sentence or _("The PIN fits: what is the banker's may be done.")
        self._drawer.answer(Told(said, reply.is_accepted))

    async def _take_back(self, count: int) -> None:
        try:
            reply = await self.client.undo(count, _("history"))
        except NoTableError as error:
            self._say(str(error))
            return
        self._say(reply.sentence, is_warning=not reply.is_accepted)

    async def _measure(self) -> None:
        try:
            self.receive(await self.client.measure())
        except NoTableError as error:
            self._say(str(error))

    async def _recall(self) -> None:
        """Ask the table for the game from its beginning."""
        try:
            self.followed.remember(*await self.client.recall())
            self.redraw_soon()
        except NoTableError:
            pass  # the page shows what this screen has seen itself
        finally:
            self._is_recalling = False

    @property
    def _drawer(self) -> Drawer:
        return self.screen_stack[0].query_one(Drawer)

    @property
    def _sheet(self) -> Sheet:
        return self.screen_stack[0].query_one(Sheet)

    def _sent(self, *, is_sent: bool) -> None:
        if not is_sent:
            self._say(_("The table does not answer yet: try again in a moment."))

    def _say(self, text: str, *, is_warning: bool = True) -> None:
        self.followed.say(text, time.monotonic(), is_warning=is_warning)
        self.redraw_soon()

    def redraw_soon(self) -> None:
        """Draw once for all that came together."""
        if not self._is_redraw_due:
            self._is_redraw_due = True
            self.call_later(self.redraw)

    def _background(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
