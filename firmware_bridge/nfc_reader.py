"""A reader's thread, from polls of its antenna to signals, and jobs between two polls.

Built on nfcpy's `sense`, not its `connect`: a poll is 25 ms, a tap is known as soon as its number
is, and errors come out.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from queue import Empty, Full, Queue
from typing import Any, Final

import nfc.clf
import nfc.tag

from firmware_bridge.card_jobs import CardError, Job, run_job
from firmware_bridge.errors import DeviceLostError
from firmware_bridge.nfc_opening import LineOf, OpenReader, open_reader, plain_line, tapped_line
from firmware_bridge.presence import DEAD_TIME_S, PresenceTracker, Sighting, TagSignal
from firmware_bridge.recording import CLOSING, OPENED, Tap, deaf
from firmware_bridge.signals import TagPresented, TagRead, TagRemoved
from firmware_bridge.supervisor import Sink, SupervisedThread
from firmware_bridge.type2 import UnreadableTagError, read_message

_LOG = logging.getLogger(__name__)

POLL_S: Final = 0.05  # half of it is the mean wait for a tap; 20 polls take 4 % of a core
FELICA_EVERY_POLLS: Final = (
    4  # nothing at the table is FeliCa, but it should be named for what it is
)
FAILURES_MAX: Final = 3  # one damaged frame in a row of good ones is no reason to reopen
READS_MAX: Final = 4  # tries to read a card; a bad cable spoils one in fifty frames
READ_WAIT_S: Final = 0.02  # a tag answers within 5 ms, and 60 pages take 20 on the air
REOPEN_S: Final = 3600.0  # some boards go slow after hours without a tap
JOBS_MAX: Final = 16  # more cards than lie on any table's reader
READABLE: Final = "ntag"
_LIST_TWO: Final = bytearray((2, 0))  # at most two targets, 106 kbit/s type A
_LIST_PASSIVE_TARGET: Final = 0x4A


class NfcReader:
    """A reader in a thread of its own; *sink* gets its signals.

    *path* is a device path, a link to one, or nfcpy's own form (`usb:072f:2200`, `tty:USB0:pn532`).
    *tap* overhears the line of a reader on a path.
    """

    def __init__(
        self,
        name: str,
        path: str,
        sink: Sink,
        *,
        dead_time_s: float = DEAD_TIME_S,
        tap: Tap = deaf,
    ) -> None:
        line_of = plain_line if tap is deaf else tapped_line(tap)
        self._driver = ReaderDriver(
            name, path, sink, dead_time_s=dead_time_s, line_of=line_of, tap=tap
        )
        self._thread = SupervisedThread(self._driver, sink)

    @property
    def alive_ns(self) -> int:
        """`time.monotonic_ns()` when the thread last came round; for a watchdog."""
        return self._thread.alive_ns

    def start(self) -> None:
        """Start the thread; once in a life."""
        self._thread.start()

    def submit(self, job: Job) -> "Future[bool]":
        """Have a job done on a card that lies on the reader; from any thread, never blocks.

        The future holds its result, or a `CardError`.
        """
        return self._driver.submit(job)

    def stop(self) -> None:
        """Close the reader, its chip back at its first speed, and end the thread."""
        self._thread.stop()
        self._driver.give_up_jobs()


class ReaderDriver:
    """A reader as its supervisor sees it; polls every `POLL_S`."""

    def __init__(  # noqa: PLR0913 - all but the first three have a good default
        self,
        name: str,
        path: str,
        sink: Sink,
        *,
        dead_time_s: float = DEAD_TIME_S,
        reopen_s: float = REOPEN_S,
        line_of: LineOf = plain_line,
        tap: Tap = deaf,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.name = name
        self.detail: str | None = None
        self._path = path
        self._sink = sink
        self._reopen_s = reopen_s
        self._line_of = line_of
        self._tap = tap
        self._now_ns = now_ns
        self._tracker = PresenceTracker(name, dead_time_s)
        self._reader: OpenReader | None = None
        self._jobs: Queue[tuple[Job, Future[bool]]] = Queue(JOBS_MAX)
        self._unread: dict[str, int] = {}
        self._active_uid: str | None = None
        self._interrupted = threading.Event()
        self._failure_count = 0
        self._poll_number = 0
        self._opened_s = 0.0

    def open(self) -> None:
        """Open the reader.

        Raises:
            DeviceLostError: there is no such device, or no reader answers on it.
        """
        self._tap(OPENED)
        self._reader = open_reader(self._path, self._line_of)
        self._active_uid = None
        self._failure_count = 0
        self._opened_s = self._now_s()
        self.detail = self._reader.detail

    def step(self) -> None:
        """Poll once, read what is new, do one job, and wait for the time of the next poll.

        Raises:
            DeviceLostError: the device is gone, or has failed `FAILURES_MAX` times in a row.
        """
        begun_s = self._now_s()
        try:
            self._poll()
        except Exception as error:  # noqa: BLE001 - nfcpy lets out whatever goes wrong in it
            self._failed(error)
        else:
            self._failure_count = 0
        self._work()
        is_idle = self._tracker.is_empty and self._jobs.empty()
        if is_idle and self._may_go_slow and begun_s - self._opened_s > self._reopen_s:
            self.close()
            self.open()
        self._interrupted.wait(max(0.0, begun_s + POLL_S - self._now_s()))

    def close(self) -> None:
        """Let go of the reader whatever state it is in."""
        if self._reader is not None:
            self._tap(CLOSING)
            self._reader.close()
        self._reader = self.detail = None

    def interrupt(self) -> None:
        """End the wait between two polls."""
        self._interrupted.set()

    def submit(self, job: Job) -> "Future[bool]":
        """Queue a job; see `NfcReader.submit`."""
        future: Future[bool] = Future()
        try:
            self._jobs.put_nowait((job, future))
        except Full:
            future.set_exception(CardError("busy"))
        return future

    def give_up_jobs(self) -> None:
        """Let the jobs that wait fail: nobody will do them."""
        while (waiting := self._next_job()) is not None:
            waiting[1].set_exception(CardError("reader"))

    @property
    def _may_go_slow(self) -> bool:
        """Whether this is such a board; USB readers are better left open."""
        return self._reader is not None and self._reader.is_pn532

    def _now_s(self) -> float:
        return self._now_ns() / 1e9

    @property
    def _frontend(self) -> Any:  # noqa: ANN401 - nfcpy has no types
        assert self._reader is not None, "a step follows an open"
        return self._reader.frontend

    def _poll(self) -> None:
        signals = self._tracker.observe(self._look(), self._now_ns())
        for signal in signals:
            if isinstance(signal, TagRemoved) and self._unread.pop(signal.uid, 0):
                self._tell_read(signal.uid, b"", "gone")
            self._sink(signal)
            if isinstance(signal, TagPresented) and signal.tech == READABLE:
                self._unread[signal.uid] = READS_MAX
        self._read(signals)

    # What lies there.

    def _look(self) -> list[Sighting]:
        """Return what lies on the antenna now."""
        self._poll_number += 1
        self._active_uid = None
        found = self._look_for_a()
        is_felica_due = self._poll_number % FELICA_EVERY_POLLS == 0 or self._tracker.holds("felica")
        if is_felica_due and not found:
            target = self._frontend.sense(nfc.clf.RemoteTarget("212F"))
            if target is not None:
                found.append(Sighting(_hex(target.sensf_res[1:9]), "felica"))
        return found

    def _look_for_a(self) -> list[Sighting]:
        assert self._reader is not None, "a step follows an open"
        if self._reader.is_pn532 and not self._tracker.is_empty:
            return self._look_for_two(self._frontend.device)
        target = self._frontend.sense(nfc.clf.RemoteTarget("106A"))
        if target is None or target.sdd_res is None:
            return []
        self._active_uid = _hex(target.sdd_res)
        return [_sighting(target.sdd_res, target.sel_res[0])]

    @staticmethod
    def _look_for_two(device: Any) -> list[Sighting]:  # noqa: ANN401 - nfcpy has no types
        """Both tags where one lies already: `sense` would only ever show one of them."""
        device.mute()
        answer = device.chipset.command(_LIST_PASSIVE_TARGET, _LIST_TWO, timeout=1.0)
        device.mute()
        sightings, rest = [], answer[1:]
        for _ in range(answer[0]):
            sel_res, end = rest[3], 5 + rest[4]
            sightings.append(_sighting(rest[5:end], sel_res))
            rest = rest[end:]
        return sightings

    # What it holds.

    def _read(self, signals: Iterable[TagSignal]) -> None:
        """Read the cards that are new; those whose reading failed are tried again each poll."""
        gone = {signal.uid for signal in signals if isinstance(signal, TagRemoved)}
        for uid in [uid for uid in self._unread if uid not in gone]:
            self._unread[uid] -= 1
            try:
                octets = self._message(uid)
            except UnreadableTagError:
                self._tell_read(uid, b"", "unreadable")
            except nfc.clf.CommunicationError as error:
                _LOG.debug("%s was not read: %r", uid, error)
                if self._unread[uid] <= 0:
                    self._tell_read(uid, b"", "unreadable")
            else:
                self._tell_read(uid, octets, "")

    def _message(self, uid: str) -> bytes:
        """Return the message of the tag, by as few commands as may be."""
        if self._active_uid != uid:
            self._select(uid)
        try:
            return read_message(lambda frame: bytes(self._frontend.exchange(frame, READ_WAIT_S)))
        finally:
            self._active_uid = None

    def _select(self, uid: str) -> Any:  # noqa: ANN401 - nfcpy has no types
        number = bytearray.fromhex(uid)
        target = self._frontend.sense(nfc.clf.RemoteTarget("106A", sel_req=number))
        if target is None:
            raise nfc.clf.TimeoutError
        return target

    def _tell_read(self, uid: str, octets: bytes, fault: str) -> None:
        self._unread.pop(uid, None)
        self._sink(TagRead(self.name, uid, octets, fault, self._now_ns()))

    # What is asked for.

    def _work(self) -> None:
        """Do one job; polls go on after it."""
        waiting = self._next_job()
        if waiting is None:
            return
        job, future = waiting
        try:
            is_protected = run_job(job, lambda: self._activated(job.uid))
        except CardError as error:
            future.set_exception(error)
        except nfc.tag.TagCommandError as error:
            is_gone = error.errno == nfc.tag.TIMEOUT_ERROR
            future.set_exception(CardError("gone" if is_gone else "refused"))
        except Exception as error:  # noqa: BLE001 - see `step`
            future.set_exception(CardError("reader"))
            self._failed(error)
        else:
            future.set_result(is_protected)

    def _next_job(self) -> "tuple[Job, Future[bool]] | None":
        """Return the next job that nobody has called off."""
        while True:
            try:
                job, future = self._jobs.get_nowait()
            except Empty:
                return None
            if future.set_running_or_notify_cancel():
                return job, future

    def _activated(self, uid: str) -> Any:  # noqa: ANN401 - nfcpy has no types
        try:
            tag = nfc.tag.activate(self._frontend, self._select(uid))
        except nfc.clf.CommunicationError as error:
            raise CardError("gone") from error
        if tag is None:
            raise CardError("gone")
        return tag

    def _failed(self, error: Exception) -> None:
        """Count a failure; raise `DeviceLostError` where trying again is of no use."""
        _LOG.debug("poll of %s failed: %r", self.name, error)
        if self._reader is not None and self._reader.is_gone:
            message = f"{self._path} is gone: plug the reader in"
            raise DeviceLostError(message) from error
        self._failure_count += 1
        if self._failure_count >= FAILURES_MAX:
            message = f"{self._path} does not answer: {str(error) or type(error).__name__}"
            raise DeviceLostError(message) from error


def _sighting(number: bytes, sel_res: int) -> Sighting:
    return Sighting(_hex(number), _tech(number, sel_res))


def _hex(number: bytes) -> str:
    return bytes(number).hex().upper()


def _tech(number: bytes, sel_res: int) -> str:
    """Say what a tag of type A claims to be, by its number and SEL_RES (AN10833)."""
    if len(number) == 4 and number[0] == 0x08:
        return "phone"
    if sel_res & 0x20:
        return "transit"
    if sel_res & 0x08:
        return "classic"
    return READABLE if sel_res & 0x60 == 0 else "unknown"
