"""The banker's screen as a Textual app: a client of the table that draws, asks, decides nothing."""

import asyncio
import signal
import time
from collections.abc import Coroutine
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Resize
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Static
from typing_extensions import override

from companion.client import Client, NoTableError
from companion.locales import _
from companion.protocol import Message
from companion.screen.drawer import Drawer
from companion.screen.drawn import Drawn
from companion.screen.followed import Followed
from companion.screen.help import Help, key_name
from companion.screen.lines import answered
from companion.screen.look import LOOKS
from companion.screen.paint_bars import paint_header, paint_ledger, paint_status
from companion.screen.paint_players import paint_players
from companion.screen.paint_prompt import button_areas, paint_prompt
from companion.screen.paint_ring import paint_ring
from companion.screen.paint_stage import paint_stage
from companion.screen.plan import is_large_enough, plan
from companion.screen.scene import Scene
from companion.screen.themes import themes
from companion.views.prompt_bar import prompt_bar

COUNT_S = 0.25  # a countdown is drawn four times a second; nothing else has a timer

PARTS = {
    "header": paint_header,
    "ring": paint_ring,
    "stage": paint_stage,
    "players": paint_players,
    "ledger": paint_ledger,
    "prompt": paint_prompt,
    "status": paint_status,
}
SEATS = tuple(str(seat) for seat in range(1, 9))


class Banker(App[int]):
    """The screen; `receive` takes the table's messages, keys and clicks go out by the client."""

    CSS_PATH = "banker.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None  # keys are cards and buttons until the console is opened
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(seat, f"tap('{seat}')", id=f"tap.{seat}") for seat in SEATS),
        Binding("d", "throw", id="throw"),
        Binding("y", "press('yes')", id="yes"),
        Binding("Y", "press('yes', 2.0)", id="yes.held"),
        Binding("n", "press('no')", id="no"),
        Binding("m", "press('menu')", id="menu"),
        Binding("left,down", "turn(-1)", id="knob.back"),
        Binding("right,up", "turn(1)", id="knob.on"),
        Binding("b", "tap('banker')", id="tap.banker"),
        Binding("u", "tap('undo')", id="undo"),
        Binding("colon", "console", id="console"),
        Binding("t", "look", id="look"),
        Binding("f1,question_mark", "sheet", id="help"),
        Binding("escape", "close", id="close"),
        Binding("q,ctrl+q", "leave", id="leave"),
    ]

    def __init__(self, client: Client, *, theme: str = "felt") -> None:
        super().__init__()
        self.client = client
        self.followed = Followed()
        self.followed.is_connected = False
        self._window = Size(0, 0)  # none yet: the first resize says it
        self._look = LOOKS[theme]
        self._is_redraw_due = False
        self._timer: Timer | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        client.on_message = self.receive
        client.on_connection = self.connection_changed
        for each in themes():
            self.register_theme(each)

    @override
    def compose(self) -> ComposeResult:
        for name, painter in PARTS.items():
            yield Drawn(painter, id=name)
        yield Static(id="small")
        yield Drawer()

    def on_mount(self) -> None:
        """Attach to the table; let a kill leave the terminal as it was."""
        self.theme = self._look.name
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):  # else the terminal is left as it is now
            loop.add_signal_handler(number, self.exit, 0)
        self._timer = self.set_interval(COUNT_S, self.redraw, pause=True)
        self._background(self.client.run())
        self.redraw()

    def on_unmount(self) -> None:
        """Let go of the table."""
        for task in self._tasks:
            task.cancel()

    def receive(self, message: Message) -> None:
        """Follow a message of the table; what it changes is drawn in the next frame."""
        self.followed.take(message, time.monotonic())
        self._redraw_soon()

    def connection_changed(self, is_connected: bool) -> None:  # noqa: FBT001  # as the client calls it
        """Show that the table is there, or gone."""
        self.followed.is_connected = is_connected
        self._redraw_soon()

    def on_resize(self, event: Resize) -> None:
        """Lay everything out anew."""
        self._window = event.size
        self.redraw()

    def redraw(self) -> None:
        """Draw all that changed; start or stop the one timer."""
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
        for name in PARTS:
            part = table.query_one(f"#{name}", Drawn)
            part.place(getattr(scene.plan, name))
            part.show(scene)
        if self._timer is not None:
            is_ticking = self.followed.is_ticking(time.monotonic())
            (self._timer.resume if is_ticking else self._timer.pause)()

    def scene(self) -> Scene:
        """Return what is drawn now."""
        width, height = self._window
        layout = plan(width, height, self.followed.players())
        return self.followed.scene(self._look, layout, time.monotonic())

    def action_tap(self, card: str) -> None:
        """Tap a player's card, the banker's or an action card."""
        self._sent(is_sent=self.client.tap(card))

    def action_press(self, button: str, seconds: float = 0.0) -> None:
        """Press a button of the board, held for *seconds*."""
        self._sent(is_sent=self.client.press(button, seconds))

    def action_turn(self, detents: int) -> None:
        """Turn the knob."""
        self._sent(is_sent=self.client.turn(detents))

    def action_throw(self) -> None:
        """Throw the dice: the emulated ones, or those on the screen."""
        self._background(self._throw())

    def action_console(self) -> None:
        """Open the console drawer."""
        self._drawer.open()

    def action_look(self) -> None:
        """Take the next look."""
        names = list(LOOKS)
        name = names[(names.index(self._look.name) + 1) % len(names)]
        self._look = LOOKS[name]
        self.theme = name
        self.redraw()

    async def action_sheet(self) -> None:
        """Show the keys."""
        await self.push_screen(Help(self.help_rows()))

    def action_close(self) -> None:
        """Close the drawer."""
        if self._drawer.is_open:
            self._drawer.close()

    def action_leave(self) -> None:
        """Leave the screen; the table goes on."""
        self.exit(0)

    def help_rows(self) -> tuple[tuple[str, str], ...]:
        """Return the help's rows, made of the bindings: the keys, and what they do."""
        rows = []
        for binding in self.BINDINGS:
            assert isinstance(binding, Binding), "every binding of ours carries an id"
            words = _meaning(binding.id or "")
            if words:
                key = "1-8" if binding.id == "tap.1" else key_name(binding.key)
                rows.append((key, words))
        return tuple(rows)

    def on_click(self, event: Click) -> None:
        """Take a finger on a button of the prompt bar, a player or the lobby's seats."""
        part = event.widget
        if not isinstance(part, Drawn):
            return
        if part.id == "prompt":
            self._prompt_clicked(event.x, event.y)
        elif part.id == "players" and self.followed.state is not None:
            seat = event.y // self.scene().plan.player_height
            if seat < self.followed.players():
                self.action_tap(str(seat + 1))

    def on_drawer_line_entered(self, event: Drawer.LineEntered) -> None:
        """Send a console line off."""
        self._background(self._answer(event.line))

    def _prompt_clicked(self, x: int, y: int) -> None:
        scene = self.scene()
        assert scene.state is not None, "a button belongs to a prompt"
        for index, area in button_areas(scene):
            if area.x <= x < area.x + area.width and area.y <= y < area.y + area.height:
                self._choose(index)
                return

    def _choose(self, index: int) -> None:
        """Highlight a choice; touched again, it is what the card of the one asked would confirm."""
        prompt, state = self.followed.prompt, self.followed.state
        assert prompt is not None, "a choice belongs to a prompt"
        assert state is not None, "a prompt belongs to a table"
        if index != prompt.highlight:
            at = -1 if prompt.highlight is None else prompt.highlight
            self.action_turn(index - at)
        elif (seat := prompt_bar(state, prompt).seat) is not None and prompt.player is not None:
            self.action_tap(str(seat + 1))

    async def _throw(self) -> None:
        try:
            reply = await self.client.throw()
        except NoTableError as error:
            self._say(str(error))
            return
        if reply.sentence:
            self._say(reply.sentence, is_warning=not reply.is_accepted)

    async def _answer(self, line: str) -> None:
        self._drawer.answer(await answered(self.client, line))

    @property
    def _drawer(self) -> Drawer:
        return self.screen_stack[0].query_one(Drawer)

    def _sent(self, *, is_sent: bool) -> None:
        if not is_sent:
            self._say(_("The table does not answer yet: try again in a moment."))

    def _say(self, text: str, *, is_warning: bool = True) -> None:
        self.followed.say(text, time.monotonic(), is_warning=is_warning)
        self._redraw_soon()

    def _redraw_soon(self) -> None:
        """Draw once for all that came together."""
        if not self._is_redraw_due:
            self._is_redraw_due = True
            self.call_later(self.redraw)

    def _background(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _meaning(binding: str) -> str:
    """Return what a binding does, in words; empty where another one says it."""
    return {
        "tap.1": _("tap that player's card"),
        "throw": _("throw the dice"),
        "yes": _("the button YES"),
        "yes.held": _("the button YES, held: give up under a debt"),
        "no": _("the button NO"),
        "menu": _("the button MENU"),
        "knob.back": _("the knob, one back: the highlight, the bid"),
        "knob.on": _("the knob, one on"),
        "tap.banker": _("tap the banker's card"),
        "undo": _("take back the last act"),
        "console": _("open the console"),
        "look": _("another look"),
        "help": _("this help"),
        "close": _("close what lies on top"),
        "leave": _("leave the screen; the table goes on"),
    }.get(binding, "")
