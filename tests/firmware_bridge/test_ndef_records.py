"""Messages of cards: whatever one holds is records, or none, never an error."""

import random

import ndef
import pytest
from support.shares import report, share

from firmware_bridge.ndef_records import NdefRecord, decode, encode, uri_record

SIGNED = (uri_record("https://a.example/b?c=d"), NdefRecord("urn:nfc:ext:a.example:c", b"\x00\xff"))
MALFORMED = share("MESSAGES", 10_000)


def test_records_come_back_as_they_went():
    assert SIGNED == decode(encode(SIGNED))


def test_the_library_reads_what_a_phone_would_open():
    (record, _signed) = ndef.message_decoder(encode(SIGNED))

    assert "https://a.example/b?c=d" == record.iri


def test_an_uri_of_another_scheme_is_not_shortened():
    (record,) = ndef.message_decoder(encode((uri_record("geo:1,2"),)))

    assert "geo:1,2" == record.iri


@pytest.mark.parametrize(
    "octets",
    [
        bytes.fromhex(
            "d1010a540865ac02656e636172643a34323432"
        ),  # a type with a letter beyond ASCII
        bytes.fromhex("d4ff"),
        b"\xff" * 8,
        b"\x91\x01\x00T",
    ],
)
def test_what_makes_no_sense_is_none(octets):
    assert decode(octets) is None or isinstance(decode(octets), tuple)


def test_an_empty_message_has_no_records():
    assert () == decode(b"")


@pytest.mark.timeout(0 if MALFORMED > 50_000 else 120)
def test_no_malformed_message_raises():
    """Flipped, cut, glued and made up; most of them are none."""
    rng = random.Random(1504)
    whole = [
        encode(SIGNED),
        b"".join(ndef.message_encoder([ndef.TextRecord("card:4242", "en")])),
        b"".join(ndef.message_encoder([ndef.SmartposterRecord("https://a.example/", "Ada")])),
        b"".join(ndef.message_encoder([ndef.Record("text/plain", "id", b"Ada")])),
    ]
    none_count = 0
    for n in range(MALFORMED):
        octets = bytearray(whole[n % len(whole)])
        for _ in range(rng.randrange(1, 4)):
            octets[rng.randrange(len(octets))] ^= 1 << rng.randrange(8)
        if n % 3 == 0:
            del octets[rng.randrange(len(octets)) :]
        if n % 5 == 0:
            octets += rng.randbytes(rng.randrange(20))
        if n % 7 == 0:
            octets = rng.randbytes(rng.randrange(60))
        none_count += decode(bytes(octets)) is None

    assert MALFORMED / 5 < none_count < MALFORMED
    report(f"{MALFORMED} malformed messages: {none_count} are none, the rest records, no exception")
