"""Terminal cells to a picture: half blocks as seamless rectangles, all else by a font."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pyte
from PIL import Image, ImageDraw, ImageFont
from rich.color import Color
from rich.segment import Segment
from rich.terminal_theme import TerminalTheme
from textual.app import App

from companion.screen.look import VT_PALETTE, rgb

CELL_WIDTH, CELL_HEIGHT = 10, 20
FONT_FOLDER = Path("/usr/share/fonts/truetype/dejavu")  # Debian's fonts-dejavu-core
FONT_SIZE = 16

_SIXTEEN = [rgb(colour) for colour in (*VT_PALETTE, *VT_PALETTE)]
_THEME = TerminalTheme(_SIXTEEN[0], _SIXTEEN[7], _SIXTEEN[:8], _SIXTEEN[8:])

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a terminal."""

    sign: str
    ink: Rgb
    behind: Rgb
    is_bold: bool


def cells_of_app(app: App) -> list[list[Cell]]:
    """Return what a running Textual app shows."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001  # as its own screenshots do
    return [cells_of_segments(strip) for strip in strips]


def cells_of_escapes(text: str, width: int, height: int) -> list[list[Cell]]:
    """Return what a terminal shows after *text*, escape codes and all."""
    screen = pyte.Screen(width, height)
    pyte.Stream(screen).feed(text)
    return [[_cell_of_pyte(screen.buffer[y][x]) for x in range(width)] for y in range(height)]


def cells_of_segments(segments: Iterable[Segment]) -> list[Cell]:
    """Return the cells of a line."""
    cells = []
    for text, style, control in segments:
        if control:
            continue
        ink = _rgb(style.color if style else None, is_ink=True)
        behind = _rgb(style.bgcolor if style else None, is_ink=False)
        if style and style.reverse:
            ink, behind = behind, ink
        cells += [Cell(sign, ink, behind, bool(style and style.bold)) for sign in text]
    return cells


def text_of(cells: list[list[Cell]]) -> str:
    """Return the signs alone, a line a row."""
    return "\n".join("".join(cell.sign for cell in row).rstrip() for row in cells)


def save_picture(cells: list[list[Cell]], path: Path) -> None:
    """Draw *cells* into a PNG file."""
    size = (CELL_WIDTH * len(cells[0]), CELL_HEIGHT * len(cells))
    picture = Image.new("RGB", size)
    draw = ImageDraw.Draw(picture)
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            _draw(draw, x * CELL_WIDTH, y * CELL_HEIGHT, cell)
    picture.quantize(128).save(path, optimize=True)


def _draw(draw: ImageDraw.ImageDraw, x: int, y: int, cell: Cell) -> None:
    right, middle, bottom = x + CELL_WIDTH - 1, y + CELL_HEIGHT // 2, y + CELL_HEIGHT - 1
    draw.rectangle((x, y, right, bottom), fill=cell.behind)
    if cell.sign == "▀":
        draw.rectangle((x, y, right, middle - 1), fill=cell.ink)
    elif cell.sign == "▄":
        draw.rectangle((x, middle, right, bottom), fill=cell.ink)
    elif cell.sign == "█":
        draw.rectangle((x, y, right, bottom), fill=cell.ink)
    elif cell.sign == "─":
        draw.line((x, middle, right, middle), fill=cell.ink, width=2)
    elif cell.sign.strip():
        draw.text((x, y), cell.sign, font=_font(is_bold=cell.is_bold), fill=cell.ink)


@cache
def _font(*, is_bold: bool) -> ImageFont.FreeTypeFont:
    name = "DejaVuSansMono-Bold.ttf" if is_bold else "DejaVuSansMono.ttf"
    return ImageFont.truetype(str(FONT_FOLDER / name), FONT_SIZE)


def _rgb(colour: Color | None, *, is_ink: bool) -> Rgb:
    if colour is None:
        return _SIXTEEN[7 if is_ink else 0]
    return tuple(colour.get_truecolor(_THEME, foreground=is_ink))


def _cell_of_pyte(char: pyte.screens.Char) -> Cell:
    ink, behind = _named(char.fg, is_ink=True), _named(char.bg, is_ink=False)
    if char.reverse:
        ink, behind = behind, ink
    return Cell(char.data, ink, behind, char.bold)


def _named(colour: str, *, is_ink: bool) -> Rgb:
    names = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
    if colour == "default":
        return _SIXTEEN[7 if is_ink else 0]
    plain = colour.removeprefix("bright")
    if plain in names:
        return _SIXTEEN[names.index(plain)]
    return rgb(f"#{colour}")
