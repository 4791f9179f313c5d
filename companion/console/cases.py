"""Plays case files: every line on a timeline of its own, the books checked after each."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.clock import is_counted
from companion.console.case_hands import CaseHands
from companion.console.expectations import found
from companion.console.judging import Answer, explained, judge
from companion.console.parser import HANDS_VERBS, interpret_case
from companion.console.requests import (
    Ask,
    Blank,
    Expect,
    InCase,
    LetPass,
    MustBeRefused,
    Plain,
    SaidBy,
    TableLine,
    UseEdition,
    WrongLine,
)
from companion.console.words import shortened
from companion.editions import edition_ids, load_edition
from companion.errors import DataError, StorageError, TapbankError
from companion.locales import _
from companion.timeline import Declined, Step, Timeline
from engine import invariants
from engine.commands import AdvanceClock
from engine.ids import PlayerId
from engine.refusals import Refused
from engine.state import State, new_state

DEFAULT_EDITION = "us"
BANKER_RULES = frozenset({"BANKER", "BANKER-2"})
"""What a case may write for a line that only the banker may say."""

_Line = Expect | MustBeRefused | SaidBy | InCase | WrongLine

Watch = Callable[[int, str, State], None]
"""Told of each line that was played: its number from 1, its text, the position after it."""


class Failure(msgspec.Struct, frozen=True):
    """The line at which a case does not hold."""

    line: int
    expected: str
    found: str


class CaseResult(msgspec.Struct, frozen=True):
    """What came of one case file; it ends at its first failure."""

    file: str
    lines: int
    """Lines played, comments and blank ones not counted."""
    failure: Failure | None = None


def read_case(path: Path) -> str:
    """Return the text of a case file.

    Raises:
        TapbankError: There is no such file, or it is no text.
    """
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        sentence = _("{path} is not UTF-8 text: byte {number} fits no character.")
        raise DataError(sentence.format(path=path, number=error.start + 1)) from error
    except IsADirectoryError as error:
        sentence = _("{path} is a folder: name the case files in it, as {example}.")
        raise StorageError(sentence.format(path=path, example=path / "*.case")) from error
    except OSError as error:
        sentence = _("The case file {path} cannot be read: {reason}.")
        raise StorageError(sentence.format(path=path, reason=error.strerror)) from error


def play_case(text: str, file: str, watch: Watch | None = None) -> CaseResult:
    """Play the lines of a case up to the first that does not hold."""
    table = _Table(Path(file).parent, has_hands=_has_hands(text))
    played = 0
    for number, line in enumerate(text.split("\n"), start=1):
        request = interpret_case(line, table.state)
        if isinstance(request, Blank):
            continue
        played += 1
        shown = shortened(line.strip())
        failure = table.played(request, number, shown)
        if failure is not None:
            return CaseResult(file, played, failure)
        if watch is not None:
            watch(number, shown, table.state)
    return CaseResult(file, played)


class _Table:
    """The table of one case: a timeline, and hands where the case has some."""

    def __init__(self, folder: Path, *, has_hands: bool) -> None:
        self._folder = folder
        self._timeline = Timeline(new_state(load_edition(DEFAULT_EDITION)))
        self._hands = CaseHands(self._timeline) if has_hands else None
        self._unsaid_s = 0.0

    @property
    def state(self) -> State:
        """The position as it stands."""
        return self._timeline.state

    def played(self, request: _Line, number: int, line: str) -> Failure | None:
        """Play a line; return why it does not hold."""
        if isinstance(request, WrongLine):
            place = _("column {column}: {sentence}")
            reason = place.format(column=request.column, sentence=request.sentence)
            return Failure(number, _("a line of the language: {line}").format(line=line), reason)
        if isinstance(request, Expect):
            return self._expected(request, number)
        try:
            if isinstance(request, MustBeRefused):
                failure = self._refused(request, number, line)
            else:
                failure = self._accepted(request, number, line)
        except TapbankError as error:
            return Failure(number, line, error.sentence)
        return failure or _books(self.state, number, line)

    def _expected(self, expectation: Expect, number: int) -> Failure | None:
        there = found(expectation, self.state)
        if expectation.what == "waiting" and self._hands is not None and self._hands.is_trading:
            there = (*there, "trade")
        if expectation.wanted in there:
            return None
        return Failure(number, expectation.text, ", ".join(there))

    def _accepted(self, request: SaidBy | InCase, number: int, line: str) -> Failure | None:
        plain = request.request if isinstance(request, SaidBy) else request
        if isinstance(plain, TableLine) and self._hands is not None:
            told = self._hands.do(plain.words, is_hasty=False)
            return None if told.is_possible else _not_accepted(number, line, told.warnings[-1])
        if isinstance(plain, LetPass):
            if (clock := self._passed(plain.seconds)) is None:
                return None
            plain, request = clock, clock
        answer = self._answer(request)
        if not isinstance(answer, Step):
            why = explained(answer, plain, self.state, _speaker(request))
            return _not_accepted(number, line, why)
        self._timeline.adopt(answer)
        if self._hands is not None:
            self._hands.follow(answer)
        return None

    def _refused(self, expectation: MustBeRefused, number: int, line: str) -> Failure | None:
        request = expectation.request
        plain = request.request if isinstance(request, SaidBy) else request
        rule = expectation.rule.upper()
        if isinstance(plain, TableLine) and self._hands is not None:
            told = self._hands.do(plain.words, is_hasty=True)
            if told.is_changed or not told.warnings:
                return Failure(number, line, _("accepted"))
            if not rule or rule == told.rule:
                return None
            return _otherwise(number, line, f"{told.warnings[-1]} ({told.rule})")
        if isinstance(plain, LetPass):
            plain = request = Ask(AdvanceClock(int(plain.seconds)))
        before = self.state
        try:
            answer = self._answer(request)
        except TapbankError:
            if not rule:
                return None  # an edition that is not there
            raise
        assert self.state == before, "deciding changes nothing"
        if isinstance(answer, Step):
            return Failure(number, line, _("accepted"))
        if not rule or _is_by(answer, rule):
            return None
        return _otherwise(number, line, explained(answer, plain, before, _speaker(request)))

    def _answer(self, request: SaidBy | InCase) -> Answer:
        plain = request.request if isinstance(request, SaidBy) else request
        assert not isinstance(plain, LetPass), "time is nobody's line"
        return judge(self._timeline, _located(plain, self._folder), _speaker(request))

    def _passed(self, seconds: float) -> Ask | None:
        """Let time pass; return what the game's own clock is to be told of it, if anything."""
        is_on = True
        if self._hands is not None:
            is_on = is_counted(self.state) and not self._hands.is_paused
            self._hands.wait(seconds)
            is_on = is_on and is_counted(self.state)
        elif seconds.is_integer():
            return Ask(AdvanceClock(int(seconds)))
        self._unsaid_s = self._unsaid_s + seconds if is_on else 0.0
        whole_s = int(self._unsaid_s)
        self._unsaid_s -= whole_s
        return Ask(AdvanceClock(whole_s)) if whole_s else None


def _has_hands(text: str) -> bool:
    """Return whether some line of a case is for hands."""
    words = {word for line in text.split("\n") for word in line.partition("#")[0].split()}
    return not words.isdisjoint(HANDS_VERBS)


def _speaker(request: SaidBy | InCase) -> PlayerId | None:
    return request.player if isinstance(request, SaidBy) else None


def _located(request: Plain, folder: Path) -> Plain:
    """Return *request* with the file of an edition looked for beside the case."""
    if isinstance(request, UseEdition) and request.name not in edition_ids():
        return UseEdition(str(folder / request.name))
    return request


def _not_accepted(number: int, line: str, why: str) -> Failure:
    reason = _("refused: {sentence}").format(sentence=why)
    return Failure(number, _("accepted: {line}").format(line=line), reason)


def _otherwise(number: int, line: str, why: str) -> Failure:
    return Failure(number, line, _("refused: {sentence}").format(sentence=why))


def _is_by(answer: Refused | Declined, rule: str) -> bool:
    if isinstance(answer, Declined):
        return False
    return answer.rule == rule or {answer.rule, rule} <= BANKER_RULES


def _books(state: State, number: int, line: str) -> Failure | None:
    try:
        invariants.check(state)
    except AssertionError as error:
        return Failure(number, _("the books balance after: {line}").format(line=line), str(error))
    return None
