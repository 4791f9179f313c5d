"""What seventeen cells see of dice in a lane: geometry and light as a model, not a measurement.

Millimetres; x runs up the lane from the stop, y across it from the middle. A cell sees a round
Gaussian spot of the window. What lies over it sends light back as its colour does, less with
height; a pip covers the part of the spot that it covers. Levels are those that the cell's own lamp
adds, of 65535.
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from random import Random

CELL_COUNT = 17
LANE_MM = 16.7  # inside the walls: a die and 0.7
PITCH_MM = 4.1  # of the cells
SLOTS_MM = (0.0, 16.3)  # where they begin; the second die lies behind one that is seldom square
DIE_MM = 16.0
SEAT_MM = (1.3, 2.05)  # from the slot's beginning, and aside, between two columns of pips
SPOT_MM = 2.0  # full width of a cell's spot at half its light
HEIGHT_HALF_MM = 3.0  # at this height half of the light comes back
TOLERANCE_MM = 0.15  # of where a die comes to rest, one standard deviation
WINDOW = 12 << 8  # the window's own reflection
PERFECT = 160 << 8  # what a mirror would add to it

_SIGMA = SPOT_MM / 2.3548
_GRID = {letter: (n // 3 - 1, n % 3 - 1) for n, letter in enumerate("abcdefghi")}
_CELLS = "abcdegi"
_PIPS = {
    1: ("e",),
    2: ("ai", "cg"),
    3: ("aei", "ceg"),
    4: ("acgi",),
    5: ("acegi",),
    6: ("acdfgi", "abcghi"),
}


@dataclass(frozen=True)
class Dice:
    """A set of dice: its size, and how much infra-red light its body and pips send back."""

    body: float
    pip: float
    edge_mm: float = 16.0
    pitch_mm: float = 4.1
    pip_mm: float = 3.1


WHITE = Dice(body=0.90, pip=0.05)
RED = Dice(body=0.55, pip=0.90)  # red plastic with white pips: the least contrast of the three
BLACK = Dice(body=0.08, pip=0.90)
SETS = {"white": WHITE, "red": RED, "black": BLACK}


@dataclass(frozen=True)
class Die:
    """A die in the lane, with this face down."""

    dice: Dice
    bottom: int
    x_mm: float
    y_mm: float = 0.0
    yaw_degrees: float = 0.0
    is_turned: bool = False
    """Whether it shows the other orientation of a face that has two."""
    tilt_degrees: float = 0.0
    tilt_towards_degrees: float = 0.0
    """Which way it rises: 0 is up the lane."""


def levels_of(dice: list[Die]) -> list[int]:
    """Return what every cell's lamp adds, with these dice in the lane; the overflow stays free."""
    spots = [
        (begin + DIE_MM / 2 + PITCH_MM * _GRID[cell][0], PITCH_MM * _GRID[cell][1])
        for begin in SLOTS_MM
        for cell in _CELLS
    ]
    spots += [(begin + SEAT_MM[0], SEAT_MM[1]) for begin in SLOTS_MM]
    return [
        round(WINDOW + PERFECT * sum(_returned(die, x, y) for die in dice)) for x, y in spots
    ] + [WINDOW]


def overflow_level(dice: Dice) -> int:
    """Return what the overflow cell's lamp adds with a third die over it."""
    return round(WINDOW + PERFECT * dice.body)


def landed(dice: Dice, tops: list[int], chance: Random, *, askew: float = 1.0) -> list[Die]:
    """Return dice that came to rest flat, one behind the other.

    *askew* is how far from square they may lie, as a share of what the walls allow.
    """
    if dice.edge_mm >= LANE_MM:
        raise ValueError(f"a die of {dice.edge_mm} mm does not fit a lane of {LANE_MM} mm")
    lane: list[Die] = []
    end_mm = 0.0
    for top in tops:
        yaw = askew * chance.uniform(-1, 1) * _yaw_max_degrees(dice.edge_mm)
        half = _half_across(dice.edge_mm, yaw)
        room = LANE_MM / 2 - half
        gap = askew * abs(chance.gauss(0, TOLERANCE_MM))
        lane.append(
            Die(
                dice,
                bottom=7 - top,
                x_mm=end_mm + gap + half,
                y_mm=askew * chance.uniform(-room, room),
                yaw_degrees=yaw,
                is_turned=chance.random() < 0.5,
            )
        )
        end_mm += gap + 2 * half
    return lane


def leaning(die: Die, chance: Random) -> Die:
    """Return the die leaning, by 10 to 40 degrees, on a wall or on the other die."""
    return replace(
        die,
        tilt_degrees=chance.uniform(10, 40),
        tilt_towards_degrees=chance.choice((0, 90, 180, 270)),
    )


def short(lane: list[Die], slot: int, by_mm: float) -> list[Die]:
    """Return the dice with the one in this slot, and what lies behind it, stopped short."""
    return lane[:slot] + [replace(die, x_mm=die.x_mm + by_mm) for die in lane[slot:]]


def _returned(die: Die, x: float, y: float) -> float:
    """Return the share of a spot's light that comes back from one die."""
    turn = math.radians(-die.yaw_degrees)
    right, up = x - die.x_mm, y - die.y_mm
    u = right * math.cos(turn) - up * math.sin(turn)
    v = right * math.sin(turn) + up * math.cos(turn)
    half = die.dice.edge_mm / 2
    inside = _between(u, half) * _between(v, half)
    if inside < 0.001:
        return 0.0
    covered = 0.0
    patterns = _PIPS[die.bottom]
    for pip in patterns[-1 if die.is_turned else 0]:
        row, column = _GRID[pip]
        away = math.hypot(u - row * die.dice.pitch_mm, v - column * die.dice.pitch_mm)
        covered += _covered(round(away, 2), die.dice.pip_mm)
    light = die.dice.body * inside + (die.dice.pip - die.dice.body) * min(covered, inside)
    return light * _from_height(die, u, v)


def _from_height(die: Die, u: float, v: float) -> float:
    if not die.tilt_degrees:
        return 1.0
    towards = math.radians(die.tilt_towards_degrees)
    along = u * math.cos(towards) + v * math.sin(towards) + die.dice.edge_mm / 2
    height = max(0.0, along) * math.sin(math.radians(die.tilt_degrees))
    return 1 / (1 + (height / HEIGHT_HALF_MM) ** 2)


def _between(at: float, half: float) -> float:
    """Return how much of a spot lies between minus and plus *half*, in one direction."""
    scale = _SIGMA * math.sqrt(2)
    return (math.erf((half - at) / scale) + math.erf((half + at) / scale)) / 2


@cache
def _covered(away_mm: float, pip_mm: float) -> float:
    """Return how much of a spot a pip covers whose middle is *away_mm* from the spot's."""
    rings, spokes = 24, 24
    total = 0.0
    for ring in range(rings):
        # Rings of equal light: the radius within which lies this share of a Gaussian spot.
        radius = _SIGMA * math.sqrt(-2 * math.log(1 - (ring + 0.5) / rings))
        for spoke in range(spokes):
            angle = 2 * math.pi * (spoke + 0.5) / spokes
            distance = math.hypot(away_mm + radius * math.cos(angle), radius * math.sin(angle))
            total += distance < pip_mm / 2
    return total / (rings * spokes)


def _yaw_max_degrees(edge_mm: float) -> float:
    """Return how far a die can turn between the walls."""
    low, high = 0.0, 45.0
    for _ in range(30):
        middle = (low + high) / 2
        fits = 2 * _half_across(edge_mm, middle) <= LANE_MM
        low, high = (middle, high) if fits else (low, middle)
    return low


def _half_across(edge_mm: float, yaw_degrees: float) -> float:
    yaw = math.radians(abs(yaw_degrees))
    return edge_mm / 2 * (math.cos(yaw) + math.sin(yaw))
