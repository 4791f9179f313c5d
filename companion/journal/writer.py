"""One thread commits, so that a stall of the storage holds up nothing but what waits for it."""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from companion.journal.rows import Row
from engine.state import State

QUEUE_ROWS_MAX = 256  # a stall of minutes at a table's pace
BATCH_ROWS_MAX = 64  # one transaction stays short
JOIN_S_MAX = 40.0  # above the longest wait for a busy file


class Appending(Protocol):
    """What makes rows durable, all or none: `Books`, or a `Store` alone."""

    def append(self, rows: Sequence[Row]) -> object:
        """Make *rows* durable; raise `TapbankError` where that fails."""

    def keep(self, seq: int, state: State) -> None:
        """Keep *state* as the one after row *seq*, so that it need not be folded."""


class _Item(msgspec.Struct, frozen=True):
    epoch: int
    row: Row
    state: State | None


class Written(msgspec.Struct, frozen=True):
    """How one transaction ended; a failure means that none of its rows is recorded."""

    epoch: int
    rows: tuple[Row, ...]
    failure: BaseException | None
    """`TapbankError`, or a fault of our own."""
    commit_ms: float


class Writer:
    """Append rows in the order they were put, as many as wait in one transaction.

    After a failure all rows of the same or an earlier epoch are refused with it: they were decided
    on a state that never came to be. `report` is called from the thread, once a transaction.
    """

    def __init__(self, books: Appending, report: Callable[[Written], object]) -> None:
        self._books = books
        self._report = report
        self._queue: queue.Queue[_Item | None] = queue.Queue(QUEUE_ROWS_MAX)
        self._failed_epoch = -1
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def put(self, epoch: int, row: Row, state: State | None = None) -> None:
        """Hand over a row, and the state after it where that is to be kept; never blocks.

        Raises:
            queue.Full: `QUEUE_ROWS_MAX` rows wait already.
        """
        self._queue.put_nowait(_Item(epoch, row, state))

    def close(self) -> None:
        """Commit what waits, and end the thread."""
        self._queue.put(None)
        self._thread.join(JOIN_S_MAX)

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            batch = [item]
            is_last = False
            while len(batch) < BATCH_ROWS_MAX and not self._queue.empty():
                if (following := self._queue.get_nowait()) is None:
                    is_last = True
                    break
                batch.append(following)
            for epoch in sorted({item.epoch for item in batch}):
                self._commit(epoch, [item for item in batch if item.epoch == epoch])
            if is_last:
                return

    def _commit(self, epoch: int, items: list[_Item]) -> None:
        began = time.monotonic()
        rows = tuple(item.row for item in items)
        failure = self._failure if epoch <= self._failed_epoch else None
        if failure is None:
            try:
                self._books.append(rows)
            except BaseException as error:  # noqa: BLE001  # the thread's top: told to the table, which raises it
                self._failure, self._failed_epoch = error, epoch
                failure = error
        self._report(Written(epoch, rows, failure, 1000 * (time.monotonic() - began)))
        for item in items:
            if item.state is not None and failure is None:
                self._books.keep(item.row.seq, item.state)
