"""Which channels can be trusted: judged over the empty lane and from roll to roll."""

from codebook import CELLS, CHANNEL_COUNT
from micropython import const

COVERED_ABOVE = const(3)  # more channels that see something are a die, or a hand
_CHECK_MS = const(1000)
_CHECKS = const(3)  # so often alike in a row before it counts: a hand passes
ROLLS_ALIKE_MAX = const(30)
SIDE_ROLLS_ALIKE_MAX = const(90)  # the side cells b and d see a pip in one roll of twelve
_SIDES = (1, 3)


class Health:
    """`bad` holds the channels on which no die is read."""

    def __init__(self):
        self.bad = set()
        self._streaks = bytearray(CHANNEL_COUNT)
        self._checked_ms = 0
        self._bits = [None, None]
        self._rolls_alike = bytearray(2 * CELLS)

    def test(self, levels, profile):
        """Judge the empty lane at once; return the bad channels, None if it is not empty."""
        bad = _out_of_band(levels, profile)
        if len(bad) > COVERED_ABOVE:
            return None
        self.bad.clear()
        self.bad.update(bad)
        return bad

    def idle(self, levels, profile, still_ms, now_ms):
        """Judge the lane while nothing moves, once a second; return [(channel, why)] if news."""
        if now_ms - self._checked_ms < _CHECK_MS:
            return []
        self._checked_ms = now_ms
        out = _out_of_band(levels, profile)
        if still_ms < _CHECK_MS or len(out) > COVERED_ABOVE:
            self._streaks[:] = bytearray(CHANNEL_COUNT)
            return []
        news = []
        for channel in range(CHANNEL_COUNT):
            is_bad = channel in out
            self._streaks[channel] = (
                self._streaks[channel] + 1 if is_bad != self._was(channel) else 0
            )
            if self._streaks[channel] < _CHECKS:
                continue
            self._streaks[channel] = 0
            if not is_bad:
                self.bad.discard(channel)
                news.append((channel, "BACK"))
            else:
                self.bad.add(channel)
                is_dark = levels[channel] < profile.band(channel)[0]
                news.append((channel, "DARK" if is_dark else "BRIGHT"))
        return news

    def rolled(self, slot, bits):
        """Take the pip bits of a die that counted; return the channels now alike for too long."""
        before, self._bits[slot] = self._bits[slot], bits
        stuck = []
        if before is None:
            return stuck
        for cell in range(CELLS):
            channel = slot * CELLS + cell
            if (before ^ bits) >> (CELLS - 1 - cell) & 1:
                self._rolls_alike[channel] = 0
                continue
            self._rolls_alike[channel] = min(254, self._rolls_alike[channel] + 1)
            limit = SIDE_ROLLS_ALIKE_MAX if cell in _SIDES else ROLLS_ALIKE_MAX
            if self._rolls_alike[channel] == limit:
                stuck.append(channel)
        return stuck

    def _was(self, channel):
        return channel in self.bad


def _out_of_band(levels, profile):
    out = []
    for channel in range(CHANNEL_COUNT):
        low, high = profile.band(channel)
        if not low <= levels[channel] <= high:
            out.append(channel)
    return out
