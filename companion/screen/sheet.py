"""The sheet that pages are drawn on: it takes the arrow keys and letters while it is open."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message
from typing_extensions import override

from companion.screen.drawn import Drawn, Painter

PAGE_STEP = 10  # lines that PageUp and PageDown go


class Sheet(Drawn, can_focus=True):
    """Drawn over the board while a page is open, or where a small screen lays a wallet open."""

    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", id="page.up"),
        Binding("down,j", "move(1)", id="page.down"),
        Binding("pageup", f"move(-{PAGE_STEP})", id="page.pageup"),
        Binding("pagedown", f"move({PAGE_STEP})", id="page.pagedown"),
        Binding("home", "move(-99999)", id="page.home"),
        Binding("end", "move(99999)", id="page.end"),
        Binding("left", "tab(-1)", id="page.left"),
        Binding("right,tab", "tab(1)", id="page.right"),
        Binding("slash", "type", id="page.search"),
        Binding("enter", "act", id="page.act"),
    ]

    class Moved(Message):
        """The cursor is to go *step* lines."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    class Turned(Message):
        """Another filter or chart is wanted."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    class Acted(Message):
        """What is chosen is to be done."""

    class TypingAsked(Message):
        """Letters are to be taken for a search."""

    class Typed(Message):
        """A key was pressed while letters are taken."""

        def __init__(self, key: str, letter: str) -> None:
            super().__init__()
            self.key = key
            self.letter = letter

    def __init__(self, painter: Painter, *, id: str) -> None:  # noqa: A002  # Textual's own name
        super().__init__(painter, id=id)
        self.is_typing = False
        """Whether letters are taken instead of keys."""

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        self.post_message(self.Moved(step))

    def action_tab(self, step: int) -> None:
        """Turn to another filter or chart."""
        self.post_message(self.Turned(step))

    def action_type(self) -> None:
        """Take letters from now on."""
        self.post_message(self.TypingAsked())

    def action_act(self) -> None:
        """Do what is chosen."""
        self.post_message(self.Acted())

    @override
    async def _on_key(self, event: Key) -> None:
        if not self.is_typing:
            return
        event.stop()
        event.prevent_default()
        letter = event.character if event.is_printable and event.character else ""
        self.post_message(self.Typed(event.key, letter))
