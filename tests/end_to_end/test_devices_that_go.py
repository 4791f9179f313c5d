"""Devices that are pulled out and put back in mid-game: told, done without, and nothing lost."""

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from support.emulated import (
    Hands,
    begin,
    devices,
    emulator,
    expect_names,
    hands_at,
    is_up,
    short_folder,
    until,
)
from support.games import next_command
from support.tables import attached, running_table

from companion.client import Client
from companion.protocol import Devices, Message
from engine.ids import SpaceId
from engine.phases import AwaitingRoll, PurchaseOffer

NAMES = ("Ada", "Ben")
BALTIC, ORIENTAL = SpaceId(3), SpaceId(6)
NOISY_THROWS = ((2, 4), (1, 3), (5, 6))


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give the folder of an emulated table."""
    with short_folder() as folder, emulator(folder / "hardware"):
        expect_names(folder / "data", NAMES)
        yield folder


@asynccontextmanager
async def game(folder: Path) -> AsyncIterator[tuple[Client, Hands, list[Message]]]:
    """Let Ada and Ben play; Ada has thrown her way to Baltic and is asked whether she buys it."""
    with running_table(folder / "data", *devices(folder / "hardware")):
        async with attached(folder / "data") as client, hands_at(folder / "hardware") as hands:
            await begin(client, hands, NAMES)
            for dice in ((6, 5), (4, 5), (1, 2)):
                await hands.do("throw {} {}".format(*dice))
                await until(lambda dice=dice: client.state.roll == dice)
            told: list[Message] = []
            client.on_message = told.append
            yield client, hands, told


async def carried_on(client: Client) -> None:
    """Do without devices whatever is asked until a throw is due."""
    source = random.Random(1)
    while not isinstance(client.state.phase, AwaitingRoll):
        assert (await client.submit(next_command(client.state, source))).is_accepted


async def lost_is_nothing(client: Client, hands: Hands, key_taps: int = 0) -> None:
    """Hold what the table has counted against what hands did."""
    made, measured = await hands.counted(), await client.measure()
    assert made["rolls_thrown"] == measured.rolls
    assert made["taps_made"] == measured.taps - key_taps


async def test_without_the_board_keys_throw_and_the_throw_it_holds_counts_once(folder):
    async with game(folder) as (client, hands, told):
        await hands.do("unplug board")
        await until(lambda: any(isinstance(message, Devices) for message in told))
        assert not is_up(client, "board")
        assert is_up(client, "reader-1")
        await hands.do("tap Ada")
        await until(lambda: client.state.owners[BALTIC] == 0)
        before = client.state
        assert (await client.throw()).is_accepted, "where no board answers it is asked once"
        assert client.state != before
        await carried_on(client)
        before = client.state

        await hands.do("throw 2 5", "plug board")

        await until(lambda: is_up(client, "board"))
        await until(lambda: client.state != before)
        assert client.state.roll == (2, 5)
        await lost_is_nothing(client, hands)


async def test_without_the_reader_keys_tap_and_a_card_that_lay_there_acts_once(folder):
    async with game(folder) as (client, hands, told):
        await hands.do("lay #11223344", "unplug reader-1")
        await until(lambda: any(isinstance(message, Devices) for message in told))
        assert not is_up(client, "reader-1")
        assert is_up(client, "board")
        client.tap("1")
        await until(lambda: client.state.owners[BALTIC] == 0)
        await hands.do("throw 2 4")
        await until(lambda: isinstance(client.state.phase, PurchaseOffer))

        await hands.do("plug reader-1")

        await until(lambda: is_up(client, "reader-1"))
        await hands.do("lift-tag #11223344", "tap Ben")
        await until(lambda: client.state.owners[ORIENTAL] == 1)
        await lost_is_nothing(client, hands, key_taps=1)


async def test_noise_on_the_line_is_counted_and_is_never_a_throw(folder):
    async with game(folder) as (client, hands, _told):
        await hands.do("tap Ada")
        await until(lambda: isinstance(client.state.phase, AwaitingRoll))
        quiet = (await client.measure()).junk
        for dice in NOISY_THROWS:
            await carried_on(client)
            await hands.do("noise 2000", "throw {} {}".format(*dice), "noise 500")
            await until(lambda dice=dice: client.state.roll == dice)

        await carried_on(client)
        await lost_is_nothing(client, hands)
        assert (await client.measure()).junk > quiet
