"""What keeping and reading a journal takes: `./tapbank test tests/bench/bench_journal.py`."""

import os
import sqlite3
import time
from statistics import median

import pytest
from support.bot_games import setting
from support.long_journals import long_journal

from companion.editions import load_edition
from companion.journal.opening import Place, open_journal
from companion.journal.steps import Stamp, row_of
from companion.journal.store import JOURNAL_NAME, Store
from companion.simulate_games import SeededChance
from companion.timeline import Step, Timeline
from engine.bots import Bots
from engine.codec import decode_events, encode
from engine.corrections import SetCash
from engine.decide import decide_on
from engine.events import VERSION
from engine.evolve import evolve
from engine.ids import AccountId, PlayerId
from engine.phases import GameOver
from engine.simulate import opened

ADA = PlayerId(AccountId(0))
TURNS = 600
REPLAY_SHARE_MIN = 0.4  # of the speed of reading and decoding alone
ROUNDS = 60
COMMITS = 400
LINE = b"x" * 300 + b"\n"  # about as much as a command writes


@pytest.fixture(scope="module")
def played():
    """Return a game's start, the events of each command as a database holds them, and its end."""
    table, chance = setting(), SeededChance(1, 13)
    draft = opened(table, chance)
    start = draft.freeze()
    draft.events.clear()
    answer = Bots(draft, table.policies, chance).answer
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE kept (seq INTEGER PRIMARY KEY, events TEXT)")
    while draft.turns < TURNS and type(draft.phase) is not GameOver:
        assert decide_on(draft, answer(draft)) is None
        db.execute("INSERT INTO kept (events) VALUES (?)", (encode(tuple(draft.events)).decode(),))
        draft.events.clear()
    yield start, db, draft.freeze()
    db.close()


def read(db):
    rows = db.execute("SELECT events FROM kept ORDER BY seq")
    return [event for (text,) in rows for event in decode_events(text, VERSION)]


def spent_s(work):
    """Return the processor time that *work* takes."""
    began_s = time.process_time()
    work()
    return time.process_time() - began_s


def test_replay_is_not_much_slower_than_reading_and_decoding(played, tell):
    start, db, end = played
    assert end == evolve(start, read(db))
    count = len(read(db))

    # Turn by turn, so that both meet the same moods of the machine.
    times = [
        (spent_s(lambda: read(db)), spent_s(lambda: evolve(start, read(db))))
        for _round in range(ROUNDS)
    ]
    read_s, replay_s = map(min, zip(*times, strict=True))
    tell(
        f"{count:,} events: read {count / read_s:,.0f} a second, replayed "
        f"{count / replay_s:,.0f} a second, {read_s / replay_s:.2f} of it"
    )
    assert REPLAY_SHARE_MIN <= read_s / replay_s


def test_a_durable_command_beside_a_bare_synced_line(played, tmp_path, tell):
    start, _db, _end = played
    store, timeline = Store(tmp_path / JOURNAL_NAME), Timeline(start)
    bare_s, command_s = [], []
    file = os.open(tmp_path / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for number in range(COMMITS):
        began_s = time.perf_counter()
        os.write(file, LINE)
        os.fdatasync(file)
        bare_s.append(time.perf_counter() - began_s)
        began_s = time.perf_counter()
        append(store, timeline, number)
        command_s.append(time.perf_counter() - began_s)
    os.close(file)
    store.close()
    bare_ms, command_ms = 1000 * median(bare_s), 1000 * median(command_s)
    tell(
        f"p50 of {COMMITS}: a bare synced line {bare_ms:.3f} ms, "
        f"a durable command {command_ms:.3f} ms, {command_ms / bare_ms:.2f} times it"
    )
    assert store.head.seq == COMMITS


def append(store, timeline, number):
    """Decide a command, and make it durable."""
    step = timeline.decide_command(SetCash(ADA, 1000 + number % 7))
    assert isinstance(step, Step)
    timeline.adopt(step)
    stamp = Stamp(id=f"e-{number}", game="game-1", wall="2026-01-01T00:00:00.000+00:00")
    store.append([row_of(step, stamp)])


@pytest.mark.benchmark(group="opening")
@pytest.mark.parametrize("events", [2_000, 50_000])
def test_opening(benchmark, tmp_path, events):
    state = long_journal(tmp_path, events)

    def reopened():
        journal = open_journal(Place(tmp_path, has_reserve=False), load_edition("us"), "bench")
        journal.close()
        return journal.timeline.state

    assert state == benchmark.pedantic(reopened, rounds=5, warmup_rounds=1)
