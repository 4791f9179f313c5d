"""The one user of pyserial: a port by path or URL, whose every failure is a `DeviceLostError`."""

import errno
import os
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, cast

import serial

from firmware_bridge.errors import DeviceLostError

BAUD = 115200
READ_WAIT_S = 0.05  # how late a due retry may be; a path is woken earlier, a socket cannot be
WRITE_WAIT_S = 1.0  # a peer that does not read blocks after 16 KB

_FAILURES = (serial.SerialException, OSError, termios.error, TypeError, ValueError)
# `in_waiting` of an unplugged port raises a bare OSError, flushing it `termios.error`, a port
# closed under a reader TypeError, and an address without a known scheme ValueError.


class _Port(Protocol):
    """What every kind of port of pyserial has; its published types leave half of it out."""

    baudrate: int
    timeout: float
    write_timeout: float
    exclusive: bool

    @property
    def in_waiting(self) -> int: ...
    def open(self) -> None: ...
    def read(self, size: int) -> bytes: ...
    def write(self, data: bytes) -> int | None: ...
    def close(self) -> None: ...


def locked_port(path: str, baud: int) -> serial.Serial:
    """Open the port at *path* for a library that does the rest; locked before it is set to *baud*.

    Raises:
        OSError: There is no such port now, or another program has it.
    """
    return serial.Serial(path, baud, timeout=READ_WAIT_S, exclusive=True)


class SerialPort:
    """A port that can be opened, read, written and closed by one thread, and woken by any.

    `url` is a device path, locked against a second user, or any address pyserial knows
    (`socket://host:port`, `rfc2217://host:port`).
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._serial: _Port | None = None
        self._wake_lock = threading.Lock()

    def open(self) -> None:
        """Open the port afresh, by its path or address.

        Raises:
            DeviceLostError: there is no such port now, or another program has it.
        """
        with _failures_named(at=self._url):
            port = cast("_Port", serial.serial_for_url(self._url, do_not_open=True))
            port.baudrate = BAUD
            port.timeout = READ_WAIT_S
            port.write_timeout = WRITE_WAIT_S
            if "://" not in self._url:
                port.exclusive = True
            port.open()
        self._serial = port

    def read(self) -> bytes:
        """Return what has come, waiting up to `READ_WAIT_S` for the first byte.

        Raises:
            DeviceLostError: the port is gone.
        """
        port = self._opened()
        with _failures_named("unplugged"):
            return port.read(max(1, port.in_waiting))

    def write(self, data: bytes) -> None:
        """Write all of *data*.

        Raises:
            DeviceLostError: the port is gone, or the peer has not read for `WRITE_WAIT_S`.
        """
        port = self._opened()
        with _failures_named("unplugged, or not reading"):
            port.write(data)

    def close(self) -> None:
        """Close the port whatever state it is in."""
        with self._wake_lock:
            port, self._serial = self._serial, None
            if port is None:
                return
            try:
                port.close()
            except _FAILURES:
                return  # gone already, which is what was wanted

    def wake(self) -> None:
        """End a waiting `read` early, where the port can."""
        with self._wake_lock:  # never into a descriptor that `close` has given back
            cancel = getattr(self._serial, "cancel_read", None)
            if cancel is None:
                return
            try:
                cancel()
            except _FAILURES:
                return  # the reader finds out by itself

    def _opened(self) -> _Port:
        if self._serial is None:
            message = "the port is closed"
            raise DeviceLostError(message)
        return self._serial


@contextmanager
def _failures_named(name: str = "", *, at: str = "") -> Iterator[None]:
    """Raise what fails as lost, by a *name* of ours or by the system's for the port *at*."""
    try:
        yield
    except _FAILURES as failure:
        raise DeviceLostError(name or _reason(failure, at)) from failure


def _reason(failure: Exception, at: str) -> str:
    """Return why, once: pyserial repeats the system's error in its own sentence."""
    number = getattr(failure, "errno", None)
    if number == errno.EAGAIN:
        return f"{at}: another program has it"
    return str(failure) if number is None else f"{at}: {os.strerror(number)}"
