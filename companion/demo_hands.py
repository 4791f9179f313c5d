"""Hands of simulated people: they see the screen, and move cards, dice, knob and buttons."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from companion.client import Client
from companion.demo_people import LetGo, People, Throw, Wish
from companion.errors import TapbankError
from companion.locales import _
from companion.protocol import Message, Notice, Prompt, Transition
from companion.views.words import listed
from engine.commands import (
    Build,
    ClaimRent,
    Command,
    DeclareBankruptcy,
    LiftMortgage,
    MortgageDeed,
    PassBid,
    PlaceBid,
)
from engine.ids import PlayerId
from engine.phases import GameOver, Opening
from engine.state import State
from hardware.emulator.control import ControlError, HandsClient
from hardware.emulator.hands import LineError

DEVICES_S_MAX = 60.0  # the emulator is a process that starts, too
SEEN_S_MAX = 30.0  # nothing done by hands is lost; a busy machine may take its time
LOOK_S_MAX = 5.0  # but for the knob, whose line may be: one looks again, and turns on
TRIES_MAX = 40  # lines for one wish; more, and something is broken
_THROWN_AT = ("roll", "opening", "throw")


class Move(msgspec.Struct, frozen=True):
    """One line for the hands."""

    line: str
    is_last: bool = False
    """Whether the game goes on by it; else it only changes what is asked or highlighted."""
    is_throw: bool = False
    highlight: int | None = None
    """Where the highlight comes to stand, perhaps detent by detent."""


HOLD_YES: Final = Move("press yes 2.3")  # longer than the flows ask for
NOT_OFFERED: Final = Move("")


class Pace(msgspec.Struct, frozen=True):
    """How fast people play."""

    stand_s: float
    """What a card confirms has stood so long, as the table wants it."""
    pause_s: float = 0.0
    """Between two acts."""


class Game:
    """A game played through the emulated devices, a line at a time, a look before each."""

    def __init__(
        self,
        client: Client,
        hands: HandsClient,
        people: People,
        follow: Callable[[Transition], None],
        pace: Pace,
    ) -> None:
        """Play at the table of *client*; *follow* is called with each step of the game."""
        self._client = client
        self._people = people
        self._hands = hands
        self._pause_s = pace.pause_s
        self._stand_s = pace.stand_s
        self._acts = 0
        self._warnings = 0
        self._news = asyncio.Event()
        self._follow = follow
        client.on_message = self._take

    async def join(self, names: tuple[str, ...]) -> None:
        """Let everybody tap in, in seat order, and start.

        Raises:
            TapbankError: The table did not take them.
        """
        for name in names:
            await self._do(f"tap {name}", partial(self._is_seated, name))
        await self._do("press yes", lambda: self._kind == "start")
        await asyncio.sleep(self._stand_s)
        await self._do(f"tap {names[0]}", lambda: isinstance(self._client.state.phase, Opening))

    async def play(self, turns: int | None) -> None:
        """Play until *turns* are over, or the game is.

        Raises:
            TapbankError: A wish did not come true.
        """
        while not self._is_over(turns):
            await self._client.measure()  # a round trip: all that was told before it is known now
            await self._fulfil(self._people.wish(self._client.state))
            await asyncio.sleep(self._pause_s)

    def _is_seated(self, name: str) -> bool:
        return name in self._client.state.names

    def _is_over(self, turns: int | None) -> bool:
        state = self._client.state
        return isinstance(state.phase, GameOver) or (turns is not None and state.turns > turns)

    async def _fulfil(self, wish: Wish) -> None:
        acts, has_held = self._acts, False
        for _attempt in range(TRIES_MAX):
            before = self._seen
            move = next_move(
                self._client.state, self._client.replica.prompt, wish, has_held=has_held
            )
            if move is NOT_OFFERED:
                self._people.give_up()
                return
            if move is not None and move.line.startswith("tap "):
                await asyncio.sleep(self._stand_s)
            if move is not None:
                await asyncio.to_thread(self._hands.say, move.line)
            if move is not None and move.is_throw:
                await asyncio.to_thread(self._hands.say, "pick-up")  # the next throw waits less
            has_held = move == HOLD_YES
            if not has_held:
                await self._answer(move, before)
            if self._acts != acts:
                return
        sentence = _("The hands do not get done what they want: {wish}")
        raise TapbankError(sentence.format(wish=wish))

    async def _answer(self, move: Move | None, before: tuple[int, int, Prompt | None]) -> None:
        """Wait until one sees what a move came to, or for a change where there was none."""
        if move is not None and move.is_throw:
            await self._until(partial(self._is_counted, before), SEEN_S_MAX)
        elif move is not None and move.is_last:
            await self._until(partial(self._is_answered, before), SEEN_S_MAX)
        elif move is not None and move.highlight is not None:
            await self._until(partial(self._is_highlighted, move.highlight), LOOK_S_MAX)
        else:
            await self._until(partial(self._has_changed, before), LOOK_S_MAX)

    async def _do(self, line: str, holds: Callable[[], bool]) -> None:
        await asyncio.to_thread(self._hands.say, line)
        if not await self._until(holds, SEEN_S_MAX):
            raise TapbankError(_("The table did not answer: {line}").format(line=line))
        await asyncio.sleep(self._pause_s)

    @property
    def _kind(self) -> str:
        prompt = self._client.replica.prompt
        return "" if prompt is None else prompt.kind

    @property
    def _seen(self) -> tuple[int, int, Prompt | None]:
        """What one sees change: the game, a warning, the question."""
        prompt = self._client.replica.prompt
        if prompt is not None:
            prompt = msgspec.structs.replace(prompt, seconds_left=None)
        return self._acts, self._warnings, prompt

    def _is_counted(self, seen: tuple[int, int, Prompt | None]) -> bool:
        """Return whether the game went on: dice may be told to be unreadable while they roll."""
        return self._seen[0] != seen[0]

    def _is_answered(self, seen: tuple[int, int, Prompt | None]) -> bool:
        """Return whether the game went on, or a warning came; the question alone may go first."""
        return self._seen[:2] != seen[:2]

    def _is_highlighted(self, at: int) -> bool:
        prompt = self._client.replica.prompt
        return prompt is not None and prompt.highlight == at

    def _has_changed(self, seen: tuple[int, int, Prompt | None]) -> bool:
        return self._seen != seen

    async def _until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait until *holds*, at most so long; return whether it does."""
        try:
            async with asyncio.timeout(seconds):
                while not holds():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    def _take(self, message: Message) -> None:
        if isinstance(message, Transition) and message.command is not None:
            self._acts += 1
            self._people.watch(message.command, message.events)
            self._follow(message)
        if isinstance(message, Notice) and message.is_warning:
            self._warnings += 1
        self._news.set()


@contextlib.asynccontextmanager
async def at_table(socket: Path, directory: Path) -> AsyncIterator[tuple[Client, HandsClient]]:
    """Attach to a table whose devices are up, and to the hands of the emulator in *directory*.

    Raises:
        TapbankError: A device is missing, or the emulator went away.
    """
    client = Client(socket, "demo")
    attached = asyncio.create_task(client.run())
    try:
        await client.welcomed()
        await all_devices_up(client)
        with HandsClient(directory) as hands:
            yield client, hands
    except (ControlError, LineError) as error:
        raise TapbankError(_("The hands cannot go on: {why}").format(why=error)) from error
    finally:
        attached.cancel()
        await asyncio.gather(attached, return_exceptions=True)


async def all_devices_up(client: Client) -> None:
    """Wait until the table has found its board and its reader.

    Raises:
        TapbankError: It has not, within `DEVICES_S_MAX`.
    """
    news = asyncio.Event()
    client.on_message = lambda _message: news.set()
    try:
        async with asyncio.timeout(DEVICES_S_MAX):
            while not all(device.is_up for device in client.replica.devices):
                await news.wait()
                news.clear()
    except TimeoutError:
        health = listed(f"{d.device}: {d.detail}" for d in client.replica.devices if not d.is_up)
        sentence = _("The table does not find its devices: {health}")
        raise TapbankError(sentence.format(health=health)) from None


def next_move(
    state: State,
    prompt: Prompt | None,
    wish: Wish,
    *,
    has_held: bool,
) -> Move | None:
    """Return what hands do next, given what the screen asks.

    Nothing where it does not ask for it yet; `NOT_OFFERED` where it never will. *has_held*: YES has
    just been held.
    """
    if prompt is None or isinstance(wish, LetGo):
        return None
    if isinstance(wish, Throw):
        if prompt.kind == "wallet":
            return Move("press no")  # an open one holds the dice
        is_asked = prompt.kind in _THROWN_AT
        line = f"throw {wish.die_1} {wish.die_2}"
        return Move(line, is_last=True, is_throw=True) if is_asked else None
    tap = f"tap {state.names[wish.player]}"
    if isinstance(wish.command, ClaimRent):
        return Move(tap, is_last=True)
    if isinstance(wish.command, PassBid | PlaceBid):
        return _bid_move(prompt, wish.command, tap)
    return _choice_move(prompt, wish.player, wish.command, tap, has_held=has_held)


def _bid_move(prompt: Prompt, command: PassBid | PlaceBid, tap: str) -> Move | None:
    if prompt.kind != "auction":
        return None
    amount = -command.amount if isinstance(command, PlaceBid) else None
    at = next((n for n, choice in enumerate(prompt.choices) if choice.amount == amount), None)
    if at is None:
        return None
    if at == prompt.highlight:
        return Move(tap, is_last=True)
    return Move("press no", highlight=at) if amount is None else _knob(prompt, at)


def _choice_move(
    prompt: Prompt, player: PlayerId, command: Command, tap: str, *, has_held: bool
) -> Move | None:
    is_business = isinstance(command, Build | LiftMortgage | MortgageDeed)
    is_own = prompt.player == player
    if is_business and (prompt.kind == "roll" or (prompt.kind == "wallet" and not is_own)):
        return Move(tap)
    if not is_own:
        return None
    at = next((n for n, choice in enumerate(prompt.choices) if choice.command == command), None)
    if at is None:
        return NOT_OFFERED if prompt.kind == "wallet" and is_business else None
    if at != prompt.highlight:
        return _knob(prompt, at)
    if isinstance(command, DeclareBankruptcy) and not has_held:
        return HOLD_YES
    return Move(tap, is_last=True)


def _knob(prompt: Prompt, at: int) -> Move:
    """Return the shorter way round to the choice *at*."""
    count = len(prompt.choices)
    start = -1 if prompt.highlight is None else prompt.highlight
    detents = (at - start) % count
    if prompt.highlight is not None and detents > count // 2:
        detents -= count
    return Move(f"turn-knob {detents or count}", highlight=at)
