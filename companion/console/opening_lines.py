"""The lines that open a game: what stands after each verb."""

from companion.console import playing_lines
from companion.console.reader import Reader
from companion.console.requests import Ask, NewGame, UseEdition
from companion.locales import _
from engine.board import Deck
from engine.commands import ChooseRule, NameBanker, SeatPlayers, StackDeeds, StartGame
from engine.corrections import StackDeck
from engine.house_rules import PRESETS, HouseRules, keys, values, with_rule

PRESET = "preset"


def edition(read: Reader) -> UseEdition:
    """Read `edition ID`."""
    return UseEdition(read.name())


def new(_read: Reader) -> NewGame:
    """Read `new`."""
    return NewGame()


def deal(read: Reader) -> Ask:
    """Read `deal SPACE …`, top first; a name and a colon make it a deal among several."""
    if read.peek().endswith(":"):
        return playing_lines.deal(read)
    return Ask(StackDeeds(read.spaces()))


def deck(read: Reader) -> Ask:
    """Read `deck chance CARD …`, top first."""
    which = Deck(read.deck())
    cards = [read.card(which)]
    while not read.is_done:
        cards.append(read.card(which))
    return Ask(StackDeck(which, tuple(cards)), read.take_note())


def rule(read: Reader) -> Ask:
    """Read `rule KEY VALUE` and `rule preset NAME`."""
    key = read.keyword(*keys(), PRESET)
    if key == PRESET:
        return Ask(ChooseRule(key, read.keyword(*PRESETS)))
    known = values(key)
    if "…" not in known[0]:
        return Ask(ChooseRule(key, read.keyword(*known)))
    value = read.name()
    if with_rule(HouseRules(), key, value) is None:
        sentence = _("“{word}” is no value of {key}: it takes {values}.")
        read.wrong_last(sentence.format(word=value, key=key, values=known[0]))
    return Ask(ChooseRule(key, value))


def players(read: Reader) -> Ask:
    """Read `players NAME NAME …`, in seat order."""
    return Ask(SeatPlayers(read.names()))


def banker(read: Reader) -> Ask:
    """Read `banker NAME`, of somebody who does not play."""
    return Ask(NameBanker(read.name()))


def start(_read: Reader) -> Ask:
    """Read `start`."""
    return Ask(StartGame())
