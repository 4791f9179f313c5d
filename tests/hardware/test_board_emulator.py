"""The real firmware behind a real port, with the real bridge on the other side."""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue

import pytest
import serial
from support.firmware import firmware_module

from firmware_bridge.cues import Acknowledge, Chime, Light
from firmware_bridge.dice_board import DiceBoard
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
from hardware.emulator import fake_machine
from hardware.emulator.board import BoardEmulator, EmulatorError
from hardware.emulator.serial_line import sealed

DEADLINE_S = 20
SPEED = 8
AMBER, GREEN, BLUE = "FF6000", "00FF00", "0000FF"


@pytest.fixture
def emulator(tmp_path):
    with BoardEmulator(tmp_path / "board", tmp_path / "flash", speed=SPEED) as emulator:
        yield emulator


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


@pytest.fixture
def bridge(emulator, tmp_path):
    assert emulator.is_plugged
    bridge = Bridge(str(tmp_path / "board"))
    bridge.next(DeviceUp)
    yield bridge
    bridge.board.stop()


@pytest.fixture
def port(emulator, tmp_path):
    """Open the port as a person with a terminal does."""
    assert emulator.is_plugged
    with serial.Serial(str(tmp_path / "board"), timeout=DEADLINE_S, exclusive=True) as port:
        yield port


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


@pytest.mark.parametrize(("cell", "level", "slot"), [(9, 0, b"B"), (3, 40000, b"A"), (14, 0, b"A")])
def test_a_cell_that_the_self_test_names_reads_no_more_dice(emulator, port, cell, level, slot):
    emulator.break_cell(cell, level)
    emulator.clear()
    port.write(sealed("HI id=h1 v=1") + sealed("TEST id=t1"))
    assert line_with(port, b"$OK id=t1").startswith(b"$OK id=t1 bad=%d*" % cell)
    emulator.throw(3, 4)

    assert b"why=SENSOR slot=" + slot in line_with(port, b"$FAULT")
    assert emulator.rolls_sent == 0


def test_the_self_test_waits_for_an_empty_lane(emulator, port):
    emulator.throw_one(1)
    port.write(sealed("TEST id=t1"))

    assert line_with(port, b"$ERR").startswith(b"$ERR id=t1 code=BUSY*")


def test_an_event_is_sent_again_until_it_is_acknowledged(emulator, port):
    port.write(sealed("HI id=h1 v=1"))
    emulator.throw(3, 4)
    first = line_with(port, b"$ROLL")
    assert first == line_with(port, b"$ROLL")
    port.write(sealed("ACK boot=00000000 n=1"))
    assert first == line_with(port, b"$ROLL")

    fields = dict(word.split("=") for word in first.decode().split("*")[0].split(" ")[1:])
    port.write(sealed(f"ACK boot={fields['boot']} n={fields['n']}"))
    emulator.clear()
    assert b"$CLEAR n=2" in line_with(port, b"$CLEAR")


def test_a_damaged_line_is_answered_with_the_right_checksum(port):
    port.write(b"!PING id=c1*DEAE\n")
    assert line_with(port, b"$ERR").startswith(b"$ERR id=- code=CRC want=DEAD*")
    port.write(b"!PING id=c1\n")
    assert line_with(port, b"$ERR").startswith(b"$ERR id=- code=NOCRC want=DEAD*")
    port.write(sealed("SMELL id=c2"))
    assert line_with(port, b"$ERR").startswith(b"$ERR id=c2 code=UNKNOWN*")


def test_a_repeated_command_is_answered_the_same_and_done_once(port):
    port.write(sealed("HI id=h1 v=1"))
    port.write(2 * sealed("BUZ id=c1 f=880 ms=2000"))
    assert line_with(port, b"$OK id=c1") == line_with(port, b"$OK id=c1")
    port.write(sealed("BUZ id=c2 f=880 ms=2000"))

    assert line_with(port, b"$ERR").startswith(b"$ERR id=c2 code=BUSY*")


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("CFG id=1 settle=5", b"$ERR id=1 code=ARG*"),
        ("CFG id=1 dice=3", b"$ERR id=1 code=ARG*"),
        ("CFG id=1 dice=1 settle=300", b"$OK id=1*"),
        ("LED id=1 rgb=00FF0 fx=solid", b"$ERR id=1 code=ARG*"),
        ("LED id=1 i=8 rgb=00FF00", b"$ERR id=1 code=ARG*"),
        ("LED id=1 i=7 rgb=00FF00 fx=flash", b"$OK id=1*"),
        ("BUZ id=1 f=20 ms=100", b"$ERR id=1 code=ARG*"),
        ("INFO id=1", b"$OK id=1 fw=0.1.0 dice=2 settle="),
        ("READ id=1", b"$OK id=1 d=-,- c=0,0 lv="),
        ("RAW id=1 ms=70000", b"$ERR id=1 code=ARG*"),
    ],
)
def test_commands_are_checked(port, command, answer):
    port.write(sealed(command))

    assert line_with(port, answer[:4]).startswith(answer)


def test_words_can_be_typed_without_a_checksum(port):
    for word, answer in [
        (b"help", b"# Sealed lines"),
        (b"info", b"# fw=0.1.0"),
        (b"read", b"# d=-,-"),
        (b"test", b"# bad=-"),
        (b"AT", b"# Sealed lines"),
    ]:
        port.write(word + b"\r\n")
        assert line_with(port, b"#").startswith(answer)
    port.write(b"hello\n")
    assert b" caps=dice:2,src:pips,led:8,buz,btn:3,enc,raw " in line_with(port, b"$HELLO")


def test_raw_levels_stream_until_told_to_stop(port):
    port.write(sealed("RAW id=1 ms=20"))
    assert len(line_with(port, b"$RAW").split(b"raw=")[1].split(b"*")[0]) == 34
    line_with(port, b"$RAW")
    port.write(sealed("RAW id=2 ms=0"))
    line_with(port, b"$OK id=2")
    port.write(sealed("PING id=3"))

    assert port.readline().startswith(b"$OK id=3")


def test_a_reboot_on_command_starts_over_with_a_new_boot_id(emulator, port, tmp_path):
    port.write(sealed("HI id=h1 v=1"))
    emulator.throw(3, 4)
    first = line_with(port, b"$ROLL").split(b" boot=")[1][:8].decode()
    port.write(sealed(f"ACK boot={first} n=1") + sealed("REBOOT id=1"))
    with suppress(serial.SerialException):  # a slow reader finds the port gone
        while port.readline():
            pass
    port.close()
    bridge = Bridge(str(tmp_path / "board"))
    bridge.next(DeviceUp)
    found = bridge.next(DiceSettled)
    bridge.board.stop()

    assert first != found.boot
    assert ((3, 4), False) == (found.dice, found.was_seen_arriving)


def test_a_second_user_of_the_port_is_refused_and_gets_it_later(emulator, bridge, tmp_path):
    second = Bridge(str(tmp_path / "board"))
    assert "lock" in second.next(DeviceDown).why
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


def test_the_pins_of_the_firmware_are_the_pins_of_the_emulated_wiring():
    sys.modules.setdefault("machine", fake_machine)
    hal = firmware_module("hal_pico")

    assert (
        fake_machine.SELECT_PINS,
        fake_machine.CELL_LIGHT_OFF,
        fake_machine.OVERFLOW_LIGHT,
        fake_machine.BUTTON_PINS,
        fake_machine.KNOB_PINS,
        (fake_machine.CELLS_ADC, fake_machine.OVERFLOW_ADC),
    ) == (
        hal._SELECT,  # noqa: SLF001
        hal._CELL_LIGHT_OFF,  # noqa: SLF001
        hal._OVERFLOW_LIGHT,  # noqa: SLF001
        hal._BUTTONS,  # noqa: SLF001
        (hal._KNOB_A, hal._KNOB_B),  # noqa: SLF001
        (hal._CELLS, hal._OVERFLOW_CELL),  # noqa: SLF001
    )


def test_nothing_is_left_behind(tmp_path):
    with BoardEmulator(tmp_path / "board", tmp_path / "flash", speed=SPEED) as emulator:
        process = emulator._firmware  # noqa: SLF001
    assert process.returncode is not None
    assert [Path("flash")] == [path.relative_to(tmp_path) for path in tmp_path.iterdir()]
