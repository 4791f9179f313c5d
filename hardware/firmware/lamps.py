"""What the eight lamps show: the host's light, unless the dice have something to say."""

from micropython import const

LAMP_COUNT = const(8)
EFFECTS = ("solid", "pulse", "flash", "walk", "off")
_AMBER = (255, 96, 0)
_GREEN = (0, 255, 0)
_DARK = (0, 0, 0)
_GREEN_MS = const(400)
_PERIOD_MS = {"pulse": 1600, "flash": 500}
_STEP_MS = const(250)  # how long a walking light stands at a lamp
_WALK_MS = const(2000)  # past all lamps
_TEST_COLOURS = ((255, 0, 0), _GREEN, (0, 0, 255))


class Lamps:
    """Amber: settled but not safe with the host, or no host. A green flash: the game has it."""

    def __init__(self):
        self._colours = [_DARK] * LAMP_COUNT
        self._effect = "off"
        self._green_until_ms = 0
        self._test_since_ms = None
        self.brightness = 255

    def show(self, index, colour, effect):
        """Take the host's light for one lamp, or for all with index None."""
        for lamp in range(LAMP_COUNT) if index is None else (index,):
            self._colours[lamp] = colour
        self._effect = effect

    def confirm(self, now_ms):
        """Flash green: a roll is durable."""
        self._green_until_ms = now_ms + _GREEN_MS

    def test(self, now_ms):
        """Walk red, green and blue past all lamps, for six seconds, whatever else is to be said."""
        self._test_since_ms = now_ms

    def render(self, buffer, is_waiting, now_ms):
        """Fill the buffer, green, red, blue a lamp, as the lamps take it."""
        tested = self._test_colour(now_ms)
        for lamp in range(LAMP_COUNT):
            if tested is not None:
                colour = tested if _is_passing(lamp, now_ms - self._test_since_ms) else _DARK
            elif is_waiting:
                colour = _AMBER
            elif now_ms < self._green_until_ms:
                colour = _GREEN
            else:
                colour = self._effected(lamp, now_ms)
            buffer[3 * lamp] = colour[1] * self.brightness // 255
            buffer[3 * lamp + 1] = colour[0] * self.brightness // 255
            buffer[3 * lamp + 2] = colour[2] * self.brightness // 255

    def _test_colour(self, now_ms):
        if self._test_since_ms is None:
            return None
        index = (now_ms - self._test_since_ms) // _WALK_MS
        if index < len(_TEST_COLOURS):
            return _TEST_COLOURS[index]
        self._test_since_ms = None
        return None

    def _effected(self, lamp, now_ms):
        colour = self._colours[lamp]
        if self._effect == "off":
            return _DARK
        if self._effect == "solid":
            return colour
        if self._effect == "walk":
            return colour if _is_passing(lamp, now_ms) else _DARK
        period_ms = _PERIOD_MS[self._effect]
        phase_ms = now_ms % period_ms
        if self._effect == "flash":
            return colour if 2 * phase_ms < period_ms else _DARK
        level = abs(2 * phase_ms - period_ms) * 255 // period_ms
        return tuple([part * level // 255 for part in colour])


def _is_passing(lamp, walked_ms):
    return walked_ms % _WALK_MS // _STEP_MS == lamp
