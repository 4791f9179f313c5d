"""How long has been played, told to the table in coarse steps: the engine has no clock (VARIANT-3).

Seconds are counted by a clock that never jumps, and only while a game with a time limit is on.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from companion.protocol import Submit
from companion.table import Table
from engine.commands import AdvanceClock
from engine.phases import GameOver, Setup
from engine.state import State

STEP_S = 30.0  # at least 1: a row every half minute; a limit is met to the second all the same


class GameClock:
    """Counts while a game is on; what undo took back of the time is told again at once."""

    def __init__(self, table: Table, is_paused: Callable[[], bool], step_s: float = STEP_S) -> None:
        """Count for *table*, but not while *is_paused*."""
        self._table = table
        self._is_paused = is_paused
        self._step_s = step_s
        self._poked = asyncio.Event()
        self._count = 0
        self._unsaid_s = 0.0

    def poke(self) -> None:
        """Look again: the game has begun, ended, or something was taken back."""
        self._poked.set()

    async def run(self) -> None:
        """Count until cancelled."""
        loop = asyncio.get_running_loop()
        before_s, was_on = loop.time(), self._is_on
        while True:
            await self._wait()
            self._poked.clear()  # before looking: what happens from here on is looked at next
            now_s = loop.time()
            if was_on:
                self._unsaid_s += now_s - before_s
            before_s, was_on = now_s, self._is_on
            if not is_counted(self._table.state):
                self._unsaid_s = 0.0
            elif (was_on and self._unsaid_s >= self._due_s()) or self._table.clock_lag_s:
                await self._tell()

    async def _wait(self) -> None:
        """Wait until there is something to tell, or until poked."""
        wait_s = max(self._due_s() - self._unsaid_s, 0.0) if self._is_on else None
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                await self._poked.wait()

    @property
    def _is_on(self) -> bool:
        return is_counted(self._table.state) and not self._is_paused()

    def _due_s(self) -> float:
        """Return after how many seconds the next step is told: sooner where the time is up."""
        state = self._table.state
        left_s = state.rules.end_minutes * 60 - state.seconds
        return min(self._step_s, left_s) if left_s > 0 else self._step_s

    async def _tell(self) -> None:
        whole_s = int(self._unsaid_s)
        if (seconds := whole_s + self._table.clock_lag_s) < 1:
            return
        self._count += 1
        request = Submit(f"clock:{self._table.boot_id}:{self._count}", AdvanceClock(seconds))
        if (await self._table.submit(request, "table")).is_accepted:
            self._unsaid_s -= whole_s


def is_counted(state: State) -> bool:
    """Return whether time is played that a rule asks for (VARIANT-3)."""
    return state.rules.end_minutes > 0 and not isinstance(state.phase, Setup | GameOver)
