"""Go through DLP/1 with a dice board of your own, and say what it still lacks.

`python -m hardware.tools.check_board URL`: a device path or any address that pyserial knows. It
asks for throws at the terminal; `--without-dice` leaves those checks out. Exit 0: all is well,
1: the board has a fault, 2: there is no such board.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from random import Random

from firmware_bridge.errors import DeviceLostError
from firmware_bridge.frames import HOST_BYTES_MAX, Frame, Junk, checksum
from firmware_bridge.messages import message_of
from hardware.tools.bench import (
    ANSWER_S,
    Bench,
    FaultError,
    PersonAtTheTray,
    PortWire,
    is_event,
    key_of,
)

BEAT_S = 2.0
SILENCE_S = 6.0
RESEND_S = 0.4
SLACK_S = 1.0  # a board that scans, a computer that is busy
NOISE_BYTES = 2048

_BOOT = re.compile(r"[0-9A-F]{8}")


def greeting(bench: Bench) -> None:
    """HI is answered at any time, with version, name and boot id."""
    answers = [bench.greet(), bench.greet()]
    for answer in answers:
        _require(answer.type == "OK", f"HI was answered {answer.type}, not OK")
        _require(answer.fields.get("v", "").startswith("1"), "the answer lacks v=1")
        _require(bool(answer.fields.get("uid")), "the answer lacks the board's uid")
        boot = answer.fields.get("boot", "")
        _require(bool(_BOOT.fullmatch(boot)), f"boot={boot} is not eight hex digits")


def hello(bench: Bench) -> None:
    """A board whose host is silent for 6 s says HELLO, every 2 s."""
    seconds = SILENCE_S + 2 * BEAT_S + SLACK_S
    heard = bench.all_within(lambda frame: frame.type == "HELLO", seconds)
    _require(len(heard) >= 2, f"{len(heard)} HELLO in {seconds:g} s of silence")
    _require("caps" in heard[0].fields, "HELLO lacks caps")


def beat(bench: Bench) -> None:
    """A greeted board sends BEAT every 2 s."""
    heard = bench.all_within(lambda frame: frame.type == "BEAT", BEAT_S + SLACK_S)
    _require(bool(heard), f"no BEAT within {BEAT_S + SLACK_S:g} s")


def damage(bench: Bench) -> None:
    """A damaged line is answered ERR id=- with the checksum it should have."""
    body = b"PING id=x1"
    want = f"{checksum(body):04X}"
    wrong = f"{checksum(body) ^ 0x1021:04X}".encode()
    for line, code in ((body + b"*" + wrong, "CRC"), (body, "NOCRC")):
        bench.wire.write(b"!" + line + b"\n")
        answer = bench.next(lambda frame: frame.type in {"ERR", "OK"}, ANSWER_S)
        _require(answer is not None, f"nothing was said to a line with {code}")
        assert answer is not None
        _require(answer.type == "ERR", "a damaged line was obeyed")
        said = (answer.fields.get("id"), answer.fields.get("code"), answer.fields.get("want"))
        _require(said == ("-", code, want), f"id, code and want were {said}")


def unknown(bench: Bench) -> None:
    """An unknown command is answered UNKNOWN, unknown fields are passed over."""
    answer = bench.ask("SMELL")
    _require(answer.fields.get("code") == "UNKNOWN", "SMELL was not answered ERR code=UNKNOWN")
    answer = bench.ask("PING", shoe="42")
    _require(answer.type == "OK", "a field that is not known was not passed over")


def repeated(bench: Bench) -> None:
    """A command that comes again with its id is answered again and not done again."""
    first = bench.ask("PING", id="again")
    bench.all_within(lambda _: False, 0.2)
    second = bench.ask("PING", id="again")
    _require(first == second, "PING with the same id was answered anew")
    bench.greet()
    if "t" in first.fields:
        third = bench.ask("PING", id="again")
        _require(third != first, "a new greeting did not make the board forget the last id")


def long_line(bench: Bench) -> None:
    """A line of 98 bytes is read, a longer one dropped to its end."""
    body = b"PING id=long pad="
    body += b"x" * (HOST_BYTES_MAX - len(body) - 6)
    bench.wire.write(b"!%s*%04X\n" % (body, checksum(body)))
    _require(bench.answer_to("long", ANSWER_S) is not None, "a line of 98 bytes was not answered")
    bench.wire.write(b"!" + b"y" * 400 + b"\n")
    _is_alive(bench, "a line of 400 bytes")


def echo(bench: Bench) -> None:
    """A board's own lines, come back from a port that echoes, are ignored."""
    body = b"BEAT t=1 q=0 n=0"
    bench.wire.write(b"$%s*%04X\n$OK id=x*0000\n" % (body, checksum(body)))
    answer = bench.next(lambda frame: frame.type in {"OK", "ERR"}, 0.5)
    _require(answer is None, "the board answered its own echo")
    _is_alive(bench, "an echo")


def restart(bench: Bench) -> None:
    """A start character begins a new line wherever it stands; bytes may come one by one."""
    body = b"PING id=mid"
    line = b"!PING id=lost!%s*%04X\r\n" % (body, checksum(body))
    for byte in line:
        bench.wire.write(bytes([byte]))
    _require(bench.answer_to("mid", ANSWER_S) is not None, "a line within a line was not read")


def noise(bench: Bench) -> None:
    """Noise costs the board nothing but the lines it falls on."""
    chance = Random(1)  # noqa: S311  the same noise every time
    # No line feed may make a plain word of it, and no Ctrl-C, which ends MicroPython programs.
    data = bytes(byte for byte in chance.randbytes(NOISE_BYTES) if byte not in b"\x03\x04")
    bench.wire.write(data + b"\n")
    _is_alive(bench, f"{NOISE_BYTES} bytes of noise")


def roll(bench: Bench) -> None:
    """A throw is one ROLL, sent again every 400 ms until exactly it is acknowledged."""
    bench.hands.throw()
    first = bench.event("ROLL")
    _require(message_of(first) is not Junk.FIELDS, f"a field of the ROLL is wrong: {first.fields}")
    dice = first.fields["d"].split(",")
    _require(len(dice) == 2, f"two dice were thrown, {len(dice)} told")
    again = bench.all_within(is_event, 3 * RESEND_S + SLACK_S)
    _require(bool(again), "a ROLL that is not acknowledged did not come again")
    _require({key_of(event) for event in again} == {key_of(first)}, "an event overtook the ROLL")
    _require(all(event.fields["d"] == first.fields["d"] for event in again), "the ROLL changed")
    for boot, n in (("00000000", first.fields["n"]), (first.fields["boot"], "99999")):
        bench.acknowledge(Frame("ROLL", {"boot": boot, "n": n}))
        still = bench.next(is_event, 2 * RESEND_S + SLACK_S)
        _require(still is not None, f"an acknowledgement of (boot={boot}, n={n}) ended the ROLL")
    bench.acknowledge(first)
    bench.all_within(is_event, RESEND_S / 2)  # one may have been on its way
    rest = [
        event
        for event in bench.all_within(is_event, 3 * RESEND_S)
        if key_of(event) == key_of(first)
    ]
    _require(not rest, "an acknowledged ROLL came again")


def clear(bench: Bench) -> None:
    """Taking the dice out is CLEAR, with a higher number; the next throw is another ROLL."""
    bench.hands.throw()
    first = bench.event("ROLL")
    bench.acknowledge(first)
    bench.hands.lift()
    cleared = bench.event("CLEAR")
    bench.acknowledge(cleared)
    _require(int(cleared.fields["n"]) > int(first.fields["n"]), "the number of CLEAR is not higher")
    bench.hands.throw()
    second = bench.event("ROLL")
    bench.acknowledge(second)
    _require(key_of(second) != key_of(first), "two throws have the same (boot, n)")


def closed_port(bench: Bench) -> None:
    """A throw that nobody confirmed comes again, the same, when the port is opened again."""
    bench.hands.throw()
    first = bench.event("ROLL")
    bench.reopen()
    bench.greet()
    again = bench.event("ROLL")
    bench.acknowledge(again)
    _require(key_of(again) == key_of(first), "the ROLL came back under another (boot, n)")
    _require(again.fields["d"] == first.fields["d"], "the ROLL came back with other faces")


def reboot(bench: Bench) -> None:
    """After a power cut: what waited under its old boot id, then the dice found, with st=1."""
    before = bench.fresh().fields["boot"]
    bench.hands.throw()
    first = bench.event("ROLL")
    bench.all_within(lambda _: False, 0.5)  # by now it is in flash
    answer = bench.ask("REBOOT")
    if answer.type == "ERR":
        bench.hands.cut_power()
    bench.all_within(lambda _: False, 1.0)
    bench.reopen()
    after = bench.greet().fields["boot"]
    _require(after != before, "the boot id is the same after a start")
    kept = bench.event("ROLL", 10.0)
    bench.acknowledge(kept)
    _require(
        key_of(kept) == key_of(first),
        "a ROLL that waited was lost, or renumbered, by the power cut",
    )
    found = bench.event("ROLL", 10.0)
    bench.acknowledge(found)
    _require(found.fields["boot"] == after, "dice found in the lane came under the old boot id")
    _require(found.fields.get("st") == "1", "dice that were not seen arriving lack st=1")


def pace(bench: Bench) -> None:
    """Retries: a command sent four times in two seconds is answered each time, alike."""
    command_id = bench.send("INFO")
    answers: list[Frame] = []
    for _ in range(3):
        answers += bench.all_within(lambda frame: frame.fields.get("id") == command_id, 0.3)
        bench.send("INFO", id=command_id)
    answers += bench.all_within(lambda frame: frame.fields.get("id") == command_id, ANSWER_S / 2)
    _require(
        len(answers) == 4, f"INFO, sent four times with one id, was answered {len(answers)} times"
    )
    _require(all(answer == answers[0] for answer in answers), "its answers differ")


Check = Callable[[Bench], None]

CHECKS: tuple[Check, ...] = (
    greeting, beat, damage, unknown, repeated, long_line, echo, restart, noise, pace, hello,
)  # fmt: skip
CHECKS_WITH_DICE: tuple[Check, ...] = (roll, clear, closed_port, reboot)


def run(bench: Bench, checks: Iterable[Check]) -> Iterator[tuple[str, str, str]]:
    """Do the checks; yield of each its name, `ok` or `FAULT`, and a sentence."""
    for check in checks:
        title = (check.__doc__ or "").splitlines()[0]
        try:
            bench.fresh()
            check(bench)
        except FaultError as fault:
            yield check.__name__, "FAULT", str(fault)
        except (KeyError, ValueError) as error:
            yield check.__name__, "FAULT", f"a field is missing or no number: {error}"
        else:
            yield check.__name__, "ok", title


def main() -> int:
    """Check the board of the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware.tools.check_board",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("url", help="device path, socket://host:port, rfc2217://host:port")
    parser.add_argument("--without-dice", action="store_true", help="only what needs no hands")
    names = [check.__name__ for check in CHECKS + CHECKS_WITH_DICE]
    parser.add_argument("--only", action="append", choices=names, help="one check, by its name")
    arguments = parser.parse_args()
    checks = CHECKS + (() if arguments.without_dice else CHECKS_WITH_DICE)
    if arguments.only:
        checks = tuple(check for check in checks if check.__name__ in arguments.only)
    try:
        bench = Bench(PortWire(arguments.url), PersonAtTheTray())
        faults = 0
        for name, verdict, text in run(bench, checks):
            sys.stdout.write(f"{verdict:8}{name:12} {text}\n")
            sys.stdout.flush()
            faults += verdict == "FAULT"
    except DeviceLostError as error:
        sys.stderr.write(f"no board at {arguments.url}: {error}\n")
        return 2
    sys.stdout.write(f"{len(checks)} checks, {faults} faults\n")
    return 1 if faults else 0


def _is_alive(bench: Bench, after: str) -> None:
    command_id = bench.send("PING")
    _require(bench.answer_to(command_id, ANSWER_S) is not None, f"no answer after {after}")


def _require(is_so: bool, fault: str) -> None:  # noqa: FBT001  reads as a sentence
    if not is_so:
        raise FaultError(fault)


if __name__ == "__main__":
    sys.exit(main())
