"""Charts of simulated games: bars for the terminal, and one picture as SVG or PNG."""

import importlib.util
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from xml.sax.saxutils import escape

from companion.errors import TapbankError
from companion.locales import _

BAR_COLUMNS = 40
EIGHTHS = " ▏▎▍▌▋▊▉"
SPARKS = "▁▂▃▄▅▆▇█"

WIDTH, HEIGHT = 1000, 720
PANEL_WIDTH, PANEL_HEIGHT = 460, 320
MARGIN = 26
INK, PAPER, BAR, LINE = "#22303c", "#fbfaf5", "#3f7f93", "#b5532f"
FAINT = "#d9d6c9"
TOP_SPACES = 12

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Rect:
    """A filled rectangle, in pixels from the upper left."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Label:
    """Words; *y* is their base line."""

    x: float
    y: float
    text: str
    size: int = 13
    anchor: Anchor = "start"


Shape = Rect | Stroke | Label


def bar(share: float, columns: int = BAR_COLUMNS) -> str:
    """Return a bar that fills *share*, 0 to 1, of so many columns."""
    eighths = round(max(0.0, min(share, 1.0)) * columns * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (EIGHTHS[rest] if rest else "")


def spark(values: Sequence[float]) -> str:
    """Return a line of small columns, one a value."""
    top = max(values, default=0) or 1
    return "".join(SPARKS[min(7, int(value / top * 8))] for value in values)


def histogram(values: Sequence[float], bins: int = 12) -> list[tuple[float, float, int]]:
    """Return bins of round width that hold all values: from, to, count."""
    low, high = min(values), max(values)
    width = _round_step((high - low) / bins or 1)
    start = math.floor(low / width) * width
    counts = [0] * (int((high - start) / width) + 1)
    for value in values:
        counts[int((value - start) / width)] += 1
    return [(start + i * width, start + (i + 1) * width, n) for i, n in enumerate(counts)]


def picture(summary: dict[str, Any], minutes: Sequence[float]) -> list[Shape]:
    """Return one picture of four charts: length, winners, money over time, income by space."""
    title = _("{games} games, {players} players, {rules}, {edition}, seed {seed}").format(**summary)
    lengths = [(f"{low:g}", count) for low, _high, count in histogram(minutes)]
    winners = [(name, row["share"]) for name, row in sorted(summary["winners_by_policy"].items())]
    winners += [
        (_("seat {number}").format(number=row["seat"]), row["share"])
        for row in summary["winners_by_seat"]
    ]
    income = sorted(summary["spaces"], key=lambda row: -row["income"])[:TOP_SPACES]
    shapes: list[Shape] = [
        Rect(0, 0, WIDTH, HEIGHT, PAPER),
        Label(MARGIN, 26, title, 16),
    ]
    left, right = MARGIN, WIDTH - MARGIN - PANEL_WIDTH
    top, bottom = 50, 50 + PANEL_HEIGHT + 10
    shapes += _columns(left, top, _("Minutes at the table, games"), lengths)
    shapes += _rows(right, top, _("Share of games won"), winners, "{:.0%}")
    shapes += _money(left, bottom, summary)
    rows = [(row["slug"], row["income"]) for row in income]
    shapes += _rows(right, bottom, _("Rent earned, by space"), rows, "{:,.0f}")
    return shapes


def svg(shapes: Sequence[Shape]) -> str:
    """Return the picture as SVG."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" fill="{INK}">'
    )
    lines = [head]
    for shape in shapes:
        match shape:
            case Rect(x, y, width, height, colour):
                lines.append(
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                    f'height="{height:.1f}" fill="{colour}"/>'
                )
            case Stroke(points, colour):
                path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
                lines.append(
                    f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
                )
            case Label(x, y, text, size, anchor):
                lines.append(
                    f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" '
                    f'text-anchor="{anchor}">{escape(text)}</text>'
                )
    return "\n".join([*lines, "</svg>", ""])


def check_png() -> None:
    """See that a PNG can be drawn.

    Raises:
        TapbankError: Pillow, which draws it, is not installed.
    """
    if importlib.util.find_spec("PIL") is None:
        raise TapbankError(_("A PNG needs the package Pillow; --svg needs nothing."))


def write_png(shapes: Sequence[Shape], path: Path) -> None:
    """Write the picture as PNG.

    Raises:
        TapbankError: Pillow, which draws it, is not installed.
    """
    check_png()
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415  # only who wants a PNG needs it

    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    anchors = {"start": "ls", "middle": "ms", "end": "rs"}
    for shape in shapes:
        match shape:
            case Rect(x, y, width, height, colour):
                draw.rectangle((x, y, x + width, y + height), fill=colour)
            case Stroke(points, colour):
                draw.line(points, fill=colour, width=2)
            case Label(x, y, text, size, anchor):
                font = ImageFont.load_default(size)
                draw.text((x, y), text, fill=INK, font=font, anchor=anchors[anchor])
    image.save(path, "PNG")


def _columns(x: float, y: float, title: str, values: Sequence[tuple[str, float]]) -> list[Shape]:
    top = max((value for _name, value in values), default=0) or 1
    step = PANEL_WIDTH / len(values)
    base = y + PANEL_HEIGHT - 40
    shapes: list[Shape] = [Label(x, y + 14, title, 14)]
    for index, (name, value) in enumerate(values):
        height = value / top * (PANEL_HEIGHT - 90)
        shapes.append(Rect(x + index * step + 2, base - height, step - 4, height, BAR))
        shapes.append(Label(x + index * step + 2, base + 16, name, 11))
        if value:
            middle = x + (index + 0.5) * step
            shapes.append(Label(middle, base - height - 4, f"{value:g}", 11, "middle"))
    return [*shapes, Rect(x, base, PANEL_WIDTH, 1, INK)]


def _rows(
    x: float, y: float, title: str, values: Sequence[tuple[str, float]], form: str
) -> list[Shape]:
    top = max((value for _name, value in values), default=0) or 1
    step = min(24.0, (PANEL_HEIGHT - 50) / max(len(values), 1))
    shapes: list[Shape] = [Label(x, y + 14, title, 14)]
    for index, (name, value) in enumerate(values):
        place = y + 30 + index * step
        width = value / top * (PANEL_WIDTH - 220)
        shapes.append(Label(x + 140, place + step * 0.7, name, 12, "end"))
        shapes.append(Rect(x + 148, place + 2, width, step - 5, BAR))
        shapes.append(Label(x + 154 + width, place + step * 0.7, form.format(value), 12))
    return shapes


def _money(x: float, y: float, summary: dict[str, Any]) -> list[Shape]:
    """Draw the mean cash of richest, everybody and poorest, as long as a tenth of games goes on."""
    samples = [row for row in summary["money_over_time"] if row["games"] * 10 >= summary["games"]]
    keys = ("richest_mean", "cash_mean", "poorest_mean")
    names = (_("richest"), _("mean"), _("poorest"))
    colours = (LINE, INK, BAR)
    top = max(row["richest_mean"] for row in samples) or 1
    step = (PANEL_WIDTH - 60) / max(len(samples) - 1, 1)
    base, height = y + PANEL_HEIGHT - 40, PANEL_HEIGHT - 80
    title = _("Cash by turn ({currency}); the tallest is {amount}")
    shapes: list[Shape] = [
        Label(x, y + 14, title.format(currency=summary["currency"], amount=f"{top:,.0f}"), 14),
        Rect(x, base, PANEL_WIDTH - 60, 1, FAINT),
    ]
    for key, name, colour in zip(keys, names, colours, strict=True):
        points = tuple(
            (x + index * step, base - row[key] / top * height) for index, row in enumerate(samples)
        )
        shapes.append(Stroke(points, colour))
        shapes.append(Label(points[-1][0] + 6, points[-1][1] + 4, name, 11))
    for row in samples[:: max(1, len(samples) // 6)]:
        place = x + row["turn"] / samples[1]["turn"] * step if len(samples) > 1 else x
        shapes.append(Label(place, base + 16, str(row["turn"]), 11))
    return shapes


def _round_step(width: float) -> float:
    """Return the next of 1, 2, 5, 10, 20 … that is not below *width*."""
    power = 10.0 ** math.floor(math.log10(width))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= width * 0.999)
