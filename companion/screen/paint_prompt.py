"""The prompt bar: the one thing asked, in the colour of whoever must act."""

import textwrap

from companion.locales import _
from companion.screen.canvas import Canvas
from companion.screen.letters import figures, fitting
from companion.screen.letters import width as letters_width
from companion.screen.look import blend
from companion.screen.plan import BUTTON_HEIGHT_MIN, BUTTON_WIDTH_MIN, BUTTONS_MAX, Area
from companion.screen.scene import Scene
from companion.views.prompt_bar import Button, PromptBar, prompt_bar

CALL_MARK = "((•))"
DOT = " · "
COUNT_MIN = 16  # columns for a countdown beside words
BLOCK_ROWS = 3  # of letters at scale 1
WORDS_MIN = 8  # columns; fewer say nothing


def paint_prompt(canvas: Canvas, scene: Scene) -> None:
    """Draw the bar; dark where nobody in particular is meant."""
    if scene.state is None:
        canvas.fill(0, 0, canvas.width, canvas.height, canvas.look.panel)
        return
    bar = prompt_bar(scene.state, scene.prompt)
    _Bar(canvas, scene, bar).paint()


def button_areas(scene: Scene) -> tuple[tuple[int, Area], ...]:
    """Return the buttons shown, by the index of their choice, within the prompt bar."""
    if scene.state is None:
        return ()
    return _areas(scene, prompt_bar(scene.state, scene.prompt))


def _areas(scene: Scene, bar: PromptBar) -> tuple[tuple[int, Area], ...]:
    """Return as many buttons as leave room for the name, at least two."""
    most = BUTTONS_MAX[scene.plan.size]
    needed = _sign_width(scene.plan.size, bar) + _headline_width(bar) + 2
    for count in range(most, 1, -1):
        areas = _row(scene, bar, count)
        if not areas or areas[0][1].x - 2 >= needed:
            return areas
    return _row(scene, bar, 2)


def _row(scene: Scene, bar: PromptBar, count: int) -> tuple[tuple[int, Area], ...]:
    area, size = scene.plan.prompt, scene.plan.size
    shown = _window(bar, count)
    if not shown:
        return ()
    longest = max(max(len(button.label), len(button.after)) for button in shown) + (
        2 if size == "S" else 4
    )
    widest = {"S": 16, "M": 18, "L": 22}[size]
    width = max(BUTTON_WIDTH_MIN, min(longest, widest))
    height = BUTTON_HEIGHT_MIN + (3 if size == "L" else 1)
    top = 1
    x = area.width - 2 - len(shown) * (width + 1) + 1
    return tuple(
        (button.index, Area(x + place * (width + 1), top, width, height))
        for place, button in enumerate(shown)
    )


def _sign_width(size: str, bar: PromptBar) -> int:
    """Return the columns that the player's digit takes."""
    return letters_width("8", 2 if size == "L" else 1) + 8 if bar.seat is not None else 2


def _headline_width(bar: PromptBar) -> int:
    """Return the columns that name and amount take at their smallest."""
    if bar.seat is None:
        return 0
    amount = _figures(bar.amount)
    return letters_width(bar.headline) + (letters_width(amount) + 2 if amount else 0)


def _window(bar: PromptBar, count: int) -> tuple[Button, ...]:
    """Return the *count* buttons around the highlighted one."""
    first = min(max(0, bar.highlight - count // 2), max(0, len(bar.buttons) - count))
    return bar.buttons[first : first + count]


class _Bar:
    """Draws one bar."""

    def __init__(self, canvas: Canvas, scene: Scene, bar: PromptBar) -> None:
        self.canvas = canvas
        self.look = scene.look
        self.scene = scene
        self.bar = bar
        self.colour = self.look.raised if bar.seat is None else self.look.player(bar.seat)
        self.ink = self.look.on(self.colour)
        self.scale = 2 if scene.plan.size == "L" else 1
        self.letters = (5 * self.scale + 1) // 2
        self.top = 1
        self.counts = bool(bar.seconds_whole) and scene.seconds_left is not None
        self.count_x = 2

    def paint(self) -> None:
        canvas = self.canvas
        canvas.fill(0, 0, canvas.width, canvas.height, self.colour)
        areas = _areas(self.scene, self.bar)
        end = areas[0][1].x - 2 if areas else canvas.width - 2
        x = self._sign() if self.bar.seat is not None else 2
        self._words(x, end)
        self._buttons(areas)
        self._line(x, end)
        self._count()

    def _sign(self) -> int:
        """Draw the player's digit in a dark box; return the column after it."""
        canvas, bar = self.canvas, self.bar
        assert bar.seat is not None, "a sign is a player's"
        sign = str(bar.seat + 1)
        width = letters_width(sign, self.scale) + 4
        height = self.letters + 2
        top = 0 if self.scale == 1 else 1
        canvas.fill(2, top, width, height, self.look.ink)
        ink = self.look.legible(self.colour, self.look.ink)
        drop = (2 * height - 5 * self.scale) // 2
        canvas.block(4, top, sign, ink, scale=self.scale, drop=drop)
        return 2 + width + 2

    def _words(self, x: int, end: int) -> None:
        """Draw the name, and the amount beside it, as large as room is for both."""
        canvas, bar = self.canvas, self.bar
        amount = _figures(bar.amount)
        room = end - x
        scale = self.scale
        while scale > 1 and _width_of(bar.headline, amount, scale) > room:
            scale -= 1
        taken = letters_width(amount, scale) + 2 if amount else 0
        if taken and room - taken >= letters_width(bar.headline[:3] or "A", scale):
            canvas.block(end - taken + 2, self.top, amount, self.ink, scale=scale)
            room -= taken
        name = fitting(bar.headline, room, scale)
        if name == bar.headline:
            canvas.block(x, self.top, name, self.ink, scale=scale)
        else:  # half a name or question would mislead
            self._question(x, room)

    def _question(self, x: int, room: int) -> None:
        """Draw a long question in two lines of block letters where they fit, else in words."""
        canvas, question = self.canvas, self.bar.headline
        if self.scale > 1:
            for lines in _halves(question):
                if all(fitting(line, room) == line for line in lines):
                    for line, y in zip(lines, (self.top, self.top + BLOCK_ROWS), strict=True):
                        canvas.block(x, y, line, self.ink)
                    return
        words = _wrapped(question, room, 2)
        for y, line in enumerate(words, self.top + (len(words) == 1)):
            canvas.text(x, y, line, self.ink, bold=True, width=room)

    def _line(self, x: int, end: int) -> None:
        """Write what hands do, the question and its detail: beside it, then below, never half."""
        canvas, bar = self.canvas, self.bar
        y, first = self.top + self.letters + (self.scale == 2), x
        if bar.call:
            call = f" {CALL_MARK} {bar.call} "
            box = self.look.ink if bar.seat is not None else self.look.accent
            ink = self.look.legible(self.colour, box) if bar.seat is not None else ""
            x = canvas.text(x, y, call, ink or self.look.on(box), on=box, bold=True) + 2
        below = canvas.width - 2 - (COUNT_MIN if self.counts else 0)
        rooms = [(x, y, end), (first, y + 1, below)]
        title = bar.title if bar.seat is not None or not bar.headline else ""
        for words, is_bold in ((title, True), (bar.detail, False)):
            if len(rooms) > 1 and words and len(words) > rooms[0][2] - rooms[0][0]:
                del rooms[0]
            if not words or rooms[0][2] - rooms[0][0] < WORDS_MIN:
                continue
            x, y, end = rooms[0]
            shown = words if is_bold else _whole_parts(words, end - x)
            x = canvas.text(x, y, shown, self.ink, bold=is_bold, width=end - x) + 2
            rooms[0] = (x, y, end)
            if y == canvas.height - 1:
                self.count_x = x

    def _buttons(self, areas: tuple[tuple[int, Area], ...]) -> None:
        by_index = {button.index: button for button in self.bar.buttons}
        for place, (index, area) in enumerate(areas):
            self._button(by_index[index], area)
            middle = area.y + area.height // 2
            if place == 0 and index > 0:
                self.canvas.text(area.x - 1, middle, "◂", self.ink, bold=True)
            if place == len(areas) - 1 and index < len(self.bar.buttons) - 1:
                self.canvas.text(area.x + area.width, middle, "▸", self.ink, bold=True)

    def _button(self, button: Button, area: Area) -> None:
        canvas, look = self.canvas, self.look
        dark = look.ink
        box = look.white if button.is_highlighted else dark
        if button.is_highlighted and self.colour in {look.white, "#FFFFFF"}:
            box = look.accent
        canvas.fill(area.x, area.y, area.width, area.height, box)
        ink = look.on(box)
        rows = area.height - bool(button.after)
        words = _wrapped(button.label, area.width - 2, rows)
        if len(max(words, key=len)) > area.width - 2:
            words = _wrapped(canvas.shorten(button.label, 0), area.width - 2, rows)
        y = area.y + (area.height - len(words) - bool(button.after)) // 2
        if button.is_highlighted:
            canvas.text(area.x + (area.width > len(words[0]) + 3), y, "▸", ink, bold=True)
        for line in words:
            canvas.centred(area.x + 1, y, area.width - 2, line, ink, bold=button.is_highlighted)
            y += 1
        if button.after:
            faint = look.legible(blend(box, ink, 0.75), box)
            canvas.centred(area.x + 1, y, area.width - 2, button.after, faint)

    def _count(self) -> None:
        """Draw the countdown along the bottom edge, and the seconds at its end."""
        left = self.scene.seconds_left
        whole = self.bar.seconds_whole
        if left is None or not whole:
            return
        canvas = self.canvas
        y = canvas.height - 1
        words = _("{seconds} s").format(seconds=max(0, round(left)))
        x, room = self.count_x, canvas.width - len(words) - 3 - self.count_x
        full = max(0, min(room, round(room * left / whole)))
        canvas.pixels(x, 2 * y + 1, room, 1, blend(self.colour, self.ink, 0.22))
        canvas.pixels(x, 2 * y + 1, full, 1, self.ink)
        canvas.right(canvas.width - 2, y, words, self.ink, bold=True)


def _whole_parts(words: str, width: int) -> str:
    """Return as many parts of a detail as fit, each whole."""
    parts = words.split(DOT)
    while parts and len(DOT.join(parts)) > width:
        parts.pop()
    return DOT.join(parts)


def _wrapped(label: str, width: int, lines: int) -> list[str]:
    """Return a label in at most so many lines; what is too long is cut where it is written."""
    found = textwrap.wrap(label, width, break_long_words=False) or [""]
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return found


def _halves(question: str) -> list[tuple[str, str]]:
    """Return the ways to break a question into two lines, the most even first."""
    words = question.split()
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return sorted(ways, key=lambda way: max(map(letters_width, way)))


def _width_of(name: str, amount: str, scale: int) -> int:
    """Return how wide name and amount are beside each other."""
    return letters_width(name, scale) + (letters_width(amount, scale) + 2 if amount else 0)


def _figures(amount: str) -> str:
    """Return an amount of the view for block letters."""
    digits = "".join(sign for sign in amount if sign.isdigit())
    return figures(int(digits)) if digits else ""
