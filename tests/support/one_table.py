"""Shared by the tests of `Table`: one that runs in the test's own loop."""

from contextlib import asynccontextmanager

from companion.chance import Chance
from companion.editions import load_edition
from companion.journal.opening import Place
from companion.protocol import Submit
from companion.table import Table
from engine.commands import RecordRoll, SeatPlayers, StartGame
from engine.ids import AccountId, PlayerId
from engine.phases import AwaitingRoll

ADA, BEN = PlayerId(AccountId(0)), PlayerId(AccountId(1))


@asynccontextmanager
async def running(folder, seed=7, **options):
    """Start a table that keeps what it publishes."""
    table = Table(
        Place(folder, **{"has_reserve": False} | options), load_edition("us"), Chance(seed)
    )
    table.published = []
    table.told = []
    table.on_transition = lambda transition, _before: table.published.append(transition)
    table.on_storage = table.told.append
    try:
        await table.start()
        yield table
        await table.drain()
    finally:
        table.close()


class Asking:
    """Numbers requests, as a client does."""

    def __init__(self, table):
        self.table = table
        self.count = 0

    async def __call__(self, command, **said):
        self.count += 1
        name = f"{self.table.boot_id}-{self.count}"
        return await self.table.submit(Submit(name, command, **said), "test")


async def opened(table):
    """Play to Ada's first throw."""
    ask = Asking(table)
    dice = ((6, 5), (1, 2))
    for command in (SeatPlayers(("Ada", "Ben")), StartGame(), *(RecordRoll(*d) for d in dice)):
        assert (await ask(command)).is_accepted
    assert table.state.phase == AwaitingRoll(ADA)
    return ask
