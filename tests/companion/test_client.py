"""A client's replica: it follows the table, comes back after a loss, and asks nothing twice."""

import asyncio
import time
from collections import Counter

import pytest
from support.tables import DEADLINE_S, attached, ended, gone, ready, running_table, table_process

from companion.client import Client, NoTableError, Replica, is_running, with_table
from companion.editions import load_edition
from companion.protocol import Transition, Undo, Welcome
from engine.commands import BuyDeed, ChooseRule, RecordRoll, SeatPlayers, StartGame
from engine.evolve import evolve
from engine.state import new_state

STATE = new_state(load_edition("us"))
WELCOME = Welcome(1, 5, "game-1", STATE, ledger=(), prompt=None, devices=())


async def until(condition):
    """Wait until *condition* holds."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        await asyncio.sleep(0.005)


def test_a_replica_asks_for_a_welcome_when_something_is_missing():
    replica = Replica()
    assert not replica.take(Transition(6, "boot", None, ())), "nothing to follow from yet"
    assert replica.take(WELCOME)
    assert replica.take(Transition(6, "boot", None, ()))
    assert not replica.take(Transition(8, "boot", None, ()))
    assert not replica.take(Transition(6, "boot", None, ()))
    assert replica.seq == 6


async def test_a_client_that_missed_something_is_welcomed_anew(tmp_path):
    with running_table(tmp_path):
        async with attached(tmp_path) as client, attached(tmp_path) as other:
            client.replica.seq -= 1  # as if a message had been lost

            await other.submit(SeatPlayers(("Ada", "Ben")))

            await until(lambda: client.state.names == ("Ada", "Ben"))
            await until(lambda: client.replica.seq == other.replica.seq)
            assert (await client.submit(StartGame(), is_seen=True)).is_accepted


async def test_a_view_that_is_behind_cannot_act(tmp_path):
    with running_table(tmp_path):
        async with attached(tmp_path) as client, attached(tmp_path) as other:
            behind = client.replica.seq
            assert (await other.submit(SeatPlayers(("Ada", "Ben")))).is_accepted
            await until(lambda: client.replica.seq > behind)
            client.replica.seq = behind  # its screen was drawn before

            reply = await client.submit(StartGame(), is_seen=True)

            assert not reply.is_accepted


async def test_a_client_outlives_the_table_and_asks_again_under_the_same_id(tmp_path):
    table = table_process(tmp_path)
    ready(table)
    async with attached(tmp_path) as client:
        connections = []
        client.on_connection = connections.append
        await client.submit(SeatPlayers(("Ada", "Ben")))
        table.kill()
        ended(table)
        await until(lambda: not client.is_connected)
        assert not client.tap("1")
        asked = asyncio.create_task(client.submit(StartGame()))
        await asyncio.sleep(0)

        with running_table(tmp_path):
            assert (await asyncio.wait_for(asked, DEADLINE_S)).is_accepted
            for dice in ((6, 5), (1, 2), (2, 4)):
                assert (await client.submit(RecordRoll(*dice))).is_accepted
            assert (await client.submit(BuyDeed())).is_accepted
            assert connections == [False, True]
            assert client.state.owners[6] == 0


async def test_many_clients_at_once_each_get_their_own_answer(tmp_path):
    with running_table(tmp_path):
        async with attached(tmp_path, "a") as one, attached(tmp_path, "b") as two:
            values = ("off", "on")
            replies = await asyncio.gather(
                *(
                    client.submit(ChooseRule("free_parking_pot", values[n % 2]))
                    for n in range(20)
                    for client in (one, two)
                )
            )

            assert Counter(reply.is_accepted for reply in replies) == {True: 40}
            assert len({reply.seq for reply in replies}) == 40
            await until(lambda: one.replica.seq == two.replica.seq)
            assert one.state == two.state


def test_a_caller_without_a_loop_attaches_and_asks(tmp_path):
    path = tmp_path / "table.sock"

    async def body(client: Client):
        await client.submit(SeatPlayers(("Ada", "Ben")))
        first = await client.ask(Undo("undo-1"))
        again = await client.ask(Undo("undo-1"))
        assert first.seq == again.seq
        return client.state.names

    with pytest.raises(NoTableError) as refused:
        with_table(path, "console", body)
    assert (
        f"No table runs on {tmp_path}. “tapbank table --data {tmp_path}” starts one, "
        "“tapbank demo” one without hardware."
    ) == refused.value.sentence
    with running_table(tmp_path):
        assert with_table(path, "console", body) == ()
    gone(path)
    assert not is_running(path)


async def test_what_has_happened_is_recalled_in_pages_with_what_corrections_replaced(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("companion.client.PATIENCE_S", DEADLINE_S)
    with running_table(tmp_path):
        async with attached(tmp_path) as client:
            await client.submit(SeatPlayers(("Ada", "Ben")))
            for _name in range(120):
                await client.submit(ChooseRule("auction_bids", "binding"))
            await client.submit(StartGame())
            await client.submit(RecordRoll(6, 5))
            await client.correct_roll(5, 5)
            await client.submit(RecordRoll(1, 2))
            await client.undo()

            start, steps = await client.recall()
            replaced = [step.replaced for step in steps if step.replaced]

            state = start
            for step in steps:
                state = evolve(state, step.events)
            assert client.state == state
            assert [RecordRoll(6, 5)] == [step.command for step in replaced[0]]
            assert RecordRoll(5, 5) == steps[-1].command
            assert len(steps) > 120
