"""Shared by the tests of the reader: signals to wait for, and the library opened by path."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nfc.clf
import nfc.clf.pn532
from nfc.clf import transport

from firmware_bridge.signals import Signal

DEADLINE_S = 10.0


class Signals:
    """A sink that keeps all it is given and lets a test wait for what it expects."""

    def __init__(self) -> None:
        self._signals: list[Signal] = []
        self._changed = threading.Condition()

    def __call__(self, signal: Signal) -> None:
        with self._changed:
            self._signals.append(signal)
            self._changed.notify_all()

    def all(self, kind: type | None = None) -> list[Signal]:
        """Those of *kind* so far, in order."""
        with self._changed:
            return [each for each in self._signals if kind is None or isinstance(each, kind)]

    def wait(self, kind: type, count: int = 1) -> list[Signal]:
        """Those of *kind*, once there are *count*."""

        def enough() -> bool:
            return sum(isinstance(each, kind) for each in self._signals) >= count

        with self._changed:
            is_there = self._changed.wait_for(enough, DEADLINE_S)
            assert is_there, f"no {count} {kind.__name__} in {self._signals}"
        return self.all(kind)


def opened(path: Path) -> Any:
    """Return the library's frontend on the reader at *path*, by its real PN532 driver."""
    line = transport.TTY(os.path.realpath(path))
    device = nfc.clf.pn532.init(line)
    device._path = str(path)  # noqa: SLF001 - its finder would set it
    frontend = nfc.clf.ContactlessFrontend()
    frontend.device = device
    return frontend


@contextlib.contextmanager
def frontend(path: Path) -> Iterator[Any]:
    """Give the same, closed at the end."""
    clf = opened(path)
    try:
        yield clf
    finally:
        clf.close()


def until(condition: Callable[[], bool]) -> None:
    """Wait for *condition*, at most `DEADLINE_S`."""
    event = threading.Event()
    for _ in range(int(DEADLINE_S / 0.02)):
        if condition():
            return
        event.wait(0.02)
    raise AssertionError(condition)
