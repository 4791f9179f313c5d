"""The real, unmodified nfcpy on the emulated reader."""

import os
import termios

import ndef
import nfc.clf
import nfc.tag
import pytest
from support.hands import frontend, opened

from hardware.emulator.other_tags import ClassicCard, FelicaCard, Phone, UltralightCard
from hardware.emulator.pn532 import ReaderEmulator
from hardware.emulator.pn532_chip import INSTANT
from hardware.emulator.tags import NTAG213, NTAG215, NTAG216, NtagCard

UID = bytes.fromhex("04A1B2C3D4E5F6")
A106 = nfc.clf.RemoteTarget("106A")


@pytest.fixture
def reader(tmp_path):
    with ReaderEmulator(tmp_path / "reader-1", INSTANT) as emulated:
        yield emulated


def test_driver_opens_at_921600_and_closes_at_115200(reader):
    """The speed is negotiated up, and handed back on close; again and again."""
    for _ in range(3):
        with frontend(reader.path) as clf:
            assert reader.baud == 921600
            assert str(clf.device).startswith("PN532v1.6")
            assert clf.sense(A106) is None
        assert reader.baud == 115200


@pytest.mark.parametrize("model", [NTAG213, NTAG215, NTAG216])
def test_driver_identifies_reads_and_writes(reader, model):
    """Product, capacity, and a message written and read back by another activation."""
    reader.put(NtagCard(UID, model))
    records = [ndef.UriRecord("https://example.org/ada"), ndef.TextRecord("x" * 60)]
    with frontend(reader.path) as clf:
        tag = nfc.tag.activate(clf, clf.sense(A106))

        assert (model.name, UID) == (tag.product.removeprefix("NXP "), tag.identifier)

        tag.ndef.records = records
        again = nfc.tag.activate(clf, clf.sense(A106))

        assert records == again.ndef.records
        assert again.is_present


def test_driver_protects_with_a_password(reader):
    """Written only after authentication, by the library's own calls."""
    reader.put(NtagCard(UID))
    with frontend(reader.path) as clf:
        tag = nfc.tag.activate(clf, clf.sense(A106))

        assert tag.protect(b"secret", protect_from=4)

        stranger = nfc.tag.activate(clf, clf.sense(A106))
        with pytest.raises(nfc.tag.TagCommandError):
            stranger.write(4, b"0000")
        keeper = nfc.tag.activate(clf, clf.sense(A106))

        assert keeper.authenticate(b"secret")
        assert keeper.write(4, b"0000")


def test_classic_card_has_a_number_and_no_message(reader):
    """The library takes it for a type 2 tag and cannot read it."""
    reader.put(ClassicCard(b"\x11\x22\x33\x44"))
    with frontend(reader.path) as clf:
        target = clf.sense(A106)

        assert b"\x11\x22\x33\x44" == target.sdd_res
        assert nfc.tag.activate(clf, target).ndef is None


def test_an_ultralight_is_read_and_written(reader):
    """Without GET_VERSION the library takes it for an old NTAG203: names are hints."""
    reader.put(UltralightCard(UID))
    records = [ndef.UriRecord("https://example.org/ada")]
    with frontend(reader.path) as clf:
        tag = nfc.tag.activate(clf, clf.sense(A106))
        tag.ndef.records = records

        assert records == nfc.tag.activate(clf, clf.sense(A106)).ndef.records


def test_a_phone_is_a_type_4_tag_without_a_message(reader):
    """Activated by RATS; its application is not there."""
    reader.put(Phone())
    with frontend(reader.path) as clf:
        target = clf.sense(A106)
        again = clf.sense(A106)

        assert 0x08 == target.sdd_res[0] == again.sdd_res[0]
        assert target.sdd_res != again.sdd_res
        tag = nfc.tag.activate(clf, clf.sense(A106))
        assert "Type4Tag" == tag.type
        assert tag.ndef is None


def test_felica_is_found_by_its_own_poll(reader):
    card = FelicaCard(bytes.fromhex("0123456789ABCDEF"))
    reader.put(card)
    with frontend(reader.path) as clf:
        assert clf.sense(A106) is None
        assert card.uid == clf.sense(nfc.clf.RemoteTarget("212F")).sensf_res[1:9]


def test_a_card_pulled_while_it_is_written_holds_no_message(reader):
    card = NtagCard(UID)
    reader.put(card)
    reader.pull_after(UID, 3)
    with frontend(reader.path) as clf:
        tag = nfc.tag.activate(clf, clf.sense(A106))
        with pytest.raises(nfc.tag.TagCommandError):
            tag.ndef.records = [ndef.TextRecord("x" * 60)]

    assert not reader.lies(UID)
    assert b"\x03\x00" == card.memory[21:23]


def test_chip_that_keeps_its_power_keeps_its_speed(reader):
    """The cable alone was out: what the driver left is still so."""
    killed = opened(reader.path)
    reader.unplug()
    killed.device.chipset.transport.tty.close()
    reader.plug(has_kept_power=True)

    assert reader.baud == 921600
    reader.unplug()
    reader.plug()
    assert reader.baud == 115200


def test_two_cards_at_once_show_the_first_and_either_by_name(reader):
    """Sense gives one; its number selects the other."""
    other = bytes.fromhex("04A1B2C3D4E5F7")
    reader.put(NtagCard(UID))
    reader.put(NtagCard(other))
    with frontend(reader.path) as clf:
        assert UID == clf.sense(A106).sdd_res
        assert other == clf.sense(nfc.clf.RemoteTarget("106A", sel_req=bytearray(other))).sdd_res


def test_chip_left_fast_meets_the_slow_host_with_garbage(reader):
    """A process killed without closing: every later open of the bare library fails."""
    killed = opened(reader.path)
    os.close(killed.device.chipset.transport.tty.fd)
    killed.device.chipset.transport.tty.fd = None
    with pytest.raises(OSError, match=r"No such device|timed out"):
        opened(reader.path)

    assert reader.baud == 921600


def test_unplugged_reader_is_an_error_and_a_missing_link(reader):
    """Both ends close and the link goes; plugged in again it is fresh."""
    clf = opened(reader.path)
    reader.unplug()

    assert not reader.path.is_symlink()
    with pytest.raises((OSError, termios.error), match="Input/output error"):
        clf.sense(A106)

    clf.device.chipset.transport.tty.close()
    reader.plug()
    with frontend(reader.path) as again:
        assert again.sense(A106) is None


def test_a_listing_cut_short_is_not_seen(reader):
    """The chip's power went before the host read on: only a whole poll after it counts."""
    reader.put(NtagCard(UID))
    cut_short = opened(reader.path)
    cut_short.sense(A106)
    reader.reset()
    cut_short.device.chipset.transport.tty.close()
    with frontend(reader.path) as clf:
        assert not reader.wait_seen(UID, 0)

        clf.sense(A106)
        clf.sense(A106)

        assert reader.wait_seen(UID, 0)


def test_what_the_host_gave_up_waiting_for_is_not_seen(reader):
    """It asked for something else before the chip, slow for once, had answered."""
    listing = bytes.fromhex("0000ff04fcd44a0100e100")
    firmware = bytes.fromhex("0000ff02fed4022a00")
    reader.put(NtagCard(UID))
    clf = opened(reader.path)
    line = clf.device.chipset.transport.tty
    line.write(listing + firmware)  # both are there when the chip looks
    line.timeout = 2
    assert b"\xd5\x03" in line.read(6 + 13)

    for _command in range(3):
        clf.device.chipset.get_firmware_version()

    assert not reader.wait_seen(UID, 0)
    clf.close()
