"""Which processes run, by what stands on their command lines."""

import time
from pathlib import Path

DEADLINE_S = 30.0


def processes_of(folder: Path) -> list[int]:
    """Return the ids of the processes whose command lines mention *folder*."""
    return [number for number, line in _command_lines() if str(folder) in line]


def wait_until_none(folder: Path) -> None:
    """Wait until no process mentions *folder*."""
    deadline = time.monotonic() + DEADLINE_S
    while left := [line for _, line in _command_lines() if str(folder) in line]:
        assert time.monotonic() < deadline, left
        time.sleep(0.02)


def _command_lines() -> list[tuple[int, str]]:
    lines = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                line = (entry / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue  # it has just ended
            lines.append((int(entry.name), line.replace("\0", " ")))
    return lines
