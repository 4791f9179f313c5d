"""A grid of cells to draw on, kept line by line."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from itertools import repeat
from operator import itemgetter

from companion.screen.cells import cells, cut, placed
from companion.screen.letters import HEIGHT, strokes, width
from companion.screen.look import Look, blend
from companion.screen.plan import Area
from companion.screen.strips import THIN, Cell, mended, paint_of

_PAINT = itemgetter(1)
UPPER, LOWER = "▀", "▄"

Shorten = Callable[[str, int], str]


def _as_it_is(words: str, _width: int) -> str:
    return words


PIECES_MAX = 128  # of one widget: all spaces and sides of the ring, and some that come back


class Pieces:
    """The pieces that frames were put together from lately, by what each was drawn from."""

    def __init__(self) -> None:
        self._context: tuple[object, ...] = ()
        self._kept: dict[Hashable, Canvas] = {}

    def begin(self, context: tuple[object, ...]) -> None:
        """Begin a frame; in another *context* nothing that was drawn is of use."""
        if context != self._context:
            self._context = context
            self._kept.clear()

    def known(self, key: Hashable) -> "Canvas | None":
        """Return what was drawn from *key*."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found  # the last to be forgotten
        return found

    def keep(self, key: Hashable, piece: "Canvas") -> None:
        """Take in what was drawn from *key*; forget what was not used for longest."""
        self._kept[key] = piece
        if len(self._kept) > PIECES_MAX:
            del self._kept[next(iter(self._kept))]


class Canvas:
    """Cells of one widget; what lies outside is counted in `clipped` and left out."""

    def __init__(  # noqa: PLR0913  # size, look, and what makes words or work shorter
        self,
        width: int,
        height: int,
        look: Look,
        *,
        ground: str = "",
        shorten: Shorten = _as_it_is,
        pieces: Pieces | None = None,
    ) -> None:
        self._pieces = Pieces() if pieces is None else pieces
        self.shorten = shorten
        """What is tried on words before they are cut."""
        self.width = width
        self.height = height
        self.look = look
        self.ground = ground or look.ground
        self.clipped = 0
        self._has_wide = False
        blank: Cell = (" ", paint_of(look.text, self.ground, THIN))
        self.rows: list[list[Cell]] = [[blank] * width for _line in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Paint a rectangle."""
        if x < 0 or y < 0 or x + width > self.width or y + height > self.height:
            asked = max(0, width) * max(0, height)
            right, bottom = min(x + width, self.width), min(y + height, self.height)
            x, y = max(x, 0), max(y, 0)
            width, height = max(0, right - x), max(0, bottom - y)
            self.clipped += asked - width * height
        cells_of_row = [_full(colour)] * width
        for row in self.rows[y : y + height]:
            row[x : x + width] = cells_of_row

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
        if width is not None and (len(words) > width or not words.isascii()):
            words = cut(words if cells(words) <= width else self.shorten(words, width), width)
        signs: Sequence[str] = words
        if not words.isascii():
            signs = [part for sign in placed(self.look.signs(words)) for part in sign]
            self._has_wide = self._has_wide or "" in signs
        after = x + len(signs)
        if x < 0 or after > self.width or not 0 <= y < self.height:
            shown = signs[max(0, -x) : max(0, self.width - x)] if 0 <= y < self.height else ""
            self.clipped += len(signs) - len(shown)
            signs, x = shown, max(0, x)
        if signs:
            self._write(self.rows[y], x, signs, (colour or self.look.text, on, bold))
        return after

    def _write(
        self, row: list[Cell], x: int, signs: Sequence[str], paint: tuple[str, str, bool]
    ) -> None:
        colour, ground, bold = paint
        end = x + len(signs)
        if not ground:
            under = list(map(_PAINT, row[x:end]))
            ground = under[0][1]
            if under.count(under[0]) < len(under):
                row[x:end] = [
                    (sign, paint_of(self.look.legible(colour, behind), behind, bold))
                    for sign, (_ink, behind, _bold) in zip(signs, under, strict=True)
                ]
                return
        ink = self.look.legible(colour, ground)
        row[x:end] = zip(signs, repeat(paint_of(ink, ground, bold)), strict=False)

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
        wide, top, rest = width(words, scale), y + drop // 2, drop % 2
        area = Area(x, top, wide, (HEIGHT * scale + rest + 1) // 2)
        behind = self._blank(area)
        if behind is None:
            self._letters((x, 2 * top), strokes(words, scale, rest), colour)
            return wide
        key = (words, scale, rest, colour, behind)
        stamp = self._pieces.known(key)
        if stamp is None:
            stamp = Canvas(wide, area.height, self.look, ground=behind)
            stamp._letters((0, 0), strokes(words, scale, rest), colour)
            self._pieces.keep(key, stamp)
        for row, drawn in zip(self.rows[top:], stamp.rows, strict=False):
            row[x : x + wide] = drawn
        return wide

    def _blank(self, area: Area) -> str | None:
        """Return the one colour of *area*; nothing where something stands there, or it ends."""
        x, end = area.x, area.x + area.width
        if not area.width or x < 0 or area.y < 0 or end > self.width:
            return None
        rows = self.rows[area.y : area.y + area.height]
        if len(rows) < area.height:
            return None
        first = rows[0][x]
        is_plain = all(row[x:end].count(first) == area.width for row in rows)
        return first[1][1] if is_plain and first[0] == " " else None

    def _letters(
        self, place: tuple[int, int], pixels: Iterable[tuple[int, int, bool]], colour: str
    ) -> None:
        full = _full(colour)
        x, top = place
        for column, row, is_full in pixels:
            at, half = x + column, top + row
            if is_full and 0 <= at < self.width and 0 <= half // 2 < self.height:
                self.rows[half // 2][at] = full
                continue
            self.pixel(at, half, colour)
            if is_full:
                self.pixel(at, half + 1, colour)

    def rule(self, x: int, y: int, width: int) -> None:
        """Draw a thin line; it says nothing, so it may be faint."""
        faint = blend(self.ground, self.look.dim, 0.45)
        for column in range(x, x + width):
            self._put(column, y, ("─", paint_of(faint, self.ground, THIN)))

    def dot(self, x: int, y: int, colour: str) -> None:
        """Put a faint point of a scale; it says nothing by itself."""
        self._put(x, y, ("·", paint_of(colour, self.ground, THIN)))

    def pixel(self, x: int, half: int, colour: str) -> None:
        """Paint half a cell; *half* counts half rows from the top."""
        y = half // 2
        if not (0 <= x < self.width and 0 <= y < self.height):
            self.clipped += 1
            return
        row = self.rows[y]
        sign, (ink, behind, _bold) = row[x]
        upper = ink if sign == UPPER else behind
        lower = ink if sign == LOWER else behind
        if half % 2:
            lower = colour
        else:
            upper = colour
        if upper == lower:
            row[x] = _full(upper)
        elif half % 2 and sign != UPPER:
            row[x] = (LOWER, paint_of(lower, upper, THIN))
        else:
            row[x] = (UPPER, paint_of(upper, lower, THIN))

    def pixels(self, x: int, half: int, width: int, height: int, colour: str) -> None:
        """Paint a rectangle of half cells."""
        first, last = half + half % 2, half + height - (half + height) % 2
        if first < last:  # whole cells
            self.fill(x, first // 2, width, (last - first) // 2, colour)
        for line in {half, half + height - 1} if height > 0 else ():
            if not first <= line < last:
                for column in range(x, x + width):
                    self.pixel(column, line, colour)

    def rounded(self, x: int, half: int, width: int, height: int, colour: str) -> None:
        """Paint a rectangle of half cells without its four corners."""
        self.pixels(x + 1, half, width - 2, height, colour)
        self.pixels(x, half + 1, width, height - 2, colour)

    def piece(self, area: Area, key: Hashable, paint: Callable[["Canvas"], None]) -> None:
        """Draw into *area* what *paint* draws on a canvas of its size, or lately did.

        *key* is all that it is drawn from, besides look, plan, edition, names and language. What
        is as wide as the canvas is not drawn over.
        """
        piece = self._pieces.known(key)
        if piece is None:
            piece = Canvas(
                area.width,
                area.height,
                self.look,
                ground=self.ground,
                shorten=self.shorten,
                pieces=self._pieces,
            )
            paint(piece)
            self._pieces.keep(key, piece)
        self.clipped += piece.clipped
        self._has_wide = self._has_wide or piece._has_wide
        left, right = area.x, area.x + area.width
        if left < 0 or right > self.width or area.y < 0 or area.y + area.height > self.height:
            self.clipped += area.width * area.height
            return
        if right - left == self.width:  # the very rows: they are known again by that
            self.rows[area.y : area.y + area.height] = piece.rows
            return
        for row, drawn in zip(self.rows[area.y :], piece.rows, strict=False):
            row[left:right] = drawn

    def finished(self) -> list[list[Cell]]:
        """Return the rows, no sign of which is drawn over by half."""
        return [mended(row) for row in self.rows] if self._has_wide else self.rows

    def _put(self, x: int, y: int, cell: Cell) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = cell
        else:
            self.clipped += 1


@cache
def _full(colour: str) -> Cell:
    """Return a cell that is nothing but *colour*."""
    return (" ", paint_of(colour, colour, THIN))
