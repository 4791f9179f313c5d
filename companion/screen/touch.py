"""What a finger means, by the part of the screen it touches."""

from typing import Protocol

from companion.screen.page import Kind, Page
from companion.screen.pager import Pager
from companion.screen.paint_deeds import titled
from companion.screen.paint_prompt import button_areas
from companion.screen.paint_ring import tile_area
from companion.screen.plan import Area
from companion.screen.scene import Scene


class Touched(Protocol):
    """What a touch does."""

    pager: Pager

    def scene(self) -> Scene:
        """Return what is drawn now."""

    def choose(self, index: int) -> None:
        """Highlight a choice; touched again, confirm it."""

    def action_tap(self, card: str) -> None:
        """Tap a card."""

    def action_page(self, kind: str) -> None:
        """Open a page."""

    def action_command_palette(self) -> None:
        """Offer all commands by name."""


def touched(app: Touched, part: str, x: int, y: int) -> None:
    """Do what a finger at *x*, *y* of a part of the screen asks for."""
    scene = app.scene()
    match part:
        case "prompt":
            for index, area in button_areas(scene):
                if _is_in(area, x, y):
                    app.choose(index)
                    return
        case "sheet":
            app.pager.clicked(scene, y)
        case "players" if scene.state is not None:
            place = y // scene.plan.player_height
            if place < len(scene.state.order):
                app.action_tap(str(scene.state.order[place] + 1))
        case "ring":
            _space_touched(app, scene, x, y)
        case "ledger" if scene.state is not None:
            app.action_page(Kind.LEDGER)
        case "status":
            app.action_command_palette()
        case _:
            pass


def _space_touched(app: Touched, scene: Scene, x: int, y: int) -> None:
    """Show the deed card of the space under the finger."""
    if scene.state is None:
        return
    for place, space in enumerate(titled(scene.state)):
        if _is_in(tile_area(scene.plan, space), x, y):
            app.action_page(Kind.DEEDS)
            app.pager.turn_to(Page(Kind.DEEDS, cursor=place))
            return


def _is_in(area: Area, x: int, y: int) -> bool:
    return area.x <= x < area.x + area.width and area.y <= y < area.y + area.height
