"""What the table tells the service manager that runs it: ready, alive, ending.

Alive is said by the loop itself, so that a loop that stands still is noticed, and only while every
device's thread comes round: one that a USB driver never lets go can be had back by no means but a
restart. A storage that stalls does not hold it up. Without a manager nothing is said.
"""

import asyncio
import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress


class Supervision:
    """Datagrams to `$NOTIFY_SOCKET`, as systemd wants them of a service of `Type=notify`."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        usec = environment.get("WATCHDOG_USEC", "")
        self._ping_s = int(usec) / 1_000_000 / 3 if usec.isdecimal() and int(usec) else None

    def ready(self) -> None:
        """Say that clients can attach now."""
        self._say("READY=1")

    def ending(self) -> None:
        """Say that the table ends of its own will."""
        self._say("STOPPING=1")

    async def keep_alive(self, are_devices_alive: Callable[[], bool]) -> None:
        """Say three times as often as is asked that all runs, until cancelled."""
        while self._ping_s is not None:
            if are_devices_alive():
                self._say("WATCHDOG=1")
            await asyncio.sleep(self._ping_s)

    def _say(self, what: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.settimeout(0)  # a manager that is busy holds up no game
            manager.sendto(what.encode(), self._address)
