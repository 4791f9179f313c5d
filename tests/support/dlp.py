"""Lines of the board protocol for tests."""

import tomllib
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st

from firmware_bridge.frames import BOARD_START, encode_line

_GOLDEN = Path(__file__).resolve().parents[2] / "hardware" / "protocol" / "golden.toml"

UID = "E6614C311B7A2C2F"
BOOT = "00019F3C"
NEXT_BOOT = "0002D9F8"


ANY_TEXT = st.lists(st.integers(0, 0xD7FF) | st.integers(0xE000, 0x10FFFF), max_size=20).map(
    lambda codes: "".join(map(chr, codes))
)
"""Text of any letters; `st.text` would first compute a table of them all, for a minute in CI."""
unhurried = settings(deadline=None)
"""For examples on a busy computer."""


def golden_lines(start):
    """Return the golden lines of one direction."""
    lines = tomllib.loads(_GOLDEN.read_text())["line"]
    return [line for line in lines if line["line"].startswith(start)]


def board_line(text):
    """Seal `TYPE key=value …` as the board would."""
    frame_type, *pairs = text.split(" ")
    return encode_line(BOARD_START, frame_type, dict(pair.split("=", 1) for pair in pairs))


def greeting(answer_id="h1", boot=BOOT, uid=UID, **more):
    """Return the board's answer to a greeting."""
    extra = "".join(f" {key}={value}" for key, value in more.items())
    return board_line(f"OK id={answer_id} v=1 board=rp2-dice fw=0.1.0 uid={uid} boot={boot}{extra}")


def roll(n=17, boot=BOOT, dice="3,4"):
    """Return a roll."""
    return board_line(f"ROLL n={n} boot={boot} age=0 d={dice} c=97,88 st=0")


def mutated(line, chance):
    """Damage a line as cables do: flips, losses, doubles, swaps, foreign bytes, cuts."""
    damaged = bytearray(line)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(damaged))
        match chance.randrange(5):
            case 0:
                damaged[at] ^= 1 << chance.randrange(8)
            case 1:
                del damaged[at : at + chance.randint(1, 3)]
            case 2:
                damaged[at:at] = damaged[at : at + chance.randint(1, 8)]
            case 3:
                damaged[at] = chance.randrange(256)
            case 4:
                del damaged[at:]
        if not damaged:
            break
    return bytes(damaged)
