"""Bits flip, sectors go to zero, pages go to anything in a journal that is not in use."""

import asyncio
import random
import shutil
from collections import Counter
from pathlib import Path

from durability import shim
from durability.audit import Violation, audit, write_image
from durability.script import Player, Script, evening

from companion.errors import TapbankError
from companion.journal import verifying
from companion.journal.comparing import is_of
from companion.journal.second_copy import COPY_NAME, rows_in, scan
from companion.journal.store import JOURNAL_NAME, Store

KINDS = {"bit": 0, "sector": 512, "page": 4096}


def spoiled(content: bytes, kind: str, rng: random.Random) -> bytes:
    """Return *content* with one damage."""
    changed = bytearray(content)
    if not KINDS[kind]:
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        return bytes(changed)
    size = KINDS[kind]
    begin = rng.randrange(max(1, len(changed) // size)) * size
    length = min(size, len(changed) - begin)
    changed[begin : begin + length] = bytes(length) if kind == "sector" else rng.randbytes(length)
    return bytes(changed)


def unverified() -> None:
    """Let journals be opened without looking at their rows: the control of the harness."""
    verifying.chain = lambda _before, _row: _Equal()


class _Equal:
    """Equal to every hash."""

    def __ne__(self, _other: object) -> bool:
        return False


async def _grown(player: Player, rows: int, scratch: Path) -> list[dict[str, bytes]]:
    """Return a folder as it lies while a table runs, and as it lies once that has ended."""
    await evening(player, Script(rows // 2, parts=2))
    async with player.table() as table:
        await player.play(table, rows // 2)
        shutil.copytree(player.folder, scratch / "running", ignore=_no_sockets)
    return [_contents(scratch / "running"), _contents(player.folder)]


def bit_rot(seed: int, trials: int, *, planted: bool = False) -> dict:
    """Spoil a journal *trials* times in each way, and report what a start noticed."""
    scratch = shim.scratch()
    folder = scratch / "table"
    folder.mkdir()
    player = Player(folder, seed)
    images = asyncio.run(_grown(player, 60, scratch))
    played = player.finish()
    shim.Shim().watch(scratch)
    shim.Shim().without_sync()
    if planted:
        unverified()
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    examples = []
    for number in range(trials):
        for kind in KINDS:
            image = images[number % 2]
            name = rng.choice([n for n in image if n.startswith((JOURNAL_NAME, COPY_NAME))])
            after = image | {name: spoiled(image[name], kind, rng)}
            if after == image:
                counts["changes nothing"] += 1
                continue
            try:
                counts[_one(scratch / "image", after, played)] += 1
            except Violation as violation:
                counts["bad"] += 1
                examples.append(f"{kind} of {name}: {violation}")
    shutil.rmtree(scratch)
    return dict(counts) | {"bad": counts["bad"], "examples": examples[:5]}


def _one(folder: Path, image: dict[str, bytes], played) -> str:
    write_image(folder, image)
    seen = _seen(folder)
    if seen == "not noticed" and not _is_whole(folder, played):
        raise Violation("rows differ from those that were written, and nothing is said")
    write_image(folder, image)
    if audit(folder, played).rows < len(played.ids):
        raise Violation("rows are lost although one of two copies is whole")
    return seen


def _seen(folder: Path) -> str:
    """Return whether a start would notice, told by the same calls that it makes."""
    try:
        store = Store(folder / JOURNAL_NAME)
    except TapbankError:
        return "noticed"
    try:
        store.verify()
        found = scan(folder / COPY_NAME)
        is_fine = not found.is_damaged and is_of(store, found.head) and found.head == store.head
    except TapbankError:
        return "noticed"
    finally:
        store.close()
    return "not noticed" if is_fine else "noticed"


def _is_whole(folder: Path, played) -> bool:
    copied = [row_hash for _row, row_hash in rows_in(folder / COPY_NAME)]
    try:
        store = Store(folder / JOURNAL_NAME, is_for_reading=True)
    except TapbankError:
        return False
    try:
        rows = list(store.rows_after(0))
    finally:
        store.close()
    hashes = [row_hash for _row, row_hash in rows]
    ids = [row.id for row, _hash in rows]
    is_same = rows == list(rows_in(folder / COPY_NAME))
    return (
        is_same
        and hashes == copied == played.hashes[: len(hashes)] == played.hashes
        and (ids == played.ids)
    )


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.stat().st_size}


def _no_sockets(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name.endswith("-shm")]


if __name__ == "__main__":
    shim.main(bit_rot)
