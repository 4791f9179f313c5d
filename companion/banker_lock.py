"""Which clients have shown the banker's PIN, and have not been idle since."""

import asyncio
import math
import time
from collections.abc import Callable
from weakref import WeakKeyDictionary

import structlog

from companion.locales import _
from companion.pin import Pin

_log = structlog.get_logger()


class BankerLock:
    """Keeps each client from the banker's business until it brings his PIN, where there is one.

    A client is open for *idle_s* seconds from the PIN, and from each of the banker's acts.
    """

    def __init__(
        self, pin: Pin, idle_s: float, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._pin = pin
        self._idle_s = idle_s
        self._now_s = now_s
        self._turn = asyncio.Lock()
        self._open_until_s: WeakKeyDictionary[object, float] = WeakKeyDictionary()

    def is_closed_to(self, client: object) -> bool:
        """Return whether *client* must bring the PIN before it acts as the banker."""
        return self._pin.is_set and self._now_s() >= self._open_until_s.get(client, -math.inf)

    def note_act(self, client: object) -> None:
        """Count the idle time anew: the banker has just acted from *client*."""
        if client in self._open_until_s and not self.is_closed_to(client):
            self._open_until_s[client] = self._now_s() + self._idle_s

    async def open(self, client: object, pin: str) -> str:
        """Look at *pin* off the loop, one after the other; return why not, empty where it fits."""
        if not self._pin.is_set:
            return ""
        async with self._turn:
            fits = await asyncio.to_thread(self._pin.fits, pin)
        if fits:
            self._open_until_s[client] = self._now_s() + self._idle_s
            return ""
        self._open_until_s.pop(client, None)
        _log.warning("pin_refused", wait_s=self._pin.wait_s)
        sentence = _("That is not the banker's PIN; the next try counts in {count} s.")
        return sentence.format(count=self._pin.wait_s)


def closed() -> str:
    """Return what a client is told that has not brought the PIN, or was idle for too long."""
    return _(
        "That is the banker's alone: give the PIN (the line “pin”, or --pin-file), or use the card."
    )
