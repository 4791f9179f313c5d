"""The real firmware on simulated hardware with a simulated clock, and the hands at its tray."""

from random import Random

from support.firmware import firmware_module

from hardware.emulator import optics

SCAN_MS = 10


class ResetError(Exception):
    """The firmware restarts itself."""


class SimulatedBoard:
    """Both a wire and the hands of a bench; the flash is the working directory."""

    def __init__(self):
        self._hal = _Hal()
        self._chance = Random(1)
        self._lay([])
        self._board = None
        self.cut_power()

    def now_s(self):
        return self._hal.clock_ms / 1000

    def read(self, seconds):
        until_ms = self._hal.clock_ms + max(SCAN_MS, round(1000 * seconds))
        while self._hal.clock_ms < until_ms and not self._hal.outgoing:
            self._step()
        said = bytes(self._hal.outgoing)
        self._hal.outgoing.clear()
        return said

    def write(self, data):
        self._hal.incoming += data

    def reopen(self):
        self._hal.outgoing.clear()

    def throw(self):
        self.lift()
        self._lay(optics.landed(optics.WHITE, [3, 4], self._chance))

    def lift(self):
        self._lay([])
        self._run(400)

    def cut_power(self):
        self._hal.boot_ms = self._hal.clock_ms
        self._hal.incoming.clear()
        self._board = firmware_module("board").Board(self._hal)

    def _lay(self, lane):
        self._hal.levels = bytes(level >> 8 for level in optics.levels_of(lane))

    def _run(self, duration_ms):
        until_ms = self._hal.clock_ms + duration_ms
        while self._hal.clock_ms < until_ms:
            self._step()

    def _step(self):
        try:
            self._board.step()
        except ResetError:
            self.cut_power()


class _Hal:
    """The pins, as the firmware sees them."""

    def __init__(self):
        self.clock_ms = 0
        self.boot_ms = 0
        self.incoming = bytearray()
        self.outgoing = bytearray()
        self.levels = bytes(17)

    def now_ms(self):
        return self.clock_ms - self.boot_ms

    def scan(self, levels, _knob):
        self.clock_ms += SCAN_MS
        levels[:] = self.levels
        return True

    def read(self):
        taken = bytes(self.incoming[:64])
        del self.incoming[:64]
        return taken

    def write(self, line):
        self.outgoing += line

    def buttons(self):
        return 0

    def tone(self, hertz):
        pass

    def light(self, buffer):
        pass

    def uid(self):
        return "E66141040311BEEF"

    def chance(self):
        return 0x2A2A

    def reset(self):
        raise ResetError
