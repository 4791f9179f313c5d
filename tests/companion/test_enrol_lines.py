"""The lines of `tapbank enrol`: what each wants, and a sentence for what makes no sense."""

import pytest

from companion.editions import load_edition
from companion.enrol_lines import Wish, help_text, wishes_of
from companion.errors import UsageError
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, PlayerCard
from engine.ids import CardId, SpaceId

US = load_edition("us")
BOARDWALK = DeedCard(SpaceId(39))


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("player Ada", Wish(PlayerCard("Ada"))),
        ("PLAYER 'Ada Lovelace' # the first", Wish(PlayerCard("Ada Lovelace"))),
        ("player Ada Lovelace", Wish(PlayerCard("Ada Lovelace"))),
        ("deed boardwalk", Wish(BOARDWALK)),
        ("deed @39 overwrite", Wish(BOARDWALK, may_overwrite=True)),
        ("deed boardw", Wish(BOARDWALK)),
        ("action undo", Wish(ActionCard(Action.UNDO))),
        ("event ch01", Wish(EventCard(CardId("CH01")))),
        ("lost player Ada", Wish(PlayerCard("Ada"), is_replacing=True)),
        ("lost deed @39 overwrite", Wish(BOARDWALK, is_replacing=True, may_overwrite=True)),
        ("what", Wish(None)),
    ],
)
def test_a_line_wants_one_card(line, wish):
    assert (wish,) == wishes_of(line, US)


@pytest.mark.parametrize(
    ("line", "count", "first"),
    [
        ("deeds", 28, DeedCard(SpaceId(1))),
        ("actions", 4, ActionCard(Action.UNDO)),
        ("events", 32, EventCard(CardId("CH01"))),
    ],
)
def test_a_line_wants_a_whole_pile(line, count, first):
    wishes = wishes_of(line, US)

    assert count == len({wish.meaning for wish in wishes})
    assert first == wishes[0].meaning


@pytest.mark.parametrize("line", ["", "   ", "# all players first"])
def test_a_line_without_words_wants_nothing(line):
    assert () == wishes_of(line, US)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("player", "no player's name"),
        ("player 7up", "7up"),
        ("player " + "x" * 41, "at most 40"),
        ("deed bordwalk", "boardwalk"),
        ("deed pa", "could be"),
        ("deed @2", "Nobody can own"),
        ("deed @40", "@40"),
        ("action und0", "undo"),
        ("event CH99", "CH99"),
        ("lost", "lost takes"),
        ("deeds now", "takes nothing more"),
        ("plaier Ada", "player"),
        ('player "Ada', "quotation mark"),
    ],
)
def test_a_line_that_makes_no_sense_says_what_would(line, words):
    with pytest.raises(UsageError, match=words):
        wishes_of(line, US)


def test_help_names_every_verb():
    for verb in ("player", "deed", "action", "event", "lost", "what", "list", "quit", "overwrite"):
        assert verb in help_text()
