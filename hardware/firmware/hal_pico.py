"""The Pico's pins, clock and USB line: the one file that knows the wiring."""

import os
import select
import sys
import time

import machine
from codebook import OVERFLOW
from micropython import const

_SELECT = (2, 3, 4, 5)  # S0 to S3 of both multiplexers
_CELL_LIGHT_OFF = const(6)  # /EN of the light multiplexer
_OVERFLOW_LIGHT = const(12)
_BUZZER = const(15)
_BUTTONS = (16, 17, 18)  # yes, no, menu; pressed is low
_KNOB_A = const(20)
_KNOB_B = const(21)
_LAMPS = const(22)
_CELLS = const(26)  # ADC0
_OVERFLOW_CELL = const(27)  # ADC1

_SETTLE_US = const(250)  # between switching a light and reading its cell
_DAZZLED = const(50000)  # of 65535, unlit
_WS2812_NS = (400, 850, 800, 450)


class Hal:
    """One board's hardware."""

    def __init__(self):
        self._select = [machine.Pin(pin, machine.Pin.OUT) for pin in _SELECT]
        self._light_off = machine.Pin(_CELL_LIGHT_OFF, machine.Pin.OUT, value=1)
        self._overflow_light = machine.Pin(_OVERFLOW_LIGHT, machine.Pin.OUT, value=0)
        self._cells = machine.ADC(_CELLS)
        self._overflow_cell = machine.ADC(_OVERFLOW_CELL)
        self._buttons = [_input(pin) for pin in _BUTTONS]
        self._knob_a = _input(_KNOB_A)
        self._knob_b = _input(_KNOB_B)
        self._lamps = machine.Pin(_LAMPS, machine.Pin.OUT)
        self._buzzer = machine.PWM(machine.Pin(_BUZZER, machine.Pin.OUT))
        self._poller = select.poll()
        self._poller.register(sys.stdin, select.POLLIN)
        self._ticks = time.ticks_ms()
        self._now_ms = 0

    def now_ms(self):
        """Return the milliseconds since the start; never goes back, never wraps."""
        ticks = time.ticks_ms()
        self._now_ms += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_ms

    def scan(self, levels, knob):
        """Fill levels with lit minus dark, 0 to 255; False if the room's light blinds a cell."""
        is_usable = True
        for channel in range(OVERFLOW):
            for bit in range(4):
                self._select[bit].value(channel >> bit & 1)
            self._wait(knob)
            dark = self._cells.read_u16()
            self._light_off.value(0)
            self._wait(knob)
            lit = self._cells.read_u16()
            self._light_off.value(1)
            levels[channel] = max(0, lit - dark) >> 8
            is_usable = is_usable and dark < _DAZZLED
        self._wait(knob)
        dark = self._overflow_cell.read_u16()
        self._overflow_light.value(1)
        self._wait(knob)
        lit = self._overflow_cell.read_u16()
        self._overflow_light.value(0)
        levels[OVERFLOW] = max(0, lit - dark) >> 8
        return is_usable

    def buttons(self):
        """Return the pressed buttons as bits: yes, no, menu."""
        pressed = 0
        for index, pin in enumerate(self._buttons):
            if not pin.value():
                pressed |= 1 << index
        return pressed

    def tone(self, hertz):
        """Sound a tone until told otherwise; 0 is silence."""
        if hertz:
            self._buzzer.freq(hertz)
        self._buzzer.duty_u16(32768 if hertz else 0)

    def light(self, buffer):
        """Show green, red, blue a lamp."""
        machine.bitstream(self._lamps, 0, _WS2812_NS, buffer)

    def read(self):
        """Return the bytes the host has sent, at most 64, without waiting."""
        received = b""
        while len(received) < 64 and self._poller.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break  # a line that has ended is always ready
            received += byte
        return received

    def write(self, line):
        """Send a line."""
        sys.stdout.buffer.write(line)

    def uid(self):
        """Return the chip's number in hex."""
        return "".join(["%02X" % byte for byte in machine.unique_id()])

    def chance(self):
        """Return 16 random bits."""
        return int.from_bytes(os.urandom(2), "big")

    def reset(self):
        """Start over; does not return."""
        machine.reset()

    def _wait(self, knob):
        time.sleep_us(_SETTLE_US)
        knob.sample(self._knob_a.value() << 1 | self._knob_b.value())


def _input(pin):
    return machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
