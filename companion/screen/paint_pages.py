"""Pages of lines: the ledger with filter and search, history, devices, help."""

import textwrap

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.cells import cut
from companion.screen.paint_bars import ledger_row
from companion.screen.scene import HelpRow, Scene
from companion.views.health import health_lines
from companion.views.ledger import LedgerRow, is_of, matches

THEN = "; "
HELP_WIDE = 76  # from here on the help has two columns


def paint_records(canvas: Canvas, scene: Scene) -> None:
    """Draw the ledger: whose, what was searched for, the newest line last."""
    state, page = scene.state, scene.page
    assert state is not None, "a page lies over a table"
    assert page is not None, "this is a page"
    look = canvas.look
    x = 1
    filters = ledger_filters(len(state.names))
    chosen = filters[page.tab % len(filters)]
    for each in filters:
        words = f" {filter_sign(each)} "
        colour = look.plain if each is None or each < 0 else look.player(each)
        if each == chosen:
            x = canvas.chip(x, 1, words, colour)
        else:
            x = canvas.text(x, 1, words, look.dim)
    if page.is_typing or page.query:
        cursor = "_" if page.is_typing else ""
        canvas.text(x + 1, 1, f"/{page.query}{cursor}", look.accent, bold=True)
    rows = shown_rows(scene)
    room = canvas.height - 3
    end = max(min(len(rows), room), len(rows) - page.cursor)
    shown = rows[max(0, end - room) : end]
    for offset, row in enumerate(shown):
        ledger_row(canvas, row, 2 + offset)
    if not shown:
        canvas.centred(0, 3, canvas.width, _("Nothing of that kind yet."), look.dim)
    hint = _("←→ whose   ↑↓ older, newer   / search")
    _footer(canvas, hint, f"{end}/{len(rows)}")


def ledger_filters(players: int) -> tuple[int | None, ...]:
    """Return whose lines can be asked for: everybody's, a player's, the bank's."""
    return (None, *range(players), -1)


def filter_sign(each: int | None) -> str:
    """Return a filter in a word: a player is a digit everywhere."""
    if each is None:
        # TRANSLATORS: all lines of the ledger; at most 8 characters
        return _("all")
    # TRANSLATORS: the bank, as a filter of the ledger; at most 8 characters
    return str(each + 1) if each >= 0 else _("bank")


def shown_rows(scene: Scene) -> tuple[LedgerRow, ...]:
    """Return the lines of the ledger that filter and search leave."""
    state, page = scene.state, scene.page
    if state is None or page is None:
        return ()
    filters = ledger_filters(len(state.names))
    chosen = filters[page.tab % len(filters)]
    return tuple(row for row in scene.rows if is_of(row, chosen) and matches(row, page.query))


def _in_short(canvas: Canvas, words: str, width: int) -> str:
    """Return what was done in *width* cells: short names first, then the first things only."""
    words = canvas.shorten(words, width)
    if len(words) <= width:
        return words
    parts = words.split(THEN)
    while len(parts) > 1 and len(THEN.join(parts)) + 2 > width:
        parts.pop()
    return cut(THEN.join(parts) + " …", width)


def paint_history(canvas: Canvas, scene: Scene) -> None:
    """Draw what was done by number, and what hands must put back to stand before it."""
    look, page = canvas.look, scene.page
    assert page is not None, "this is a page"
    rows = scene.history
    below = min(5, 1 + max(1, len(scene.put_back)))
    room = canvas.height - 2 - below - 1
    chosen = len(rows) - 1 - min(page.cursor, max(0, len(rows) - 1))
    end = min(len(rows), max(chosen + 1, min(len(rows), room)))
    if len(rows) - chosen <= room:
        end = len(rows)
    for y, row in enumerate(rows[max(0, end - room) : end], 1):
        is_chosen = row.index >= chosen
        if row.index == chosen:
            canvas.fill(0, y, canvas.width, 1, look.raised)
            canvas.text(0, y, "▸", look.accent, bold=True)
        canvas.right(6, y, f"#{row.number}", look.dim)
        sign = " · " if row.seat is None else f" {row.seat + 1} "
        colour = look.plain if row.seat is None or row.seat < 0 else look.player(row.seat)
        x = canvas.chip(7, y, sign if row.seat is None or row.seat >= 0 else " · ", colour) + 1
        ink = look.warn if is_chosen else look.text
        canvas.text(x, y, _in_short(canvas, row.text, canvas.width - x - 1), ink)
    if not rows:
        canvas.centred(0, 3, canvas.width, _("Nothing was done yet."), look.dim)
        return
    y = canvas.height - 1 - below
    words = _("To take back to there:") if not page.is_asking else _("Enter once more takes back:")
    x = canvas.text(1, y, words, look.accent if page.is_asking else look.dim, bold=True) + 1
    canvas.rule(x, y, canvas.width - x - 1)
    lines = scene.put_back or (_("nothing on the board changes"),)
    for offset, line in enumerate(lines[: below - 1], 1):
        more = offset == below - 1 and len(lines) > below - 1
        text = _("{line} … and {count} more").format(line=line, count=len(lines) - offset)
        canvas.text(1, y + offset, f"▸ {text if more else line}", width=canvas.width - 2)
    _footer(canvas, _("↑↓ choose   Enter takes back to there"), "")


def paint_devices(canvas: Canvas, scene: Scene) -> None:
    """Draw how every device does, how saving goes, and what the table has counted."""
    look = canvas.look
    colours = {"good": look.good, "warn": look.warn, "bad": look.bad}
    y = 2
    for line in health_lines(
        scene.devices,
        scene.storage,
        scene.measured,
        scene.tongue,
        is_connected=scene.is_connected,
    ):
        if y >= canvas.height - 1:
            return
        if line.level is not None:
            canvas.text(1, y, line.mark, colours[line.level], bold=True)
        x = canvas.text(3, y, line.label, look.text, bold=bool(line.mark), width=24)
        canvas.text(max(x + 1, 22), y, line.text, look.dim, width=canvas.width - max(x + 1, 22) - 1)
        y += 1


def paint_help(canvas: Canvas, scene: Scene) -> None:
    """Draw the keys in two columns where there is room."""
    look, page = canvas.look, scene.page
    assert page is not None, "this is a page"
    columns = 2 if canvas.width >= HELP_WIDE else 1
    room = canvas.height - 2
    width = (canvas.width - 2) // columns
    rows = help_lines(scene.help, canvas.width)
    first = min(page.cursor, max(0, len(rows) - columns * room))
    for index, (keys, words) in enumerate(rows[first : first + columns * room]):
        x, y = 1 + index // room * width, 1 + index % room
        if not keys:
            canvas.text(x, y, words, look.accent, bold=True, width=width - 1)
            continue
        canvas.text(x, y, keys, look.text, bold=True, width=9)
        canvas.text(x + 10, y, words, look.dim, width=width - 11)
    if len(rows) > columns * room:
        _footer(canvas, _("↑↓ more"), "")


def help_lines(rows: tuple[HelpRow, ...], width: int) -> list[HelpRow]:
    """Return the rows of the help in lines that fit a page of that width."""
    columns = 2 if width >= HELP_WIDE else 1
    room = (width - 2) // columns - 11
    lines: list[HelpRow] = []
    for keys, words in rows:
        parts = textwrap.wrap(words, room) if keys else [words]
        lines += [(keys if not place else " ", part) for place, part in enumerate(parts)]
    return lines


def _footer(canvas: Canvas, words: str, right: str) -> None:
    y = canvas.height - 1
    canvas.text(1, y, words, canvas.look.dim, width=canvas.width - len(right) - 3)
    canvas.right(canvas.width - 1, y, right, canvas.look.dim)
