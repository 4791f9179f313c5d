"""Games for the harnesses: scripted, reproducible, with a mark at each start and answer."""

import asyncio
import random
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from durability.audit import EDITION, Played
from durability.shim import Shim
from support.games import next_command

from companion import table as table_module
from companion.card_signature import CardSet
from companion.chance import Chance
from companion.enrolment import FILE_NAME, Enrolment
from companion.errors import TapbankError
from companion.flows.meanings import PlayerCard
from companion.journal.opening import Place
from companion.journal.store import JOURNAL_NAME, Store
from companion.protocol import Asked, Redo, Reply, Strike, Submit, Undo
from companion.table import Table

table_module.SNAPSHOT_ROWS = 8  # so that a short game has some


def silent(_text: str) -> None:
    """Mark nothing."""


class Player:
    """Plays on a table in its own loop, restarts it, and keeps what came of it."""

    def __init__(self, folder: Path, seed: int, mark=silent) -> None:
        self.folder = folder
        self.rng = random.Random(seed)
        self.played = Played()
        self.marked = mark
        self.number = 0
        self.checkpoint_pages = 0

    @asynccontextmanager
    async def table(self):
        """Run a table; its own rows are marked like commands."""
        self.marked("start *")
        table = Table(Place(self.folder, has_reserve=False), EDITION, Chance(7))
        table.on_transition = lambda transition, _before: self._saw(table, transition)
        if self.checkpoint_pages:
            pragma = f"PRAGMA wal_autocheckpoint = {self.checkpoint_pages}"
            table._journal.books.store.db.execute(pragma)  # noqa: SLF001  # so that it happens often
        try:
            if table.last is not None:  # also where it was recorded and never acknowledged
                self.played.states.setdefault(table.last.seq, table.state)
            await table.start()
            self.marked(f"ack {table.seq}")
            yield table
            await table.drain()
        finally:
            with suppress(TapbankError):
                table.close()
            if table.failed.done():
                table.failed.exception()  # asked by nobody else

    def _saw(self, table: Table, transition) -> None:
        if transition.kind not in ("boot", "ignored", "recovered"):
            self.played.states[transition.seq] = table.state

    def next(self, table: Table) -> Asked:
        """Return what to ask next: mostly commands, sometimes something taken back."""
        self.number += 1
        name, chance = f"c{self.number}", self.rng.random()
        if chance < 0.05:
            return Undo(name, self.rng.randint(1, 2))
        if chance < 0.08:
            return Redo(name)
        if chance < 0.10:
            return Strike(name)
        return Submit(name, next_command(table.state, self.rng))

    async def play(self, table: Table, count: int) -> list[Reply]:
        """Ask *count* things, one after the other, or a few at once."""
        replies: list[Reply] = []
        while count > 0:
            together = min(count, self.rng.choice([1, 1, 1, 3]))
            replies += await asyncio.gather(*(self.ask(table) for _place in range(together)))
            count -= together
        return replies

    async def ask(self, table: Table, asked: Asked | None = None) -> Reply:
        """Ask one thing, marked."""
        asked = asked or self.next(table)
        self.marked(f"start {asked.id}")
        reply = await table.submit(asked, "test")
        if reply.is_accepted:
            self.marked(f"ack {reply.seq}")
        return reply

    def enrol(self, count: int) -> None:
        """Enrol one more card, *count* so far, marked; the key of the set is there before."""
        CardSet.load(self.folder)
        self.marked("key-ack")
        enrolment = Enrolment.load(self.folder / FILE_NAME)
        self.marked(f"card-start {count}")
        enrolment.enrol(f"04{count:012X}", PlayerCard(f"P{count}"))
        self.marked(f"card-ack {count}")

    def finish(self) -> Played:
        """Read what was written, once no table runs."""
        store = Store(self.folder / JOURNAL_NAME, is_for_reading=True)
        for row, row_hash in store.rows_after(0):
            self.played.ids.append(row.id)
            self.played.hashes.append(row_hash)
        store.close()
        return self.played


@dataclass(frozen=True)
class Script:
    """How a game is played."""

    commands: int
    parts: int = 3
    """The table is stopped and started between them."""
    cards: int = 0
    """To enrol on the way."""
    pages: int = 0
    """After how many the journal is written back; 0: as usual."""


async def evening(player: Player, script: Script) -> None:
    """Play one game by *script*."""
    cards, parts = script.cards, script.parts
    player.checkpoint_pages = script.pages
    for part in range(parts):
        async with player.table() as table:
            for number in range(part * cards // parts, (part + 1) * cards // parts):
                player.enrol(number + 1)
            await player.play(table, script.commands // parts)


def recorded(folder: Path, trace: Path, seed: int, script: Script) -> Played:
    """Play a game with the disk watched, and return what came of it."""
    shim = Shim()
    shim.watch(folder)
    shim.record(trace)
    player = Player(folder, seed, shim.mark)
    asyncio.run(evening(player, script))
    shim.record(None)
    return player.finish()
