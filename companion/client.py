"""A client's replica of the table: attach, fold what happens with the same engine, ask."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.address import connected_socket
from companion.card_orders import EnrolCard, Enrolled, StopEnrolling
from companion.errors import TapbankError
from companion.no_table import no_answer, none_runs
from companion.pin_file import pin_of_user
from companion.protocol import (
    LINE_BYTES_MAX,
    Asked,
    ChooseLanguage,
    ChooseSpeech,
    CorrectCard,
    CorrectRoll,
    DeviceHealth,
    Devices,
    Hello,
    Measure,
    Measured,
    Message,
    Notice,
    PastStep,
    PressButton,
    Prompt,
    PromptShown,
    Recall,
    Recalled,
    ReceiptsSeen,
    Redo,
    Reply,
    Request,
    Storage,
    Strike,
    Submit,
    TapCard,
    ThrowDice,
    Tongue,
    Transition,
    TurnKnob,
    Undo,
    Unlock,
    Welcome,
)
from companion.wire import line_of
from engine.commands import Command
from engine.evolve import evolve
from engine.ids import CardId, PlayerId
from engine.state import State

BACKOFF_S_MIN = 0.1  # a table that is starting is there at once
BACKOFF_S_MAX = 2.0
PATIENCE_S = 30.0  # for an answer, a restart of the table included

T = TypeVar("T")
Answer = Reply | Measured | Recalled
"""What comes back to a request with an id."""

_decode = msgspec.json.Decoder(Message).decode


class NoTableError(TapbankError):
    """No table runs on the folder, or it has gone and did not come back."""


class Replica:
    """The table as a client knows it; only messages change it."""

    def __init__(self) -> None:
        self.seq = 0
        self.game = ""
        self.prompt: Prompt | None = None
        self.devices: tuple[DeviceHealth, ...] = ()
        self.storage = Storage("ok")
        self.has_demo_dice = False
        self.confirm_after_s = 1.0
        self.tongue = Tongue()
        self._state: State | None = None

    @property
    def state(self) -> State:
        """The position; only once a welcome has come."""
        assert self._state is not None, "a replica is welcomed before it is read"
        return self._state

    @property
    def is_welcomed(self) -> bool:
        """Whether there is a state to read."""
        return self._state is not None

    def take(self, message: Message) -> bool:
        """Follow *message*; return whether it fits: if not, a new welcome is needed."""
        match message:
            case Welcome():
                self._welcome(message)
            case Transition():
                return self._follow(message)
            case PromptShown(prompt=prompt):
                self.prompt = prompt
            case Devices(devices=devices):
                self.devices = devices
            case Storage():
                self.storage = message
            case Tongue():
                self.tongue = message
            case Reply() | Notice() | Measured() | Recalled() | ReceiptsSeen() | Enrolled():
                pass
        return True

    def _welcome(self, welcome: Welcome) -> None:
        self.seq = welcome.seq
        self.game = welcome.game
        self.prompt = welcome.prompt
        self.devices = welcome.devices
        self.tongue = welcome.tongue
        self.has_demo_dice = welcome.has_demo_dice
        self.confirm_after_s = welcome.confirm_after_s
        self.storage = Storage("ok")
        self._state = welcome.state

    def _follow(self, transition: Transition) -> bool:
        if self._state is None or transition.seq != self.seq + 1:
            return False
        self.seq = transition.seq
        state = transition.state
        self._state = evolve(self._state, transition.events) if state is None else state
        return True


class Client:
    """One connection to a table, kept up by `run`; all methods belong to its loop."""

    way_back = "play"  # the command that brings the table back where it is gone for good

    def __init__(self, path: Path, name: str) -> None:
        """Prepare to attach to the socket at *path*; *name* is for the table's log."""
        self.replica = Replica()
        self.is_connected = False
        self.on_message: Callable[[Message], None] = _ignore
        """Called with each message, after the replica has followed it."""
        self.on_connection: Callable[[bool], None] = _ignore
        """Called when the table is there, or gone."""
        self._path = path
        self._name = name
        self.why_not = ""
        """Why the table did not welcome this client, where it said so."""
        self._pin = pin_of_user()
        self._writer: asyncio.StreamWriter | None = None
        self._asked: dict[str, tuple[Request, asyncio.Future[Answer]]] = {}
        self._welcomed = asyncio.Event()

    @property
    def state(self) -> State:
        """The position as this client knows it."""
        return self.replica.state

    async def run(self) -> None:
        """Keep attached until cancelled; wait ever longer, up to `BACKOFF_S_MAX`, between tries."""
        backoff_s = BACKOFF_S_MIN
        while True:
            try:
                await self._session()
                backoff_s = BACKOFF_S_MIN
            except (OSError, asyncio.IncompleteReadError):
                pass  # not there yet, or gone: tried again below
            finally:
                self._lost()
            await asyncio.sleep(backoff_s)
            backoff_s = min(2 * backoff_s, BACKOFF_S_MAX)

    async def welcomed(self) -> None:
        """Wait until the table has told how it stands."""
        await self._welcomed.wait()

    async def submit(
        self,
        command: Command,
        *,
        actor: PlayerId | None = None,
        note: str = "",
        is_seen: bool = False,
    ) -> Reply:
        """Ask for *command*; with *is_seen* only as long as the table stands as it is known here.

        Raises:
            NoTableError: The table has gone and did not come back within `PATIENCE_S`.
        """
        seen = self.replica.seq if is_seen else None
        return await self._reply(Submit(_new_id(), command, seen, actor, note))

    async def undo(self, count: int = 1, note: str = "") -> Reply:
        """Take back the last commands; raises as `submit`."""
        return await self._reply(Undo(_new_id(), count, note))

    async def redo(self, count: int = 1, note: str = "") -> Reply:
        """Bring back what was taken back last; raises as `submit`."""
        return await self._reply(Redo(_new_id(), count, note))

    async def correct_roll(self, die_1: int, die_2: int, note: str = "") -> Reply:
        """Play these dice instead of the last throw; raises as `submit`."""
        return await self._reply(CorrectRoll(_new_id(), die_1, die_2, note))

    async def correct_card(self, card: CardId, note: str = "") -> Reply:
        """Report this card instead of the last one; raises as `submit`."""
        return await self._reply(CorrectCard(_new_id(), card, note))

    async def strike(self, note: str = "") -> Reply:
        """Take back the last throw and all since; raises as `submit`."""
        return await self._reply(Strike(_new_id(), note))

    async def throw(self) -> Reply:
        """Throw the on-screen dice; raises as `submit`."""
        return await self._reply(ThrowDice(_new_id()))

    async def recall(self) -> tuple[State, tuple[PastStep, ...]]:
        """Return the state this game began with and every step since; raises as `submit`."""
        start: State | None = None
        steps: tuple[PastStep, ...] = ()
        while True:
            after = steps[-1].seq if steps else 0
            answer = await self._ask(Recall(_new_id(), after))
            assert isinstance(answer, Recalled), "a table answers each request in kind"
            start = answer.start or start
            steps += answer.steps
            if answer.is_last:
                assert start is not None, "the first page has the beginning"
                return start, steps

    def choose_language(self, code: str = "") -> bool:
        """Let the table speak *code*, or the next language; return whether it is there."""
        return self._send(ChooseLanguage(code))

    def choose_speech(self, *, is_aloud: bool | None = None) -> bool:
        """Let the table speak aloud or not, or the other way; return whether it is there."""
        return self._send(ChooseSpeech(is_aloud))

    async def unlock(self, pin: str) -> Reply:
        """Bring the banker's PIN; raises as `submit`."""
        answer = await self._ask(Unlock(_new_id(), pin))
        assert isinstance(answer, Reply), "a table answers each request in kind"
        return answer

    async def measure(self) -> Measured:
        """Return what the table has counted; raises as `submit`."""
        answer = await self._ask(Measure(_new_id()))
        assert isinstance(answer, Measured), "a table answers each request in kind"
        return answer

    def tap(self, card: str) -> bool:
        """Tap a seat from `1` to `8`, or an action card; return whether the table is there."""
        return self._send(TapCard(card))

    def press(self, button: str, seconds: float = 0.0) -> bool:
        """Press `yes`, `no` or `menu`, held that long; return whether the table is there."""
        return self._send(PressButton(button, seconds))

    def turn(self, detents: int) -> bool:
        """Turn the knob; return whether the table is there."""
        return self._send(TurnKnob(detents))

    def order(self, request: EnrolCard | StopEnrolling) -> bool:
        """Say what the next card on a reader is to stand for; return whether the table is there."""
        return self._send(request)

    async def ask(self, request: Asked) -> Reply:
        """Send a request whose id the caller chose; raises as `submit`."""
        return await self._reply(request)

    async def _reply(self, request: Asked) -> Reply:
        answer = await self._ask(request)
        assert isinstance(answer, Reply), "a table answers each request in kind"
        return answer

    async def _ask(self, request: Asked | Unlock | Measure | Recall) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked[request.id] = (request, answer)
        try:
            self._send(request)  # where the table is away it is sent once it is back
            return await asyncio.wait_for(answer, PATIENCE_S)
        except TimeoutError:
            raise NoTableError(no_answer(self._path.parent, self.way_back)) from None
        finally:
            del self._asked[request.id]

    def _send(self, request: Request) -> bool:
        if self._writer is None or not self._welcomed.is_set():
            return False
        self._writer.write(line_of(request))
        return True

    async def _session(self) -> None:
        sock = connected_socket(self._path)
        reader, writer = await asyncio.open_unix_connection(sock=sock, limit=LINE_BYTES_MAX)
        try:
            self._writer = writer
            writer.write(line_of(Hello(self._name, pin=self._pin)))
            while line := await reader.readline():
                self._take(_decode(line))
        finally:
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()

    def _take(self, message: Message) -> None:
        if not self.replica.take(message):
            assert self._writer is not None, "messages come over a connection"
            self._writer.write(line_of(Hello(self._name, pin=self._pin)))
            return
        if isinstance(message, Welcome) and not self.is_connected:
            self._pin = ""  # once: brought again at each loss it would never be idle
            self._attached()
        if isinstance(message, Notice) and not self.is_connected:
            self.why_not = message.text
        if isinstance(message, Reply | Measured | Recalled):
            _request, answer = self._asked.get(message.id, (None, None))
            if answer is not None and not answer.done():
                answer.set_result(message)
        self.on_message(message)

    def _attached(self) -> None:
        self.is_connected = True
        self._welcomed.set()
        for request, _answer in tuple(self._asked.values()):
            self._send(request)  # the same id: what was done before the loss is not done again
        self.on_connection(True)  # noqa: FBT003  # the one thing the call says

    def _lost(self) -> None:
        self._writer = None
        self._welcomed.clear()
        if self.is_connected:
            self.is_connected = False
            self.on_connection(False)  # noqa: FBT003  # the one thing the call says


def with_table(path: Path, name: str, body: Callable[[Client], Awaitable[T]]) -> T:
    """Attach to a running table, do *body*, detach: for callers that have no loop.

    Raises:
        NoTableError: No table runs there.
    """
    return asyncio.run(_with_table(path, name, body))


async def _with_table(path: Path, name: str, body: Callable[[Client], Awaitable[T]]) -> T:
    if not is_running(path):
        raise NoTableError(none_runs(path.parent))
    client = Client(path, name)
    running = asyncio.create_task(client.run())
    try:
        try:
            await asyncio.wait_for(client.welcomed(), PATIENCE_S)
        except TimeoutError:
            raise NoTableError(client.why_not or no_answer(path.parent)) from None
        return await body(client)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def is_running(path: Path) -> bool:
    """Return whether a table listens at *path*."""
    try:
        connected_socket(path).close()
    except OSError:
        return False
    return True


def _new_id() -> str:
    return uuid.uuid4().hex


def _ignore(_told: object) -> None:
    """Stand in until somebody listens."""
