"""Buttons without bounce, and the knob's absolute position."""

from micropython import const

BUTTONS = ("yes", "no", "menu")
_BOUNCE_MS = const(20)
_STEPS_A_DETENT = const(4)
# The step from the two bits before (high) to the two bits now (low); a jump over one counts none.
_STEPS = (0, 1, -1, 0, -1, 0, 0, 1, 1, 0, 0, -1, 0, -1, 1, 0)


class Buttons:
    """Tell presses and releases once each, `_BOUNCE_MS` after the contact is steady."""

    def __init__(self):
        self._told = 0
        self._seen = 0
        self._since_ms = 0

    def step(self, pressed, now_ms):
        """Take the buttons as bits; return the fields of what changed, else None."""
        if pressed != self._seen:
            self._seen = pressed
            self._since_ms = now_ms
        changed = self._seen ^ self._told
        if not changed or now_ms - self._since_ms < _BOUNCE_MS:
            return None
        index = 0
        while not changed >> index & 1:
            index += 1
        self._told ^= 1 << index
        edge = "down" if self._told >> index & 1 else "up"
        return ("b", BUTTONS[index]), ("e", edge)


class Knob:
    """Count the detents of a quadrature knob; wraps like a 16-bit number."""

    def __init__(self):
        self._bits = 3  # both contacts open, as in a detent
        self._steps = 0

    def sample(self, bits):
        """Take both contacts as two bits; called often, also between two cells of a scan."""
        if bits != self._bits:
            self._steps += _STEPS[self._bits << 2 | bits]
            self._bits = bits

    def position(self):
        """Return the detents since the start, -32768 to 32767."""
        detents = (self._steps + _STEPS_A_DETENT // 2) // _STEPS_A_DETENT
        return ((detents + 0x8000) & 0xFFFF) - 0x8000
