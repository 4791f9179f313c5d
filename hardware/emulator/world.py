"""The tray and its lane: dice, light, a finger on a button, and what the cells see of it."""

from dataclasses import replace
from enum import Enum
from random import Random

from hardware.emulator import optics
from hardware.emulator.wiring import BUTTON_PINS, CELL_COUNT, INPUTS_AT, KNOB_PINS, Shared

ROOM = 2000
DAZZLING = 65000  # a torch on the lane: lit or not, the cells are at their end
BUTTONS = ("yes", "no", "menu")
SQUARE = 0.25  # how askew dice lie that were laid down with care, of what the walls allow

_SEATS = (14, 15)
_OVERFLOW = 16
_KNOB_TURN = (0b11, 0b10, 0b00, 0b01)  # contacts A and B through one detent, clockwise


class Lying(Enum):
    """How a slot of the lane is filled, where no face can be read."""

    EMPTY = "empty"
    COCKED = "cocked"
    SHORT = "short"
    MOVING = "moving"


Slot = int | Lying
"""The face on top, 1 to 6, or how it lies."""


class World:
    """What the board's sensors are exposed to, drawn from a seed."""

    def __init__(self, shared: Shared, seed: int) -> None:
        self.room = ROOM
        self.dice = optics.WHITE
        self._shared = shared
        self._chance = Random(seed)  # noqa: S311  where dice come to lie in a demo
        self._faulty: dict[int, int] = {}
        self._knob_phase = 0
        self.inputs = 0xFFFFFFFF
        self.lay(Lying.EMPTY, Lying.EMPTY)

    def lay(self, a: Slot, b: Slot, *, has_extra: bool = False) -> None:
        """Fill both slots, and the place of a third die."""
        lane = optics.landed(self.dice, [_top(a), _top(b)], self._chance)
        for slot, lying in enumerate((a, b)):
            if lying is Lying.COCKED:
                lane[slot] = optics.leaning(lane[slot], self._chance)
            elif lying is Lying.SHORT:
                lane = optics.short(lane, slot, self._chance.uniform(2, 12))
        levels = optics.levels_of(
            [die for die, lying in zip(lane, (a, b), strict=True) if lying is not Lying.EMPTY]
        )
        for slot, lying in enumerate((a, b)):
            if lying is Lying.MOVING:
                for cell in (*range(7 * slot, 7 * slot + 7), _SEATS[slot]):
                    levels[cell] = self._chance.randint(optics.WINDOW, optics.PERFECT)
        if has_extra:
            levels[_OVERFLOW] = optics.overflow_level(self.dice)
        self._expose(levels)

    def set_down(self, top: int, *, is_turned: bool) -> None:
        """Lay both dice down by hand, square, with this face on top in one orientation."""
        lane = optics.landed(self.dice, [top, top], self._chance, askew=SQUARE)
        self._expose(optics.levels_of([replace(die, is_turned=is_turned) for die in lane]))

    def _expose(self, levels: list[int]) -> None:
        assert len(levels) == CELL_COUNT, "a level a cell"
        for cell, level in enumerate(levels):
            self._shared.expose(cell, self._faulty.get(cell, level), self.room)

    def flicker(self, depth_thousandths: int, hertz: int) -> None:
        """Make the room's light flicker from now on; a depth of 0 is daylight."""
        self._shared.set_flicker(depth_thousandths, hertz)

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


def _top(lying: Slot) -> int:
    """Return the face on top; where none can be read, any."""
    return 1 if isinstance(lying, Lying) else lying
