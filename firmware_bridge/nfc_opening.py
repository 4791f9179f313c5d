"""Opening and closing a reader with nfcpy, whatever state its port and its chip are in."""

import logging
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import nfc.clf
import nfc.clf.pn532
from nfc.clf import transport
from typing_extensions import override

from firmware_bridge.errors import DeviceLostError
from firmware_bridge.recording import FAILED, FROM_DEVICE, LINE, TO_DEVICE, Tap
from firmware_bridge.serial_port import locked_port

_LOG = logging.getLogger(__name__)
# What the library would complain of is told as `DeviceDown`.
logging.getLogger("nfc").setLevel(logging.CRITICAL)

_RESCUE_BAUDS: Final = (921600, 460800, 230400)  # what the driver may have left the chip at
_ANSWER_MS: Final = 100  # the chip answers within 15
_TO_115200: Final = bytearray.fromhex("5555000000000000000000 0000ff03fdd410041800")
_LIBRARY_FORM: Final = re.compile(r"(usb|tty|udp)(:|$)")
_ACR122U: Final = "nfc.clf.acr122"
_SAFE_PORT: Final = re.compile(r"/dev/[\w./:+-]+")  # the driver hands the port to a shell

LineOf = Callable[[str], Any]
"""Opens the line at a port as the library does."""


class _Line(transport.TTY):  # type: ignore[misc]  # nfcpy has no types
    """The library's line, locked against a second program, as a board's is."""

    @override
    def open(self, port: str, baudrate: int = 115200) -> None:
        self.close()
        self.tty = locked_port(port, baudrate)


plain_line: LineOf = _Line


class OpenReader:
    """A reader that answers: the library's *frontend*, and the line below it."""

    def __init__(self, path: str, frontend: Any, line: Any) -> None:  # noqa: ANN401 - nfcpy has no types
        self._path = path
        self.frontend = frontend
        self._line = line

    @property
    def detail(self) -> str:
        """Which chip answers where, for people."""
        return f"{self.frontend.device.chipset_name} at {self._path}"

    @property
    def is_pn532(self) -> bool:
        """Whether it is the chip whose own commands we know."""
        return type(self.frontend.device) is nfc.clf.pn532.Device

    @property
    def is_gone(self) -> bool:
        """Whether its device is no longer there."""
        return has_node(self._path) and not Path(self._path).exists()

    def close(self) -> None:
        """Let go of it whatever state it is in; where it is well its chip is slow again."""
        if not self.is_gone:
            try:
                self._keep_awake()
                self.frontend.close()
            except Exception as error:  # noqa: BLE001 - termios.error, for one, after an unplug
                _LOG.debug("%s does not close: %r", self._path, error)
        _let_go(self._line)

    def _keep_awake(self) -> None:
        """Let the library put no ACR122U to sleep: that one wakes by nothing but replugging."""
        device = self.frontend.device
        if type(device).__module__ == _ACR122U:
            device.chipset.power_down = lambda *_, **__: None


def has_node(path: str) -> bool:
    """Return whether *path* is one of the file system's, not the library's own `usb:…`."""
    return _LIBRARY_FORM.match(path) is None


def open_reader(path: str, line_of: LineOf = plain_line) -> OpenReader:
    """Open a reader, rescuing a chip that another process has left at a higher speed.

    Raises:
        DeviceLostError: there is no such device, or no reader answers on it.
    """
    try:
        return _opened(path, line_of)
    except DeviceLostError:
        raise
    except Exception as error:  # nfcpy lets OSError, IndexError, termios.error, assertions out
        why = f"{path}: {str(error) or type(error).__name__}"
        raise DeviceLostError(why) from error


def _opened(path: str, line_of: LineOf) -> OpenReader:
    frontend = nfc.clf.ContactlessFrontend()
    if not has_node(path):
        if not frontend.open(path):
            message = f"no reader at {path}: is it plugged in?"
            raise DeviceLostError(message)
        return OpenReader(path, frontend, frontend.device.chipset.transport)
    port = _port(path)
    try:
        line, device = _initialised(port, line_of)
    except Exception:
        if not _rescue(port, line_of):
            raise
        line, device = _initialised(port, line_of)
    device._path = path  # noqa: SLF001 - its finder would set it
    frontend.device = device
    return OpenReader(path, frontend, line)


def _initialised(port: str, line_of: LineOf) -> tuple[Any, Any]:
    """Open the PN532 at *port*; by path, as nfcpy's own search finds few names."""
    line = line_of(port)
    try:
        return line, nfc.clf.pn532.init(line)
    except Exception:
        _let_go(line)
        raise


class _TappedLine(_Line):
    """The line, overheard."""

    def __init__(self, port: str, tap: Tap) -> None:
        self._tap = tap
        tap(LINE)
        super().__init__(port)

    @override
    def read(self, timeout: int) -> bytearray:
        try:
            frame: bytearray = super().read(timeout)
        except Exception as error:
            self._tap(FAILED, type(error).__name__.encode())
            raise
        self._tap(FROM_DEVICE, bytes(frame))
        return frame

    @override
    def write(self, frame: bytearray) -> None:
        self._tap(TO_DEVICE, bytes(frame))
        super().write(frame)


def tapped_line(tap: Tap) -> LineOf:
    """Return what opens lines that *tap* overhears."""
    return lambda port: _TappedLine(port, tap)


def _port(path: str) -> str:
    port = os.path.realpath(path)  # the driver knows some ports by their real names
    if not Path(port).is_char_device():
        message = f"no device at {path}: is the reader plugged in?"
        raise DeviceLostError(message)
    if not _SAFE_PORT.fullmatch(port):
        message = f"{port} has signs a device path should not have"
        raise DeviceLostError(message)
    return port


def _rescue(port: str, line_of: LineOf) -> bool:
    """Bring a chip back to 115200 baud that was left at another speed; whether one was."""
    for baud in _RESCUE_BAUDS:
        line = line_of(port)
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
