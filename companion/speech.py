"""The table's voice: what is asked and what came of it, said by espeak-ng where it is installed.

The table speaks, not its screens: there is one loudspeaker, and several screens would all say the
same. Speaking never holds anything up: a sentence that comes too late is dropped.
"""

import asyncio
import shutil
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable
from contextlib import suppress

from companion.locales import language
from companion.protocol import Message, Notice, Prompt, PromptShown, Transition
from companion.views.spoken import spoken_prompt, spoken_step
from engine.state import State

PROGRAM = "espeak-ng"
WORDS_PER_MINUTE = 150
AMPLITUDE = 50  # of the program, a step of the volume: its own usual one is 100
QUEUE_MAX = 2  # an older sentence is about what everybody has seen by now


class Speaker:
    """Says one sentence after the other; the newest question comes before all else.

    *state* returns the table as it stands. All methods belong to one loop.
    """

    def __init__(self, state: Callable[[], State], *, is_aloud: bool) -> None:
        self._state = state
        self.is_aloud = is_aloud
        self.volume = 2
        """From 0, off, to 3, loud."""
        self._question = ""
        self._results: list[str] = []
        self._before: Prompt | None = None
        self._task: asyncio.Task[None] | None = None
        self._process: Process | None = None

    @property
    def has_voice(self) -> bool:
        """Whether there is a program that speaks."""
        return shutil.which(PROGRAM) is not None

    def turn(self, *, is_aloud: bool | None = None) -> None:
        """Speak from now on, or be silent at once; None: the other way than now."""
        self.is_aloud = not self.is_aloud if is_aloud is None else is_aloud
        if not self.is_aloud:
            self._question = ""
            self._results.clear()
            self._hush()

    def hear(self, message: Message) -> None:
        """Say of *message* what is worth it."""
        match message:
            case PromptShown(prompt=prompt):
                words = spoken_prompt(self._state(), prompt, self._before)
                self._before = prompt
                self._question = words or self._question
            case Transition(events=events) if events:
                self._results.append(spoken_step(message, self._state()))
            case Notice(text=text):
                self._results.append(text)
            case _:
                return
        room = QUEUE_MAX - bool(self._question)
        self._results = [words for words in self._results if words][-room:]
        if not self.is_aloud or not self.volume:
            self._question = ""
            self._results.clear()
        elif self._task is None and (self._question or self._results) and self.has_voice:
            self._task = asyncio.get_running_loop().create_task(self._speak())

    async def close(self) -> None:
        """Be silent for good."""
        self.turn(is_aloud=False)
        if self._task is not None:
            await self._task

    async def _speak(self) -> None:
        """Say what waits until nothing does; a program that fails is not asked again for it."""
        try:
            while words := self._next():
                self._process = await asyncio.create_subprocess_exec(
                    *(PROGRAM, "-v", language(), "-a", str(self.volume * AMPLITUDE)),
                    *("-s", str(WORDS_PER_MINUTE), "--", words),
                    stdin=DEVNULL,
                    stdout=DEVNULL,
                    stderr=DEVNULL,
                )
                if not self.is_aloud:  # it was switched off while the program started
                    self._hush()
                await self._process.wait()
        except OSError:
            self.turn(is_aloud=False)  # the program was taken away
        finally:
            self._process = None
            self._task = None

    def _next(self) -> str:
        words, self._question = self._question, ""
        return words or (self._results.pop(0) if self._results else "")

    def _hush(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):  # it has just ended
                self._process.kill()
