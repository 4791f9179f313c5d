"""A second client, Debian's libnfc, takes the emulated reader for a real one."""

import os
import shutil
import subprocess

import pytest

from hardware.emulator.other_tags import ClassicCard, FelicaCard, Phone, UltralightCard
from hardware.emulator.pn532 import ReaderEmulator
from hardware.emulator.pn532_chip import INSTANT
from hardware.emulator.tags import NTAG213, NtagCard

pytestmark = pytest.mark.skipif(
    shutil.which("nfc-list") is None, reason="libnfc is not here: apt-get install libnfc-bin"
)

UID = bytes.fromhex("04A1B2C3D4E5F6")


@pytest.fixture
def reader(tmp_path):
    with ReaderEmulator(tmp_path / "reader-1", INSTANT) as emulated:
        yield emulated


def said(reader, *words):
    """Return what one of the tools prints, without blanks."""
    device = f"pn532_uart:{os.path.realpath(reader.path)}:115200"
    environment = {**os.environ, "LIBNFC_DEFAULT_DEVICE": device, "LIBNFC_AUTO_SCAN": "false"}
    done = subprocess.run(
        words, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    return "".join(done.stdout.split()), done


@pytest.mark.parametrize(
    ("tag", "name", "number"),
    [
        (NtagCard(UID), "NFCID1", "04a1b2c3d4e5f6"),
        (UltralightCard(UID), "NFCID1", "04a1b2c3d4e5f6"),
        (ClassicCard(b"\x11\x22\x33\x44"), "NFCID1", "11223344"),
        (FelicaCard(bytes.fromhex("0123456789ABCDEF")), "NFCID2", "0123456789abcdef"),
        (Phone(), "NFCID3", "08"),
    ],
)
def test_nfc_list_names_every_kind_of_tag(reader, tag, name, number):
    """By its own anticollision; a phone's answer to select too."""
    reader.put(tag)
    printed, done = said(reader, "nfc-list")

    assert f"({name}):{number}" in printed, done.stdout + done.stderr
    if isinstance(tag, Phone):
        assert "ATS:78807002" in printed


def test_nfc_mfultralight_reads_every_page(reader, tmp_path):
    """45 of 45, byte for byte; the password reads as zeros."""
    card = NtagCard(UID, NTAG213)
    card.memory[16:20] = b"Ada!"
    reader.put(card)
    dump = tmp_path / "dump.mfd"
    printed, done = said(reader, "nfc-mfultralight", "r", str(dump), "--full")

    assert "45of45pagesread" in printed, done.stdout + done.stderr
    assert bytes(card.memory[:172]) == dump.read_bytes()[:172]
