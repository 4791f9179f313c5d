"""An open wallet: balance, worth where it may be seen, deeds by group, what may be done now."""

import textwrap

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.letters import figures, fitting
from companion.screen.letters import width as letters_width
from companion.screen.scene import Scene
from companion.views.prompt_bar import Button, prompt_bar
from companion.views.wallet import WalletDeed, WalletGroup, WalletView, wallet_view

HEAD = 4  # rows of the band with name and balance
HIGH = 24  # from here on what is allowed stands below the deeds
DEED_CELL = 14
CHOICES_WIDTH = 51  # the longest street, to be built on, and the balance after it


def paint_wallet(canvas: Canvas, scene: Scene) -> None:
    """Draw the wallet of whoever the prompt is for."""
    state, prompt = scene.state, scene.prompt
    assert state is not None, "a wallet lies on a table"
    assert prompt is not None, "a wallet is asked for"
    assert prompt.player is not None, "a wallet is a player's"
    view = wallet_view(state, prompt.player)
    canvas.fill(0, 0, canvas.width, canvas.height, canvas.look.panel)
    _head(canvas, view)
    buttons = prompt_bar(state, prompt).buttons
    is_beside = canvas.width >= 70 and canvas.height < HIGH
    top = HEAD + (canvas.height >= 20)
    if is_beside:
        split = canvas.width - CHOICES_WIDTH - 1
        _deeds(canvas, view, (1, top, split - 2, canvas.height - top))
        paint_choices(canvas, buttons, (split, top, canvas.width - split - 1, canvas.height - top))
        return
    rows = min(len(buttons) + 1, max(4, canvas.height - top - len(view.groups) - 1))
    _deeds(canvas, view, (1, top, canvas.width - 2, canvas.height - top - rows))
    paint_choices(canvas, buttons, (1, canvas.height - rows, canvas.width - 2, rows))


def _head(canvas: Canvas, view: WalletView) -> None:
    look = canvas.look
    colour = look.player(view.seat)
    ink = look.on(colour)
    canvas.fill(0, 0, canvas.width, HEAD, colour)
    words = figures(view.cash)
    end = canvas.width - 2 - letters_width(words)
    canvas.block(end, 0, words, ink, drop=1)
    if fitting(view.name, end - 4) == view.name:
        canvas.block(2, 0, view.name, ink, drop=1)
    else:
        canvas.text(2, 1, view.name, ink, bold=True, width=end - 4)
    note = view.deed_count
    if view.worth:
        note = _("{deeds} · worth {amount}").format(deeds=note, amount=view.worth)
    if view.jail_cards:
        note += " · " + _("jail card")
    canvas.text(2, HEAD - 1, note, ink, width=canvas.width - 4)


def _deeds(canvas: Canvas, view: WalletView, place: tuple[int, int, int, int]) -> None:
    x, y, width, height = place
    look = canvas.look
    if not view.groups:
        canvas.text(x + 1, y, _("no deeds"), look.dim)
        return
    step = 2 if height >= 2 * len(view.groups) else 1
    for group in view.groups:
        if y >= place[1] + height:
            return
        _group(canvas, group, x, y, width)
        y += step


def _group(canvas: Canvas, group: WalletGroup, x: int, y: int, width: int) -> None:
    look = canvas.look
    end = x + width
    at = canvas.chip(x, y, f" {group.letter} ", look.group(group.letter))
    at = canvas.text(at, y, "★" if group.is_whole else " ", look.accent) + 1
    each = min(DEED_CELL, (end - at) // max(3, len(group.deeds)))
    for deed in group.deeds:
        _deed(canvas, deed, at, y, each - 1)
        at += each


def _deed(canvas: Canvas, deed: WalletDeed, x: int, y: int, width: int) -> None:
    look = canvas.look
    ink = look.dim if deed.is_mortgaged else look.text
    name = deed.name if len(deed.name) + len(deed.marks) + 1 <= width else deed.code
    at = canvas.text(x, y, name, ink) + 1
    canvas.text(at, y, deed.marks, look.warn if deed.is_mortgaged else look.accent, bold=True)


def paint_choices(
    canvas: Canvas,
    buttons: tuple[Button, ...],
    place: tuple[int, int, int, int],
    heading: str = "",
) -> None:
    """Draw what is allowed now, the highlighted line always among what is shown."""
    x, y, width, height = place
    look = canvas.look
    # TRANSLATORS: a heading, either one; at most 24 characters
    heading = heading or (_("ALLOWED NOW") if buttons else _("NOTHING ALLOWED NOW"))
    at = canvas.text(x, y, heading, look.dim, bold=True) + 1
    items = [_item(canvas, button, width) for button in buttons]
    marked = next((n for n, button in enumerate(buttons) if button.is_highlighted), 0)
    first, last = _shown(items, marked, height - 1)
    end = x + width
    if last - first < len(buttons):  # not all are shown
        end = canvas.right(end, y, f"{marked + 1}/{len(buttons)}", look.dim) - 1
    canvas.rule(at, y, end - at)
    line = y + 1
    for button, lines in zip(buttons[first:last], items[first:last], strict=True):
        _choice(canvas, button, lines, (x, line, width))
        line += len(lines)


def _item(canvas: Canvas, button: Button, width: int) -> list[str]:
    """Return the lines of a choice: one, or two where one would cut it."""
    room = width - 3 - (len(button.balance) + 2 if button.balance else 0)
    words = button.label if len(button.label) <= room else canvas.shorten(button.label, room)
    return textwrap.wrap(words, max(room, 8)) or [""]


def _shown(items: list[list[str]], marked: int, rows: int) -> tuple[int, int]:
    """Return the first choice shown and the one after the last, the marked one among them."""
    if not items:
        return 0, 0
    first, last, taken = marked, marked + 1, len(items[marked])
    for most in (rows // 2, rows):  # half of them above it, the others below, then above again
        while first > 0 and taken + len(items[first - 1]) <= most:
            first -= 1
            taken += len(items[first])
        while last < len(items) and taken + len(items[last]) <= rows:
            taken += len(items[last])
            last += 1
    return first, last


def _choice(canvas: Canvas, button: Button, lines: list[str], place: tuple[int, int, int]) -> None:
    x, y, width = place
    look = canvas.look
    ink = look.text
    if button.is_highlighted:
        canvas.fill(x, y, width, len(lines), look.accent)
        ink = look.on(look.accent)
        canvas.text(x, y, "▸", ink, bold=True)
    if button.balance:
        canvas.right(x + width - 1, y, button.balance, ink)
    for offset, words in enumerate(lines):
        canvas.text(x + 2, y + offset, words, ink, width=max(0, width - 2))
