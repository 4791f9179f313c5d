"""Print how long an event takes to the terminal, beside one bare Static of the same Textual.

`static` is one line of words, `full` a whole window of them, `banker` the real screen.
`python tests/bench/screen_latency.py [EVENTS]`: all apps run on terminals of their own, and events
go to one after the other, so that whatever else the machine does burdens all alike. The ratio of
`cpu` is the one that other load touches least.
"""

import asyncio
import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from statistics import quantiles

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
os.environ.setdefault("TAPBANK_LANG", "en")

SIZES = ((100, 30), (160, 45))
EVENTS = 120
WARM_UP = 10
THROWS = 130  # of a game that goes on so long; more events begin with them anew
GAP_S = 0.012  # a frame is over when nothing came for so long
PAUSE_S = 0.1
IDLE_S = 5.0
START_S_MAX = 30.0


class Screen:
    """An app in a process of its own, on a terminal that is read here."""

    def __init__(self, kind: str, columns: int, rows: int) -> None:
        self._terminal, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        told, self._teller = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--child", kind, str(told)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            pass_fds=(told,),
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
        )
        os.close(slave)
        os.close(told)
        self.byte_count = 0
        self.frames = 0
        self._begun_s = 0.0
        self._quiet(START_S_MAX, 2.0)

    def event_ms(self) -> float:
        """Publish an event; return the milliseconds until its frame stood in the terminal."""
        before, began = self.byte_count, time.monotonic()
        os.write(self._teller, b"e")
        ended = self._quiet(PAUSE_S * 10, GAP_S)
        assert self.byte_count > before, "an event changes the screen"
        milliseconds = (ended - began) * 1000
        self.frames += 1
        while self._quiet(PAUSE_S, GAP_S) > ended:  # what comes later is another frame
            ended = time.monotonic()
            self.frames += 1
        return milliseconds

    def begin(self) -> None:
        """Count from here on."""
        self.frames = self.byte_count = 0
        self._begun_s = self._cpu_s()

    def cpu_ms(self) -> float:
        """Return the milliseconds of one core since `begin`; other load does not touch them."""
        return 1000 * (self._cpu_s() - self._begun_s)

    def idle_percent(self) -> float:
        """Return the share of one core that it takes while nothing happens."""
        before, began = self._cpu_s(), time.monotonic()
        self._quiet(IDLE_S, IDLE_S)
        return 100 * (self._cpu_s() - before) / (time.monotonic() - began)

    def end(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(10)
        os.close(self._terminal)
        os.close(self._teller)

    def _quiet(self, longest_s: float, gap_s: float) -> float:
        """Read until nothing came for *gap_s* after something; return when the last bytes came."""
        last, until = 0.0, time.monotonic() + longest_s
        while (now := time.monotonic()) < until:
            wait_s = gap_s if last else until - now
            if not select.select([self._terminal], [], [], wait_s)[0]:
                if last:
                    return last
                continue
            self.byte_count += len(os.read(self._terminal, 65536))
            last = time.monotonic()
        return last

    def _cpu_s(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2]
        ticks = sum(int(field) for field in fields.split()[11:13])
        return ticks / os.sysconf("SC_CLK_TCK")


def child(kind: str, told: int) -> None:
    """Run an app that takes an event for each byte."""
    app = _banker(told) if kind == "banker" else _bare(told, is_full=kind == "full")
    app.run()


def _listen(app, told: int) -> None:
    """Let *app* take an event for each byte that comes."""
    number = 0

    def fire() -> None:
        nonlocal number
        for _each in os.read(told, 64):
            number += 1
            app.event(number)

    asyncio.get_running_loop().add_reader(told, fire)


def _bare(told: int, *, is_full: bool):
    """Return an app with nothing but one Static: a line of words, or the whole window of them."""
    from textual.app import App  # noqa: PLC0415  # the parent needs no Textual
    from textual.widgets import Static  # noqa: PLC0415  # as above

    class Bare(App):
        def compose(self):
            yield Static("0")

        def on_mount(self) -> None:
            _listen(self, told)

        def event(self, number: int) -> None:
            words = f"{number} of many, and a few words more"
            if is_full:
                words = "\n".join(
                    f"{words} {row}".ljust(self.size.width, ".") for row in range(self.size.height)
                )
            self.query_one(Static).update(words)

    return Bare()


def _banker(told: int):
    """Return the real screen, fed with a game that was played beforehand."""
    from support import scenes, situations  # noqa: PLC0415  # the parent needs none of it

    from companion.client import Client  # noqa: PLC0415  # as above
    from companion.protocol import PromptShown  # noqa: PLC0415  # as above
    from companion.screen.banker import Banker  # noqa: PLC0415  # as above

    heard = situations.Heard(4)
    steps = []
    for number in range(THROWS):
        before = len(heard.messages)
        heard.play((1 + 5 * number % 6, 1 + 11 * number // 7 % 6))
        steps.append((*heard.messages[before:], PromptShown(scenes.question(heard.state))))

    class Fed(Banker):
        CSS_PATH = ROOT / "companion" / "screen" / "banker.tcss"

        def on_mount(self) -> None:
            super().on_mount()
            _listen(self, told)
            self.receive(heard.messages[0])

        def event(self, number: int) -> None:
            for message in steps[(number - 1) % len(steps)]:
                self.receive(message)

    return Fed(Client(Path("/nonexistent/table.sock"), "screen"), is_low_power=True)


def spread(values: list[float]) -> dict[str, float]:
    """Return median and 99th percentile."""
    cuts = quantiles(values, n=100)
    return {"p50": round(cuts[49], 1), "p99": round(cuts[98], 1)}


def measured(columns: int, rows: int, events: int) -> dict[str, object]:
    """Return the figures of one size."""
    apps = {kind: Screen(kind, columns, rows) for kind in ("static", "full", "banker")}
    try:
        taken: dict[str, list[float]] = {kind: [] for kind in apps}
        for number in range(WARM_UP + events):
            for kind, app in apps.items():
                if number == WARM_UP:
                    app.begin()
                milliseconds = app.event_ms()
                if number >= WARM_UP:
                    taken[kind].append(milliseconds)
        cpu_ms = {kind: app.cpu_ms() / events for kind, app in apps.items()}
        found: dict[str, object] = {
            kind: {
                **spread(taken[kind]),
                "frames_an_event": round(app.frames / events, 2),
                "bytes_an_event": round(app.byte_count / events),
                "cpu_ms_an_event": round(cpu_ms[kind], 1),
                "idle_cpu_percent": round(app.idle_percent(), 2),
            }
            for kind, app in apps.items()
        }
        medians = {kind: spread(values) for kind, values in taken.items()}
        for kind in ("static", "full"):
            ratios = {cut: medians["banker"][cut] / medians[kind][cut] for cut in ("p50", "p99")}
            ratios["cpu"] = cpu_ms["banker"] / cpu_ms[kind]
            found[f"ratio_to_{kind}"] = {what: round(ratio, 2) for what, ratio in ratios.items()}
        return found
    finally:
        for app in apps.values():
            app.end()


def main() -> None:
    """Print the figures of both sizes as JSON, times in milliseconds."""
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], int(sys.argv[3]))
        return
    events = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    figures = {f"{w}x{h}": measured(w, h, events) for w, h in SIZES}
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
