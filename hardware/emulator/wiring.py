"""The board's `machine` module with all that is soldered to its pins, for either Python.

This file runs under CPython and MicroPython alike. It shares a small piece of memory with the
emulator, which writes what the cells, buttons and knob are exposed to; this side writes what the
lamps and the buzzer do.
"""

import math
import struct

CELL_COUNT = 17
SHARED_BYTES = 128
LEVELS_AT = 0  # 17 pairs of 16 bits: what the lit cell adds, what the room's light gives
INPUTS_AT = 68  # 32 bits: the level of each input pin
SCANS_AT = 72  # 32 bits: scans done, counted at the overflow cell
SAMPLES_AT = 76  # 32 bits: samples taken of the knob
LAMPS_AT = 80  # 24 bytes: green, red, blue a lamp
TONE_AT = 104  # 16 bits: hertz, 0 is silence
FLICKER_AT = 106  # 2 times 16 bits: depth in thousandths of the room's light, and hertz

SELECT_PINS = (2, 3, 4, 5)
CELL_LIGHT_OFF = 6
OVERFLOW_LIGHT = 12
BUZZER = 15
BUTTON_PINS = (16, 17, 18)
KNOB_PINS = (20, 21)
LAMPS = 22
CELLS_ADC = 26
OVERFLOW_ADC = 27

NOISE = 0.01  # of the reading, one standard deviation
READ_S = 0.00025  # between two readings, as the firmware waits; flicker goes by this clock


class Shared:
    """What both sides see; *memory* has `get(at, count)` and `put(at, data)`."""

    def __init__(self, memory) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
        self._memory = memory

    def cell(self, channel: int) -> tuple[int, int]:
        """Return what a cell reads: (added by its own lamp, from the room), 0 to 65535."""
        lit, dark = struct.unpack("@HH", self._memory.get(LEVELS_AT + 4 * channel, 4))
        return lit, dark

    def expose(self, channel: int, lit: int, dark: int) -> None:
        """Set what a cell will read."""
        self._memory.put(LEVELS_AT + 4 * channel, struct.pack("@HH", lit, dark))

    def number(self, at: int) -> int:
        """Return one of the 32-bit numbers."""
        return int(struct.unpack("@I", self._memory.get(at, 4))[0])

    def set_number(self, at: int, value: int) -> None:
        """Set one of the 32-bit numbers."""
        self._memory.put(at, struct.pack("@I", value & 0xFFFFFFFF))

    def lamps(self) -> bytes:
        """Return what the lamps show: green, red, blue a lamp."""
        return bytes(self._memory.get(LAMPS_AT, 24))

    def set_lamps(self, colours: bytes) -> None:
        """Set what the lamps show."""
        self._memory.put(LAMPS_AT, colours)

    def tone(self) -> int:
        """Return the tone that sounds, in hertz; 0 is silence."""
        return int(struct.unpack("@H", self._memory.get(TONE_AT, 2))[0])

    def set_tone(self, hertz: int) -> None:
        """Set the tone that sounds."""
        self._memory.put(TONE_AT, struct.pack("@H", hertz))

    def flicker(self) -> tuple[int, int]:
        """Return how the room's light flickers: (depth in thousandths, hertz)."""
        depth, hertz = struct.unpack("@HH", self._memory.get(FLICKER_AT, 4))
        return depth, hertz

    def set_flicker(self, depth_thousandths: int, hertz: int) -> None:
        """Make the room's light flicker."""
        self._memory.put(FLICKER_AT, struct.pack("@HH", depth_thousandths, hertz))


class _Board:
    """What the pins are soldered to."""

    def __init__(self, shared: Shared, seed: int, at_scan) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
        self.shared = shared
        self._at_scan = at_scan
        self.driven: dict[int, int] = {}
        self._chance = seed & 0x7FFFFFFF
        self._reading_count = 0

    def level(self, pin: int) -> int:
        if pin in KNOB_PINS:
            self.shared.set_number(SAMPLES_AT, self.shared.number(SAMPLES_AT) + 1)
        return self.shared.number(INPUTS_AT) >> pin & 1

    def reading(self, adc: int) -> int:
        if adc == OVERFLOW_ADC:
            channel, is_lit = CELL_COUNT - 1, self.driven.get(OVERFLOW_LIGHT) == 1
            if is_lit:
                self.shared.set_number(SCANS_AT, self.shared.number(SCANS_AT) + 1)
                self._at_scan()
        else:
            channel = sum([self.driven.get(pin, 0) << bit for bit, pin in enumerate(SELECT_PINS)])
            is_lit = self.driven.get(CELL_LIGHT_OFF) == 0
        lit, dark = self.shared.cell(channel)
        value = dark * self._room_now() + (lit if is_lit else 0)
        return max(0, min(65535, round(value * (1 + NOISE * self._bell()))))

    def _room_now(self) -> float:
        depth_thousandths, hertz = self.shared.flicker()
        self._reading_count += 1
        phase = 2 * math.pi * hertz * READ_S * self._reading_count
        return 1 + depth_thousandths * math.sin(phase) / 1000

    def _bell(self) -> float:
        """Return chance with mean 0 and deviation 1, within 3.5: the sum of four even draws."""
        total = 0.0
        for _ in range(4):
            self._chance = (self._chance * 1103515245 + 12345) & 0x7FFFFFFF
            total += self._chance / 0x80000000
        return (total - 2) * 1.732


class _Wired:
    """The base of whatever is soldered to this process's one board."""

    board: _Board


class Pin(_Wired):
    """`machine.Pin`, as far as the firmware uses it."""

    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(
        self, pin: int, mode: int = IN, pull: int | None = None, *, value: int = 0
    ) -> None:
        assert mode == Pin.OUT or pull == Pin.PULL_UP, f"pin {pin} floats"
        self._pin = pin
        self._is_output = mode == Pin.OUT
        if self._is_output:
            self.board.driven[pin] = value

    def value(self, level: int | None = None) -> int | None:
        """Read the pin, or drive it."""
        if level is None:
            return self.board.level(self._pin)
        assert self._is_output, f"pin {self._pin} is an input"
        self.board.driven[self._pin] = level
        return None


class ADC(_Wired):
    """`machine.ADC`."""

    def __init__(self, pin: int) -> None:
        assert pin in (CELLS_ADC, OVERFLOW_ADC), f"nothing is wired to ADC pin {pin}"
        self._pin = pin

    def read_u16(self) -> int:
        """Return what the selected cell reads, 0 to 65535."""
        return self.board.reading(self._pin)


class PWM(_Wired):
    """`machine.PWM`; only the buzzer has one."""

    def __init__(self, _pin: Pin) -> None:
        self._hertz = 0

    def freq(self, hertz: int) -> None:
        """Set the tone."""
        self._hertz = hertz

    def duty_u16(self, duty: int) -> None:
        """Sound, or with 0 fall silent."""
        self.board.shared.set_tone(self._hertz if duty else 0)


def machine_names(  # type: ignore[no-untyped-def]
    shared: Shared,
    uid: bytes,
    seed: int,
    at_scan,  # noqa: ANN001
) -> dict[str, object]:
    """Wire this process's board up; return what `machine` has, but for `reset`.

    *at_scan* is called with nothing at the end of each scan.
    """
    _Wired.board = _Board(shared, seed, at_scan)

    def bitstream(_pin: Pin, _encoding: int, _timing: tuple[int, ...], buffer: bytes) -> None:
        shared.set_lamps(bytes(buffer))

    return {
        "Pin": Pin,
        "ADC": ADC,
        "PWM": PWM,
        "bitstream": bitstream,
        "unique_id": lambda: uid,
    }
