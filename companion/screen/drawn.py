"""A widget that draws itself by the line API and repaints only the lines that changed."""

from collections.abc import Callable

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from typing_extensions import override

from companion.screen.canvas import Canvas, Cell
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
        self._rows: list[list[Cell]] = []
        """The cells that the lines were made of."""
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
        self._lines, self._rows = [], []

    def show(self, scene: Scene) -> None:
        """Paint *scene*; ask Textual for the lines that are not as they were."""
        area = self._area
        canvas = Canvas(area.width, area.height, scene.look, shorten=scene.shorten)
        self._painter(canvas, scene)
        self.clipped = canvas.clipped
        before, self._rows = self._rows, canvas.rows
        if len(self._lines) != len(canvas.rows):
            self._lines = canvas.strips()
            self.refresh()
            return
        changed = [
            y for y, (old, new) in enumerate(zip(before, canvas.rows, strict=True)) if old != new
        ]
        for y in changed:  # cells are compared, for a line that stays need not be made
            self._lines[y] = canvas.strip(y)
        if changed:
            self.refresh(*(Region(0, y, area.width, 1) for y in changed))

    @override
    def render_line(self, y: int) -> Strip:
        if y < len(self._lines):
            return self._lines[y]
        return Strip.blank(self.size.width, self.visual_style.rich_style)
