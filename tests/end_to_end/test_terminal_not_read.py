"""A terminal that nobody reads: its screen stands still, the table and all others go on."""

import asyncio
import random
import time
from pathlib import Path

import pytest
from support.games import next_command, opening
from support.pseudo_terminal import PseudoTerminal
from support.tables import attached, running_table, until

from companion.client import Client
from companion.protocol import Message, Notice, PromptShown
from engine.corrections import SetCash

UNREAD_S = 5.0
CASH = 4_000


class Other:
    """Another client, which measures how long each of its requests and taps waits."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._chance = random.Random(1)
        self._answers = 0
        self.slowest_s = 0.0
        self.seqs: list[int] = []
        client.on_message = self._take

    async def act(self) -> None:
        """Play a command, take it back, bring it back, and tap a card."""
        client = self._client
        asked = [
            lambda: client.submit(next_command(client.state, self._chance)),
            client.undo,
            client.redo,
        ]
        for ask in asked:  # a step back or forth tells every client the whole game
            began_s = time.monotonic()
            reply = await ask()
            self._took(began_s)
            assert reply.is_accepted, reply
            self.seqs.append(reply.seq)
        began_s, before = time.monotonic(), self._answers
        client.tap("undo")
        await until(lambda: self._answers > before)
        self._took(began_s)

    def _took(self, began_s: float) -> None:
        self.slowest_s = max(self.slowest_s, time.monotonic() - began_s)

    def _take(self, message: Message) -> None:
        self._answers += isinstance(message, Notice | PromptShown)


@pytest.fixture
def terminal(tmp_path: Path):
    with running_table(tmp_path / "data"):
        opened = PseudoTerminal(tmp_path / "data", "xterm-256color")
        try:
            yield opened
        finally:
            opened.close()


async def test_a_terminal_that_nobody_reads_holds_up_nobody(tmp_path, terminal):
    """Every step is answered in its turn meanwhile; then the screen shows the newest one."""
    terminal.until("F1 help")
    async with attached(tmp_path / "data") as client:
        for command in opening()[1:]:
            assert (await client.submit(command)).is_accepted
        other = Other(client)
        full_s = None
        while full_s is None or time.monotonic() < full_s + UNREAD_S:
            await other.act()
            await asyncio.sleep(0.1)
            if full_s is None and terminal.is_full:
                full_s = time.monotonic()
        print(f"the slowest answer took {1000 * other.slowest_s:.0f} ms")  # noqa: T201  # shown with -rP
        assert other.seqs == list(range(other.seqs[0], other.seqs[0] + len(other.seqs)))
        assert terminal.is_full, "nobody has read it"
        assert (await client.submit(SetCash(client.state.order[0], CASH))).is_accepted

    terminal.until("put right by the banker")
    assert terminal.process.poll() is None
