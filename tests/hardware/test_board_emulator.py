"""The real firmware behind a real port, with the real bridge on the other side."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.tray import SPEED, Bridge, until

from firmware_bridge.cues import Acknowledge, Chime, Light
from firmware_bridge.signals import (
    ButtonPressed,
    DeviceDown,
    DeviceUp,
    DiceChanged,
    DiceCleared,
    DiceFault,
    DiceSettled,
    KnobTurned,
)
from hardware.emulator.board import BoardEmulator
from hardware.emulator.engines import EmulatorError

AMBER, GREEN, BLUE = "FF6000", "00FF00", "0000FF"


def test_dice_thrown_are_dice_settled(emulator, bridge):
    throws = [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (6, 1)]
    rolls = []
    for throw in throws:
        emulator.throw(*throw)
        rolls.append(bridge.next(DiceSettled))

    assert throws == [roll.dice for roll in rolls]
    assert all(roll.was_seen_arriving and min(roll.confidence) >= 25 for roll in rolls)
    assert len(throws) == emulator.rolls_sent
    assert sorted({roll.n for roll in rolls}) == [roll.n for roll in rolls]


def test_dice_picked_up_meanwhile_are_thrown_from_an_empty_lane(emulator, bridge):
    for _throw in range(4):
        emulator.throw(2, 2)
        roll = bridge.next(DiceSettled)
        emulator.pick_up()

        assert ((2, 2), True) == (roll.dice, roll.was_seen_arriving)
    bridge.next(DiceCleared)
    assert 4 == emulator.rolls_sent


def test_lifting_nudging_and_faults(emulator, bridge):
    emulator.throw(3, 4)
    bridge.next(DiceSettled)
    emulator.nudge(3, 5)
    assert bridge.next(DiceChanged).dice == (3, 5)
    emulator.clear()
    bridge.next(DiceCleared)
    emulator.throw_cocked(2)
    fault = bridge.next(DiceFault)
    assert ("COCKED", "B") == (fault.why, fault.slot)
    emulator.throw_one(5)
    fault = bridge.next(DiceFault)
    assert ("PARTIAL", "B") == (fault.why, fault.slot)
    emulator.throw_extra(1, 1)
    assert bridge.next(DiceFault).why == "EXTRA"
    assert emulator.rolls_sent == 1


def test_buttons_and_knob(emulator, bridge):
    presses = []
    for button in ("yes", "no", "menu"):
        emulator.press(button, 0.05)
        presses += [bridge.next(ButtonPressed) for _ in range(2)]

    assert [(button, is_down) for button in ("yes", "no", "menu") for is_down in (True, False)] == [
        (press.button, press.is_down) for press in presses
    ]

    for turn in (5, -3):
        emulator.turn_knob(turn)
        turned = 0
        while turned != turn:
            turned += bridge.next(KnobTurned).detents
            assert abs(turned) <= abs(turn)


def test_the_lamps_are_amber_until_the_roll_is_durable(emulator, bridge):
    bridge.board.send(Light(BLUE))
    until(lambda: set(emulator.lamps) == {BLUE})
    bridge.does_acknowledge = False

    emulator.throw(3, 4)
    roll = bridge.next(DiceSettled)
    until(lambda: set(emulator.lamps) == {AMBER})
    bridge.board.send(Acknowledge(roll.boot, roll.n))

    until(lambda: set(emulator.lamps) == {GREEN})
    until(lambda: set(emulator.lamps) == {BLUE})


def test_a_tone_begins_and_ends(emulator, bridge):
    bridge.board.send(Chime(880, 200))

    until(lambda: emulator.tone_hertz == 880)
    until(lambda: emulator.tone_hertz == 0)


def test_an_unplugged_board_is_told_and_comes_back_by_itself(emulator, bridge, tmp_path):
    before = str((tmp_path / "board").readlink())
    emulator.unplug()
    assert DeviceDown("board", "unplugged") == bridge.next(DeviceDown)
    held = os.open(os.devnull, os.O_RDONLY)  # so that the next port gets another name
    emulator.plug()
    assert bridge.next(DeviceUp).detail.startswith("rp2-dice 0.1.0 E6614104")
    os.close(held)

    emulator.throw(2, 2)
    assert bridge.next(DiceSettled).dice == (2, 2)
    assert before.startswith("/dev/pts/")


def test_a_roll_made_while_unplugged_comes_once_with_the_cable(emulator, bridge):
    emulator.unplug()
    bridge.next(DeviceDown)
    emulator.throw(6, 5)
    emulator.plug()

    assert bridge.next(DiceSettled).dice == (6, 5)
    assert not bridge.has_more_rolls(emulator)


def test_a_roll_the_table_never_confirmed_comes_again_with_the_cable(emulator, bridge):
    bridge.does_acknowledge = False
    emulator.throw(6, 5)
    first = bridge.next(DiceSettled)
    emulator.unplug()
    bridge.next(DeviceDown)
    bridge.does_acknowledge = True
    emulator.plug()

    again = bridge.next(DiceSettled)
    assert (first.boot, first.n, first.dice) == (again.boot, again.n, again.dice)
    assert not bridge.has_more_rolls(emulator)
    assert emulator.rolls_sent == 1


def test_noise_costs_no_roll(emulator, bridge):
    for seed in range(4):
        emulator.noise(2048, seed)
        emulator.throw(seed + 1, 6 - seed)
        emulator.noise(2048, seed + 100)

        assert (seed + 1, 6 - seed) == bridge.next(DiceSettled).dice
    assert not bridge.has_more_rolls(emulator)
    assert emulator.rolls_sent == 4


def test_a_power_cut_keeps_a_waiting_roll_under_its_old_boot_id(emulator, bridge, tmp_path):
    bridge.does_acknowledge = False
    emulator.throw(3, 4)
    first = bridge.next(DiceSettled)
    until((tmp_path / "flash" / "pending.json").exists)
    emulator.power_cut()
    bridge.next(DeviceDown)
    bridge.does_acknowledge = True

    again = bridge.next(DiceSettled)
    found = bridge.next(DiceSettled)

    assert (first.boot, first.n, first.dice) == (again.boot, again.n, again.dice)
    assert found.boot != first.boot
    assert ((3, 4), False) == (found.dice, found.was_seen_arriving)
    assert not bridge.has_more_rolls(emulator)
    until(lambda: json.loads((tmp_path / "flash" / "pending.json").read_text()) == [])


def test_a_torch_on_the_lane_is_no_empty_lane(emulator, bridge):
    emulator.throw(3, 4)
    bridge.next(DiceSettled)
    emulator.dazzle(is_on=True)
    emulator.press("yes", 0.3)
    emulator.dazzle(is_on=False)

    assert not bridge.has_more_rolls(emulator)
    assert emulator.rolls_sent == 1


def test_a_second_user_of_the_port_is_refused_and_gets_it_later(emulator, bridge, tmp_path):
    second = Bridge(str(tmp_path / "board"))
    assert "another program has it" in second.next(DeviceDown).why
    bridge.board.stop()
    second.next(DeviceUp)
    second.board.stop()
    assert emulator.is_plugged


def test_a_missing_board_is_told_once_and_an_address_may_be_wrong(tmp_path):
    for url in (str(tmp_path / "nothing"), "bogus://there", "socket://127.0.0.1:9"):
        bridge = Bridge(url)
        assert bridge.next(DeviceDown).device == "board"
        bridge.board.stop()


def test_the_bridge_prints_its_signals(emulator, tmp_path):
    command = [sys.executable, "-m", "firmware_bridge", "--board", str(tmp_path / "board")]
    with subprocess.Popen([*command, "--acknowledge"], stdout=subprocess.PIPE) as program:
        emulator.throw(3, 4)
        lines = [json.loads(program.stdout.readline()) for _ in range(2)]
        program.kill()

    assert ["DeviceUp", "DiceSettled"] == [line["type"] for line in lines]
    assert lines[1]["dice"] == [3, 4]


def test_an_unknown_engine_is_refused(tmp_path):
    with pytest.raises(EmulatorError, match="no engine 'vacuum tubes'"):
        BoardEmulator(tmp_path / "board", tmp_path / "flash", engine="vacuum tubes")


def test_nothing_is_left_behind(tmp_path, engine):
    with BoardEmulator(tmp_path / "board", tmp_path / "flash", engine, speed=SPEED) as emulator:
        process = emulator._firmware  # noqa: SLF001
    assert process.returncode is not None
    assert [Path("flash")] == [path.relative_to(tmp_path) for path in tmp_path.iterdir()]
