"""The real firmware line by line, as a person with a terminal sees it."""

from contextlib import suppress

import pytest
import serial
from support.tray import Bridge, line_with, until

from firmware_bridge.signals import DeviceUp, DiceSettled
from hardware.emulator.serial_line import sealed


@pytest.mark.parametrize(("cell", "level", "slot"), [(9, 0, b"B"), (3, 40000, b"A"), (14, 0, b"A")])
def test_a_cell_that_the_self_test_names_reads_no_more_dice(emulator, port, cell, level, slot):
    emulator.break_cell(cell, level)
    emulator.clear()
    port.write(sealed("HI id=h1 v=1") + sealed("TEST id=t1"))
    assert line_with(port, b"$OK id=t1").startswith(b"$OK id=t1 bad=%d*" % cell)
    emulator.throw(3, 4)
    event = line_with(port, (b"$FAULT", b"$CLEAR"))
    while b"why=SENSOR" not in event:  # what was told before the cell was named
        acknowledge(port, event)
        event = line_with(port, (b"$FAULT", b"$CLEAR"))

    assert b"why=SENSOR slot=" + slot in event
    assert emulator.rolls_sent == 0


def acknowledge(port, line):
    fields = dict(word.split("=") for word in line.decode().split("*")[0].split(" ")[1:])
    port.write(sealed(f"ACK boot={fields['boot']} n={fields['n']}"))


def test_the_self_test_waits_for_an_empty_lane(emulator, port):
    emulator.throw_one(1)
    emulator.press("menu", 0.01)  # by then the board has seen the die
    port.write(sealed("TEST id=t1"))

    assert line_with(port, b"$ERR").startswith(b"$ERR id=t1 code=BUSY*")


def test_an_event_is_sent_again_until_it_is_acknowledged(emulator, port):
    port.write(sealed("HI id=h1 v=1"))
    emulator.throw(3, 4)
    first = line_with(port, b"$ROLL")
    assert first == line_with(port, b"$ROLL")
    port.write(sealed("ACK boot=00000000 n=1"))
    assert first == line_with(port, b"$ROLL")

    acknowledge(port, first)
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


COMMANDS = [
    ("CFG settle=5", b"$ERR code=ARG*"),
    ("CFG dice=3", b"$ERR code=ARG*"),
    ("CFG dice=1 settle=300", b"$OK*"),
    ("LED rgb=00FF0 fx=solid", b"$ERR code=ARG*"),
    ("LED i=8 rgb=00FF00", b"$ERR code=ARG*"),
    ("LED i=7 rgb=00FF00 fx=flash", b"$OK*"),
    ("BUZ f=20 ms=100", b"$ERR code=ARG*"),
    ("INFO", b"$OK fw=0.1.0 dice=1 settle="),
    ("READ", b"$OK d=-,- c=0,0 lv="),
    ("RAW ms=70000", b"$ERR code=ARG*"),
    ("CFG lum=256", b"$ERR code=ARG*"),
    ("CFG set=unheard-of", b"$ERR code=ARG*"),
    ("LED rgb=00FF00 fx=walk", b"$OK*"),
    ("TEST what=luck", b"$ERR code=ARG*"),
    ("CAL what=top face=3", b"$ERR code=ARG*"),
    ("CAL what=top face=6 slot=C", b"$ERR code=ARG*"),
    ("CAL what=save set=red", b"$ERR code=ORDER left=16 margin=- ch=-*"),
    ("CAL what=save set=nominal", b"$ERR code=ARG*"),
    ("CAL what=drop set=red", b"$ERR code=ARG*"),
    ("CAL what=list", b"$OK set=nominal sets=-*"),
]


def test_commands_are_checked(port):
    for n, (command, answer) in enumerate(COMMANDS):
        port.write(sealed(f"{command} id=k{n}"))
        said = line_with(port, (b"$OK id=k", b"$ERR id=k"))

        assert said.replace(b" id=k%d" % n, b"").startswith(answer), command


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
    assert b" caps=dice:2,src:pips,led:8,buz,btn:3,enc,cal,raw " in line_with(port, b"$HELLO")


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


def test_settings_outlive_the_power(emulator, port):
    port.write(sealed("CFG id=1 lum=0"))
    line_with(port, b"$OK id=1")
    until(lambda: set(emulator.lamps) == {"000000"})
    port.close()
    emulator.power_cut()

    until(lambda: set(emulator.lamps) == {"000000"})
    assert emulator.is_plugged


def test_the_lamps_walk_on_command(emulator, port):
    port.write(sealed("TEST id=1 what=lamps"))
    line_with(port, b"$OK id=1")

    until(lambda: sorted(set(emulator.lamps)) == ["000000", "FF0000"])
    until(lambda: sorted(set(emulator.lamps)) == ["000000", "00FF00"])


def test_a_cell_that_dies_over_the_empty_lane_is_told_and_reads_no_more_dice(emulator, port):
    port.write(sealed("HI id=h1 v=1"))
    emulator.break_cell(10, 0)
    assert line_with(port, b"$WARN").startswith(b"$WARN ch=10 why=DARK*")
    emulator.throw(3, 4)
    assert b"why=SENSOR slot=B" in line_with(port, b"$FAULT")
    port.write(sealed("INFO id=i1"))

    assert b" bad=10 " in line_with(port, b"$OK id=i1")
    assert emulator.rolls_sent == 0
