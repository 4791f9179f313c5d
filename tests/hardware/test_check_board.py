"""The conformance check: it passes our board and finds each fault of a deliberately wrong one."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support.firmware import firmware_module
from support.simulated_board import SimulatedBoard
from support.tray import SPEED

from firmware_bridge.errors import DeviceLostError
from hardware.emulator.board import BoardEmulator
from hardware.tools import check_board
from hardware.tools.bench import Bench, PortWire

EVERY = check_board.CHECKS + check_board.CHECKS_WITH_DICE

AT_A_PORT = (check_board.damage, check_board.repeated, check_board.roll, check_board.reboot)

board = firmware_module("board")
frames = firmware_module("frames")
lane = firmware_module("lane")
link = firmware_module("link")
outbox = firmware_module("outbox")
store = firmware_module("store")


@pytest.fixture(autouse=True)
def _flash(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def faults_of(checks=EVERY):
    simulated = SimulatedBoard()
    verdicts = list(check_board.run(Bench(simulated, simulated), checks))
    assert len(checks) == len(verdicts)
    return {name: text for name, verdict, text in verdicts if verdict == "FAULT"}


def test_our_firmware_passes():
    assert {} == faults_of()


def no_greeting(patch):
    patch(link.Link, "_greeted", lambda *_: None)


def no_version(patch):
    patch(board.Board, "_commands", lambda _: {})
    sealed = frames.encode

    def encode(kind, fields):
        return sealed(kind, [pair for pair in fields if pair[0] != "v"])

    patch(frames, "encode", encode)


def greeted_for_ever(patch):
    patch(link, "_SILENCE_MS_MAX", 10**9)


def no_beat(patch):
    patch(link, "_BEAT_MS", 10**9)


def damaged_lines_obeyed(patch):
    patch(frames, "decode", _lenient(frames.decode))


def _lenient(decode):
    def decoded(line):
        body = line.rpartition(b"*")[0] or line
        return decode(b"%s*%04X" % (body, frames.crc16(body)))

    return decoded


def damaged_lines_passed_over(patch):
    def decode(line, strict=frames.decode):
        kind, fields = strict(line)
        return ("ACK", {}) if kind is None else (kind, fields)

    patch(frames, "decode", decode)


def unknown_commands_done(patch):
    commands = board.Board._commands  # noqa: SLF001
    patch(board.Board, "_commands", lambda it: {**commands(it), "SMELL": lambda *_: ()})


def repeated_commands_done_again(patch):
    obey = link.Link._obey  # noqa: SLF001

    def forgetful(self, kind, fields, now_ms):
        self._answered_id = None
        obey(self, kind, fields, now_ms)

    patch(link.Link, "_obey", forgetful)


def ids_kept_over_a_greeting(patch):
    greeted = link.Link._greeted  # noqa: SLF001

    def kept(self, command_id, now_ms):
        before = self._answered_id
        greeted(self, command_id, now_ms)
        self._answered_id = before

    patch(link.Link, "_greeted", kept)


def short_lines_only(patch):
    patch(frames, "LINE_BYTES_MAX", 64)


def long_lines_swallowed(patch):
    feed = frames.LineReader.feed

    def choked(self, byte):
        self.choked = getattr(self, "choked", False) or self._is_too_long
        return None if self.choked else feed(self, byte)

    patch(frames.LineReader, "feed", choked)


def echoes_answered(patch):
    patch(frames, "_ECHO", 0x21)
    patch(frames, "_START", 0x24)
    feed = frames.LineReader.feed

    def both(self, byte):
        found = feed(self, 0x24 if byte in b"!$" else byte)
        return found and (True, found[1])

    patch(frames.LineReader, "feed", both)


def starts_within_lines_passed_over(patch):
    begin = frames.LineReader._begin  # noqa: SLF001

    def first_only(self, kind):
        if kind == 0 or not getattr(self, "_count", 0):
            begin(self, kind)

    patch(frames.LineReader, "_begin", first_only)


def noise_stops_it(patch):
    feed = frames.LineReader.feed

    def fragile(self, byte):
        self.broken = getattr(self, "broken", False) or byte > 0xF0
        return None if self.broken else feed(self, byte)

    patch(frames.LineReader, "feed", fragile)


def rolls_sent_once(patch):
    patch(link, "_RESEND_MS", 10**9)


def any_acknowledgement_counts(patch):
    exact = outbox.Outbox.acknowledge

    def any_will_do(self, _boot, _n, now_ms):
        first = self.first()
        return first and exact(self, first[0], first[1], now_ms)

    patch(outbox.Outbox, "acknowledge", any_will_do)


def acknowledgements_passed_over(patch):
    patch(outbox.Outbox, "acknowledge", lambda *_: None)


def impossible_faces(patch):
    patch(lane, "_listed", lambda numbers: ",".join(str(number + 4) for number in numbers))


def no_clear(patch):
    patch(lane.Lane, "_emptied", _silently(lane.Lane._emptied))  # noqa: SLF001


def _silently(method):
    def silent(self):
        method(self)

    return silent


def numbers_used_twice(patch):
    add = outbox.Outbox.add

    def same(self, *what):
        self._made_count = 0
        add(self, *what)

    patch(outbox.Outbox, "add", same)


def waiting_rolls_lost_by_a_power_cut(patch):
    patch(outbox, "_JOURNAL_AFTER_MS", 10**9)


def boot_ids_used_twice(patch):
    patch(store, "next_boot", lambda _: "00010001")


def found_dice_said_to_have_arrived(patch):
    rolled = lane.Lane._rolled  # noqa: SLF001

    def arrived(self, dice, levels):
        self._was_seen_empty = True
        return rolled(self, dice, levels)

    patch(lane.Lane, "_rolled", arrived)


def events_forgotten_at_a_greeting(patch):
    greeted = link.Link._greeted  # noqa: SLF001

    def forgetful(self, command_id, now_ms):
        while (first := self._outbox.first()) is not None:
            self._outbox.acknowledge(first[0], first[1], now_ms)
        greeted(self, command_id, now_ms)

    patch(link.Link, "_greeted", forgetful)


def answers_that_differ(patch):
    patch(link.Link, "_obey", _counting(link.Link._obey))  # noqa: SLF001


def _counting(obey):
    def counted(self, kind, fields, now_ms):
        self._answered_id = None
        self.error_count += 1
        obey(self, kind, fields, now_ms)

    return counted


def a_wrong_checksum_now_and_then(patch):
    crc16 = frames.crc16

    def sloppy(data):
        return crc16(data) ^ (1 if data.startswith(b"BEAT") else 0)

    patch(frames, "crc16", sloppy)


WRONG = {
    no_greeting: "greeting",
    no_version: "greeting",
    greeted_for_ever: "hello",
    no_beat: "beat",
    a_wrong_checksum_now_and_then: "beat",
    damaged_lines_obeyed: "damage",
    damaged_lines_passed_over: "damage",
    unknown_commands_done: "unknown",
    repeated_commands_done_again: "repeated",
    ids_kept_over_a_greeting: "repeated",
    short_lines_only: "long_line",
    long_lines_swallowed: "long_line",
    echoes_answered: "echo",
    starts_within_lines_passed_over: "restart",
    noise_stops_it: "noise",
    answers_that_differ: "pace",
    events_forgotten_at_a_greeting: "closed_port",
    rolls_sent_once: "roll",
    any_acknowledgement_counts: "roll",
    acknowledgements_passed_over: "roll",
    impossible_faces: "roll",
    no_clear: "clear",
    numbers_used_twice: "clear",
    waiting_rolls_lost_by_a_power_cut: "reboot",
    boot_ids_used_twice: "reboot",
    found_dice_said_to_have_arrived: "reboot",
}


@pytest.mark.parametrize(
    ("spoil", "check"), WRONG.items(), ids=lambda it: getattr(it, "__name__", it)
)
def test_each_fault_of_a_wrong_board_is_found(monkeypatch, spoil, check):
    spoil(monkeypatch.setattr)
    checks = [candidate for candidate in EVERY if candidate.__name__ == check]

    assert [check] == list(faults_of(checks))


def test_every_check_finds_a_fault():
    assert {check.__name__ for check in EVERY} == set(WRONG.values())


class EmulatedHands:
    """Throws at an emulated tray, and lets a bench look meanwhile."""

    def __init__(self, emulator):
        self._emulator = emulator

    def throw(self):
        self._emulator.throw(3, 4)

    def lift(self):
        self._emulator.clear()

    def cut_power(self):
        self._emulator.power_cut()


def test_an_emulated_board_passes_at_its_real_port(emulator, tmp_path):
    wire = PortWire(str(tmp_path / "board"))
    found = list(check_board.run(Bench(wire, EmulatedHands(emulator)), AT_A_PORT))

    assert ["ok"] * len(AT_A_PORT) == [verdict for _, verdict, _ in found], found


def test_the_program_says_what_it_found(tmp_path):
    with BoardEmulator(tmp_path / "board", tmp_path / "flash", speed=SPEED) as emulator:
        status, asked, said = checked_at_a_terminal(emulator, tmp_path)

    assert asked.startswith(b"   >> ")
    assert 0 == status
    assert b"ok      damage" in said
    assert b"2 checks, 0 faults" in said


def checked_at_a_terminal(emulator, tmp_path):
    command = [sys.executable, "-m", "hardware.tools.check_board", str(tmp_path / "board")]
    root = Path(check_board.__file__).resolve().parents[2]
    command += ["--only", "damage", "--only", "roll"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root
    ) as program:
        asked = program.stderr.read(10)
        thrower = threading.Thread(target=emulator.throw, args=(3, 4))
        thrower.start()
        program.stdin.write(b"\n")
        program.stdin.flush()
        said, _ = program.communicate()
        thrower.join()
    return program.returncode, asked, said


def test_a_missing_board_is_said(monkeypatch, capsys):
    monkeypatch.setattr("hardware.tools.bench.OPEN_S", 0.0)
    monkeypatch.setattr(sys, "argv", ["check_board", "/dev/no-such-board"])

    assert check_board.main() == 2
    assert "no board at /dev/no-such-board" in capsys.readouterr().err
    with pytest.raises(DeviceLostError):
        PortWire("/dev/no-such-board")
