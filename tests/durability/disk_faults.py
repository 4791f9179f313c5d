"""Every write and every sync of a short game fails once, or for good; nothing may be lost by it."""

import asyncio
import errno
import shutil
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

from durability import shim
from durability.audit import Violation, audit, write_image
from durability.disk import Disk, operations
from durability.power_cut import Promised
from durability.script import Player
from support.games import next_command

from companion.errors import TapbankError
from companion.journal import store
from companion.protocol import Submit

COMMANDS = 12
FAULTS = {
    "full": (shim.WRITES, errno.ENOSPC),
    "unwritable": (shim.WRITES, errno.EIO),
    "half written": (shim.WRITES, shim.HALF),
    "unsynced": (shim.SYNCS, errno.EIO),
}
TRIES_MAX = 6  # of a start or a command, before a fault that happens once must be over


class Evening:
    """Twelve commands on a disk that fails, with restarts wherever the table ends."""

    def __init__(self, folder: Path, *, is_for_good: bool) -> None:
        self.watched = shim.Shim()
        self.player = Player(folder, 11, self.watched.mark)
        self._is_for_good = is_for_good
        self.refusals = 0
        self.restarts = 0

    async def play(self) -> None:
        """Play all commands; each is asked again, with its id, until it is accepted."""
        left = [f"c{number}" for number in range(COMMANDS)]
        command = None
        while left:
            async with AsyncExitStack() as stack:
                if (table := await self._started(stack)) is None:
                    continue
                while left and not table.failed.done():
                    state = table.state
                    if command is None:
                        command = next_command(state, self.player.rng)
                    reply = await self.player.ask(table, Submit(left[0], command))
                    if reply.is_accepted:
                        left.pop(0)
                        command = None
                        continue
                    self._refused(reply.sentence)
                    if table.state is not state:
                        raise Violation("a refusal changed the state")

    async def _started(self, stack):
        try:
            return await stack.enter_async_context(self.player.table())
        except TapbankError as error:
            self._refused(error.sentence)
            return None

    def _refused(self, sentence: str) -> None:
        if not sentence:
            raise Violation("a refusal says nothing")
        self.refusals += 1
        if self.refusals > TRIES_MAX:
            raise Violation(f"still refused: {sentence}")
        if self._is_for_good and self.refusals > 1:
            for kind in (shim.WRITES, shim.SYNCS):
                self.watched.fail(kind, 0, 0)  # somebody has made room, or changed the card


def swallowing() -> None:
    """Let the journal take a failed transaction for a recorded one: the control of the harness."""
    store.Store._has_committed = lambda _self, _head: True  # noqa: SLF001


def disk_faults(
    faults: list[str], *, for_good: bool, every: int = 1, planted: bool = False
) -> dict:
    """Run the evening once a point of failure, and report."""
    if planted:
        swallowing()
    scratch = shim.scratch()
    runs, bad, examples, survived = 0, 0, [], Counter()
    counts = _counted(scratch)
    for name in faults:
        kind, error = FAULTS[name]
        for nth in range(1, counts[kind] + 1, every):
            runs += 1
            try:
                evening = _one(scratch, (kind, nth, error), is_for_good=for_good)
                survived[evening.refusals] += 1
            except Violation as violation:
                bad += 1
                examples.append(f"{name} at {nth}: {violation}")
    shutil.rmtree(scratch)
    return {
        "runs": runs,
        "bad": bad,
        "examples": examples[:5],
        "points": counts,
        "runs_by_refusals": survived,
    }


def _counted(scratch: Path) -> tuple[int, int]:
    evening = _one(scratch, (shim.WRITES, 0, 0), is_for_good=False)
    return evening.watched.count(shim.WRITES), evening.watched.count(shim.SYNCS)


def _one(scratch: Path, fault: tuple[int, int, int], *, is_for_good: bool) -> Evening:
    folder, trace, kind = scratch / "table", scratch / "trace", fault[0]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    evening = Evening(folder, is_for_good=is_for_good)
    watched = evening.watched
    watched.watch(folder)
    watched.record(trace)
    watched.count_from_zero()
    watched.fail(*fault, is_for_good=is_for_good)
    try:
        asyncio.run(asyncio.wait_for(evening.play(), 60))
    except (TapbankError, OSError, AssertionError, TimeoutError) as error:
        raise Violation(repr(error)) from error
    finally:
        watched.record(None)
        watched.fail(kind, 0, 0)
    played = evening.player.finish()
    if [name for name in played.ids if name.startswith("c")] != [f"c{n}" for n in range(COMMANDS)]:
        raise Violation(f"not every command stands there once: {played.ids}")
    if audit(folder, played).rows != len(played.ids):
        raise Violation("rows are missing")
    if kind == shim.SYNCS:
        _cut_at_answers(scratch / "image", trace, played)
    return evening


def _cut_at_answers(folder: Path, trace: Path, played) -> None:
    """Cut the power at each answer: what a failed sync left out of the disk stays out for good."""
    disk, promised = Disk(), Promised(played)
    for operation in operations(trace):
        if operation.kind != "M":
            disk.do(operation)
            continue
        promised.take(operation.path)
        if operation.path.startswith("ack"):
            write_image(folder, disk.lost())
            if said := promised.broken_by(audit(folder, played)):
                raise Violation(said)


if __name__ == "__main__":
    shim.main(disk_faults)
