"""A grid of cells to draw on, turned into Textual strips line by line."""

from collections.abc import Callable
from functools import cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from companion.screen.letters import block
from companion.screen.look import Look, blend

UPPER, LOWER = "▀", "▄"

Cell = tuple[str, str, str, bool]
"""A sign, its colour, the colour behind it, whether it is bold."""


Shorten = Callable[[str, int], str]


def _as_it_is(words: str, _width: int) -> str:
    return words


class Canvas:
    """Cells of one widget; what lies outside is counted in `clipped` and left out."""

    def __init__(
        self, width: int, height: int, look: Look, ground: str = "", shorten: Shorten = _as_it_is
    ) -> None:
        self.shorten = shorten
        """What is tried on words before they are cut."""
        self.width = width
        self.height = height
        self.look = look
        self.ground = ground or look.ground
        self.clipped = 0
        blank: Cell = (" ", look.text, self.ground, False)
        self.rows: list[list[Cell]] = [[blank] * width for _line in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Paint a rectangle."""
        cell: Cell = (" ", colour, colour, False)
        for row in range(y, y + height):
            for column in range(x, x + width):
                self._put(column, row, cell)

    def text(  # noqa: PLR0913  # place, words and how they look
        self,
        x: int,
        y: int,
        words: str,
        colour: str = "",
        *,
        on: str = "",
        bold: bool = False,
        width: int | None = None,
    ) -> int:
        """Write *words*, cut with an ellipsis at *width*; return the column after them.

        The colour gives way to black or white where it could not be read.
        """
        if width is not None:
            words = cut(words if len(words) <= width else self.shorten(words, width), width)
        words = self.look.signs(words)
        for column, sign in enumerate(words, x):
            if not (0 <= column < self.width and 0 <= y < self.height):
                self.clipped += 1
                continue
            behind = on or self.rows[y][column][2]
            ink = self.look.legible(colour or self.look.text, behind)
            self.rows[y][column] = (sign, ink, behind, bold)
        return x + len(words)

    def right(self, end: int, y: int, words: str, colour: str = "", *, bold: bool = False) -> int:
        """Write *words* so that they end before column *end*; return where they begin."""
        self.text(end - len(words), y, words, colour, bold=bold)
        return end - len(words)

    def centred(  # noqa: PLR0913  # place, words and how they look
        self, x: int, y: int, width: int, words: str, colour: str = "", *, bold: bool = False
    ) -> None:
        """Write *words* in the middle of *width* cells."""
        words = cut(words, width)
        self.text(x + (width - len(words)) // 2, y, words, colour, bold=bold)

    def chip(self, x: int, y: int, words: str, colour: str) -> int:
        """Write *words* in bold on a patch of *colour*; return the column after it."""
        return self.text(x, y, words, self.look.on(colour), on=colour, bold=True)

    def block(  # noqa: PLR0913  # place, words and how they look
        self, x: int, y: int, words: str, colour: str, *, scale: int = 1, drop: int = 0
    ) -> int:
        """Draw block letters, *drop* half rows lower; return how many cells they are wide."""
        bitmap = block(words, scale)
        for line, pixels in enumerate(bitmap):
            for column, pixel in enumerate(pixels):
                if pixel == "#":
                    self.pixel(x + column, 2 * y + line + drop, colour)
        return len(bitmap[0])

    def rule(self, x: int, y: int, width: int) -> None:
        """Draw a thin line; it says nothing, so it may be faint."""
        faint = blend(self.ground, self.look.dim, 0.45)
        for column in range(x, x + width):
            self._put(column, y, ("─", faint, self.ground, False))

    def dot(self, x: int, y: int, colour: str) -> None:
        """Put a faint point of a scale; it says nothing by itself."""
        self._put(x, y, ("·", colour, self.ground, False))

    def pixel(self, x: int, half: int, colour: str) -> None:
        """Paint half a cell; *half* counts half rows from the top."""
        y = half // 2
        if not (0 <= x < self.width and 0 <= y < self.height):
            self.clipped += 1
            return
        sign, ink, behind, _bold = self.rows[y][x]
        upper = ink if sign == UPPER else behind
        lower = ink if sign == LOWER else behind
        if half % 2:
            lower = colour
        else:
            upper = colour
        if upper == lower:
            self.rows[y][x] = (" ", upper, upper, False)
        elif half % 2 and sign != UPPER:
            self.rows[y][x] = (LOWER, lower, upper, False)
        else:
            self.rows[y][x] = (UPPER, upper, lower, False)

    def pixels(self, x: int, half: int, width: int, height: int, colour: str) -> None:
        """Paint a rectangle of half cells."""
        for line in range(half, half + height):
            for column in range(x, x + width):
                self.pixel(column, line, colour)

    def rounded(self, x: int, half: int, width: int, height: int, colour: str) -> None:
        """Paint a rectangle of half cells without its four corners."""
        self.pixels(x + 1, half, width - 2, height, colour)
        self.pixels(x, half + 1, width, height - 2, colour)

    def strips(self) -> list[Strip]:
        """Return the lines."""
        return [_strip(row) for row in self.rows]

    def _put(self, x: int, y: int, cell: Cell) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = cell
        else:
            self.clipped += 1


WORD_MAX = 12  # a longer word is cut rather than left out


def cut(words: str, width: int) -> str:
    """Return *words* in at most *width* cells, with an ellipsis where something is missing.

    The cut is between words where that leaves out little.
    """
    if len(words) <= width:
        return words
    if width <= 1:
        return words[: max(0, width)]
    kept = words[: width - 1]
    whole = kept if words[width - 1] == " " else kept.rpartition(" ")[0]
    if whole and len(kept) - len(whole) <= WORD_MAX:
        kept = whole
    return kept.rstrip(" ·,:;/-") + "…"


@cache
def style(colour: str, behind: str, bold: bool) -> Style:  # noqa: FBT001  # a cell's third part
    """Return the style of a cell."""
    return Style(color=_colour(colour), bgcolor=_colour(behind), bold=bold)


def _colour(colour: str) -> Color:
    if colour.startswith("@"):
        return Color.from_ansi(int(colour[1:]))
    return Color.parse(colour)


def _strip(row: list[Cell]) -> Strip:
    segments: list[Segment] = []
    signs: list[str] = []
    current: tuple[str, str, bool] | None = None
    for sign, ink, behind, bold in row:
        kind = (behind if sign == " " else ink, behind, bold and sign != " ")
        if kind != current:
            if signs and current is not None:
                segments.append(Segment("".join(signs), style(*current)))
            signs, current = [], kind
        signs.append(sign)
    if signs and current is not None:
        segments.append(Segment("".join(signs), style(*current)))
    return Strip(segments, len(row))
