"""A game through emulated hardware while the table is killed again and again.

`TAPBANK_KILLS` says how often: 4 if not set.
"""

import asyncio
import contextlib
import os
import random
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from support.emulated import (
    STAND_S,
    Hands,
    begin,
    devices,
    emulator,
    expect_names,
    hands_at,
    short_folder,
    until,
)
from support.tables import attached, ended, ready, table_process

from companion.client import Client
from companion.demo_hands import NOT_OFFERED, next_move
from companion.demo_people import People, Throw
from companion.journal.rows import Row
from companion.journal.store import JOURNAL_NAME, Store
from companion.protocol import Message, Prompt, Transition, Welcome
from engine.codec import decode_command, decode_events
from engine.commands import RecordRoll
from engine.evolve import evolve
from engine.invariants import check
from engine.phases import GameOver
from engine.state import State
from hardware.emulator.hands import LineError

KILLS = int(os.environ.get("TAPBANK_KILLS", "4"))
NAMES = ("Ada", "Ben", "Chiara")
KILLED_S_MAX = 0.3  # after hands begin to act: most acts take less
KILLED_SHARE = 0.4  # of the acts
LOOKED_AGAIN_S = 4.0  # what the killed table had read, and not made durable, is done again
PUT_ASIDE = "Put this game aside"
OVER = ("wallet", "undo")  # what a player had begun himself is forgotten with the table


class Seen(msgspec.Struct):
    """What people saw last before a kill."""

    seq: int
    state: State
    prompt: Prompt | None


class Mortal:
    """A table that is killed, and started again at once, as a service manager does."""

    def __init__(self, data: Path, *options: str) -> None:
        self.kills = 0
        self.resumed = asyncio.Event()
        self.asked: Prompt | None = None
        """What must be asked once the game goes on."""
        self._data = data
        self._options = options
        self._table = self._started()

    async def keep_alive(self, client: Client, go_on: Callable[[], Awaitable[None]]) -> None:
        """Start the table whenever it was killed; hold it against what *client* had seen."""
        while True:
            await asyncio.to_thread(self._table.wait)
            await until(lambda: not client.is_connected)
            replica = client.replica
            seen = Seen(replica.seq, client.state, replica.prompt)
            kept = self.rows(seen.seq)
            ended(self._table)
            self.resumed.clear()
            self._table = await asyncio.to_thread(self._started)
            await asyncio.wait_for(self.resumed.wait(), 30)
            self._is_as_before(seen, kept)
            self.kills += 1
            await go_on()

    def hear(self, message: Message) -> None:
        """Keep the welcome of a table that has started again."""
        if isinstance(message, Welcome):
            self._welcome = message
            self.resumed.set()

    def kill(self) -> None:
        self._table.kill()

    def stop(self) -> None:
        self._table.terminate()
        ended(self._table)

    def rows(self, after: int = 0) -> list[Row]:
        """Return what stands in the journal."""
        store = Store(self._data / JOURNAL_NAME, is_for_reading=True)
        with contextlib.closing(store):
            return [row for row, _hash in store.rows_after(after)]

    def _is_as_before(self, seen: Seen, kept: list[Row]) -> None:
        welcome = self._welcome
        rows = [row for row in self.rows(seen.seq) if row.seq <= welcome.seq]
        assert kept == rows[: len(kept)], "what was durable has changed"
        assert sum(row.kind == "boot" for row in rows) == 1
        state = seen.state
        for row in rows:
            state = evolve(state, decode_events(row.events, row.version))
        assert state == welcome.state
        assert welcome.prompt is not None
        assert welcome.prompt.kind == "resume"
        is_the_same = state == seen.state and seen.prompt and seen.prompt.kind not in OVER
        self.asked = asked(seen.prompt) if is_the_same else None

    def _started(self) -> subprocess.Popen[bytes]:
        table = table_process(self._data, *self._options)
        ready(table)
        return table


def asked(prompt: Prompt | None) -> Prompt | None:
    """Return what a prompt asks, without where the knob and the clock stand."""
    if prompt is None:
        return None
    return msgspec.structs.replace(prompt, highlight=None, seconds_left=None)


class Players:
    """People who go on playing whatever becomes of the table."""

    def __init__(self, client: Client, hands: Hands, mortal: Mortal, seed: int) -> None:
        self.thrown: list[tuple[int, int]] = []
        self._client = client
        self._hands = hands
        self._mortal = mortal
        self._is_going_on = False
        self._lock = asyncio.Lock()
        self._people = People(seed)
        self._chance = random.Random(seed)
        self._news = asyncio.Event()
        client.on_message = self._hear

    async def act(self) -> None:
        """Do one line for what somebody wants; the table may be killed meanwhile."""
        wish = self._people.wish(self._client.state)
        prompt = self._client.replica.prompt
        move = next_move(self._client.state, prompt, wish, has_held=False)
        if move is NOT_OFFERED:
            self._people.give_up()
            return
        before = self._client.state
        if move is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(self._chance.uniform(0, KILLED_S_MAX), self._kill_now_and_then)
            if isinstance(wish, Throw) and move.is_throw:
                self.thrown.append((wish.die_1, wish.die_2))
            await self._say(move.line)
        if move is not None and move.is_throw:
            await until(lambda: self._client.state != before, f"nothing came of {move.line}")
        else:
            await self._something_changed(before, prompt)

    async def go_on(self) -> None:
        """Say YES to the game, and that the throw of a killed table counts."""
        self._is_going_on = True
        has_counted = False
        while (prompt := self._client.replica.prompt) and prompt.kind == "resume":
            before = asked_at(self._client)
            is_leaving = prompt.title.startswith(PUT_ASIDE)  # a NO for the killed table came late
            lines = ["press no" if is_leaving else "press yes"]
            if prompt.player is not None:
                has_counted = True
                lines = [f"tap {NAMES[prompt.player]}"]
                lines[:0] = ["turn-knob 1"] if prompt.highlight is None else []
            for line in lines:
                await asyncio.sleep(STAND_S)
                await self._say(line)
            await until(lambda before=before: asked_at(self._client) != before)
        if self._mortal.asked and not has_counted:
            assert asked(prompt) == self._mortal.asked, "it is not asked again"
        self._is_going_on = False

    def _kill_now_and_then(self) -> None:
        is_due = self._client.is_connected and self._mortal.kills < KILLS
        is_due = is_due and not self._is_going_on
        if is_due and self._chance.random() < KILLED_SHARE:
            self._mortal.kill()

    async def _say(self, line: str) -> None:
        async with self._lock:
            with contextlib.suppress(LineError):  # nobody looked: the table was away for too long
                await self._hands.do(line)

    async def _something_changed(self, state: State, prompt: Prompt | None) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOKED_AGAIN_S):
                while self._client.state == state and asked_at(self._client) == asked_by(prompt):
                    self._news.clear()
                    await self._news.wait()

    def _hear(self, message: Message) -> None:
        self._news.set()
        self._mortal.hear(message)
        if isinstance(message, Transition) and message.command is not None:
            self._people.watch(message.command, message.events)


def asked_at(client: Client) -> tuple[Prompt | None, int | None]:
    return asked_by(client.replica.prompt)


def asked_by(prompt: Prompt | None) -> tuple[Prompt | None, int | None]:
    return asked(prompt), prompt.highlight if prompt else None


@pytest.mark.timeout(60 + 20 * KILLS)
async def test_what_was_acknowledged_survives_and_every_throw_counts_once():
    seed = int(os.environ.get("TAPBANK_SEED", "5"))
    with short_folder() as folder, emulator(folder / "hardware"):
        expect_names(folder / "data", NAMES)
        mortal = Mortal(folder / "data", *devices(folder / "hardware"))
        try:
            async with attached(folder / "data") as client, hands_at(folder / "hardware") as hands:
                await begin(client, hands, NAMES)
                players = Players(client, hands, mortal, seed)
                async with asyncio.TaskGroup() as group:
                    alive = group.create_task(mortal.keep_alive(client, players.go_on))
                    while mortal.kills < KILLS and not isinstance(client.state.phase, GameOver):
                        await players.act()
                    alive.cancel()
                check(client.state)
        finally:
            mortal.stop()
        recorded = [row for row in mortal.rows() if row.command]
        commands = [decode_command(row.command) for row in recorded]
        rolls = [(c.die_1, c.die_2) for c in commands if isinstance(c, RecordRoll)]
        assert players.thrown == rolls
        assert mortal.kills == KILLS
