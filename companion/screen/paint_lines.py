"""What a question lays out in lines: where everything belongs, or who sits where."""

import textwrap

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.scene import SEATING, Scene

COLUMN_MIN = 36  # a street with its letter, and a word more
SHORT_COLUMN_MIN = 26
INDENT = "  "


def paint_lines(canvas: Canvas, scene: Scene) -> None:
    """Draw the lines in as few columns as hold them all; by short names where that needs it."""
    prompt, look = scene.prompt, canvas.look
    assert prompt is not None, "there are lines to draw"
    canvas.fill(0, 0, canvas.width, canvas.height, look.panel)
    canvas.fill(0, 0, canvas.width, 1, look.raised)
    heading = clockwise() if prompt.kind == SEATING else _("Where everything belongs")
    canvas.text(1, 0, heading, look.accent, bold=True, width=canvas.width - 2)
    rows = canvas.height - 2
    columns, width = _laid_out(canvas, prompt.lines, rows)
    for number, column in enumerate(columns):
        x = 1 + number * (width + 1)
        for y, line in enumerate(column[:rows], 2):
            is_head = not line.startswith(INDENT)
            canvas.text(x, y, line, look.text if is_head else look.dim, bold=is_head, width=width)


def paint_strip(canvas: Canvas, lines: tuple[str, ...]) -> None:
    """Draw short lines in as many columns as hold them all, below a heading's row."""
    rows = max(1, canvas.height - 1)
    columns = max(1, -(-len(lines) // rows))
    width = (canvas.width - 1) // columns
    for index, line in enumerate(lines):
        x, y = 1 + index // rows * width, 1 + index % rows
        canvas.text(x, y, line, canvas.look.text, width=width - 1)


def clockwise() -> str:
    """Return what heads a new order of seats."""
    # TRANSLATORS: above the names of players as they will sit; at most 24 characters
    return _("CLOCKWISE")


def _laid_out(canvas: Canvas, lines: tuple[str, ...], rows: int) -> tuple[list[list[str]], int]:
    """Return the columns and their width: full names if all fits, else short ones, the most cut."""
    short = tuple(canvas.shorten(line, 0) for line in lines)
    columns: list[list[str]] = []
    width = canvas.width
    for shown, narrowest in ((lines, COLUMN_MIN), (short, SHORT_COLUMN_MIN)):
        for count in range(1, max(1, canvas.width // narrowest) + 1):
            width = (canvas.width - 2) // count - 1
            columns = _columns(_pieces(shown, width), rows)
            if len(columns) <= count:
                return columns, width
    return columns[: max(1, canvas.width // SHORT_COLUMN_MIN)], width


def _pieces(lines: tuple[str, ...], width: int) -> list[list[str]]:
    """Return the lines wrapped, those that are indented together with the one before them."""
    pieces: list[list[str]] = []
    for line in lines:
        is_more = line.startswith(INDENT) and bool(pieces)
        wrapped = textwrap.wrap(line.strip(), width - len(INDENT)) or [""]
        if is_more:
            pieces[-1] += [INDENT + part for part in wrapped]
        else:
            pieces.append([wrapped[0], *(INDENT + part for part in wrapped[1:])])
    return pieces


def _columns(pieces: list[list[str]], rows: int) -> list[list[str]]:
    """Return the pieces one below the other, a new column where one would not fit whole."""
    columns: list[list[str]] = [[]]
    for piece in pieces:
        if columns[-1] and len(columns[-1]) + len(piece) > rows:
            columns.append([])
        columns[-1] += piece
    return columns
