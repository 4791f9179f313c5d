"""What games take in memory: `./tapbank test tests/bench/bench_memory.py`."""

import gc
import subprocess
import sys
import tracemalloc
from pathlib import Path

from bench.workloads import Evening
from support.bot_games import moves, setting

ROOT = Path(__file__).resolve().parents[2]
WORKER_MB_MAX = 40
TURNS = 600
# As a worker of `tapbank simulate`: it has the plan and plays a batch.
WORKER = """
import re
from pathlib import Path
from companion.editions import load_edition
from companion.simulate_games import Plan, _start_worker, _work
from engine.house_rules import HouseRules
from engine.policies import POLICIES

policies = tuple(POLICIES[name] for name in ("trader", "careful", "beginner", "careful"))
_start_worker(Plan(load_edition("us"), "default", HouseRules(), policies, 25, 1, 1000))
assert _work(range(25)).tally.games == 25
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def test_a_worker_of_the_simulation_stays_small(tell):
    done = subprocess.run(
        (sys.executable, "-c", WORKER), cwd=ROOT, check=True, capture_output=True, timeout=60
    )
    peak_mb = int(done.stdout) * 1024 / 1e6
    tell(f"a worker after 25 games: {peak_mb:.1f} MB at most")

    assert peak_mb < WORKER_MB_MAX


def test_a_game_with_its_history(tmp_path, tell):
    for _draft, _command in moves(setting(), 1, 5):
        pass  # what is loaded once is no part of a game
    gc.collect()
    tracemalloc.start()
    evening = Evening(tmp_path, TURNS)
    gc.collect()
    kept, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    steps = evening.timeline.seq
    evening.store.close()
    tell(
        f"a game of {TURNS} turns with its history: {kept / 1e6:.2f} MB, "
        f"{kept / steps:,.0f} B a step"
    )

    assert steps > TURNS
