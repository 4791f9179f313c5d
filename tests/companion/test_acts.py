"""Words for what was done: each kind of command its own, in the language of the moment."""

from typing import get_args

import msgspec
import pytest
from support import situations as s

from companion.flows.takeback import Act, owner_of
from companion.flows.words import label
from companion.locales import available, language, own_name, set_language
from companion.views.acts import act_words, doing
from engine import commands as c
from engine import corrections as fix
from engine.board import Deck
from engine.ids import BANK, SpaceId

ANNA, BOGDAN = s.seat(0), s.seat(1)
SAMPLES = {
    c.OpenGame: c.OpenGame(s.edition()),
    c.ChooseEdition: c.ChooseEdition(s.edition()),
    c.ReportCard: c.ReportCard(s.edition().chance[0].id),
    c.Trade: c.Trade((ANNA, BOGDAN), ()),
    fix.StackDeck: fix.StackDeck(Deck.CHANCE, ()),
    fix.SetJailCard: fix.SetJailCard(ANNA, Deck.CHANCE),
    c.SellGroup: c.SellGroup(ANNA, 0, (0, 0)),
}
FIELDS = {int: 1, str: "word", bool: True, tuple: ()}


def sample(kind):
    """Return a command of a kind: seats, spaces and sums are ones."""
    if kind in SAMPLES:
        return SAMPLES[kind]
    told = {}
    for field in msgspec.structs.fields(kind):
        if not field.required:
            continue
        made = getattr(field.type, "__supertype__", field.type)
        while hasattr(made, "__supertype__"):
            made = made.__supertype__
        told[field.name] = FIELDS.get(made, ())
    return kind(**told)


def kinds():
    return sorted(get_args(c.Command), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_every_kind_of_command_has_words_of_its_own(kind):
    state, command = s.mid_game(4), sample(kind)
    said = {label(state, command), doing(state, command), act_words(state, command)[1]}

    assert all(said), said
    assert not any("act" in words.split() for words in said), said


def test_what_is_put_right_says_how_it_stands():
    state = s.mid_game(4)

    assert "Boardwalk is the bank's" == label(state, fix.SetOwner(BANK, (SpaceId(39),)))
    assert "Anna has 77" == label(state, fix.SetCash(ANNA, 77))
    assert "Anna → Bogdan: 5" == label(state, fix.TransferMoney(ANNA, BOGDAN, 5))
    assert "joins: Zoe" == label(state, c.JoinGame("Zoe"))
    assert "the game begins" == label(state, c.StartGame())


def test_an_act_is_named_in_the_language_of_the_moment():
    state, buys = s.mid_game(4), c.Build(ANNA, SpaceId(18))
    act, before = Act(owner_of(state, buys), buys, state), language()
    english = act.label
    try:
        set_language("it")

        assert "Anna: Build a house on Tennessee Avenue" == english
        assert "Anna: Costruire su Tennessee Avenue" == act.label
    finally:
        set_language(before)


def test_a_language_is_called_as_it_calls_itself():
    assert ["English", "Čeština", "Italiano", "Nederlands", "Română"] == [
        own_name(code) for code in available()
    ]
