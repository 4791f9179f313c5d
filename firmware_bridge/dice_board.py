"""A dice board on a port: its thread, its link, its cues."""

import time
from queue import Empty, Full, Queue

from firmware_bridge.cues import Cue
from firmware_bridge.errors import DeviceLostError
from firmware_bridge.link import Link
from firmware_bridge.recording import CLOSING, FROM_DEVICE, OPENED, TO_DEVICE, Tap, deaf
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.signals import Signal
from firmware_bridge.supervisor import Sink, SupervisedThread

NAME = "board"
CUES_MAX = 1000  # the thread takes them ten times a second; an acknowledgement lost is sent again


class DiceBoard:
    """Keep the dice board at *url* open; its signals go to *sink*, from its own thread.

    *tap* overhears its line.
    """

    def __init__(self, url: str, sink: Sink, *, tap: Tap = deaf) -> None:
        self._driver = _BoardDriver(url, sink, tap)
        self._thread = SupervisedThread(self._driver, sink)
        self.dropped_count = 0
        """How many cues were dropped because too many waited."""

    @property
    def alive_ns(self) -> int:
        """`time.monotonic_ns()` when the thread last came round; for a watchdog."""
        return self._thread.alive_ns

    @property
    def junk_count(self) -> int:
        """How many pieces of what the line brought were no message, since the start."""
        return self._driver.junk_count

    def start(self) -> None:
        """Open the board now, and again whenever it is lost."""
        self._thread.start()

    def stop(self) -> None:
        """Close the board for good, within a second."""
        self._thread.stop()

    def send(self, cue: Cue) -> None:
        """Pass a cue to the board; from any thread, never blocks.

        While the board is away an acknowledgement and the last light are kept, tones are not.
        """
        try:
            self._driver.cues.put_nowait(cue)
        except Full:
            self.dropped_count += 1
        self._driver.interrupt()


class _BoardDriver:
    """The board as its thread sees it."""

    name = NAME

    def __init__(self, url: str, sink: Sink, tap: Tap) -> None:
        self.cues: Queue[Cue] = Queue(CUES_MAX)
        self._sink = sink
        self._tap = tap
        self._held: list[Signal] = []
        self._port = SerialPort(url)
        self._link = Link(_now_ms())

    @property
    def detail(self) -> str | None:
        """Which board answers."""
        return self._link.detail

    @property
    def junk_count(self) -> int:
        """How many pieces of what came were no message."""
        return self._link.junk.total()

    def open(self) -> None:
        """Open the port and begin to greet."""
        now_ms = _now_ms()
        self._take_cues(now_ms)
        self._link.reopened(now_ms)
        self._tap(OPENED, at_ms=now_ms)
        self._held = []
        self._port.open()

    def step(self) -> None:
        """Write what is due, then wait a little for bytes."""
        now_ms = _now_ms()
        self._take_cues(now_ms)
        self._link.tick(now_ms)
        self._write(now_ms)
        self._tell_held()
        chunk = self._port.read()
        if chunk:
            now_ms = _now_ms()
            self._tap(FROM_DEVICE, chunk, now_ms)
            was_known = self.detail is not None
            self._held = self._link.receive(chunk, now_ms)
            if was_known:
                self._tell_held()
            self._write(now_ms)
        if self._link.lost_why is not None:
            raise DeviceLostError(self._link.lost_why)

    def close(self) -> None:
        """Close the port."""
        self._tap(CLOSING)
        self._port.close()

    def interrupt(self) -> None:
        """End the wait for bytes."""
        self._port.wake()

    def _take_cues(self, now_ms: int) -> None:
        while True:
            try:
                cue = self.cues.get_nowait()
            except Empty:
                return
            self._link.send(cue, now_ms)

    def _tell_held(self) -> None:
        """Pass signals on; those that came with the greeting wait a step, to follow `DeviceUp`."""
        held, self._held = self._held, []
        for signal in held:
            self._sink(signal)

    def _write(self, now_ms: int) -> None:
        data = self._link.outgoing()
        if data:
            self._tap(TO_DEVICE, data, now_ms)
            self._port.write(data)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
