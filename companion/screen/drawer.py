"""The console drawer at the bottom of the screen: a line in, what it would do, what came of it."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from typing_extensions import override

from companion.locales import _
from companion.pin import PIN_LINE
from companion.screen.lines import Foreseen, Told

ANSWERS_MAX = 5  # rows of the drawer
LINES_KEPT_MAX = 100  # of what was typed, for the arrow keys


class Line(Input):
    """The line that is typed, with the lines before it and completion."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier(-1)", id="line.earlier"),
        Binding("down", "earlier(1)", id="line.later"),
        Binding("tab", "complete", id="line.complete", priority=True),
    ]

    class CompletionAsked(Message):
        """The word that was begun is to be completed."""

    def __init__(self) -> None:
        super().__init__(id="line", select_on_focus=False, compact=True)
        self._typed: list[str] = []
        self._at = 0

    def keep(self, line: str) -> None:
        """Remember a line that was sent off."""
        self._typed = [*self._typed, line][-LINES_KEPT_MAX:]
        self._at = len(self._typed)

    def replace_all(self, line: str) -> None:
        """Show *line* with the cursor at its end."""
        self.value = line
        self.cursor_position = len(line)

    def action_earlier(self, step: int) -> None:
        """Show the line before or after."""
        self._at = min(max(0, self._at + step), len(self._typed))
        self.replace_all(self._typed[self._at] if self._at < len(self._typed) else "")

    def action_complete(self) -> None:
        """Ask for the rest of the word."""
        self.post_message(self.CompletionAsked())


class Drawer(Vertical):
    """Takes console lines and shows what came of them; the newest answers stay."""

    class LineEntered(Message):
        """A line was typed and sent off."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class PinEntered(Message):
        """The banker's PIN was typed: it is neither shown nor kept."""

        def __init__(self, pin: str) -> None:
            super().__init__()
            self.pin = pin

    class LineChanged(Message):
        """Another line stands there now, not sent off yet."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    def __init__(self) -> None:
        super().__init__(id="drawer")
        self._answers: list[tuple[str, str]] = []

    @override
    def compose(self) -> ComposeResult:
        yield Static(id="answers")
        yield Static(id="words")
        yield Static(id="preview")
        yield Line()

    @property
    def is_open(self) -> bool:
        """Whether it is shown."""
        return self.has_class("-open")

    def open(self) -> None:
        """Show it and take the keyboard."""
        self.add_class("-open")
        line = self.query_one(Line)
        line.cursor_blink = False
        self.screen.set_focus(line)  # at once: the next key is the line's
        self.post_message(self.LineChanged(line.value))

    def close(self) -> None:
        """Hide it and give the keyboard back."""
        self.remove_class("-open")
        self._line_shown(is_shown=True)
        self.query_one(Line).clear()
        self.screen.set_focus(None)

    def replace_line(self, line: str) -> None:
        """Put *line* there instead of what is typed."""
        self.query_one(Line).replace_all(line)

    @property
    def line(self) -> str:
        """What is typed."""
        return self.query_one(Line).value

    def ask_pin(self) -> None:
        """Take what is typed next for the banker's PIN."""
        self.answer(Told(_("The banker's PIN: ")))
        self._line_shown(is_shown=False)

    def _line_shown(self, *, is_shown: bool) -> None:
        self.query_one(Line).password = not is_shown

    def answer(self, told: Told, *, is_echo: bool = False) -> None:
        """Show one more answer; text from outside is never read as markup."""
        style = "bold" if is_echo else "$success" if told.is_fine else "$error"
        rows = [(row, style) for row in told.text.splitlines()]
        self._answers = [*self._answers, *rows][-ANSWERS_MAX:]
        shown = [part for row, each in self._answers for part in ((row, each), "\n")]
        self.query_one("#answers", Static).update(Content.assemble(*shown))

    def foresee(self, seen: Foreseen) -> None:
        """Show what the typed line would do, and how it could go on."""
        words = Content.assemble(("  ".join(seen.words), "$dim"))
        self.query_one("#words", Static).update(words)
        if not seen.text:
            self.query_one("#preview", Static).update(Content(""))
            return
        # TRANSLATORS: before what a console line would change; at most 12 characters
        label = (_("PREVIEW") + " ", "bold $accent")
        style = "$foreground" if seen.is_fine else "$error"
        self.query_one("#preview", Static).update(Content.assemble(label, (seen.text, style)))

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        if not event.input.password:
            is_pin = event.value.strip() == PIN_LINE  # no line of the console's language
            self.post_message(self.LineChanged("" if is_pin else event.value))

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        if event.input.password:
            self._line_shown(is_shown=True)
            self.post_message(self.PinEntered(event.value.strip()))
        elif (line := event.value.strip()) == PIN_LINE:
            self.ask_pin()
        elif line:
            self.query_one(Line).keep(line)
            self.answer(Told(f"> {line}"), is_echo=True)
            self.post_message(self.LineEntered(line))
        event.input.clear()
