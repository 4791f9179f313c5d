"""The table's process: devices, flows, journal and clients on one loop."""

import asyncio
import signal
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path

import structlog

from companion.address import listening_socket
from companion.authority import needs_banker
from companion.banker_lock import BankerLock, closed
from companion.card_desk import CardDesk
from companion.card_orders import EnrolCard, Enrolled, StopEnrolling
from companion.card_signature import CardSet
from companion.card_words import locked_words
from companion.chance import Chance
from companion.clock import GameClock
from companion.config import Configuration
from companion.device_memory import DeviceMemory
from companion.devices import Devices, Search
from companion.editions import edition_ids, edition_named, load_edition
from companion.enrolment import FILE_NAME, Enrolment
from companion.errors import UsageError
from companion.flows.flows import Flows
from companion.flows.meanings import Action
from companion.flows.outcome import Wish
from companion.flows.settings import Settings
from companion.journal.faults import fault_of_system
from companion.journal.opening import Place
from companion.language_memory import remember_language
from companion.locales import _, available, language, set_language
from companion.pin import Pin
from companion.protocol import (
    LINE_BYTES_MAX,
    VERSION,
    Asked,
    ChooseLanguage,
    ChooseSpeech,
    CorrectCard,
    CorrectRoll,
    Hello,
    Measure,
    Message,
    Notice,
    PressButton,
    PromptShown,
    Recall,
    Redo,
    Reply,
    Request,
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
from companion.replies import declined
from companion.service import Service
from companion.sessions import Session, Sessions
from companion.speech import Speaker
from companion.supervision import Supervision
from companion.table import Table
from engine.board import Edition
from firmware_bridge.recording import Recorder
from firmware_bridge.signals import Signal

_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_log = structlog.get_logger()


async def serve(configuration: Configuration, now_s: Callable[[], float] = time.monotonic) -> None:
    """Run a table until it is told to stop; *now_s* says how long the banker was idle.

    Raises:
        TapbankError: The folder is held, damaged, full or forbidden, at the start or later.
    """
    edition = edition_named(configuration.edition)
    place = Place(
        configuration.data, configuration.second_copy, configuration.free_mb_min * 1_000_000
    )
    table = Table(place, edition, Chance(configuration.seed))
    try:
        await _Server(table, configuration, now_s).run()
    finally:
        table.close()


class _Server:
    """What runs between the opening of the journal and its closing."""

    def __init__(
        self, table: Table, configuration: Configuration, now_s: Callable[[], float]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._table = table
        self._configuration = configuration
        self._stop = asyncio.Event()
        self._devices = Devices(
            configuration.board,
            configuration.readers,
            self._noticed,
            Search(DeviceMemory(configuration.data)) if configuration.does_search else None,
            None if configuration.record is None else _recorder(configuration.record),
        )
        enrolment = Enrolment.load(configuration.data / FILE_NAME)
        self._service = Service(
            table,
            Flows(
                Settings(
                    boot=table.boot_id,
                    stand_s=configuration.confirm_after_ms / 1000,
                    is_kept=configuration.is_kept,
                    boards=_boards,
                )
            ),
            enrolment,
            self._devices,
            CardDesk(enrolment, CardSet.load(configuration.data), self._devices.submit),
        )
        self._clock = GameClock(table, lambda: self._service.is_paused)
        self._supervision = Supervision()
        self._lock = BankerLock(Pin(configuration.data), configuration.pin_idle_s, now_s)
        self._sessions = Sessions(self._welcome, self._news, self._answer, self._greeted)
        self._speaker = Speaker(lambda: table.state, is_aloud=configuration.speech)
        self._service.publish = self._publish
        self._service.wish = self._wished

    async def run(self) -> None:
        """Serve until a signal or a fault."""
        async with AsyncExitStack() as stack:
            for number in _SIGNALS:
                self._loop.add_signal_handler(number, self._stop.set)
                stack.callback(self._loop.remove_signal_handler, number)
            await self._table.start()
            stack.push_async_callback(self._table.drain)
            await self._listen(stack)
            stack.push_async_callback(self._speaker.close)
            self._devices.start()
            stack.push_async_callback(asyncio.to_thread, self._devices.stop)
            self._tell_ready()
            self._supervision.ready()
            stack.callback(self._supervision.ending)
            await self._until_stopped()

    async def _listen(self, stack: AsyncExitStack) -> None:
        path = self._configuration.socket
        try:
            bound = listening_socket(path)
        except OSError as error:
            raise fault_of_system(error, path) from error
        stack.callback(path.unlink, missing_ok=True)
        server = await asyncio.start_unix_server(
            self._sessions.serve, sock=bound, limit=LINE_BYTES_MAX
        )
        stack.push_async_callback(self._sessions.close)
        stack.callback(server.close)

    async def _until_stopped(self) -> None:
        """Wait for the end, and raise what ended it."""
        service = asyncio.create_task(self._service.run())
        clock = asyncio.create_task(self._clock.run())
        alive = asyncio.create_task(self._supervision.keep_alive(lambda: self._devices.are_alive))
        stopped = asyncio.create_task(self._stop.wait())
        ends: list[asyncio.Future[None] | asyncio.Task[None] | asyncio.Task[bool]] = [
            self._table.failed,
            self._sessions.crashed,
            service,
            clock,
            stopped,
        ]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in ends:
                if end.done():
                    end.result()
        finally:
            for task in (service, clock, alive, stopped):
                task.cancel()
            await asyncio.gather(service, clock, alive, stopped, return_exceptions=True)
        _log.info("table_stopped", seq=self._table.seq)

    def _tell_ready(self) -> None:
        last = self._table.last
        _log.info(
            "table_started",
            boot_id=self._table.boot_id,
            game=self._table.game,
            seq=self._table.seq,
            last=last.kind if last else None,
        )
        sentence = _("The table is ready: {path}").format(path=self._configuration.socket)
        sys.stderr.write(f"{sentence}\n")
        sys.stderr.flush()

    def _noticed(self, noticed: Signal) -> None:
        """Hand a signal to the loop; called from the devices' threads."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._service.take, noticed)

    def _welcome(self) -> Welcome:
        table = self._table
        return Welcome(
            version=VERSION,
            seq=table.seq,
            game=table.game,
            state=table.state,
            ledger=table.ledger,
            prompt=self._service.prompt,
            devices=self._devices.health,
            has_demo_dice=self._configuration.has_demo_dice,
            confirm_after_s=self._configuration.confirm_after_ms / 1000,
            tongue=self._tongue(),
        )

    def _tongue(self) -> Tongue:
        return Tongue(language(), self._speaker.is_aloud, self._speaker.has_voice)

    def _publish(self, message: Message) -> None:
        """Say it to every client, and aloud where it is to be heard."""
        if isinstance(message, Transition | PromptShown):
            self._clock.poke()
        self._sessions.publish(message)
        self._speaker.hear(message)

    def _news(self) -> list[Message]:
        """Return what a client should know that comes late."""
        news: list[Message] = [Notice(said, is_warning=True) for said in self._table.news]
        if self._table.storage.status != "ok":
            news.append(self._table.storage)
        return news

    async def _greeted(self, session: Session, hello: Hello) -> None:
        """Look at the PIN that a client brings; who brings none stays what he was."""
        if hello.pin and (why := await self._lock.open(session, hello.pin)):
            session.send(Notice(why, is_warning=True))

    async def _answer(self, request: Request, session: Session) -> Message | None:
        is_closed = self._lock.is_closed_to(session)
        is_bankers = needs_banker(request, self._table.state)
        if is_bankers and is_closed:
            return self._closed(request)
        if is_bankers or request == TapCard(Action.BANKER):
            self._lock.note_act(session)
        if isinstance(request, Unlock):
            return await self._unlock(request, session)
        return await self._done(request, session.name, is_closed=is_closed)

    async def _done(  # noqa: C901  # one flat table
        self, request: Request, client: str, *, is_closed: bool
    ) -> Message | None:
        match request:
            case Submit() | Undo() | Redo() | CorrectRoll() | CorrectCard() | Strike():
                return await self._table.submit(request, client)
            case ThrowDice():
                return await self._service.throw(request, client)
            case Measure(id=request_id):
                return self._table.measures.measured(request_id, self._devices.junk_count)
            case TapCard():
                self._service.tap(request, is_closed=is_closed)
            case PressButton():
                self._service.press(request, is_closed=is_closed)
            case TurnKnob():
                self._service.turn(request)
            case Recall():
                return self._table.recall(request)
            case ChooseLanguage(code=code):
                return self._choose_language(code)
            case ChooseSpeech():
                self._choose_speech(request)
            case EnrolCard() | StopEnrolling():
                self._service.order(request)
            case Hello() | Unlock():
                pass  # answered already
        return None

    def _closed(self, request: Request) -> Message:
        """Answer what asks for the PIN."""
        if isinstance(request, EnrolCard):
            return Enrolled(request.id, "", "", locked_words(), is_over=True)
        assert isinstance(request, Asked), "what needs the banker has an id"
        return declined(request.id, self._table.seq, closed())

    async def _unlock(self, request: Unlock, session: Session) -> Reply:
        if why := await self._lock.open(session, request.pin):
            return declined(request.id, self._table.seq, why)
        return Reply(request.id, is_accepted=True, seq=self._table.seq)

    def _wished(self, wish: Wish) -> None:
        """Speak as the table's menu says."""
        if isinstance(wish, ChooseSpeech):
            self._choose_speech(wish)
        elif (notice := self._choose_language(wish.code)) is not None:
            self._publish(notice)

    def _choose_speech(self, wish: ChooseSpeech) -> None:
        if wish.volume is not None:
            self._speaker.volume = wish.volume
        if wish.is_aloud is not None or wish.volume is None:
            self._speaker.turn(is_aloud=wish.is_aloud)
        self._sessions.publish(self._tongue())

    def _choose_language(self, code: str) -> Notice | None:
        codes = available()
        try:
            set_language(code or codes[(codes.index(language()) + 1) % len(codes)])
        except UsageError as error:
            return Notice(error.sentence, is_warning=True)
        remember_language(self._configuration.data, language())
        self._sessions.publish(self._tongue())
        self._service.ask_anew()
        return None


def _recorder(path: Path) -> Recorder:
    try:
        return Recorder(path)
    except OSError as error:
        raise fault_of_system(error, path) from error


@cache
def _boards() -> tuple[Edition, ...]:
    """Return the boards that come with the program, read once somebody looks at them."""
    return tuple(load_edition(name) for name in edition_ids())
