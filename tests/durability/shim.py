"""A process whose disk is watched: `disk_shim.c` built, loaded, and spoken to."""

import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path(__file__).with_name("disk_shim.c")
WRITES, SYNCS = 0, 1
HALF = 0
"""In place of an error: only half of the write is done, and that is what the call says."""

MEMORY_BYTES_MIN = 1_000_000_000  # a table wants some room before it begins a game

needs_compiler = pytest.mark.skipif(
    shutil.which("gcc") is None, reason="gcc is not there to build what watches the disk"
)


class Shim:
    """The shim in this process, which must have been started by `run`."""

    def __init__(self) -> None:
        self._c = ctypes.CDLL(None)
        self._c.shim_fail.argtypes = (ctypes.c_int, ctypes.c_long, ctypes.c_int, ctypes.c_int)
        self._c.shim_stall.argtypes = (ctypes.c_long, ctypes.c_long)
        self._c.shim_clock.argtypes = (ctypes.c_int64,)
        self._c.shim_count.restype = ctypes.c_long

    def watch(self, folder: Path) -> None:
        """Let what happens below *folder* count from now on."""
        self._c.shim_watch(os.fsencode(folder))

    def record(self, trace: Path | None) -> None:
        """Write down in *trace* what happens from now on; None: no more."""
        self._c.shim_record(None if trace is None else os.fsencode(trace))

    def mark(self, text: str) -> None:
        """Write *text* between what happens."""
        self._c.shim_mark(text.encode())

    def fail(self, kind: int, nth: int, error: int, *, is_for_good: bool = False) -> None:
        """Let the *nth* write or sync from now on fail; 0: none any more."""
        self._c.shim_fail(kind, nth, error, is_for_good)

    def count(self, kind: int) -> int:
        """Return how many writes or syncs there were since `count_from_zero`."""
        return int(self._c.shim_count(kind))

    def count_from_zero(self) -> None:
        """Begin to count."""
        self._c.shim_count_from_zero()

    def stall(self, ms: int, syncs: int = 1) -> None:
        """Let the next *syncs* of files take *ms* longer."""
        self._c.shim_stall(ms, syncs)

    @property
    def is_stalled(self) -> bool:
        """Whether a sync is being held up at this moment."""
        return bool(self._c.shim_is_stalled())

    def without_sync(self) -> None:
        """Let syncs return at once: what is only looked at need not last."""
        self._c.shim_without_sync(1)

    def clock(self, offset_s: int) -> None:
        """Set the wall clock apart from the system's."""
        self._c.shim_clock(offset_s)


@cache
def library() -> Path:
    """Return the shim, built once for this process."""
    built = Path(tempfile.mkdtemp(prefix="tapbank-shim-")) / "disk_shim.so"
    flags = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
    command = ("gcc", *flags, "-o", str(built), str(SOURCE), "-ldl", "-pthread")
    subprocess.run(command, check=True)
    return built


def run(module: str, *, is_watched: bool = True, **asked: object) -> dict:
    """Let `durability.MODULE` do what is *asked* in a process of its own; return its report."""
    loaded = {"LD_PRELOAD": str(library())} if is_watched else {}
    path = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", f"durability.{module}", json.dumps(asked)],
        cwd=ROOT,
        env={**os.environ, **loaded, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 0, f"{module} {asked} ended with {done.returncode}"
    return json.loads(done.stdout.splitlines()[-1])


def main(function) -> None:
    """Be the process that `run` starts."""
    print(json.dumps(function(**json.loads(sys.argv[1]))))  # noqa: T201  # the report


def scratch() -> Path:
    """Return a new folder for disks that need not last: in memory, where the system has that."""
    memory = Path("/dev/shm")  # noqa: S108  # a folder of our own is made in it
    has_room = memory.is_dir() and shutil.disk_usage(memory).free > MEMORY_BYTES_MIN
    return Path(tempfile.mkdtemp(prefix="tapbank-", dir=memory if has_room else None))


def asked_for(name: str, usual: int) -> int:
    """Return how much is asked of a harness: `TAPBANK_NAME`, else its share in every run."""
    return int(os.environ.get(f"TAPBANK_{name}", usual))
