"""A board, and a bridge or a terminal at its cable."""

import pytest
import serial
from support.firmware import ENGINES
from support.tray import DEADLINE_S, SPEED, Bridge

from firmware_bridge.signals import DeviceUp
from hardware.emulator.board import BoardEmulator


@pytest.fixture(params=ENGINES)
def engine(request):
    """Name every Python that runs the firmware; the same tests hold for all."""
    return request.param


@pytest.fixture
def emulator(tmp_path, engine):
    with BoardEmulator(tmp_path / "board", tmp_path / "flash", engine, speed=SPEED) as emulator:
        yield emulator


@pytest.fixture
def bridge(emulator, tmp_path):
    assert emulator.is_plugged
    bridge = Bridge(str(tmp_path / "board"))
    bridge.next(DeviceUp)
    yield bridge
    bridge.board.stop()


@pytest.fixture
def port(emulator, tmp_path):
    """Open the port as a person with a terminal does."""
    assert emulator.is_plugged
    with serial.Serial(str(tmp_path / "board"), timeout=DEADLINE_S, exclusive=True) as port:
        yield port
