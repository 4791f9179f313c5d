"""What goes wrong before or beside a game: one clear sentence and the right exit code."""

import subprocess
import sys

import pytest
from support.tables import DEADLINE_S, ROOT

from companion import cli
from companion.client import is_running
from companion.errors import EXIT_DATA, EXIT_IO, EXIT_USAGE

NO_EDITION = "there are cs, gb, it, nl, ro, us, us2008"
NO_TERMINAL = "The screen needs a terminal. What does without"
WRONG_EDITION = b'id = "mine"\nfrobs = 3\n'


FILES = {"FILE": b"", "WRONG": WRONG_EDITION, "BYTES": b"\xff\xfe"}


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Return paths by the names that stand for them; faults of our own must leave no trace."""
    faults = tmp_path / "faults"
    faults.mkdir()
    monkeypatch.setenv("TAPBANK_DATA", str(faults))
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    yield {name: str(tmp_path / name) for name in (*FILES, "DATA")}
    assert [] == list(faults.iterdir())
    assert not is_running(tmp_path / "DATA" / "table.sock")


def said_with(words: str, places: dict[str, str]) -> str:
    for name, path in places.items():
        words = words.replace(name, path)
    return words


@pytest.mark.parametrize(
    ("line", "code", "part"),
    [
        ("play --plain --data FILE", EXIT_USAGE, "FILE is not a folder"),
        ("play --plain --data /proc/here", EXIT_IO, "/proc/here cannot be used"),
        ("play --plain --data DATA --edition uk", EXIT_DATA, NO_EDITION),
        ("play --data DATA", EXIT_USAGE, NO_TERMINAL),
        ("demo", EXIT_USAGE, NO_TERMINAL),
        ("console --data FILE -c show", 1, "No table runs on FILE"),
        ("emulate --dir FILE", EXIT_IO, "FILE cannot be used"),
        ("hands --dir DATA status", 1, "no emulated table runs in DATA"),
        ("simulate --games 1 --edition uk", EXIT_DATA, NO_EDITION),
        ("simulate --games 1 --edition WRONG", EXIT_DATA, "WRONG"),
        ("simulate --games 1 --edition BYTES", EXIT_DATA, "BYTES, line 1: this is no UTF-8 text"),
        ("simulate --games 1 --edition /", EXIT_DATA, "Is a directory"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(places, capsys, line, code, part):
    done = cli.main(said_with(line, places).split(" "))

    told = capsys.readouterr()
    assert (code, "") == (done, told.out)
    assert said_with(part, places) in told.err
    assert 1 == len(told.err.splitlines())


@pytest.mark.parametrize(
    ("line", "code", "part"),
    [
        ("--data FILE/below", EXIT_USAGE, "FILE/below is not a folder"),
        ("--data /proc/here", EXIT_IO, "/proc/here cannot be used"),
        ("--data DATA --edition WRONG", EXIT_DATA, "WRONG"),
    ],
)
def test_a_table_that_cannot_start_says_so_in_one_sentence(places, line, code, part):
    done = tapbank("table", *said_with(line, places).split(" "))

    assert (code, "") == (done.returncode, done.stdout)
    assert said_with(part, places) in done.stderr
    assert 1 == len(done.stderr.splitlines())


def tapbank(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the program without a terminal, as a script does."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
        **options,
    )
