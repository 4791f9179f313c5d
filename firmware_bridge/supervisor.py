"""One thread a device, which reopens it for ever and says when it came and went."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from firmware_bridge.errors import DeviceLostError
from firmware_bridge.signals import DeviceDown, DeviceUp, Signal

_LOG = logging.getLogger(__name__)

BACKOFF_S_MIN = 0.1  # a plug that wobbled is back at once
BACKOFF_S_MAX = 2.0  # people who plug a device in should not wait longer
STOP_S_MAX = 1.0  # leaving the program must not hang on a device

Sink = Callable[[Signal], None]
"""Takes a signal from the device's thread; must not block."""


class Driver(Protocol):
    """One device, as its thread sees it; only that thread calls these, but for `interrupt`."""

    @property
    def name(self) -> str:
        """`board` or the reader's name."""

    @property
    def detail(self) -> str | None:
        """What answers, for people; None while nothing has answered since `open`."""

    def open(self) -> None:
        """Open the device.

        Raises:
            DeviceLostError: it cannot be opened now.
        """

    def step(self) -> None:
        """Work for at most half a second, waiting included.

        Raises:
            DeviceLostError: it is gone; the supervisor closes and reopens it.
        """

    def close(self) -> None:
        """Let go of the device whatever state it is in; never raises."""

    def interrupt(self) -> None:
        """End a waiting `step` early; called from any thread, never blocks, never raises."""


class SupervisedThread:
    """Keep one device open and step it, from `start` to `stop`.

    `sink` gets `DeviceUp` and `DeviceDown` on changes only. The thread outlives every failure of
    the device and of its driver; the waits between tries double from `BACKOFF_S_MIN` to
    `BACKOFF_S_MAX` and start over once the device has answered.
    """

    def __init__(self, driver: Driver, sink: Sink) -> None:
        self._driver = driver
        self._sink = sink
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=driver.name, daemon=True)
        self._is_up: bool | None = None
        self._alive_ns = time.monotonic_ns()

    @property
    def alive_ns(self) -> int:
        """`time.monotonic_ns()` when the thread last came round; for a watchdog."""
        return self._alive_ns

    def start(self) -> None:
        """Start the thread; once in a life."""
        self._thread.start()

    def stop(self) -> None:
        """Close the device and end the thread, within `STOP_S_MAX`."""
        self._stopping.set()
        self._driver.interrupt()
        if self._thread.is_alive():
            self._thread.join(STOP_S_MAX)

    def _run(self) -> None:
        backoff_s = BACKOFF_S_MIN
        while not self._stopping.is_set():
            why = self._session()
            had_answered = self._driver.detail is not None
            self._driver.close()
            if self._stopping.is_set():
                return
            self._tell_down(why)
            if had_answered:
                backoff_s = BACKOFF_S_MIN
            self._wait(backoff_s)
            backoff_s = min(2 * backoff_s, BACKOFF_S_MAX)

    def _session(self) -> str:
        """Run the device until it is lost or the thread is stopped; return why it ended."""
        try:
            self._driver.open()
            while not self._stopping.is_set():
                self._tell_up()
                self._driver.step()
                self._alive_ns = time.monotonic_ns()
        except DeviceLostError as lost:
            return str(lost)
        except Exception as bug:
            # The last resort of the thread: a bug in one driver must not silence the device
            # for the rest of the evening. It is logged with its trace and the device reopened.
            _LOG.exception("driver %s failed", self._driver.name)
            return f"{type(bug).__name__}: {bug}"
        return "stopped"

    def _wait(self, seconds: float) -> None:
        self._stopping.wait(seconds)
        self._alive_ns = time.monotonic_ns()

    def _tell_up(self) -> None:
        detail = self._driver.detail
        if self._is_up is not True and detail is not None:
            self._is_up = True
            self._sink(DeviceUp(device=self._driver.name, detail=detail))

    def _tell_down(self, why: str) -> None:
        if self._is_up is not False:
            self._is_up = False
            try:
                self._sink(DeviceDown(device=self._driver.name, why=why))
            except Exception:
                _LOG.exception("nobody takes the signals of %s", self._driver.name)
