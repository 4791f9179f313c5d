"""Journals of every form ever written open today, and those of tomorrow are left alone."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from support.one_table import running

from companion.journal import schema
from companion.journal.second_copy import COPY_NAME, rows_in
from companion.journal.store import JOURNAL_NAME, Store

SAMPLES = Path(__file__).parent / "samples"
VERSIONS = tuple(sorted(path.name for path in SAMPLES.iterdir()))


def sample(version, folder):
    for path in (SAMPLES / version).iterdir():
        shutil.copy(path, folder)
    return json.loads((folder / "expected.json").read_text())


def form(path):
    """Return what SQLite knows of the form of a journal."""
    db = sqlite3.connect(path)
    try:
        found = db.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return sorted((kind, name, "".join(sql.split())) for kind, name, sql in found)
    finally:
        db.close()


def test_every_form_ever_written_has_a_sample():
    assert [f"v{number}" for number in range(1, schema.SCHEMA_VERSION + 1)] == list(VERSIONS)


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_journal_of_that_form_opens_with_its_game(tmp_path, version):
    expected = sample(version, tmp_path)

    async with running(tmp_path) as table:
        state = table.state
        assert expected == {
            "seq": table.seq - 1,
            "game": table.game,
            "names": list(state.names),
            "cash": list(state.cash),
            "bank": state.bank,
            "tokens": list(state.tokens),
            "owners": list(state.owners),
            "turns": state.turns,
            "phase": type(state.phase).__name__,
        }


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_journal_of_that_form_gets_the_form_of_a_new_one(tmp_path, version):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    sample(version, old)
    before = (old / JOURNAL_NAME).read_bytes()

    for folder in (old, new):
        async with running(folder):
            pass

    path = old / JOURNAL_NAME
    named = [(k, n, s.replace('"journal"', "journal")) for k, n, s in form(path)]
    assert form(new / JOURNAL_NAME) == named
    store = Store(path)
    store.verify()
    assert list(store.rows_after(0)) == list(rows_in(old / COPY_NAME))
    store.close()
    if version != f"v{schema.SCHEMA_VERSION}":
        kept = old / f"{JOURNAL_NAME}.{version}"
        assert kept.exists(), "the old form is laid aside"
        assert len(before) == kept.stat().st_size


async def test_a_migration_that_fails_changes_nothing(tmp_path, monkeypatch):
    expected = sample("v1", tmp_path)
    steps = {1: (*schema._STEPS[1], "SELECT no_such_function()")}  # noqa: SLF001
    monkeypatch.setattr(schema, "_STEPS", steps)
    store = Store(tmp_path / JOURNAL_NAME)
    with pytest.raises(Exception, match="no_such_function"):
        store.migrate()
    store.close()
    monkeypatch.undo()

    assert Store(tmp_path / JOURNAL_NAME, is_for_reading=True).version == 1
    async with running(tmp_path) as table:
        assert table.seq == expected["seq"] + 1
