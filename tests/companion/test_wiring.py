"""How a table is started in the background, and what is said when it does not start."""

import os

import pytest
from support.tables import DEADLINE_S, ended, running_table, table_process

from companion.client import is_running
from companion.config import Configuration
from companion.errors import EXIT_DATA, EXIT_LOCKED, TapbankError
from companion.journal.second_copy import COPY_NAME
from companion.journal.store import JOURNAL_NAME
from companion.wiring import LOG_NAME, start_table
from firmware_bridge.recording import BEGUN, OPENED, load


def test_a_table_is_started_in_the_background_and_outlives_its_starter(tmp_path):
    record = tmp_path / "evening.jsonl"
    told = Configuration(data=tmp_path / "table", seed=3, board="/dev/none", record=record)

    table = start_table(told)

    assert is_running(told.socket)
    assert int((told.data / "table.lock").read_text()) == table.pid
    assert os.getsid(table.pid) != os.getsid(0), "a terminal that closes does not end it"
    table.terminate()
    assert table.wait(DEADLINE_S) == 0
    assert "The table is ready" in (told.data / LOG_NAME).read_text()
    ((begun, *pieces),) = load(record)
    assert BEGUN == begun.way
    assert ("board", OPENED) == (pieces[0].device, pieces[0].way)


def test_two_starters_at_once_get_one_table(tmp_path):
    told = Configuration(data=tmp_path)
    other = table_process(tmp_path)

    started = start_table(told)

    assert is_running(told.socket)
    assert int((told.data / "table.lock").read_text()) in (started.pid, other.pid)
    for table in (started, other):
        table.terminate()
    assert sorted((started.wait(DEADLINE_S), ended(other)[0])) in ([0, EXIT_LOCKED], [-15, 0])


def test_a_table_that_does_not_start_says_why(tmp_path):
    with running_table(tmp_path):
        pass
    (tmp_path / JOURNAL_NAME).write_bytes(b"not a journal" * 1000)
    (tmp_path / COPY_NAME).unlink()

    with pytest.raises(TapbankError, match=JOURNAL_NAME) as caught:
        start_table(Configuration(data=tmp_path))

    assert caught.value.exit_code == EXIT_DATA
    assert not caught.value.sentence.startswith("tapbank")
