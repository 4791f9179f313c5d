"""The block around a write is damaged as it happens, as in flash; the two copies must cover it."""

import random
import shutil

from durability import shim
from durability.disk import Disk, operations
from durability.power_cut import Campaign, without
from durability.script import Script, recorded

from companion.journal.second_copy import COPY_NAME

BLOCKS = (4096, 16_384, 65_536)


def flash_damage(seed: int, images: int, *, with_copy: bool = True) -> dict:
    """Damage *images* blocks around writes of recorded games, and report."""
    rng = random.Random(seed)
    total, bad, examples = 0, 0, []
    while total < images:
        report = _one_game(rng.randrange(1 << 30), images - total, with_copy=with_copy)
        total, bad = total + report["images"], bad + report["bad"]
        examples += report["examples"]
    return {"images": total, "bad": bad, "examples": examples[:5], "seed": seed}


def _one_game(seed: int, images_max: int, *, with_copy: bool) -> dict:
    scratch = shim.scratch()
    folder, trace = scratch / "table", scratch / "trace"
    folder.mkdir()
    played = recorded(folder, trace, seed, Script(60, pages=(500, 20)[seed % 2]))
    shim.Shim().without_sync()
    disk, campaign = Disk(), Campaign(scratch / "image", played, seed)
    rng = campaign.rng
    done = operations(trace)
    writes = sum(operation.kind == "W" for operation in done)
    share = min(1.0, images_max / (writes * len(BLOCKS)))
    for operation in done:
        if operation.kind == "M":
            campaign.promised.take(operation.path)
            continue
        disk.do(operation)
        for block in BLOCKS if operation.kind == "W" else ():
            if rng.random() < share and (image := disk.damaged(rng, block)) is not None:
                kept = image if with_copy else without(image, COPY_NAME)
                campaign.judge(kept, f"{block}")
    shutil.rmtree(scratch)
    return campaign.report()


if __name__ == "__main__":
    shim.main(flash_damage)
