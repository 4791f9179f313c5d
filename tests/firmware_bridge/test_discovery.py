"""What is plugged in: a board and readers on pseudo-terminals, named as udev names them."""

import os
import threading

import pytest
from support.hands import DEADLINE_S, Signals

from companion.device_memory import DeviceMemory
from companion.devices import Devices, Search
from firmware_bridge.discovery import Finder, Port, identified, in_order, named_readers, ports
from firmware_bridge.signals import DeviceFound, DeviceUp
from hardware.emulator.board import BoardEmulator
from hardware.emulator.pn532 import ReaderEmulator
from hardware.emulator.pn532_chip import INSTANT

PICO = "usb-MicroPython_Board_in_FS_mode_e66164084319392a-if00"
PLACES = {"board": "usb-0:1.1:1.0", "reader-a": "usb-0:1.2:1.0-port0", "reader-b": "usb-0:1.3:1.0"}


@pytest.fixture
def dev(tmp_path):
    """Give a `/dev` with a board, two readers and something that is mute."""
    with (
        BoardEmulator(tmp_path / "board", tmp_path / "flash", "cpython", speed=8) as _board,
        ReaderEmulator(tmp_path / "reader-a", INSTANT) as _a,
        ReaderEmulator(tmp_path / "reader-b", INSTANT) as _b,
    ):
        folder = tmp_path / "dev" / "serial"
        for kind in ("by-id", "by-path"):
            (folder / kind).mkdir(parents=True)
        for name, place in PLACES.items():
            (folder / "by-path" / place).symlink_to(os.path.realpath(tmp_path / name))
        (folder / "by-id" / PICO).symlink_to(os.path.realpath(tmp_path / "board"))
        yield tmp_path / "dev"


def place(dev, name):
    return str(dev / "serial" / "by-path" / PLACES[name])


def test_ports_are_called_by_their_sockets_and_named_by_their_devices(dev):
    assert [
        Port(place(dev, "board"), PICO),
        Port(place(dev, "reader-a"), ""),
        Port(place(dev, "reader-b"), ""),
    ] == list(ports(dev))


def test_a_device_without_a_place_goes_by_its_own_name(dev):
    (dev / "serial" / "by-path" / PLACES["board"]).unlink()

    assert Port(str(dev / "serial" / "by-id" / PICO), PICO) in ports(dev)


def test_nothing_is_plugged_in_where_there_is_no_udev(tmp_path):
    assert () == ports(tmp_path)


@pytest.mark.parametrize("name", ["", PICO])
def test_each_device_is_known_by_its_answer_whatever_its_name(dev, name):
    board = identified(Port(place(dev, "board"), name))
    reader = identified(Port(place(dev, "reader-a"), name))

    assert ("board", "reader") == (board.kind, reader.kind)
    assert board.uid
    assert "PN532" in reader.uid


def test_a_port_that_answers_nothing_is_nothing():
    master, slave = os.openpty()
    try:
        assert identified(Port(os.ttyname(slave), PICO)) is None
    finally:
        os.close(master)
        os.close(slave)


def test_the_remembered_board_comes_first():
    boards = [DeviceFound("board", f"/dev/{n}", f"uid{n}") for n in range(3)]

    assert ["uid2", "uid0", "uid1"] == [each.uid for each in in_order(boards, "uid2")]


def test_readers_keep_their_names_by_their_sockets():
    known = named_readers(["left", "right"], {})

    assert {"left": "reader-1", "right": "reader-2"} == known
    assert {"right": "reader-2"} == named_readers(["right"], known)
    assert {"third": "reader-3"} == named_readers(["third"], known)


def test_the_finder_tells_each_once_and_leaves_what_is_taken(dev):
    signals = Signals()
    finder = Finder(signals, taken=[place(dev, "reader-a")], dev=dev, look_s=0.05)
    finder.start()
    found = signals.wait(DeviceFound, 2)
    late = dev / "serial" / "by-path" / PLACES["reader-b"]
    target = late.readlink()
    late.unlink()
    (dev / "serial" / "by-path" / "usb-0:2").symlink_to(target)
    signals.wait(DeviceFound, 3)
    finder.stop()

    assert [place(dev, "board"), place(dev, "reader-b")] == [each.path for each in found]
    assert 3 == len(signals.all())


def started_devices(dev, folder):
    """Start devices as a table does, wait until all three are up, stop; return how they were."""
    is_up = threading.Event()
    told = []

    def sink(signal):
        told.append(signal)
        if isinstance(signal, DeviceFound):
            devices.adopt(signal)
        if sum(isinstance(each, DeviceUp) for each in told) == 3:
            is_up.set()

    devices = Devices(None, (), sink, Search(DeviceMemory(folder), dev))
    devices.start()
    assert is_up.wait(DEADLINE_S), told
    devices.stop()
    return {health.device: health.detail for health in devices.health}


def test_a_table_uses_what_is_found_and_remembers_it(dev, tmp_path):
    """Board and readers answer without being named; after a restart they are the same ones."""
    expected = {
        "board": place(dev, "board"),
        "reader-1": place(dev, "reader-a"),
        "reader-2": place(dev, "reader-b"),
    }

    assert [expected, expected] == [started_devices(dev, tmp_path) for _ in range(2)]
    assert DeviceMemory(tmp_path).board


def test_what_was_named_is_not_searched_for(dev, tmp_path):
    signals = Signals()
    devices = Devices(None, (place(dev, "reader-b"),), signals, Search(DeviceMemory(tmp_path), dev))
    found = DeviceFound("reader", place(dev, "reader-a"), "PN532")

    assert not devices.adopt(found)


@pytest.mark.parametrize("content", ["", "[]", "{"])
def test_a_spoilt_memory_is_begun_anew(tmp_path, content):
    (tmp_path / "devices.json").write_text(content)
    memory = DeviceMemory(tmp_path)

    assert memory.board is None
    assert "reader-1" == memory.reader("left")
    assert "reader-1" == DeviceMemory(tmp_path).reader("left")
