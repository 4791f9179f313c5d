"""Shared by the tests of the single writer: a table in this process, and who asks it."""

from contextlib import asynccontextmanager

from companion.chance import Chance
from companion.editions import load_edition
from companion.protocol import Submit
from companion.table import Table


@asynccontextmanager
async def running(folder, seed=7):
    """Start a table that keeps what it publishes."""
    table = Table(folder, load_edition("us"), Chance(seed))
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
