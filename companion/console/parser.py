"""The console language: a line and a position in, a typed request out; pure (`docs/console.md`)."""

from collections.abc import Callable
from typing import TypeVar

from companion.console import opening_lines, override_lines, playing_lines, seat_lines
from companion.console.expectations import expect
from companion.console.names import pick_exact
from companion.console.reader import Reader
from companion.console.requests import (
    Blank,
    CaseRequest,
    ConsoleRequest,
    Help,
    InCase,
    LetPass,
    MustBeRefused,
    Plain,
    Preview,
    Quit,
    SaidBy,
    Show,
    TableLine,
    WrongLine,
)
from companion.console.words import WrongLineError, split
from companion.locales import _
from engine.ids import PlayerId
from engine.state import State

OPENING: dict[str, Callable[[Reader], Plain]] = {
    "edition": opening_lines.edition,
    "deal": opening_lines.deal,
    "rule": opening_lines.rule,
    "players": opening_lines.players,
    "banker": opening_lines.banker,
    "start": opening_lines.start,
    "new": opening_lines.new,
}
OVERRIDES: dict[str, Callable[[Reader], Plain]] = {
    "turn": override_lines.turn,
    "cash": override_lines.cash,
    "transfer": override_lines.transfer,
    "at": override_lines.at,
    "jail": override_lines.jail,
    "free": override_lines.free,
    "owner": override_lines.owner,
    "mortgaged": override_lines.mortgaged,
    "unmortgaged": override_lines.unmortgaged,
    "houses": override_lines.houses,
    "hotel": override_lines.hotel,
    "supply": override_lines.supply,
    "jailcard": override_lines.jailcard,
    "deck": opening_lines.deck,
    "pot": override_lines.pot,
    "dice": override_lines.dice,
    "card": override_lines.card,
    "strike": override_lines.strike,
    "undo": override_lines.undo,
    "redo": override_lines.redo,
}
PLAY: dict[str, Callable[[Reader], Plain]] = {
    "roll": playing_lines.roll,
    "buy": playing_lines.buy,
    "decline": playing_lines.decline,
    "bid": playing_lines.bid,
    "pass": playing_lines.pass_,
    "close": playing_lines.close,
    "claim": playing_lines.claim,
    "draw": playing_lines.draw,
    "tax": playing_lines.tax,
    "choose": playing_lines.choose,
    "pay": playing_lines.pay,
    "confirm": playing_lines.confirm,
    "say": playing_lines.say,
    "giveback": playing_lines.giveback,
    "fine": playing_lines.fine,
    "usecard": playing_lines.usecard,
    "build": playing_lines.build,
    "sell": playing_lines.sell,
    "sellgroup": playing_lines.sellgroup,
    "want": playing_lines.want,
    "place": playing_lines.place,
    "mortgage": playing_lines.mortgage,
    "lift": playing_lines.lift,
    "trade": playing_lines.trade,
    "bankrupt": playing_lines.bankrupt,
    "resign": playing_lines.resign,
    "promise": seat_lines.promise,
    "mode": seat_lines.mode,
    "join": seat_lines.join,
    "leave": seat_lines.leave,
    "takeover": seat_lines.takeover,
    "seats": seat_lines.seats,
    "stop": playing_lines.stop,
}
CLOCK: dict[str, Callable[[Reader], LetPass]] = {"wait": playing_lines.wait}
"""What case files say of the time; at a table the clock on the wall does."""
HANDS_VERBS = (
    *("tap", "lay", "lift-tag", "throw", "press", "turn-knob"),
    *("unplug", "plug", "noise"),
)
KEY_VERBS = ("tap", "press", "turn-knob")
"""What hands do that the keys of a screen can do as well."""
TABLE_VERBS = (*HANDS_VERBS, "wait")
CASE_VERBS = ("expect", "as", "refuse")
CONSOLE_VERBS = ("show", "preview", "help", "quit")
CHANGING = OPENING | OVERRIDES | PLAY

_Request = TypeVar("_Request")


def interpret(line: str, state: State) -> ConsoleRequest | WrongLine:
    """Return what *line* asks for at a console, names read as *state* has them."""
    return _interpreted(line, state, _at_console)


def interpret_case(line: str, state: State) -> CaseRequest | WrongLine:
    """Return what *line* of a case file asks for: expectations too, and none of a console's own."""
    return _interpreted(line, state, _in_case)


def complete(line: str, state: State) -> tuple[str, ...]:
    """Return the words that could stand where *line* ends, begun there or not, sorted."""
    begun = "" if not line or line[-1].isspace() else line.rsplit(maxsplit=1)[-1]
    try:
        read = Reader(split(line.removesuffix(begun)), state)
    except WrongLineError:
        return ()
    try:
        _at_console(read)
    except WrongLineError:
        if not read.is_done:
            return ()
    start = begun.casefold().removeprefix('"')
    words = {word for word in read.wanted if word.casefold().startswith(start)}
    return tuple(f'"{word}"' if " " in word else word for word in sorted(words, key=str.casefold))


def _interpreted(
    line: str, state: State, grammar: Callable[[Reader], _Request]
) -> _Request | Blank | WrongLine:
    try:
        words = split(line)
        if not words.words and not words.note_column:
            return Blank()
        read = Reader(words, state)
        request = grammar(read)
        read.finish()
    except WrongLineError as error:
        return error.wrong
    return request


def _at_console(read: Reader) -> ConsoleRequest:
    verb = _verb(read, (*CHANGING, *CONSOLE_VERBS, *KEY_VERBS), also=(*CASE_VERBS, *TABLE_VERBS))
    if verb == "show":
        return Show()
    if verb == "quit":
        return Quit()
    if verb == "help":
        verbs = (*CHANGING, *CONSOLE_VERBS)
        return Help("" if read.is_done else read.keyword(*verbs))
    if verb == "preview":
        return Preview(_plain(read, _verb(read, tuple(CHANGING))))
    if verb in CASE_VERBS:
        read.wrong_last(_("“{verb}” stands in case files only.").format(verb=verb))
    return _plain(read, verb)


def _in_case(read: Reader) -> CaseRequest:
    known = (*CHANGING, *CASE_VERBS, *TABLE_VERBS)
    verb = _verb(read, known)
    if verb == "expect":
        return expect(read)
    if verb == "refuse":
        return _refused(read)
    if verb == "as":
        return _as(read)
    return _case_plain(read, verb)


def _refused(read: Reader) -> MustBeRefused:
    rule = read.label() or ""
    verb = _verb(read, (*CHANGING, *TABLE_VERBS, "as"))
    return MustBeRefused(rule, _said(read) if verb == "as" else _case_plain(read, verb))


def _as(read: Reader) -> SaidBy | MustBeRefused:
    player = _speaker(read)
    verb = _verb(read, (*CHANGING, *TABLE_VERBS, "refuse"))
    if verb != "refuse":
        return SaidBy(player, _case_plain(read, verb))
    rule = read.label() or ""
    verb = _verb(read, (*CHANGING, *TABLE_VERBS))
    return MustBeRefused(rule, SaidBy(player, _case_plain(read, verb)))


def _said(read: Reader) -> SaidBy:
    player = _speaker(read)
    return SaidBy(player, _case_plain(read, _verb(read, (*CHANGING, *TABLE_VERBS))))


def _speaker(read: Reader) -> PlayerId | None:
    """Take a name and its colon; nobody stands for a banker who does not play."""
    banker = read.state.banker
    if banker and pick_exact(read.peek().removesuffix(":"), (banker,)) is not None:
        read.label()
        return None
    return read.player(ending=":")


def _case_plain(read: Reader, verb: str) -> InCase:
    return CLOCK[verb](read) if verb in CLOCK else _plain(read, verb)


def _plain(read: Reader, verb: str) -> Plain:
    if verb in TABLE_VERBS:
        return TableLine((verb, *(read.names() if not read.is_done else ())))
    return CHANGING[verb](read)


def _verb(read: Reader, known: tuple[str, ...], also: tuple[str, ...] = ()) -> str:
    if read.is_done:
        read.want(*known)
    word = read.name().casefold()
    if word not in known and word not in also:
        read.wrong_last(_("There is no verb “{word}”.").format(word=word), known)
    return word
