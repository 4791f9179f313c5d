"""A demonstration before people's eyes: the banker's screen, its keys moving cards and dice."""

import asyncio
import contextlib
import queue
import random
import threading
from pathlib import Path

from typing_extensions import override

from companion.client import Client
from companion.demo_hands import Game, Pace, at_table
from companion.demo_people import NAMES, People
from companion.demo_table import DemoTable
from companion.errors import TapbankError
from companion.flows.seats import KIND as SEATS
from companion.locales import _
from companion.protocol import Notice, Prompt, Reply
from companion.screen.app import run_screen
from engine.phases import Setup
from engine.state import State
from hardware.emulator.control import ControlError, HandsClient
from hardware.emulator.hands import LineError

PAUSE_S = 1.5  # between two acts, at speed 1
END_S_MAX = 15.0  # hands in mid-air come down within it
FINGER_S = 0.2  # a held button is held a little longer than asked


def show(
    table: DemoTable,
    people: People | None,
    names: tuple[str, ...],
    turns: int | None,
    speed: float,
) -> int:
    """Show the screen until its user leaves; *people* play meanwhile, or only the keys do.

    Raises:
        TapbankError: The people could not go on.
    """
    keys = HandsByKeys(table.hands)
    player = None if people is None else Player(table, people, names, turns, PAUSE_S / speed)
    with keys, player or contextlib.nullcontext():
        code = run_screen(table.socket, client=ClientWithHands(table.socket, keys, names))
        if player is not None:
            player.leave()
        table.close()  # ends what the hands are doing
    if player is not None and player.failure is not None:
        raise player.failure
    return code


class HandsByKeys:
    """One pair of hands that keys move, in a thread of their own: a key never waits."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="hands", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._lines.put(None)
        self._thread.join(END_S_MAX)

    def do(self, line: str) -> None:
        """Let a line be done after those before it."""
        self._lines.put(line)

    def _work(self) -> None:
        # The emulator's end is the demonstration's; what cannot be done shows as nothing done.
        with contextlib.suppress(ControlError), HandsClient(self._directory) as hands:
            while (line := self._lines.get()) is not None:
                with contextlib.suppress(LineError):
                    hands.say(line)


class ClientWithHands(Client):
    """A client whose keys move emulated cards, buttons, knob and dice, not the table's own."""

    way_back = "demo"

    def __init__(self, path: Path, keys: HandsByKeys, names: tuple[str, ...]) -> None:
        super().__init__(path, "screen")
        self._keys = keys
        self._names = names
        self._dice = random.SystemRandom()

    @override
    def tap(self, card: str) -> bool:
        state = self.state if self.replica.is_welcomed else None
        moved = card_of_key(card, self._names, state, self.replica.prompt)
        if moved is not None:
            self._keys.do(f"tap {moved}")
            return self.is_connected
        sentence = _("No player has number {number}.")
        if state is None or isinstance(state.phase, Setup):
            sentence = _("This demonstration has no card {number}.")
        self.on_message(Notice(sentence.format(number=card), is_warning=True))
        return True

    @override
    def press(self, button: str, seconds: float = 0.0) -> bool:
        held = f" {seconds + FINGER_S}" if seconds else ""
        self._keys.do(f"press {button}{held}")
        return self.is_connected

    @override
    def turn(self, detents: int) -> bool:
        self._keys.do(f"turn-knob {detents}")
        return self.is_connected

    @override
    async def throw(self) -> Reply:
        self._keys.do(f"throw {self._dice.randint(1, 6)} {self._dice.randint(1, 6)}")
        return Reply("", is_accepted=True, seq=self.replica.seq)


def card_of_key(
    key: str, box: tuple[str, ...], state: State | None, prompt: Prompt | None
) -> str | None:
    """Return which card a key moves; nothing where there is no such card.

    Before the game it is the card of that number in the *box*, then that of the player with this
    number; while seats change the first number that is free is a new card.
    """
    if not key.isdecimal():
        return key
    names = box
    if state is not None and not isinstance(state.phase, Setup):
        names = state.names
        if prompt is not None and prompt.kind == SEATS:
            names = (*names, *(name for name in NAMES if name not in names))
    number = int(key)
    return names[number - 1] if number <= len(names) else None


class Player:
    """Lets people play in a thread of their own, as long as the `with` lasts."""

    def __init__(
        self,
        table: DemoTable,
        people: People,
        names: tuple[str, ...],
        turns: int | None,
        pause_s: float,
    ) -> None:
        self._table = table
        self._people = people
        self._names = names
        self._turns = turns
        self._pause_s = pause_s
        self._is_over = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._work, name="people", daemon=True)
        self.failure: TapbankError | None = None
        """Why they could not go on, if so."""

    def __enter__(self) -> None:
        self._thread.start()

    def leave(self) -> None:
        """Take no offence from now on where the table goes away."""
        self._is_over = True

    def __exit__(self, *_: object) -> None:
        self.leave()
        self._loop.call_soon_threadsafe(self._cancel)
        self._thread.join(END_S_MAX)

    def _cancel(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    def _work(self) -> None:
        try:
            self._loop.run_until_complete(self._play())
        except asyncio.CancelledError:
            pass  # the screen was left
        except TapbankError as error:
            self.failure = None if self._is_over else error

    async def _play(self) -> None:
        async with at_table(self._table.socket, self._table.hands) as (client, hands):
            pace = Pace(self._table.stand_s, self._pause_s)
            game = Game(client, hands, self._people, lambda _transition: None, pace)
            await game.join(self._names)
            await game.play(self._turns)
