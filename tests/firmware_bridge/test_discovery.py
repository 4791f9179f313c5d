"""What is plugged in: a board and readers on pseudo-terminals, named as udev names them."""

import os
import shutil
import threading

import pytest
from support.hands import DEADLINE_S, Signals

from companion.device_memory import DeviceMemory
from companion.devices import Devices, Search
from firmware_bridge.discovery import (
    Finder,
    Machine,
    Port,
    identified,
    in_order,
    named_readers,
    ports,
)
from firmware_bridge.signals import DeviceFound, DeviceUp
from hardware.emulator.board import BoardEmulator
from hardware.emulator.pn532 import ReaderEmulator
from hardware.emulator.pn532_chip import INSTANT

PICO = "usb-MicroPython_Board_in_FS_mode_e66164084319392a-if00"
PLACES = {"board": "usb-0:1.1:1.0", "reader-a": "usb-0:1.2:1.0-port0", "reader-b": "usb-0:1.3:1.0"}
NODES = {"board": "ttyACM0", "reader-a": "ttyUSB0", "reader-b": "ttyUSB1"}
USB = {"board": "2E8A:0005", "reader-a": "1a86:7523", "reader-b": "10c4:ea60"}


@pytest.fixture
def dev(tmp_path):
    """Give a `/dev` with a board and two readers, and what the system says of them."""
    with (
        BoardEmulator(tmp_path / "board", tmp_path / "flash", "cpython", speed=8) as _board,
        ReaderEmulator(tmp_path / "reader-a", INSTANT) as _a,
        ReaderEmulator(tmp_path / "reader-b", INSTANT) as _b,
    ):
        folder = tmp_path / "dev" / "serial"
        for kind in ("by-id", "by-path"):
            (folder / kind).mkdir(parents=True)
        for name, place in PLACES.items():
            (tmp_path / "dev" / NODES[name]).symlink_to(os.path.realpath(tmp_path / name))
            (folder / "by-path" / place).symlink_to(f"../../{NODES[name]}")
            plug_into_usb(tmp_path / "sys", NODES[name], *USB[name].split(":"))
        (folder / "by-id" / PICO).symlink_to("../../ttyACM0")
        yield tmp_path / "dev"


def plug_into_usb(system, node, vendor, product):
    """Let the system say of a port what device makes it, two levels up."""
    device = system / "devices" / f"usb-of-{node}"
    interface = device / "1-1:1.0" / node
    interface.mkdir(parents=True)
    (device / "idVendor").write_text(f"{vendor}\n")
    (device / "idProduct").write_text(f"{product}\n")
    (system / "class" / "tty" / node).mkdir(parents=True)
    (system / "class" / "tty" / node / "device").symlink_to(interface)


def machine_at(dev):
    return Machine(dev, dev.parent / "sys", dev.parent / "proc")


def place(dev, name):
    return str(dev / "serial" / "by-path" / PLACES[name])


def test_ports_are_called_by_their_sockets_and_named_by_their_devices(dev):
    assert [
        Port(place(dev, "board"), PICO, "2e8a:0005"),
        Port(place(dev, "reader-a"), "", "1a86:7523"),
        Port(place(dev, "reader-b"), "", "10c4:ea60"),
    ] == list(ports(machine_at(dev)))


def test_a_device_without_a_place_goes_by_its_own_name(dev):
    (dev / "serial" / "by-path" / PLACES["board"]).unlink()

    path = str(dev / "serial" / "by-id" / PICO)
    assert Port(path, PICO, "2e8a:0005") in ports(machine_at(dev))


def test_without_udev_usb_ports_go_by_their_numbers(dev):
    shutil.rmtree(dev / "serial")
    (dev / "ttyprintk").touch()

    assert [str(dev / node) for node in NODES.values()] == [
        port.path for port in ports(machine_at(dev))
    ]


def test_nothing_is_plugged_in_where_there_is_nothing(tmp_path):
    assert () == ports(Machine(tmp_path, tmp_path, tmp_path))


def raspberry_pi(folder, model, console, serial0):
    """Give a Raspberry Pi with two UARTs, one of them on its header."""
    (folder / "proc" / "device-tree").mkdir(parents=True)
    (folder / "proc" / "device-tree" / "model").write_text(f"{model}\0")
    (folder / "proc" / "cmdline").write_text(f"{console} root=/dev/mmcblk0p2\n")
    (folder / "dev").mkdir()
    for node in ("ttyAMA0", "ttyS0", "ttyAMA10"):
        (folder / "dev" / node).touch()
    (folder / "dev" / "serial0").symlink_to(serial0)
    return Machine(folder / "dev", folder / "sys", folder / "proc")


@pytest.mark.parametrize(
    ("model", "console", "serial0", "found"),
    [
        ("Raspberry Pi 4 Model B Rev 1.4", "console=tty1", "ttyAMA0", ["ttyAMA0"]),
        ("Raspberry Pi Zero 2 W Rev 1.0", "console=tty1", "ttyS0", ["ttyS0"]),
        ("Raspberry Pi 5 Model B Rev 1.0", "console=ttyAMA10,115200", "ttyAMA10", ["ttyAMA0"]),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "", "ttyAMA10", ["ttyAMA0"]),
        ("Raspberry Pi 4 Model B Rev 1.4", "console=serial0,115200", "ttyS0", []),
        ("Raspberry Pi 4 Model B Rev 1.4", "console=ttyS0,115200 console=tty1", "ttyS0", []),
        ("Raspberry Pi 3 Model B Rev 1.2", "console=tty1", "ttyAMA9", []),
        ("Some Other Board", "", "ttyAMA0", []),
    ],
)
def test_the_uart_on_a_pi_s_header_is_one_of_them_unless_people_log_in_there(
    tmp_path, model, console, serial0, found
):
    """A Pi 3 or 4 has its Bluetooth on the other UART, which is nobody's to ask."""
    machine = raspberry_pi(tmp_path, model, console, serial0)

    assert [str(tmp_path / "dev" / node) for node in found] == [
        port.path for port in ports(machine)
    ]


def test_each_device_is_known_by_its_answer(dev):
    found = [identified(port) for port in ports(machine_at(dev))]

    assert ["board", "reader", "reader"] == [each.kind for each in found]
    assert found[0].uid
    assert "PN532" in found[1].uid


def test_a_board_on_an_adapter_is_known_by_its_answer_too(dev):
    assert "board" == identified(Port(place(dev, "board"), "", "1a86:7523")).kind


@pytest.mark.parametrize(("name", "usb"), [(PICO, ""), ("", "2e8a:0005"), ("", "2341:0043")])
def test_a_port_that_answers_nothing_is_nothing_and_a_board_never_hears_a_reader_s_bytes(
    monkeypatch, name, usb
):
    """They hold a ^C, which would stop the program of a board that is only slow to answer."""
    monkeypatch.setattr("firmware_bridge.discovery.GREET_S", 0.2)
    master, slave = os.openpty()
    try:
        assert identified(Port(os.ttyname(slave), name, usb)) is None
        assert set(os.read(master, 4096)) <= set(range(0x20, 0x7F)) | {0x0A}
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
    finder = Finder(signals, taken=[place(dev, "reader-a")], machine=machine_at(dev), look_s=0.05)
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

    devices = Devices(None, (), sink, Search(DeviceMemory(folder), machine_at(dev)))
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
    devices = Devices(
        None, (place(dev, "reader-b"),), signals, Search(DeviceMemory(tmp_path), machine_at(dev))
    )
    found = DeviceFound("reader", place(dev, "reader-a"), "PN532")

    assert not devices.adopt(found)


@pytest.mark.parametrize("content", ["", "[]", "{"])
def test_a_spoilt_memory_is_begun_anew(tmp_path, content):
    (tmp_path / "devices.json").write_text(content)
    memory = DeviceMemory(tmp_path)

    assert memory.board is None
    assert "reader-1" == memory.reader("left")
    assert "reader-1" == DeviceMemory(tmp_path).reader("left")
