"""Deed cards: one alone, large or as a ladder of rents, and the page of all of them."""

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.letters import width as letters_width
from companion.screen.look import blend
from companion.screen.scene import Scene
from companion.views.board import Deed, deed
from companion.views.words import buildings, code, short_space
from engine.board import Group
from engine.ids import SpaceId
from engine.state import State

DEED_WIDTH, DEED_HEIGHT = 30, 22
LOW_DEED_HEIGHT = 15
CELL_MAX = 14  # of a deed in the list of groups


def titled(state: State) -> tuple[SpaceId, ...]:
    """Return the spaces that have a deed, group by group."""
    return tuple(space for group in state.edition.groups for space in group.members)


def paint_deeds(canvas: Canvas, scene: Scene) -> None:
    """Draw who has what, and the card of the deed that is chosen."""
    state, page = scene.state, scene.page
    assert state is not None, "a page lies over a table"
    assert page is not None, "this is a page"
    spaces = titled(state)
    chosen = spaces[page.cursor % len(spaces)]
    is_wide = canvas.width >= 40 + DEED_WIDTH
    width = canvas.width - DEED_WIDTH - 2 if is_wide else canvas.width
    step = 2 if is_wide and canvas.height >= 2 * len(state.edition.groups) + 4 else 1
    y = 2 if canvas.height > len(state.edition.groups) + 6 else 1
    for group in state.edition.groups:
        _group(canvas, state, group, chosen, (1, y, width - 2))
        y += step
    card = deed(state, chosen)
    assert card is not None, "every space of a group has a deed"
    if is_wide:
        height = DEED_HEIGHT if canvas.height >= DEED_HEIGHT + 2 else canvas.height - 1
        paint_card(canvas, card, canvas.width - DEED_WIDTH, 1, height)
    else:
        y += 1
        _title_line(canvas, state, chosen, y)
        paint_ladder(canvas, card, (1, y + 1, canvas.width - 2), canvas.height - y - 1)


def _group(
    canvas: Canvas, state: State, group: Group, chosen: SpaceId, place: tuple[int, int, int]
) -> None:
    x, y, width = place
    look = canvas.look
    each = min(CELL_MAX, (width - 4) // 4)
    canvas.chip(x, y, f" {group.letter} ", look.group(group.letter))
    x += 4
    for space in group.members:
        owner = state.owners[space]
        colour = look.tint(owner) if owner >= 0 else look.tile
        canvas.fill(x, y, each - 1, 1, colour)
        at = x
        if owner >= 0:
            at = canvas.chip(x, y, str(owner + 1), look.player(owner)) + 1
        marks = "m" if state.mortgaged[space] else buildings(state.levels[space])
        room = x + each - 1 - at - len(marks) - bool(marks)
        name = short_space(state.edition, space, room) or code(state.edition, space)
        is_chosen = space == chosen
        canvas.text(at, y, name, look.text, bold=is_chosen, width=room)
        canvas.right(x + each - 1, y, marks, look.accent, bold=True)
        if is_chosen:
            canvas.text(x - 1, y, "▸", look.accent, bold=True)
        x += each


def _title_line(canvas: Canvas, state: State, space: SpaceId, y: int) -> None:
    card = deed(state, space)
    assert card is not None, "every space of a group has a deed"
    look = canvas.look
    x = canvas.chip(1, y, f" {card.code} ", look.group(card.letter)) + 1
    holder = _holder(card)
    end = canvas.right(canvas.width - 1, y, holder, look.dim)
    canvas.text(x, y, card.name, bold=True, width=end - x - 1)


def _holder(card: Deed) -> str:
    words = _("for sale") if card.owner is None else f"{card.owner + 1} {card.holder}"
    return _("{owner} · mortgaged").format(owner=words) if card.is_mortgaged else words


def paint_ladder(canvas: Canvas, card: Deed, place: tuple[int, int, int], rows: int) -> None:
    """Draw the rents of a card side by side in at most *rows* lines, the one due marked."""
    x0, y, width = place
    look = canvas.look
    x, last = x0, y + rows
    for row in card.rows:
        label = f" {row.label} "
        amount = f"{row.amount} "
        if x + len(label) + len(amount) > x0 + width:
            x, y = x0, y + 1
        if y >= last:
            return
        if row.is_due:
            x = canvas.text(x, y, label + amount, look.on(look.paper), on=look.paper, bold=True)
        else:
            x = canvas.text(x, y, label, look.dim)
            x = canvas.text(x, y, amount, look.text)
        x += 1
    if y + 1 < last:
        canvas.text(x0 + 1, y + 1, " · ".join(card.footing), look.dim, width=width - 1)


def ladder_words(card: Deed) -> str:
    """Return the rents alone, lowest first: for where only a line is left."""
    return " ".join(row.amount for row in card.rows)


def paint_card(canvas: Canvas, card: Deed, x: int, y: int, height: int = DEED_HEIGHT) -> None:
    """Draw a deed card, `DEED_WIDTH` wide and at least `LOW_DEED_HEIGHT` rows high."""
    look = canvas.look
    band = look.group(card.letter)
    ink = look.on(look.paper)
    faint = look.legible(blend(look.paper, ink, 0.62), look.paper)
    inner = DEED_WIDTH - 6
    is_low = height < DEED_HEIGHT
    canvas.fill(x, y, DEED_WIDTH, height, look.paper)
    canvas.fill(x, y, DEED_WIDTH, 2 if is_low else 5, band)
    on_band = look.on(band)
    if is_low:
        canvas.centred(x, y, DEED_WIDTH, card.code, on_band, bold=True)
    else:
        canvas.block(
            x + (DEED_WIDTH - letters_width(card.code)) // 2, y, card.code, on_band, drop=1
        )
    name_y = y + (1 if is_low else 3)
    canvas.centred(x + 1, name_y, DEED_WIDTH - 2, card.name.upper(), on_band, bold=True)
    line = y + (3 if is_low else 6)
    step = 2 if len(card.rows) <= 4 and not is_low else 1
    for row in card.rows:
        colour = ink
        if row.is_due:
            canvas.fill(x, line, DEED_WIDTH, 1, look.ink)
            colour = look.on(look.ink)
            canvas.text(x + 1, line, "▸", colour, bold=True)
        canvas.text(x + 3, line, row.label, colour, bold=row.is_due, width=inner - 8)
        canvas.right(x + 3 + inner, line, row.amount, colour, bold=row.is_due)
        line += step
    line = y + height - (4 if is_low else 7)
    for words in card.footing:
        canvas.centred(x, line, DEED_WIDTH, words, faint)
        line += 1
    foot = look.player(card.owner) if card.owner is not None else blend(look.paper, ink, 0.14)
    rows = 2 if is_low else 4
    canvas.fill(x, y + height - rows, DEED_WIDTH, rows, foot)
    words = _holder(card)
    canvas.centred(x, y + height - rows + (rows > 2), DEED_WIDTH, words, look.on(foot), bold=True)
