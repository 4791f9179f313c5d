"""Shared by end-to-end tests: an emulated table as a process of its own, and hands at it."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

from support.tables import DEADLINE_S, ROOT

from companion.client import Client
from companion.config import CONFIG_NAME
from companion.enrolment import FILE_NAME, Enrolment
from engine.phases import Opening
from hardware.emulator.cards import uid_of
from hardware.emulator.control import HandsClient

SPEED = "20"
STAND_S = 0.05
"""What a card confirms has stood so long, at a table that expects names."""


@contextlib.contextmanager
def short_folder() -> Iterator[Path]:
    """Give a folder whose sockets have room in their addresses."""
    with tempfile.TemporaryDirectory(prefix="tb-", dir="/tmp") as name:  # short
        yield Path(name)


@contextlib.contextmanager
def emulator(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run an emulated board and reader in *folder* while the block runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "emulate", "--dir", str(folder), "--speed", SPEED],
        cwd=ROOT,
        env={**os.environ, "TAPBANK_LANG": "en"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert b"ready" in process.stdout.readline()
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=DEADLINE_S)


def devices(folder: Path) -> tuple[str, ...]:
    """Return the options by which a table finds the devices in *folder*."""
    return ("--board", str(folder / "board"), "--reader", str(folder / "reader-1"))


def expect_names(data: Path, names: tuple[str, ...]) -> None:
    """Let the table on *data* call the emulated players' cards by these names."""
    data.mkdir(mode=0o700)
    said = f"confirm_after_ms = {STAND_S * 1000:.0f}\n"
    (data / CONFIG_NAME).write_text(said, encoding="utf-8")
    cards = Enrolment.load(data / FILE_NAME)
    cards.expect_names({uid_of(name).hex().upper(): name for name in names})


class Hands:
    """Hands that do one line after the other, away from the loop."""

    def __init__(self, client: HandsClient) -> None:
        self._client = client

    async def do(self, *lines: str) -> str:
        """Do *lines*; return the last answer."""
        answer = ""
        for line in lines:
            answer = await asyncio.to_thread(self._client.say, line)
        return answer

    async def counted(self) -> dict[str, int]:
        """Return what the emulator has counted."""
        return json.loads(await self.do("status"))


@contextlib.asynccontextmanager
async def hands_at(folder: Path) -> AsyncIterator[Hands]:
    """Give hands at the emulated table in *folder*."""
    with HandsClient(folder) as client:
        yield Hands(client)


async def begin(client: Client, hands: Hands, names: tuple[str, ...]) -> None:
    """Let *names* join by their cards and begin the game."""
    await until(lambda: is_up(client, "board") and is_up(client, "reader-1"))
    for name in names:
        await hands.do(f"tap {name}")
        await until(lambda name=name: name in client.state.names)
    await hands.do("press yes")
    await until(lambda: client.replica.prompt is not None and client.replica.prompt.kind == "start")
    await asyncio.sleep(STAND_S)
    await hands.do(f"tap {names[0]}")
    await until(lambda: isinstance(client.state.phase, Opening))


def is_up(client: Client, device: str) -> bool:
    """Return whether the table of *client* says that *device* answers."""
    return any(health.is_up for health in client.replica.devices if health.device == device)


async def until(holds: Callable[[], bool], why: str = "it did not come about") -> None:
    """Wait until *holds*."""
    try:
        async with asyncio.timeout(DEADLINE_S):
            while not holds():  # noqa: ASYNC110  # what it looks at is in other processes, too
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(why) from None
