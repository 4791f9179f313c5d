"""A grid of cells to draw on, turned into Textual strips line by line."""

from collections.abc import Callable, Iterable
from functools import cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from companion.screen.cells import cells, cut, placed
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
        self._has_wide = False
        blank: Cell = (" ", look.text, self.ground, False)
        self.rows: list[list[Cell]] = [[blank] * width for _line in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Paint a rectangle."""
        cell: Cell = (" ", colour, colour, False)
        left, right = max(x, 0), max(0, min(x + width, self.width))
        top, bottom = max(y, 0), max(0, min(y + height, self.height))
        for row in self.rows[top:bottom]:
            row[left:right] = [cell] * (right - left)
        shown = max(0, right - left) * max(0, bottom - top)
        self.clipped += max(0, width) * max(0, height) - shown

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
            words = cut(words if cells(words) <= width else self.shorten(words, width), width)
        words = self.look.signs(words)
        signs: Iterable[str] = words
        if not words.isascii():
            signs = [part for sign in placed(words) for part in sign]
            self._has_wide = self._has_wide or "" in signs
        column = x
        for column, sign in enumerate(signs, x):
            if not (0 <= column < self.width and 0 <= y < self.height):
                self.clipped += 1
                continue
            behind = on or self.rows[y][column][2]
            ink = self.look.legible(colour or self.look.text, behind)
            self.rows[y][column] = (sign, ink, behind, bold)
        return column + 1 if words else x

    def right(self, end: int, y: int, words: str, colour: str = "", *, bold: bool = False) -> int:
        """Write *words* so that they end before column *end*; return where they begin."""
        start = end - cells(words)
        self.text(start, y, words, colour, bold=bold)
        return start

    def centred(  # noqa: PLR0913  # place, words and how they look
        self, x: int, y: int, width: int, words: str, colour: str = "", *, bold: bool = False
    ) -> None:
        """Write *words* in the middle of *width* cells."""
        words = cut(words, width)
        self.text(x + (width - cells(words)) // 2, y, words, colour, bold=bold)

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
        return [self.strip(y) for y in range(self.height)]

    def strip(self, y: int) -> Strip:
        """Return one line."""
        return _strip(_whole(self.rows[y]) if self._has_wide else self.rows[y])

    def _put(self, x: int, y: int, cell: Cell) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = cell
        else:
            self.clipped += 1


@cache
def style(colour: str, behind: str, bold: bool) -> Style:  # noqa: FBT001  # a cell's third part
    """Return the style of a cell."""
    return Style(color=_colour(colour), bgcolor=_colour(behind), bold=bold)


def _colour(colour: str) -> Color:
    if colour.startswith("@"):
        return Color.from_ansi(int(colour[1:]))
    return Color.parse(colour)


def _whole(row: list[Cell]) -> list[Cell]:
    """Return *row* with a blank for half a wide sign whose other half was drawn over."""
    mended: list[Cell] = []
    for at, cell in enumerate(row):
        sign = cell[0]
        is_wide = bool(sign) and cells(sign) == 2
        is_half = is_wide and (at + 1 == len(row) or row[at + 1][0])
        is_rest = not sign and not (mended and mended[-1][0] and cells(mended[-1][0]) == 2)
        mended.append((" ", *cell[1:]) if is_half or is_rest else cell)
    return mended


def _strip(row: list[Cell]) -> Strip:
    """Return *row* in as few segments as look the same: a blank shows no ink."""
    segments: list[Segment] = []
    signs: list[str] = []
    ink, behind, bold = "", "", False
    for sign, its_ink, ground, is_bold in row:
        if ground != behind or (sign != " " and (its_ink != ink or is_bold != bold)):
            if signs:
                segments.append(Segment("".join(signs), style(ink, behind, bold)))
            signs = []
            ink, behind, bold = (
                (ground, ground, False) if sign == " " else (its_ink, ground, is_bold)
            )
        signs.append(sign)
    if signs:
        segments.append(Segment("".join(signs), style(ink, behind, bold)))
    return Strip(segments, len(row))
