"""What the table does with what devices notice: flows, commands, prompts, cues."""

import asyncio
import time
from collections.abc import Callable

import msgspec
import structlog

from companion.banker_lock import closed
from companion.card_desk import CardDesk, Finding
from companion.card_orders import EnrolCard, StopEnrolling
from companion.card_words import found_words
from companion.devices import Devices
from companion.enrolment import Enrolment
from companion.feedback import CLICK, LOW_TONE
from companion.flows import inputs as i
from companion.flows.flows import Flows
from companion.flows.outcome import Asked, Enrol, Outcome, Wish
from companion.flows.takeback import ACTS_MAX
from companion.flows.words import label
from companion.found import Found
from companion.locales import _
from companion.protocol import Devices as DevicesChanged
from companion.protocol import (
    Message,
    Notice,
    PressButton,
    Prompt,
    PromptShown,
    ReceiptsSeen,
    Reply,
    Storage,
    Submit,
    TapCard,
    ThrowDice,
    Transition,
    TurnKnob,
)
from companion.table import Table
from companion.timeline_nodes import tells_time_only
from engine.corrections import Correction
from engine.phases import Setup
from engine.state import State
from firmware_bridge import signals as s
from firmware_bridge.cues import Acknowledge

QUEUE_MAX = 500  # a minute of taps while a storage stalls
ASKED_TWICE_S = 10.0  # a second press within it means it: dice on the screen beside a board

_STRANGE = {Found.FOREIGN, Found.COPIED, Found.LOST, Found.TRANSIT, Found.GONE}
"""Cards that may not act, whatever the game asks for."""

_log = structlog.get_logger()
_FLEETING = (s.TagPresented, s.TagReturned, s.TagRead, s.KnobTurned)

Reliable = s.DiceSettled | s.DiceFault | s.DiceChanged | s.DiceCleared | s.ButtonPressed
"""What the board sends again until it is acknowledged."""


class _Given(msgspec.Struct, frozen=True):
    """One thing for the flows, and when it was noticed."""

    input: i.Input
    source: str
    at_ns: int | None = None
    """Where it is a tap or a throw, which are measured."""
    is_closed: bool = False
    """Whether a key must not stand for the banker's card: the PIN was not brought."""


class _Asked(msgspec.Struct, frozen=True):
    """What the flows want done after something else had become durable."""

    requests: tuple[Asked, ...]


class Service:
    """Takes signals one after the other: each is durable, or refused, before the next is read."""

    def __init__(
        self, table: Table, flows: Flows, enrolment: Enrolment, devices: Devices, desk: CardDesk
    ) -> None:
        self._table = table
        self._flows = flows
        self._enrolment = enrolment
        self._devices = devices
        self._desk = desk
        self._enrolling: set[asyncio.Task[None]] = set()
        self._queue: asyncio.Queue[s.Signal | _Given | _Asked] = asyncio.Queue()
        self.dropped_count = 0
        """How many signals were dropped because too many waited."""
        self._wake: asyncio.TimerHandle | None = None
        self._counter = 0
        self._dice_asked_at = -ASKED_TWICE_S
        self.publish: Callable[[Message], None] = _nowhere
        """Called with each message for all clients, in order."""
        self.wish: Callable[[Wish], None] = _nowhere
        """Called with what is wanted of how the table speaks."""
        self.prompt: Prompt | None = None
        table.on_transition = self._changed
        table.on_storage = self._storage_changed

    def take(self, signal: s.Signal) -> None:
        """Queue what a device noticed; on the loop only.

        With `QUEUE_MAX` waiting, taps and turns of the knob are dropped and counted: nobody means
        them any more. What the board repeats until it is acknowledged is bounded by the board.
        """
        if isinstance(signal, _FLEETING) and self._queue.qsize() >= QUEUE_MAX:
            self.dropped_count += 1
            _log.warning("signal_dropped", kind=type(signal).__name__, count=self.dropped_count)
            return
        self._queue.put_nowait(signal)

    def tap(self, request: TapCard, *, is_closed: bool = False) -> None:
        """Let a card be tapped that a key stands for; where *is_closed*, not the banker's."""
        meaning = i.card_of_key(self._table.state, request.card)
        given = i.CardTapped(self._key_id(), "", meaning)
        self._queue.put_nowait(_Given(given, "key", time.monotonic_ns(), is_closed))
        self._queue.put_nowait(_Given(i.CardGone(""), "key"))

    def press(self, request: PressButton, *, is_closed: bool = False) -> None:
        """Let a button go down that a key stands for, and come up when its time is over."""
        down = i.Pressed(self._key_id(), request.button)
        up = i.Pressed(self._key_id(), request.button, is_down=False)
        self._queue.put_nowait(_Given(down, "key", is_closed=is_closed))
        if request.seconds <= 0:
            self._queue.put_nowait(_Given(up, "key"))
        else:
            loop = asyncio.get_running_loop()
            loop.call_later(request.seconds, self._queue.put_nowait, _Given(up, "key"))

    def order(self, order: EnrolCard | StopEnrolling) -> None:
        """Let the next card on a reader be enrolled instead of acting, or let it act again."""
        if isinstance(order, EnrolCard):
            ended = self._desk.begin(order)
        else:
            is_standing = self._desk.order is not None and self._desk.order.id == order.id
            ended = self._desk.stop() if is_standing else None
        if ended is not None:
            self.publish(ended)

    def ask_anew(self) -> None:
        """Say what is asked once more, in the language of now."""
        self._queue.put_nowait(_Given(i.Tick(), "table"))

    def turn(self, request: TurnKnob) -> None:
        """Let the knob turn."""
        self._queue.put_nowait(_Given(i.KnobMoved(request.detents), "key"))

    async def throw(self, request: ThrowDice, source: str) -> Reply:
        """Throw the on-screen dice; beside a board that answers only when asked twice."""
        now_s = asyncio.get_running_loop().time()
        if why := self._flows.why_no_throw(self._table.state, now_s):
            return Reply(request.id, is_accepted=False, seq=self._table.seq, sentence=why)
        is_first = now_s - self._dice_asked_at > ASKED_TWICE_S
        if self._devices.has_board and is_first and not self._table.is_recorded(request.id):
            self._dice_asked_at = now_s
            sentence = _("Throw the real dice into the tray; once more for dice on the screen.")
            return Reply(request.id, is_accepted=False, seq=self._table.seq, sentence=sentence)
        self._dice_asked_at = -ASKED_TWICE_S
        return await self._table.submit(request, source)

    @property
    def is_paused(self) -> bool:
        """Whether people have stopped playing for a while."""
        return self._flows.is_paused

    async def run(self) -> None:
        """Serve until cancelled."""
        while True:
            item = await self._queue.get()
            match item:
                case _Given(is_closed=True) if self._flows.is_bankers(
                    self._table.state, item.input
                ):
                    self.publish(Notice(closed(), is_warning=True))
                case _Given():
                    await self._step(item.input, item.source)
                    self._measure(item)
                case _Asked(requests=requests):
                    await self._submit(requests, "table")
                case _:
                    await self._signal(item)

    async def _signal(self, signal: s.Signal) -> None:
        match signal:
            case s.DeviceUp() | s.DeviceDown():
                self._devices.note(signal)
                self._desk.forget_reader(signal.device)
                self.publish(DevicesChanged(self._devices.health))
                await self._told(signal, "table")
            case s.DeviceFound():
                if self._devices.adopt(signal):
                    self.publish(DevicesChanged(self._devices.health))
            case s.TagPresented() | s.TagRead():
                if (found := self._desk.take(signal)) is not None:
                    await self._found(found)
            case (
                s.DiceSettled()
                | s.DiceFault()
                | s.DiceChanged()
                | s.DiceCleared()
                | s.ButtonPressed()
            ):
                await self._reliable(signal)
            case _:
                await self._told(signal, _source(signal))

    async def _found(self, found: Finding) -> None:
        """Enrol a card that is waited for; let a card of the game act; name any other."""
        if self._desk.order is not None:
            task = asyncio.create_task(self._carry_out(found))
            self._enrolling.add(task)
            task.add_done_callback(self._enrolling.discard)
        elif found.what in _STRANGE:
            words = found_words(found.what, found.meaning, self._table.state.edition)
            self.publish(Notice(words, is_warning=True))
            self._devices.send(LOW_TONE)
        else:
            if found.what is Found.OURS and found.meaning is not None:
                self._enrol(Enrol(found.tag.uid, found.meaning))
            await self._told(found.tag, found.tag.reader)

    async def _carry_out(self, found: Finding) -> None:
        answer = await self._desk.carry_out(found, self._table.state.edition)
        if answer is not None:
            self.publish(answer)
            self._devices.send(CLICK if answer.is_done else LOW_TONE)

    async def _reliable(self, signal: Reliable) -> None:
        """Act on what is new, make it durable in any case, and then acknowledge it."""
        signal_id = f"board:{signal.board}:{signal.boot}:{signal.n}"
        if not self._table.is_recorded(signal_id):
            await self._told_or_set_aside(signal, signal_id)
            if not await self._table.note(signal_id, "board"):
                return  # nothing is acknowledged that is not durable: the board sends it again
        self._devices.send(Acknowledge(signal.boot, signal.n))

    async def _told_or_set_aside(self, signal: Reliable, signal_id: str) -> None:
        """Act on what the board noticed; what a fault of our own forbids is not tried again.

        The fault ends the table. Without the row the board would send the same once more after
        the restart, for ever.
        """
        try:
            await self._told(signal, "board")
        except Exception:
            sentence = _("{what} was set aside: the table failed on it. Put it in by hand.")
            why = sentence.format(what=_what(signal))
            await self._table.note(signal_id, "board", why=why)
            raise

    async def _told(self, signal: s.Signal, source: str) -> None:
        tap_id = f"tap:{source}:{self._next()}"
        if (given := i.input_of(signal, self._enrolment, tap_id)) is None:
            return
        await self._step(given, source)
        if isinstance(signal, s.TagPresented | s.DiceSettled):
            self._measure(_Given(given, source, signal.at_ns))

    async def _step(self, given: i.Input, source: str) -> None:
        if isinstance(given, i.Pressed) and given.button == "yes" and given.is_down:
            self.publish(ReceiptsSeen())
        outcome = self._flows.step(self._table.state, given, self._now_s())
        await self._submit(self._done(outcome), source)

    async def _submit(self, requests: tuple[Asked, ...], source: str) -> None:
        """Submit in order; after a refusal the rest is dropped, and the flows are told."""
        for request in requests:
            reply = await self._table.submit(request, source, is_device=True)
            if not reply.is_accepted:
                command = request.command if isinstance(request, Submit) else None
                await self._step(i.RequestRefused(reply.sentence, command), source)
                return

    def _changed(self, transition: Transition, before: State) -> None:
        """Tell clients and flows what has just become durable."""
        self.publish(transition)
        if transition.kind in ("ignored", "recovered"):
            return
        if tells_time_only(transition.command, transition.events):
            return
        if isinstance(transition.command, Correction) and not isinstance(before.phase, Setup):
            self.publish(_announced(transition, before))
        if transition.kind != "command":
            past = i.Past(self._table.recent(ACTS_MAX), self._table.draws)
            self._done(self._flows.step(self._table.state, past, self._now_s()))
        change = i.StateChanged(
            transition.kind, before, transition.command, transition.events, transition.actor
        )
        requests = self._done(self._flows.step(self._table.state, change, self._now_s()))
        if requests:
            self._queue.put_nowait(_Asked(requests))

    def _storage_changed(self, storage: Storage) -> None:
        self.publish(storage)

    def _done(self, outcome: Outcome) -> tuple[Asked, ...]:
        """Do all that an outcome asks for but its requests, which are returned."""
        for enrol in outcome.enrolments:
            self._enrol(enrol)
        for notice in outcome.notices:
            self.publish(notice)
        for wish in outcome.wishes:
            self.wish(wish)
        for cue in outcome.cues:
            self._devices.send(cue)
        self.prompt = outcome.prompt
        if outcome.is_prompt_new:
            self.publish(PromptShown(outcome.prompt))
        self._wake_at(outcome.wake_at_s)
        return outcome.requests

    def _enrol(self, enrol: Enrol) -> None:
        try:
            self._enrolment.enrol(enrol.uid, enrol.meaning)
        except OSError as error:
            sentence = _("The card could not be remembered ({reason}): tap it again later.")
            self.publish(Notice(sentence.format(reason=error.strerror), is_warning=True))

    def _wake_at(self, at_s: float | None) -> None:
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        if at_s is not None:
            loop = asyncio.get_running_loop()
            self._wake = loop.call_at(at_s, self._queue.put_nowait, _Given(i.Tick(), "table"))

    def _measure(self, given: _Given) -> None:
        if given.at_ns is None:
            return
        measures = self._table.measures
        measures.published((time.monotonic_ns() - given.at_ns) / 1e6)
        if isinstance(given.input, i.DiceThrown):
            measures.rolls += 1
        else:
            measures.taps += 1

    def _now_s(self) -> float:
        return asyncio.get_running_loop().time()

    def _key_id(self) -> str:
        return f"key:{self._next()}"

    def _next(self) -> str:
        """Return a number that is this start's own."""
        self._counter += 1
        return f"{self._table.boot_id}:{self._counter}"


def _announced(transition: Transition, before: State) -> Notice:
    """Return what everybody is told of a correction: who puts the table right does it in public."""
    assert transition.command is not None, "a correction is a command"
    sentence = _("The banker puts right: {act}").format(act=label(before, transition.command))
    return Notice(f"{sentence} ({transition.note})" if transition.note else sentence)


def _what(signal: Reliable) -> str:
    if isinstance(signal, s.DiceSettled):
        return _("The throw {dice}").format(dice="-".join(map(str, signal.dice)))
    return _("What the board noticed")


def _source(signal: s.Signal) -> str:
    """Return the name of the device that noticed *signal*."""
    return (
        signal.reader
        if isinstance(signal, s.TagPresented | s.TagReturned | s.TagRemoved)
        else "board"
    )


def _nowhere(_message: Message | Wish) -> None:
    """Stand in until somebody publishes."""
