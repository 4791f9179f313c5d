"""Figures: how rich everybody was turn by turn, throws, rents and the most visited spaces."""

from collections.abc import Callable

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.cells import cut
from companion.screen.look import blend
from companion.screen.scene import Scene
from companion.views.figures import Curve, Figures
from companion.views.words import coded, money
from engine.state import State

TABS = 3
MARKS_AT = (0.2, 0.4, 0.6, 0.8)  # shares of the game
CHART_MIN = 5  # rows that a chart needs to say anything


def paint_figures(canvas: Canvas, scene: Scene) -> None:
    """Draw one of three: the chart, the players' figures, dice and spaces."""
    state, page, figures = scene.state, scene.page, scene.figures
    assert page is not None, "this is a page"
    if state is None or figures is None or not state.cash:
        canvas.centred(0, 3, canvas.width, _("Nothing to count yet."), canvas.look.dim)
        return
    tab = page.tab % TABS
    x = 1
    # TRANSLATORS: each of the three headings of the figures has at most 16 characters
    for index, words in enumerate((_("over the game"), _("players"), _("dice and spaces"))):
        shown = cut(words, (canvas.width - 2) // TABS - 2)
        if index == tab:
            x = canvas.chip(x, 1, f" {shown} ", canvas.look.plain) + 1
        else:
            x = canvas.text(x, 1, f" {shown} ", canvas.look.dim) + 1
    place = (1, 3, canvas.width - 2, canvas.height - 4)
    if tab == 0:
        _over_the_game(canvas, figures, place)
    elif tab == 1:
        _players(canvas, figures, place)
    else:
        _dice_and_spaces(canvas, state, figures, place)
    hint = _("←→ more figures")
    if not figures.is_whole:
        hint = _("←→ more figures   since this screen was opened")
    canvas.text(1, canvas.height - 1, hint, canvas.look.dim, width=canvas.width - 2)


def _over_the_game(canvas: Canvas, figures: Figures, place: tuple[int, int, int, int]) -> None:
    x, y, width, _height = place
    if not figures.curves:
        words = _("Worth and balances are shown when the game is over.")
        canvas.text(x, y, words, canvas.look.dim, width=width)
        return
    words = _("worth, turn by turn") if figures.is_worth else _("balances, turn by turn")
    canvas.text(x, y - 1, words, canvas.look.dim, width=width)
    paint_chart(canvas, figures.curves, place)


def paint_chart(
    canvas: Canvas, curves: tuple[Curve, ...], place: tuple[int, int, int, int]
) -> None:
    """Draw a line a player into *place*, the scale at the left, the digits at the right."""
    x, y, width, height = place
    look = canvas.look
    most = _round_up(max((max(curve.values) for curve in curves), default=1))
    least = min(0, min((min(curve.values) for curve in curves), default=0))
    scale = [most * part // 4 for part in (4, 3, 2, 1, 0)]
    label = max(len(money(value)) for value in scale)
    left, right = x + label + 1, x + width - 3
    halves = 2 * height - 1

    def half_of(value: int) -> int:
        return 2 * y + round(halves * (most - value) / max(1, most - least))

    faint = blend(canvas.ground, look.dim, 0.3)
    for value in scale:
        row = half_of(value) // 2
        canvas.right(x + label, row, money(value), look.dim)
        for column in range(left, right):
            canvas.dot(column, row, faint)
    for curve in reversed(curves):
        _line(canvas, curve, (left, right), half_of)
    _marks(canvas, curves, (left, right), half_of)
    _ends(canvas, curves, right, (y, y + height), half_of)


def _line(
    canvas: Canvas, curve: Curve, columns: tuple[int, int], half_of: Callable[[int], int]
) -> None:
    """Draw one curve; where it jumps, the jump is drawn too, so that it stays one line."""
    left, right = columns
    colour = canvas.look.legible(canvas.look.player(curve.seat), canvas.ground)
    before: int | None = None
    for column in range(left, right):
        half = half_of(_value_at(curve, (column - left) / max(1, right - left - 1)))
        start = half if before is None else before + (half > before) - (half < before)
        for each in range(min(start, half), max(start, half) + 1):
            canvas.pixel(column, each, colour)
        before = half


def _marks(
    canvas: Canvas,
    curves: tuple[Curve, ...],
    columns: tuple[int, int],
    half_of: Callable[[int], int],
) -> None:
    """Write each player's digit on his line on the way, where no other line is near."""
    left, right = columns
    for share in MARKS_AT:
        rows = [half_of(_value_at(curve, share)) // 2 for curve in curves]
        for curve, row in zip(curves, rows, strict=True):
            if sum(abs(other - row) <= 1 for other in rows) == 1:
                column = left + round(share * (right - left - 1))
                canvas.chip(column, row, str(curve.seat + 1), canvas.look.player(curve.seat))


def _value_at(curve: Curve, share: float) -> int:
    """Return the value after this share of the game, 0 to 1."""
    return curve.values[round(share * (len(curve.values) - 1))]


def _ends(
    canvas: Canvas,
    curves: tuple[Curve, ...],
    x: int,
    rows: tuple[int, int],
    half_of: Callable[[int], int],
) -> None:
    """Write each player's digit where his line ends, below one another where they meet."""
    first, last = rows
    ordered = sorted(curves, key=lambda curve: -curve.values[-1])
    line = first
    for place, curve in enumerate(ordered):
        left = len(ordered) - place - 1
        line = max(line, min(half_of(curve.values[-1]) // 2, last - 1 - left))
        if line < last:
            canvas.chip(x + 1, line, str(curve.seat + 1), canvas.look.player(curve.seat))
        line += 1


def _players(canvas: Canvas, figures: Figures, place: tuple[int, int, int, int]) -> None:
    x, y, width, height = place
    look = canvas.look
    # TRANSLATORS: headings of columns, each at most 8 characters
    names = [_("throws"), _("doubles"), _("laps"), _("won"), _("paid"), _("earned")]
    ends = [x + width - 9 * (len(names) - 1 - index) for index in range(len(names))]
    if width < 70:
        names = names[:2] + names[4:]
        ends = [x + width - 8 * (len(names) - 1 - index) for index in range(len(names))]
    for end, name in zip(ends, names, strict=True):
        canvas.right(end, y, name, look.dim)
    for offset, each in enumerate(figures.players, 1):
        line = y + offset * (2 if height > 2 * len(figures.players) + 2 else 1)
        if line >= y + height:
            return
        values = (each.throws, each.doubles, each.laps, each.auctions_won)
        words = [*map(str, values), money(each.rent_paid), money(each.rent_received)]
        if width < 70:
            words = words[:2] + words[4:]
        at = canvas.chip(x, line, f" {each.seat + 1} ", look.player(each.seat)) + 1
        canvas.text(at, line, each.name, width=ends[0] - 8 - at)
        for end, word in zip(ends, words, strict=True):
            canvas.right(end, line, word, look.text)
    if height > 2 * len(figures.players) + 4:
        canvas.text(x, y + height - 1, _("paid and earned: rents"), look.dim, width=width)


def _dice_and_spaces(
    canvas: Canvas, state: State, figures: Figures, place: tuple[int, int, int, int]
) -> None:
    x, y, width, height = place
    look = canvas.look
    half = width // 2 - 1
    most = max(1, *figures.throws)
    for offset, count in enumerate(figures.throws):
        line = y + offset
        if line >= y + height:
            break
        canvas.right(x + 2, line, str(offset + 2), look.dim)
        full = round((half - 8) * count / most)
        canvas.pixels(x + 4, 2 * line, full, 1, look.accent)
        canvas.pixels(x + 4, 2 * line + 1, full, 1, look.accent)
        canvas.text(x + 5 + full, line, str(count) if count else "", look.text)
    left = x + half + 2
    for offset, (space, count) in enumerate(figures.visits[: min(height, 11)]):
        canvas.right(left + 3, y + offset, str(count), look.accent, bold=True)
        words = coded(state.edition, space)
        canvas.text(left + 5, y + offset, words, width=x + width - left - 5)


def _round_up(value: int) -> int:
    """Return a round number from *value* up, so that the scale reads easily."""
    step = 1
    while step * 40 < value:
        step *= 10
    for factor in (4, 8, 12, 16, 20, 24, 32, 40):
        if factor * step >= value:
            return factor * step
    return 40 * step
