"""The keys of the screen: what each does, in words, and where the help lists it."""

from collections.abc import Iterable

from textual.binding import Binding, BindingType

from companion.locales import _
from companion.screen.page import Kind
from companion.screen.scene import HelpRow
from companion.screen.sheet import Sheet

SEATS = tuple(str(seat) for seat in range(1, 9))

TABLE_KEYS: tuple[BindingType, ...] = (
    *(Binding(seat, f"tap('{seat}')", id=f"tap.{seat}") for seat in SEATS),
    Binding("d", "throw", id="throw"),
    Binding("enter,space", "confirm", id="confirm"),
    Binding("left,down", "turn(-1)", id="knob.back"),
    Binding("right,up", "turn(1)", id="knob.on"),
    Binding("y", "press('yes')", id="yes"),
    Binding("Y", "press('yes', 2.0)", id="yes.held"),
    Binding("n", "press('no')", id="no"),
    Binding("m", "press('menu')", id="menu"),
    Binding("b", "tap('banker')", id="tap.banker"),
    Binding("u", "tap('undo')", id="undo"),
)
PAGE_KEYS: tuple[BindingType, ...] = (
    Binding("f1,question_mark", f"page('{Kind.HELP}')", id="page.help"),
    Binding("c", f"page('{Kind.DEEDS}')", id="page.deeds"),
    Binding("slash", f"page('{Kind.LEDGER}')", id="page.ledger"),
    Binding("h", f"page('{Kind.HISTORY}')", id="page.history"),
    Binding("g", f"page('{Kind.FIGURES}')", id="page.figures"),
    Binding("v", f"page('{Kind.DEVICES}')", id="page.devices"),
)
SCREEN_KEYS: tuple[BindingType, ...] = (
    Binding("colon", "console", id="console"),
    Binding("ctrl+p", "command_palette", id="palette"),
    Binding("t", "look", id="look"),
    Binding("l", "language", id="language"),
    Binding("s", "speech", id="speech"),
    Binding("escape", "close", id="close"),
    Binding("q,ctrl+q", "leave", id="leave"),
)
NAMES = {
    "question_mark": "?",
    "colon": ":",
    "slash": "/",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "ctrl+q": "^Q",
    "ctrl+p": "^P",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Sp",
    "f1": "F1",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
}


def help_rows() -> tuple[HelpRow, ...]:
    """Return the help, made of the bindings: headings, and keys with what they do."""
    notes = (
        _("Cards on the reader and the board's buttons do the same."),
        _("Digits are players, letters are groups: D3 is deed 3 of D, Dx3 are three of D."),
        _("On small boards houses are - = ≡ ■, a hotel ◆, m a mortgage."),
    )
    return (
        ("", _("Cards, dice, buttons")),
        *_rows(TABLE_KEYS),
        ("", _("Pages")),
        *_rows(PAGE_KEYS),
        ("", _("On a page")),
        *_rows(Sheet.BINDINGS),
        ("", _("The screen")),
        *_rows(SCREEN_KEYS),
        *(("·", note) for note in notes),
    )


def _rows(bindings: Iterable[BindingType]) -> list[HelpRow]:
    rows = []
    for binding in bindings:
        assert isinstance(binding, Binding), "every binding of ours carries an id"
        words = meaning(binding.id or "")
        if words:
            key = "1-8" if binding.id == "tap.1" else key_name(binding.key)
            rows.append((key, words))
    return rows


def key_name(key: str) -> str:
    """Return a key of Textual as people call it."""
    return " ".join(NAMES.get(part, part) for part in key.split(","))


def meaning(binding: str) -> str:
    """Return what a binding does, in words; empty where another one says it."""
    return {
        "tap.1": _("tap that player's card"),
        "throw": _("throw the dice"),
        "confirm": _("tap the card of the one asked"),
        "knob.back": _("the knob, one back: highlight, bid"),
        "knob.on": _("the knob, one on"),
        "yes": _("the button YES; hands are done"),
        "yes.held": _("YES held: give up under a debt"),
        "no": _("the button NO"),
        "menu": _("the button MENU"),
        "tap.banker": _("tap the banker's card"),
        "undo": _("take back the last act"),
        "page.help": _("this help"),
        "page.deeds": _("deed cards, who has what"),
        "page.ledger": _("the ledger, filter and search"),
        "page.history": _("history, take back to a line"),
        "page.figures": _("figures of the game"),
        "page.devices": _("devices, saving, counters"),
        "page.up": _("up, older"),
        "page.down": _("down, newer"),
        "page.pageup": _("ten lines up"),
        "page.pagedown": _("ten lines down"),
        "page.left": _("filter or chart before"),
        "page.right": _("next filter or chart"),
        "page.search": _("search; Enter ends it"),
        "page.act": _("do what is chosen"),
        "console": _("the console"),
        "palette": _("all commands by name"),
        "look": _("another look"),
        "language": _("another language"),
        "speech": _("speak aloud, or not"),
        "close": _("close what lies on top"),
        "leave": _("leave; the table goes on"),
    }.get(binding, "")
