"""Switches of the house rules and their values: words in every language, for the lobby's room."""

from support import situations as s

from companion.views.lobby import agreed
from companion.views.rule_words import switch_name, switch_value
from engine import commands as c
from engine.house_rules import HouseRules, keys, values

NAME_MAX, VALUE_MAX = 22, 18


def test_every_switch_and_value_has_words_with_room_in_the_lobby(in_language):
    raw, long = [], []
    for key in keys():
        taken = {str(getattr(HouseRules(), key)), *values(key)}
        taken = {value for value in taken if "…" not in value}
        said = {value: switch_value(key, value) for value in taken}
        raw += [key] if switch_name(key) == key else []
        same = [v for v, words in said.items() if words == v and not v.isdecimal()]
        raw += [v for v in same if in_language != "en" or "_" in v]
        long += [switch_name(key)] if len(switch_name(key)) > NAME_MAX else []
        long += [words for words in said.values() if len(words) > VALUE_MAX]
        assert len(set(said.values())) == len(said), key

    assert ([], []) == (raw, long), in_language


def test_the_lobby_says_in_words_what_is_agreed():
    state = s.after(s.lobby(2), c.ChooseRule("preset", "by-the-book"))

    assert [("Who claims rent", "owner, one throw"), ("Decks of cards", "real ones")] == list(
        agreed(state)[4:]
    )
