"""The whole product by one command: emulated hardware, a table, people who play on it."""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

import pyte
import pytest
from support.processes import processes_of, wait_until_none

from companion.demo_people import NAMES
from companion.demo_table import DemoTable

CHECKOUT = Path(__file__).resolve().parents[2]
DEMO = [sys.executable, "-m", "companion", "demo", "--speed", "20"]
COMMAND = [*DEMO, "--headless", "--json"]
COLUMNS, LINES = 120, 36
PATIENCE_S = 110
STAND_S = 0.2  # at that speed it is a quarter of it
TIMES = ("seconds", "tap_to_published_ms")


def demo(temporary: Path, *options: str) -> subprocess.Popen[str]:
    """Start a demonstration that keeps its folder under *temporary*."""
    temporary.mkdir(exist_ok=True)
    return subprocess.Popen(
        [*COMMAND, *options],
        cwd=CHECKOUT,
        env={**os.environ, "TMPDIR": str(temporary), "TAPBANK_LANG": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heeding_interrupts,  # noqa: PLW1509  # there are no threads here
    )


def heeding_interrupts() -> None:
    """Undo what a shell does to whatever it runs in the background, these tests for one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def short_path():
    """Return a folder whose sockets have room in their addresses."""
    folder = Path("/tmp") / f"tapbank-test-{os.getpid()}-{time.monotonic_ns()}"  # noqa: S108  # short
    folder.mkdir()
    yield folder
    for left in folder.iterdir():
        left.rmdir()
    folder.rmdir()


def test_the_same_seed_plays_the_same_game_and_nothing_is_lost(short_path):
    playing = [demo(short_path / run, "--turns", "8", "--seed", "11") for run in ("a", "b")]
    reports = []
    for process in playing:
        data, narration = process.communicate(timeout=PATIENCE_S)
        assert 0 == process.returncode, narration
        reports.append(json.loads(data))
    first, second = reports

    assert 8 == first["turns"] <= first["rolls"]
    assert first["taps"] >= 4
    assert (0, 0) == (first["lost_rolls"], first["lost_taps"])
    assert 0 == first["refusals"]
    assert "balanced" == first["books"]
    assert 0 == sum(first["cash"].values()) + first["bank"]
    assert {"p50", "p99"} <= set(first["tap_to_published_ms"])
    assert ["Ada", "Ben", "Chiara", "Dora"] == list(first["cash"])
    for key in TIMES:
        del first[key], second[key]
    assert first == second
    assert [[], []] == [list((short_path / run).iterdir()) for run in ("a", "b")]
    assert [] == processes_of(short_path)


class Terminal:
    """A terminal in which a demonstration shows its screen."""

    def __init__(self, temporary: Path, *options: str) -> None:
        self.picture = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self.picture)
        self._master, slave = os.openpty()
        termios.tcsetwinsize(slave, (LINES, COLUMNS))
        temporary.mkdir()
        self.process = subprocess.Popen(
            [*DEMO, *options],
            cwd=CHECKOUT,
            env={
                **os.environ,
                "TMPDIR": str(temporary),
                "TAPBANK_LANG": "en",
                "TERM": "xterm-256color",
            },
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def shows(self, words: str) -> bool:
        """Read on until *words* stand on the screen; false where the program ended before."""
        while words not in "\n".join(self.picture.display):
            ready, _, _ = select.select([self._master], [], [], PATIENCE_S)
            if not ready:
                return False
            try:
                self._stream.feed(os.read(self._master, 65536))
            except OSError:  # the other side is closed
                return False
        return True

    def ends(self) -> int:
        """Read what is left; return the exit code."""
        while self.process.poll() is None:
            self.shows("words that never come")
        os.close(self._master)
        return self.process.returncode


def test_people_play_before_the_screen_until_it_is_left(short_path):
    terminal = Terminal(short_path / "a", "--seed", "7")
    assert terminal.shows("buys"), "\n".join(terminal.picture.display)

    terminal.type("q")

    assert 0 == terminal.ends()
    assert [] == list((short_path / "a").iterdir())
    assert [] == processes_of(short_path)


def test_keys_are_hands_at_the_emulated_devices(short_path):
    terminal = Terminal(short_path / "a", "--seed", "7", "--hands")
    assert terminal.shows("READER 1"), "\n".join(terminal.picture.display)
    terminal.type("12")
    assert terminal.shows("2 Ben"), "\n".join(terminal.picture.display)
    terminal.type("y")
    assert terminal.shows("Begin?"), "\n".join(terminal.picture.display)
    time.sleep(STAND_S)
    terminal.type("1")
    assert terminal.shows("Ada: throw"), "\n".join(terminal.picture.display)

    terminal.type("d")

    assert terminal.shows("throws"), "\n".join(terminal.picture.display)
    terminal.type("q")
    assert 0 == terminal.ends()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_all_of_it(short_path, number):
    process = demo(short_path / "a", "--turns", "1000", "--seed", "1", "--players", "2")
    assert process.stderr is not None
    told = []
    while "throws" not in "".join(told[-1:]):
        line = process.stderr.readline()
        assert line, "".join(told)
        told.append(line)

    process.send_signal(number)
    data, _narration = process.communicate(timeout=PATIENCE_S)

    assert 128 + number == process.returncode
    assert "" == data
    assert [] == list((short_path / "a").iterdir())
    assert [] == processes_of(short_path)


def test_a_killed_demonstration_leaves_no_process_and_the_next_removes_its_folder(
    short_path, monkeypatch
):
    process = demo(short_path / "a", "--seed", "1", "--players", "2")
    assert process.stderr is not None
    while "throws" not in (line := process.stderr.readline()):
        assert line
    monkeypatch.setattr(tempfile, "tempdir", str(short_path / "a"))
    begin_and_end_another()
    (folder,) = (short_path / "a").iterdir()  # of the one that plays: nobody touches it

    process.kill()
    process.communicate(timeout=PATIENCE_S)
    wait_until_none(short_path)
    assert folder.exists(), "nobody was left to remove it"

    deadline = time.monotonic() + PATIENCE_S
    while folder.exists():  # a process that has ended lets go of it a moment later
        assert time.monotonic() < deadline, "it is still there"
        begin_and_end_another()


def begin_and_end_another() -> None:
    """Prepare one more demonstration in this process, and let it go again."""
    table = DemoTable(1, NAMES, speed=1.0, board_engine="cpython", meanwhile=lambda: None)
    table.close()
