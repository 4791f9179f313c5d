"""The help: every key and what it does, generated from the bindings."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static
from typing_extensions import override

from companion.locales import _

NAMES = {
    "question_mark": "?",
    "colon": ":",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "ctrl+q": "^Q",
    "escape": "Esc",
    "f1": "F1",
}


class Help(ModalScreen[None]):
    """A sheet of keys over the table; any of its keys closes it."""

    BINDINGS = [  # noqa: RUF012  # Textual's own way
        Binding("escape,f1,q,question_mark", "dismiss", show=False, id="help.close")
    ]

    def __init__(self, rows: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self._rows = rows

    @override
    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(Content(self._text()), id="keys")

    def _text(self) -> str:
        width = max(len(keys) for keys, _words in self._rows)
        lines = [_("KEYS"), ""]
        lines += [f"{keys:{width}}  {words}" for keys, words in self._rows]
        lines += [
            "",
            _("Cards on the reader and the board's buttons do the same."),
            _("On small boards houses are - = ≡ ■, a hotel ◆; m is a mortgage."),
            _("Digits are players, letters are groups: D3 is the third deed of D."),
        ]
        return "\n".join(lines)


def key_name(key: str) -> str:
    """Return a key of Textual as people call it."""
    return " ".join(NAMES.get(part, part) for part in key.split(","))
