"""A drawing of the mask from below, where it is soldered: which hole is which channel."""

import re
from typing import Final

from hardware.tools.netlist import HARDWARE

SCALE: Final = 12.0  # of a millimetre on the drawing
MARGIN_MM: Final = 8.0
_CELLS: Final = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (1, -1), (1, 1))  # a b c d e g i


def holes() -> list[tuple[float, float]]:
    """Return where each channel's hole is, in millimetres up the lane and aside."""
    text = (HARDWARE / "enclosure" / "parameters.scad").read_text("utf-8")
    said = dict(re.findall(r"^(\w+) = \[?([^;\]]+)", text, re.MULTILINE))
    die, pitch, second = (float(said[name]) for name in ("die", "pitch", "second_slot"))
    seat_x, seat_y = (float(word) for word in said["seat"].split(","))
    slots = (0.0, second)
    found = [
        (slot + die / 2 + row * pitch, column * pitch) for slot in slots for row, column in _CELLS
    ]
    found += [(slot + seat_x, seat_y) for slot in slots]
    return [*found, (2 * second + die / 2, 0.0)]


def svg() -> str:
    """Return the drawing."""
    text = (HARDWARE / "enclosure" / "parameters.scad").read_text("utf-8")
    length = float(re.findall(r"^lane_length = ([\d.]+)", text, re.MULTILINE)[0])
    lane = sum(float(re.findall(rf"^{name} = ([\d.]+)", text, re.MULTILINE)[0])
               for name in ("die", "clearance"))  # fmt: skip
    width, height = length + 2 * MARGIN_MM, lane + 2 * MARGIN_MM
    middle = height / 2
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * SCALE:.0f} '
            f'{height * SCALE:.0f}" font-family="DejaVu Sans, sans-serif" text-anchor="middle">'
        ),
        f'<rect width="{width * SCALE:.0f}" height="{height * SCALE:.0f}" fill="white"/>',
        (
            f'<rect x="{MARGIN_MM * SCALE:.0f}" y="{MARGIN_MM * SCALE:.0f}" '
            f'width="{length * SCALE:.0f}" height="{lane * SCALE:.0f}" fill="#eee" stroke="black"/>'
        ),
        _words(width / 2, MARGIN_MM * 0.55, "The mask from below: the number is the channel", 26),
        _words(MARGIN_MM / 2, middle, "stop", 24),
        _words(width - MARGIN_MM / 2, middle, "tower", 22),
    ]
    for channel, (x, y) in enumerate(holes()):
        at_x, at_y = MARGIN_MM + x, middle + y  # from below: what is left in the lane is below here
        lines.append(
            f'<circle cx="{at_x * SCALE:.1f}" cy="{at_y * SCALE:.1f}" r="{0.9 * SCALE:.1f}" '
            'fill="white" stroke="black"/>'
        )
        lines.append(_words(at_x, at_y + 0.45, str(channel), 14))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _words(x: float, y: float, words: str, size: int) -> str:
    return (
        f'<text x="{x * SCALE:.1f}" y="{y * SCALE:.1f}" font-size="{size}" '
        f'stroke="none">{words}</text>'
    )
