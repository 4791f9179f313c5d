"""The players' panel: chip, name, place, deeds, and the balance in block figures."""

from functools import partial

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.letters import figures
from companion.screen.letters import width as letters_width
from companion.screen.look import blend
from companion.screen.plan import Area
from companion.screen.scene import Scene
from companion.views.players import PlayerRow, player_rows
from engine.phases import Setup

TIMES = "x"  # the third of D is `D3`; the sign for it is of no certain width
TEXT_MIN = 18  # cells beside the figures that names and deeds need


def paint_players(canvas: Canvas, scene: Scene) -> None:
    """Draw a row a player; in the lobby the names alone."""
    if scene.state is None:
        return
    has_started = not isinstance(scene.state.phase, Setup)
    height = scene.plan.player_height
    prompt = scene.prompt
    wallet = prompt.player if prompt is not None and prompt.kind == "wallet" else None
    for place, row in enumerate(player_rows(scene.state, wallet)):
        canvas.piece(
            Area(0, place * height, canvas.width, height),
            (row, has_started),
            partial(_paint_row, row=row, has_started=has_started),
        )


def _paint_row(canvas: Canvas, row: PlayerRow, *, has_started: bool) -> None:
    _Row(canvas, row, has_started=has_started).paint()


class _Row:
    """Draws one player."""

    def __init__(self, canvas: Canvas, row: PlayerRow, *, has_started: bool) -> None:
        self.canvas = canvas
        self.look = canvas.look
        self.row = row
        self.height = canvas.height
        self.has_started = has_started
        colour = self.look.player(row.seat)
        self.colour = blend(self.look.panel, colour, 0.3) if row.is_out else colour
        self.ground = self.look.raised if row.is_due else self.look.panel

    def paint(self) -> None:
        rows = self.height - (self.height >= 4)  # a line between where there is room
        self.canvas.fill(0, 0, self.canvas.width, rows, self.ground)
        if self.height >= 3:
            self._tall(rows)
        elif self.height == 2:
            self._two()
        else:
            self._one()

    def _tall(self, rows: int) -> None:
        canvas, row = self.canvas, self.row
        wide = 7 if rows >= 5 else 5
        canvas.fill(0, 0, wide, rows, self.colour)
        sign = str(row.seat + 1)
        ink = self.look.on(self.colour)
        if rows >= 5:
            drop = (2 * rows - 5) // 2
            canvas.block((wide - letters_width(sign)) // 2, 0, sign, ink, drop=drop)
        else:
            canvas.text(wide // 2, rows // 2, sign, ink, bold=True)
        end = self._balance(rows, wide)
        x = wide + 2
        room = end - x - 1
        self._name(x, 0, room)
        line = 1
        if self._place(x, line, room):
            line += 1
        if rows >= 5 and row.note:
            canvas.text(x, line, row.note, self._note_colour(), bold=True, width=room)
            line += 1
        self._holdings(x, line, end - 1, rows)

    def _two(self) -> None:
        canvas, row = self.canvas, self.row
        canvas.fill(0, 0, 3, 2, self.colour)
        canvas.text(1, 0, str(row.seat + 1), self.look.on(self.colour), bold=True)
        end = self._figures(0)
        x = self._name(5, 0, 16) + 2
        if not row.is_out:  # that stands in place of the balance
            self._place(x, 0, end - x - 1)
        self._holdings(5, 1, canvas.width - 1, 2)

    def _one(self) -> None:
        canvas, row = self.canvas, self.row
        canvas.chip(0, 0, f" {row.seat + 1} ", self.colour)
        end = self._figures(0)
        self._name(4, 0, 9)
        canvas.text(14, 0, "" if row.is_out else row.place, self.look.dim)
        self._holdings(17, 0, end - 1, 1)

    def _name(self, x: int, y: int, room: int) -> int:
        row = self.row
        colour = self.look.dim if row.is_out else self.look.text
        mark = " ◂" if row.is_due else ""
        x = self.canvas.text(x, y, row.name, colour, bold=not row.is_out, width=room - len(mark))
        return self.canvas.text(x, y, mark, self.look.accent, bold=True)

    def _place(self, x: int, y: int, room: int) -> bool:
        """Write where the token is, or what is the matter; return whether anything stands."""
        row = self.row
        words = "" if row.is_out or not self.has_started else row.place_name
        is_short = self.height < 6 and bool(row.note)
        if is_short:
            words = row.note
        words = self.canvas.shorten(words, room)
        if len(words) > room:
            words = row.place  # the letter is whole, half a name might be another
        if not words or room < len(words):
            return False
        colour = self._note_colour() if is_short else self.look.dim
        if not is_short and row.worth and len(words) + len(row.worth) + 8 <= room:
            words = _("{place}  worth {amount}").format(place=words, amount=row.worth)
        self.canvas.text(x, y, words, colour, width=room)
        return True

    def _note_colour(self) -> str:
        return self.look.dim if self.row.is_out else self.look.warn

    def _balance(self, rows: int, wide: int) -> int:
        """Draw the balance in block figures; return the column where it begins."""
        row = self.row
        if row.is_out or not self.has_started or not row.shows_cash:
            return self.canvas.width - 1
        words = figures(row.cash)
        scale = 2 if rows >= 5 else 1
        room = self.canvas.width - wide - 3
        if scale == 2 and room - letters_width(words, 2) < TEXT_MIN:
            scale = 1
        x = self.canvas.width - 1 - letters_width(words, scale)
        drop = (2 * rows - 5 * scale) // 2
        colour = self.look.legible(self.look.bad if row.is_low else self.look.text, self.ground)
        self.canvas.block(x, 0, words, colour, scale=scale, drop=drop)
        return x

    def _figures(self, y: int) -> int:
        """Write the balance in plain figures; return the column where it begins."""
        row = self.row
        if row.is_out:
            return self.canvas.right(self.canvas.width - 1, y, row.note, self.look.dim)
        if not self.has_started or not row.shows_cash:
            return self.canvas.width - 1
        colour = self.look.bad if row.is_low else self.look.text
        words = f"▲ {row.cash_text}" if row.is_low else row.cash_text
        return self.canvas.right(self.canvas.width - 1, y, words, colour, bold=True)

    def _holdings(self, x: int, y: int, end: int, bottom: int) -> None:
        """Write a chip a group, `Dx3` three of D, a star where the group is whole."""
        left = x
        for holding in self.row.holdings:
            colour = self.look.group(holding.letter)
            if holding.is_mortgaged and not holding.is_whole:
                colour = blend(self.ground, colour, 0.6)
            words = holding.letter + (f"{TIMES}{holding.count}" if holding.count > 1 else "")
            star = "★" if holding.is_whole else ""
            if x + len(words) + len(star) > end:
                x, y = left, y + 1
            if y >= bottom:
                return
            x = self.canvas.chip(x, y, words, colour)
            x = self.canvas.text(x, y, star, self.look.accent) + (0 if star and end < 36 else 1)
        # TRANSLATORS: a jail card a player holds, either form; at most 8 characters
        words = _("card") if self.row.jail_cards == 1 else _("2 cards")
        if self.row.jail_cards and y < bottom and x + len(words) <= end:
            self.canvas.text(x, y, words, self.look.accent)
