"""The ring of 40 spaces: groups as bands, owners as tints, tokens as chips."""

from dataclasses import dataclass
from functools import lru_cache, partial

from companion.screen.canvas import Canvas
from companion.screen.look import blend
from companion.screen.plan import Area, Plan
from companion.screen.scene import Scene
from companion.views.board import Standing, Tile, standings, tile
from companion.views.waiting import due_player
from companion.views.words import buildings, short_space
from engine.board import HOTEL
from engine.ids import PlayerId
from engine.state import State

_FLOORS = (" ", "-", "=", "≡", "■", "◆")
"""Where only one cell is left: a stroke a house, a block for four, the hotel."""


def paint_ring(canvas: Canvas, scene: Scene) -> None:
    """Draw all spaces; the middle is left to the stage."""
    if scene.state is None:
        return
    due = due_player(scene.state)
    spaces = tuple(
        (standing, due if due in standing.tokens else None) for standing in standings(scene.state)
    )
    for side in _sides(scene.plan):
        on_side = spaces[side.first : side.first + len(side.areas)]
        paint = partial(_paint_side, state=scene.state, spaces=on_side, side=side)
        canvas.piece(side.whole, on_side, paint)


Space = tuple[Standing, PlayerId | None]
"""What stands on a space, and who of those there must act."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the ring: a piece of its own, for most events touch one or two."""

    first: int
    whole: Area
    areas: tuple[Area, ...]
    """Of its spaces, within it."""


@lru_cache(maxsize=4)
def _sides(plan: Plan) -> tuple[Side, ...]:
    width, end = plan.tile_width, plan.end_height
    bottom = end + 9 * plan.tile_height
    wholes = {
        range(11): Area(0, bottom, 11 * width, end),
        range(11, 20): Area(0, end, width, bottom - end),
        range(20, 31): Area(0, 0, 11 * width, end),
        range(31, 40): Area(10 * width, end, width, bottom - end),
    }
    return tuple(
        Side(spaces[0], whole, tuple(_within(whole, tile_area(plan, space)) for space in spaces))
        for spaces, whole in wholes.items()
    )


def _within(whole: Area, area: Area) -> Area:
    return Area(area.x - whole.x, area.y - whole.y, area.width, area.height)


def _paint_side(canvas: Canvas, state: State, spaces: tuple[Space, ...], side: Side) -> None:
    for area, space in zip(side.areas, spaces, strict=True):
        canvas.piece(area, space, partial(_paint_space, state=state, space=space))


def _paint_space(canvas: Canvas, state: State, space: Space) -> None:
    standing, due = space
    _Painter(canvas, state, due).paint(tile(state, standing))


def tile_area(plan: Plan, space: int) -> Area:
    """Return where a space lies within the ring; GO is at the bottom right."""
    width, side, end = plan.tile_width, plan.tile_height, plan.end_height
    bottom = end + 9 * side
    if space <= 10:
        return Area((10 - space) * width, bottom, width, end)
    if space < 20:
        return Area(0, end + (19 - space) * side, width, side)
    if space <= 30:
        return Area((space - 20) * width, 0, width, end)
    return Area(10 * width, end + (space - 31) * side, width, side)


class _Painter:
    """Draws one space on a canvas of its size."""

    def __init__(self, canvas: Canvas, state: State, due: PlayerId | None) -> None:
        self.canvas = canvas
        self.look = canvas.look
        self.names = state.names
        self.edition = state.edition
        self.area = Area(0, 0, canvas.width, canvas.height)
        self.due = due
        self.inner = canvas.width - 1  # a gap between spaces

    def paint(self, tile: Tile) -> None:
        if self.area.height == 1:
            self._line(tile)
            return
        self._ground(tile)
        self._band(tile)
        if self.area.height >= 3:
            name = short_space(self.edition, tile.space, self.inner)
            colour = self.look.text if tile.letter else self.look.dim
            self.canvas.text(self.area.x, self.area.y + 1, name, colour)
        self._foot(tile)

    def _ground(self, tile: Tile) -> None:
        colour = self.look.tile if tile.owner is None else self.look.tint(tile.owner)
        if not tile.letter:
            colour = blend(self.look.tile, self.look.dim, 0.16)
        self.canvas.fill(self.area.x, self.area.y, self.inner, self.area.height, colour)

    def _band(self, tile: Tile) -> None:
        x, y, width = self.area.x, self.area.y, self.inner
        if not tile.letter:
            self.canvas.text(x, y, tile.code[:width], self.look.dim, bold=True)
            return
        colour = self._band_colour(tile)
        marks = "m" if tile.is_mortgaged else buildings(tile.level)
        width = max(width, min(self.area.width, len(marks) + 1))
        self.canvas.fill(x, y, width, 1, colour)
        ink = self.look.on(colour)
        sign = tile.code if width - len(marks) > 2 else tile.letter
        self.canvas.text(x, y, sign, ink, bold=True)
        if marks:
            self.canvas.right(x + width, y, marks, ink, bold=True)

    def _band_colour(self, tile: Tile) -> str:
        colour = self.look.group(tile.letter)
        return blend(self.look.ground, colour, 0.45) if tile.is_mortgaged else colour

    def _foot(self, tile: Tile) -> None:
        x, y = self.area.x, self.area.y + self.area.height - 1
        end = x + self.inner
        start = x
        if tile.owner is not None:
            start = self.canvas.text(x, y, str(tile.owner + 1), self._owner_ink(tile), bold=True)
        if tile.tokens:
            self._tokens(tile, start, end, y)
        elif tile.price:
            self.canvas.right(end, y, tile.price, self.look.dim)
        elif tile.owner is not None and self.inner >= 8:
            words = self.names[tile.owner]
            self.canvas.text(start + 1, y, words, self._owner_ink(tile), width=end - start - 1)

    def _owner_ink(self, tile: Tile) -> str:
        assert tile.owner is not None, "only an owned space has an owner's colour"
        return self.look.player(tile.owner)

    def _tokens(self, tile: Tile, start: int, end: int, y: int) -> None:
        room = end - start
        wide = [self._chip(tile, seat, is_wide=True) for seat in tile.tokens]
        slim = [self._chip(tile, seat, is_wide=False) for seat in tile.tokens]
        chips = wide if sum(len(words) for words, _colour in wide) <= room else slim
        while sum(len(words) for words, _colour in chips) > room:
            chips = [*chips[:-2], ("+", self.look.plain)]
        x = end - sum(len(words) for words, _colour in chips)
        for words, colour in chips:
            x = self.canvas.chip(x, y, words, colour)

    def _chip(self, tile: Tile, seat: int, *, is_wide: bool) -> tuple[str, str]:
        sign = str(seat + 1)
        if seat == self.due:
            return (f"▸{sign}◂" if is_wide else sign), self.look.text
        colour = self.look.player(seat)
        if seat in tile.jailed and is_wide and self.area.height > 1:
            return f"#{sign}#", colour
        return (f" {sign} " if is_wide else sign), colour

    def _line(self, tile: Tile) -> None:
        """Draw a space of one row: letter, owner, then tokens or what stands there."""
        x, y = self.area.x, self.area.y
        self.canvas.fill(x, y, self.inner, 1, self.look.tile)
        if not tile.letter:
            self.canvas.fill(x, y, self.inner, 1, blend(self.look.tile, self.look.dim, 0.16))
            start = self.canvas.text(x, y, tile.code, self.look.dim, bold=True)
        else:
            if tile.owner is not None:
                self.canvas.fill(x, y, self.inner, 1, self.look.tint(tile.owner))
            self.canvas.chip(x, y, tile.letter, self._band_colour(tile))
            start = x + 1
            if tile.owner is not None:
                mark = str(tile.owner + 1)
                start = self.canvas.text(x + 1, y, mark, self._owner_ink(tile), bold=True)
        end = x + self.inner
        if tile.tokens:
            self._tokens(tile, start, x + self.area.width, y)
        elif tile.is_mortgaged:
            self.canvas.right(end, y, "m", self.look.dim)
        elif tile.level:
            mark = buildings(tile.level) if end - start >= HOTEL else _FLOORS[tile.level]
            self.canvas.right(end, y, mark, self.look.accent, bold=True)
        elif tile.price and end - start >= 4:
            self.canvas.right(end, y, tile.price, self.look.dim)
