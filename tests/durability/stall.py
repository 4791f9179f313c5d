"""The disk stalls in the midst of a game: who waits, and who does not."""

import asyncio
import random
import shutil
import time

from durability import shim
from durability.script import Player
from support.games import next_command

from companion.journal.writer import _Item
from companion.protocol import Recall, Submit

TICK_S = 0.01


class Ticks:
    """How late a loop comes to what it should do at once."""

    def __init__(self, watched: shim.Shim) -> None:
        self._watched = watched
        self.worst_s = 0.0
        self.worst_read_s = 0.0
        self.in_stall = 0
        """Ticks that came, with their look-up done, while the disk stood still."""

    async def run(self, table) -> None:
        """Tick, and look something up as a client's request does, until cancelled."""
        while True:
            due = time.monotonic() + TICK_S
            await asyncio.sleep(TICK_S)
            self.worst_s = max(self.worst_s, time.monotonic() - due)
            began = time.monotonic()
            assert not table.is_recorded("no such id")
            table.recall(Recall("r"))
            self.worst_read_s = max(self.worst_read_s, time.monotonic() - began)
            self.in_stall += self._watched.is_stalled


async def _stalled(player: Player, ms: int, *, is_on_loop: bool) -> dict:
    watched = shim.Shim()
    early = 0
    async with player.table() as table:
        await player.play(table, 10)
        if is_on_loop:
            _commit_on_the_loop(table)
        ticks = Ticks(watched)
        ticking = asyncio.create_task(ticks.run(table))
        await asyncio.sleep(5 * TICK_S)
        said: list[str] = []
        table.on_storage = lambda storage: said.append(storage.status)
        watched.stall(ms)
        rng, seq, began = random.Random(1), table.seq, time.monotonic()
        command = next_command(table.state, rng)
        asked = asyncio.create_task(table.submit(Submit("slow", command), "test"))
        was_stalled = False
        while not asked.done():
            await asyncio.sleep(TICK_S)
            if watched.is_stalled:
                was_stalled = True
                early += asked.done() or table.seq != seq or table.is_recorded("other")
        took_s = time.monotonic() - began
        reply = await asked
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
        return {
            "stall_ms": ms,
            "is_accepted": reply.is_accepted,
            "was_stalled": was_stalled,
            "acknowledged_before_the_sync": early,
            "answered_after_ms": round(took_s * 1000),
            "worst_tick_ms": round(ticks.worst_s * 1000),
            "worst_read_ms": round(ticks.worst_read_s * 1000),
            "ticks_in_stall": ticks.in_stall,
            "told": said,
        }


def _commit_on_the_loop(table) -> None:
    """Let the loop wait for the disk itself: the control of the harness."""
    writer = table._writer  # noqa: SLF001

    def put(epoch, row, state=None):
        writer._commit(epoch, [_Item(epoch, row, state)])  # noqa: SLF001

    writer.put = put


def stalled(ms: int, *, is_on_loop: bool = False) -> dict:
    """Let one sync take *ms* longer, and report how late everything else was."""
    scratch = shim.scratch()
    folder = scratch / "table"
    folder.mkdir()
    shim.Shim().watch(folder)
    report = asyncio.run(_stalled(Player(folder, 1), ms, is_on_loop=is_on_loop))
    shutil.rmtree(scratch)
    return report


if __name__ == "__main__":
    shim.main(stalled)
