"""From levels to happenings: when dice lie still, what they show, when they are gone."""

from codebook import CHANNEL_COUNT, EMPTY, OVERFLOW, UNREADABLE, read_die
from micropython import const

SETTLE_MS = const(250)
_MOVED = const(16)  # of 255
_SLOTS = ("A", "B")


class Lane:
    """Watch the lane; a roll counts once, and only once the lane was seen empty before it.

    `settle_ms` is how long nothing may move. Unreadable dice are a fault after 4.8 times that
    (1.2 s), a missing die after 12 times (3 s), so that a nudge or a late die comes first.
    """

    def __init__(self, profile, bad_channels):
        self.profile = profile
        self.settle_ms = SETTLE_MS
        self.dice_wanted = 2
        self.bad_channels = bad_channels
        self._still = bytearray(CHANNEL_COUNT)
        self._still_since_ms = 0
        self._was_seen_empty = False
        self._counted = None
        self._fault = None

    def step(self, levels, now_ms):
        """Take one scan; return (type, fields) of what happened, else None."""
        if self._has_moved(levels):
            self._still[:] = levels
            self._still_since_ms = now_ms
        still_ms = self.still_ms(now_ms)
        slots = [read_die(levels, slot, self.profile, self.bad_channels) for slot in range(2)]
        has_extra = levels[OVERFLOW] > self.profile.dark_max[OVERFLOW]
        has_extra = has_extra and OVERFLOW not in self.bad_channels
        if not has_extra and slots[0][0] == slots[1][0] == EMPTY:
            return self._emptied() if 2 * still_ms >= self.settle_ms else None
        if still_ms < self.settle_ms:
            return None
        if self._counted is not None:
            return self._changed(slots)
        if has_extra:
            return self._faulted("EXTRA", "")
        return self._judged(slots, levels, still_ms)

    def still_ms(self, now_ms):
        """Return how long nothing has moved."""
        return now_ms - self._still_since_ms

    def _has_moved(self, levels):
        for channel in range(CHANNEL_COUNT):
            if abs(levels[channel] - self._still[channel]) > _MOVED:
                return True
        return False

    def _emptied(self):
        had_dice = self._counted is not None or self._fault is not None
        self._was_seen_empty = True
        self._counted = None
        self._fault = None
        return ("CLEAR", ()) if had_dice else None

    def _judged(self, slots, levels, still_ms):
        present = [slot for slot in range(2) if slots[slot][0] != EMPTY]
        for slot in present:
            if self._has_bad_channel(slot):
                return self._faulted("SENSOR", _SLOTS[slot])
            if slots[slot][0] == UNREADABLE:
                is_due = 5 * still_ms >= 24 * self.settle_ms
                return self._faulted("COCKED", _SLOTS[slot]) if is_due else None
        if len(present) > self.dice_wanted:
            return self._faulted("EXTRA", _SLOTS[1])
        if len(present) < self.dice_wanted or present[0] != 0:  # a lone die lies at the stop
            is_due = still_ms >= 12 * self.settle_ms
            return self._faulted("PARTIAL", _SLOTS[1 - present[0]]) if is_due else None
        return self._rolled([slots[slot] for slot in present], levels)

    def _rolled(self, dice, levels):
        arrival = 0 if self._was_seen_empty else 1
        self._counted = [die[0] for die in dice]
        self._was_seen_empty = False
        self._fault = None
        return "ROLL", (
            ("d", _listed(self._counted)),
            ("c", _listed([die[1] for die in dice])),
            ("b", _listed([die[2] for die in dice])),
            ("lv", hex_levels(levels)),
            ("st", arrival),
        )

    def _changed(self, slots):
        faces = [slot[0] for slot in slots if slot[0] != EMPTY]
        if faces == self._counted or UNREADABLE in faces or len(faces) != len(self._counted):
            return None
        self._counted = faces
        return "CHANGED", (("d", _listed(faces)),)

    def _faulted(self, why, slot):
        if self._fault == (why, slot):
            return None
        self._fault = (why, slot)
        return "FAULT", (("why", why), ("slot", slot))

    def _has_bad_channel(self, slot):
        for channel in self.bad_channels:
            if channel // 7 == slot or channel == 14 + slot:
                return True
        return False


def hex_levels(levels):
    """Return the levels as two hex digits each."""
    return "".join(["%02X" % level for level in levels])


def _listed(numbers):
    return ",".join([str(number) for number in numbers])
