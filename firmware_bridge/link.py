"""One session with a dice board: greeting, acknowledgement, retry, heartbeat; time comes in."""

import logging
from collections import Counter, OrderedDict, deque
from typing import assert_never

import msgspec

from firmware_bridge.cues import Acknowledge, Chime, Cue, Light
from firmware_bridge.frames import (
    BOARD_START,
    HOST_START,
    Frame,
    FrameDecoder,
    Junk,
    LogLine,
    encode_line,
)
from firmware_bridge.messages import (
    KNOB_RANGE,
    VERSION,
    Answer,
    Beat,
    Change,
    Clear,
    Event,
    Fault,
    Hello,
    Knob,
    LineRefused,
    Message,
    Note,
    Press,
    Roll,
    description_of,
    greeting_of,
    knob_of,
    message_of,
)
from firmware_bridge.signals import (
    ButtonPressed,
    DiceChanged,
    DiceCleared,
    DiceFault,
    DiceSettled,
    KnobTurned,
    Signal,
)

_LOG = logging.getLogger(__name__)

GREET_MS = 2000
PING_MS = 2000  # a third of the silence after which the board takes the host for dead
SILENCE_MS_MAX = 6000
RETRY_MS = (300, 600, 900, 900)  # the wait after each of the four sends of a command
COMMANDS_MAX = 16  # more waiting tones than that would sound long after their reason
ACKNOWLEDGED_MAX = 256  # ten full queues of a board

EventKey = tuple[str, int]
"""(boot, n): what the board knows an event by."""


class _Command(msgspec.Struct, frozen=True, gc=False):
    type: str
    fields: dict[str, str]


class _Sent(msgspec.Struct, gc=False):
    """The one command that waits for its answer."""

    id: str
    line: bytes
    sent_count: int
    due_ms: int


class Link:
    """Turn the bytes of a board into signals and cues into bytes; no clock, no port, no thread.

    An event goes up once and is acknowledged only by the `Acknowledge` cue. The same event again
    is answered at once if it was acknowledged, passed over while that is awaited, and goes up
    again after `reopened`, because whoever awaited it may be gone. `now_ms` is any clock that
    never goes back; signals are stamped with it.
    """

    def __init__(self, now_ms: int) -> None:
        self.commands_lost_count = 0
        self._acknowledged: OrderedDict[EventKey, None] = OrderedDict()
        self._light: _Command | None = None
        self._greeting_count = 0
        self._command_count = 0
        self.reopened(now_ms)

    def reopened(self, now_ms: int) -> None:
        """Begin a session on a fresh port; what was acknowledged is remembered."""
        self.detail: str | None = None
        """Which board answers; None until it has."""
        self.lost_why: str | None = None
        """Why the port is to be closed; None while all is well."""
        self._decoder = FrameDecoder(BOARD_START)
        self._awaited: set[EventKey] = set()
        self._uid: str | None = None
        self._boot: str | None = None
        self._knob: int | None = None
        self._is_greeted = False
        self._outgoing = bytearray()
        self._commands: deque[_Command] = deque(maxlen=COMMANDS_MAX)
        self._sent: _Sent | None = None
        self._heard_ms = now_ms
        self._spoke_ms = now_ms
        self._greet(now_ms)

    @property
    def uid(self) -> str | None:
        """The board's own name; None until it has answered."""
        return self._uid

    @property
    def junk(self) -> Counter[Junk]:
        """What was skipped in this session, by reason."""
        return self._decoder.junk

    def outgoing(self) -> bytes:
        """Return, once, the bytes to write now."""
        taken = bytes(self._outgoing)
        self._outgoing.clear()
        return taken

    def send(self, cue: Cue, now_ms: int) -> None:
        """Pass a cue to the board, at once or when the cues before it are answered."""
        match cue:
            case Acknowledge(boot=boot, n=n):
                self._acknowledge((boot, n), now_ms)
            case Light(rgb=rgb, effect=effect):
                self._light = _Command("LED", {"rgb": rgb, "fx": effect})
                self._queue_light(now_ms)
            case Chime(hertz=hertz, duration_ms=duration_ms):
                fields = {"f": str(hertz), "ms": str(duration_ms)}
                self._commands.append(_Command("BUZ", fields))
                self._send_next(now_ms)
            case _:
                assert_never(cue)

    def tick(self, now_ms: int) -> None:
        """Do what is due: greet, retry, stay alive, give up a mute board."""
        if now_ms - self._heard_ms > SILENCE_MS_MAX:
            self.lost_why = f"silent for {SILENCE_MS_MAX // 1000} s"
            return
        if not self._is_greeted:
            if now_ms - self._greeted_ms >= GREET_MS:
                self._greet_again(now_ms)
            return
        self._retry(now_ms)
        if self._sent is None and now_ms - self._spoke_ms >= PING_MS:
            self._commands.append(_Command("PING", {}))
            self._send_next(now_ms)

    def receive(self, chunk: bytes, now_ms: int) -> list[Signal]:
        """Take bytes from the board; return what happened at the table."""
        signals: list[Signal] = []
        for line in self._decoder.feed(chunk):
            if isinstance(line, LogLine):
                _LOG.debug("board says: %s", line.text)
            elif isinstance(line, Frame):
                message = message_of(line)
                if isinstance(message, Junk):
                    self.junk[message] += 1
                    continue
                self._heard_ms = now_ms
                signal = self._signal_of(message, now_ms)
                if signal is not None:
                    signals.append(signal)
        return signals

    def _signal_of(self, message: Message, now_ms: int) -> Signal | None:
        match message:
            case Hello():
                self._hello_heard(message, now_ms)
            case Answer():
                self._answered(message, now_ms)
            case LineRefused(code=code):
                _LOG.info("the board got a damaged line (%s); it is sent again when due", code)
            case Event():
                return self._event_heard(message, now_ms)
            case Beat(knob=knob):
                return self._knob_at(knob, now_ms) if knob is not None else None
            case Knob(knob=knob):
                return self._knob_at(knob, now_ms)
            case Note(text=text):
                _LOG.info("board: %s", text)
            case _:
                assert_never(message)
        return None

    def _hello_heard(self, hello: Hello, now_ms: int) -> None:
        """Greet: this board is new, was restarted, or thinks the host is gone."""
        if self._uid not in {None, hello.uid}:
            self.lost_why = "another board answers"
            return
        if self._is_greeted or now_ms - self._greeted_ms >= RETRY_MS[0]:
            self._greet(now_ms)

    def _answered(self, answer: Answer, now_ms: int) -> None:
        if answer.id == f"h{self._greeting_count}":
            self._greeting_answered(answer, now_ms)
        elif self._sent is not None and answer.id == self._sent.id:
            if answer.code == "BUSY":
                return  # the retry is due soon enough
            if answer.code is not None:
                _LOG.warning("the board refused %r: %s", self._sent.line, answer.code)
            self._sent = None
            self._send_next(now_ms)

    def _greeting_answered(self, answer: Answer, now_ms: int) -> None:
        greeting = greeting_of(answer)
        if greeting is None or self._is_greeted:
            return
        uid, boot = greeting
        if self._uid not in {None, uid}:
            self.lost_why = "another board answers"
            return
        if boot != self._boot:
            self._knob = knob_of(answer.fields)
        self._uid, self._boot = uid, boot
        self.detail = description_of(answer.fields)
        self._is_greeted = True
        self._queue_light(now_ms)

    def _event_heard(self, event: Event, now_ms: int) -> Signal | None:
        key = (event.boot, event.n)
        if self._uid is None:
            return None  # it comes again once the board has said who it is
        if key in self._acknowledged:
            self._acknowledge(key, now_ms)
            return None
        if key in self._awaited:
            return None
        self._awaited.add(key)
        return _signal(event, self._uid, now_ms * 1_000_000)

    def _knob_at(self, knob: int, now_ms: int) -> Signal | None:
        before, self._knob = self._knob, knob
        if before is None or self._uid is None:
            return None
        detents = (knob - before + KNOB_RANGE // 2) % KNOB_RANGE - KNOB_RANGE // 2
        if detents == 0:
            return None
        return KnobTurned(board=self._uid, detents=detents, at_ns=now_ms * 1_000_000)

    def _acknowledge(self, key: EventKey, now_ms: int) -> None:
        self._awaited.discard(key)
        self._acknowledged[key] = None
        self._acknowledged.move_to_end(key)
        if len(self._acknowledged) > ACKNOWLEDGED_MAX:
            self._acknowledged.popitem(last=False)
        boot, n = key
        self._write(encode_line(HOST_START, "ACK", {"boot": boot, "n": str(n)}), now_ms)

    def _greet(self, now_ms: int) -> None:
        """Begin a greeting; commands wait for its answer."""
        self._is_greeted = False
        self._greeting_count += 1
        self._greet_again(now_ms)

    def _greet_again(self, now_ms: int) -> None:
        self._greeted_ms = now_ms
        fields = {"id": f"h{self._greeting_count}", "v": str(VERSION), "host": "tapbank"}
        self._write(encode_line(HOST_START, "HI", fields), now_ms)

    def _queue_light(self, now_ms: int) -> None:
        """Show the latest light; an older one that still waits is pointless."""
        for waiting in [command for command in self._commands if command.type == "LED"]:
            self._commands.remove(waiting)
        if self._light is not None:
            self._commands.append(self._light)
        self._send_next(now_ms)

    def _send_next(self, now_ms: int) -> None:
        if not self._is_greeted or self._sent is not None or not self._commands:
            return
        command = self._commands.popleft()
        self._command_count += 1
        command_id = f"c{self._command_count}"
        line = encode_line(HOST_START, command.type, {"id": command_id, **command.fields})
        self._sent = _Sent(command_id, line, sent_count=1, due_ms=now_ms + RETRY_MS[0])
        self._write(line, now_ms)

    def _retry(self, now_ms: int) -> None:
        sent = self._sent
        if sent is None or now_ms < sent.due_ms:
            return
        if sent.sent_count == len(RETRY_MS):
            self.commands_lost_count += 1
            _LOG.warning("no answer to %r", sent.line)
            self._sent = None
            self._send_next(now_ms)
            return
        sent.due_ms = now_ms + RETRY_MS[sent.sent_count]
        sent.sent_count += 1
        self._write(sent.line, now_ms)

    def _write(self, line: bytes, now_ms: int) -> None:
        self._spoke_ms = now_ms
        self._outgoing += line


def _signal(event: Event, uid: str, at_ns: int) -> Signal:
    boot, n = event.boot, event.n
    match event.what:
        case Roll(dice=dice, confidence=confidence, was_seen_arriving=was_seen):
            return DiceSettled(uid, boot, n, dice, confidence, was_seen, event.age_s, at_ns)
        case Fault(why=why, slot=slot):
            return DiceFault(uid, boot, n, why, slot, at_ns)
        case Change(dice=dice):
            return DiceChanged(uid, boot, n, dice, at_ns)
        case Clear():
            return DiceCleared(uid, boot, n, at_ns)
        case Press(button=button, is_down=is_down):
            return ButtonPressed(uid, boot, n, button, is_down, at_ns, event.age_s)
        case _:
            assert_never(event.what)
