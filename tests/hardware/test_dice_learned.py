"""Three placements at the tray, and the board reads dice of another colour."""

import pytest
from support.tray import Bridge, line_with

from firmware_bridge.signals import DeviceUp, DiceSettled
from hardware.emulator import optics
from hardware.emulator.serial_line import sealed

THROWS = [(1, 6), (2, 5), (3, 4), (6, 1), (5, 5)]


class Bench:
    """A person with a terminal and the tray within reach."""

    def __init__(self, emulator, port):
        self._emulator = emulator
        self._port = port
        self._count = 0

    def ask(self, command):
        """Return the fields of the answer to a command, and its type."""
        while True:
            self._count += 1
            self._port.write(sealed(f"{command} id=b{self._count}"))
            line = line_with(self._port, (b"$OK id=b", b"$ERR id=b")).decode().split("*")[0]
            kind, *pairs = line[1:].split(" ")
            fields = dict(pair.split("=") for pair in pairs)
            if fields.get("code") != "BUSY":  # the dice had not come to rest
                return kind, fields

    def learn(self, dice):
        """Place the dice as the guide says; return the last answer."""
        self._emulator.use_dice(dice)
        answers = [self.ask("CAL what=empty")]
        for top, is_turned in ((6, False), (1, False), (1, True)):
            self._emulator.set_down(top, is_turned=is_turned)
            answers.append(self.ask(f"CAL what=top face={top}"))
        assert ["16", "14", "2", "0"] == [fields["left"] for _, fields in answers]
        return answers[-1]


@pytest.fixture
def bench(emulator, port):
    return Bench(emulator, port)


@pytest.mark.parametrize("colour", ["red", "black"])
def test_dice_of_another_colour_are_learned_and_read(colour, bench, emulator, port, tmp_path):
    _, fields = bench.learn(optics.SETS[colour])
    assert int(fields["margin"]) >= 40
    assert bench.ask(f"CAL what=save set={colour}")[0] == "OK"
    port.close()
    emulator.power_cut()
    bridge = Bridge(str(tmp_path / "board"))
    bridge.next(DeviceUp)
    bridge.next(DiceSettled)  # the dice that still lie there
    rolls = []
    for throw in THROWS:
        emulator.throw(*throw)
        rolls.append(bridge.next(DiceSettled).dice)
    bridge.board.stop()

    assert THROWS == rolls


def test_dice_that_differ_too_little_are_not_kept(bench):
    bench.learn(optics.Dice(body=0.55, pip=0.42))
    kind, fields = bench.ask("CAL what=save set=dim")

    assert ("ERR", "MARGIN", "0") == (kind, fields["code"], fields["left"])
    assert int(fields["margin"]) < 40
    listed = bench.ask("CAL what=list")[1]
    assert ("nominal", "-") == (listed["set"], listed["sets"])


def test_a_set_is_chosen_by_name(bench):
    bench.learn(optics.BLACK)
    bench.ask("CAL what=save set=black")

    assert bench.ask("INFO")[1]["set"] == "black"
    bench.ask("CFG set=nominal")
    assert bench.ask("INFO")[1]["set"] == "nominal"
    assert bench.ask("CFG set=black")[0] == "OK"
    assert int(bench.ask("INFO")[1]["margin"]) >= 40


def test_dice_thrown_in_light_that_flickers_are_read(emulator, bridge):
    emulator.light(12_000, flicker_thousandths=300, hertz=100)
    rolls = []
    for throw in THROWS:
        emulator.throw(*throw)
        rolls.append(bridge.next(DiceSettled).dice)

    assert THROWS == rolls


def test_a_die_that_stops_short_is_a_fault(emulator, port):
    port.write(sealed("HI id=h1 v=1"))
    emulator.throw_short(3)

    assert b"slot=B" in line_with(port, b"$FAULT")
    assert emulator.rolls_sent == 0
