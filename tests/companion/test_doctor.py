"""`tapbank doctor`: a line a thing, with the way to mend it, and an exit code for scripts."""

import json
import os
import subprocess
import sys

import pytest
import serial
from support.tables import DEADLINE_S, ROOT, running_table

from companion import cli
from companion.journal.second_copy import COPY_NAME
from companion.journal.store import JOURNAL_NAME
from firmware_bridge.discovery import Machine, ports
from firmware_bridge.errors import DeviceLostError
from firmware_bridge.serial_port import SerialPort


def looked(capsys, *words):
    code = cli.main(["doctor", "--json", *map(str, words)])
    answer = json.loads(capsys.readouterr().out)
    assert answer["level"] == code
    return code, {check["what"]: check for check in answer["checks"]}


@pytest.fixture
def folder(tmp_path):
    with running_table(tmp_path):
        pass
    return tmp_path


def test_a_sound_table_is_fine(folder, capsys):
    code, found = looked(capsys, "--data", folder)

    assert code == 0, found
    assert set(found) == {"table", "free", "storage", "clock", "journal", "devices"}
    assert all(check["mend"] == "" for check in found.values())


def test_a_running_table_is_named_by_its_process(tmp_path, capsys):
    with running_table(tmp_path, "--reader", str(tmp_path / "none")) as table:
        code, found = looked(capsys, "--data", tmp_path)

    assert str(table.pid) in found["table"]["sentence"]
    assert (code, found["reader-1"]["level"]) == (2, 2), "the table that holds it says so"


def test_a_device_that_does_not_answer_is_broken_with_the_way_to_mend_it(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("companion.doctor.ANSWER_S", 0.3)
    code, found = looked(capsys, "--data", tmp_path, "--board", tmp_path / "none")

    assert code == 2
    assert "cable" in found["board"]["mend"]
    assert found["journal"]["sentence"] == "No journal has been begun yet."


def test_devices_that_answer_are_fine(tmp_path, capsys, monkeypatch):
    """Those that are named, and what is plugged in where nothing is."""
    hardware = tmp_path / "hardware"
    command = [sys.executable, "-m", "companion", "emulate", "--dir", str(hardware)]
    emulator = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert b"ready" in emulator.stdout.readline()
        options = ("--board", hardware / "board", "--reader", hardware / "reader-1")
        code, found = looked(capsys, "--data", tmp_path / "data", *options)
        for node, path in (("ACM0", "board"), ("USB0", "reader-1"), ("USB1", "/dev/null")):
            (tmp_path / f"tty{node}").symlink_to(hardware / path)
        plugged_in = Machine(tmp_path, tmp_path, tmp_path)
        monkeypatch.setattr("companion.doctor.ports", lambda: ports(plugged_in))
        monkeypatch.setenv("TAPBANK_SEARCH", "1")
        seen = looked(capsys, "--data", tmp_path / "data")[1]
    finally:
        emulator.terminate()
        emulator.communicate(timeout=DEADLINE_S)

    assert (found["board"]["level"], found["reader-1"]["level"]) == (0, 0), found
    assert code == 0
    assert seen["board"]["sentence"].endswith(f"at {tmp_path / 'ttyACM0'}")
    assert seen["reader"]["sentence"].startswith("PN532")
    assert str(tmp_path / "ttyUSB1") in seen["port"]["sentence"]


def test_a_damaged_journal_is_broken_and_a_lost_copy_a_warning(folder, capsys):
    (folder / COPY_NAME).unlink()
    code, found = looked(capsys, "--data", folder)
    assert (code, found["journal"]["level"]) == (1, 1)

    (folder / JOURNAL_NAME).write_bytes(os.urandom(8192))
    code, found = looked(capsys, "--data", folder)
    assert (code, found["journal"]["level"]) == (2, 2)
    assert "second copy" in found["journal"]["mend"]


def test_little_room_is_a_warning(folder, capsys):
    (folder / "config.toml").write_text("free_mb_min = 1000000000\n")

    code, found = looked(capsys, "--data", folder)
    assert (code, found["free"]["level"]) == (1, 1)


def test_people_get_a_line_a_thing(folder, capsys):
    assert cli.main(["doctor", "--data", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 6
    assert all(line.startswith("● ") for line in lines)


def test_what_the_running_table_does_not_hold_is_said_not_to_be_looked_at(tmp_path, capsys):
    nope = "/dev/ttyNOPE"
    with running_table(tmp_path):
        code, found = looked(capsys, "--data", tmp_path, "--board", nope)

    assert code == 1
    assert f"{nope} was not looked at" in found["devices"]["sentence"]
    assert "Stop the table" in found["devices"]["mend"]


def test_why_a_port_does_not_open_is_said_once(tmp_path, capsys):
    _code, found = looked(capsys, "--data", tmp_path, "--board", tmp_path / "ttyNOPE")

    assert f"{tmp_path}/ttyNOPE: No such file or directory." == found["board"]["sentence"]


def test_a_port_that_another_program_has_is_told_as_that():
    near, far = os.openpty()
    path = os.ttyname(far)
    with serial.Serial(path, exclusive=True), pytest.raises(DeviceLostError) as lost:
        SerialPort(path).open()
    os.close(near)
    os.close(far)

    assert f"{path}: another program has it" == str(lost.value)
