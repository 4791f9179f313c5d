"""What the eight lamps show: the host's light, unless the dice have something to say."""

from micropython import const

LAMP_COUNT = const(8)
EFFECTS = ("solid", "pulse", "flash", "off")
_AMBER = (255, 96, 0)
_GREEN = (0, 255, 0)
_DARK = (0, 0, 0)
_GREEN_MS = const(400)
_PERIOD_MS = {"pulse": 1600, "flash": 500}


class Lamps:
    """Amber: settled but not safe with the host, or no host. A green flash: the game has it."""

    def __init__(self):
        self._colours = [_DARK] * LAMP_COUNT
        self._effect = "off"
        self._green_until_ms = 0

    def show(self, index, colour, effect):
        """Take the host's light for one lamp, or for all with index None."""
        for lamp in range(LAMP_COUNT) if index is None else (index,):
            self._colours[lamp] = colour
        self._effect = effect

    def confirm(self, now_ms):
        """Flash green: a roll is durable."""
        self._green_until_ms = now_ms + _GREEN_MS

    def render(self, buffer, is_waiting, now_ms):
        """Fill the buffer, green, red, blue a lamp, as the lamps take it."""
        for lamp in range(LAMP_COUNT):
            if is_waiting:
                colour = _AMBER
            elif now_ms < self._green_until_ms:
                colour = _GREEN
            else:
                colour = self._effected(self._colours[lamp], now_ms)
            buffer[3 * lamp] = colour[1]
            buffer[3 * lamp + 1] = colour[0]
            buffer[3 * lamp + 2] = colour[2]

    def _effected(self, colour, now_ms):
        if self._effect == "off":
            return _DARK
        if self._effect == "solid":
            return colour
        period_ms = _PERIOD_MS[self._effect]
        phase_ms = now_ms % period_ms
        if self._effect == "flash":
            return colour if 2 * phase_ms < period_ms else _DARK
        level = abs(2 * phase_ms - period_ms) * 255 // period_ms
        return tuple([part * level // 255 for part in colour])
