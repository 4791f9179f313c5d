"""The console at the running table: the lines given, those of a script, or a prompt."""

import getpass
import readline
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from companion.client import Client, with_table
from companion.console.answers import Answer, answer_text, answered
from companion.console.parser import complete
from companion.console.words import shown
from companion.locales import _
from companion.pin import PIN_LINE
from engine.state import State

CLIENT_NAME = "console"
HISTORY_NAME = "console_history"
HISTORY_LINES_MAX = 1_000
PROMPT = "> "

Tell = Callable[[Answer], None]


def carry_out_lines(socket: Path, lines: Iterable[str], tell: Tell) -> bool:
    """Carry out *lines* in order and tell each answer; return whether all were accepted.

    Raises:
        NoTableError: No table runs there, or it has gone.
    """

    async def all_of(client: Client) -> bool:
        is_fine = True
        for line in lines:
            answer = _pin_refused(line) if _asks_for_pin(line) else await answered(client, line)
            if answer is None:
                continue
            if answer.is_last:
                break
            tell(answer)
            is_fine = is_fine and answer.is_accepted
        return is_fine

    return with_table(socket, CLIENT_NAME, all_of)


def _asks_for_pin(line: str) -> bool:
    return line.strip() == PIN_LINE


def _pin_refused(line: str) -> Answer:
    """Refuse to ask for the PIN where nobody sits at a prompt."""
    sentence = _("The PIN is asked for at a prompt alone: here --pin-file FILE brings it.")
    return Answer(line=line, is_accepted=False, sentence=sentence)


class HeldPin:
    """The banker's PIN for as long as he types: forgotten *idle_s* seconds after his last line."""

    def __init__(
        self, pin: str, idle_s: float, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._pin = pin
        self._idle_s = idle_s
        self._now_s = now_s
        self._used_s = now_s()

    def hold(self, pin: str) -> None:
        """Take another PIN."""
        self._pin, self._used_s = pin, self._now_s()

    def used(self) -> str:
        """Return the PIN for one more line; empty once it is forgotten."""
        if self._now_s() - self._used_s >= self._idle_s:
            self._pin = ""
        self._used_s = self._now_s()
        return self._pin


def talk(socket: Path, folder: Path, tell: Tell, held: HeldPin) -> None:
    """Ask for lines at a prompt until the end of input, with completion and a history in *folder*.

    Raises:
        NoTableError: No table runs there, or it has gone.
    """
    known = _Known(socket)
    history = folder / HISTORY_NAME
    _set_up_readline(known, history)
    sys.stderr.write(_("Type help for the verbs, ^D to leave; the table goes on.") + "\n")
    try:
        for line in _typed(known):
            if _asks_for_pin(line):
                held.hold(getpass.getpass(_("The banker's PIN: ")))
                continue
            body = partial(_answered, line=line, pin=held.used())
            if (answer := with_table(socket, CLIENT_NAME, body)) is None:
                continue
            if answer.is_last:
                break
            tell(answer)
    finally:
        readline.write_history_file(history)


def printed(answer: Answer) -> None:
    """Print an answer for people."""
    sys.stdout.write(shown(answer_text(answer)) + "\n")
    sys.stdout.flush()


def printed_with_line(answer: Answer) -> None:
    """Print an answer, and before a refusal the line that it is about: several were given."""
    if not answer.is_accepted and not answer.column:
        sys.stdout.write(shown(answer.line) + "\n")
    printed(answer)


def printed_as_json(answer: Answer) -> None:
    """Print an answer as one JSON object on a line."""
    sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
    sys.stdout.flush()


class _Known:
    """The position as it was when the prompt was last shown, for completion."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self.state: State | None = None
        self._words: tuple[str, ...] = ()

    def refresh(self) -> None:
        """Look how the table stands."""

        async def state_of(client: Client) -> State:
            return client.state

        self.state = with_table(self._socket, CLIENT_NAME, state_of)

    def completion(self, _begun: str, index: int) -> str | None:
        """Return the words that could stand at the cursor, one by one."""
        if index == 0:
            line = readline.get_line_buffer()[: readline.get_endidx()]
            assert self.state is not None, "the prompt is shown after a look at the table"
            self._words = complete(line, self.state)
        return f"{self._words[index]} " if index < len(self._words) else None


async def _answered(client: Client, line: str, pin: str) -> Answer | None:
    if pin and not (reply := await client.unlock(pin)).is_accepted:
        return Answer(line=line, is_accepted=False, sentence=reply.sentence)
    return await answered(client, line)


def _typed(known: _Known) -> Iterator[str]:
    while True:
        known.refresh()
        try:
            yield input(PROMPT)
        except EOFError:
            sys.stdout.write("\n")
            return


def _set_up_readline(known: _Known, history: Path) -> None:
    readline.set_completer_delims(" \t")
    readline.set_completer(known.completion)
    readline.parse_and_bind("tab: complete")
    readline.set_history_length(HISTORY_LINES_MAX)
    if history.exists():
        readline.read_history_file(history)
