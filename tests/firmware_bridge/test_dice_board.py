"""The board's thread over a real pseudo-terminal, with the test as the board."""

import os
import select
import tty
from queue import Queue

import pytest
from support.dlp import BOOT, greeting, roll

from firmware_bridge.cues import Acknowledge, Chime, Light
from firmware_bridge.dice_board import CUES_MAX, DiceBoard
from firmware_bridge.signals import DeviceDown, DeviceUp, DiceSettled

DEADLINE_S = 20


class Wire:
    """The board's end of the cable."""

    def __init__(self):
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.url = os.ttyname(self._slave)
        self._heard = b""

    def say(self, *lines):
        """Write all the lines at once."""
        os.write(self.master, b"".join(lines))

    def line_with(self, start):
        """Return the next line of the host with this start, passing over others."""
        while True:
            line, end, rest = self._heard.partition(b"\n")
            if end:
                self._heard = rest
                if line.startswith(start):
                    return line
                continue
            assert select.select([self.master], [], [], DEADLINE_S)[0], f"no {start!r} came"
            self._heard += os.read(self.master, 4096)

    def greet_back(self, *more):
        """Answer the host's greeting, and say more in the same breath."""
        greeted = self.line_with(b"!HI ")
        self.say(greeting(greeted.split(b" id=")[1].split(b" ")[0].decode()), *more)

    def cut(self):
        os.close(self.master)
        os.close(self._slave)


@pytest.fixture
def wire():
    return Wire()


@pytest.fixture
def signals():
    return Queue()


@pytest.fixture
def board(wire, signals):
    board = DiceBoard(wire.url, signals.put)
    board.start()
    yield board
    board.stop()


@pytest.mark.usefixtures("board")
def test_a_board_is_up_before_the_roll_that_came_with_its_greeting(wire, signals):
    wire.greet_back(roll())

    kinds = [type(signals.get(timeout=DEADLINE_S)) for _ in range(2)]
    assert [DeviceUp, DiceSettled] == kinds


def test_cues_are_written_at_once_whoever_sends_them(wire, signals, board):
    wire.greet_back()
    signals.get(timeout=DEADLINE_S)

    board.send(Acknowledge(BOOT, 17))
    assert wire.line_with(b"!ACK").startswith(b"!ACK boot=00019F3C n=17*")
    board.send(Light("00FF00"))
    assert wire.line_with(b"!LED").startswith(b"!LED id=c1 rgb=00FF00 fx=solid*")


@pytest.mark.usefixtures("board")
def test_noise_alone_is_no_board(wire, signals):
    wire.line_with(b"!HI ")
    wire.say(os.urandom(512), b"\n", roll())
    wire.line_with(b"!HI ")  # asked again after two seconds

    assert signals.empty()


@pytest.mark.usefixtures("board")
def test_a_cut_cable_is_told_once(wire, signals):
    wire.greet_back()
    signals.get(timeout=DEADLINE_S)
    wire.cut()

    assert DeviceDown("board", "unplugged") == signals.get(timeout=DEADLINE_S)


def test_more_cues_than_room_are_dropped_and_counted():
    """Nobody takes them: the thread was never started."""
    board = DiceBoard("/dev/none", lambda _signal: None)
    for _ in range(CUES_MAX + 3):
        board.send(Chime(880, 90))

    assert 3 == board.dropped_count
