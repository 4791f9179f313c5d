"""What hands do in a case file: through the flows, on a clock that moves only when told."""

import re
from collections.abc import Callable, Sequence
from typing import NoReturn, assert_never

import msgspec

from companion import authority
from companion.console.case_cards import CaseCards
from companion.errors import UsageError
from companion.flows import inputs as i
from companion.flows.flows import Flows
from companion.flows.memory import BOARD
from companion.flows.outcome import Asked
from companion.flows.settings import Settings
from companion.flows.takeback import ACTS_MAX
from companion.locales import _
from companion.protocol import CorrectCard, CorrectRoll, Prompt, Strike, Submit, Undo
from companion.timeline import Declined, Step, Timeline
from companion.timeline_nodes import cards_drawn, recent_acts
from companion.views.refusals import sentence as why_not
from engine.commands import Command, RecordRoll, ReportCard
from engine.refusals import RULE_OF, Refusal, Refused

READER = "reader-1"
NOT_ASKED_FOR = RULE_OF[Refusal.NOT_WAITING_FOR_THIS]
"""The rule behind an answer of the flows that no rule of the engine gave."""
PRESS_S = 0.1
PRESS_S_MAX = 30.0
_STEP_S_MIN = 0.01  # a clock that is asked to wake now still moves
_BUTTONS = ("yes", "no", "menu")
_FACES = ("1", "2", "3", "4", "5", "6")
_UNREAD = {"cocked": "COCKED"}
_READER = re.compile(r"reader-[0-9]+")
_NUMBER = re.compile(r"[0-9]{1,2}(\.[0-9]{1,3})?")


_FromBoard = i.DiceThrown | i.DiceUnread | i.Pressed


class Told(msgspec.Struct, frozen=True):
    """What the table answered to hands."""

    warnings: tuple[str, ...] = ()
    """Sentences that said: this means nothing now."""
    rule: str = NOT_ASKED_FOR
    """The rule behind the last of them."""
    is_changed: bool = False
    """Whether the game went on by it."""
    is_possible: bool = True
    """Whether hands could do it at all: not where the device is unplugged."""


class CaseHands:
    """Hands at the table of one case: readers, a board, a box of cards, and a clock.

    Before a card they wait until what it confirms has stood still; what is to be refused they do at
    once. Nothing else but `press` and `wait` takes time.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._settings = Settings(boot="case")
        self._flows = Flows(self._settings)
        self._cards = CaseCards()
        self._now_s = 1000.0
        self._wake_s: float | None = None
        self._prompt: Prompt | None = None
        self._count = 0
        self._lying: dict[str, str] = {}
        self._unplugged: set[str] = set()
        self._kept: list[tuple[float, _FromBoard]] = []
        self._warnings: list[str] = []
        self._rule = NOT_ASKED_FOR
        self._verbs: dict[str, Callable[[Sequence[str]], None]] = {
            "tap": self._tap,
            "lay": self._lay,
            "lift-tag": self._lift_tag,
            "throw": self._throw,
            "press": self._press,
            "turn-knob": self._turn_knob,
            "unplug": self._unplug,
            "plug": self._plug,
            "noise": self._noise,
        }
        self._is_hasty, self._is_possible = False, True
        for device in (BOARD, READER):
            self._step(i.DeviceChanged(device, is_up=True))

    def do(self, words: Sequence[str], *, is_hasty: bool) -> Told:
        """Do what a line says; *is_hasty*: do not wait for what stands still first.

        Raises:
            UsageError: The line names what is not there.
        """
        self._warnings, self._rule = [], NOT_ASKED_FOR
        self._is_hasty, self._is_possible = is_hasty, True
        before = self._timeline.seq
        self._verbs[words[0]](words[1:])
        is_changed = self._timeline.seq != before
        return Told(tuple(self._warnings), self._rule, is_changed, self._is_possible)

    def wait(self, seconds: float) -> None:
        """Let time pass, as finely as the flows want to be woken."""
        until_s = self._now_s + seconds
        while self._now_s < until_s:
            wake_s = until_s if self._wake_s is None else max(self._wake_s, self._now_s)
            self._now_s = min(until_s, max(wake_s, self._now_s + _STEP_S_MIN))
            self._step(i.Tick())

    @property
    def is_paused(self) -> bool:
        """Whether the time that passes is not played."""
        return self._flows.is_paused

    @property
    def is_trading(self) -> bool:
        """Whether a deal lies open."""
        return self._prompt is not None and self._prompt.kind == "trade"

    def follow(self, step: Step) -> None:
        """Take note of a step that was adopted, whoever asked for it."""
        if step.kind != "command":
            head = self._timeline.mark.head
            is_physical = self._timeline.state.rules.decks == "physical"
            draws = cards_drawn(head) if is_physical else ()
            self._step(i.Past(recent_acts(head, ACTS_MAX), draws))
        command = step.commands[0] if step.kind == "command" else None
        self._step(i.StateChanged(step.kind, step.before, command, step.events))

    # What hands do.

    def _tap(self, words: Sequence[str]) -> None:
        self._lay(words)
        card = self._cards.card(words[0], self._timeline.state)
        self._take(card.uid)

    def _lay(self, words: Sequence[str]) -> None:
        reader = self._reader(words[1:])
        card = self._cards.card(words[0], self._timeline.state) if words else None
        if card is None:
            _wrong(_("A card is missing: tap Ada."))
        if reader in self._unplugged:
            self._out_of_reach(reader)
            return
        if card.uid in self._lying:
            _wrong(_("{card} lies there already: lift-tag it first.").format(card=words[0]))
        if not self._is_hasty:
            self.wait(self._settings.stand_s)
        self._lying[card.uid] = reader
        self._count += 1
        tap_id = f"tap:{reader}:{self._count}"
        self._step(i.tapped(card.uid, card.tech, self._cards, tap_id))

    def _lift_tag(self, words: Sequence[str]) -> None:
        self._reader(words[1:])
        card = self._cards.card(words[0], self._timeline.state) if words else None
        if card is None or card.uid not in self._lying:
            _wrong(_("No such card lies there."))
        self._take(card.uid)

    def _take(self, uid: str) -> None:
        if self._lying.pop(uid, None) is not None:
            self._step(i.CardGone(uid))

    def _throw(self, words: Sequence[str]) -> None:
        match words:
            case [a, b] if a in _FACES and b in _FACES:
                self._board_tells(i.DiceThrown(self._board_id(), (int(a), int(b))))
            case [a, b] if a in _FACES and b in _UNREAD:
                self._board_tells(i.DiceUnread(_UNREAD[b]))
            case [a] if a in _FACES:
                self._board_tells(i.DiceUnread("PARTIAL"))
            case _:
                _wrong(_("Dice show 1 to 6: throw 3 4, throw 3 cocked, throw 3."))

    def _press(self, words: Sequence[str]) -> None:
        match words:
            case [button] if button in _BUTTONS:
                seconds = PRESS_S
            case [button, held] if button in _BUTTONS:
                seconds = _seconds(held)
            case _:
                _wrong(
                    _("A button and maybe seconds: press yes, press no, press menu, press yes 2.")
                )
        self._board_tells(i.Pressed(self._board_id(), button))
        self.wait(seconds)
        self._board_tells(i.Pressed(self._board_id(), button, is_down=False))

    def _turn_knob(self, words: Sequence[str]) -> None:
        digits = words[0].removeprefix("-") if len(words) == 1 else ""
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 5):
            _wrong(_("A number of detents: turn-knob 2, turn-knob -1."))
        if BOARD in self._unplugged:
            self._out_of_reach(BOARD)
        else:
            self._step(i.KnobMoved(int(words[0])))

    def _unplug(self, words: Sequence[str]) -> None:
        device = self._device(words)
        self._unplugged.add(device)
        for uid in [uid for uid, reader in self._lying.items() if reader == device]:
            self._take(uid)
        self._step(i.DeviceChanged(device, is_up=False))

    def _plug(self, words: Sequence[str]) -> None:
        device = self._device(words)
        self._unplugged.discard(device)
        self._step(i.DeviceChanged(device, is_up=True))
        if device == BOARD:
            kept, self._kept = self._kept, []
            for made_s, given in kept:
                self._step(_aged(given, int(self._now_s - made_s)))

    def _noise(self, words: Sequence[str]) -> None:
        """Put bytes on the board's line that are no frame: nothing comes of them."""
        if len(words) != 1 or not words[0].isdecimal():
            _wrong(_("A number of bytes: noise 100."))

    def _board_tells(self, given: _FromBoard) -> None:
        """Let the board tell it now, or once it is plugged in: it keeps what was not taken."""
        if BOARD in self._unplugged:
            self._kept.append((self._now_s, given))
        else:
            self._step(given)

    def _out_of_reach(self, device: str) -> None:
        self._is_possible = False
        self._warnings.append(_("{device} is unplugged.").format(device=device))

    def _board_id(self) -> str:
        self._count += 1
        return f"board:case:1:{self._count}"

    def _reader(self, words: Sequence[str]) -> str:
        name = words[0] if len(words) == 1 else READER if not words else ""
        if not _READER.fullmatch(name):
            _wrong(_("A card and maybe a reader: tap Ada, tap Ada reader-2."))
        return name

    def _device(self, words: Sequence[str]) -> str:
        if len(words) != 1:
            _wrong(_("One device: unplug board, plug reader-1."))
        if words[0] != BOARD and not _READER.fullmatch(words[0]):
            sentence = _("“{word}” is no device: they are board, reader-1, reader-2 and so on.")
            _wrong(sentence.format(word=words[0]))
        return words[0]

    # What the table does.

    def _step(self, given: i.Input) -> None:
        outcome = self._flows.step(self._timeline.state, given, self._now_s)
        self._wake_s, self._prompt = outcome.wake_at_s, outcome.prompt
        for enrol in outcome.enrolments:
            self._cards.enrol(enrol.uid, enrol.meaning)
        self._warnings += [notice.text for notice in outcome.notices if notice.is_warning]
        for request in outcome.requests:
            if not self._carry_out(request):
                return

    def _carry_out(self, request: Asked) -> bool:
        answer, command = self._decided(request)
        if isinstance(answer, Step):
            self._timeline.adopt(answer)
            self.follow(answer)
            return True
        if isinstance(answer, Refused):
            self._rule = answer.rule
            assert command is not None, "only a command is refused by a rule"
            why = why_not(answer.refusal, self._timeline.state, command)
        else:
            why = answer.sentence
        asked = request.command if isinstance(request, Submit) else None
        self._step(i.RequestRefused(why, asked))
        return False

    def _decided(self, request: Asked) -> tuple[Step | Refused | Declined, Command | None]:
        timeline = self._timeline
        match request:
            case Submit(command=command, actor=actor):
                refusal = authority.refusal_of(command, actor, timeline.state)
                if refusal is not None:
                    return Refused(refusal), command
                return timeline.decide_command(command), command
            case Undo(count=count):
                return timeline.undo(count), None
            case CorrectRoll(die_1=die_1, die_2=die_2):
                return timeline.correct_roll(die_1, die_2), RecordRoll(die_1, die_2)
            case CorrectCard(card=card):
                return timeline.correct_card(card), ReportCard(card)
            case Strike():
                return timeline.strike(), None
            case _:
                assert_never(request)


def _aged(given: _FromBoard, age_s: int) -> _FromBoard:
    if isinstance(given, i.DiceUnread):
        return given
    return msgspec.structs.replace(given, age_s=age_s)


def _seconds(word: str) -> float:
    if not _NUMBER.fullmatch(word) or float(word) > PRESS_S_MAX:
        sentence = _("“{word}” is no number of seconds from 0 to {most}.")
        _wrong(sentence.format(word=word, most=int(PRESS_S_MAX)))
    return float(word)


def _wrong(sentence: str) -> NoReturn:
    raise UsageError(sentence)
