"""The emulated chip byte by byte, against the frames of its user manual."""

import random

import pytest

from hardware.emulator.line_faults import LineFaults
from hardware.emulator.other_tags import ClassicCard, FelicaCard, Phone, UltralightCard
from hardware.emulator.pn532_chip import INSTANT, Antenna, Pn532Chip, UnknownCommandError, crc_a
from hardware.emulator.pn532_frames import (
    Handshake,
    HostCommand,
    HostFrameDecoder,
    response_frame,
)
from hardware.emulator.tags import NTAG213, NTAG215, NtagCard

UID = bytes.fromhex("04112233445566")
GET_FIRMWARE = bytes.fromhex("0000FF02FED4022A00")
LIST_ONE_A = bytes((1, 0))


def chip_with(*tags):
    antenna = Antenna()
    antenna.tags = list(tags)
    chip = Pn532Chip(antenna, INSTANT, lambda _technology, _tags: None)
    chip.execute(0x32, bytes((5, 1, 0, 1)))  # one retry, as the driver asks
    return chip


def selected(tag):
    tag.select()
    return tag


def nibble(value):
    return bytes((value,))


def test_firmware_version_as_in_the_manual():
    """The manual's own example frame, byte for byte."""
    frames = HostFrameDecoder().feed(GET_FIRMWARE)

    assert [HostCommand(0x02, b"")] == frames
    assert bytes.fromhex("0000FF06FAD50332010607E800") == response_frame(
        0x02, chip_with().execute(0x02, b"")
    )


def test_frames_are_found_whatever_the_chunking():
    """Wake-up bytes, garbage and handshakes around commands, cut anywhere."""
    wire = b"\x55\x55" + bytes(10) + GET_FIRMWARE + b"\x12\x00" + bytes.fromhex("0000FF00FF00")
    wire += GET_FIRMWARE
    expected = [HostCommand(2, b""), Handshake.ACK, HostCommand(2, b"")]
    rng = random.Random(532)
    for _ in range(200):
        decoder, frames, rest = HostFrameDecoder(), [], wire
        while rest:
            size = rng.randint(1, 9)
            frames += decoder.feed(rest[:size])
            rest = rest[size:]

        assert expected == frames


def test_a_flipped_bit_is_never_another_command():
    """Each single-bit error of a command is dropped."""
    for bit in range(3 * 8, 8 * 8):
        damaged = bytearray(GET_FIRMWARE)
        damaged[bit // 8] ^= 1 << bit % 8

        assert HostCommand not in {type(frame) for frame in HostFrameDecoder().feed(bytes(damaged))}


def test_decoder_never_holds_more_than_its_limit():
    """A line that only ever sends garbage costs no memory."""
    decoder = HostFrameDecoder()
    for _ in range(100):
        decoder.feed(b"\x00\xff\xff\xff\x01\x00\xff" * 100)

    assert len(decoder._buffer) <= 1024  # noqa: SLF001


def test_diagnose_line_comes_back_in_an_extended_frame():
    """262 bytes of test data, more than a normal frame holds."""
    data = bytes(n & 0xFF for n in range(262))
    frame = response_frame(0x00, chip_with().execute(0x00, data))

    assert bytes.fromhex("0000FFFFFF0108F7D501") + data == frame[: 10 + len(data)]
    assert sum(frame[8:-1]) & 0xFF == 0


def test_unknown_command_is_a_syntax_error():
    """The chip has no command 0xEE, and no InListPassiveTarget of three."""
    chip = chip_with()
    with pytest.raises(UnknownCommandError):
        chip.execute(0xEE, b"")
    with pytest.raises(UnknownCommandError):
        chip.execute(0x4A, bytes((3, 0)))


def test_empty_field_leaves_the_poll_in_the_fifo():
    """The driver's test for "no tag": CIU_FIFOData still holds SENS_REQ."""
    chip = chip_with()

    assert b"\x00" == chip.execute(0x4A, LIST_ONE_A)
    assert b"\x26" == chip.execute(0x06, bytes.fromhex("6339"))


def test_poll_without_end_goes_on_until_a_tag_comes():
    """Retries FF mean for ever; None says that there is no answer yet."""
    antenna = Antenna()
    chip = Pn532Chip(antenna, INSTANT, lambda _technology, _tags: None)

    assert chip.execute(0x4A, LIST_ONE_A) is None

    antenna.tags = [NtagCard(UID)]

    assert chip.execute(0x4A, LIST_ONE_A) is not None


def test_two_tags_are_listed_with_their_numbers():
    """SENS_RES high byte first, SEL_RES, length and number, target by target."""
    chip = chip_with(NtagCard(UID), ClassicCard(b"\x11\x22\x33\x44"))

    answer = chip.execute(0x4A, bytes((2, 0)))

    assert bytes.fromhex("02 01 0044 00 07 04112233445566 02 0004 08 04 11223344") == answer


def test_one_tag_of_two_can_be_asked_for():
    """The number with its cascade tag selects that tag alone."""
    other = bytes.fromhex("04112233445567")
    chip = chip_with(NtagCard(UID), NtagCard(other))

    assert chip.execute(0x4A, LIST_ONE_A + b"\x88" + other).endswith(other)
    assert b"\x00" == chip.execute(0x4A, LIST_ONE_A + b"\x88" + bytes(7))


def test_rx_mode_decides_who_checks_the_checksum():
    """With RxCRCEn off the answer carries it and a four-bit NAK is no error."""
    chip = chip_with(NtagCard(UID))
    chip.execute(0x4A, LIST_ONE_A)
    with_check = chip.execute(0x42, bytes((0x30, 0)))
    chip.execute(0x08, bytes.fromhex("630300"))
    without = chip.execute(0x42, bytes((0x30, 0)))

    assert 1 + 16 == len(with_check)
    assert with_check + crc_a(with_check[1:]) == without
    assert b"\x00\x00" == chip.execute(0x42, bytes((0x30, 200)))  # NAK 0


def test_tag_taken_away_times_out():
    """A tag that was listed and has gone is status 01."""
    antenna = Antenna()
    chip = Pn532Chip(antenna, INSTANT, lambda _technology, _tags: None)
    antenna.tags = [NtagCard(UID)]
    chip.execute(0x4A, LIST_ONE_A)
    antenna.tags = []

    assert b"\x01" == chip.execute(0x42, bytes((0x30, 0)))


def test_phone_has_another_number_each_time_the_field_comes_on():
    """Four bytes beginning with 08; all the same while the field stays on."""
    chip = chip_with(Phone())
    numbers = []
    for _ in range(3):
        first = chip.execute(0x4A, LIST_ONE_A)
        assert first == chip.execute(0x4A, LIST_ONE_A)
        numbers.append(first[6:])
        chip.execute(0x32, bytes((1, 0)))

    assert len(set(numbers)) > 1
    assert {0x08} == {number[0] for number in numbers}


def test_felica_answers_only_to_its_own_poll():
    """212 kbit/s lists the IDm; 106 kbit/s does not."""
    idm = bytes.fromhex("0123456789ABCDEF")
    chip = chip_with(FelicaCard(idm))

    assert b"\x00" == chip.execute(0x4A, LIST_ONE_A)
    assert (
        bytes.fromhex("01011201") + idm == chip.execute(0x4A, bytes.fromhex("010100FFFF0100"))[:12]
    )


@pytest.mark.parametrize(
    ("model", "pages", "version"),
    [(NTAG213, 45, "0004040201000F03"), (NTAG215, 135, "0004040201001103")],
)
def test_ntag_says_what_it_is(model, pages, version):
    """GET_VERSION, and as many pages as the data sheet gives it."""
    card = selected(NtagCard(UID, model))

    assert bytes.fromhex(version) == card.exchange(b"\x60").data
    assert pages * 4 == len(card.exchange(bytes((0x3A, 0, pages - 1))).data)
    assert card.exchange(bytes((0x30, pages))).is_nibble


def test_ntag_read_rolls_over_at_the_end():
    """READ of the last page continues with page 0."""
    card = selected(NtagCard(UID))

    assert card.memory[:12] == card.exchange(bytes((0x30, 44))).data[4:]


def test_ntag_number_and_check_bytes_cannot_be_written():
    """Pages 0 and 1 refuse; page 2 takes lock bits only."""
    card = selected(NtagCard(UID))
    before = bytes(card.memory[:10])
    for page in (0, 1):
        assert nibble(0x00) == selected(card).exchange(bytes((0xA2, page)) + b"\xff" * 4).data
    selected(card).exchange(bytes.fromhex("A202FFFF0000"))

    assert before == card.memory[:10]


def test_ntag_lock_bits_hold_for_ever():
    """A locked page refuses; bits of page 3 and the lock bytes can only be set."""
    card = selected(NtagCard(UID))
    card.exchange(bytes.fromhex("A20200001000"))  # bit 4: page 4

    assert nibble(0x00) == card.exchange(bytes.fromhex("A20400000000")).data

    selected(card).exchange(bytes.fromhex("A203FFFF00FF"))
    card.exchange(bytes.fromhex("A20300000000"))

    assert bytes.fromhex("FFFF12FF") == card.memory[12:16]


def test_ntag_refuses_writes_behind_the_password():
    """From AUTH0 on only after PWD_AUTH; the password itself reads as zero."""
    card = selected(NtagCard(UID))
    card.exchange(bytes.fromhex("A22B01020304"))
    card.exchange(bytes.fromhex("A22CAABB0000"))
    card.exchange(bytes.fromhex("A22904000004"))
    write = bytes.fromhex("A20401020304")

    assert nibble(0x00) == selected(card).exchange(write).data
    assert nibble(0x00) == selected(card).exchange(bytes.fromhex("1B00000000")).data
    assert b"\xaa\xbb" == selected(card).exchange(bytes.fromhex("1B01020304")).data
    assert nibble(0x0A) == card.exchange(write).data
    assert bytes(8) == card.exchange(bytes((0x3A, 43, 44))).data


def test_ntag_is_deaf_after_a_refusal_until_selected_again():
    """A NAK ends the selection, as does HALT without an answer."""
    card = selected(NtagCard(UID))

    assert nibble(0x00) == card.exchange(bytes.fromhex("1A00")).data
    assert card.exchange(b"\x60") is None
    assert selected(card).exchange(bytes.fromhex("5000")) is None


def exchanged(chip, *data):
    return chip.execute(0x40, bytes((1, *data)))


def test_a_classic_opens_a_sector_to_its_key_alone():
    """Blocks of the sector are read, those of another are not."""
    card = ClassicCard(b"\x11\x22\x33\x44")
    chip = chip_with(card)
    chip.execute(0x4A, LIST_ONE_A)

    assert b"\x00" == exchanged(chip, 0x60, 1, *b"\xff" * 6, *card.uid)
    assert b"\x11\x22\x33\x44" == exchanged(chip, 0x30, 0)[1:5]
    assert b"\x01" == exchanged(chip, 0x30, 4)

    chip.execute(0x4A, LIST_ONE_A)

    assert b"\x01" == exchanged(chip, 0x60, 1, *b"\x00" * 6, *card.uid)


def test_a_phone_speaks_iso_dep_and_has_no_such_application():
    """The chip asks for its answer to select by itself, and packs what is said into blocks."""
    chip = chip_with(Phone())
    listed = chip.execute(0x4A, LIST_ONE_A)

    assert bytes.fromhex("0578807002") == listed[-5:]
    for _ in range(3):
        assert b"\x00\x6a\x82" == exchanged(chip, 0x00, 0xA4, 0x04, 0x00)

    chip.execute(0x12, b"\x00")

    assert 1 + 1 + 4 + 4 == len(chip.execute(0x4A, LIST_ONE_A))


def test_an_ultralight_rolls_over_and_knows_nothing_of_later_ones():
    card = selected(UltralightCard(UID))

    assert bytes(card.memory[60:64] + card.memory[:12]) == card.exchange(b"\x30\x0f").data
    assert nibble(0x0A) == card.exchange(b"\xa2\x04abcd").data
    assert b"abcd" == card.exchange(b"\x30\x04").data[:4]
    assert nibble(0x00) == card.exchange(b"\x60").data
    assert card.exchange(b"\x30\x04") is None


def test_bits_of_an_ultralight_are_set_once():
    card = selected(UltralightCard(UID))
    card.exchange(b"\xa2\x03\x00\x00\x00\x0f")
    card.exchange(b"\xa2\x02\xff\xff\x01\x00")

    assert b"\xe1\x10\x06\x0f" == bytes(card.memory[12:16])
    assert (0x48, 0x01) == (card.memory[9], card.memory[10])


def test_a_bad_cable_spoils_the_share_it_is_told_and_the_same_for_a_seed():
    told = []
    faults = LineFaults(lambda: told.append(1), seed=7)
    faults.flip_share = 0.5
    flipped = [faults.passed(bytes(8)) for _ in range(200)]
    faults.flip_share, faults.truncate_share = 0.0, 1.0
    cut = [faults.passed(bytes(8)) for _ in range(20)]

    assert {0, 1} == {sum(frame).bit_count() for frame in flipped}
    assert 70 < sum(map(any, flipped)) < 130
    assert all(len(frame) < 8 for frame in cut)
    assert len(told) == faults.spoilt_count == sum(map(any, flipped)) + 20
