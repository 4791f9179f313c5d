"""Reads the words of one line from left to right, each as what the grammar wants there."""

import re
from collections.abc import Sequence
from typing import NoReturn

from companion.console.names import Several, nearest_of, pick, pick_exact, position, slugs
from companion.console.requests import WrongLine
from companion.console.words import Word, Words, WrongLineError
from companion.locales import _
from engine.board import Deck
from engine.ids import BANK, AccountId, CardId, GroupId, Money, PlayerId, SpaceId
from engine.state import State

MONEY_MAX = 1_000_000_000_000  # far above any game, far below what a journal can hold
SECONDS_MAX = 86_400  # an evening and a night
BANK_WORD = "bank"
_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,3})?")


class Reader:
    """A place in a line; every method takes the next word or raises `WrongLineError`."""

    def __init__(self, line: Words, state: State) -> None:
        self.state = state
        self.note = line.note
        self.note_column = line.note_column
        self.wanted: list[str] = []
        """What could stand where the line ends, for completion."""
        self._words = line.words
        self._end_column = line.end_column
        self._at = 0
        self._passed_over: tuple[int, tuple[str, ...]] = (0, ())

    @property
    def is_done(self) -> bool:
        """Whether no word is left."""
        return self._at >= len(self._words)

    def keyword(self, *known: str) -> str:
        """Take one of the *known* words."""
        word = self._next(known)
        if word.text.casefold() not in known:
            self._unknown(word, known)
        return word.text.casefold()

    def has(self, *known: str) -> str | None:
        """Take one of the *known* words if it stands next."""
        if self.is_done:
            self.wanted.extend(known)
            return None
        text = self._words[self._at].text.casefold()
        if text not in known:
            self._passed_over = (self._at, known)
            return None
        self._at += 1
        return text

    def peek(self, ahead: int = 0) -> str:
        """Return a coming word without taking it; empty past the end."""
        at = self._at + ahead
        return self._words[at].text if at < len(self._words) else ""

    def name(self) -> str:
        """Take any word."""
        return self._next(()).text

    def names(self) -> tuple[str, ...]:
        """Take all the words left, at least one."""
        first = self.name()
        rest = self._words[self._at :]
        self._at = len(self._words)
        return (first, *(word.text for word in rest))

    def label(self) -> str | None:
        """Take a word that ends with a colon, without it; None where another stands next."""
        text = self.peek()
        if text == ":" or not text.endswith(":"):
            return None
        self._at += 1
        return text[:-1]

    def player(self, ending: str = "") -> PlayerId:
        """Take a player's name, or a prefix that fits one; *ending* must hang on it."""
        names = self.state.names
        word = self._next(names)
        if ending and not word.text.endswith(ending):
            sentence = _("After the name “{word}” stands “{ending}”.")
            self.wrong(word, sentence.format(word=word.text, ending=ending))
        name = Word(word.text.removesuffix(ending), word.column)
        if not names:
            sentence = _("“{word}” is not a player: nobody is seated yet.")
            self.wrong(name, sentence.format(word=name.text))
        return PlayerId(AccountId(self._picked(name, names, _("“{word}” is not a player."))))

    def players(self) -> tuple[PlayerId, ...]:
        """Take all the words left as players, at least one."""
        players = [self.player()]
        while not self.is_done:
            players.append(self.player())
        self.want(*(n for i, n in enumerate(self.state.names) if i not in players))
        return tuple(players)

    def account(self) -> AccountId:
        """Take `bank` or a player's name."""
        names = self.state.names
        if self.has(BANK_WORD):
            return BANK
        word = self._next(names)
        at = self._fitting(word, names)
        if at is None:
            sentence = _("“{word}” is neither a player nor the bank.").format(word=word.text)
            self.wrong(word, sentence, (*names, BANK_WORD))
        return AccountId(at)

    def space(self, *others: str) -> SpaceId:
        """Take `@0` to `@39`, a slug, or a prefix that fits one; *others* might stand there too."""
        known = slugs(self.state)
        word = self._next((*others, *known))
        if word.text.startswith("@"):
            if (at := position(word.text, len(known))) is None:
                sentence = _("“{word}” is not a space: they are @0 to {last}.")
                self.wrong(word, sentence.format(word=word.text, last=f"@{len(known) - 1}"))
            return SpaceId(at)
        if (at := self._fitting(word, known)) is None:
            sentence = _("“{word}” is not a space.").format(word=word.text)
            self.wrong(word, sentence, (*known, *others))
        return SpaceId(at)

    def spaces(self) -> tuple[SpaceId, ...]:
        """Take all the words left as spaces, at least one."""
        spaces = [self.space()]
        while not self.is_done:
            spaces.append(self.space())
        self.want(*slugs(self.state))
        return tuple(spaces)

    def group(self) -> GroupId:
        """Take a group's slug, or a prefix that fits one; or its name, as one word."""
        groups = self.state.edition.groups
        known = tuple(group.slug for group in groups)
        word = self._next(known)
        named = tuple(group.name.replace(" ", "-") for group in groups)
        if (at := pick_exact(word.text, named)) is not None:
            return GroupId(at)
        return GroupId(self._picked(word, known, _("“{word}” is not a group.")))

    def deck(self) -> Deck:
        """Take `chance` or `chest`."""
        return Deck(self.keyword(*(deck.value for deck in Deck)))

    def card(self, *decks: Deck) -> CardId:
        """Take the id of a card, one of these decks if it is to go well."""
        fitting = tuple(card.id for deck in decks for card in self.state.edition.deck(deck))
        word = self._next(fitting)
        known = tuple(self.state.edition.cards)
        if (at := pick_exact(word.text, known)) is None:
            self.wrong(word, _("“{word}” is not a card here.").format(word=word.text), fitting)
        return known[at]

    def number(self, low: int = 0, high: int = MONEY_MAX) -> int:
        """Take a whole number from *low* to *high*."""
        word = self._next(())
        number = _whole_number(word.text)
        if number is None:
            self.wrong(word, _("“{word}” is not a whole number.").format(word=word.text))
        if not low <= number <= high:
            sentence = _("“{word}” is out of range: it may be {low} to {high}.")
            self.wrong(word, sentence.format(word=word.text, low=low, high=high))
        return number

    def any_number(self) -> int:
        """Take a whole number; one below zero or beyond all means is for the rules to refuse."""
        number = self.number(-MONEY_MAX - 1, MONEY_MAX + 1)
        return max(-MONEY_MAX, min(number, MONEY_MAX))

    def seconds(self) -> float:
        """Take a number of seconds, perhaps with a fraction, up to `SECONDS_MAX`."""
        word = self._next(())
        if not _SECONDS.fullmatch(word.text) or float(word.text) > SECONDS_MAX:
            sentence = _("“{word}” is no number of seconds from 0 to {most}.")
            self.wrong(word, sentence.format(word=word.text, most=SECONDS_MAX))
        return float(word.text)

    def money(self) -> Money:
        """Take an amount of money, as `any_number`."""
        return Money(self.any_number())

    def count(self) -> int:
        """Take the number at the end of the line; 1 where there is none."""
        return 1 if self.is_done else self.any_number()

    def want(self, *known: str) -> None:
        """Note what else could stand where the line ends."""
        if self.is_done:
            self.wanted.extend(known)

    def take_note(self) -> str:
        """Return the reason after `--`, which only some lines take."""
        self.note_column = 0
        return self.note

    def finish(self) -> None:
        """See to it that nothing is left over."""
        if not self.is_done:
            word = self._words[self._at]
            sentence = _("“{word}” is one word too many.").format(word=word.text)
            at, known = self._passed_over
            self.wrong(word, sentence, known if at == self._at else ())
        if self.note_column:
            sentence = _("“--”: a reason stands only after a line that puts the table right.")
            raise WrongLineError(WrongLine(self.note_column, "--", sentence))

    def wrong_next(self, sentence: str, known: Sequence[str]) -> NoReturn:
        """Refuse the next word, or its absence, for the want of one of *known*."""
        self.wrong(self._next(known), sentence, known)

    def wrong_last(self, sentence: str, known: Sequence[str] = ()) -> NoReturn:
        """Refuse the word taken last."""
        self.wrong(self._words[self._at - 1], sentence, known)

    def wrong(self, word: Word, sentence: str, known: Sequence[str] = ()) -> NoReturn:
        """Refuse *word*, naming the one of *known* most like it."""
        nearest = nearest_of(word.text, known)
        if nearest:
            sentence += " " + _("The nearest is {word}.").format(word=nearest)
        raise WrongLineError(WrongLine(word.column, word.text, sentence, nearest))

    def _next(self, known: Sequence[str]) -> Word:
        if self.is_done:
            self.wanted.extend(known)
            raise WrongLineError(self._missing(known))
        self._at += 1
        return self._words[self._at - 1]

    def _missing(self, known: Sequence[str]) -> WrongLine:
        before = self._words[-1].text if self._words else ""
        sentence = _("After “{word}” something is missing.").format(word=before)
        if known:
            sentence += " " + _("It may be: {words}.").format(words=_listed(known))
        return WrongLine(self._end_column, "", sentence)

    def _picked(self, word: Word, names: Sequence[str], sentence: str) -> int:
        at = self._fitting(word, names)
        if at is None:
            self.wrong(word, sentence.format(word=word.text), names)
        return at

    def _fitting(self, word: Word, names: Sequence[str]) -> int | None:
        picked = pick(word.text, names)
        if isinstance(picked, Several):
            sentence = _("“{word}” fits more than one: {names}.")
            self.wrong(word, sentence.format(word=word.text, names=", ".join(picked.names)))
        return picked

    def _unknown(self, word: Word, known: Sequence[str]) -> NoReturn:
        if len(known) == 1:
            sentence = _("“{word}” stands where “{known}” belongs.")
            self.wrong(word, sentence.format(word=word.text, known=known[0]))
        sentence = _("“{word}” is not one of the words that may stand here: {words}.")
        self.wrong(word, sentence.format(word=word.text, words=_listed(known)), known)


_LISTED_MAX = 8  # a line of help, not a page


def _listed(words: Sequence[str]) -> str:
    more = ["…"] if len(words) > _LISTED_MAX else []
    return ", ".join([*words[:_LISTED_MAX], *more])


def is_number(text: str) -> bool:
    """Return whether *text* is a whole number."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal()


def _whole_number(text: str) -> int | None:
    """Return the number that *text* is, one beyond `MONEY_MAX` as the next to it."""
    if not is_number(text):
        return None
    beyond = MONEY_MAX + 1
    if len(text.lstrip("-0")) > len(str(MONEY_MAX)):
        return -beyond if text.startswith("-") else beyond
    return max(-beyond, min(int(text), beyond))
