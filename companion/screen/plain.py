"""The table as numbered lines instead of a drawn screen: for slow links and screen readers."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from companion.client import Client
from companion.locales import _
from companion.protocol import Message, Notice, PromptShown, Storage, Transition, Welcome
from companion.screen.lines import answered
from companion.views.ledger import rows_of_events
from companion.views.prompt_bar import prompt_bar
from engine.state import State


def run_plain(socket_path: Path) -> int:
    """Print what happens and what is asked, read console lines, until the input ends."""
    return asyncio.run(_run(socket_path))


async def _run(socket_path: Path) -> int:
    client = Client(socket_path, "plain")
    teller = Teller(lambda: client.state, _printed)
    client.on_message = teller.tell
    client.on_connection = teller.connection
    running = asyncio.create_task(client.run())
    try:
        await client.welcomed()
        while line := await asyncio.to_thread(sys.stdin.readline):
            if line.strip() in {"quit", "q"}:
                break
            if line.strip():
                _printed(await answered(client, line))
    finally:
        client.on_connection = _unheard  # it is this end that leaves
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return 0


class Teller:
    """Turns messages into lines; *state* is the table after the message."""

    def __init__(self, state: Callable[[], State], say: Callable[[str], None]) -> None:
        self._state = state
        self._say = say

    def connection(self, is_connected: bool) -> None:  # noqa: FBT001  # as the client calls it
        """Say that the table is there, or gone."""
        self._say(_("The table is there.") if is_connected else _("The table does not answer."))

    def tell(self, message: Message) -> None:
        """Say what *message* brings, if it brings anything."""
        match message:
            case Welcome(prompt=prompt) | PromptShown(prompt=prompt):
                bar = prompt_bar(self._state(), prompt)
                self._say("? " + " · ".join(part for part in (bar.title, bar.detail) if part))
                for button in bar.buttons:
                    mark = "*" if button.is_highlighted else " "
                    self._say(f" {mark}{button.index + 1} {button.label} {button.after}".rstrip())
            case Transition(seq=seq, events=events):
                for row in rows_of_events(self._state(), events):
                    who = "" if row.seat is None or row.seat < 0 else f"{row.seat + 1} "
                    parts = (f"#{seq}", who + row.text, row.amount, row.flow)
                    self._say(" ".join(part for part in parts if part))
            case Notice(text=text):
                self._say(f"! {text}")
            case Storage(status=status, detail=detail) if status != "ok":
                self._say(f"! {status}: {detail}")
            case _:
                pass


def _unheard(_is_connected: bool) -> None:  # noqa: FBT001  # as the client calls it
    """Say nothing."""


def _printed(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
