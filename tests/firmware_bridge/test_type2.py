"""Where a message lies in a type 2 tag, and with how few exchanges it is read."""

import random

import pytest

from firmware_bridge.type2 import MESSAGE_BYTES_MAX, UnreadableTagError, find_message, read_message
from hardware.emulator.other_tags import UltralightCard
from hardware.emulator.tags import NTAG213, NTAG215, NTAG216, NtagCard

UID = bytes.fromhex("04A1B2C3D4E5F6")


class Air:
    """A tag that was just selected, and how often it was asked."""

    def __init__(self, tag):
        self.tag = tag
        self.frames = []
        tag.select()

    def __call__(self, frame):
        self.frames.append(frame)
        answer = self.tag.exchange(frame)
        return b"" if answer is None else answer.data


def holding(data, model=NTAG213):
    card = NtagCard(UID, model)
    card.memory[16 : 16 + len(data)] = data
    return card


def test_a_card_s_message_takes_two_exchanges():
    message = bytes(range(86))
    air = Air(holding(b"\x03\x56" + message + b"\xfe"))

    assert message == read_message(air)
    assert [0x30, 0x3A] == [frame[0] for frame in air.frames]


def test_a_short_message_takes_one():
    air = Air(holding(b"\x03\x04abcd\xfe"))

    assert b"abcd" == read_message(air)
    assert 1 == len(air.frames)


@pytest.mark.parametrize("model", [NTAG213, NTAG215, NTAG216])
def test_a_card_from_the_factory_is_empty(model):
    assert b"" == read_message(Air(NtagCard(UID, model)))


def test_a_blank_card_has_no_message():
    card = NtagCard(UID)
    card.memory[12:16] = bytes(4)

    assert b"" == read_message(Air(card))


@pytest.mark.parametrize(("model", "size"), [(NTAG215, 480), (NTAG216, MESSAGE_BYTES_MAX)])
def test_a_long_message_is_read_in_parts(model, size):
    message = random.Random(1).randbytes(size)
    air = Air(holding(b"\x03\xff" + size.to_bytes(2, "big") + message, model))

    assert message == read_message(air)
    assert len(air.frames) <= 4


def test_a_message_longer_than_a_table_needs_is_refused():
    size = MESSAGE_BYTES_MAX + 1
    card = holding(b"\x03\xff" + size.to_bytes(2, "big"), NTAG216)

    with pytest.raises(UnreadableTagError, match="505"):
        read_message(Air(card))


def test_an_ultralight_is_read_without_what_it_does_not_know():
    card = UltralightCard(UID)
    card.memory[16 : 16 + 42] = b"\x03\x28" + bytes(range(40))
    air = Air(card)

    assert bytes(range(40)) == read_message(air)
    assert {0x30} == {frame[0] for frame in air.frames}


def test_bytes_that_a_control_block_reserves_are_passed_over():
    """Page 4 + 8: the lock bytes of an NTAG203-like tag lie in the middle of the message."""
    lock = b"\x01\x03\x60\x10\x44"  # at byte 96 of the tag, two bytes; pages of 16
    message = bytes(range(90))
    body = lock + b"\x03\x5a" + message
    data = body[:80] + b"LL" + body[80:]

    assert message == find_message(data, 144)


@pytest.mark.parametrize(
    "data",
    [b"\x03\x90" + bytes(140), b"\x03\xff\x01\xf0" + bytes(140)],
)
def test_a_message_longer_than_its_tag_is_refused(data):
    with pytest.raises(UnreadableTagError):
        find_message(data, 144)


def test_a_classic_is_refused():
    with pytest.raises(UnreadableTagError):
        read_message(lambda _: b"\x04")


def test_no_memory_does_harm():
    """Whatever a tag holds, reading ends: with a message, or refused."""
    rng = random.Random(213)
    kinds = (b"\x00", b"\x01\x03", b"\x02\x03", b"\x03", b"\x03\xff", b"\xfe", b"\xff\xff")
    for _ in range(5000):
        data = b"".join(rng.choice(kinds) + rng.randbytes(rng.randrange(8)) for _ in range(30))
        card = holding(data[:144])
        card.memory[14] = rng.choice((0x12, 0x06, 0x3E, 0x6D, 0x00, 0xFF))
        air = Air(card)
        try:
            message = read_message(air)
        except UnreadableTagError:
            continue

        assert len(message) <= MESSAGE_BYTES_MAX
        assert len(air.frames) < 40
