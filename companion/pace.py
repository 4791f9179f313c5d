"""How fast one client may speak: so many lines at once, and then so many a second."""

from collections.abc import Callable

BURST_LINES = 400  # a case file pasted at once
LINES_PER_S = 200  # far more than fingers, and little work for the table


class Pace:
    """A bucket of lines that fills up again with time; who empties it is read more slowly."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._left = float(BURST_LINES)
        self._at_s = now_s()

    @property
    def is_rested(self) -> bool:
        """Whether the whole burst may be said again."""
        return self._filled() >= BURST_LINES

    def take(self) -> float:
        """Take one line, and return the seconds until it is to be answered; 0: at once."""
        self._left, self._at_s = self._filled() - 1, self._now_s()
        return max(-self._left / LINES_PER_S, 0.0)

    def _filled(self) -> float:
        passed_s = self._now_s() - self._at_s
        return min(self._left + passed_s * LINES_PER_S, BURST_LINES)
