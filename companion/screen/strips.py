"""A line of cells as Textual's compositor takes it: cut by columns, written in few escape codes."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from typing_extensions import override

from companion.screen.cells import cells

Paint = tuple[str, str, bool]
"""A sign's colour, the colour behind it, whether it is bold; made by `paint_of` alone."""
Cell = tuple[str, Paint]
"""A sign and its paint."""

THIN: Final = False  # of a paint: not bold
RESET = "\x1b[0m"


@cache
def paint_of(ink: str, behind: str, bold: bool) -> Paint:  # noqa: FBT001  # a cell's third part
    """Return the one paint of these colours: cells that look alike hold the very same."""
    return (ink, behind, bold)


class Line(Strip):
    """A row of cells, one a column; a wide sign's second cell is an empty text.

    The compositor cuts and writes it by its cells. What else Textual may want of a strip is made
    when it is asked for, which on the way of an event it never is.
    """

    __slots__ = ("_parts", "_written", "row")

    def __init__(self, row: Sequence[Cell]) -> None:
        self.row = row
        self._parts: tuple[list[int], list[Line]] | None = None
        self._written: tuple[Console, str] | None = None

    def __getattr__(self, name: str) -> object:
        """Become a whole strip, of segments: only then it has what is asked for."""
        if name not in Strip.__slots__:
            raise AttributeError(name)
        super().__init__(segments(self.row), len(self.row))
        return getattr(self, name)

    @override
    def __bool__(self) -> bool:
        return bool(self.row)

    @property
    @override
    def cell_length(self) -> int:
        return len(self.row)

    @override
    def crop(self, start: int, end: int | None = None) -> Strip:
        start = max(0, start)
        end = len(self.row) if end is None else min(len(self.row), end)
        return self if (start, end) == (0, len(self.row)) else self._part(start, end)

    @override
    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        ends = list(cuts)
        if ends == [len(self.row)]:
            return [self]
        if self._parts is None or self._parts[0] != ends:
            starts = [0, *ends]
            self._parts = (ends, [self._part(*both) for both in zip(starts, ends, strict=False)])
        return self._parts[1]

    @override
    def render(self, console: Console) -> str:
        if self._written is None or self._written[0] is not console:
            system = COLOR_SYSTEMS.get(console.color_system or "", ColorSystem.TRUECOLOR)
            self._written = (console, escaped(self.row, system))
        return self._written[1]

    def _part(self, start: int, end: int) -> "Line":
        row = self.row[start:end]
        is_halved = bool(row) and (not row[0][0] or cells(row[-1][0]) == 2)
        return Line(mended(row) if is_halved else row)


def mended(row: Sequence[Cell]) -> list[Cell]:
    """Return *row* with a blank for half a wide sign whose other half is not there."""
    whole: list[Cell] = []
    for at, cell in enumerate(row):
        sign = cell[0]
        is_wide = bool(sign) and cells(sign) == 2
        is_half = is_wide and (at + 1 == len(row) or row[at + 1][0])
        is_rest = not sign and not (whole and whole[-1][0] and cells(whole[-1][0]) == 2)
        whole.append((" ", cell[1]) if is_half or is_rest else cell)
    return whole


def segments(row: Iterable[Cell]) -> list[Segment]:
    """Return *row* in as few segments as look the same: a blank shows no ink."""
    found: list[Segment] = []
    signs: list[str] = []
    last: Paint = ("", "", False)
    for sign, paint in row:
        if paint is not last and (sign != " " or paint[1] != last[1]):
            if signs:
                found.append(Segment("".join(signs), style(*last)))
            signs = []
            last = paint_of(paint[1], paint[1], THIN) if sign == " " else paint
        signs.append(sign)
    if signs:
        found.append(Segment("".join(signs), style(*last)))
    return found


def escaped(row: Iterable[Cell], system: ColorSystem) -> str:
    """Return *row* for a terminal; only what changes from one cell to the next is said."""
    change = changes(system)
    last: Paint = ("", "", False)
    written: list[str] = []
    for sign, paint in row:
        if paint is not last:
            if sign == " ":  # a blank shows no ink
                if paint[1] is not last[1]:
                    new = paint_of(last[0], paint[1], last[2])
                    written.append(change(last, new))
                    last = new
            else:
                written.append(change(last, paint))
                last = paint
        written.append(sign)
    return "".join(written) + RESET if written else ""


@cache
def changes(system: ColorSystem) -> Callable[[Paint, Paint], str]:
    """Return what says how a terminal goes over from one way of writing to another."""

    @lru_cache(maxsize=4096)
    def change(old: Paint, new: Paint) -> str:
        said = []
        if new[2] != old[2]:
            said.append("1" if new[2] else "22")
        if new[0] != old[0] and new[0]:
            said.append(codes(new[0], system, is_behind=False))
        if new[1] != old[1]:
            said.append(codes(new[1], system, is_behind=True))
        return f"\x1b[{';'.join(said)}m" if said else ""

    return change


@cache
def codes(colour: str, system: ColorSystem, *, is_behind: bool) -> str:
    """Return the numbers that make a terminal take *colour*, as near as it has it."""
    shown = colour_of(colour).downgrade(system)
    return ";".join(shown.get_ansi_codes(foreground=not is_behind))


@cache
def style(colour: str, behind: str, bold: bool) -> Style:  # noqa: FBT001  # a cell's third part
    """Return the style of a cell."""
    return Style(color=colour_of(colour), bgcolor=colour_of(behind), bold=bold)


def colour_of(colour: str) -> Color:
    """Return a look's colour as Textual knows it."""
    if colour.startswith("@"):
        return Color.from_ansi(int(colour[1:]))
    return Color.parse(colour)
