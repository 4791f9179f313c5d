"""The power is cut at every operation of a recorded game; each disk that is left must hold."""

import random
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from durability import shim
from durability.audit import Found, Played, Violation, audit, digest, write_image
from durability.disk import Disk, Image, Operation, operations
from durability.script import Script, recorded

from companion.journal import schema
from companion.journal.second_copy import COPY_NAME

EXAMPLES_MAX = 5


class Promised:
    """How far the marks of a recording say that it had come."""

    def __init__(self, played: Played) -> None:
        self._seq_of = {name: seq for seq, name in enumerate(played.ids, start=1)}
        self._length = len(played.ids)
        self.acked = self.started = self.cards_acked = self.cards_started = 0
        self._own = 0
        self._has_key = False

    def take(self, mark: str) -> None:
        """Follow one mark."""
        what, _space, said = mark.partition(" ")
        match what:
            case "start" if said == "*":
                self._own = 3  # a start writes up to three rows of its own
            case "start":
                self.started = max(self.started, self._seq_of.get(said, 0))
            case "ack":
                self.acked = max(self.acked, int(said))
                self.started = max(self.started, self.acked)
                self._own = 0
            case "key-ack":
                self._has_key = True
            case "card-start":
                self.cards_started = int(said)
            case "card-ack":
                self.cards_acked = int(said)

    def broken_by(self, found: Found) -> str:
        """Return what is wrong where less or more was found than can be."""
        most = max(self.started, self.acked + self._own)
        if not self.acked <= found.rows <= most:
            return f"{self.acked} rows were acknowledged, {found.rows} found, {most} begun"
        if not self.cards_acked <= found.cards <= self.cards_started:
            return f"{self.cards_acked} cards were acknowledged, {found.cards} found"
        if self._has_key and not found.has_key:
            return "the key of the cards is gone"
        return ""


def variants(disk: Disk, rng: random.Random) -> Iterator[tuple[str, Image]]:
    """Yield what a cut may leave."""
    yield "lost", disk.lost()
    yield "kept", disk.kept()
    yield "torn", disk.torn(rng)
    yield "shuffled", disk.shuffled(rng)
    yield "shuffled", disk.shuffled(rng)
    yield "garbage", disk.shuffled(rng, is_garbage=True)


class Campaign:
    """Counts images and what was wrong with them; an image seen before is not opened again."""

    def __init__(self, folder: Path, played: Played, seed: int) -> None:
        self._folder = folder
        self._played = played
        self.promised = Promised(played)
        self.rng = random.Random(seed)
        self._seen: dict[bytes, Found | str] = {}
        self.images = 0
        self.bad: Counter[str] = Counter()
        self.examples: list[str] = []

    def judge(self, image: Image, where: str) -> None:
        """Open one image and hold it to what was promised."""
        self.images += 1
        key = digest(image)
        if key not in self._seen:
            write_image(self._folder, image)
            try:
                self._seen[key] = audit(self._folder, self._played)
            except Violation as violation:
                self._seen[key] = str(violation)
        found = self._seen[key]
        said = found if isinstance(found, str) else self.promised.broken_by(found)
        if said:
            self.bad[where.partition(" ")[0]] += 1
            if len(self.examples) < EXAMPLES_MAX:
                self.examples.append(f"{where}: {said}")

    def report(self) -> dict:
        """Return the figures."""
        return {
            "images": self.images,
            "opened": len(self._seen),
            "bad": sum(self.bad.values()),
            "bad_by_kind": dict(self.bad),
            "examples": self.examples,
        }


def without(image: Image, name: str | None) -> Image:
    """Return *image* without a file."""
    return {n: content for n, content in image.items() if n != name}


def cut_everywhere(
    done: list[Operation], disk: Disk, campaign: Campaign, *, copies: float, every: int
) -> None:
    """Cut after every operation, or only *every* so many of them.

    *copies* says what share of the images keep their second copy.
    """
    for place, operation in enumerate(done):
        if operation.kind == "M":
            campaign.promised.take(operation.path)
            continue
        disk.do(operation)
        if place % every:
            continue
        for kind, image in variants(disk, campaign.rng):
            hidden = None if campaign.rng.random() < copies else COPY_NAME
            where = f"{kind} after operation {place}" + (" without the copy" if hidden else "")
            campaign.judge(without(image, hidden), where)


def unsafe(pragmas: Sequence[str]) -> None:
    """Let journals be opened in a way that is known to lose: the control of the harness."""

    def configure(db) -> None:
        for pragma in pragmas:
            db.execute(f"PRAGMA {pragma}")

    schema.configure = configure


def power_cuts(
    seed: int, commands: int, *, pages: int = 500, every: int = 1, pragmas: Sequence[str] = ()
) -> dict:
    """Record a game, cut the power at each of its operations, and report."""
    scratch = shim.scratch()
    folder, trace = scratch / "table", scratch / "trace"
    folder.mkdir()
    usual = schema.configure
    if pragmas:
        unsafe(pragmas)
    played = recorded(folder, trace, seed, Script(commands, cards=6, pages=pages))
    schema.configure = usual
    shim.Shim().without_sync()
    campaign = Campaign(scratch / "image", played, seed)
    done = operations(trace)
    copies = 0.0 if pragmas else 0.5  # the journal alone must stand a power cut, too
    cut_everywhere(done, Disk(), campaign, copies=copies, every=every)
    shutil.rmtree(scratch)
    return campaign.report() | {"seed": seed, "operations": len(done), "rows": len(played.ids)}


if __name__ == "__main__":
    shim.main(power_cuts)
