"""A console line typed on the screen: shown beforehand, sent by the client, answered in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.client import Client
from companion.console import answers
from companion.console.legal import legal_instead, suggestions
from companion.console.names import Several, pick
from companion.console.parser import interpret
from companion.console.requests import (
    Ask,
    NewGame,
    Preview,
    Quit,
    TableLine,
    UseEdition,
    WrongLine,
)
from companion.errors import TapbankError
from companion.locales import _
from companion.views.words import listed
from engine.commands import ChooseTax
from engine.state import State


@dataclass(frozen=True, slots=True)
class Told:
    """What a line is answered with."""

    text: str
    is_fine: bool = True


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a line that is being typed would do, and how it could go on."""

    text: str = ""
    is_fine: bool = True
    words: tuple[str, ...] = ()


def foreseen(state: State, line: str) -> Foreseen:
    """Return what *line* would change in *state*; nothing while it is not finished."""
    words = suggestions(line, state)
    request = interpret(line, state)
    if isinstance(request, Preview):
        request = request.request
    if isinstance(request, WrongLine):
        is_half = not request.word or bool(words)
        return Foreseen("" if is_half else request.sentence, is_half, words)
    if isinstance(request, Ask) and request.command == ChooseTax(by_percent=True):
        return Foreseen(_("the sum is shown once it is chosen (TAX-3)"), words=words)
    if not isinstance(request, Ask | UseEdition | NewGame):
        return Foreseen(words=words)
    answer = answers.preview(line, request, state)
    if not answer.is_accepted:
        return Foreseen(answer.sentence, is_fine=False, words=words)
    changes = "   ".join((*answer.receipt, *answer.hands))
    return Foreseen(changes or _("nothing on the board changes"), words=words)


async def answered(client: Client, line: str) -> Told:
    """Return what came of *line*: a numbered line of what was done, or why it was not."""
    if not client.replica.is_welcomed:
        return Told(_("The table does not answer yet: try again in a moment."), is_fine=False)
    state = client.state
    request = interpret(line, state)
    if isinstance(request, TableLine):
        return by_hand(client, request.words)
    if isinstance(request, Quit):
        return Told(_("Esc closes the console."))
    if isinstance(request, Preview):
        seen = foreseen(state, line.split(maxsplit=1)[1])
        return Told(seen.text, seen.is_fine)
    try:
        answer = await answers.answered(client, line)
    except TapbankError as error:
        return Told(str(error), is_fine=False)
    if answer is None:
        return Told("")
    if answer.is_accepted or answer.column:
        return Told(
            _accepted(answer) if answer.is_accepted else answer.sentence, answer.is_accepted
        )
    return Told(_refused(line, answer.sentence, state), is_fine=False)


def _accepted(answer: answers.Answer) -> str:
    if answer.text:
        return answer.text
    done = _("#{number} done").format(number=answer.seq)
    parts = (done, *answer.receipt, answer.sentence, *answer.hands)
    return "   ".join(part for part in parts if part)


def _refused(line: str, sentence: str, state: State) -> str:
    instead = legal_instead(line, state)
    if not instead:
        return sentence
    return f"{sentence} " + _("Legal now: {lines}.").format(lines=listed(instead))


def by_hand(client: Client, words: tuple[str, ...]) -> Told:
    """Carry out the table lines that keys can do as well."""
    verb, *rest = words
    if verb == "tap" and rest:
        seat = seat_of(client.state.names, rest)
        is_sent = client.tap(str(seat + 1) if isinstance(seat, int) else rest[0].casefold())
    elif verb == "press" and rest:
        is_sent = client.press(rest[0], float(rest[1]) if rest[1:] else 0.0)
    elif verb == "turn-knob" and rest:
        is_sent = client.turn(int(rest[0]))
    else:
        return Told(_("That is for hands at the table."), is_fine=False)
    if is_sent:
        return Told(_("Sent."))
    return Told(_("The table does not answer yet: try again in a moment."), is_fine=False)


def seat_of(names: Sequence[str], words: Sequence[str]) -> int | Several | None:
    """Return whose card *words* mean: a name or its beginning, blanks and all, or a seat from 1."""
    said = " ".join(words)
    found = pick(said, names)
    is_seat = said.isascii() and said.isdecimal() and 1 <= int(said) <= len(names)
    return int(said) - 1 if is_seat and not isinstance(found, int) else found
