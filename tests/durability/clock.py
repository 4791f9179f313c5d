"""The wall clock jumps to and fro while a game is played: the game is the same."""

import asyncio
import random
import shutil
import time
from itertools import pairwise
from pathlib import Path

from durability import shim
from durability.audit import audit
from durability.script import Player

from companion.journal import verifying
from companion.journal.store import JOURNAL_NAME, Store

DAY_S = 86_400
NOW_S = int(time.time())


def _jump(rng: random.Random) -> int:
    """Return how far from now the clock is to go: mostly back, at times to 1970."""
    return rng.choice(
        [-NOW_S, -rng.randrange(NOW_S), -rng.randrange(DAY_S), rng.randrange(900 * DAY_S)]
    )


async def _evening(player: Player, count: int, jumps: random.Random | None) -> tuple[int, int]:
    watched, made, back, at = shim.Shim(), 0, 0, 0
    for _part in range(4):
        async with player.table() as table:
            for _place in range(count // 4):
                if jumps is not None and jumps.random() < 0.5:
                    before, at = at, _jump(jumps)
                    watched.clock(at)
                    made, back = made + 1, back + (at < before)
                await player.ask(table)
    watched.clock(0)
    return made, back


def jumping(seed: int, count: int, *, planted: bool = False) -> dict:
    """Play the same game with and without jumps, and compare."""
    if planted:
        _order_by_the_clock()
    scratch = shim.scratch()
    shim.Shim().watch(scratch)
    shim.Shim().without_sync()
    played, jumps = [], (0, 0)
    for source in (None, random.Random(seed)):
        folder = scratch / f"table-{len(played)}"
        folder.mkdir()
        player = Player(folder, seed)
        try:
            jumps = asyncio.run(_evening(player, count, source))
        except Exception as error:  # noqa: BLE001  # however a wrong order shows
            return {"is_same": False, "said": repr(error)}
        played.append(player.finish())
    plain, jumped = played
    rows = audit(scratch / "table-1", jumped).rows
    walls = _walls(scratch / "table-1")
    shutil.rmtree(scratch)
    return {
        "rows": rows,
        "jumps": jumps[0],
        "backward": jumps[1],
        "earliest": min(walls),
        "rows_earlier_than_the_one_before": sum(b < a for a, b in pairwise(walls)),
        "is_same": plain.states == jumped.states and rows == len(plain.ids),
    }


def _walls(folder: Path) -> list[str]:
    store = Store(folder / JOURNAL_NAME, is_for_reading=True)
    try:
        return [row.wall for row, _hash in store.rows_after(0)]
    finally:
        store.close()


def _order_by_the_clock() -> None:
    """Let games be folded in the order of their times: the control of the harness."""
    verify = verifying.verify
    Store.verify = lambda store: sorted(
        verify(store.db, store.path) or [], key=lambda row: row.wall
    )


if __name__ == "__main__":
    shim.main(jumping)
