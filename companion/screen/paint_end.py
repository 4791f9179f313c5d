"""The two ends of a game on the stage: the lobby before it, the ranking after it."""

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.letters import fitting
from companion.screen.letters import width as letters_width
from companion.screen.look import blend
from companion.screen.paint_figures import CHART_MIN, paint_chart
from companion.screen.scene import Scene
from companion.views.auction import RankRow, ranking
from engine.phases import GameOver
from engine.state import State

SEATS_MAX = 8


def paint_lobby(canvas: Canvas, scene: Scene, state: State) -> None:
    """Draw the eight seats, who has joined, and how the game starts."""
    look = scene.look
    is_large = canvas.width >= 76 and canvas.height >= 20
    scale = 2 if is_large else 1
    title = "TAPBANK"
    is_low = canvas.height < 14
    y = 0 if is_low else max(1, (canvas.height - 16) // 3)
    canvas.block(
        (canvas.width - letters_width(title, scale)) // 2, y, title, look.accent, scale=scale
    )
    y += 3 * scale if not is_low else 3
    if not is_low:
        words = _("{edition} · two to eight players").format(edition=state.edition.name)
        canvas.centred(0, y, canvas.width, words, look.dim)
        y += 2
    columns = 4 if is_large else 2
    gap = 2
    width = (canvas.width - 4 - gap * (columns - 1)) // columns
    rows = 5 if is_large else 1
    step = rows + (0 if is_low else 1)
    for seat in range(SEATS_MAX):
        x = 2 + (seat % columns) * (width + gap)
        _seat(canvas, scene, state, seat, (x, y + (seat // columns) * step, width, rows))
    y += SEATS_MAX // columns * step
    for line in _steps(state)[: max(1, canvas.height - y)]:
        if y < canvas.height:
            canvas.centred(0, y, canvas.width, line, look.text)
        y += 1


def _seat(
    canvas: Canvas, scene: Scene, state: State, seat: int, box: tuple[int, int, int, int]
) -> None:
    look = scene.look
    x, y, width, rows = box
    is_taken = seat < len(state.names)
    colour = look.player(seat) if is_taken else blend(look.panel, look.player(seat), 0.16)
    canvas.fill(x, y, width, rows, colour)
    ink = look.on(colour)
    name = state.names[seat] if is_taken else _("free")
    if rows >= 5:
        canvas.block(x + 2, y + 1, str(seat + 1), ink)
        canvas.text(x + 7, y + 2, name, ink, bold=is_taken, width=width - 8)
    else:
        middle = y + (rows - 1) // 2
        canvas.text(x + 1, middle, str(seat + 1), ink, bold=True)
        canvas.text(x + 3, middle, name, ink, bold=is_taken, width=width - 3)


def _steps(state: State) -> list[str]:
    if len(state.names) < 2:
        return [
            # TRANSLATORS: how people sit down; at most 36 characters
            _("Tap your card, in seat order."),
            # TRANSLATORS: how people sit down by keys; at most 36 characters
            _("No reader? Keys 1 to 8 are cards."),
        ]
    return [
        # TRANSLATORS: how people sit down; the next line says how to start; at most 36 characters
        _("Tap to join or leave. To start:"),
        # TRANSLATORS: how the game is started; at most 36 characters
        _("YES (y), then the banker's card (b)."),
    ]


def paint_over(canvas: Canvas, scene: Scene, state: State, over: GameOver) -> None:
    """Draw the winner in his colour and everybody in order."""
    look = scene.look
    rows = ranking(state, over)
    winner = rows[0]
    colour = look.player(winner.seat)
    ink = look.on(colour)
    scale = 2 if canvas.width >= 76 and canvas.height >= 22 else 1
    band = 9 if scale == 2 else (5 if canvas.height >= 14 else 4)
    canvas.fill(0, 0, canvas.width, band, colour)
    canvas.fill(0, band, canvas.width, canvas.height - band, look.panel)
    letters = (5 * scale + 1) // 2
    y = (band - letters) // 2
    while scale > 1 and fitting(winner.name, canvas.width - 6, scale) != winner.name:
        scale -= 1
    if fitting(winner.name, canvas.width - 6, scale) == winner.name:
        x = (canvas.width - letters_width(winner.name, scale)) // 2
        canvas.block(x, y, winner.name, ink, scale=scale)
    else:
        canvas.centred(0, y + 1, canvas.width, winner.name, ink, bold=True)
    several = len(over.outcome.winners) > 1
    words = _("THE WINNERS") if several else _("THE WINNER")
    canvas.centred(0, band - 1, canvas.width, words, ink, bold=True)
    curves = scene.figures.curves if scene.figures else ()
    chart = canvas.height - band - len(rows) - 4
    has_chart = chart >= CHART_MIN and any(len(curve.values) > 2 for curve in curves)
    if has_chart:
        top = canvas.height - chart - 1
        paint_chart(canvas, curves, (2, top, canvas.width - 5, chart))
        canvas.text(2, top - 1, _("worth, turn by turn"), look.dim)
    free = canvas.height - band - 1 - (chart + 2 if has_chart else 0)
    step = 2 if free > 2 * len(rows) else 1
    if free >= 3 * len(rows) and canvas.height >= 22 and not has_chart:
        step = 3
    line = band + (1 if free >= len(rows) else 0)
    best = max((amount for _seat, amount in over.outcome.ranking), default=0)
    worth = dict(over.outcome.ranking)
    for row in rows:
        if line >= canvas.height:
            return
        _rank(canvas, row, line)
        if step == 3 and best > 0 and row.seat in worth:
            full = max(1, round((canvas.width - 14) * max(0, worth[row.seat]) / best))
            canvas.pixels(10, 2 * line + 2, full, 1, look.player(row.seat))
        line += step


def _rank(canvas: Canvas, row: RankRow, line: int) -> None:
    look = canvas.look
    place = f"{row.place}." if row.place else "-"
    canvas.text(2, line, place, look.accent, bold=True)
    x = canvas.chip(6, line, f" {row.seat + 1} ", look.player(row.seat)) + 1
    words = row.amount or row.note
    room = canvas.width - 4 - len(words) - x
    canvas.text(x, line, row.name, bold=row.place == 1, width=room)
    canvas.right(canvas.width - 4, line, words, look.text, bold=row.place == 1)
