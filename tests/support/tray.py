"""An emulated tray and what stands at its cable."""

import time
from queue import Empty, Queue

import pytest

from firmware_bridge.cues import Acknowledge
from firmware_bridge.dice_board import DiceBoard
from firmware_bridge.signals import ButtonPressed, DiceSettled

DEADLINE_S = 20
SPEED = 8


class Bridge:
    """A dice board and what it told; acknowledges like a table, unless told not to."""

    def __init__(self, url):
        self.does_acknowledge = True
        self._signals = Queue()
        self.board = DiceBoard(url, self._signals.put)
        self.board.start()

    def next(self, kind):
        """Return the next signal of this kind, passing over others."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            try:
                signal = self._signals.get(timeout=max(0, deadline - time.monotonic()))
            except Empty:
                pytest.fail(f"no {kind.__name__} came")
            if self.does_acknowledge and hasattr(signal, "boot"):
                self.board.send(Acknowledge(signal.boot, signal.n))
            if isinstance(signal, kind):
                return signal

    def has_more_rolls(self, emulator):
        """Tell whether a roll is still to come: press a button, whose events come after it."""
        emulator.press("menu", 0.05)
        rolls = 0
        while True:
            signal = self.next((DiceSettled, ButtonPressed))
            if isinstance(signal, DiceSettled):
                rolls += 1
            elif signal.button == "menu" and not signal.is_down:
                return rolls > 0


def until(condition):
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.005)


def line_with(port, start):
    """Return the next line with this start."""
    while True:
        line = port.readline()
        assert line, f"no {start!r} came"
        if line.startswith(start):
            return line
