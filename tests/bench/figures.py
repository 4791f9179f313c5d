"""Print the figures of a whole table on this machine; nothing here is held to a limit.

`python tests/bench/figures.py`, in a checkout whose packages are installed.
"""

import asyncio
import json
import os
import random
import sys
import time
from pathlib import Path
from statistics import quantiles

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
os.environ.setdefault("TAPBANK_LANG", "en")

from support.emulated import (  # noqa: E402  # found by the line above
    Hands,
    devices,
    emulator,
    expect_names,
    hands_at,
    is_up,
    short_folder,
    until,
)
from support.games import next_command, opening  # noqa: E402  # as above
from support.processes import processes_of  # noqa: E402  # as above
from support.tables import attached, ready, running_table, table_process  # noqa: E402  # as above
from support.tmux import Terminal  # noqa: E402  # as above

from companion.client import Client  # noqa: E402  # as above
from companion.editions import load_edition  # noqa: E402  # as above
from companion.protocol import Notice, Transition  # noqa: E402  # as above
from engine.decide import Accepted, decide  # noqa: E402  # as above
from engine.state import new_state  # noqa: E402  # as above

TAPS = 60
THROWS = 30
COMMANDS = 5000


async def devices_to_people(folder: Path) -> dict[str, object]:
    """Return how long taps, throws and unplugging take to be seen by a client, and the memory."""
    figures: dict[str, object] = {}
    hardware, data = folder / "hardware", folder / "data"
    expect_names(data, ("Ada", "Ben"))
    with emulator(hardware), running_table(data, *devices(hardware)):
        async with attached(data) as client, hands_at(hardware) as hands:
            await until(lambda: is_up(client, "board") and is_up(client, "reader-1"))
            for name in ("Ada", "Ben"):
                await hands.do(f"tap {name}")
                await until(lambda name=name: name in client.state.names)
            await hands.do("press yes")
            figures["tap_ms"] = spread([await strange_tap(client, hands, n) for n in range(TAPS)])
            figures["throw_done_ms"] = spread([await throw(client, hands) for _ in range(THROWS)])
            measured = await client.measure()
            figures["noticed_to_published_ms"] = measured.tap_to_published_ms
            figures["commit_ms"] = measured.commit_ms
            for device in ("board", "reader-1"):
                began_s = time.monotonic()
                await hands.do(f"unplug {device}")
                await until(lambda device=device: not is_up(client, device))
                down_s = time.monotonic() - began_s
                began_s = time.monotonic()
                await hands.do(f"plug {device}")
                await until(lambda device=device: is_up(client, device))
                up_s = time.monotonic() - began_s
                figures[device] = {"down_s": round(down_s, 2), "up_s": round(up_s, 2)}
            figures["memory_mb"] = memory(folder)
    return figures


async def strange_tap(client: Client, hands: Hands, number: int) -> float:
    """Return the time from laying an unknown card down to the table's word on it."""
    heard = asyncio.Event()
    client.on_message = lambda m: heard.set() if isinstance(m, Notice) else None
    began_s = time.monotonic()
    tapping = asyncio.create_task(hands.do(f"tap #04{number:012X}"))
    await asyncio.wait_for(heard.wait(), 30)
    heard_s = time.monotonic() - began_s
    await tapping
    return 1000 * heard_s


async def throw(client: Client, hands: Hands) -> float:
    """Return the time from the board's telling of a throw to its being published, either way."""
    heard = asyncio.Event()
    client.on_message = lambda m: heard.set() if isinstance(m, Transition | Notice) else None
    await hands.do("pick-up")
    await asyncio.sleep(0.3)  # what lifting the dice brings is over
    heard.clear()
    await hands.do("throw 1 2")
    began_s = time.monotonic()
    await asyncio.wait_for(heard.wait(), 30)
    return 1000 * (time.monotonic() - began_s)


def first_paint(folder: Path) -> dict[str, float]:
    """Return the seconds from Enter to the first word, the screen, and people playing on it."""
    (folder / "tmp").mkdir()
    terminal = Terminal(folder, TMPDIR=str(folder / "tmp"))
    try:
        began_s = time.monotonic()
        terminal.run(f"{sys.executable} -m companion demo --seed 7")
        found = {}
        for name, words in (("word", "Seed 7"), ("screen", "F1 help"), ("players", "Ada")):
            terminal.until(lambda text, words=words: words in text, words)
            found[name] = round(time.monotonic() - began_s, 2)
        found["memory_mb"] = memory(folder)
        terminal.keys("q")
        terminal.until(lambda text: "F1 help" not in text, "the end")
        return found
    finally:
        terminal.close()


def table_start(folder: Path) -> float:
    """Return the seconds until an empty table is ready."""
    began_s = time.monotonic()
    table = table_process(folder)
    ready(table)
    seconds = time.monotonic() - began_s
    table.terminate()
    table.communicate()
    return round(seconds, 2)


def engine_speed() -> int:
    """Return how many commands a second the engine decides, in one process."""
    source, state = random.Random(1), new_state(load_edition("us"))
    for command in opening():
        decision = decide(state, command)
        assert isinstance(decision, Accepted)
        state = decision.state
    decided_s, count = 0.0, 0
    while count < COMMANDS:
        command = next_command(state, source)
        began_s = time.perf_counter()
        decision = decide(state, command)
        decided_s += time.perf_counter() - began_s
        count += 1
        if isinstance(decision, Accepted):
            state = decision.state
    return round(count / decided_s)


def memory(folder: Path) -> dict[str, float]:
    """Return the resident megabytes of each process that works in *folder*."""
    sizes = {}
    for number in processes_of(folder):
        words = Path(f"/proc/{number}/cmdline").read_bytes().decode().split("\0")
        known = ("emulate", "table", "demo", "hardware.emulator.firmware_host")
        name = next((word for word in words if word in known), None)
        if name is not None:
            pages = int(Path(f"/proc/{number}/statm").read_text().split()[1])
            sizes[name] = round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)
    return sizes


def spread(samples: list[float]) -> dict[str, float]:
    cuts = quantiles(samples, n=100, method="inclusive")
    return {"p50": round(cuts[49], 1), "p99": round(cuts[98], 1)}


def main() -> None:
    """Measure one thing after the other; a line of JSON each."""
    with short_folder() as folder:
        tell("devices", asyncio.run(devices_to_people(folder)))
    with short_folder() as folder:
        tell("demo_first_paint_s", first_paint(folder))
    with short_folder() as folder:
        tell("table_ready_s", table_start(folder / "data"))
    tell("engine_commands_per_s", engine_speed())


def tell(name: str, figures: object) -> None:
    sys.stdout.write(json.dumps({name: figures}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
