"""The reader's thread on the emulated reader, through the real library."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.hands import DEADLINE_S, Signals, opened, until

from firmware_bridge.nfc_reader import NfcReader, ReaderDriver
from firmware_bridge.signals import DeviceDown, DeviceUp, TagPresented, TagRemoved
from hardware.emulator.other_tags import (
    ClassicCard,
    FelicaCard,
    Phone,
    SilentCard,
    UltralightCard,
)
from hardware.emulator.pn532 import ReaderEmulator
from hardware.emulator.pn532_chip import INSTANT
from hardware.emulator.tags import NtagCard

ADA = NtagCard(bytes.fromhex("04A1B2C3D4E5F6"))
BEN = NtagCard(bytes.fromhex("04A1B2C3D4E5F7"))


@pytest.fixture
def emulated(tmp_path):
    with ReaderEmulator(tmp_path / "reader-1", INSTANT) as reader:
        yield reader


@pytest.fixture
def signals():
    return Signals()


@pytest.fixture
def reader(emulated, signals):
    thread = NfcReader("reader-1", str(emulated.path), signals)
    thread.start()
    signals.wait(DeviceUp)
    yield thread
    thread.stop()


def tapped(emulated, tag):
    emulated.put(tag)
    assert emulated.wait_seen(tag.uid, DEADLINE_S)
    emulated.take(tag.uid)
    assert emulated.wait_gone(tag.uid, DEADLINE_S)


def hex_of(tag):
    return tag.uid.hex().upper()


@pytest.mark.usefixtures("reader")
def test_taps_come_once_each_and_in_order(emulated, signals):
    """Twelve cards, twelve taps, twelve removals."""
    cards = [NtagCard(bytes((4, 0, 0, 0, 0, 0, n))) for n in range(12)]
    for card in cards:
        tapped(emulated, card)
    gone = signals.wait(TagRemoved, len(cards))
    presented = signals.all(TagPresented)

    assert [hex_of(card) for card in cards] == [signal.uid for signal in presented]
    assert [hex_of(card) for card in cards] == [signal.uid for signal in gone]
    assert {("reader-1", "ntag")} == {(signal.reader, signal.tech) for signal in presented}
    assert len(cards) == emulated.taps_made


@pytest.mark.usefixtures("reader")
def test_another_card_is_seen_while_one_lies_there(emulated, signals):
    """Ada's card is left lying; Ben's comes and goes beside it."""
    emulated.put(ADA)
    signals.wait(TagPresented)
    tapped(emulated, BEN)
    gone = signals.wait(TagRemoved)

    assert [hex_of(ADA), hex_of(BEN)] == [signal.uid for signal in signals.all(TagPresented)]
    assert [hex_of(BEN)] == [signal.uid for signal in gone]


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("tag", "tech"),
    [
        (ClassicCard(b"\x11\x22\x33\x44"), "classic"),
        (Phone(), "phone"),
        (FelicaCard(bytes.fromhex("0123456789ABCDEF")), "felica"),
        (SilentCard(b"\x04\x01\x02\x03\x04\x05\x06"), "transit"),
        (SilentCard(b"\x11\x22\x33\x44", sel_res=0x28), "transit"),
        (SilentCard(b"\x11\x22\x33\x44", sel_res=0x40), "unknown"),
        (UltralightCard(bytes.fromhex("04112233445566")), "ntag"),
    ],
)
def test_a_tag_is_named_for_what_it_is(emulated, signals, tag, tech):
    """One tap each, the phone too, whose number changes at every poll."""
    emulated.put(tag)
    signals.wait(TagPresented)
    for _ in range(4):
        assert emulated.wait_polled(DEADLINE_S)
    emulated.take(tag.uid)
    signals.wait(TagRemoved)

    assert [tech] == [signal.tech for signal in signals.all(TagPresented)]


@pytest.mark.usefixtures("reader")
def test_unplug_is_told_and_it_comes_back_by_itself(emulated, signals):
    """Down, up, and the card that lay there all along does not act twice."""
    emulated.put(ADA)
    signals.wait(TagPresented)
    emulated.unplug()
    signals.wait(DeviceDown)
    emulated.plug()
    signals.wait(DeviceUp, 2)
    tapped(emulated, BEN)
    emulated.take(ADA.uid)
    signals.wait(TagRemoved, 2)

    assert [hex_of(ADA), hex_of(BEN)] == [signal.uid for signal in signals.all(TagPresented)]
    assert 1 == len(signals.all(DeviceDown))


@pytest.mark.usefixtures("reader")
def test_unplugging_leaves_no_descriptor_behind(emulated, signals):
    """Ten times out and in: as many open files as before."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    for n in range(1, 11):
        emulated.unplug()
        signals.wait(DeviceDown, n)
        emulated.plug()
        signals.wait(DeviceUp, n + 1)

    assert len(list(Path("/proc/self/fd").iterdir())) <= before + 1


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("fault", ["hang", "reset"])
def test_reader_survives_a_fault_of_the_chip(emulated, signals, fault):
    """Deaf for a while at its high speed, or back at its first: down, up, and taps again."""
    getattr(emulated, fault)()
    signals.wait(DeviceDown)
    emulated.resume()
    signals.wait(DeviceUp, 2)
    tapped(emulated, ADA)

    assert [hex_of(ADA)] == [signal.uid for signal in signals.wait(TagPresented)]


def test_chip_left_fast_by_a_killed_process_is_rescued(emulated, signals):
    """The other process opens the reader, is killed, and leaves the chip at 921600 baud."""
    script = f"""
import os, sys
sys.path[:0] = {[str(Path.cwd()), str(Path.cwd() / "tests")]}
from pathlib import Path
from support.hands import opened
opened(Path({str(emulated.path)!r}))
os.kill(os.getpid(), 9)
"""
    killed = subprocess.run([sys.executable, "-c", script], check=False, timeout=30)

    assert -9 == killed.returncode
    assert emulated.baud == 921600

    thread = NfcReader("reader-1", str(emulated.path), signals)
    thread.start()
    signals.wait(DeviceUp)
    tapped(emulated, ADA)
    thread.stop()

    assert [hex_of(ADA)] == [signal.uid for signal in signals.all(TagPresented)]
    assert [] == signals.all(DeviceDown)


def test_stop_leaves_the_chip_at_its_first_speed(emulated, signals):
    """So that the next program can open it with any driver."""
    thread = NfcReader("reader-1", str(emulated.path), signals)
    thread.start()
    signals.wait(DeviceUp)
    thread.stop()

    assert emulated.baud == 115200
    opened(emulated.path).close()


def test_a_reader_that_is_not_there_yet_is_waited_for(tmp_path, signals):
    """Down once, with the way to mend it; up when it is plugged in."""
    emulated = ReaderEmulator(tmp_path / "reader-1", INSTANT)
    thread = NfcReader("reader-1", str(emulated.path), signals)
    thread.start()
    (down,) = signals.wait(DeviceDown)
    with emulated:
        (up,) = signals.wait(DeviceUp)
        thread.stop()

    assert "is the reader plugged in?" in down.why
    assert "PN532v1.6" in up.detail
    assert str(emulated.path) in up.detail


def test_a_relative_path_is_a_path(emulated, signals, monkeypatch):
    """Only `usb:…`, `tty:…` and `udp:…` are the library's own names."""
    monkeypatch.chdir(emulated.path.parent)
    thread = NfcReader("reader-1", emulated.path.name, signals)
    thread.start()
    signals.wait(DeviceUp)
    emulated.unplug()
    (down,) = signals.wait(DeviceDown)
    thread.stop()

    assert "reader-1 is gone" in down.why


def test_idle_reader_is_reopened_now_and_then(emulated, signals):
    """Against boards that go slow; nobody is told, and no tap is lost."""
    driver = ReaderDriver("reader-1", str(emulated.path), signals, reopen_s=0.0)
    driver.open()
    before = driver._reader  # noqa: SLF001
    driver.step()

    assert driver._reader is not before  # noqa: SLF001

    emulated.put(ADA)
    until(lambda: bool(driver.step() or signals.all(TagPresented)))
    driver.close()


def test_a_path_that_is_no_device_is_refused(tmp_path, signals):
    """Nothing of it reaches the shell the driver calls."""
    trap = tmp_path / "x;touch trapped"
    trap.write_text("")
    thread = NfcReader("reader-1", str(trap), signals)
    thread.start()
    (down,) = signals.wait(DeviceDown)
    thread.stop()

    assert "no device at" in down.why


def test_signals_are_printed_as_lines(emulated):
    """`python -m firmware_bridge --reader PATH` says what it notices, in JSON."""
    printing = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge", "--reader", str(emulated.path)],
        stdout=subprocess.PIPE,
        text=True,
    )
    up = json.loads(printing.stdout.readline())
    tapped(emulated, ADA)
    tap = json.loads(printing.stdout.readline())
    printing.terminate()
    printing.communicate()

    assert ("DeviceUp", "reader-1") == (up["type"], up["device"])
    assert ("TagPresented", hex_of(ADA)) == (tap["type"], tap["uid"])


def test_a_second_program_is_refused_and_gets_the_reader_later(reader, emulated, signals):
    """The port is locked, as a board's is; the first one's chip is left alone."""
    second = Signals()
    other = NfcReader("reader-2", str(emulated.path), second)
    other.start()
    (down,) = second.wait(DeviceDown)
    tapped(emulated, ADA)
    reader.stop()
    second.wait(DeviceUp)
    other.stop()

    assert "lock" in down.why
    assert [hex_of(ADA)] == [signal.uid for signal in signals.all(TagPresented)]
    assert [] == signals.all(DeviceDown)
