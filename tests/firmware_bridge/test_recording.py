"""Traffic written down and lived through again: the same signals, through the same code."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from support.hands import DEADLINE_S, Signals, until

from firmware_bridge.cues import Acknowledge
from firmware_bridge.dice_board import DiceBoard
from firmware_bridge.nfc_reader import NfcReader
from firmware_bridge.recording import (
    FROM_DEVICE,
    TO_DEVICE,
    Recorder,
    RecordingError,
    load,
)
from firmware_bridge.replay import replay
from firmware_bridge.signals import (
    ButtonPressed,
    DeviceDown,
    DeviceUp,
    DiceSettled,
    TagPresented,
    TagRead,
    TagRemoved,
)
from hardware.emulator.board import BoardEmulator
from hardware.emulator.pn532 import ReaderEmulator
from hardware.emulator.pn532_chip import INSTANT
from hardware.emulator.tags import NtagCard

SAMPLE = Path(__file__).parent / "samples" / "session.jsonl"
ADA = NtagCard(bytes.fromhex("04A1B2C3D4E5F6"))
BEN = NtagCard(bytes.fromhex("04A1B2C3D4E5F7"))


def told(signals):
    """Return what happened, without when, and without comings and goings of devices."""
    return [
        msgspec.to_builtins(each) | {"at_ns": 0}
        for each in signals
        if not isinstance(each, DeviceUp | DeviceDown)
    ]


def test_a_reader_s_evening_is_lived_through_again(tmp_path):
    """Taps, a bad cable, a hung chip, an unplugging: through the real library, poll by poll."""
    signals, recorder = Signals(), Recorder(tmp_path / "evening.jsonl")
    with ReaderEmulator(tmp_path / "reader-1", INSTANT) as emulated:
        ADA.put_message(b"\xd0\x00\x00")
        reader = NfcReader("reader-1", str(emulated.path), signals, tap=recorder.tap("reader-1"))
        reader.start()
        signals.wait(DeviceUp)
        emulated.put(ADA)
        signals.wait(TagRead)
        emulated.hang()
        signals.wait(DeviceDown)
        emulated.resume()
        signals.wait(DeviceUp, 2)
        emulated.unplug()
        signals.wait(DeviceDown, 2)
        emulated.take(ADA.uid)
        emulated.plug()
        signals.wait(TagRemoved)
        emulated.faults.truncate_share = 0.02
        emulated.put(BEN)
        signals.wait(TagPresented, 2)
        until(lambda: emulated.faults.spoilt_count > 2)
        reader.stop()
    recorder.close()

    again = replay(tmp_path / "evening.jsonl")
    assert told(signals.all()) == told(again)
    assert [ADA.uid.hex().upper(), BEN.uid.hex().upper()] == [
        each.uid for each in again if isinstance(each, TagPresented)
    ]


def test_a_board_s_evening_is_lived_through_again(tmp_path):
    """Throws, a press, noise, a cable out and in, a throw told twice."""
    signals, recorder = Signals(), Recorder(tmp_path / "evening.jsonl")
    with BoardEmulator(tmp_path / "board", tmp_path / "flash", speed=8) as emulated:

        def sink(signal):
            signals(signal)
            if hasattr(signal, "boot") and getattr(signal, "dice", ()) != (6, 6):
                board.send(Acknowledge(signal.boot, signal.n))

        board = DiceBoard(str(tmp_path / "board"), sink, tap=recorder.tap("board"))
        board.start()
        signals.wait(DeviceUp)
        emulated.throw(3, 4)
        signals.wait(DiceSettled)
        emulated.noise(500)
        emulated.press("yes", 0.05)
        signals.wait(ButtonPressed, 2)
        emulated.throw(6, 6)
        signals.wait(DiceSettled, 2)
        emulated.unplug()
        signals.wait(DeviceDown)
        emulated.plug()
        signals.wait(DiceSettled, 3)
        board.stop()
    recorder.close()

    again = replay(tmp_path / "evening.jsonl")
    assert told(signals.all()) == told(again)
    assert [(3, 4), (6, 6), (6, 6)] == [
        each.dice for each in again if isinstance(each, DiceSettled)
    ]


def test_the_stored_session_is_understood_as_it_was():
    """Ada's card, a throw, YES, Ben's card: as recorded when this was written."""
    signals = replay(SAMPLE)
    ada, ben = ADA.uid.hex().upper(), BEN.uid.hex().upper()

    assert [
        ("TagPresented", ada), ("TagRead", ada), ("TagRemoved", ada),
        ("DiceSettled", (3, 4)), ("ButtonPressed", True), ("ButtonPressed", False),
        ("DiceCleared", None), ("DiceSettled", (6, 6)),
        ("TagPresented", ben), ("TagRead", ben), ("TagRemoved", ben),
    ] == [(type(each).__name__, subject(each)) for each in signals]  # fmt: skip
    assert {b"\xd1\x01\x11U\x04tapbank.example/"} == {
        each.octets for each in signals if isinstance(each, TagRead)
    }


def subject(signal):
    """Return whose card, which dice, or which way the button."""
    for name in ("uid", "dice", "is_down"):
        if hasattr(signal, name):
            return getattr(signal, name)
    return None


def changed(way, text, into, tmp_path):
    """Return the stored session with one piece changed: the first of *way* that holds *text*."""
    lines = SAMPLE.read_text("ascii").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if text in line and f'"{way}"' in line)
    lines[at] = lines[at].replace(text, into)
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(lines), "ascii")
    return path


def test_what_the_device_said_decides_what_is_understood(tmp_path):
    path = changed(FROM_DEVICE, "d=3,4", "d=3,5", tmp_path)
    dice = [each.dice for each in replay(path) if isinstance(each, DiceSettled)]

    assert [(6, 6)] == dice  # its checksum no longer fits


def test_a_library_that_would_say_something_else_is_named(tmp_path):
    path = changed(TO_DEVICE, "d44a0100", "d44a0200", tmp_path)

    with pytest.raises(RecordingError, match=r"reader-1 at \d+ ms: the bridge says"):
        replay(path)


def test_data_goes_and_comes_back_whole(tmp_path):
    """As text where people can read it."""
    pieces = [b"", b"$BEAT t=1*ABCD\r\n", b"0x41", bytes(range(256)), "é".encode()]
    recorder = Recorder(tmp_path / "all")
    tap = recorder.tap("board")
    for data in pieces:
        tap(FROM_DEVICE, data)
    recorder.close()
    tap(FROM_DEVICE, b"too late")
    (run,) = load(tmp_path / "all")

    assert pieces == [piece.data for piece in run[1:]]
    assert '"$BEAT t=1*ABCD\\r\\n"' in (tmp_path / "all").read_text("ascii")
    assert 0o600 == stat.S_IMODE((tmp_path / "all").stat().st_mode)


def test_programs_add_to_a_file_and_a_line_cut_short_is_passed_over(tmp_path):
    path = tmp_path / "all"
    for number in range(2):
        recorder = Recorder(path)
        recorder.tap("board")(FROM_DEVICE, b"%d" % number)
        recorder.close()
    with path.open("a") as file:
        file.write('[9,"board","<","cut sh')

    assert [["0"], ["1"]] == [[piece.text for piece in run[1:]] for run in load(path)]


@pytest.mark.parametrize("line", ['{"at_ms":1}', "[1,2,3,4]", '[1,"board","<","0xZZ"]', "\\xff"])
def test_what_is_no_recording_is_named_by_its_line(tmp_path, line):
    path = tmp_path / "none"
    path.write_text(f'[0,"","*",""]\n{line}\n')

    with pytest.raises(RecordingError, match="none:2: "):
        load(path)
    with pytest.raises(RecordingError, match="No such file"):
        load(tmp_path / "nothing")


def test_a_full_recording_ends_and_the_game_goes_on(tmp_path):
    recorder = Recorder(tmp_path / "all", bytes_max=200)
    tap = recorder.tap("board")
    for _ in range(100):
        tap(FROM_DEVICE, b"x" * 20)

    assert (tmp_path / "all").stat().st_size <= 200
    assert 2 < len(load(tmp_path / "all")[0]) < 10


def test_a_disk_that_fails_ends_the_recording_and_not_the_game():
    recorder = Recorder(Path("/dev/full"))
    recorder.tap("board")(FROM_DEVICE, b"x")
    recorder.close()


def test_the_program_records_and_replays(tmp_path):
    """`--record` beside devices, `--replay` without any."""
    path = tmp_path / "said.jsonl"
    program = [sys.executable, "-m", "firmware_bridge"]
    with ReaderEmulator(tmp_path / "reader-1", INSTANT) as emulated:
        record = [*program, "--reader", str(emulated.path), "--record", str(path)]
        with subprocess.Popen(record, stdout=subprocess.PIPE, text=True) as recording:
            lines = [recording.stdout.readline()]
            emulated.put(BEN)
            lines += [recording.stdout.readline() for _ in range(2)]
            recording.terminate()
    done = subprocess.run(
        [*program, "--replay", str(path)],
        capture_output=True,
        check=False,
        text=True,
        timeout=DEADLINE_S,
    )
    kinds = [json.loads(line)["type"] for line in lines]

    assert ["DeviceUp", "TagPresented", "TagRead"] == kinds
    assert kinds[1:] == [json.loads(line)["type"] for line in done.stdout.splitlines()]
    assert 0 == done.returncode
    broken = subprocess.run(
        [*program, "--replay", os.devnull + "x"], capture_output=True, check=False, text=True
    )
    assert (1, True) == (broken.returncode, "No such file" in broken.stderr)
