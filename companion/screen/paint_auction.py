"""An auction on the stage: the lot, who leads, the count that restarts with each bid."""

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.cells import cells
from companion.screen.letters import figures, fitting
from companion.screen.letters import width as letters_width
from companion.screen.look import blend
from companion.screen.scene import Scene
from companion.views.auction import AuctionView, auction_view
from companion.views.players import shows_cash
from companion.views.words import money
from engine.phases import Auction
from engine.state import State

HURRY_S = 4.0  # from here on the count is red


def paint_auction(canvas: Canvas, scene: Scene, state: State, auction: Auction) -> None:
    """Draw the auction over the whole stage."""
    view = auction_view(state, auction)
    look = scene.look
    band = look.group(view.letter)
    canvas.fill(0, 0, canvas.width, canvas.height, look.panel)
    canvas.fill(0, 0, canvas.width, 1, band)
    ink = look.on(band)
    # TRANSLATORS: before the name of the lot; at most 12 characters
    x = canvas.text(1, 0, _("AUCTION"), ink, bold=True) + 2
    name = f"{view.code} {view.name}" if view.code[0].isalpha() else view.name
    end = canvas.width
    if x + len(name) + len(view.price) + 2 < end:
        end = canvas.right(canvas.width - 1, 0, view.price, ink)
    canvas.text(x, 0, name, ink, bold=True, width=max(0, end - x - 1))
    scale = 2 if canvas.width >= 76 and canvas.height >= 20 else 1
    rows = 9 if scale == 2 else (8 if canvas.height >= 16 else 4)
    _leader(canvas, scene, view, rows, scale)
    spare = canvas.height - 1 - rows
    is_tall = spare >= 5 + (len(view.bidders) + 1) // 2
    y = 1 + rows + (1 if spare >= 5 else 0)
    if is_tall:
        _bidder_list(canvas, scene, state, view, y)
        y = canvas.height - 4
    else:
        y = _bidders(canvas, scene, view, y)
    if scene.seconds_left is not None:
        _count(canvas, scene, y)


def _leader(canvas: Canvas, scene: Scene, view: AuctionView, rows: int, scale: int) -> None:
    look = scene.look
    colour = look.player(view.leader) if view.leader is not None else look.raised
    ink = look.on(colour)
    canvas.fill(0, 1, canvas.width, rows, colour)
    letters = (5 * scale + 1) // 2
    y = 1 + (rows - letters) // 2
    bid = figures(view.bid)
    end = canvas.width - 2 - letters_width(bid, scale)
    canvas.block(end, y, bid, ink, scale=scale)
    canvas.right(canvas.width - 2, y + letters, view.caption, ink)
    x = 2
    if view.leader is not None:
        sign = str(view.leader + 1)
        width = letters_width(sign, scale) + 4
        canvas.fill(x, y - (scale == 2), width, letters + 2 * (scale == 2), look.ink)
        ink_on_box = look.legible(colour, look.ink)
        canvas.block(x + 2, y, sign, ink_on_box, scale=scale)
        x += width + 2
    name = fitting(view.leader_name, end - x - 2, scale)
    if name != view.leader_name:  # half of it would mislead
        canvas.text(x, y + 1, view.leader_name, ink, bold=True, width=max(0, end - x - 1))
    elif name:
        canvas.block(x, y, name, ink, scale=scale)
    words = _("{player} leads").format(player=view.leader_name)
    room = canvas.width - 3 - len(view.caption) - x
    if view.leader is not None and cells(words) <= room:  # the name stands above it all the same
        canvas.text(x, y + letters, words, ink)


def _bidder_list(canvas: Canvas, scene: Scene, state: State, view: AuctionView, y: int) -> None:
    """Draw a bidder a line in two columns, with what he has in cash."""
    look = scene.look
    width = (canvas.width - 6) // 2
    for index, bidder in enumerate(view.bidders):
        x, line = 2 + (index % 2) * (width + 2), y + index // 2
        colour = look.player(bidder.seat)
        if bidder.has_passed:
            colour = blend(look.panel, colour, 0.25)
        ink = look.dim if bidder.has_passed else look.text
        words = money(state.cash[bidder.seat]) if shows_cash(state, bidder.seat) else ""
        words = _("out") if bidder.has_passed else words
        start = canvas.chip(x, line, f" {bidder.seat + 1} ", colour) + 1
        end = canvas.right(x + width, line, words, ink, bold=bidder.is_leader)
        canvas.text(start, line, bidder.name, ink, bold=bidder.is_leader, width=end - start - 1)


def _bidders(canvas: Canvas, scene: Scene, view: AuctionView, y: int) -> int:
    """Draw who bids and who has passed; return the row after."""
    look = scene.look
    x = 2
    for bidder in view.bidders:
        words = _("{name} out").format(name=bidder.name) if bidder.has_passed else bidder.name
        if x + 4 + cells(words) > canvas.width - 1 and x > 2:
            x, y = 2, y + 1
            if y >= canvas.height:
                return y
        colour = look.player(bidder.seat)
        if bidder.has_passed:
            colour = blend(look.panel, colour, 0.25)
        x = canvas.chip(x, y, f" {bidder.seat + 1} ", colour) + 1
        ink = look.dim if bidder.has_passed else look.text
        room = canvas.width - 1 - x
        x = canvas.text(x, y, words, ink, bold=bidder.is_leader, width=room) + 3
    return y + 1


def _count(canvas: Canvas, scene: Scene, y: int) -> None:
    look = scene.look
    left = scene.seconds_left or 0.0
    whole = (scene.prompt.seconds_whole if scene.prompt else None) or left or 1.0
    colour = look.bad if left < HURRY_S else look.accent
    seconds = str(max(0, round(left)))
    rows = canvas.height - y
    if rows <= 0:
        return
    is_large = rows >= 3
    number = letters_width(seconds) if is_large else len(seconds)
    room = canvas.width - number - 6
    full = max(0, min(room, round(room * left / whole)))
    half = 2 * y + (1 if is_large else 0)
    thick = 3 if is_large else 1
    canvas.pixels(2, half, room, thick, look.raised if look.raised != look.panel else look.plain)
    canvas.pixels(2, half, full, thick, colour)
    if is_large:
        canvas.block(canvas.width - 2 - number, y, seconds, colour)
    else:
        canvas.text(canvas.width - 2 - number, y, seconds, colour, bold=True)
