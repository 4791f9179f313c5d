"""The tray and its lane: dice, light, a finger on a button, and what the cells see of it.

The optics are a simple model, not bench measurements: a cell reads a share between what a pip and
what the body of a die would give, because its footprint is wider than a pip and dice never lie
exactly.
"""

from enum import Enum
from random import Random

from hardware.emulator.wiring import BUTTON_PINS, CELL_COUNT, INPUTS_AT, KNOB_PINS, Shared

BODY = 156 << 8  # what a cell's own lamp adds, of 65535
PIP = 47 << 8
FLOOR = 12 << 8  # the window's own reflection
ROOM = 2000
DAZZLING = 65000  # a torch on the lane: lit or not, the cells are at their end
BUTTONS = ("yes", "no", "menu")

_CELLS = "abcdegi"
_SEATS = (14, 15)
_OVERFLOW = 16
_PIPS = {
    1: ("e",),
    2: ("ai", "cg"),
    3: ("aei", "ceg"),
    4: ("acgi",),
    5: ("acegi",),
    6: ("acdfgi", "abcghi"),
}
_KNOB_TURN = (0b11, 0b10, 0b00, 0b01)  # contacts A and B through one detent, clockwise


class Lying(Enum):
    """How a slot of the lane is filled, where no face can be read."""

    EMPTY = "empty"
    COCKED = "cocked"
    MOVING = "moving"


Slot = int | Lying
"""The face on top, 1 to 6, or how it lies."""


class World:
    """What the board's sensors are exposed to, drawn from a seed."""

    def __init__(self, shared: Shared, seed: int) -> None:
        self.room = ROOM
        self._shared = shared
        self._chance = Random(seed)  # noqa: S311  where dice come to lie in a demo
        self._faulty: dict[int, int] = {}
        self._knob_phase = 0
        self.inputs = 0xFFFFFFFF
        self.lay(Lying.EMPTY, Lying.EMPTY)

    def lay(self, a: Slot, b: Slot, *, has_extra: bool = False) -> None:
        """Fill both slots, and the place of a third die."""
        levels = [FLOOR] * CELL_COUNT
        for slot, die in enumerate((a, b)):
            if die is Lying.EMPTY:
                continue
            for cell, share in zip(range(7 * slot, 7 * slot + 7), self._shares(die), strict=True):
                levels[cell] = _level(share)
            levels[_SEATS[slot]] = _level(self._seat_share(die))
        if has_extra:
            levels[_OVERFLOW] = BODY
        for cell, level in enumerate(levels):
            self._shared.expose(cell, self._faulty.get(cell, level), self.room)

    def break_cell(self, cell: int, level: int) -> None:
        """Make a cell read *level* from the next `lay` on, whatever lies on it."""
        self._faulty[cell] = level

    def hold(self, button: str, *, is_down: bool) -> None:
        """Press a button, or let go of it."""
        self._set_input(BUTTON_PINS[BUTTONS.index(button)], 0 if is_down else 1)

    def turn_knob_a_step(self, direction: int) -> None:
        """Turn the knob by a quarter of a detent, clockwise positive."""
        self._knob_phase = (self._knob_phase + direction) % len(_KNOB_TURN)
        contacts = _KNOB_TURN[self._knob_phase]
        self._set_input(KNOB_PINS[0], contacts >> 1)
        self._set_input(KNOB_PINS[1], contacts & 1)

    def _set_input(self, pin: int, level: int) -> None:
        self.inputs = self.inputs & ~(1 << pin) | level << pin

    @property
    def inputs(self) -> int:
        """The level of each input pin, as bits; contacts pull to ground."""
        return self._shared.number(INPUTS_AT)

    @inputs.setter
    def inputs(self, levels: int) -> None:
        self._shared.set_number(INPUTS_AT, levels)

    def _shares(self, die: Slot) -> list[float]:
        """Return how much body each cell sees, 0 to 1; the bottom face is seven less the top."""
        if die is Lying.MOVING:
            return [self._chance.random() for _ in _CELLS]
        if isinstance(die, Lying):
            return [self._chance.uniform(0.2, 0.5) for _ in _CELLS]
        pips = self._chance.choice(_PIPS[7 - die])
        return [
            self._chance.uniform(0.0, 0.3) if cell in pips else self._chance.uniform(0.94, 1.0)
            for cell in _CELLS
        ]

    def _seat_share(self, die: Slot) -> float:
        return self._chance.uniform(0.2, 0.5) if isinstance(die, Lying) else 0.97


def _level(share: float) -> int:
    return round(PIP + share * (BODY - PIP))
