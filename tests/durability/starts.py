"""The power is cut during a start that migrates, rebuilds or refills; the next one must hold."""

import asyncio
import random
import shutil
from pathlib import Path

from durability import shim
from durability.audit import Played
from durability.disk import Disk, operations
from durability.power_cut import Campaign, cut_everywhere
from durability.script import Player, Script, evening

from companion.journal.faults import DamagedError
from companion.journal.second_copy import COPY_NAME
from companion.journal.store import JOURNAL_NAME, Store

SAMPLE_1 = shim.ROOT / "tests" / "companion" / "samples" / "v1"


def overwrite(path: Path, at: float) -> None:
    """Put a page of anything in the midst of a file."""
    with path.open("r+b") as file:
        file.seek(int(path.stat().st_size * at) // 4096 * 4096)
        file.write(random.Random(5).randbytes(4096))


def damaged(folder: Path) -> None:
    """Leave a journal that has to be rebuilt from its copy."""
    overwrite(folder / JOURNAL_NAME, 0.5)


def damaged_both(folder: Path) -> None:
    """Leave a journal and a copy that hold all only together."""
    overwrite(folder / JOURNAL_NAME, 0.99)
    lines = (folder / COPY_NAME).read_bytes().splitlines(keepends=True)
    lines[8] = b"x" * (len(lines[8]) - 1) + b"\n"
    (folder / COPY_NAME).write_bytes(b"".join(lines))


def journal_gone(folder: Path) -> None:
    """Leave the copy alone."""
    (folder / JOURNAL_NAME).unlink()


def copy_gone(folder: Path) -> None:
    """Leave the journal alone."""
    (folder / COPY_NAME).unlink()


def journal_behind(folder: Path) -> None:
    """Leave a journal that lacks its last rows."""
    rows = list(_rows(folder))
    (folder / JOURNAL_NAME).unlink()
    store = Store(folder / JOURNAL_NAME)
    store.append([row for row, _hash in rows[: len(rows) // 2]])
    store.close()


def of_form_1(folder: Path) -> None:
    """Leave a journal as the first program wrote it."""
    for name in (JOURNAL_NAME, COPY_NAME):
        (folder / name).unlink()
    shutil.copy(SAMPLE_1 / JOURNAL_NAME, folder)


SITUATIONS = {
    function.__name__: function
    for function in (
        damaged,
        damaged_both,
        journal_gone,
        copy_gone,
        journal_behind,
        of_form_1,
    )
}


def cut_starts(situation: str, seed: int, commands: int, every: int = 1) -> dict:
    """Cut the power at each operation of one start in *situation*."""
    scratch = shim.scratch()
    folder, trace = scratch / "table", scratch / "trace"
    folder.mkdir()
    player = Player(folder, seed)
    asyncio.run(evening(player, Script(commands, parts=1)))
    SITUATIONS[situation](folder)
    if situation == "of_form_1":
        player.played = Played()
    acked = max(_last_seq(folder / JOURNAL_NAME), _last_copied(folder / COPY_NAME))
    start = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    disk = Disk(start)
    for name in start:
        disk.adopt(name, (folder / name).stat().st_ino)
    watched = shim.Shim()
    watched.watch(folder)
    watched.record(trace)
    player.marked = watched.mark
    asyncio.run(_start(player))
    watched.record(None)
    watched.without_sync()
    played = player.finish()
    campaign = Campaign(scratch / "image", played, seed)
    campaign.promised.take(f"ack {acked}")
    done = operations(trace)
    cut_everywhere(done, disk, campaign, copies=1.0, every=every)
    shutil.rmtree(scratch)
    return campaign.report() | {"situation": situation, "operations": len(done), "acked": acked}


async def _start(player: Player) -> None:
    async with player.table() as table:
        player.played.states.setdefault(table.last.seq, table.state)  # of a game played elsewhere


def _last_seq(journal: Path) -> int:
    if not journal.exists():
        return 0
    try:
        store = Store(journal, is_for_reading=True)
    except DamagedError:
        return 0
    try:
        return store.head.seq
    finally:
        store.close()


def _last_copied(copy: Path) -> int:
    return copy.read_bytes().count(b"\n") if copy.exists() else 0


def _rows(folder: Path):
    store = Store(folder / JOURNAL_NAME, is_for_reading=True)
    try:
        yield from store.rows_after(0)
    finally:
        store.close()


if __name__ == "__main__":
    shim.main(cut_starts)
