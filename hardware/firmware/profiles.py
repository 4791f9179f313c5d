"""What each cell sees of one set of dice, and the sets that this board has learned."""

import store
from codebook import CHANNEL_COUNT, OVERFLOW, SEAT_A
from micropython import const

SETS_MAX = const(8)
NAME_LENGTH_MAX = const(12)
NOMINAL = "nominal"
_FILE = "cal.json"
_DARK_RISE_MAX = const(16)  # of 255: brighter than the empty lane by more is a die
_BAND_RISE_MAX = const(12)  # a sound cell of the empty lane stays this close to what it was
_EXTRA_RISE = const(12)  # even a black die adds more over the overflow cell


class Profile:
    """Levels of 255 a channel: the empty lane, a pip, the body of a die.

    A seat knows no pips: its `pip` is the empty lane. Unless measured, all are the nominal ones
    of white dice with black pips.
    """

    def __init__(self, floor=None, pip=None, body=None):
        self.floor = bytearray([12] * CHANNEL_COUNT if floor is None else floor)
        self.pip = bytearray([47] * SEAT_A + [12] * 3 if pip is None else pip)
        self.body = bytearray([156] * SEAT_A + [144] * 3 if body is None else body)
        self.dark_max = bytearray(CHANNEL_COUNT)
        for channel in range(CHANNEL_COUNT):
            self.dark_max[channel] = self.floor[channel] + self._dark_rise(channel)

    def _dark_rise(self, channel):
        if channel == OVERFLOW:
            return _EXTRA_RISE
        lit = self.body[channel]
        if channel < SEAT_A:
            lit = min(lit, self.pip[channel])
        return max(1, min(_DARK_RISE_MAX, (lit - self.floor[channel]) // 2))

    def band(self, channel):
        """Return the lowest and highest level of a sound channel over the empty lane.

        The window reflects a little, so a channel that sees nothing at all is dead.
        """
        floor = self.floor[channel]
        return max(1, floor // 2), min(floor + _BAND_RISE_MAX, self.dark_max[channel])


class Profiles:
    """The learned sets, in flash, and the one in use."""

    def __init__(self):
        kept = store.read(_FILE)
        self._kept = kept if _is_sound(kept) else {"set": NOMINAL, "sets": {}}

    def names(self):
        """Return the names of the learned sets."""
        return sorted(self._kept["sets"])

    def in_use(self):
        """Return (name, margin, profile) of the set in use; the nominal one has no margin."""
        name = self._kept["set"]
        row = self._kept["sets"].get(name)
        if row is None:
            return NOMINAL, 0, Profile()
        return name, row[0], Profile(row[1], row[2], row[3])

    def use(self, name):
        """Take a learned set, or the nominal one, into use; False if there is none such."""
        if name != NOMINAL and name not in self._kept["sets"]:
            return False
        self._kept["set"] = name
        self._write()
        return True

    def keep(self, name, margin, profile):
        """Keep a set under a name and use it; False if there is no room."""
        sets = self._kept["sets"]
        if name not in sets and len(sets) == SETS_MAX:
            return False
        sets[name] = [margin, list(profile.floor), list(profile.pip), list(profile.body)]
        self._kept["set"] = name
        self._write()
        return True

    def drop(self, name):
        """Forget a set; False if there is none such."""
        if name not in self._kept["sets"]:
            return False
        del self._kept["sets"][name]
        self._write()
        return True

    def _write(self):
        store.write(_FILE, self._kept)


def is_name(text):
    """Tell whether a set may be called so: 1 to 12 of a-z, 0-9 and -, and not the nominal one."""
    for character in text:
        if character not in "abcdefghijklmnopqrstuvwxyz0123456789-":
            return False
    return 0 < len(text) <= NAME_LENGTH_MAX and text != NOMINAL


def _is_sound(kept):
    """Tell whether a file holds what `keep` wrote: nothing else may judge dice."""
    if not isinstance(kept, dict) or not isinstance(kept.get("sets"), dict) or "set" not in kept:
        return False
    for row in kept["sets"].values():
        if not isinstance(row, list) or len(row) != 4:
            return False
        for levels in row[1:]:
            if not isinstance(levels, list) or len(levels) != CHANNEL_COUNT:
                return False
            for level in levels:
                if not isinstance(level, int) or not 0 <= level <= 255:
                    return False
        for channel in range(SEAT_A + 2):
            if row[2][channel] == row[3][channel]:
                return False
    return True
