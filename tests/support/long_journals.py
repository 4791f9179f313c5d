"""Long games as journals on disk, written fast: their durability is not what is asked of them."""

import random
from pathlib import Path

from support.games import next_command

from companion.editions import load_edition
from companion.journal.second_copy import COPY_NAME, SecondCopy
from companion.journal.snapshots import SNAPSHOT_ROWS
from companion.journal.steps import Stamp, row_of
from companion.journal.store import JOURNAL_NAME, Store
from companion.timeline import Step, Timeline
from engine.commands import OpenGame
from engine.corrections import SetCash
from engine.ids import AccountId, Money, PlayerId
from engine.state import State, new_state

POOR, RICH = 800, Money(4000)


def long_journal(folder: Path, event_count: int, seed: int = 1) -> State:
    """Write the journal of one game with that many events, and its copy; return where it stands.

    The banker keeps everybody rich, so that the game does not end; now and then some is taken back.
    """
    edition, source = load_edition("us"), random.Random(seed)
    timeline, written = Timeline(new_state(edition)), 0
    store = Store(folder / JOURNAL_NAME)
    store.db.execute("PRAGMA synchronous = OFF")
    rows = []
    while written < event_count:
        step = _next_step(timeline, source)
        timeline.adopt(step)
        written += len(step.events)
        stamp = Stamp(
            id=f"long-{timeline.seq}", game="game-1", wall="2026-01-01T00:00:00.000+00:00"
        )
        rows.append(row_of(step, stamp))
        if timeline.seq % SNAPSHOT_ROWS == 0:
            store.append(rows)
            store.keep(timeline.seq, timeline.state)
            rows.clear()
    store.append(rows)
    copy = SecondCopy(folder / COPY_NAME, 0)
    copy.refill(store.rows_after(0))
    copy.close()
    store.close()
    return timeline.state


def _next_step(timeline: Timeline, source: random.Random) -> Step:
    if timeline.seq == 0:
        command = OpenGame(load_edition("us"))
    elif timeline.seq % 40 == 0 and isinstance(step := timeline.undo(2), Step):
        return step
    else:
        state = timeline.state
        poor = [p for p, cash in enumerate(state.cash) if cash < POOR and not state.is_out[p]]
        command = next_command(state, source)
        if poor and state.turns:
            command = SetCash(PlayerId(AccountId(poor[0])), RICH)
    step = timeline.decide_command(command)
    assert isinstance(step, Step), (command, step)
    return step
