"""The firmware's link against the bridge's, through crashes, cuts and damage: each roll once.

Both ends are the real ones; the line between them, the clock and the table's book are simulated.
"""

import random
from collections import deque

import pytest
from support.dlp import UID, mutated
from support.firmware import firmware_module
from support.shares import report, share

from firmware_bridge.cues import Acknowledge
from firmware_bridge.link import Link
from firmware_bridge.signals import DiceSettled

GAMES = share("DELIVERY_GAMES", 12)
ROLLS = 12
TICK_MS = 10
JOURNAL_MS = 100  # a power cut sooner after a roll loses it: its lamp never went green
SETTLING_MS = 30_000
REPEATED = 0.1  # of the lines come once more, a moment later
TO_BOARD, TO_HOST = "to the board", "to the host"

board_link = firmware_module("link")
outbox = firmware_module("outbox")
store = firmware_module("store")


class Board:
    """The firmware's link and queue, with real files for its flash."""

    def __init__(self, chance):
        self._chance = chance
        self.power_up(0)

    def power_up(self, now_ms):
        self.said = bytearray()
        boot = store.next_boot(self._chance.randrange(1 << 16))
        self.outbox = outbox.Outbox(boot, now_ms)
        identity = (("v", 1), ("board", "b"), ("fw", "1"), ("uid", UID), ("boot", boot))
        commands = {"PING": lambda _fields, now_ms: (("t", now_ms),)}
        self._link = board_link.Link(
            self.said.extend, self.outbox, identity, commands, lambda: (("q", len(self.outbox)),)
        )

    def throw(self, dice, now_ms):
        fields = (("d", f"{dice[0]},{dice[1]}"), ("c", "90,90"), ("st", "0"))
        self.outbox.add("ROLL", fields, now_ms)

    def step(self, heard, now_ms):
        self._link.receive(heard, now_ms)
        self._link.step(now_ms)
        self.outbox.step(now_ms)
        said = bytes(self.said)
        self.said.clear()
        return said


class Host:
    """The bridge's link and a table whose book keeps each (board, boot, n) once."""

    def __init__(self, chance):
        self.book = {}
        self.duplicate_count = 0
        self._chance = chance
        self._commits = deque()
        self._link = Link(0)

    def crash(self, now_ms):
        self._link = Link(now_ms)
        self._commits.clear()

    def cable_back(self, now_ms):
        self._link.reopened(now_ms)

    def step(self, heard, now_ms, *, crash_point):
        """Receive, then commit what is due; `crash_point` ends the program in the middle."""
        if self._link.lost_why is not None:
            self._link.reopened(now_ms)
        for signal in self._link.receive(heard, now_ms):
            assert isinstance(signal, DiceSettled)
            self._commits.append((now_ms + self._chance.choice((0, 0, 0, 700)), signal))
        while self._commits and self._commits[0][0] <= now_ms:
            _, signal = self._commits.popleft()
            if crash_point == "before the commit":
                self.crash(now_ms)
                return b""
            key = (signal.board, signal.boot, signal.n)
            self.duplicate_count += key in self.book
            self.book.setdefault(key, signal.dice)
            if crash_point == "after the commit":
                self.crash(now_ms)
                return b""
            self._link.send(Acknowledge(signal.boot, signal.n), now_ms)
        self._link.tick(now_ms)
        said = self._link.outgoing()
        if crash_point == "after the acknowledgement":
            self.crash(now_ms)
        return said


class Table:
    """A game: both ends, the line between them and what goes wrong with it."""

    def __init__(self, seed, *, damage, has_power_cuts):
        self.chance = random.Random(seed)
        self.board = Board(self.chance)
        self.host = Host(self.chance)
        self.fault_count = 0
        self._damage = damage
        self._has_power_cuts = has_power_cuts
        self._now_ms = 0
        self._cable_back_ms = 0
        self._to_host = self._to_board = b""
        self._thrown_ms = 0
        self._late = {TO_BOARD: [], TO_HOST: []}

    def throw(self, dice):
        self._thrown_ms = self._now_ms
        self.board.throw(dice, self._now_ms)

    def run(self, duration_ms, *, is_calm=False):
        for _ in range(duration_ms // TICK_MS):
            self._now_ms += TICK_MS
            self._tick(is_calm=is_calm)

    def _tick(self, *, is_calm):
        crash_point = None
        if not is_calm and self.chance.random() < 0.02:
            crash_point = self.chance.choice(
                (
                    "before the commit",
                    "after the commit",
                    "after the acknowledgement",
                )
            )
            self.fault_count += 1
        if not is_calm and self.chance.random() < 0.005:
            self._cut_cable()
        if not is_calm and self._has_power_cuts and self.chance.random() < 0.003:
            self._cut_power()
        said = self.host.step(self._to_host, self._now_ms, crash_point=crash_point)
        heard, self._to_board = self._to_board, self._carried(said, TO_BOARD, is_calm=is_calm)
        said = self.board.step(heard, self._now_ms)
        self._to_host = self._carried(said, TO_HOST, is_calm=is_calm)

    def _cut_cable(self):
        self._cable_back_ms = self._now_ms + self.chance.randrange(2000)
        self._to_host = self._to_board = b""
        self.host.cable_back(self._now_ms)
        self.fault_count += 1

    def _cut_power(self):
        if self._now_ms - self._thrown_ms > JOURNAL_MS + TICK_MS:
            self.board.power_up(self._now_ms)
            self._cut_cable()

    def _carried(self, data, way, *, is_calm):
        if not is_calm and self._now_ms < self._cable_back_ms:
            return b""
        if is_calm:
            return data
        lines = data.splitlines(keepends=True)
        late, self._late[way] = self._late[way], []
        self._late[way] = [line for line in lines if self.chance.random() < REPEATED]
        return b"".join(
            mutated(line, self.chance) if self.chance.random() < self._damage else line
            for line in lines + late
        )


@pytest.mark.timeout(0 if GAMES > 50 else 120)
@pytest.mark.parametrize("damage", [0.0, 0.1, 0.2], ids=["clean", "10 % damaged", "20 % damaged"])
@pytest.mark.parametrize("has_power_cuts", [False, True], ids=["", "power cuts"])
def test_every_roll_counts_once_and_in_order(damage, has_power_cuts, tmp_path, monkeypatch):
    fault_count = duplicate_count = 0
    for seed in range(GAMES):
        flash = tmp_path / str(seed)
        flash.mkdir()
        monkeypatch.chdir(flash)
        table = Table(seed, damage=damage, has_power_cuts=has_power_cuts)
        thrown = []
        for _ in range(ROLLS):
            thrown.append((table.chance.randint(1, 6), table.chance.randint(1, 6)))
            table.throw(thrown[-1])
            table.run(table.chance.randrange(150, 2500))
        table.run(SETTLING_MS, is_calm=True)

        assert thrown == list(table.host.book.values())
        assert len(table.board.outbox) == 0
        fault_count += table.fault_count
        duplicate_count += table.host.duplicate_count

    assert fault_count > GAMES * ROLLS
    assert duplicate_count > 0  # the crash points were really passed
    report(
        f"{GAMES} games of {ROLLS} rolls, {damage:.0%} of lines damaged, power cuts: "
        f"{has_power_cuts}: {fault_count} crashes and cuts, {duplicate_count} told twice; "
        "none lost, doubled or out of order"
    )
