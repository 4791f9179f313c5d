"""Events kept until the host has made them durable (DLP/1, "Exactly once")."""

import store
from micropython import const

QUEUE_MAX = const(24)  # a long outage fits; eight did not
_JOURNAL_AFTER_MS = const(100)  # in normal play an acknowledgement comes in 5 ms, flash is spared
_JOURNAL = "pending.json"
_ADVISORY = ("BTN", "CHANGED", "FAULT")


class Outbox:
    """The queue of events; the first is the one on the wire.

    An event is [boot, n, type, fields, moment it happened]. What waits longer than 100 ms is in
    flash too, with the boot id it was made under.
    """

    def __init__(self, boot, now_ms):
        self.boot = boot
        self.lost_count = 0
        self.flash_error_count = 0
        self._events = []
        self._made_count = 0
        self._journaled_count = 0  # how many of the events, from the first, are in flash
        for event_boot, n, kind, fields, age_s in store.read(_JOURNAL) or []:
            self._events.append([event_boot, n, kind, fields, now_ms - 1000 * age_s])
            self._journaled_count += 1

    def __len__(self):
        return len(self._events)

    def first(self):
        """Return the event to be acknowledged next, None if there is none."""
        return self._events[0] if self._events else None

    def has_roll(self):
        """Tell whether a roll waits for its acknowledgement."""
        for event in self._events:
            if event[2] == "ROLL":
                return True
        return False

    def add(self, kind, fields, now_ms):
        """Queue an event; on overflow the oldest advisory one is lost, else the oldest."""
        if len(self._events) == QUEUE_MAX:
            self._drop()
        self._made_count += 1
        self._events.append([self.boot, self._made_count, kind, fields, now_ms])

    def acknowledge(self, boot, n, now_ms):
        """Forget the first event if it is exactly this one; return its type, else None."""
        first = self.first()
        if first is None or first[0] != boot or first[1] != n:
            return None
        self._events.pop(0)
        if self._journaled_count:
            self._journaled_count -= 1
            self._save(self._events[: self._journaled_count], now_ms)
        return first[2]

    def step(self, now_ms):
        """Put into flash what has waited too long."""
        if self._journaled_count == len(self._events):
            return
        if now_ms - self._events[self._journaled_count][4] >= _JOURNAL_AFTER_MS:
            self._save(self._events, now_ms)
            self._journaled_count = len(self._events)

    def _drop(self):
        self.lost_count += 1
        index = 0
        for candidate in range(1, len(self._events)):  # the first may be on its way
            if self._events[candidate][2] in _ADVISORY:
                index = candidate
                break
        self._events.pop(index)
        if index < self._journaled_count:
            self._journaled_count -= 1

    def _save(self, events, now_ms):
        rows = [[e[0], e[1], e[2], e[3], max(0, now_ms - e[4]) // 1000] for e in events]
        try:
            store.write(_JOURNAL, rows)
        except OSError:
            self.flash_error_count += 1  # play goes on; INFO tells
