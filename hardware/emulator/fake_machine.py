"""The `machine` module of MicroPython, with the dice board's wiring behind its pins.

It runs in the firmware's process and shares a small file with the emulator: the emulator writes
what the cells, buttons and knob are exposed to, this side writes what the lamps and the buzzer do.
"""

import mmap
import os
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import ClassVar, NoReturn

CELL_COUNT = 17
SHARED_BYTES = 128
LEVELS_AT = 0  # 17 pairs of 16 bits: what the lit cell adds, what the room's light gives
INPUTS_AT = 68  # 32 bits: the level of each input pin
SCANS_AT = 72  # 32 bits: scans done, counted at the overflow cell
SAMPLES_AT = 76  # 32 bits: samples taken of the knob
LAMPS_AT = 80  # 24 bytes: green, red, blue a lamp
TONE_AT = 104  # 16 bits: hertz, 0 is silence

SELECT_PINS = (2, 3, 4, 5)
CELL_LIGHT_OFF = 6
OVERFLOW_LIGHT = 12
BUTTON_PINS = (16, 17, 18)
KNOB_PINS = (20, 21)
CELLS_ADC = 26
OVERFLOW_ADC = 27

RESET_STATUS = 3  # how the process ends when the firmware resets itself
NOISE = 0.01  # of the reading, one standard deviation
SLEEP_US_MIN = 2000  # shorter sleeps are saved up: waking a process costs more than they last


class Shared:
    """The file both processes map."""

    def __init__(self, path: Path) -> None:
        descriptor = os.open(path, os.O_RDWR)
        try:
            self._map = mmap.mmap(descriptor, SHARED_BYTES)
        finally:
            os.close(descriptor)

    def cell(self, channel: int) -> tuple[int, int]:
        """Return what a cell reads: (added by its own lamp, from the room), 0 to 65535."""
        lit, dark = struct.unpack_from("@HH", self._map, LEVELS_AT + 4 * channel)
        return lit, dark

    def expose(self, channel: int, lit: int, dark: int) -> None:
        """Set what a cell will read."""
        struct.pack_into("@HH", self._map, LEVELS_AT + 4 * channel, lit, dark)

    def number(self, at: int) -> int:
        """Return one of the 32-bit numbers."""
        return int(struct.unpack_from("@I", self._map, at)[0])

    def set_number(self, at: int, value: int) -> None:
        """Set one of the 32-bit numbers."""
        struct.pack_into("@I", self._map, at, value & 0xFFFFFFFF)

    def lamps(self) -> bytes:
        """Return what the lamps show: green, red, blue a lamp."""
        return self._map[LAMPS_AT : LAMPS_AT + 24]

    def set_lamps(self, colours: bytes) -> None:
        """Set what the lamps show."""
        self._map[LAMPS_AT : LAMPS_AT + 24] = colours

    def tone(self) -> int:
        """Return the tone that sounds, in hertz; 0 is silence."""
        return int(struct.unpack_from("@H", self._map, TONE_AT)[0])

    def set_tone(self, hertz: int) -> None:
        """Set the tone that sounds."""
        struct.pack_into("@H", self._map, TONE_AT, hertz)

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()


class _Wiring:
    """What the pins are soldered to."""

    def __init__(self, shared: Shared, uid: bytes, seed: int) -> None:
        self.shared = shared
        self.uid = uid
        self.chance = Random(seed)  # noqa: S311  sensor noise, not a secret
        self.driven: dict[int, int] = {}

    def level(self, pin: int) -> int:
        if pin in KNOB_PINS:
            self.shared.set_number(SAMPLES_AT, self.shared.number(SAMPLES_AT) + 1)
        return self.shared.number(INPUTS_AT) >> pin & 1

    def reading(self, adc: int) -> int:
        if adc == OVERFLOW_ADC:
            channel, is_lit = CELL_COUNT - 1, self.driven.get(OVERFLOW_LIGHT) == 1
            self.shared.set_number(SCANS_AT, self.shared.number(SCANS_AT) + is_lit)
        else:
            channel = sum(self.driven.get(pin, 0) << bit for bit, pin in enumerate(SELECT_PINS))
            is_lit = self.driven.get(CELL_LIGHT_OFF) == 0
        lit, dark = self.shared.cell(channel)
        value = dark + (lit if is_lit else 0)
        return max(0, min(65535, round(value * self.chance.gauss(1, NOISE))))


class _Wired:
    """The base of whatever is soldered to this process's one board."""

    wiring: ClassVar[_Wiring]


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
            self.wiring.driven[pin] = value

    def value(self, level: int | None = None) -> int | None:
        """Read the pin, or drive it."""
        if level is None:
            return self.wiring.level(self._pin)
        assert self._is_output, f"pin {self._pin} is an input"
        self.wiring.driven[self._pin] = level
        return None


class ADC(_Wired):
    """`machine.ADC`."""

    def __init__(self, pin: int) -> None:
        assert pin in {CELLS_ADC, OVERFLOW_ADC}, f"nothing is wired to ADC pin {pin}"
        self._pin = pin

    def read_u16(self) -> int:
        """Return what the selected cell reads, 0 to 65535."""
        return self.wiring.reading(self._pin)


class PWM(_Wired):
    """`machine.PWM`; only the buzzer has one."""

    def __init__(self, _pin: Pin) -> None:
        self._hertz = 0

    def freq(self, hertz: int) -> None:
        """Set the tone."""
        self._hertz = hertz

    def duty_u16(self, duty: int) -> None:
        """Sound, or with 0 fall silent."""
        self.wiring.shared.set_tone(self._hertz if duty else 0)


def install(shared: Shared, uid: bytes, seed: int) -> None:
    """Make `import machine` and `import micropython` work, and give `time` its ticks."""
    _Wired.wiring = _Wiring(shared, uid, seed)
    _module(
        "machine",
        Pin=Pin,
        ADC=ADC,
        PWM=PWM,
        bitstream=_bitstream,
        unique_id=lambda: uid,
        reset=_reset,
    )
    _module("micropython", const=lambda value: value)
    for name, value in _ticks().items():
        setattr(time, name, value)


def _module(name: str, **names: object) -> None:
    module = ModuleType(name)
    vars(module).update(names)
    sys.modules[name] = module


def _bitstream(_pin: Pin, _encoding: int, _timing: tuple[int, ...], buffer: bytes) -> None:
    _Wired.wiring.shared.set_lamps(bytes(buffer))


def _reset() -> NoReturn:
    os._exit(RESET_STATUS)


def _ticks() -> dict[str, Callable[..., int | None]]:
    owed_us = 0.0

    def sleep_us(duration_us: int) -> None:
        nonlocal owed_us
        owed_us += duration_us
        if owed_us >= SLEEP_US_MIN:
            began = time.perf_counter()
            time.sleep(owed_us / 1e6)
            owed_us -= min(1e6 * (time.perf_counter() - began), 2 * SLEEP_US_MIN)

    def ticks_ms() -> int:
        return time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF

    def ticks_diff(later: int, earlier: int) -> int:
        return (later - earlier + 0x20000000 & 0x3FFFFFFF) - 0x20000000

    return {"sleep_us": sleep_us, "ticks_ms": ticks_ms, "ticks_diff": ticks_diff}
