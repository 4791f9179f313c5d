"""What lies over the board: a page that was called, or the wallet or deal that is asked about."""

from collections.abc import Callable

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.page import Kind
from companion.screen.paint_deal import paint_deal
from companion.screen.paint_deeds import paint_deeds
from companion.screen.paint_figures import paint_figures
from companion.screen.paint_lines import paint_lines
from companion.screen.paint_pages import paint_devices, paint_help, paint_history, paint_records
from companion.screen.paint_wallet import paint_wallet
from companion.screen.scene import Scene

_PAGES: dict[str, Callable[[Canvas, Scene], None]] = {
    Kind.HELP: paint_help,
    Kind.DEEDS: paint_deeds,
    Kind.LEDGER: paint_records,
    Kind.HISTORY: paint_history,
    Kind.FIGURES: paint_figures,
    Kind.DEVICES: paint_devices,
}


def paint_sheet(canvas: Canvas, scene: Scene) -> None:
    """Draw the sheet; the first row names it, the last says its keys."""
    kind = scene.sheet
    if not kind:
        return
    if kind in _PAGES:
        look = canvas.look
        canvas.fill(0, 0, canvas.width, 1, look.raised)
        canvas.chip(0, 0, f" {page_title(Kind(kind))} ", look.accent)
        canvas.right(canvas.width - 1, 0, _("Esc closes"), look.dim)
        _PAGES[kind](canvas, scene)
    elif kind == "wallet":
        paint_wallet(canvas, scene)
    elif kind == "lines":
        paint_lines(canvas, scene)
    else:
        paint_deal(canvas, scene)


def page_title(kind: Kind) -> str:
    """Return what a page is called, in capitals."""
    return {
        # TRANSLATORS: the title of a page; at most 16 characters
        Kind.HELP: _("HELP"),
        # TRANSLATORS: the title of a page; at most 16 characters
        Kind.DEEDS: _("DEEDS"),
        # TRANSLATORS: the title of a page; at most 16 characters
        Kind.LEDGER: _("LEDGER"),
        # TRANSLATORS: the title of a page; at most 16 characters
        Kind.HISTORY: _("HISTORY"),
        # TRANSLATORS: the title of a page, statistics; at most 16 characters
        Kind.FIGURES: _("FIGURES"),
        # TRANSLATORS: the title of a page; at most 16 characters
        Kind.DEVICES: _("DEVICES"),
    }[kind]
