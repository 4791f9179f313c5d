"""What the table counts and how long it takes, kept in memory."""

from collections import Counter, deque
from collections.abc import Collection

from companion.protocol import Measured
from engine.events import Event, MoneyTransferred

SAMPLES_MAX = 10_000  # an evening of taps; older ones make room
STALL_MS = 1000.0  # a commit this long is told: three an evening mean a worn card


class Measures:
    """Counters since the table started."""

    def __init__(self) -> None:
        self.taps = 0
        self.rolls = 0
        self.commands = 0
        self.refusals = 0
        self.stalls = 0
        self._by_rule: Counter[str] = Counter()
        self._published_ms: deque[float] = deque(maxlen=SAMPLES_MAX)
        self._commit_ms: deque[float] = deque(maxlen=SAMPLES_MAX)

    def published(self, latency_ms: float) -> None:
        """Note the time from a device's noticing to the table's answering."""
        self._published_ms.append(latency_ms)

    def committed(self, commit_ms: float) -> None:
        """Note how long a transaction took."""
        self._commit_ms.append(commit_ms)
        self.stalls += commit_ms > STALL_MS

    def moved(self, events: Collection[Event]) -> None:
        """Count what moved money, by rule."""
        self._by_rule.update(
            str(event.reason) for event in events if isinstance(event, MoneyTransferred)
        )

    def measured(self, request_id: str, junk: int) -> Measured:
        """Return the counters as they stand; *junk* is what the board's line has counted."""
        return Measured(
            id=request_id,
            taps=self.taps,
            rolls=self.rolls,
            commands=self.commands,
            refusals=self.refusals,
            by_rule=dict(sorted(self._by_rule.items())),
            tap_to_published_ms=_percentiles(self._published_ms),
            commit_ms=_percentiles(self._commit_ms),
            stalls=self.stalls,
            junk=junk,
        )


def _percentiles(samples: Collection[float]) -> dict[str, float]:
    """Return `p50`, `p99` and `max` by the nearest rank; nothing where there are no samples."""
    if not samples:
        return {}
    ranked = sorted(samples)
    last = len(ranked) - 1
    return {
        "p50": round(ranked[round(0.50 * last)], 3),
        "p99": round(ranked[round(0.99 * last)], 3),
        "max": round(ranked[-1], 3),
    }
