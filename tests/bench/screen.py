"""What the screen is measured by, as a program of its own: `python tests/bench/screen.py`.

The real app on a real socket, drawn for no terminal and without animations, whose frames would
come by the clock.
"""

import asyncio
import gc
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
os.environ.update(TAPBANK_LANG="en", TEXTUAL_ANIMATIONS="none")

from bench.meter import Meter  # noqa: E402  # the path comes first

THROWS = ((6, 5), (2, 5), (3, 4), (1, 2))
SIZE = (100, 30)
METER = Meter()


async def paint() -> int:
    """Paint a game for the first time, then its events one by one; return how many they were."""
    from support.scripted_table import ScriptedTable  # noqa: PLC0415  # after what is counted
    from support.situations import Heard  # noqa: PLC0415  # as above
    from support.terminal_picture import cells_of_app, text_of  # noqa: PLC0415  # as above

    from companion.client import Client  # noqa: PLC0415  # as above
    from companion.protocol import Message, Welcome  # noqa: PLC0415  # as above
    from companion.screen.banker import Banker  # noqa: PLC0415  # as above

    welcome, *transitions = Heard(4).play(*THROWS).messages
    assert isinstance(welcome, Welcome)
    heard = asyncio.Event()

    def receive(message: Message) -> None:
        app.receive(message)
        heard.set()

    async with ScriptedTable(welcome) as table:
        METER.begin()
        client = Client(table.path, "screen")
        app = Banker(client)
        client.on_message = receive
        async with app.run_test(size=SIZE) as pilot:
            await heard.wait()
            await pilot.pause()
            METER.end("first paint")
            before = text_of(cells_of_app(app))
            assert "Anna" in before
            METER.begin()
            for transition in transitions:
                heard.clear()
                table.say(transition)
                await heard.wait()
                await pilot.pause()
            METER.end("events")
            assert before != text_of(cells_of_app(app))
    return len(transitions)


def main() -> None:
    """Do it all, and say how many events there were."""
    gc.disable()
    with METER.part("imports"):
        import companion.screen.banker  # noqa: F401, PLC0415  # what this costs is counted
    sys.stdout.write(json.dumps({"painted": asyncio.run(paint())}))


if __name__ == "__main__":
    main()
