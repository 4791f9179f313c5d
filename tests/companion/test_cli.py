"""The command line: what it answers, with which exit code, on which stream."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion import arguments, cli, command_table, crashes
from companion.errors import TapbankError

ROOT = Path(__file__).resolve().parents[2]
NAMES = [command.name for command in command_table.commands()]


def asked(capsys, *words: str):
    code = cli.main(list(words))
    streams = capsys.readouterr()
    return code, streams.out, streams.err


def test_without_a_command_all_are_listed(capsys):
    code, out, err = asked(capsys)

    assert (0, "") == (code, err)
    assert all(f"  {name} " in out for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_an_example_that_it_takes_itself(capsys, name):
    code, out, _ = asked(capsys, name, "--help")
    command = next(command for command in command_table.commands() if command.name == name)

    assert 0 == code
    assert f"  {command.example}\n" in out
    program, named, *options = shlex.split(command.example)
    assert ("tapbank", name) == (program, named)
    if name != "test":  # what follows it is pytest's
        command.parser().parse(options)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["pley"], "The nearest is play."),
        (["play", "--redear", "x"], "The nearest is --reader."),
        (["play", "surplus"], "“surplus”"),
        (["emulate"], "--dir"),
        (["demo", "--players", "9"], "9"),
        (["demo", "--turns", "0"], "from 1 up"),
        (["demo", "--speed", "-1"], "above 0"),
        (["demo", "--board-engine", "forth"], "forth"),
        (["table", "--dat", "x"], "--data"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_2(capsys, words, part):
    code, out, err = asked(capsys, *words)

    assert (2, "") == (code, out)
    assert part in err
    assert 1 == err.count("\n")


def test_an_unknown_language_is_wrong_usage(capsys, monkeypatch):
    monkeypatch.setenv("TAPBANK_LANG", "xx")

    code, _, err = asked(capsys)

    assert 2 == code
    assert "xx" in err


def test_an_expected_failure_keeps_its_code_and_sentence(capsys, monkeypatch):
    fail(monkeypatch, TapbankError("The board is asleep.", 75))

    assert (75, "", "tapbank: The board is asleep.\n") == asked(capsys, "play")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(28, "No space left on device", "journal"), 74),
        (PermissionError(13, "Permission denied", "journal"), 77),
        (KeyboardInterrupt(), 130),
    ],
)
def test_the_system_s_refusals_have_their_codes(capsys, monkeypatch, error, code):
    fail(monkeypatch, error)

    assert code == asked(capsys, "play")[0]


def test_a_fault_of_our_own_is_a_sentence_and_a_file(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("TAPBANK_DATA", str(tmp_path))
    fail(monkeypatch, ValueError("secret of the trade"))

    code, out, err = asked(capsys, "play", "--plain")

    (path,) = tmp_path.glob("crash-*.txt")
    assert (1, "") == (code, out)
    assert str(path) in err
    assert "Traceback" not in err
    assert "ValueError: secret of the trade" in path.read_text()
    assert "['play', '--plain']" in path.read_text()


def test_a_crash_is_kept_elsewhere_when_the_data_folder_is_no_folder(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("TAPBANK_DATA", str(tmp_path / "file"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)

    assert tmp_path == crashes.write_crash(ValueError(), []).parent


def test_whoever_reads_our_output_may_have_left():
    reading, writing = os.pipe()
    os.close(reading)
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--help"],
        cwd=ROOT, env=buffered, stdout=writing, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(writing)

    assert (1, b"") == (done.returncode, done.stderr)


def test_help_loads_none_of_the_big_libraries():
    code = (
        "import json, sys; from companion import cli; cli.main(['play', '--help']);"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
    )
    loaded = set(json.loads(done.stdout.splitlines()[-1]))

    assert set() == loaded & {"asyncio", "engine", "nfc", "serial", "sqlite3", "textual"}


def test_the_help_is_laid_out_within_its_columns():
    for command in command_table.commands():
        lines = command.parser().format_help().splitlines()[1:]  # the usage line is one line
        assert all(len(line) <= arguments.HELP_COLUMNS for line in lines), command.name


def fail(monkeypatch, error: BaseException):
    """Let `tapbank play` raise *error*, as its handler would."""

    def play(_arguments):
        raise error

    monkeypatch.setattr(command_table, "_play", play)


def test_tests_of_an_installed_program_are_sent_to_the_checkout(capsys, monkeypatch):
    monkeypatch.setattr(command_table, "CHECKOUT", Path(os.devnull))

    code, _, err = asked(capsys, "test")

    assert 1 == code
    assert "./tapbank test" in err


def test_an_interrupt_before_all_is_loaded_is_no_traceback(tmp_path):
    (tmp_path / "gettext.py").write_text("raise KeyboardInterrupt")
    done = subprocess.run(
        [sys.executable, "-m", "companion", "doctor"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        timeout=60,
        text=True,
        check=False,
    )

    assert (130, "", "") == (done.returncode, done.stdout, done.stderr)
