"""What the table does when a disk is full or fails, and when it is wrong itself."""

import asyncio

import pytest
from support.one_table import BEN, Asking, opened, running

from companion import table as module
from companion.chance import Chance
from companion.editions import load_edition
from companion.errors import DataError, StorageError
from companion.journal.opening import Place
from companion.journal.reserve import RESERVE_BYTES, RESERVE_NAME, Reserve
from companion.journal.store import JOURNAL_NAME, Store
from companion.protocol import Submit
from companion.table import Table
from engine.commands import OpenGame, RecordRoll, SeatPlayers, StartGame
from engine.corrections import SetCash


def shrunk(table):
    """Leave no room in the journal, as a full disk would; return how to make room again."""
    db = table._journal.books.store._db  # noqa: SLF001  # the limit is the connection's own
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages}")
    return lambda: db.execute("PRAGMA max_page_count = 1000000")


async def test_a_full_disk_refuses_what_waits_and_ends_the_table_for_a_restart(tmp_path):
    async with running(tmp_path) as table:
        ask = await opened(table)
        state, seq = table.state, table.seq
        long_note = "x" * 60_000
        make_room = shrunk(table)

        replies = await asyncio.gather(
            ask(SetCash(BEN, 1), note=long_note), ask(SetCash(BEN, 2)), ask(SetCash(BEN, 3))
        )

        assert [reply.is_accepted for reply in replies] == [False, False, False]
        assert "disk is full" in replies[0].sentence
        assert (table.state, table.seq) == (state, seq)
        assert [storage.status for storage in table.told] == ["failed"]
        with pytest.raises(StorageError, match="full"):
            await table.failed

        make_room()
        assert not (await ask(SetCash(BEN, 4))).is_accepted, "nothing more before a restart"
        assert not await table.note("board:x:y:1", "board")
        assert table.told[-1].status == "failed"

    async with running(tmp_path) as table:
        assert table.state == state
        assert (await Asking(table)(SetCash(BEN, 4))).is_accepted


async def test_a_full_disk_goes_on_by_its_reserve_and_says_so(tmp_path, monkeypatch):
    async with running(tmp_path, has_reserve=True) as table:
        ask = await opened(table)
        assert (tmp_path / RESERVE_NAME).stat().st_size == RESERVE_BYTES
        make_room = shrunk(table)
        give_back = Reserve.give_back

        def making_room(reserve):
            make_room()
            return give_back(reserve)

        monkeypatch.setattr(Reserve, "give_back", making_room)

        assert (await ask(SetCash(BEN, 1), note="x" * 60_000)).is_accepted
        assert table.state.cash[BEN] == 1
        assert not (tmp_path / RESERVE_NAME).exists()
        assert [storage.status for storage in table.told] == ["warned"]
        assert "reserve" in table.told[-1].detail


async def test_no_game_is_begun_without_room_for_it(tmp_path):
    async with running(tmp_path, free_bytes_min=1 << 60) as table:
        ask = Asking(table)
        assert (await ask(SeatPlayers(("Ada", "Ben")))).is_accepted
        refused = await ask(StartGame())
        assert not refused.is_accepted
        assert "almost full" in refused.sentence
        assert not (await ask(OpenGame(load_edition("us")))).is_accepted


async def test_a_fault_while_something_is_told_ends_the_table(tmp_path):
    async with running(tmp_path) as table:

        def broken(_transition, _before):
            raise AssertionError("a flow is broken")

        table.on_transition = broken
        asked = [asyncio.create_task(table.note(f"board:x:y:{n}", "board")) for n in (1, 2)]
        with pytest.raises(AssertionError, match="broken"):
            await table.failed
        async with asyncio.timeout(20):
            await asyncio.gather(*asked)
            await table.drain()
        assert asked[0].result(), "it is durable, whoever stumbles over it"


async def test_a_storage_that_fails_ends_the_table(tmp_path):
    async with running(tmp_path) as table:
        ask = await opened(table)
        state = table.state
        table._journal.books.store._db.close()  # noqa: SLF001  # as a disk that is pulled

        reply = await ask(SetCash(BEN, 1))

        assert not reply.is_accepted
        assert table.told[-1].status == "failed"
        with pytest.raises(StorageError):
            await table.failed
        assert table.state == state


async def test_a_fault_of_the_rules_is_a_crash_and_recorded_nowhere(tmp_path, monkeypatch):
    async with running(tmp_path) as table:
        ask = await opened(table)
        seq = table.seq

        def broken(_state):
            raise AssertionError("money: an account other than the bank's is below zero")

        monkeypatch.setattr(module, "check", broken)
        with pytest.raises(AssertionError, match="below zero"):
            await ask(RecordRoll(2, 4))
        monkeypatch.undo()
        assert table.seq == seq
        assert (await ask(RecordRoll(2, 4))).is_accepted


async def test_a_journal_whose_postings_are_not_its_game_is_damaged(tmp_path):
    async with running(tmp_path) as table:
        await opened(table)
        row = table.last

    store = Store(tmp_path / JOURNAL_NAME)
    forged = {"seq": store.head.seq + 1, "id": "forged", "postings": ()}
    events = row.events.replace(b'"die_1":', b'"die_3":')
    store.append(
        [
            type(row)(
                **{f: getattr(row, f) for f in row.__struct_fields__} | forged | {"events": events}
            )
        ]
    )
    store.close()

    with pytest.raises(DataError, match="damaged"):
        Table(Place(tmp_path), load_edition("us"), Chance(1))


async def test_a_signal_whose_command_was_refused_is_noted_all_the_same(tmp_path):
    async with running(tmp_path) as table:
        ask = await opened(table)
        refused = await table.submit(Submit("board:b:x:1", SetCash(BEN, -1)), "board")
        assert not refused.is_accepted

        assert await table.note("board:b:x:1", "board"), "or the board would send it for ever"

        assert table.is_recorded("board:b:x:1")
        assert (await ask(RecordRoll(2, 4))).is_accepted
