"""From a device's noticing to a durable answer: emulated hardware, real drivers, a real table."""

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
import time

import pytest
from support.tables import (
    DEADLINE_S,
    ROOT,
    attached,
    ended,
    first_messages,
    ready,
    running_table,
    table_process,
)

from companion.journal.store import JOURNAL_NAME
from engine.commands import SeatPlayers, StartGame
from engine.phases import Setup
from hardware.emulator.control import hands


@contextlib.contextmanager
def emulated(folder):
    """Run an emulated board and reader while the block runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "emulate", "--dir", str(folder), "--speed", "8"],
        cwd=ROOT,
        env={**os.environ, "TAPBANK_LANG": "en"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    try:
        assert b"ready" in process.stdout.readline()
        yield
    finally:
        process.terminate()
        process.communicate(timeout=DEADLINE_S)


@pytest.fixture
def hardware(tmp_path):
    folder = tmp_path / "hardware"
    with emulated(folder):
        yield folder


async def do(hardware, *lines):
    """Let hands do something, away from the loop."""
    assert await asyncio.to_thread(hands, hardware, list(lines)) == 0


async def until(condition):
    """Wait until *condition* holds."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        await asyncio.sleep(0.01)


def options(hardware):
    return ("--board", str(hardware / "board"), "--reader", str(hardware / "reader-1"))


def is_up(client, device):
    return any(health.is_up for health in client.replica.devices if health.device == device)


def recorded(data, kind):
    db = sqlite3.connect(data / JOURNAL_NAME)
    found = db.execute("SELECT cmd_id FROM journal WHERE kind = ?", (kind,)).fetchall()
    db.close()
    return [row[0] for row in found if row[0].startswith("board:")]


async def test_a_throw_counts_once_also_when_the_table_is_killed(tmp_path, hardware):
    data = tmp_path / "data"
    table = table_process(data, *options(hardware))
    ready(table)
    async with attached(data) as client:
        await until(lambda: is_up(client, "board"))
        await client.submit(SeatPlayers(("Ada", "Ben")))
        await client.submit(StartGame())
        await do(hardware, "throw 6 5")
        await until(lambda: client.state.roll == (6, 5))
        await do(hardware, "throw 1 2")
        await until(lambda: recorded(data, "command")[1:])
        table.kill()
    ended(table)

    with running_table(data, *options(hardware)):
        async with attached(data) as client:
            await until(lambda: is_up(client, "board"))
            assert client.state.roll == (1, 2)
            assert client.state.turns == 1
            await until(lambda: client.replica.prompt.kind == "resume")
            await do(hardware, "press yes")
            await until(lambda: client.replica.prompt.kind == "roll")
            await do(hardware, "throw 2 4")
            await until(lambda: client.state.roll == (2, 4))
            assert client.state.tokens[0] == 6
            assert len(recorded(data, "command")) == 3


async def test_a_throw_that_does_not_count_is_recorded_and_acknowledged(tmp_path, hardware):
    data = tmp_path / "data"
    with running_table(data, *options(hardware)):
        async with attached(data) as client:
            await until(lambda: is_up(client, "board"))
            await do(hardware, "throw 6 5")
            await until(lambda: recorded(data, "ignored"))
            assert isinstance(client.state.phase, Setup)
            await client.submit(SeatPlayers(("Ada", "Ben")))
            await client.submit(StartGame())

            await do(
                hardware, "throw 3 3"
            )  # the board sends it only once the first is acknowledged

            await until(lambda: client.state.roll == (3, 3))


async def test_cards_join_and_a_device_that_goes_comes_back(tmp_path, hardware):
    data = tmp_path / "data"
    with running_table(data, *options(hardware)):
        async with attached(data) as client:
            await until(lambda: is_up(client, "reader-1") and is_up(client, "board"))
            await do(hardware, "tap Ada", "tap Ben")
            await until(lambda: len(client.state.names) == 2)
            await do(hardware, "unplug board")
            await until(lambda: not is_up(client, "board"))
            assert is_up(client, "reader-1")
            await do(hardware, "plug board")
            await until(lambda: is_up(client, "board"))
            measured = await client.measure()
            assert measured.taps == 2
            assert measured.tap_to_published_ms["max"] > 0


FAULTY = """
import sys
from companion import table
from companion.cli import main

check = table.check

def broken(state):
    check(state)
    assert state.roll != (4, 4), "books: a fault of the rules"

table.check = broken
sys.exit(main(sys.argv[1:]))
"""


async def test_a_throw_that_the_rules_fail_on_is_set_aside_and_the_table_plays_on(
    tmp_path, hardware
):
    data = tmp_path / "data"
    command = [sys.executable, "-c", FAULTY, "table", "--data", str(data), *options(hardware)]
    environment = {**os.environ, "TAPBANK_LANG": "en", "TAPBANK_DATA": str(tmp_path)}
    table = subprocess.Popen(  # noqa: ASYNC220  # a test waits for what it started
        command, cwd=ROOT, env=environment, stderr=subprocess.PIPE
    )
    ready(table)
    async with attached(data) as client:
        await until(lambda: is_up(client, "board"))
        await client.submit(SeatPlayers(("Ada", "Ben")))
        await client.submit(StartGame())
        await do(hardware, "throw 4 4")
        await until(lambda: table.poll() is not None)
        state = client.state
    code, said = ended(table)
    assert code == 1
    assert "fault of its own" in said
    assert len(recorded(data, "ignored")) == 1

    with running_table(data, *options(hardware)):
        async with attached(data) as client:
            told = []
            client.on_message = told.append
            await until(lambda: is_up(client, "board"))
            assert client.state == state, "it did not count"
            await until(lambda: client.replica.prompt.kind == "resume")
            await do(hardware, "press yes")
            await until(lambda: client.replica.prompt.kind == "opening")
            await do(hardware, "throw 3 2")
            await until(lambda: client.state.roll == (3, 2))
        news = first_messages(data / "table.sock", 2)
    assert "The throw 4-4 was set aside" in news[1].text
    assert len(recorded(data, "command")) == 1, "the throw after it"
