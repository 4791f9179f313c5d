"""The board's own lines, against the golden ones and the bridge's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.dlp import ANY_TEXT, golden_lines, unhurried
from support.firmware import firmware_module

from firmware_bridge.frames import BOARD_START, Frame, FrameDecoder, checksum

frames = firmware_module("frames")

CODES = {"checksum": "CRC", "no checksum": "NOCRC", "syntax": "SYNTAX"}


def read(data):
    reader = frames.LineReader()
    return [line for line in map(reader.feed, data) if line is not None]


@unhurried
@given(st.binary())
def test_both_ends_agree_on_checksums(data):
    assert checksum(data) == frames.crc16(data)


@pytest.mark.parametrize("golden", golden_lines("!"), ids=lambda golden: golden["why"])
def test_golden_lines_are_read_as_agreed(golden):
    line = golden["line"].encode()

    assert [(True, line[1:])] == read(line + b"\r\n")
    kind, fields = frames.decode(line[1:])
    if "junk" in golden:
        assert (None, CODES[golden["junk"]]) == (kind, fields[0])
    else:
        assert (golden["type"], golden["fields"]) == (kind, fields)


@pytest.mark.parametrize(
    "golden",
    [golden for golden in golden_lines("$") if "type" in golden],
    ids=lambda golden: golden["why"],
)
def test_golden_lines_are_written_as_agreed(golden):
    line = frames.encode(golden["type"], tuple(golden["fields"].items()))

    assert golden["line"].encode() + b"\r\n" == line


def test_a_damaged_line_is_answered_with_the_checksum_it_should_have():
    assert (None, ("CRC", 0xDEAD)) == frames.decode(b"PING id=c1*DEAE")


@unhurried
@given(ANY_TEXT)
def test_the_bridge_reads_whatever_text_the_board_sends(text):
    line = frames.encode("ERR", (("msg", text),))

    assert [Frame("ERR", {"msg": text})] == FrameDecoder(BOARD_START).feed(line)


def test_plain_words_are_told_from_frames_and_echoes_are_ignored():
    data = b"help\r\n$BEAT t=1*0000\n!PING id=c1*DEAD\nAT\n"

    assert [(False, b"help"), (True, b"PING id=c1*DEAD"), (False, b"AT")] == read(data)


def test_the_longest_line_passes_and_one_byte_more_is_dropped_to_its_end():
    longest = b"!" + b"x" * 97
    longer = b"!" + b"x" * 98

    assert [(True, longest[1:])] == read(longest + b"\r\n")
    assert [(False, b"help")] == read(longer + b"y" * 500 + b"\nhelp\n")


@unhurried
@given(st.binary(max_size=300))
def test_noise_never_ends_the_reader(data):
    reader = frames.LineReader()
    for line in map(reader.feed, data):
        if line is not None and line[0]:
            frames.decode(line[1])

    assert [(True, b"PING id=c1*DEAD")] == [
        line for line in map(reader.feed, b"!PING id=c1*DEAD\n") if line is not None
    ]
