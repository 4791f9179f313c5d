"""The board's `machine` module under CPython, and the memory that it shares with the emulator."""

import mmap
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from hardware.emulator.wiring import SHARED_BYTES, Shared, machine_names

RESET_STATUS = 3  # how the process ends when the firmware resets itself
SLEEP_US_MIN = 2000  # shorter sleeps are saved up: waking a process costs more than they last


class MappedFile:
    """A small file as memory that two processes share."""

    def __init__(self, path: Path) -> None:
        descriptor = os.open(path, os.O_RDWR)
        try:
            self._map = mmap.mmap(descriptor, SHARED_BYTES)
        finally:
            os.close(descriptor)

    def get(self, at: int, count: int) -> bytes:
        """Return *count* bytes."""
        return self._map[at : at + count]

    def put(self, at: int, data: bytes) -> None:
        """Replace bytes."""
        self._map[at : at + len(data)] = data

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()


def install(shared: Shared, uid: bytes, seed: int) -> None:
    """Make `import machine` and `import micropython` work, and give `time` its ticks."""
    _module("machine", reset=_reset, **machine_names(shared, uid, seed, lambda: None))
    _module("micropython", const=lambda value: value)
    for name, value in _ticks().items():
        setattr(time, name, value)


def _module(name: str, **names: object) -> None:
    module = ModuleType(name)
    vars(module).update(names)
    sys.modules[name] = module


def _reset() -> NoReturn:
    os._exit(RESET_STATUS)


def _ticks() -> dict[str, Callable[..., int | None]]:
    owed_us = 0.0

    def sleep_us(duration_us: int) -> None:
        nonlocal owed_us
        owed_us += duration_us
        if owed_us >= SLEEP_US_MIN:
            began = time.perf_counter()
            time.sleep(owed_us / 1e6)
            owed_us -= min(1e6 * (time.perf_counter() - began), 2 * SLEEP_US_MIN)

    def ticks_ms() -> int:
        return time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF

    def ticks_diff(later: int, earlier: int) -> int:
        return (later - earlier + 0x20000000 & 0x3FFFFFFF) - 0x20000000

    return {"sleep_us": sleep_us, "ticks_ms": ticks_ms, "ticks_diff": ticks_diff}
