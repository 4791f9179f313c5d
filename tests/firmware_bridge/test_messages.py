"""What frames mean, and which are refused in spite of a good checksum."""

import pytest
from support.dlp import BOOT, UID, golden_lines

from firmware_bridge.frames import Frame, Junk
from firmware_bridge.messages import (
    Answer,
    Beat,
    Change,
    Clear,
    Event,
    Fault,
    Hello,
    Knob,
    LineRefused,
    Note,
    Press,
    Roll,
    greeting_of,
    message_of,
)


def frame(text):
    frame_type, *pairs = text.split(" ")
    return Frame(frame_type, dict(pair.split("=", 1) for pair in pairs))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"HELLO v=1 board=b fw=2 uid={UID} boot={BOOT}", Hello(UID, BOOT, f"b 2 {UID}")),
        (f"HELLO v=1-2 uid={UID} boot={BOOT}", Hello(UID, BOOT, UID)),
        ("OK id=c1 t=5", Answer("c1", None, {"id": "c1", "t": "5"})),
        ("ERR id=c1 code=ARG", Answer("c1", "ARG", {"id": "c1", "code": "ARG"})),
        ("ERR id=- code=CRC want=DEAD", LineRefused("CRC")),
        (
            f"ROLL n=1 boot={BOOT} age=3 d=3,4 c=97,0 b=1,2 new=x st=1",
            Event(BOOT, 1, 3, Roll((3, 4), (97, 0), was_seen_arriving=False)),
        ),
        (
            f"ROLL n=1 boot={BOOT} age=0 d=6 c=100 st=0",
            Event(BOOT, 1, 0, Roll((6,), (100,), was_seen_arriving=True)),
        ),
        (f"CLEAR n=2 boot={BOOT} age=0", Event(BOOT, 2, 0, Clear())),
        (f"FAULT n=2 boot={BOOT} age=0 why=EXTRA slot=", Event(BOOT, 2, 0, Fault("EXTRA", ""))),
        (f"CHANGED n=2 boot={BOOT} age=0 d=1,1", Event(BOOT, 2, 0, Change((1, 1)))),
        (f"BTN n=2 boot={BOOT} age=0 b=no e=up", Event(BOOT, 2, 0, Press("no", is_down=False))),
        ("BEAT t=1", Beat(None)),
        ("BEAT t=1 p=-7", Beat(-7)),
        ("ENC p=32767", Knob(32767)),
        ("WARN ch=16 why=DARK", Note("sensor 16: DARK")),
        ("RAW t=1 raw=00FF", Note("levels 00FF")),
    ],
)
def test_frames_are_read(text, message):
    assert message == message_of(frame(text))


@pytest.mark.parametrize(
    "text",
    [
        f"HELLO v=2 uid={UID} boot={BOOT}",
        f"HELLO v=1 uid= boot={BOOT}",
        f"HELLO v=1 uid={UID} boot=xyz",
        f"ROLL n=0 boot={BOOT} age=0 d=3,4 c=9,9 st=0",
        f"ROLL n=1 boot={BOOT.lower()} age=0 d=3,4 c=9,9 st=0",
        f"ROLL n=1 boot={BOOT} age=-1 d=3,4 c=9,9 st=0",
        f"ROLL n=1 boot={BOOT} age=0 d=3,7 c=9,9 st=0",
        f"ROLL n=1 boot={BOOT} age=0 d=0,4 c=9,9 st=0",
        f"ROLL n=1 boot={BOOT} age=0 d=3,04 c=9,9 st=0",
        f"ROLL n=1 boot={BOOT} age=0 d=34 c=9,9 st=0",
        f"ROLL n=1 boot={BOOT} age=0 d=3,4,5 c=9,9,9 st=0",
        f"ROLL n=1 boot={BOOT} age=0 d=3,4 c=9 st=0",
        f"ROLL n=1 boot={BOOT} age=0 d=3,4 c=9,101 st=0",
        f"ROLL n=1 boot={BOOT} age=0 d=3,4 c=9,9 st=2",
        f"ROLL n=1 boot={BOOT} age=0 d=3,4 c=9,9",
        f"ROLL n=1 boot={BOOT} age=0 d=,4 c=9,9 st=0",
        f"ROLL n=1 boot={BOOT} age=0 d=٣,4 c=9,9 st=0",
        f"CHANGED n=1 boot={BOOT} age=0",
        f"FAULT n=1 boot={BOOT} age=0 why=COCKED slot=C",
        f"BTN n=1 boot={BOOT} age=0 b=ok e=down",
        f"BTN n=1 boot={BOOT} age=0 b=yes e=held",
        "ENC p=32768",
        "WARN ch=17 why=DARK",
        "ERR id=c1",
        "OK t=5",
    ],
)
def test_fields_out_of_range_are_refused_whatever_the_checksum(text):
    assert Junk.FIELDS == message_of(frame(text))


def test_an_unknown_type_is_junk():
    assert Junk.UNKNOWN_TYPE == message_of(frame("SMELL kind=burnt"))


def test_every_golden_line_of_the_board_has_a_meaning():
    for golden in golden_lines("$"):
        if "type" in golden:
            assert not isinstance(message_of(Frame(golden["type"], golden["fields"])), Junk)


def test_a_greeting_needs_a_version_an_id_and_a_boot():
    fields = {"id": "h1", "v": "1", "uid": UID, "boot": BOOT}

    assert (UID, BOOT) == greeting_of(Answer("h1", None, fields))
    for missing in ("v", "uid", "boot"):
        fewer = {key: value for key, value in fields.items() if key != missing}
        assert greeting_of(Answer("h1", None, fewer)) is None
