"""A whole emulated table in a process of its own, its socket, and the real reader threads."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from support.hands import DEADLINE_S, Signals

from firmware_bridge.nfc_reader import NfcReader
from firmware_bridge.signals import DeviceDown, DeviceUp, TagPresented, TagRemoved
from hardware.emulator.cards import uid_of
from hardware.emulator.control import ControlError, HandsClient, hands
from hardware.emulator.hands import LineError

START = (
    "import sys; from pathlib import Path; from hardware.emulator.emulate import run_emulator;"
    "sys.exit(run_emulator(Path(sys.argv[1]), readers=2, speed=10.0, board_engine='cpython'))"
)


def started(directory):
    return subprocess.Popen(
        [sys.executable, "-c", START, str(directory)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )


def ended(process):
    out, err = process.communicate(timeout=DEADLINE_S)
    return process.returncode, out, err


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    process = started(folder)
    assert "ready\n" == process.stdout.readline()
    yield folder
    with HandsClient(folder) as client:
        client.say("stop")
    assert (0, "", "") == ended(process)
    assert {"cards.toml", "flash"} == {path.name for path in folder.iterdir()}


@pytest.fixture
def client(directory):
    with HandsClient(directory) as connected:
        yield connected


@pytest.fixture
def signals(directory):
    told = Signals()
    readers = [NfcReader(name, str(directory / name), told) for name in ("reader-1", "reader-2")]
    for reader in readers:
        reader.start()
    told.wait(DeviceUp, len(readers))
    yield told
    for reader in readers:
        reader.stop()


def presented(signals):
    return [(signal.reader, signal.uid) for signal in signals.all(TagPresented)]


def hex_of(name):
    return uid_of(name).hex().upper()


def test_no_tap_of_a_script_is_lost(client, signals):
    """Taps as fast as hands can, the same card twice in a row among them."""
    names = ["Ada", "Ben", "Ada", "Ada", "boardwalk", "CH01", "undo", "Ben"]
    before = json.loads(client.say("status"))["taps_made"]
    for name in names:
        client.say(f"tap {name}")
    client.say("tap Ada reader-2")
    signals.wait(TagRemoved, len(names) + 1)

    assert [*(("reader-1", hex_of(name)) for name in names), ("reader-2", hex_of("Ada"))] == (
        presented(signals)
    )
    assert len(names) + 1 == json.loads(client.say("status"))["taps_made"] - before


def test_a_card_that_lies_stays_until_it_is_lifted(client, signals):
    """Another is tapped beside it meanwhile."""
    client.say("lay Cleo")
    client.say("tap Dan")

    assert [hex_of("Dan")] == [signal.uid for signal in signals.wait(TagRemoved)]

    with pytest.raises(LineError, match="Cleo lies on reader-1"):
        client.say("tap Cleo reader-2")
    client.say("lift-tag Cleo")

    assert hex_of("Cleo") == signals.wait(TagRemoved, 2)[1].uid


def test_a_reader_is_unplugged_and_plugged(client, signals):
    """A tap while it is out is refused, the next one after it is in counts."""
    client.say("unplug reader-1")
    signals.wait(DeviceDown)
    with pytest.raises(LineError, match="reader-1 is unplugged"):
        client.say("tap Eve")
    client.say("plug reader-1")
    client.say("tap Eve")

    assert [("reader-1", hex_of("Eve"))] == presented(signals)


def test_a_card_lifted_while_the_reader_was_out_counts_at_its_next_tap(client, signals):
    """The reader is given time to notice that it was gone."""
    client.say("lay Fay reader-2")
    signals.wait(TagPresented)
    client.say("unplug reader-2")
    client.say("lift-tag Fay reader-2")
    client.say("plug reader-2")
    client.say("tap Fay reader-2")

    assert [("reader-2", hex_of("Fay"))] * 2 == presented(signals)


def test_strangers_are_named(client, signals):
    """A phone, a Classic card, a FeliCa card and a number of ten bytes."""
    for number in ("08A1B2C3", "11223344", "0102030405060708", "AA" * 10):
        client.say(f"tap #{number}")
    signals.wait(TagRemoved, 4)
    techs = [signal.tech for signal in signals.all(TagPresented)]

    assert ["phone", "classic", "felica", "transit"] == techs


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("frob", "unknown verb 'frob'"),
        ("tpa Ada", "did you mean 'tap'"),
        ("tap", "tap takes a card"),
        ("tap Ada reader-9", "unknown reader 'reader-9'"),
        ("tap @2", "no deed card lies at '@2'"),
        ("lift-tag Zed", "Zed does not lie on reader-1"),
        ("throw", "throw takes one or two faces"),
        ("throw 0 3", "'0' is no face"),
        ("throw 3 cokced", "'cokced' is no face"),
        ("pick-up now", "takes nothing more"),
        ("press yse", "did you mean 'yes'"),
        ("press yes -1", "'-1' is no number of seconds"),
        ("turn-knob x", "not 'x'"),
        ("noise 0", "from 1 to"),
        ("unplug bord", "did you mean 'board'"),
        ("wait", "wait takes seconds"),
    ],
)
def test_a_wrong_line_is_answered_with_its_word(client, line, sentence):
    """One sentence, and the connection goes on."""
    with pytest.raises(LineError, match=sentence):
        client.say(line)

    assert "ok" == client.say("# nothing")


def test_the_board_is_moved(client):
    """Every movement is answered; a throw of two dice is counted."""
    before = json.loads(client.say("status"))["rolls_thrown"]
    lines = {
        "throw 3 4": "threw 3 4",
        "pick-up": "picked up the dice",
        "throw 3 cocked": "threw 3, the other die is cocked",
        "throw 5": "threw 5, the other die is missing",
        "press no": "pressed no",
        "turn-knob -2": "turned the knob by -2",
        "noise 10": "put 10 bytes of noise on the board's line",
        "unplug board": "unplugged board",
        "plug board": "plugged board in",
        "wait 0.2": "waited 0.2 s",
    }

    assert list(lines.values()) == [client.say(line) for line in lines]
    assert 1 == json.loads(client.say("status"))["rolls_thrown"] - before


def test_hands_print_what_was_done_and_fail_on_a_wrong_line(directory, capsys):
    """All lines are said; one that fails is told on standard error, and the code is 1."""
    assert 0 == hands(directory, ["wait 0"])
    assert 1 == hands(directory, ["frob", "wait 0"])

    out, err = capsys.readouterr()

    assert "waited 0 s\nwaited 0 s\n" == out
    assert err.startswith("frob: unknown verb 'frob'")


def test_a_line_without_end_does_not_hold_the_socket(directory):
    """Over-long and undecodable lines are answered, and others are served meanwhile."""
    with socket.socket(socket.AF_UNIX) as raw:
        raw.connect(str(directory / "control"))
        raw.sendall(b"\xff\xfe\n")

        assert b"error: the line is not UTF-8\n" == raw.recv(200)

        raw.sendall(b"x" * 5000)
        assert 0 == hands(directory, ["wait 0"])
        assert raw.recv(200).startswith(b"error: the line is longer than")


def test_the_socket_is_for_the_same_user_only(directory):
    """Mode 0600."""
    assert 0o600 == stat.S_IMODE((directory / "control").stat().st_mode)


def test_a_second_emulator_is_refused(directory):
    """Exit 75 and a sentence; the first goes on."""
    code, out, err = ended(started(directory))

    assert (75, "") == (code, out)
    assert "another emulator serves" in err
    assert 0 == hands(directory, ["wait 0"])


def test_what_a_killed_emulator_left_is_taken_over(tmp_path, capsys):
    """Its socket and links are replaced; a signal ends it as `stop` does."""
    killed = started(tmp_path)
    assert "ready\n" == killed.stdout.readline()
    killed.kill()
    ended(killed)

    assert 1 == hands(tmp_path, ["wait 0"])
    assert "no emulated table runs in" in capsys.readouterr().err

    again = started(tmp_path)
    assert "ready\n" == again.stdout.readline()
    assert 0 == hands(tmp_path, ["wait 0"])
    again.send_signal(signal.SIGTERM)

    assert (0, "", "") == ended(again)
    assert not (tmp_path / "reader-1").is_symlink()


def test_a_folder_too_deep_for_a_socket_is_refused(tmp_path):
    """With the way out of it."""
    with pytest.raises(ControlError, match="take a shorter folder"):
        HandsClient(tmp_path / ("deep" * 30))
