"""An ACR122U behind USB: the library's own driver, on a chip and a cable that are not there."""

import struct

import pytest
from support.hands import Signals, until

from firmware_bridge.nfc_reader import NfcReader, ReaderDriver
from firmware_bridge.signals import DeviceDown, DeviceUp, TagPresented, TagRead, TagRemoved
from hardware.emulator.pn532_chip import INSTANT, Antenna, Pn532Chip
from hardware.emulator.tags import NtagCard

PATH = "usb:072f:2200"
UID = bytes.fromhex("04A1B2C3D4E5F6")
POWER_DOWN = 0x16


class Cable:
    """What nfcpy takes for a USB device: CCID blocks to a PN532, as an ACR122U passes them on."""

    TYPE = "USB"
    manufacturer_name = "ACS"
    product_name = "ACR122U PICC Interface"

    def __init__(self):
        self.antenna = Antenna()
        self.commands = []
        self.is_asleep = False
        self.open_count = 0
        self._chip = Pn532Chip(self.antenna, INSTANT, lambda *_: None)
        self._answer = b""

    def find(self, path):
        return [(0x072F, 0x2200, 1, 2)] if path == PATH else None

    def __call__(self, _bus, _address):
        self.open_count += 1
        return self

    def write(self, frame):
        code, size = struct.unpack("<BI", frame[:5])
        data = bytes(frame[10:])
        assert size == len(data)
        self._answer = struct.pack("<BI5x", 0x80, 0)
        if self.is_asleep:
            self._answer = b""
        elif code == 0x6F:
            said = self._escaped(data)
            self._answer = struct.pack("<BI5x", 0x80, len(said)) + said

    def _escaped(self, data):
        if data.startswith(b"\xff\x00\x48"):
            return b"ACR122U214"
        if not data.startswith(b"\xff\x00\x00\x00"):
            return b"\x90\x00"
        _host, code, *parameters = data[5:]
        self.commands.append(code)
        self.is_asleep = code == POWER_DOWN
        answer = self._chip.execute(code, bytes(parameters))
        return bytes((0xD5, code + 1)) + (answer or b"") + b"\x90\x00"

    def read(self, _timeout):
        return bytearray(self._answer)

    def close(self):
        pass


@pytest.fixture
def cable(monkeypatch):
    cable = Cable()
    monkeypatch.setattr("nfc.clf.transport.USB", cable)
    monkeypatch.setattr("nfc.clf.device.os.access", lambda *_: True)
    return cable


def test_a_card_is_seen_read_and_missed(cable):
    signals = Signals()
    card = NtagCard(UID)
    card.put_message(b"\xd0\x00\x00")
    reader = NfcReader("reader-1", PATH, signals)
    reader.start()
    (up,) = signals.wait(DeviceUp)
    cable.antenna.tags = [card]
    (read,) = signals.wait(TagRead)
    cable.antenna.tags = []
    signals.wait(TagRemoved)
    reader.stop()

    assert PATH in up.detail
    assert [UID.hex().upper()] == [each.uid for each in signals.all(TagPresented)]
    assert (b"\xd0\x00\x00", "") == (read.octets, read.fault)


def test_it_is_never_put_to_sleep_so_that_it_can_be_opened_again(cable):
    """It would wake by replugging only; the library itself would do it at every closing."""
    signals = Signals()
    for count in (1, 2):
        reader = NfcReader("reader-1", PATH, signals)
        reader.start()
        signals.wait(DeviceUp, count)
        reader.stop()

    assert POWER_DOWN not in cable.commands
    assert [] == signals.all(DeviceDown)


def test_it_is_not_reopened_for_nothing(cable):
    driver = ReaderDriver("reader-1", PATH, Signals(), reopen_s=0.0)
    driver.open()
    polled = len(cable.commands)
    until(lambda: driver.step() or len(cable.commands) > polled + 10)
    driver.close()

    assert 1 == cable.open_count


def test_a_usb_reader_that_is_not_plugged_in_is_said(cable):
    signals = Signals()
    reader = NfcReader("reader-1", "usb:054c:06c1", signals)
    reader.start()
    (down,) = signals.wait(DeviceDown)
    reader.stop()

    assert "is it plugged in?" in down.why
    assert 0 == cable.open_count
