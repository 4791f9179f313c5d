"""What the screen is measured by, as a program of its own: `python tests/bench/screen.py`.

The real app on a real socket, drawn for a terminal that is none and without animations, whose
frames would come by the clock; beside it one bare Static of the same Textual.
"""

import asyncio
import gc
import json
import os
import sys
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
os.environ.update(TAPBANK_LANG="en", TEXTUAL_ANIMATIONS="none", COLORTERM="truecolor")

from bench.meter import Meter  # noqa: E402  # the path comes first

WARM_UP = 12  # throws that are painted before events are counted
THROWS = ((6, 5), (2, 5), (3, 4), (1, 2), (4, 3), (6, 1), (2, 1), (3, 5)) * 3
UPDATES = 12
SIZE = (100, 30)
METER = Meter()


def watched(kind):
    """Return the app class *kind*, which writes to a terminal of memory and tells its frames."""
    from textual.drivers.headless_driver import HeadlessDriver  # noqa: PLC0415  # see `main`

    class Memory(HeadlessDriver):
        is_headless = False  # all that is written is made
        written = ""

        def write(self, data: str) -> None:
            self.written += data

    class Watched(kind):
        CSS_PATH = ROOT / "companion" / "screen" / "banker.tcss" if kind.CSS_PATH else None

        def __init__(self, *arguments) -> None:
            super().__init__(*arguments)
            self.driver_class = Memory
            self.painted = asyncio.Event()
            self.frames = 0

        def post_display_hook(self) -> None:
            self.frames += 1
            self.painted.set()

        @asynccontextmanager
        async def started(self, word: str):
            """Run it; it has begun once *word* is written."""
            running = asyncio.create_task(self.run_async(size=SIZE))
            while self._driver is None or word not in self._driver.written:
                self.painted.clear()
                await self.painted.wait()
            yield
            self.exit()
            await running

        async def frame(self, cause) -> None:
            """Let *cause* change something; it is painted then."""
            self.painted.clear()
            cause()
            await self.painted.wait()

    return Watched


async def bare() -> dict[str, int]:
    """Change a line of words as often as there are events."""
    from textual.app import App  # noqa: PLC0415  # see `main`
    from textual.widgets import Static  # noqa: PLC0415  # as above

    class Bare(App):
        def compose(self):
            yield Static("0 of many")

    app = watched(Bare)()
    async with app.started("0 of many"):
        line = app.query_one(Static)
        await app.frame(lambda: line.update("before it is counted"))
        with METER.part("statics"):
            for number in range(UPDATES):
                await app.frame(lambda number=number: line.update(f"{number} of many, and more"))
    return {"updates": UPDATES}


async def paint() -> dict[str, int]:
    """Paint a game for the first time, then its events one by one."""
    from support.scripted_table import ScriptedTable  # noqa: PLC0415  # see `main`
    from support.situations import Heard  # noqa: PLC0415  # as above

    from companion.client import Client  # noqa: PLC0415  # as above
    from companion.screen.banker import Banker  # noqa: PLC0415  # as above

    heard = Heard(4).play(*THROWS[:WARM_UP])
    first = len(heard.messages)
    welcome, *transitions = heard.play(*THROWS[WARM_UP:]).messages
    kind = watched(Banker)
    async with ScriptedTable(welcome) as table:
        METER.begin()
        app = kind(Client(table.path, "screen"))
        async with app.started("Anna"):
            METER.end("first paint")
            for number, transition in enumerate(transitions, 1):
                if number == first:
                    before = app.frames
                    METER.begin()
                await app.frame(lambda said=transition: table.say(said))
            METER.end("events")
            return {"painted": len(transitions) - first + 1, "frames": app.frames - before}


def main() -> None:
    """Do it all, and say how many events there were, and how many frames."""
    gc.disable()
    with METER.part("imports"):
        import companion.screen.banker  # noqa: F401, PLC0415  # what this costs is counted
    sys.stdout.write(json.dumps({**asyncio.run(paint()), **asyncio.run(bare())}))


if __name__ == "__main__":
    main()
