"""Faults planted in the table and its journal, each put in for the time of one test."""

# ruff: noqa: D401, SLF001  # each says what is wrong, and is put where nobody reaches from outside
import time

import msgspec

from companion import service as service_module
from companion import table as table_module
from companion import timeline as timeline_module
from companion.flows import inputs
from companion.journal import books, opening, recovery, snapshots, steps, store, writer
from companion.protocol import Reply
from companion.table import Table
from engine import ledger


def ids_count_for_nothing(patch):
    """A request that comes twice is decided twice."""

    async def earlier(_table, _asked_id):
        return None

    patch.setattr(Table, "_earlier", earlier)


def ids_are_not_looked_up(patch):
    """What was recorded before is not known any more."""
    patch.setattr(store.Store, "find", lambda _store, _cmd_id: None)


def answers_come_before_the_disk(patch):
    """The writer reports a row, and only then writes it."""
    commit = writer.Writer._commit

    def early(self, epoch, items):
        report = self._report
        report(writer.Written(epoch, tuple(item.row for item in items), None, 0.0))
        self._report = lambda _written: None
        time.sleep(0.003)
        if self._queue.empty() or self._queue.queue[0] is not None:
            commit(self, epoch, items)
        self._report = report

    patch.setattr(writer.Writer, "_commit", early)


def signals_are_acknowledged_and_not_recorded(patch):
    """The board is told that a signal is durable which is nowhere."""
    note = Table.note

    async def noted(table, signal_id, source, *, kind="ignored", why=""):
        if source == "board":
            return True
        return await note(table, signal_id, source, kind=kind, why=why)

    patch.setattr(Table, "note", noted)


def boots_of_the_board_are_mixed_up(patch):
    """A throw is known by its number alone, which a board that starts anew uses again."""
    patch.setattr(inputs, "board_id", lambda signal: f"board:{signal.board}:{signal.n}")


def late_throws_are_told_again(patch):
    """A signal that came before is acted upon, under a name of its own."""
    original = service_module.Service._reliable

    async def reliable(self, signal):
        self._again = getattr(self, "_again", 0) + 1
        renamed = msgspec.structs.replace(signal, boot=f"{signal.boot}x{self._again}")
        if self._table.is_recorded(f"board:{signal.board}:{signal.boot}:{signal.n}"):
            await self._told(renamed, "board")
        await original(self, signal)

    patch.setattr(service_module.Service, "_reliable", reliable)


def stale_screens_act(patch):
    """What a screen had seen is not asked."""
    decide = Table._decide_command
    patch.setattr(
        Table,
        "_decide_command",
        lambda table, asked: decide(table, msgspec.structs.replace(asked, seen=None)),
    )


def undo_takes_one_too_many(patch):
    """Undo leads one command further back than was said."""
    undo = timeline_module.Timeline.undo
    patch.setattr(timeline_module.Timeline, "undo", lambda self, count=1: undo(self, count + 1))


def redo_brings_nothing_back(patch):
    """What undo took back is gone."""
    adopt = timeline_module.Timeline.adopt

    def adopting(self, step):
        adopt(self, step)
        self._mark = msgspec.structs.replace(self._mark, redoable=())

    patch.setattr(timeline_module.Timeline, "adopt", adopting)


def a_start_forgets_the_last_row(patch):
    """The fold leaves out what was recorded last in the game."""
    replay = steps.replay

    def short(rows, timeline, *rest):
        found = list(rows)
        last = max((n for n, row in enumerate(found) if row.kind in steps.IN_GAME), default=0)
        kept = [
            msgspec.structs.replace(row, kind="ignored") if last and n == last else row
            for n, row in enumerate(found)
        ]
        replay(kept, timeline, *rest)

    patch.setattr(opening, "replay", short)
    patch.setattr(opening, "is_balanced", lambda _balances, _state: True)


def rows_are_told_in_the_order_of_the_clock(patch):
    """The fold trusts the wall clock."""
    verified = recovery._verified

    def sorted_by_clock(path):
        found, rows = verified(path)
        return found, sorted(rows, key=lambda row: row.wall)

    patch.setattr(recovery, "_verified", sorted_by_clock)


def large_payments_are_one_too_much(patch):
    """The payee of more than a hundred gets one more in the postings."""
    legs = ledger.postings

    def wrong(events):
        return [
            msgspec.structs.replace(leg, amount=leg.amount + (leg.amount > 100))
            for leg in legs(events)
        ]

    patch.setattr(ledger, "postings", wrong)


def the_second_copy_is_left_behind(patch):
    """Rows are acknowledged that are in the journal alone."""
    patch.setattr(books.Books, "_append_home", lambda _books, _lines: None)


def states_are_kept_under_another_row(patch):
    """A state that is kept to spare the fold is the one of an earlier row."""
    keep, before = snapshots.keep, []

    def keeping(db, seq, state):
        before.append(state)
        keep(db, seq, before[-2] if len(before) > 1 else state)

    patch.setattr(table_module, "SNAPSHOT_ROWS", 2)
    patch.setattr(snapshots, "keep", keeping)
    patch.setattr(opening, "is_balanced", lambda _balances, _state: True)


def refusals_are_answered_as_done(patch):
    """A request that was refused is answered with yes when it comes again."""
    patch.setattr(
        table_module.Refusals,
        "of",
        lambda self, name: Reply(name, is_accepted=True, seq=1) if name in self._kept else None,
    )
