"""The console drawer at the bottom of the screen: a line in, the answer above it."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from typing_extensions import override

ANSWERS_MAX = 5  # rows of the drawer


class Drawer(Vertical):
    """Takes console lines and shows what came of them; the newest answers stay."""

    class LineEntered(Message):
        """A line was typed and sent off."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    def __init__(self) -> None:
        super().__init__(id="drawer")
        self._answers: list[str] = []

    @override
    def compose(self) -> ComposeResult:
        yield Static(id="answers")
        yield Input(id="line", select_on_focus=False, compact=True)

    @property
    def is_open(self) -> bool:
        """Whether it is shown."""
        return self.has_class("-open")

    def open(self) -> None:
        """Show it and take the keyboard."""
        self.add_class("-open")
        line = self.query_one("#line", Input)
        line.cursor_blink = False
        line.focus()

    def close(self) -> None:
        """Hide it and give the keyboard back."""
        self.remove_class("-open")
        self.query_one("#line", Input).clear()
        self.screen.set_focus(None)

    def answer(self, text: str) -> None:
        """Show one more answer; text from outside is never read as markup."""
        self._answers = [*self._answers, *text.splitlines()][-ANSWERS_MAX:]
        self.query_one("#answers", Static).update(Content("\n".join(self._answers)))

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        if line := event.value.strip():
            self.answer(f"> {line}")
            self.post_message(self.LineEntered(line))
        event.input.clear()
