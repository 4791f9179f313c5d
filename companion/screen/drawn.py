"""Widgets that draw themselves by the line API; of a frame only what changed is painted."""

from collections.abc import Callable, Iterable

from textual.filter import ANSIToTruecolor
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from typing_extensions import override

from companion.screen.canvas import Canvas, Pieces
from companion.screen.plan import Area, Plan
from companion.screen.scene import Scene
from companion.screen.strips import Line

NOWHERE = Area(-1, -1, 0, 0)  # before it is placed for the first time
Painter = Callable[[Canvas, Scene], None]


class Drawn(Widget):
    """One area of the screen, drawn by its painter from a scene."""

    can_focus = False

    def __init__(self, painter: Painter, *, id: str) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._painter = painter
        self._area = NOWHERE
        self._lines: list[Line] = []
        self._pieces = Pieces()
        self.clipped = 0
        """Cells that did not fit into the area when it was painted last; 0 if all is well."""

    def place(self, area: Area) -> None:
        """Move to *area* of the screen."""
        if area == self._area:
            return
        self._area = area
        self.styles.offset = (area.x, area.y)
        self.styles.width = area.width
        self.styles.height = area.height
        self._lines = []

    def show(self, scene: Scene) -> list[Region]:
        """Paint *scene*; return what is not as it was, in cells of the window."""
        area = self._area
        if not area.height:
            return []
        self._pieces.begin(scene.context)
        canvas = Canvas(
            area.width, area.height, scene.look, shorten=scene.shorten, pieces=self._pieces
        )
        self._painter(canvas, scene)
        self.clipped = canvas.clipped
        before, rows = self._lines, canvas.finished()
        if len(before) != area.height:
            self._lines = [Line(row) for row in rows]
            return [Region(area.x, area.y, area.width, area.height)]
        known = {id(line.row): line for line in before}
        changed: list[Region] = []
        self._lines = []
        for y, (old, row) in enumerate(zip(before, rows, strict=True)):
            if old.row is row or old.row == row:
                self._lines.append(old)
                continue
            self._lines.append(known.get(id(row)) or Line(row))
            changed += (
                Region(area.x + first, area.y + y, end - first, 1)
                for first, end in self._seen(scene.plan, y)
                if end - first == area.width or old.row[first:end] != row[first:end]
            )
        return changed

    def _seen(self, plan: Plan, y: int) -> tuple[tuple[int, int], ...]:
        """Return the columns of a line that nothing is laid over: first, and the one after."""
        area, above = self._area, plan.stage
        if self.id == "ring" and above.y <= area.y + y < above.y + above.height:
            return (0, above.x - area.x), (above.x - area.x + above.width, area.width)
        return ((0, area.width),)

    @override
    def render_lines(self, crop: Region) -> list[Strip]:
        """Return what was drawn: there are no borders to add, and its colours are final."""
        width = self._area.width
        lines: list[Strip] = list(self._lines[crop.y : crop.bottom])
        if len(lines) < crop.height:
            lines += [Strip.blank(width)] * (crop.height - len(lines))
        lines = filtered(self, lines)
        if crop.width != width:
            lines = [line.crop(crop.x, crop.right) for line in lines]
        return lines


class Surface(Widget):
    """Holds what is drawn, and has it repainted in one go."""

    BLANK = True

    def __init__(self, parts: Iterable[Drawn]) -> None:
        self._parts = tuple(parts)
        super().__init__(*self._parts)

    def show(self, scene: Scene) -> None:
        """Paint *scene*; ask Textual for what is not as it was."""
        changed: list[Region] = []
        for part in self._parts:
            name = part.id or ""
            part.place(getattr(scene.plan, name))
            if name == "sheet":
                part.display = bool(scene.sheet)
                if not scene.sheet:
                    continue
            changed += part.show(scene)
        if changed:
            self.refresh(*changed)

    @override
    def render_lines(self, crop: Region) -> list[Strip]:
        return filtered(self, super().render_lines(crop))


class Window(Screen[None]):
    """The screen under it all: the surface hides it, so that it is nothing but its colour."""

    BLANK = True


def filtered(widget: Widget, lines: list[Strip]) -> list[Strip]:
    """Return *lines* as the terminal is to show them: without colours where it wants none."""
    for each in widget.get_line_filters():
        if not isinstance(each, ANSIToTruecolor):  # a look has the colours of its terminal
            lines = [line.apply_filter(each, widget.background_colors[1]) for line in lines]
    return lines
