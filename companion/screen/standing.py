"""How long the question, and the highlight on it, have stood still on a client's screen."""

import asyncio
from collections.abc import Callable
from math import inf

import msgspec

from companion.protocol import Prompt

SILENT_S = 2.0  # a table that is there has answered by then


class Standing:
    """Follows what is asked; *now_s* tells the time in seconds."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._has_seen = False
        self._question: Prompt | None = None
        self._highlight: int | None = None
        self._asked_s = -inf
        self._since_s = -inf
        self._moved = asyncio.Event()

    def note(self, prompt: Prompt | None) -> None:
        """See what is asked now; what was asked when it is first looked at has long stood."""
        question = prompt and msgspec.structs.replace(prompt, highlight=None, seconds_left=None)
        highlight = prompt.highlight if prompt else None
        if self._has_seen and (question, highlight) == (self._question, self._highlight):
            return
        if self._has_seen:
            self._since_s = self._now_s()
            self._asked_s = self._asked_s if question == self._question else self._since_s
        self._has_seen = True
        self._question, self._highlight = question, highlight
        self._moved.set()

    def is_read(self, seconds: float) -> bool:
        """Return whether the question has stood for *seconds*, wherever the highlight was."""
        return self._now_s() - self._asked_s >= seconds

    async def has_stood(self, index: int, seconds: float) -> bool:
        """Wait until choice *index* was highlighted for *seconds*; return whether it ever is.

        It is not where the question changes, where the highlight goes on to another, or where the
        table moves nothing within `SILENT_S`.
        """
        question, had_come = self._question, False
        until_s = self._now_s() + SILENT_S
        while self._question == question:
            now_s = self._now_s()
            has_come = self._highlight == index
            end_s = self._since_s + seconds if has_come else until_s
            if now_s >= end_s or (had_come and not has_come):
                return has_come
            had_come = has_come
            self._moved.clear()
            try:
                await asyncio.wait_for(self._moved.wait(), end_s - now_s)
            except TimeoutError:
                continue
        return False
