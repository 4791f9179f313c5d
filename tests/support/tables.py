"""Shared by the tests of the table: real table processes, and clients attached to them."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import msgspec

from companion.address import connected_socket
from companion.client import Client, is_running
from companion.config import Configuration
from companion.protocol import Hello, Message
from companion.server import serve
from companion.wire import line_of

DEADLINE_S = 30.0
ROOT = Path(__file__).resolve().parent.parent.parent


def table_process(folder: Path, *options: str, **popen: object) -> subprocess.Popen[bytes]:
    """Start a table on *folder*; its standard error is a pipe."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion", "table", "--data", str(folder), *options],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        **{"env": {**os.environ, "TAPBANK_LANG": "en"}} | popen,
    )


def ready(process: subprocess.Popen[bytes]) -> str:
    """Wait until a table says that it is ready; return all that it has said."""
    said = []
    for line in process.stderr:
        said.append(line.decode())
        if "The table is ready" in said[-1]:
            return "".join(said)
    msg = f"the table ended with {process.wait()}: {''.join(said)}"
    raise AssertionError(msg)


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Wait until a process has ended; return its exit code and what it said."""
    _out, said = process.communicate(timeout=DEADLINE_S)
    return process.returncode, said.decode()


@contextlib.contextmanager
def running_table(
    folder: Path, *options: str, **popen: object
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a table while the block runs, and end it as a service manager would."""
    process = table_process(folder, *options, **popen)
    try:
        ready(process)
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        ended(process)


@contextlib.asynccontextmanager
async def table_here(
    folder: Path, now_s: Callable[[], float] = time.monotonic, **told: object
) -> AsyncIterator[None]:
    """Run a table on this loop while the block runs; *now_s* says how long the banker was idle."""
    running = asyncio.create_task(serve(Configuration(folder, **told), now_s))
    try:
        await until(lambda: running.done() or is_running(folder / "table.sock"))
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@contextlib.asynccontextmanager
async def attached(folder: Path, name: str = "test") -> AsyncIterator[Client]:
    """Attach a client while the block runs."""
    client = Client(folder / "table.sock", name)
    running = asyncio.create_task(client.run())
    try:
        await asyncio.wait_for(client.welcomed(), DEADLINE_S)
        yield client
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def gone(path: Path) -> None:
    """Wait until no table listens at *path*."""
    deadline = time.monotonic() + DEADLINE_S
    while is_running(path):
        assert time.monotonic() < deadline, "the table is still there"
        time.sleep(0.01)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until *condition* holds."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        await asyncio.sleep(0.005)


def first_messages(path: Path, count: int, pin: str = "") -> list[Message]:
    """Say hello, and return what the table says first."""
    with connected_socket(path) as sock, sock.makefile("rb") as lines:
        sock.settimeout(20)
        sock.sendall(line_of(Hello("test", pin=pin)))
        return [msgspec.json.decode(lines.readline(), type=Message) for _place in range(count)]
