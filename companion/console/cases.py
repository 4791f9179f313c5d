"""Plays case files: every line on a timeline of its own, the books checked after each."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.console.expectations import found
from companion.console.judging import Answer, explained, judge
from companion.console.parser import interpret_case
from companion.console.requests import (
    Blank,
    Expect,
    MustBeRefused,
    Plain,
    SaidBy,
    UseEdition,
    WrongLine,
)
from companion.editions import edition_ids, load_edition
from companion.errors import DataError, TapbankError, UsageError
from companion.locales import _
from companion.timeline import Declined, Step, Timeline
from engine import invariants
from engine.refusals import Refused
from engine.state import State, new_state

DEFAULT_EDITION = "us"
BANKER_RULES = frozenset({"BANKER", "BANKER-2"})
"""What a case may write for a line that only the banker may say."""

_Line = Expect | MustBeRefused | SaidBy | Plain | WrongLine

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
    except OSError as error:
        sentence = _("The case file {path} cannot be read: {reason}.")
        raise UsageError(sentence.format(path=path, reason=error.strerror)) from error


def play_case(text: str, file: str, watch: Watch | None = None) -> CaseResult:
    """Play the lines of a case up to the first that does not hold."""
    timeline = Timeline(new_state(load_edition(DEFAULT_EDITION)))
    folder = Path(file).parent
    played = 0
    for number, line in enumerate(text.splitlines(), start=1):
        request = interpret_case(line, timeline.state)
        if isinstance(request, Blank):
            continue
        played += 1
        failure = _played(timeline, _located(request, folder), number, line.strip())
        if failure is not None:
            return CaseResult(file, played, failure)
        if watch is not None:
            watch(number, line.strip(), timeline.state)
    return CaseResult(file, played)


def _located(request: _Line, folder: Path) -> _Line:
    """Return *request* with the file of an edition looked for beside the case."""
    match request:
        case UseEdition(name=name) if name not in edition_ids():
            return UseEdition(str(folder / name))
        case SaidBy(request=inner) | MustBeRefused(request=inner):
            return msgspec.structs.replace(request, request=_located(inner, folder))
        case _:
            return request


def _played(
    timeline: Timeline,
    request: _Line,
    number: int,
    line: str,
) -> Failure | None:
    if isinstance(request, WrongLine):
        place = _("column {column}: {sentence}")
        reason = place.format(column=request.column, sentence=request.sentence)
        return Failure(number, _("a line of the language: {line}").format(line=line), reason)
    if isinstance(request, Expect):
        return _expected(request, timeline.state, number)
    try:
        if isinstance(request, MustBeRefused):
            failure = _refused(timeline, request, number, line)
        else:
            failure = _accepted(timeline, request, number, line)
    except TapbankError as error:
        return Failure(number, line, error.sentence)
    return failure or _books(timeline.state, number, line)


def _expected(expectation: Expect, state: State, number: int) -> Failure | None:
    there = found(expectation, state)
    if expectation.wanted in there:
        return None
    return Failure(number, expectation.text, ", ".join(there))


def _accepted(
    timeline: Timeline, request: SaidBy | Plain, number: int, line: str
) -> Failure | None:
    answer, plain = _answer(timeline, request)
    if isinstance(answer, Step):
        timeline.adopt(answer)
        return None
    reason = _("refused: {sentence}").format(sentence=explained(answer, plain, timeline.state))
    return Failure(number, _("accepted: {line}").format(line=line), reason)


def _refused(
    timeline: Timeline, expectation: MustBeRefused, number: int, line: str
) -> Failure | None:
    before = timeline.state
    answer, plain = _answer(timeline, expectation.request)
    assert timeline.state == before, "deciding changes nothing"
    if isinstance(answer, Step):
        return Failure(number, line, _("accepted"))
    if not expectation.rule or _is_by(answer, expectation.rule.upper()):
        return None
    sentence = explained(answer, plain, before)
    return Failure(number, line, _("refused: {sentence}").format(sentence=sentence))


def _is_by(answer: Refused | Declined, rule: str) -> bool:
    if isinstance(answer, Declined):
        return False
    return answer.rule == rule or {answer.rule, rule} <= BANKER_RULES


def _answer(timeline: Timeline, request: SaidBy | Plain) -> tuple[Answer, Plain]:
    if isinstance(request, SaidBy):
        return judge(timeline, request.request, request.player), request.request
    return judge(timeline, request), request


def _books(state: State, number: int, line: str) -> Failure | None:
    try:
        invariants.check(state)
    except AssertionError as error:
        return Failure(number, _("the books balance after: {line}").format(line=line), str(error))
    return None
