"""The second copy: every row is on it before it counts, and it stands in for a damaged journal."""

# ruff: noqa: SLF001  # a failing disk is put under the open file itself
import asyncio
import os
import random
import shutil
import stat
from contextlib import asynccontextmanager

import msgspec
import pytest
from support.games import next_command
from support.tables import attached, ended, first_messages, running_table, table_process, until

from companion.chance import Chance
from companion.config import CONFIG_NAME
from companion.editions import load_edition
from companion.errors import EXIT_DATA, DataError, StorageError
from companion.journal import second_copy
from companion.journal.faults import DamagedError
from companion.journal.opening import Place
from companion.journal.rows import Head
from companion.journal.second_copy import COPY_NAME, is_good, line_of, rows_in, scan
from companion.journal.store import JOURNAL_NAME, Store
from companion.protocol import Notice, Submit
from companion.table import Table


@asynccontextmanager
async def running(folder, **options):
    """Start a table that keeps what it tells."""
    table = Table(Place(folder, **{"has_reserve": False} | options), load_edition("us"), Chance(7))
    table.told = []
    table.on_storage = table.told.append
    try:
        await table.start()
        yield table
        await table.drain()
    finally:
        table.close()


async def play(table, count, seed=3):
    source = random.Random(seed)
    for number in range(count):
        command = next_command(table.state, source)
        reply = await table.submit(Submit(f"{table.boot_id}-{seed}-{number}", command), "test")
        assert reply.is_accepted, reply


def recorded(folder):
    """Return all rows of the journal with their hashes."""
    store = Store(folder / JOURNAL_NAME, is_for_reading=True)
    try:
        return list(store.rows_after(0))
    finally:
        store.close()


def damage(path, at=0.5):
    """Overwrite a page in the midst of a file."""
    with path.open("r+b") as file:
        file.seek(int(path.stat().st_size * at) // 4096 * 4096)
        file.write(os.urandom(4096))


@pytest.fixture
async def played(tmp_path):
    """Return a folder with a game, and the state that it stands in."""
    async with running(tmp_path) as table:
        await play(table, 60)
        return tmp_path, table.state, table.seq


async def test_the_copy_holds_every_row_as_the_journal_does(played):
    folder, _state, seq = played

    copied = list(rows_in(folder / COPY_NAME))
    assert len(copied) == seq
    assert recorded(folder) == copied
    assert stat.S_IMODE((folder / COPY_NAME).stat().st_mode) == 0o600
    lines = (folder / COPY_NAME).read_bytes().splitlines()
    assert [msgspec.json.decode(line)["seq"] for line in lines] == list(range(1, seq + 1))


async def test_a_row_that_is_not_on_the_copy_is_not_acknowledged(tmp_path, monkeypatch):
    async with running(tmp_path) as table:
        await play(table, 5)
        seq, state = table.seq, table.state

        def failing(_fd):
            raise OSError(5, "Input/output error")

        monkeypatch.setattr(second_copy.os, "fsync", failing)
        reply = await table.submit(Submit("x", next_command(state, random.Random(1))), "test")
        monkeypatch.undo()

        assert not reply.is_accepted
        assert (table.seq, table.state) == (seq, state)
        assert table.told[-1].status == "failed"
        with pytest.raises(StorageError):
            await table.failed

    async with running(tmp_path) as table:
        again = await table.submit(Submit("x", next_command(state, random.Random(1))), "test")
        assert again.is_accepted, "what was recorded and not acknowledged counts once"
        assert again.seq == seq + 1


def test_any_changed_byte_of_a_line_is_noticed(played_line):
    source = random.Random(5)
    assert is_good(played_line)
    for _trial in range(300):
        changed = bytearray(played_line)
        changed[source.randrange(len(changed))] ^= 1 << source.randrange(8)
        assert not is_good(bytes(changed))
        assert not is_good(played_line[: source.randrange(len(played_line))])


@pytest.fixture
def played_line(tmp_path):
    async def first_line():
        async with running(tmp_path) as table:
            await play(table, 8)

    asyncio.run(first_line())
    return (tmp_path / COPY_NAME).read_bytes().splitlines(keepends=True)[-1]


async def test_a_torn_last_line_is_let_go_and_written_again(played):
    folder, state, seq = played
    path = folder / COPY_NAME
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])

    assert scan(path).head.seq == seq - 1
    assert not scan(path).is_damaged
    async with running(folder) as table:
        assert table.state == state
        assert table.news == ()
    assert path.read_bytes().startswith(whole)


@pytest.mark.parametrize("what", ["page", "removed", "not a database", "emptied"])
async def test_a_damaged_journal_is_written_anew_from_the_copy_and_kept(played, what):
    folder, state, seq = played
    path = folder / JOURNAL_NAME
    if what == "page":
        damage(path)
    elif what == "not a database":
        path.write_bytes(b"not a journal at all" * 500)
    elif what == "emptied":
        path.write_bytes(b"")
    else:
        path.unlink()
    before = path.read_bytes() if path.exists() else b""

    async with running(folder) as table:
        assert table.state == state
        assert f"{seq} rows" in table.news[0]
        boot_id = table.boot_id

    kept = folder / f"{JOURNAL_NAME}.corrupt-{boot_id}"
    if before:
        assert kept.read_bytes() == before
    kinds = [row.kind for row, _hash in recorded(folder)][seq:]
    assert kinds == ["boot", "recovered"]
    assert recorded(folder) == list(rows_in(folder / COPY_NAME))
    assert not list(folder.glob("*.anew*"))


async def test_a_journal_that_lost_its_last_rows_gets_them_from_the_copy(played):
    folder, _state, seq = played
    older = folder.parent / "older.sqlite3"
    shutil.copy(folder / JOURNAL_NAME, older)
    async with running(folder) as table:
        await play(table, 10, seed=8)
        state = table.state
    shutil.copy(older, folder / JOURNAL_NAME)

    async with running(folder) as table:
        assert table.state == state
        assert "11 rows" in table.news[0]
    assert [row.kind for row, _hash in recorded(folder)][seq] == "boot"


async def test_a_copy_that_is_behind_or_gone_is_brought_up_to_date(played):
    folder, _state, _seq = played
    path = folder / COPY_NAME
    lines = path.read_bytes().splitlines(keepends=True)
    for left in (b"".join(lines[:20]), None):
        if left is None:
            path.unlink()
        else:
            path.write_bytes(left)
        async with running(folder) as table:
            assert table.news == ()
        assert recorded(folder) == list(rows_in(path))


async def test_a_copy_with_a_hole_is_laid_aside_and_made_anew(played):
    folder, _state, _seq = played
    path = folder / COPY_NAME
    damage(path)
    damaged_bytes = path.read_bytes()
    assert scan(path).is_damaged

    async with running(folder) as table:
        assert "did not fit" in table.news[0]
        kept = folder / f"{COPY_NAME}.aside-{table.boot_id}"
    assert kept.read_bytes() == damaged_bytes
    assert recorded(folder) == list(rows_in(path))


async def test_a_copy_of_another_table_is_laid_aside_and_never_taken_for_ours(played):
    folder, state, _seq = played
    other = folder / "other"
    async with running(other) as table:
        await play(table, 90, seed=77)
    shutil.copy(other / COPY_NAME, folder / COPY_NAME)

    async with running(folder) as table:
        assert table.state == state
        assert "did not fit" in table.news[0]


async def test_rows_missing_in_the_copy_are_salvaged_from_the_damaged_journal(played):
    folder, state, seq = played
    path = folder / COPY_NAME
    lines = path.read_bytes().splitlines(keepends=True)
    lines[10] = b"x" * len(lines[10][:-1]) + b"\n"
    path.write_bytes(b"".join(lines))
    damage(folder / JOURNAL_NAME, at=0.99)

    async with running(folder) as table:
        assert table.state == state
        assert f"{seq} rows" in table.news[0]


async def test_where_nothing_holds_the_table_stays_closed_and_changes_nothing(played):
    folder, _state, _seq = played
    for at in (0.2, 0.4, 0.6, 0.8):
        damage(folder / JOURNAL_NAME, at)
        damage(folder / COPY_NAME, at)
    before = contents(folder)

    with pytest.raises(DamagedError, match="tapbank restore"):
        Table(Place(folder), load_edition("us"), Chance(1))

    assert before == contents(folder)


def contents(folder):
    """Return the files of *folder* but those that SQLite makes and leaves as it likes."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if not path.name.endswith(("-shm", "-wal"))
    }


async def test_a_copy_of_a_newer_program_is_left_alone(played, monkeypatch):
    folder, _state, _seq = played
    row, row_hash = list(rows_in(folder / COPY_NAME))[-1]
    monkeypatch.setattr(second_copy, "LINE_VERSION", 9)
    newer = line_of(msgspec.structs.replace(row, seq=row.seq + 1), row_hash)
    monkeypatch.undo()
    newer = newer if b'"v":9' in newer else versioned(newer)
    with (folder / COPY_NAME).open("ab") as file:
        file.write(newer)

    with pytest.raises(DataError, match="newer program"):
        Table(Place(folder), load_edition("us"), Chance(1))
    assert (folder / COPY_NAME).read_bytes().endswith(newer)


def versioned(line):
    body = line[second_copy._HEAD : -1].replace(b'"v":1', b'"v":9', 1)
    return b'{"crc":"%08x",%b\n' % (second_copy.zlib.crc32(body), body)


async def test_a_copy_on_another_device_may_come_and_go(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.journal.books.RETRY_S", 0.0)
    stick = tmp_path / "stick"
    away = stick / "copy.jsonl"
    folder = tmp_path / "table"
    async with running(folder, away=away) as table:
        assert [storage.status for storage in table.told] == ["warned"]
        assert str(away) in table.told[-1].detail
        await play(table, 10)

        stick.mkdir()
        await play(table, 5, seed=4)
        assert table.told[-1].status == "ok", table.told
        assert list(rows_in(away)) == recorded(folder)

        stick.rename(tmp_path / "pulled")
        await play(table, 5, seed=5)
        assert table.told[-1].status == "warned"

        (tmp_path / "pulled").rename(stick)
        await play(table, 5, seed=6)
        assert table.told[-1].status == "ok"
    assert list(rows_in(away)) == recorded(folder)


async def test_a_new_card_is_filled_from_the_copy_on_the_other_device(tmp_path):
    away, folder = tmp_path / "copy.jsonl", tmp_path / "table"
    async with running(folder, away=away) as table:
        await play(table, 30)
        state = table.state
    shutil.rmtree(folder)

    async with running(folder, away=away) as table:
        assert table.state == state
        assert str(away) in table.news[0]
    assert recorded(folder) == list(rows_in(folder / COPY_NAME)) == list(rows_in(away))


def test_an_absent_copy_is_empty(tmp_path):
    assert scan(tmp_path / "none").head == Head()


async def test_every_client_is_told_of_the_rescue(played):
    folder, state, seq = played
    damage(folder / JOURNAL_NAME)
    (folder / CONFIG_NAME).write_text(f'second_copy = "{folder}/nowhere/copy.jsonl"\n')

    with running_table(folder):
        for _client in range(2):
            async with attached(folder) as client:
                await until(lambda: client.replica.storage.status == "warned")
                assert client.state == state
            told = await asyncio.to_thread(first_messages, folder / "table.sock", 3)
            assert any(isinstance(m, Notice) and f"{seq} rows" in m.text for m in told)


async def test_a_table_that_cannot_be_rescued_says_so_with_its_exit_code(played):
    folder, _state, _seq = played
    damage(folder / JOURNAL_NAME)
    (folder / COPY_NAME).unlink()

    code, said = ended(table_process(folder))

    assert code == EXIT_DATA
    assert len(said.splitlines()) == 1
    assert "tapbank restore" in said
