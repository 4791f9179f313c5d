"""Three placements of known dice, and what each cell sees of them.

With 6 on top every cell but the centre sees body, with 1 on top the corners see pips and the
centre sees body; turned by a quarter, the two cells at the sides have both had their pip.
"""

from codebook import CELLS, CHANNEL_COUNT, OVERFLOW, PIP_BELOW, SEAT_A, SEATED_FROM
from micropython import const
from profiles import Profile

MARGIN_MIN = const(40)  # of 100; under 25 no roll would be read, and dirt and age need the rest
_DISTURBANCE = const(6)  # of 255: what sunlight, dirt and wear may add or take
_SEAT_DISTURBANCE = const(2)  # a seat only tells a die from the window
_WINDOW_MAX = const(60)  # brighter than any empty lane
_TOLD_APART = const(3)  # a pip changes a side cell three times as much as another place of the die
_CHANGED = const(8)  # of 255; less is noise
_B = const(1)
_D = const(3)
_E = const(4)


class Calibration:
    """What was seen so far; `left` counts the cells that have not had both colours."""

    def __init__(self):
        self._floor = None
        self._pips = [None] * CHANNEL_COUNT  # the lowest and highest level seen
        self._bodies = [None] * CHANNEL_COUNT

    def empty(self, levels):
        """Begin with the empty lane; return a code if it is not empty."""
        if len([level for level in levels if level > _WINDOW_MAX]) > 3:
            return "BUSY"
        self.__init__()
        self._floor = bytearray(levels)
        return None

    def top(self, levels, face, slots):
        """Take dice with this face, 6 or 1, on top; return a code if that cannot be so."""
        if self._floor is None:
            return "ORDER"
        for slot in slots:
            code = self._placed(levels, face, slot * CELLS)
            if code is not None:
                return code
            seat = SEAT_A + slot
            self._bodies[seat] = _widened(self._bodies[seat], levels[seat])
        return None

    def left(self):
        """Return how many cells have not had both a pip and the body over them."""
        count = 0
        for channel in range(OVERFLOW):
            if not self._is_known(channel):
                count += 1
        return count

    def margin(self):
        """Return (confidence 0 to 100 of the worst known channel when disturbed, the channel)."""
        worst = (100, None)
        for channel in range(OVERFLOW):
            if self._is_known(channel):
                margin = self._margin_of(channel)
                if worst[1] is None or margin < worst[0]:
                    worst = (margin, channel)
        return worst

    def profile(self):
        """Return what was learned; only when nothing is left."""
        pip = bytearray(self._floor)
        body = bytearray([255] * CHANNEL_COUNT)
        for channel in range(OVERFLOW):
            body[channel] = self._body_of(channel)
            if channel < SEAT_A:
                pip[channel] = _middle(self._pips[channel])
        return Profile(self._floor, pip, body)

    def _placed(self, levels, face, first):
        """Note one die; nothing is noted if it cannot lie as said."""
        if face == 6:
            pips = (_E,)
        elif self._bodies[first + _B] is None:
            return "ORDER"
        else:
            side = self._side_with_pip(levels, first)
            if side is None:
                return "UNCLEAR"
            pips = (0, 2, 5, 6, side)
        for cell in range(CELLS):
            seen = self._pips if cell in pips else self._bodies
            seen[first + cell] = _widened(seen[first + cell], levels[first + cell])
        return None

    def _side_with_pip(self, levels, first):
        """Tell which side cell has the pip of a six: the one that has changed."""
        b = abs(levels[first + _B] - self._bodies[first + _B][0])
        d = abs(levels[first + _D] - self._bodies[first + _D][0])
        if b > max(_CHANGED, _TOLD_APART * d):
            return _B
        if d > max(_CHANGED, _TOLD_APART * b):
            return _D
        return None

    def _is_known(self, channel):
        has_pip = channel >= SEAT_A or self._pips[channel] is not None
        return has_pip and self._bodies[channel] is not None

    def _body_of(self, channel):
        """Return the middle for a cell, the darkest for a seat: there brighter is only better."""
        span = self._bodies[channel]
        return span[0] if channel >= SEAT_A else _middle(span)

    def _margin_of(self, channel):
        is_seat = channel >= SEAT_A
        floor = self._floor[channel]
        pips = (floor, floor) if is_seat else self._pips[channel]
        bodies = self._bodies[channel]
        disturbance = _SEAT_DISTURBANCE if is_seat else _DISTURBANCE
        pip, body = _middle(pips), self._body_of(channel)
        if pip == body or (is_seat and body < floor):
            return 0
        if body > pip:
            worst_pip, worst_body = pips[1] + disturbance, bodies[0] - disturbance
        else:
            worst_pip, worst_body = pips[0] - disturbance, bodies[1] + disturbance
        pip_percent = (worst_pip - pip) * 100 // (body - pip)
        body_percent = (worst_body - pip) * 100 // (body - pip)
        limit = SEATED_FROM if is_seat else PIP_BELOW
        margin = (body_percent - limit) * 100 // (100 - limit)
        return max(0, min(margin, (limit - pip_percent) * 100 // limit))


def _widened(span, level):
    if span is None:
        return level, level
    return min(span[0], level), max(span[1], level)


def _middle(span):
    return (span[0] + span[1]) // 2
