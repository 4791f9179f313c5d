"""Rolls of the real firmware on a real port, through crashes of whoever listens, cuts and resets.

Each counts once and in order: on CPython, and on MicroPython itself.
"""

import itertools
import json
import random
import threading

import pytest
from support.shares import report, share
from support.tray import SPEED, until

from firmware_bridge.cues import Acknowledge
from firmware_bridge.dice_board import DiceBoard
from firmware_bridge.signals import DiceSettled
from hardware.emulator.board import BoardEmulator

ROLLS = share("ROLLS_DELIVERED", 8)
BEFORE, AFTER, ACKNOWLEDGED = "before the commit", "after the commit", "after the acknowledgement"
CRASHES = (BEFORE, AFTER, ACKNOWLEDGED)


class Host:
    """A table that may crash at any point of a roll; its book outlives it."""

    def __init__(self, url):
        self.book = {}
        self.twice_count = 0
        self.crash_at = None
        """Where the next roll finds it crashing."""
        self.does_listen = True
        """Whether rolls are committed; else they wait on the board."""
        self.has_crashed = threading.Event()
        self._url = url
        self._begin()

    def crash(self):
        """End, and be started again."""
        self.board.stop()
        self._begin()

    def _begin(self):
        self.crash_at = None
        self.has_crashed = threading.Event()
        self.board = DiceBoard(self._url, lambda signal: self._noticed(signal, self.board))
        self.board.start()

    def _noticed(self, signal, board):
        if not hasattr(signal, "boot") or self.has_crashed.is_set():
            return
        is_roll = isinstance(signal, DiceSettled) and signal.was_seen_arriving
        if is_roll and not self.does_listen:
            return
        if is_roll and self.crash_at == BEFORE:
            self.has_crashed.set()
            return
        if is_roll:
            key = (signal.board, signal.boot, signal.n)
            self.twice_count += key in self.book
            self.book.setdefault(key, signal.dice)
        if is_roll and self.crash_at == AFTER:
            self.has_crashed.set()
            return
        board.send(Acknowledge(signal.boot, signal.n))
        if is_roll and self.crash_at == ACKNOWLEDGED:
            self.has_crashed.set()


def crashed(host, board, dice, at):
    """Throw, and let the table crash at that point."""
    host.crash_at = at
    board.throw(*dice)
    until(host.has_crashed.is_set)
    host.crash()


def with_the_cable_out(_host, board, dice):
    board.unplug()
    board.throw(*dice)
    board.plug()


def with_the_cable_cut_before_the_commit(host, board, dice):
    host.does_listen = False
    board.throw(*dice)
    board.unplug()
    host.does_listen = True
    board.plug()


def with_the_power_cut(host, board, dice, flash):
    """Once the roll is in the flash; sooner its lamp was never green."""
    host.does_listen = False
    board.throw(*dice)
    until(lambda: waits_in(flash, dice))
    board.power_cut()
    host.does_listen = True
    host.crash()


def waits_in(flash, dice):
    """Return whether the flash holds such a roll."""
    pending = flash / "pending.json"
    try:
        events = json.loads(pending.read_text())
    except (OSError, ValueError):  # none yet, or being replaced
        return False
    return any(f"{dice[0]},{dice[1]}" in json.dumps(event) for event in events)


@pytest.mark.timeout(0 if ROLLS > 20 else 120)
def test_every_roll_counts_once_and_in_order(tmp_path, engine):
    chance = random.Random(f"deliver {ROLLS}")
    flash = tmp_path / "flash"
    faults = itertools.cycle([None, *CRASHES, "cable out", "cable cut", "power cut"])
    thrown, fault_count = [], 0
    with BoardEmulator(tmp_path / "board", flash, engine, speed=SPEED) as board:
        host = Host(str(tmp_path / "board"))
        for fault in itertools.islice(faults, ROLLS):
            dice = (chance.randint(1, 6), chance.randint(1, 6))
            thrown.append(dice)
            fault_count += fault is not None
            if fault in CRASHES:
                crashed(host, board, dice, fault)
            elif fault == "cable out":
                with_the_cable_out(host, board, dice)
            elif fault == "cable cut":
                with_the_cable_cut_before_the_commit(host, board, dice)
            elif fault == "power cut":
                with_the_power_cut(host, board, dice, flash)
            else:
                board.throw(*dice)
            until(lambda: len(host.book) >= len(thrown))
        host.board.stop()

    assert thrown == list(host.book.values())
    assert host.twice_count  # what was committed and not acknowledged did come again
    report(
        f"{engine}: {len(thrown)} rolls, {fault_count} faults, {host.twice_count} told twice: "
        "none lost, doubled or out of order"
    )
