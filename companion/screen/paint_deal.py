"""A trade: both sides of the deal, or three, who has signed, and the balances after it."""

import textwrap

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.scene import Scene
from companion.views.deal import DealSide, deal_view


def paint_deal(canvas: Canvas, scene: Scene) -> None:
    """Draw a column a party."""
    state, prompt = scene.state, scene.prompt
    assert state is not None, "a deal lies on a table"
    assert prompt is not None, "a deal is asked about"
    view = deal_view(state, prompt)
    assert view is not None, "this prompt has a deal"
    look = canvas.look
    canvas.fill(0, 0, canvas.width, canvas.height, look.panel)
    canvas.fill(0, 0, canvas.width, 1, look.raised)
    # TRANSLATORS: a heading; at most 12 characters
    x = canvas.chip(0, 0, " " + _("TRADE") + " ", look.accent) + 1
    canvas.text(
        x, 0, _("changed by deed card, or knob and own card"), look.dim, width=canvas.width - x
    )
    below = 2 if view.objection else 0
    width = canvas.width // len(view.sides)
    for index, side in enumerate(view.sides):
        _side(canvas, side, (index * width, 2, width - 1, canvas.height - 2 - below))
    for offset, line in enumerate(textwrap.wrap(view.objection, canvas.width - 4)[:below]):
        y = canvas.height - below + offset
        canvas.text(1, y, "▲" if not offset else " ", look.warn, bold=True)
        canvas.text(3, y, line, look.warn, width=canvas.width - 4)


def _side(canvas: Canvas, side: DealSide, place: tuple[int, int, int, int]) -> None:
    x, y, width, height = place
    look = canvas.look
    colour = look.player(side.seat)
    ink = look.on(colour)
    canvas.fill(x, y, width, 2, colour)
    canvas.text(x + 1, y, f"{side.seat + 1} {side.name}", ink, bold=True, width=width - 2)
    # TRANSLATORS: of a party to a deal that has not signed it yet; at most 12 characters
    words = _("signed") if side.has_signed else _("not yet")
    mark = "●" if side.has_signed else "▸" if side.is_turned_to else " "
    canvas.text(x + 1, y + 1, f"{mark} {words}", ink, width=width - 2)
    line = y + 3
    canvas.text(x + 1, line, _("gives"), look.dim)
    last = y + height - (2 if side.after else 0)
    for item in side.gives:
        parts = textwrap.wrap(item, width - 4)
        if len(parts) > 2:
            parts = textwrap.wrap(canvas.shorten(item, 0), width - 4)
        for part in parts[:3]:
            line += 1
            if line < last:
                canvas.text(x + 2, line, part, bold=True, width=width - 3)
    if side.after:
        canvas.text(
            x + 1, min(line + 2, y + height - 1), side.after, look.good, bold=True, width=width - 2
        )
