"""Long games open without being folded from their beginning, and stand where folding leads."""

import random
import sqlite3
import zlib

import pytest
from support.games import next_command
from support.long_journals import long_journal
from support.one_table import Asking, running

from companion import timeline as timeline_module
from companion.editions import load_edition
from companion.journal import snapshots
from companion.journal.opening import Place, open_journal
from companion.journal.store import JOURNAL_NAME
from companion.protocol import Undo
from companion.timeline import Step
from companion.timeline_nodes import Decided, state_of

EVENTS = 6_000


@pytest.fixture(scope="module")
def long_game(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    return folder, long_journal(folder, EVENTS)


def opened(folder):
    journal = open_journal(Place(folder, has_reserve=False), load_edition("us"), "test")
    journal.close()
    return journal.timeline


def read_count(timeline):
    """Return how many steps that stand have been decoded."""
    node, count = timeline.mark.head, 0
    while node.parent is not None:
        count += isinstance(node.made, Decided)
        node = node.parent
    return count


def altered(folder, statement, *values):
    db = sqlite3.connect(folder / JOURNAL_NAME, isolation_level=None)
    changed = db.execute(statement, values).rowcount
    db.close()
    return changed


def test_a_long_game_opens_without_folding_more_than_since_the_last_snapshot(long_game):
    folder, state = long_game
    timeline = opened(folder)

    assert timeline.state == state
    assert timeline.seq > 4 * snapshots.SNAPSHOT_ROWS
    assert 0 < read_count(timeline) <= snapshots.SNAPSHOT_ROWS


def test_undo_leads_back_over_snapshots_to_the_very_beginning(long_game):
    folder, _state = long_game
    timeline = opened(folder)
    altered(folder, "UPDATE snapshot SET program = program || '-other'")
    folded = opened(folder)
    altered(folder, "UPDATE snapshot SET program = replace(program, '-other', '')")
    steps = len(folded.undoable)
    assert read_count(folded) > read_count(opened(folder))

    for count in (1, 700, 1300, steps):
        one, other = timeline.undo(count), folded.undo(count)
        assert isinstance(one, Step)
        assert one.state == other.state
        assert one.commands == other.commands
    assert timeline.ledger(timeline.mark) == folded.ledger(folded.mark)


@pytest.mark.parametrize("what", ["bytes", "money", "row", "nonsense"])
def test_a_snapshot_that_does_not_fit_counts_for_nothing(tmp_path, what):
    state = long_journal(tmp_path, 2_500, seed=2)
    path = tmp_path / JOURNAL_NAME
    db = sqlite3.connect(path, isolation_level=None)
    seq, data = db.execute("SELECT seq, state FROM snapshot ORDER BY seq DESC").fetchone()
    db.close()
    first_bank = data.index(b'"bank":') + 7
    forged = {
        "bytes": data[:-20] + b"x" * 20,
        "money": data[:first_bank] + b"-1" + data[first_bank + 1 :].lstrip(b"0123456789"),
        "row": data,
        "nonsense": b"{}",
    }[what]
    crc = zlib.crc32(data if what == "bytes" else forged)
    row_hash = b"\0" * 32 if what == "row" else None
    assert altered(
        tmp_path,
        "UPDATE snapshot SET state = ?, crc = ?, row_hash = coalesce(?, row_hash) WHERE seq = ?",
        forged, crc, row_hash, seq,
    )  # fmt: skip

    assert opened(tmp_path).state == state


async def test_a_table_keeps_snapshots_as_it_goes(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.table.SNAPSHOT_ROWS", 16)
    source = random.Random(4)
    async with running(tmp_path) as table:
        ask = Asking(table)
        for number in range(70):
            await ask(next_command(table.state, source))
            if number % 10 == 9:
                await table.submit(Undo(f"u-{number}", 2), "test")
        await table.drain()
        state = table.state

    timeline = opened(tmp_path)
    assert timeline.state == state
    assert read_count(timeline) <= 17
    db = sqlite3.connect(tmp_path / JOURNAL_NAME)
    kept = [seq for (seq,) in db.execute("SELECT seq FROM snapshot ORDER BY seq")]
    db.close()
    assert kept == list(range(16, timeline.seq + 1, 16))
    assert timeline_module.STATES_KEPT_MAX > 16
    assert state_of(timeline.mark.head) == state
