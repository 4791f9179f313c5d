"""The journal file: durable, append-only, and every damage to it is noticed."""

# ruff: noqa: SLF001  # what is asked of the connection itself is asked here
import os
import sqlite3
import stat
import threading

import pytest

from companion.errors import DataError, LockHeldError, StorageError
from companion.journal import Posting, Row, Store, TableLock, Writer
from companion.journal.faults import DiskFullError
from companion.journal.store import JOURNAL_NAME

DEADLINE_S = 20.0


def row(seq, **changes):
    legs = (Posting(0, -50, "RENT-1"), Posting(1, 50, "RENT-1"))
    fields = {"seq": seq, "game": "game-1", "kind": "command", "id": f"id-{seq}"}
    fields |= {"version": 1, "wall": "2026-01-01T00:00:00.000+00:00", "postings": legs}
    fields |= {"command": b'{"type":"PayDebt"}', "note": "für Ada", "events": b"[]"}
    fields |= {"actor": None, "source": "", "count": 0}
    return Row(**(fields | changes))


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / JOURNAL_NAME)
    yield opened
    opened.close()


def reopened(tmp_path):
    store = Store(tmp_path / JOURNAL_NAME)
    try:
        store.verify()
        return store.head.seq, store.game("game-1"), store.balances("game-1")
    finally:
        store.close()


def altered(tmp_path, *statements):
    """Change the file as somebody with an SQLite shell could."""
    db = sqlite3.connect(tmp_path / JOURNAL_NAME, isolation_level=None)
    for trigger in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {trigger[0]}")
    db.execute("PRAGMA foreign_keys = OFF")
    for statement in statements:
        db.execute(statement)
    db.close()


def test_rows_come_back_as_they_were_written(store, tmp_path):
    rows = [row(1), row(2, kind="undo", count=3, command=b"", actor=4, postings=())]

    store.append(rows)

    assert store.find("id-2") == (2, "undo")
    assert store.find("id-3") is None
    seq, found, balances = reopened(tmp_path)
    assert seq == 2
    assert [(r.seq, r.kind, r.note, r.actor, r.count, r.command) for r in rows] == [
        (r.seq, r.kind, r.note, r.actor, r.count, r.command) for r in found
    ]
    assert balances == {0: -50, 1: 50}


def test_the_file_is_durable_and_private(store, tmp_path):
    store.append([row(1)])

    pragmas = [
        store._db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "trusted_schema")
    ]
    assert pragmas == ["wal", 2, 1, 0]
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_nothing_recorded_can_be_changed_or_deleted(store):
    store.append([row(1)])

    for statement in (
        "UPDATE journal SET note = 'x'",
        "DELETE FROM journal",
        "UPDATE posting SET amount = 0",
        "DELETE FROM posting",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            store._db.execute(statement)


def test_an_id_stands_once(store, tmp_path):
    store.append([row(1)])

    with pytest.raises(StorageError):
        store.append([row(2), row(3, id="id-1")])

    store.append([row(2, id="another")])
    assert reopened(tmp_path)[0] == 2


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE journal SET note = 'for Ben' WHERE seq = 2",
        "UPDATE journal SET actor = 1 WHERE seq = 2",
        "UPDATE journal SET count = 1 WHERE seq = 2",
        "UPDATE journal SET hash = zeroblob(32) WHERE seq = 3",
        "UPDATE posting SET amount = amount * 2 WHERE seq = 2",
        "UPDATE posting SET reason = 'RENT-3' WHERE seq = 2",
        "UPDATE posting SET seq = 9 WHERE seq = 3",
        "DELETE FROM posting WHERE seq = 2",
        "DELETE FROM journal WHERE seq = 2",
        "DELETE FROM journal WHERE seq = 1",
    ],
)
def test_an_altered_row_is_noticed(store, tmp_path, damage):
    store.append([row(1), row(2), row(3)])
    store.close()

    altered(tmp_path, damage)

    with pytest.raises(DataError, match=JOURNAL_NAME) as caught:
        reopened(tmp_path)
    assert "put a copy" in caught.value.sentence


def test_a_chain_made_anew_over_money_that_does_not_balance_is_noticed(store, tmp_path):
    store.append([row(1, postings=(Posting(0, 50, "GO-1"),))])

    with pytest.raises(DataError, match="do not balance"):
        reopened(tmp_path)


@pytest.mark.parametrize("offset", [0, 100, 4096 + 8, -512])
def test_a_zeroed_sector_is_noticed(store, tmp_path, offset):
    store.append([row(seq) for seq in range(1, 200)])
    store.close()
    path = tmp_path / JOURNAL_NAME

    with path.open("r+b") as file:
        file.seek(offset, os.SEEK_SET if offset >= 0 else os.SEEK_END)
        file.write(bytes(512))

    with pytest.raises(DataError, match="damaged"):
        reopened(tmp_path)
    assert path.stat().st_size > 4096, "nobody deletes a damaged journal"


def test_a_file_of_something_else_is_named_damaged(tmp_path):
    (tmp_path / JOURNAL_NAME).write_bytes(b"not a journal at all" * 500)

    with pytest.raises(DataError, match="damaged"):
        Store(tmp_path / JOURNAL_NAME)


def test_a_journal_of_a_newer_program_is_left_alone(store, tmp_path):
    store.close()
    altered(tmp_path, "PRAGMA user_version = 99")

    with pytest.raises(DataError, match="newer program"):
        Store(tmp_path / JOURNAL_NAME)


def test_a_full_file_refuses_and_goes_on_once_there_is_room(store, tmp_path):
    store.append([row(1)])
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(DiskFullError):
        store.append([row(2, note="x" * 100_000)])

    store._db.execute("PRAGMA max_page_count = 100000")
    store.append([row(2)])
    assert reopened(tmp_path)[0] == 2


def test_a_second_holder_is_refused_by_the_first_ones_process_id(tmp_path):
    lock = TableLock(tmp_path)

    with pytest.raises(LockHeldError, match=str(os.getpid())):
        TableLock(tmp_path)

    lock.release()
    TableLock(tmp_path).release()


class Reports:
    """What a writer reports, collected until as many rows have been told as expected."""

    def __init__(self):
        self.written = []
        self._changed = threading.Condition()

    def __call__(self, written):
        with self._changed:
            self.written.append(written)
            self._changed.notify_all()

    def rows(self, count):
        with self._changed:
            assert self._changed.wait_for(lambda: self._count() >= count, DEADLINE_S)
        return self.written

    def _count(self):
        return sum(len(written.rows) for written in self.written)


def test_rows_that_wait_go_out_together(store, tmp_path):
    reports, gate = Reports(), threading.Event()
    append = store.append

    def gated(rows):
        assert gate.wait(DEADLINE_S)
        append(rows)

    store.append = gated  # a storage that stalls before its first commit
    writer = Writer(store, reports)
    for seq in range(1, 31):
        writer.put(0, row(seq))
    gate.set()
    reports.rows(30)
    writer.close()

    assert len(reports.written) <= 2, "at most the first row went alone"
    assert reopened(tmp_path)[0] == 30


def test_a_failure_refuses_what_was_decided_on_it_and_spares_the_next_epoch(store, tmp_path):
    reports = Reports()
    writer = Writer(store, reports)
    writer.put(0, row(1))
    reports.rows(1)

    writer.put(0, row(2, id="id-1"))
    reports.rows(2)
    writer.put(0, row(3))
    reports.rows(3)
    writer.put(1, row(2))
    reports.rows(4)
    writer.close()

    assert [type(written.failure) for written in reports.written] == [
        type(None),
        StorageError,
        StorageError,
        type(None),
    ]
    assert reopened(tmp_path)[0] == 2
