"""The header or the red banner, the ledger, and the status bar."""

import textwrap
from functools import partial

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.paint_lines import clockwise, paint_strip
from companion.screen.plan import Area
from companion.screen.scene import Scene
from companion.views.ledger import LedgerRow, rows_of_lines
from companion.views.lobby import agreed
from companion.views.receipts import Todo
from companion.views.status import MARKS, banner, status_items, whole_sentences
from companion.views.story import HANDS_MAX
from companion.views.words import account_sign, money
from engine.ids import AccountId
from engine.phases import Setup
from engine.state import State

KEYS = ("F1", "help"), (":", "console"), ("^P", "menu"), ("u", "undo")


def paint_header(canvas: Canvas, scene: Scene) -> None:
    """Draw the name of the table and the bank's supply; red where something is lost."""
    state = scene.state
    facts = () if state is None else (state.houses, state.hotels, state.pot, state.turns)
    is_lobby = state is not None and isinstance(state.phase, Setup)
    key = (scene.devices, scene.storage, scene.is_connected, facts, is_lobby)
    canvas.piece(_first_row(canvas), key, lambda piece: _header(piece, scene))


def _first_row(canvas: Canvas) -> Area:
    return Area(0, 0, canvas.width, 1)


def _header(canvas: Canvas, scene: Scene) -> None:
    look = scene.look
    lost = banner(scene.devices, scene.storage, is_connected=scene.is_connected)
    if lost is not None:
        red = look.players[0] if look.is_dark else look.bad
        canvas.fill(0, 0, canvas.width, 1, red)
        width = canvas.width - 2
        words = f"✖ {whole_sentences(lost, width - 2)}"
        canvas.text(1, 0, words, look.on(red), bold=True, width=width)
        return
    canvas.fill(0, 0, canvas.width, 1, look.raised)
    x = canvas.chip(0, 0, " TAPBANK ", look.accent) + 1
    state = scene.state
    if state is None:
        return
    x = canvas.text(x, 0, state.edition.name, look.text, bold=True, width=24) + 2
    supply = f"▪ {state.houses}  ◆ {state.hotels} "
    if state.rules.free_parking_pot == "on":
        supply = _("pot {amount}").format(amount=money(state.pot)) + "   " + supply
    end = canvas.right(canvas.width, 0, supply, look.text)
    words = "" if isinstance(state.phase, Setup) else _("turn {number}").format(number=state.turns)
    if end - x > len(words) + 2:
        canvas.centred(x, 0, end - x, words, look.dim)


def paint_status(canvas: Canvas, scene: Scene) -> None:
    """Draw devices and saving in words and shapes, and keys; a notice for as long as it stands."""
    notice = (scene.notice, scene.is_warning, scene.way_back)
    key = (scene.devices, scene.storage, scene.is_connected, notice)
    canvas.piece(_first_row(canvas), key, lambda piece: _status(piece, scene))


def _status(canvas: Canvas, scene: Scene) -> None:
    look = scene.look
    if scene.notice:
        colour = look.warn if scene.is_warning else look.good
        mark = MARKS["warn"] if scene.is_warning else "▸"
        canvas.fill(0, 0, canvas.width, 1, colour)
        words = f"{mark} {scene.notice}"
        canvas.text(1, 0, words, look.on(colour), bold=True, width=canvas.width - 2)
        return
    canvas.fill(0, 0, canvas.width, 1, look.panel)
    way_back = "" if scene.is_connected else scene.way_back
    items = status_items(scene.devices, scene.storage, way_back)
    colours = {"good": look.good, "warn": look.warn, "bad": look.bad}
    keys = [(key, _key_word(word)) for key, word in KEYS]
    taken = sum(len(key) + len(word) + 3 for key, word in keys)
    x = 1
    for item in items:
        words = item.text
        if x + len(words) + 2 > canvas.width - (taken if item.level == "good" else 0) - 1:
            break
        x = canvas.text(x, 0, item.mark, colours[item.level]) + 1
        is_well = item.level == "good"
        ink = look.dim if is_well else colours[item.level]
        x = canvas.text(x, 0, words, ink, bold=not is_well) + 2
    at = canvas.width - taken + 1
    if at < x:
        return
    for key, word in keys:
        at = canvas.text(at, 0, key, look.accent, bold=True) + 1
        at = canvas.text(at, 0, word, look.dim) + 2


def paint_ledger(canvas: Canvas, scene: Scene) -> None:
    """Draw the newest lines, the newest last."""
    look = scene.look
    if canvas.height < 1:
        return
    is_lobby = scene.state is not None and isinstance(scene.state.phase, Setup)
    heading = _("THIS GAME") if is_lobby else _("LEDGER")
    x = canvas.text(1, 0, heading, look.dim, bold=True) + 1
    canvas.rule(x, 0, canvas.width - x - 1)
    if is_lobby and scene.state is not None:
        taken = _agreed(canvas, scene.state)
        if not scene.plan.todo.height:
            paint_names(canvas, 1, taken + 2, canvas.width - 2)
        return
    room = canvas.height - 1
    if room < 1 or scene.state is None:
        return
    rows = rows_of_lines(scene.state.edition, scene.story.lines[-room:])
    for offset, row in enumerate(rows, 1):
        area = Area(0, offset, canvas.width, 1)
        canvas.piece(area, row, partial(ledger_row, row=row, y=0))


def _agreed(canvas: Canvas, state: State) -> int:
    """Write what is agreed on, in two columns where one is too short; return how many rows."""
    lines = agreed(state)
    columns = 1 if canvas.height > len(lines) or canvas.width < 70 else 2
    width = (canvas.width - 2) // columns
    for index, (label, value) in enumerate(lines):
        x, y = 1 + index % columns * width, 1 + index // columns
        if y >= canvas.height:
            break
        at = canvas.text(x, y, label, canvas.look.dim, width=22)
        canvas.text(max(at, x + 18), y, f" {value}", bold=True, width=width - max(at - x, 18) - 1)
    return -(-len(lines) // columns)


def paint_names(canvas: Canvas, x: int, y: int, width: int) -> None:
    """Say how names are given: a card that is new is a number until then."""
    words = (
        _("New cards: Player 1, Player 2"),
        # TRANSLATORS: ":" is a key and "players" the console's word; at most 32 characters
        _("Names:  :  players Ada Ben"),
        # TRANSLATORS: "tapbank enrol" is a command; at most 32 characters
        _("for good: tapbank enrol"),
    )
    for offset, line in enumerate(words[: max(0, canvas.height - y)]):
        canvas.text(x, y + offset, line, canvas.look.dim, width=width)


def paint_todo(canvas: Canvas, scene: Scene) -> None:
    """Draw what hands must do beside the ledger of a small screen."""
    if canvas.height < 1:
        return
    if scene.state is not None and isinstance(scene.state.phase, Setup):
        paint_names(canvas, 1, 1, canvas.width - 2)
        return
    is_back = is_put_back(scene)
    # TRANSLATORS: what hands must still do on the real board; at most 24 characters
    words = _("FOR YOUR HANDS")
    if is_back:
        # TRANSLATORS: what hands put back on the board if the act is undone; at most 24 characters
        words = _("TO PUT BACK")
    if scene.has_seats_in_strip:
        words = clockwise()
    x = canvas.text(1, 0, words, canvas.look.dim, bold=True) + 1
    canvas.rule(x, 0, canvas.width - x - 1)
    if scene.prompt is not None and scene.has_seats_in_strip:
        paint_strip(canvas, scene.prompt.lines)
        return
    paint_todos(canvas, shown_todos(scene), (1, 1, canvas.width - 2), canvas.height - 1)


def is_put_back(scene: Scene) -> bool:
    """Return whether hands would have to put something back: an undo is asked about."""
    return bool(scene.put_back) and scene.page is None


def shown_todos(scene: Scene) -> tuple[Todo, ...]:
    """Return what hands must do, or would have to if the last act were taken back."""
    if is_put_back(scene):
        return tuple(Todo(None, line) for line in scene.put_back[-HANDS_MAX:])
    return scene.story.hands


def paint_todos(
    canvas: Canvas, todos: tuple[Todo, ...], place: tuple[int, int, int], rows: int
) -> None:
    """Draw as many of the newest as *rows* lines hold whole; a long one takes more than one."""
    x, y, width = place
    if todos and rows > 0:
        canvas.piece(Area(x, y, width, rows), todos, lambda piece: _todos(piece, todos))


def _todos(canvas: Canvas, todos: tuple[Todo, ...]) -> None:
    y, width, rows = 0, canvas.width, canvas.height
    shown: list[tuple[Todo, list[str]]] = []
    for count, todo in enumerate(reversed(todos)):
        left = rows - sum(len(lines) for _todo, lines in shown)
        lines = _todo_lines(canvas, todo, width - 4, left - (len(todos) - 1 - count))
        if len(lines) > left and shown:
            break
        shown.append((todo, lines[: max(left, 0)]))
    for todo, lines in reversed(shown):
        _todo_mark(canvas, todo, 0, y)
        for line in lines:
            canvas.text(3, y, line, canvas.look.text, width=width - 3)
            y += 1


def _todo_lines(canvas: Canvas, todo: Todo, width: int, most: int) -> list[str]:
    """Return a deed of hands in at most *most* lines if short names and the digit allow it."""
    for words in (
        todo.text,
        canvas.shorten(todo.text, width),
        "" if todo.seat is None else canvas.shorten(todo.text.partition(": ")[2], width),
    ):
        lines = textwrap.wrap(words, width)
        if lines and len(lines) <= max(1, most):
            return lines
    return textwrap.wrap(canvas.shorten(todo.text, width), width) or [""]


def _todo_mark(canvas: Canvas, todo: Todo, x: int, y: int) -> None:
    look = canvas.look
    if todo.seat is None:
        canvas.text(x, y, "▸", look.accent, bold=True)
    else:
        canvas.chip(x, y, f"▸{todo.seat + 1}", look.player(todo.seat))


def ledger_row(canvas: Canvas, row: LedgerRow, y: int) -> None:
    """Draw one line of the ledger over the whole width."""
    look = canvas.look
    canvas.right(4, y, str(row.turn), look.dim)
    sign = " · " if row.seat is None else f" {row.seat + 1} "
    colour = look.plain if row.seat is None or row.seat < 0 else look.player(row.seat)
    x = canvas.chip(5, y, sign, colour) + 1
    end = canvas.width - 1
    if row.payee is not None:
        end -= 3
        at = end + 1 if row.payer is None else _account(canvas, end, y, row.payer)
        at = canvas.text(at, y, "→", look.dim)
        _account(canvas, at, y, row.payee)
        end = canvas.right(end - 1, y, row.amount, look.text, bold=True)
    width = max(0, end - x - 1)
    canvas.text(x, y, row.fitting(width), look.text, width=width)


def _account(canvas: Canvas, x: int, y: int, account: AccountId) -> int:
    sign = account_sign(account)
    if account < 0:
        return canvas.text(x, y, sign, canvas.look.dim, bold=True)
    return canvas.chip(x, y, sign, canvas.look.player(account))


def _key_word(word: str) -> str:
    return {
        # TRANSLATORS: a key's word in the status bar; at most 9 characters
        "help": _("help"),
        # TRANSLATORS: a key's word in the status bar; at most 9 characters
        "console": _("console"),
        # TRANSLATORS: a key's word in the status bar: all commands; at most 9 characters
        "menu": _("menu"),
        # TRANSLATORS: a key's word in the status bar; at most 9 characters
        "undo": _("undo"),
    }[word]
