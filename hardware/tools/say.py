"""Say one command to a board, sealed with its checksum, and print the answer.

`python -m hardware.tools.say URL 'TEST'`, `… 'CFG lum=80 dice=1'`, `… 'CAL what=list'`. Exit 0: the
board did it, 1: it refused, 2: there is no board.
"""

import argparse
import sys

from firmware_bridge.errors import DeviceLostError
from firmware_bridge.frames import Frame
from hardware.tools.bench import Bench, FaultError, PersonAtTheTray, PortWire


def said(bench: Bench, line: str) -> Frame:
    """Return the answer to a command written as `TYPE key=value …`."""
    kind, *pairs = line.split()
    fields = dict(pair.partition("=")[::2] for pair in pairs)
    return bench.ask(kind.upper(), **fields)


def text_of(answer: Frame) -> str:
    """Return an answer for people: what it says, without its id."""
    fields = [f"{key}={value}" for key, value in answer.fields.items() if key != "id"]
    return " ".join([answer.type, *fields])


def main() -> int:
    """Say the command line's command; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware.tools.say",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("url", help="device path, socket://host:port, rfc2217://host:port")
    parser.add_argument("line", help="a command with its fields")
    arguments = parser.parse_args()
    try:
        bench = Bench(PortWire(arguments.url), PersonAtTheTray())
        bench.greet()  # the board forgets the last id, which this run counts to again
        answer = said(bench, arguments.line)
    except (DeviceLostError, FaultError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(text_of(answer) + "\n")
    return 0 if answer.type == "OK" else 1


if __name__ == "__main__":
    sys.exit(main())
