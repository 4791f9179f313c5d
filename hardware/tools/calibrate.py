"""Teach a board a set of dice: the empty lane, then three placements.

`python -m hardware.tools.calibrate URL NAME`; NAME is what the set is called on the board. Exit 0:
learned, 1: refused, 2: there is no board.
"""

import argparse
import sys

from firmware_bridge.errors import DeviceLostError
from firmware_bridge.frames import Frame
from hardware.tools.bench import Bench, FaultError, PersonAtTheTray, PortWire
from hardware.tools.say import text_of

TURN = "Still 1 on top: turn both by a quarter"
STEPS = (
    ("Take everything out of the lane", {"what": "empty"}),
    (
        "Lay both dice in the lane with 6 on top, snug against the stop and each other",
        {"what": "top", "face": "6"},
    ),
    ("Now both with 1 on top", {"what": "top", "face": "1"}),
    (TURN, {"what": "top", "face": "1"}),
)

_WHY = {
    "BUSY": "something still moves, or the lane is not empty",
    "UNCLEAR": "one die shows what it showed before: turn both by a quarter, the same face on top",
    "ORDER": "the steps before this one are missing: begin again",
    "LIGHT": "the room is too bright for the cells: shade the lane",
    "MARGIN": "body and pips of these dice differ too little for this light: see troubleshooting",
    "FULL": "the board knows eight sets: drop one with CAL what=drop set=NAME",
    "FLASH": "the board could not write its flash",
    "ARG": "a name has 1 to 12 of a-z, 0-9 and -",
}


def learn(bench: Bench, name: str) -> bool:
    """Go through the steps and keep the set; return whether the board took it."""
    for what, fields in STEPS:
        while True:
            bench.hands.ask(what)
            answer = bench.ask("CAL", **fields)
            _tell(answer)
            if answer.type == "OK" and not _is_side_left(what, answer):
                break
            if answer.fields.get("code") not in {None, "UNCLEAR", "LIGHT"}:
                return False
    answer = bench.ask("CAL", what="save", set=name)
    _tell(answer)
    return answer.type == "OK"


def _is_side_left(what: str, answer: Frame) -> bool:
    """Tell whether the last step must be done again: a die was not turned."""
    return what == TURN and answer.fields.get("left") != "0"


def _tell(answer: Frame) -> None:
    why = _WHY.get(answer.fields.get("code", ""))
    sys.stdout.write(text_of(answer) + (f" ({why})" if why else "") + "\n")
    sys.stdout.flush()


def main() -> int:
    """Teach the board of the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware.tools.calibrate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("url", help="device path, socket://host:port, rfc2217://host:port")
    parser.add_argument("name", help="what the set of dice is called, as white")
    arguments = parser.parse_args()
    try:
        bench = Bench(PortWire(arguments.url), PersonAtTheTray())
        bench.greet()
        return 0 if learn(bench, arguments.name) else 1
    except (DeviceLostError, FaultError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
