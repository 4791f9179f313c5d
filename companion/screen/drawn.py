"""A widget that draws itself by the line API and repaints only the lines that changed."""

from collections.abc import Callable

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from typing_extensions import override

from companion.screen.canvas import Canvas
from companion.screen.plan import Area
from companion.screen.scene import Scene

NOWHERE = Area(-1, -1, 0, 0)  # before it is placed for the first time
Painter = Callable[[Canvas, Scene], None]


class Drawn(Widget):
    """One area of the screen, drawn by its painter from a scene."""

    can_focus = False

    def __init__(self, painter: Painter, *, id: str) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._painter = painter
        self._area = NOWHERE
        self._lines: list[Strip] = []
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

    def show(self, scene: Scene) -> None:
        """Paint *scene*; ask Textual for the lines that are not as they were."""
        area = self._area
        canvas = Canvas(area.width, area.height, scene.look, shorten=scene.shorten)
        self._painter(canvas, scene)
        self.clipped = canvas.clipped
        lines = canvas.strips()
        if len(lines) != len(self._lines):
            self._lines = lines
            self.refresh()
            return
        changed = [
            Region(0, y, area.width, 1)
            for y, (old, new) in enumerate(zip(self._lines, lines, strict=True))
            if old != new
        ]
        self._lines = lines
        if changed:
            self.refresh(*changed)

    @override
    def render_line(self, y: int) -> Strip:
        if y < len(self._lines):
            return self._lines[y]
        return Strip.blank(self.size.width, self.visual_style.rich_style)
