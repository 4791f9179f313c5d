"""What a turn costs, in instructions: the same on every machine, so it can be held to a limit."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROGRAMS = {
    "engine": (HERE / "workloads.py", "engine"),
    "floor": (HERE / "floor.py",),
    "turn 50": (HERE / "workloads.py", "age-50"),
    "turn 2,000": (HERE / "workloads.py", "age-2000"),
}
COST_A_TURN_MAX = 10  # times the floor's; 6 is what we are after
GROWTH_MAX = 0.1  # of a command's cost, between turn 50 and turn 2,000
COLLECTED = re.compile(r"Collected : (\d+)")

pytestmark = [
    pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed"),
    pytest.mark.timeout(600),
]


@pytest.fixture(scope="module")
def compiled():
    """Compile once, so that no run counts the compiler."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        subprocess.run(
            [sys.executable, *PROGRAMS["turn 50"], "1"], env=environment, check=True, timeout=60
        )
        yield environment


def instructions(environment, what, size):
    done = subprocess.run(
        [
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
            sys.executable, *PROGRAMS[what], str(size),
        ],
        env=environment, check=True, capture_output=True, text=True, timeout=500,
    )  # fmt: skip
    return int(COLLECTED.search(done.stderr)[1])


def slopes(environment, *runs):
    """Return the instructions of one step of each run: what, a small size, a large one."""
    jobs = [(what, size) for what, small, large in runs for size in (small, large)]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        counts = list(pool.map(lambda job: instructions(environment, *job), jobs))
    return [
        (counts[2 * index + 1] - counts[2 * index]) / (large - small)
        for index, (_what, small, large) in enumerate(runs)
    ]


def test_a_turn_costs_at_most_ten_times_the_floor(compiled):
    engine, floor = slopes(compiled, ("engine", 500, 3500), ("floor", 500, 3500))

    assert 0 < floor
    assert engine <= COST_A_TURN_MAX * floor, f"{engine:,.0f} a turn, the floor {floor:,.0f}"


def test_a_command_costs_the_same_early_and_late(compiled):
    early, late = slopes(compiled, ("turn 50", 50, 350), ("turn 2,000", 50, 350))

    assert abs(late - early) <= GROWTH_MAX * early, f"{early:,.0f} early, {late:,.0f} late"
