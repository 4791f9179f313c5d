"""A line of the console language as words: blanks split, quotes hold together, `#` comments."""

from unicodedata import category

import msgspec

from companion.console.requests import WrongLine
from companion.locales import _

UID_VERBS = frozenset({"tap", "lay", "lift-tag"})
"""Whose `#04A2…` is a tag's number, not a comment."""
LETTERS_MAX = 2_000
"""A line up to its comment; the longest that says something names all deeds, in quotes."""
SHOWN_LETTERS_MAX = 200
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_HANGING = (":", ",")  # `as "Ada Lovelace": roll 3 4`
_HEX = frozenset("0123456789abcdefABCDEF:")


class WrongLineError(Exception):
    """Raised inside the parser; `interpret` turns it into its value."""

    def __init__(self, wrong: WrongLine) -> None:
        super().__init__(wrong.sentence)
        self.wrong = wrong


class Word(msgspec.Struct, frozen=True):
    """One word, without its quotes."""

    text: str
    column: int
    """Where it begins, from 1."""


class Words(msgspec.Struct, frozen=True):
    """A line cut up."""

    words: tuple[Word, ...]
    note: str = ""
    """What stands after `--`."""
    note_column: int = 0
    """Where `--` stands; 0 where there is none."""
    end_column: int = 1
    """One past the last word."""


def split(line: str) -> Words:
    """Return the words of *line*.

    Raises:
        WrongLineError: A quote is not closed, or something hangs on a closing one.
    """
    words: list[Word] = []
    at = 0
    while (at := _skip_blanks(line, at)) < len(line):
        if line[at] == "#" and not _is_uid(line, at, words):
            break
        text, end = _quoted(line, at) if line[at] == '"' else _bare(line, at)
        if text.startswith("--") and line[at] != '"':
            note = _note(line, at + 2)
            _see_to_length(at + 2 + len(note))
            return Words(tuple(words), note, at + 1, _end(line, at))
        words.append(Word(text, at + 1))
        _see_to_length(end)
        at = end
    return Words(tuple(words), end_column=_end(line, at))


def shortened(text: str) -> str:
    """Return *text* as it is repeated to people: cut where it goes on and on."""
    return text if len(text) <= SHOWN_LETTERS_MAX else text[: SHOWN_LETTERS_MAX - 1] + "…"


def shown(text: str) -> str:
    """Return *text* for a terminal: what would steer it, or hide, is a box instead."""
    return "".join(
        letter if letter == "\n" or category(letter) not in _UNSEEN else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )


def _see_to_length(end: int) -> None:
    if end > LETTERS_MAX:
        sentence = _("A line has at most {count} letters: say it in several.")
        raise WrongLineError(WrongLine(LETTERS_MAX + 1, "", sentence.format(count=LETTERS_MAX)))


def _end(line: str, at: int) -> int:
    return len(line[:at].rstrip()) + 1


def _skip_blanks(line: str, at: int) -> int:
    while at < len(line) and line[at].isspace():
        at += 1
    return at


def _is_uid(line: str, at: int, words: list[Word]) -> bool:
    is_named = bool(words) and words[-1].text.casefold() in UID_VERBS
    return is_named and at + 1 < len(line) and line[at + 1] in _HEX


def _bare(line: str, at: int) -> tuple[str, int]:
    end = at + 1
    while end < len(line) and not line[end].isspace() and line[end] not in '#"':
        end += 1
    return line[at:end], end


def _quoted(line: str, at: int) -> tuple[str, int]:
    close = line.find('"', at + 1)
    if close < 0:
        words = shortened(line[at + 1 :])
        sentence = _("The quote before “{words}” is not closed.").format(words=words)
        raise WrongLineError(WrongLine(at + 1, shortened(line[at:]), sentence))
    end = close + 1
    text = line[at + 1 : close]
    if line[end : end + 1] in _HANGING:
        return text + line[end], end + 1
    if end < len(line) and not line[end].isspace() and line[end] != "#":
        word = shortened(line[end:].split(maxsplit=1)[0])
        sentence = _("A blank is missing between the closing quote and “{word}”.")
        raise WrongLineError(WrongLine(end + 1, word, sentence.format(word=word)))
    return text, end


def _note(line: str, at: int) -> str:
    return line[at:].partition(" #")[0].strip()
