"""Lines to frames and back, byte by byte (DLP/1, "Grammar")."""

import random
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.dlp import ANY_TEXT, BOOT, board_line, golden_lines, greeting, mutated, roll, unhurried
from support.shares import report, share

from firmware_bridge.cues import Acknowledge
from firmware_bridge.frames import (
    BOARD_BYTES_MAX,
    BOARD_START,
    HOST_BYTES_MAX,
    HOST_START,
    DamagedLine,
    Frame,
    FrameDecoder,
    Junk,
    LogLine,
    checksum,
    encode_line,
)
from firmware_bridge.link import Link

MUTANTS = share("LINES", 10_000)


def decoded(data, start=BOARD_START):
    decoder = FrameDecoder(start)
    return decoder.feed(data), decoder.junk


def test_the_checksum_is_ccitt_false():
    assert 0x29B1 == checksum(b"123456789")


@pytest.mark.parametrize("golden", golden_lines("$") + golden_lines("!"), ids=lambda g: g["why"])
def test_golden_lines_are_read_as_agreed(golden):
    line = golden["line"].encode()

    found, junk = decoded(line + b"\n", line[:1])

    if "junk" in golden:
        assert [DamagedLine(Junk(golden["junk"]))] == found
        assert {Junk(golden["junk"]): 1} == junk
    else:
        assert [Frame(golden["type"], golden["fields"])] == found
        assert line + b"\n" == encode_line(line[:1], golden["type"], golden["fields"])


def test_values_are_escaped_on_the_wire_and_plain_in_the_frame():
    line = encode_line(BOARD_START, "ERR", {"msg": "Ada's 100% * $5 é!\n"})

    assert line.startswith(b"$ERR msg=Ada's%20100%25%20%2A%20%245%20%C3%A9%21%0A*")
    assert [Frame("ERR", {"msg": "Ada's 100% * $5 é!\n"})] == decoded(line)[0]


def test_an_escape_that_is_no_text_is_a_syntax_error():
    body = b"ERR msg=%FF"
    line = b"$%s*%04X\n" % (body, checksum(body))

    assert [DamagedLine(Junk.SYNTAX)] == decoded(line)[0]


def test_a_key_given_twice_is_a_syntax_error():
    body = b"ROLL d=3,4 d=5,6"
    line = b"$%s*%04X\n" % (body, checksum(body))

    assert [DamagedLine(Junk.SYNTAX)] == decoded(line)[0]


def test_a_line_may_end_in_carriage_return_and_line_feed():
    assert decoded(roll())[0] == decoded(roll().replace(b"\n", b"\r\n"))[0]


def test_a_start_inside_a_line_begins_a_new_frame():
    found, junk = decoded(b"$ROLL n=17 boot=00" + roll())

    assert ["ROLL"] == [frame.type for frame in found]
    assert {Junk.INTERRUPTED: 1} == junk


def test_our_own_direction_coming_back_is_an_echo():
    found, junk = decoded(b"!PING id=c1*DEAD\n" + roll())

    assert ["ROLL"] == [frame.type for frame in found]
    assert {Junk.ECHO: 1} == junk


def test_other_lines_are_for_people():
    found, junk = decoded(b"MPY: soft reboot\r\n\xff\n\n")

    assert [LogLine("MPY: soft reboot"), LogLine("\\xff")] == found
    assert {} == junk


@pytest.mark.parametrize(
    ("start", "bytes_max"), [(BOARD_START, BOARD_BYTES_MAX), (HOST_START, HOST_BYTES_MAX)]
)
def test_the_longest_line_passes_and_one_byte_more_does_not(start, bytes_max):
    room = bytes_max - len("$RAW raw=*FFFF")
    longest = encode_line(start, "RAW", {"raw": "0" * room})
    body = b"RAW raw=" + b"0" * (room + 1)
    longer = start + b"%s*%04X\n" % (body, checksum(body))

    assert bytes_max == len(longest) - 1
    assert [Frame("RAW", {"raw": "0" * room})] == decoded(longest.replace(b"\n", b"\r\n"), start)[0]
    assert [DamagedLine(Junk.TOO_LONG)] == decoded(longer, start)[0]
    with pytest.raises(ValueError, match="allowed"):
        encode_line(start, "RAW", {"raw": "0" * (room + 1)})


@pytest.mark.parametrize(
    ("frame_type", "fields"),
    [("ping", {}), ("PINGPONGS", {}), ("PING", {"ID": "1"}), ("PING", {"": "1"}), ("A B=1", {})],
)
def test_a_line_outside_the_grammar_is_not_written(frame_type, fields):
    with pytest.raises(ValueError, match="not a line of the protocol"):
        encode_line(HOST_START, frame_type, fields)


def test_an_endless_line_is_dropped_up_to_its_end_without_being_held():
    decoder = FrameDecoder(BOARD_START)
    for _ in range(1000):
        assert [] == decoder.feed(b"$" + b"x" * 500)
        assert len(decoder._held) <= BOARD_BYTES_MAX  # noqa: SLF001  memory has no public view

    found = decoder.feed(b"\n" + roll())

    assert [DamagedLine, Frame] == [type(line) for line in found]


SOME_LINES = st.sampled_from(
    [
        roll(),
        board_line("BEAT t=1 q=0"),
        b"!PING id=c1*DEAD\n",
        b"plain words\r\n",
        b"$ROLL n=1\n",
        b"$" + b"x" * 300 + b"\n",
    ]
)


@unhurried
@given(
    st.lists(SOME_LINES | st.binary(max_size=20), max_size=12),
    st.lists(st.integers(1, 40), min_size=1, max_size=8),
)
def test_the_chunking_makes_no_difference(pieces, sizes):
    stream = b"".join(pieces)
    whole, whole_junk = decoded(stream)

    decoder, found = FrameDecoder(BOARD_START), []
    for size in cycle(sizes):
        if not stream:
            break
        found += decoder.feed(stream[:size])
        stream = stream[size:]

    assert whole == found
    assert whole_junk == decoder.junk


KEYS = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=6)


@unhurried
@given(
    st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=8),
    st.dictionaries(KEYS, ANY_TEXT, max_size=4),
)
def test_what_is_written_is_read(frame_type, fields):
    try:
        line = encode_line(BOARD_START, frame_type, fields)
    except ValueError as too_long:
        assert "allowed" in str(too_long)  # noqa: PT017  only the length may stand in the way
        return

    assert [Frame(frame_type, fields)] == decoded(line)[0]


@pytest.mark.timeout(0 if MUTANTS > 100_000 else 120)
def test_no_mutated_line_is_a_wrong_roll_and_every_clean_one_is_read():
    """Read by the next line end, and acknowledged; nothing heaps up."""
    chance = random.Random(20)
    link = Link(0)
    link.receive(greeting(), 0)
    wrong, lost_count, held_max = [], 0, 0
    for n in range(1, MUTANTS + 1):
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        clean = roll(n, dice=f"{dice[0]},{dice[1]}")
        signals = link.receive(mutated(clean, chance) + b"\n" + clean, n)
        wrong += [signal for signal in signals if (signal.n, signal.dice) != (n, dice)]
        lost_count += not any(signal.n == n for signal in signals)
        link.send(Acknowledge(BOOT, n), n)
        held_max = max(held_max, len(link.outgoing()))

    assert [] == wrong
    assert lost_count == 0
    assert held_max < 200  # bytes: an acknowledgement or two
    assert sum(link.junk.values()) > MUTANTS // 2
    report(f"{MUTANTS} mutated lines: none a wrong roll, {sum(link.junk.values())} pieces skipped")
