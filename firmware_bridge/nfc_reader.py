"""The one user of nfcpy: a reader's thread, from polls of its antenna to signals.

Built on the library's `sense`, not its `connect`: a poll is 25 ms, a tap is known as soon as its
number is, and errors come out. The library's own `close` cannot be trusted after an unplug; see
`_let_go`.
"""

import logging
import os
import re
import threading
import time
from pathlib import Path
from typing import Any, Final

import nfc.clf
import nfc.clf.pn532
from nfc.clf import transport

from firmware_bridge.errors import DeviceLostError
from firmware_bridge.presence import DEAD_TIME_S, PresenceTracker, Sighting
from firmware_bridge.supervisor import Sink, SupervisedThread

_LOG = logging.getLogger(__name__)
# What the library would complain of is told as `DeviceDown`.
logging.getLogger("nfc").setLevel(logging.CRITICAL)

POLL_S: Final = 0.05  # half of it is the mean wait for a tap; 20 polls take 4 % of a core
FELICA_EVERY_POLLS: Final = (
    4  # nothing at the table is FeliCa, but it should be named for what it is
)
FAILURES_MAX: Final = 3  # one damaged frame in a row of good ones is no reason to reopen
REOPEN_S: Final = 3600.0  # some boards go slow after hours without a tap
_RESCUE_BAUDS: Final = (921600, 460800, 230400)  # what the driver may have left the chip at
_ANSWER_MS: Final = 100  # the chip answers within 15
_LIST_TWO: Final = bytearray((2, 0))  # at most two targets, 106 kbit/s type A
_LIST_PASSIVE_TARGET: Final = 0x4A
_TO_115200: Final = bytearray.fromhex("5555000000000000000000 0000ff03fdd410041800")
_LIBRARY_FORM: Final = re.compile(r"(usb|tty|udp)(:|$)")
_SAFE_PORT: Final = re.compile(r"/dev/[\w./:+-]+")  # the driver hands the port to a shell


class NfcReader:
    """A reader in a thread of its own; *sink* gets its signals.

    *path* is a device path, a link to one, or nfcpy's own form (`usb:072f:2200`, `tty:USB0:pn532`).
    """

    def __init__(
        self, name: str, path: str, sink: Sink, *, dead_time_s: float = DEAD_TIME_S
    ) -> None:
        self._thread = SupervisedThread(
            ReaderDriver(name, path, sink, dead_time_s=dead_time_s), sink
        )

    @property
    def alive_ns(self) -> int:
        """`time.monotonic_ns()` when the thread last came round; for a watchdog."""
        return self._thread.alive_ns

    def start(self) -> None:
        """Start the thread; once in a life."""
        self._thread.start()

    def stop(self) -> None:
        """Close the reader, its chip back at its first speed, and end the thread."""
        self._thread.stop()


class ReaderDriver:
    """A reader as its supervisor sees it; polls every `POLL_S`."""

    def __init__(
        self,
        name: str,
        path: str,
        sink: Sink,
        *,
        dead_time_s: float = DEAD_TIME_S,
        reopen_s: float = REOPEN_S,
    ) -> None:
        self.name = name
        self.detail: str | None = None
        self._path = path
        self._has_node = _LIBRARY_FORM.match(path) is None
        self._sink = sink
        self._reopen_s = reopen_s
        self._tracker = PresenceTracker(name, dead_time_s)
        self._frontend: Any = None
        self._transport: Any = None
        self._interrupted = threading.Event()
        self._failure_count = 0
        self._poll_number = 0
        self._opened_s = 0.0

    def open(self) -> None:
        """Open the reader, rescuing a chip that another process has left at a higher speed.

        Raises:
            DeviceLostError: there is no such device, or no PN532 answers on it.
        """
        try:
            self._open()
        except DeviceLostError:
            raise
        except (
            Exception
        ) as error:  # nfcpy lets OSError, IndexError, termios.error and assertions out
            why = f"{self._path}: {str(error) or type(error).__name__}"
            raise DeviceLostError(why) from error
        self._failure_count = 0
        self._opened_s = time.monotonic()
        self.detail = f"{self._frontend.device.chipset_name} at {self._path}"

    def step(self) -> None:
        """Poll once and wait for the time of the next poll.

        Raises:
            DeviceLostError: the device is gone, or has failed `FAILURES_MAX` times in a row.
        """
        begun_s = time.monotonic()
        try:
            sightings = self._look()
        except Exception as error:  # noqa: BLE001 - see `open`; a poll that fails is classified below
            self._failed(error)
        else:
            self._failure_count = 0
            for signal in self._tracker.observe(sightings, time.monotonic_ns()):
                self._sink(signal)
        if self._tracker.is_empty and begun_s - self._opened_s > self._reopen_s:
            self.close()
            self.open()
        self._interrupted.wait(max(0.0, begun_s + POLL_S - time.monotonic()))

    def close(self) -> None:
        """Let go of the reader whatever state it is in."""
        if self._frontend is not None and not self._is_node_gone():
            try:
                self._frontend.close()
            except Exception as error:  # noqa: BLE001 - termios.error, for one, after an unplug
                _LOG.debug("%s does not close: %r", self.name, error)
        if self._transport is not None:
            _let_go(self._transport)
        self._frontend = self._transport = self.detail = None

    def interrupt(self) -> None:
        """End the wait between two polls."""
        self._interrupted.set()

    def _open(self) -> None:
        self._frontend = nfc.clf.ContactlessFrontend()
        if not self._has_node:
            if not self._frontend.open(self._path):
                message = f"no reader at {self._path}: is it plugged in?"
                raise DeviceLostError(message)
            self._transport = self._frontend.device.chipset.transport
            return
        port = self._port()
        try:
            self._frontend.device = self._initialised(port)
        except Exception:
            if not _rescue(port):
                raise
            self._frontend.device = self._initialised(port)

    def _initialised(self, port: str) -> Any:  # noqa: ANN401 - nfcpy has no types
        """Open the PN532 at *port*; by path, as nfcpy's own search finds few names."""
        line = transport.TTY(port)
        try:
            device = nfc.clf.pn532.init(line)
        except Exception:
            _let_go(line)
            raise
        self._transport = line
        device._path = self._path  # noqa: SLF001 - its finder would set it
        return device

    def _port(self) -> str:
        port = os.path.realpath(self._path)  # the driver knows some ports by their real names
        if not Path(port).is_char_device():
            message = f"no device at {self._path}: is the reader plugged in?"
            raise DeviceLostError(message)
        if not _SAFE_PORT.fullmatch(port):
            message = f"{port} has signs a device path should not have"
            raise DeviceLostError(message)
        return port

    def _look(self) -> list[Sighting]:
        """Return what lies on the antenna now."""
        self._poll_number += 1
        found = self._look_for_a()
        is_felica_due = self._poll_number % FELICA_EVERY_POLLS == 0 or self._tracker.holds("felica")
        if is_felica_due and not found:
            target = self._frontend.sense(nfc.clf.RemoteTarget("212F"))
            if target is not None:
                found.append(Sighting(_hex(target.sensf_res[1:9]), "felica"))
        return found

    def _look_for_a(self) -> list[Sighting]:
        device = self._frontend.device
        if type(device) is nfc.clf.pn532.Device and not self._tracker.is_empty:
            return self._look_for_two(device)
        target = self._frontend.sense(nfc.clf.RemoteTarget("106A"))
        if target is None or target.sdd_res is None:
            return []
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

    def _failed(self, error: Exception) -> None:
        """Count a failed poll; raise `DeviceLostError` where trying again is of no use."""
        _LOG.debug("poll of %s failed: %r", self.name, error)
        if self._is_node_gone():
            message = f"{self._path} is gone: plug the reader in"
            raise DeviceLostError(message) from error
        self._failure_count += 1
        if self._failure_count >= FAILURES_MAX:
            message = f"{self._path} does not answer: {str(error) or type(error).__name__}"
            raise DeviceLostError(message) from error

    def _is_node_gone(self) -> bool:
        return self._has_node and not Path(self._path).exists()


def _sighting(number: bytes, sel_res: int) -> Sighting:
    return Sighting(_hex(number), _tech(number, sel_res))


def _hex(number: bytes) -> str:
    return bytes(number).hex().upper()


def _tech(number: bytes, sel_res: int) -> str:
    """Say what a tag of type A claims to be, by its number and SEL_RES (AN10833)."""
    if len(number) == 4 and number[0] == 0x08:
        return "phone"
    if sel_res & 0x08:
        return "classic"
    return "ntag" if sel_res & 0x60 == 0 else "unknown"


def _rescue(port: str) -> bool:
    """Bring a chip back to 115200 baud that was left at another speed; whether one was."""
    for baud in _RESCUE_BAUDS:
        line = transport.TTY(port)
        try:
            line.open(port, baud)
            line.write(_TO_115200)
            if line.read(_ANSWER_MS) == nfc.clf.pn532.Chipset.ACK:
                line.read(_ANSWER_MS)
                line.write(nfc.clf.pn532.Chipset.ACK)
                line.tty.flush()
                time.sleep(0.002)  # the chip changes over within one
                return True
        except (OSError, IndexError) as error:  # nothing, or garbage, at this speed
            _LOG.debug("no PN532 at %s and %d baud: %r", port, baud, error)
        finally:
            _let_go(line)
    return False


def _let_go(line: Any) -> None:  # noqa: ANN401 - nfcpy has no types
    """Close the descriptor of a transport.

    The transport's own `close` flushes first, which raises after an unplug and leaves the
    descriptor open.
    """
    if (port := getattr(line, "tty", None)) is None:
        line.close()
        return
    line.tty = None
    port.close()
