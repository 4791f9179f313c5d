"""A whole table from one seed: reader, dice, clock, clients, crashes, and the disk under it all."""

import asyncio
import errno
import random
import shutil
from collections import Counter
from pathlib import Path

from durability import deeds, plants, shim
from durability.audit import write_image
from durability.disk import Disk, Image, operations
from durability.house import House

from companion.errors import TapbankError

DEEDS_AN_EVENING = 60
FAULTS = ((shim.WRITES, errno.ENOSPC), (shim.WRITES, errno.EIO), (shim.SYNCS, errno.EIO))
REACH = 12  # operations until a fault comes: about two commands
YEARS_S = 60 * 365 * 86_400


class WatchedHouse(House):
    """A house whose disk is recorded, so that a crash can be a cut of the power."""

    def __init__(self, scratch: Path, rng: random.Random) -> None:
        self.rng = rng
        self.watched = shim.Shim()
        self.scratch = scratch
        self.cuts = 0
        self._start: Image = {}
        (scratch / "table-0").mkdir()
        super().__init__(scratch / "table-0")
        self._begin()

    def _begin(self) -> None:
        """Record from here on."""
        files = [path for path in self.folder.iterdir() if path.is_file()]
        self._start = {path.name: path.read_bytes() for path in files}
        self._inodes = {path.name: path.stat().st_ino for path in files}
        self.watched.watch(self.folder)
        self.watched.record(self.scratch / "trace")

    def _end(self) -> None:
        self.watched.record(None)  # what is closed in good order after this is not on the disk
        super()._end()

    def _leave(self) -> None:
        """Go on with a disk as a power cut may have left it."""
        disk = Disk(self._start)
        for name, inode in self._inodes.items():
            disk.adopt(name, inode)
        for operation in operations(self.scratch / "trace"):
            disk.do(operation)
        image = self.rng.choice(
            [
                disk.lost,
                disk.kept,
                lambda: disk.torn(self.rng),
                lambda: disk.shuffled(self.rng),
                lambda: disk.shuffled(self.rng, is_garbage=True),
            ]
        )()
        shutil.rmtree(self.folder)
        self.cuts += 1
        self.folder = self.scratch / f"table-{self.cuts}"
        write_image(self.folder, image)
        self._begin()


async def jump(house: WatchedHouse, rng: random.Random) -> None:
    """Set the clock of the whole process."""
    house.watched.clock(rng.randrange(-YEARS_S, YEARS_S))


async def fail(house: WatchedHouse, rng: random.Random) -> None:
    """Let the disk fail once, soon; whoever runs the table starts it again, and asks again."""
    kind, error = rng.choice(FAULTS)
    house.watched.fail(kind, rng.randint(1, REACH), error)
    asked = deeds.legal(house, rng)
    for _place in range(4):
        reply = await house.table.submit(asked, "test")
        if not house.table.failed.done():
            break
        assert not reply.is_accepted, "what failed is not acknowledged"
        await _again(house, asked)
    house.watched.fail(kind, 0, 0)
    await house.quiet()


async def _again(house: WatchedHouse, asked) -> None:
    await house.close()
    for _place in range(4):
        try:
            await house.open(in_flight=(asked,))
        except TapbankError:
            house.table.close()
        else:
            return
    raise AssertionError("the table starts again once the disk is well")


WEIGHTS = {d: n for d, n in deeds.WEIGHTS.items() if d is not deeds.jump} | {jump: 1, fail: 1}


async def _evening(house: WatchedHouse, rng: random.Random, done: list[str]) -> None:
    await house.open()
    for deed in rng.choices(list(WEIGHTS), WEIGHTS.values(), k=DEEDS_AN_EVENING):
        done.append(deed.__name__)
        await deed(house, rng)
    await house.close()


class _ForGood:
    """Stands in for a test's patching where the process ends with the test."""

    setattr = staticmethod(setattr)


def simulate(seed: int, evenings: int, *, planted: str = "") -> dict:
    """Play *evenings*, each from a seed of its own, and report which were not as promised."""
    if planted:
        getattr(plants, planted)(_ForGood)
    counts: Counter[str] = Counter()
    failed, rows, cuts = [], 0, 0
    for number in range(seed, seed + evenings):
        scratch, done = shim.scratch(), []
        rng = random.Random(number)
        house = WatchedHouse(scratch, rng)
        house.watched.without_sync()
        try:
            asyncio.run(_evening(house, rng, done))
        except Exception as error:  # noqa: BLE001  # whatever it is, it is reported with its seed
            failed.append(f"seed {number}: {done[-3:]}: {error!r}")
        house.watched.record(None)
        house.watched.clock(0)
        for kind in (shim.WRITES, shim.SYNCS):
            house.watched.fail(kind, 0, 0)
        counts.update(done)
        rows, cuts = rows + house.model.seq, cuts + house.cuts
        shutil.rmtree(scratch)
    return {
        "evenings": evenings,
        "first_seed": seed,
        "bad": len(failed),
        "failed": failed[:5],
        "rows": rows,
        "power_cuts": cuts,
        "deeds": dict(counts),
    }


if __name__ == "__main__":
    shim.main(simulate)
