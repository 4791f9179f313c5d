"""The command `tapbank enrol`: which tag is which card, at the running table or without one."""

import argparse
import asyncio
import sys
import threading
import uuid
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Protocol

import msgspec

from companion.authority import names_a_card
from companion.card_desk import CardDesk, Finding
from companion.card_orders import EnrolCard, Enrolled, StopEnrolling
from companion.card_signature import CardSet
from companion.card_words import card_name, locked_words
from companion.client import PATIENCE_S, Client, NoTableError, is_running
from companion.config import Configuration, configuration
from companion.device_memory import DeviceMemory
from companion.devices import Devices, Search
from companion.editions import edition_named
from companion.enrol_lines import Wish, help_text, wishes_of
from companion.enrolment import FILE_NAME, Enrolment
from companion.errors import EXIT_FAILED, EXIT_OK, UsageError
from companion.journal.lock import TableLock
from companion.journal.opening import make_folder
from companion.locales import _
from companion.no_table import no_answer
from companion.pin import Pin
from companion.pin_file import pin_of_user
from engine.board import Edition
from firmware_bridge.signals import (
    DeviceDown,
    DeviceFound,
    DeviceUp,
    Signal,
    TagPresented,
    TagRead,
    TagRemoved,
)

CLIENT_NAME = "enrol"
WAIT_S = 60.0  # for a card, where nobody watches
_END = None

_Lines = asyncio.Queue[str | None]


def run_enrol(arguments: argparse.Namespace) -> int:
    """Enrol cards as lines say, and return the exit code.

    Raises:
        TapbankError: The folder, its cards or its key cannot be used.
    """
    told = configuration(arguments)
    return asyncio.run(_run(told, arguments))


class _Counter(Protocol):
    """Where cards are enrolled: the table's readers, or our own."""

    edition: Edition
    answers: "asyncio.Queue[Enrolled]"

    def order(self, order: EnrolCard | StopEnrolling) -> None:
        """Say what the next card is to stand for."""


async def _run(told: Configuration, arguments: argparse.Namespace) -> int:
    place = _at_table(told) if is_running(told.socket) else _alone(told)
    async with place as counter:
        talk = _Talk(counter, told, arguments)
        if arguments.lines:
            return await talk.follow(_read(arguments.lines), WAIT_S)
        if not sys.stdin.isatty():
            return await talk.follow(_read(sys.stdin), WAIT_S)
        return await talk.converse(_read(sys.stdin))


class _Talk:
    """Carries out lines at a counter and says what became of each card."""

    def __init__(
        self, counter: _Counter, told: Configuration, arguments: argparse.Namespace
    ) -> None:
        self._counter = counter
        self._told = told
        self._does_write: bool = not arguments.no_write
        self._is_json: bool = arguments.json
        self._wait_s: float | None = arguments.wait

    async def follow(self, lines: _Lines, wait_s: float) -> int:
        """Carry out *lines* one after the other, each with its cards."""
        code = EXIT_OK
        while (line := await lines.get()) is not _END:
            try:
                wishes = self._wishes(line)
            except UsageError as error:
                _narrate(error.sentence)
                code = error.exit_code
                continue
            if wishes is None:
                break
            for wish in wishes:
                if not await self._enrol(wish, self._wait_s or wait_s):
                    code = EXIT_FAILED
        return code

    async def converse(self, lines: _Lines) -> int:
        """Carry out what is typed; a line ends the waiting of the one before."""
        _narrate(_("Say what a card is to be, then lay it on a reader; “help” names the words."))
        line = await lines.get()
        while line is not _END:
            following = asyncio.ensure_future(lines.get())
            working = asyncio.ensure_future(self._carried_out(line))
            await asyncio.wait((following, working), return_when=asyncio.FIRST_COMPLETED)
            if working.done() and not working.result():
                following.cancel()
                break
            line = await following
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
        return EXIT_OK

    async def _carried_out(self, line: str) -> bool:
        """Carry out one typed line; return whether more are wanted."""
        try:
            wishes = self._wishes(line)
        except UsageError as error:
            _narrate(error.sentence)
            return True
        for wish in wishes or ():
            await self._enrol(wish, self._wait_s)
        return wishes is not None

    def _wishes(self, line: str) -> tuple[Wish, ...] | None:
        """Return what *line* wants of cards, and do what it wants beside; None: leave."""
        match line.split():
            case ["quit" | "exit"]:
                return None
            case ["help"]:
                _narrate(help_text().rstrip("\n"))
                return ()
            case ["list"]:
                self._list()
                return ()
            case _:
                return wishes_of(line, self._counter.edition)

    async def _enrol(self, wish: Wish, wait_s: float | None) -> bool:
        """Wait for the card of *wish*, and say what became of it; return whether it was done."""
        order = EnrolCard(
            uuid.uuid4().hex,
            wish.meaning,
            is_replacing=wish.is_replacing,
            may_overwrite=wish.may_overwrite,
            does_write=self._does_write,
        )
        edition = self._counter.edition
        what = _("any card") if wish.meaning is None else card_name(wish.meaning, edition)
        _narrate(_("Lay {card} on a reader.").format(card=what))
        self._counter.order(order)
        try:
            answer = await asyncio.wait_for(self._answer(order.id), wait_s)
        except TimeoutError:
            answer = Enrolled(order.id, "", "", _("No card came."), is_over=True)
        finally:
            self._counter.order(StopEnrolling(order.id))
        self._tell(answer)
        return answer.is_done

    async def _answer(self, order_id: str) -> Enrolled:
        while True:
            answer = await self._counter.answers.get()
            if answer.id == order_id and answer.is_over:
                return answer
            if answer.id == order_id:
                _narrate(answer.sentence)

    def _tell(self, answer: Enrolled) -> None:
        if self._is_json:
            sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        elif answer.is_done:
            sys.stdout.write(f"{answer.sentence}\n")
        else:
            _narrate(answer.sentence)
        sys.stdout.flush()

    def _list(self) -> None:
        cards = Enrolment.load(self._told.data / FILE_NAME).cards
        if not cards:
            _narrate(_("No card is enrolled yet."))
        for uid, meaning in cards.items():
            sys.stdout.write(f"{uid} {card_name(meaning, self._counter.edition)}\n")
        sys.stdout.flush()


class _AtTable:
    """The readers of the running table, through its socket."""

    def __init__(self, client: Client) -> None:
        self.edition = client.state.edition
        self.answers: asyncio.Queue[Enrolled] = asyncio.Queue()
        self._client = client
        client.on_message = self._heard

    def order(self, order: EnrolCard | StopEnrolling) -> None:
        if not self._client.order(order):
            raise NoTableError(_("The table has gone: start it again, or enrol without it."))

    def _heard(self, message: object) -> None:
        if isinstance(message, Enrolled):
            self.answers.put_nowait(message)


@asynccontextmanager
async def _at_table(told: Configuration) -> AsyncIterator[_AtTable]:
    client = Client(told.socket, CLIENT_NAME)
    running = asyncio.create_task(client.run())
    try:
        try:
            await asyncio.wait_for(client.welcomed(), PATIENCE_S)
        except TimeoutError:
            raise NoTableError(no_answer(told.data)) from None
        yield _AtTable(client)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


class _Alone:
    """Readers of our own, on a folder that no table holds meanwhile."""

    def __init__(self, told: Configuration) -> None:
        self.edition = edition_named(told.edition)
        self.answers: asyncio.Queue[Enrolled] = asyncio.Queue()
        self.noticed: asyncio.Queue[Signal] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def sink(signal: Signal) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.noticed.put_nowait, signal)

        search = Search(DeviceMemory(told.data)) if told.does_search else None
        self.devices = Devices(None, told.readers, sink, search)
        cards = Enrolment.load(told.data / FILE_NAME)
        self._desk = CardDesk(cards, CardSet.load(told.data), self.devices.submit)
        pin = Pin(told.data)
        self._is_locked = pin.is_set and not pin.fits(pin_of_user())

    def order(self, order: EnrolCard | StopEnrolling) -> None:
        if self._is_locked and names_a_card(order):
            self.answers.put_nowait(Enrolled(order.id, "", "", locked_words(), is_over=True))
            return
        ended = self._desk.begin(order) if isinstance(order, EnrolCard) else self._desk.stop()
        if ended is not None:
            self.answers.put_nowait(ended)

    async def serve(self) -> None:
        """Follow the readers until cancelled."""
        while True:
            signal = await self.noticed.get()
            match signal:
                case DeviceUp(device=device, detail=detail):
                    _narrate(_("{device} is there: {detail}").format(device=device, detail=detail))
                case DeviceDown(device=device, why=why):
                    self._desk.forget_reader(device)
                    _narrate(_("{device} is not there: {reason}").format(device=device, reason=why))
                case DeviceFound(kind="reader"):
                    self.devices.adopt(signal)
                case TagPresented() | TagRead() | TagRemoved():
                    await self._carry_out(self._desk.take(signal))
                case _:
                    pass

    async def _carry_out(self, found: Finding | None) -> None:
        answer = None if found is None else await self._desk.carry_out(found, self.edition)
        if answer is not None:
            self.answers.put_nowait(answer)


@asynccontextmanager
async def _alone(told: Configuration) -> AsyncIterator[_Alone]:
    if not told.readers and not told.does_search:
        raise UsageError(_("No table runs: say where the reader is with --reader PATH."))
    make_folder(told.data)
    lock = TableLock(told.data)
    try:
        counter = _Alone(told)
        counter.devices.start()
        serving = asyncio.create_task(counter.serve())
        try:
            yield counter
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            await asyncio.to_thread(counter.devices.stop)
    finally:
        lock.release()


def _read(source: Iterable[str]) -> _Lines:
    """Return a queue of the lines of *source*, read beside the loop; None at their end."""
    loop = asyncio.get_running_loop()
    queue: _Lines = asyncio.Queue()
    put: Callable[[str | None], object] = queue.put_nowait

    def read() -> None:
        for line in source:
            loop.call_soon_threadsafe(put, line)
        loop.call_soon_threadsafe(put, _END)

    threading.Thread(target=read, name="lines", daemon=True).start()
    return queue


def _narrate(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
