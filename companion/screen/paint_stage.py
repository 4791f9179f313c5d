"""The middle of the ring: the dice, the space that was landed on, and what hands must do."""

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.cells import cells
from companion.screen.letters import width as letters_width
from companion.screen.look import blend
from companion.screen.paint_auction import paint_auction
from companion.screen.paint_bars import is_put_back, paint_todos, shown_todos
from companion.screen.paint_deal import paint_deal
from companion.screen.paint_deeds import (
    DEED_HEIGHT,
    DEED_WIDTH,
    ladder_words,
    paint_card,
    paint_ladder,
)
from companion.screen.paint_end import paint_lobby, paint_over
from companion.screen.paint_lines import paint_lines
from companion.screen.paint_wallet import paint_choices, paint_wallet
from companion.screen.scene import Scene
from companion.views.board import deed
from companion.views.prompt_bar import prompt_bar
from companion.views.words import buildings, code, money, space_name
from engine.board import HOTEL
from engine.ids import SpaceId
from engine.phases import Auction, GameOver, Setup
from engine.seats import players_next
from engine.state import State

_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


_OPENED = {"wallet": paint_wallet, "deal": paint_deal, "lines": paint_lines}
LADDER_ROWS = 4  # three of rents, one of mortgage and houses


def paint_stage(canvas: Canvas, scene: Scene) -> None:
    """Draw what the game is at: the lobby, an auction, the end, or the throw and its space."""
    state = scene.state
    if state is None:
        canvas.centred(0, canvas.height // 2, canvas.width, _("Looking for the table …"))
        return
    if scene.plan.size == "L" and scene.opened:
        _OPENED[scene.opened](canvas, scene)
        return
    match state.phase:
        case Setup():
            paint_lobby(canvas, scene, state)
        case Auction() as auction:
            paint_auction(canvas, scene, state, auction)
        case GameOver() as over:
            paint_over(canvas, scene, state, over)
        case _ if scene.has_list and scene.prompt is not None:
            buttons = prompt_bar(state, scene.prompt).buttons
            place = (1, 0, canvas.width - 2, canvas.height)
            paint_choices(canvas, buttons, place, _("TO CHOOSE"))
        case _:
            _paint_turn(canvas, scene, state)


def _paint_turn(canvas: Canvas, scene: Scene, state: State) -> None:
    space = _spotlight(scene, state)
    has_deed = canvas.width >= 76 and canvas.height >= DEED_HEIGHT + 2
    width = canvas.width - DEED_WIDTH - 4 if has_deed else canvas.width
    stage = _Stage(canvas, scene, state, width)
    if canvas.height >= 16:
        stage.tall(space)
    else:
        stage.low(space)
    if has_deed and space is not None:
        card = deed(state, space)
        if card is not None:
            top = (canvas.height - DEED_HEIGHT) // 2
            paint_card(canvas, card, canvas.width - DEED_WIDTH - 3, top)


class _Stage:
    """Draws a turn into the left *width* cells of the stage."""

    def __init__(self, canvas: Canvas, scene: Scene, state: State, width: int) -> None:
        self.canvas = canvas
        self.scene = scene
        self.look = scene.look
        self.state = state
        self.width = width

    def tall(self, space: SpaceId | None) -> None:
        """Compose from 16 rows up."""
        height = self.canvas.height
        spare = max(0, height - 18)
        size = 14 if height >= 26 and self.width >= 46 else 10
        y = spare // 4
        self._headline(y)
        y += 1 + (spare > 2)
        self._dice(y, size)
        y += size // 2 + 1 + spare // 6
        if space is not None:
            self._space(y, space, 4 + (spare > 2))
        y += 5 + (spare > 2)
        hands = shown_todos(self.scene)
        if self.width == self.canvas.width and space is not None:  # no card stands beside it
            y += self._ladder(y - 1, space, height - y - len(hands)) - 1
        room = height - y - 1 - (spare > 2)
        left = 2 if self.width < 60 else 3
        if is_put_back(self.scene) and room > len(hands):
            self.canvas.text(left, y, _("TO PUT BACK"), self.look.dim, bold=True)
            y, room = y + 1, room - 1
        paint_todos(self.canvas, hands, (left, y, self.width - left - 1), room)
        self._next(height - 1)

    def low(self, space: SpaceId | None) -> None:
        """Compose in as little as nine rows."""
        self._headline(0)
        self._dice(1, 7)
        if space is None:
            return
        self._space(5, space, 3)
        card = deed(self.state, space)
        if card is not None and self.canvas.height > 8:
            self.canvas.centred(0, 8, self.width, ladder_words(card), self.look.dim)

    def _ladder(self, y: int, space: SpaceId, rows: int) -> int:
        """Draw the rents under the space; return how many rows they took."""
        card = deed(self.state, space)
        if card is None or rows < 2:
            return 1
        left = 1 if self.width < 60 else 2
        paint_ladder(self.canvas, card, (left, y, self.width - 2 * left), min(rows, LADDER_ROWS))
        return min(rows, LADDER_ROWS)

    def _headline(self, y: int) -> None:
        throw = self.scene.story.throw
        if throw is None or throw.player is None:
            words = _("turn {number}").format(number=self.state.turns)
            self.canvas.centred(0, y, self.width, words, self.look.dim)
            return
        words = _("{player} threw").format(player=self.state.names[throw.player])
        x = max(1, (self.width - cells(words) - 4) // 2)
        x = self.canvas.chip(x, y, f" {throw.player + 1} ", self.look.player(throw.player))
        self.canvas.text(x + 1, y, words, bold=True, width=self.width - x - 1)

    def _dice(self, y: int, size: int) -> None:
        throw = self.scene.story.throw
        gap = 2
        total = str(throw.die_1 + throw.die_2) if throw else ""
        scale = 2 if size >= 12 and self.width >= 44 else 1
        sum_width = letters_width(total, scale) if total else 0
        whole = 2 * size + gap + (3 + sum_width if total else 0)
        x = (self.width - whole) // 2
        faces = (throw.die_1, throw.die_2) if throw else (0, 0)
        for index, face in enumerate(faces):
            _paint_die(self.canvas, x + index * (size + gap), 2 * y, size, face)
        if throw is None:
            return
        after = x + 2 * size + gap
        drop = (size - 5 * scale) // 2
        self.canvas.text(after + 1, y + size // 4, "=", self.look.dim, bold=True)
        self.canvas.block(after + 3, y, total, self.look.text, scale=scale, drop=drop)

    def _space(self, y: int, space: SpaceId, rows: int) -> None:
        state, look, canvas = self.state, self.look, self.canvas
        sign = code(state.edition, space)
        printed = state.edition.spaces[space]
        letter = sign[0] if printed.title else ""
        colour = look.group(letter)
        patch = letters_width(sign) + (6 if rows >= 4 else 4)
        left = 2 if self.width < 60 else 3
        width = self.width - 2 * left
        canvas.fill(left, y, width, rows, look.panel)
        canvas.fill(left, y, patch, rows, colour)
        if rows == 3:  # five half rows of letters in six: half a row more above centres them
            canvas.pixels(left, 2 * y - 1, width, 1, look.panel)
            canvas.pixels(left, 2 * y - 1, patch, 1, colour)
        drop = (2 * rows - 5) // 2
        x = left + (patch - letters_width(sign)) // 2
        canvas.block(x, y, sign, look.on(colour), drop=drop)
        lines = _space_lines(state, space)
        top = y + max(0, rows - 1 - len(lines)) // 2 if rows >= 4 else y
        x = left + patch + 2
        room = width - patch - 3
        canvas.text(x, top, space_name(state.edition, space), bold=True, width=room)
        for offset, (seat, words) in enumerate(lines[: rows - 1], 1):
            at = x
            if seat is not None:
                at = canvas.chip(x, top + offset, f" {seat + 1} ", look.player(seat)) + 1
            canvas.text(at, top + offset, words, look.dim, width=room - (at - x))

    def _next(self, y: int) -> None:
        phase = self.state.phases[0]
        player = getattr(phase, "player", None)
        if player is None:
            return
        later = players_next(self.state, player)
        left = 2 if self.width < 60 else 3
        # TRANSLATORS: before the players whose turns come next; at most 8 characters
        x = self.canvas.text(left, y, _("NEXT"), self.look.dim) + 2
        for seat in later:
            name = self.state.names[seat]
            if x + 5 + cells(name) > self.width - 1:
                break
            x = self.canvas.chip(x, y, f" {seat + 1} ", self.look.player(seat)) + 1
            x = self.canvas.text(x, y, name, self.look.dim) + 2


def _spotlight(scene: Scene, state: State) -> SpaceId | None:
    space = getattr(state.phase, "space", None)
    if space is not None:
        return SpaceId(space)
    if scene.story.spotlight is not None:
        return scene.story.spotlight
    player = getattr(state.phase, "player", None)
    return state.tokens[player] if player is not None and state.tokens else None


def _space_lines(state: State, space: SpaceId) -> list[tuple[int | None, str]]:
    """Return what is to be said of a space: whose it is, what stands there, what it costs."""
    title = state.edition.spaces[space].title
    if title is None:
        return []
    owner = state.owners[space]
    if owner < 0:
        return [(None, _("for sale at {amount}").format(amount=money(title.price)))]
    lines: list[tuple[int | None, str]] = [(owner, state.names[owner])]
    card = deed(state, space)
    if state.mortgaged[space]:
        lines.append((None, _("mortgaged: no rent")))
    elif card is not None:
        due = next((row.amount for row in card.rows if row.is_due), "")
        level = state.levels[space]
        marks = buildings(level) if level < HOTEL else _("◆ hotel")
        rent = _("rent {amount}").format(amount=due)
        lines.append((None, f"{marks}  {rent}".strip()))
    return lines


def _paint_die(canvas: Canvas, x: int, half: int, size: int, face: int) -> None:
    look = canvas.look
    body = look.die if face else blend(look.ground, look.die, 0.12)
    canvas.rounded(x, half, size, size, body)
    if not face:
        return
    pip = 2 if size >= 12 else 1
    step = (size - 2 - pip) // 2 if size < 12 else (size - 4 - pip) // 2
    first = (size - pip - 2 * step) // 2
    for column, line in _PIPS[face]:
        canvas.pixels(x + first + column * step, half + first + line * step, pip, pip, look.pip)
