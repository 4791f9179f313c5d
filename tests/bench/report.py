"""Write docs/performance.md from a run: `python tests/bench/report.py`, with valgrind and gcc."""

import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from bench.meter import count  # noqa: E402  # the path comes first
from bench.workloads import FLOOR_TURNS, VISITS  # noqa: E402  # as above

PAGE = ROOT / "docs" / "performance.md"
GAMES = 1000
HEAD = """\
# What things cost

Written by `python tests/bench/report.py`; a run of it writes this page anew. Instructions are
counted by callgrind and are the same on every machine with the same Python;
`tests/bench/test_instructions.py` holds them to limits. Seconds are of the processor, not of the
clock. `python tests/bench/figures.py` measures a whole table: taps, throws, commits, the first
paint on a terminal, memory. `./tapbank test tests/bench/bench_engine.py`, and `bench_journal.py`
and `bench_memory.py` beside it, time commands, options, replay, commits and openings.

| what | how much |
| --- | --- |
"""
ROW = re.compile(r"\| [^|]+ \| [^|]+ \|")


def page(rows: list[tuple[str, str]]) -> str:
    """Return the page of these rows."""
    return HEAD + "".join(f"| {what} | {much} |\n" for what, much in rows)


def is_page(text: str) -> bool:
    """Return whether *text* is what `page` makes, whatever the figures."""
    rows = text.removeprefix(HEAD).splitlines()
    return text.startswith(HEAD) and len(rows) > 5 and all(map(ROW.fullmatch, rows))


def measured() -> list[tuple[str, str]]:
    """Measure all of it."""
    with tempfile.TemporaryDirectory() as name:
        engine = count(Path(name), "workloads.py")
        screen = count(Path(name), "screen.py")
    event, static = screen["events"] / screen["painted"], screen["statics"] / screen["updates"]
    turn, floor = engine["engine"] / engine["engine turns"], engine["floor"] / FLOOR_TURNS
    rows = [
        ("machine", f"{platform.machine()}, {os.cpu_count()} cores"),
        ("Python", platform.python_version()),
        ("a turn of the whole engine, 4 players, all events kept", f"{turn:,.0f} instructions"),
        ("a turn of the floor loop", f"{floor:,.0f} instructions, {turn / floor:.1f} times less"),
        ("a visit with its rent, journalled, at turn 50", counted(engine["young"] / VISITS)),
        ("the same at turn 2,000", counted(engine["old"] / VISITS)),
        ("imports of the screen", counted(screen["imports"])),
        ("first paint after them", counted(screen["first paint"])),
        ("an event on the screen, to what is written", counted(event)),
        ("one line of a bare Static", f"{counted(static)}, {event / static:.1f} times less"),
    ]
    for workers in (1, 2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        report = simulated(workers)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu_s = after.ru_utime - before.ru_utime
        turns = report["turns"]["mean"] * GAMES
        what = f"{GAMES:,} games of 4 players, workers: {workers}"
        rows.append((what, f"{cpu_s:.1f} s, {turns / cpu_s:,.0f} turns a second of one processor"))
    return rows


def counted(instructions: float) -> str:
    """Return a number of instructions as the page shows it."""
    return f"{instructions / 1e6:,.1f} million instructions"


def simulated(workers: int) -> dict[str, dict[str, float]]:
    """Play games as people would; return what they say."""
    words = ("simulate", "--games", str(GAMES), "--seed", "1", "--workers", str(workers), "--json")
    done = subprocess.run(
        (sys.executable, "-m", "companion", *words),
        cwd=ROOT, check=True, capture_output=True, timeout=600,
    )  # fmt: skip
    return json.loads(done.stdout)


if __name__ == "__main__":
    PAGE.write_text(page(measured()), "utf-8")
