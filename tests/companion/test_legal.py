"""What the console proposes: lines that would be accepted, words and amounts that fit."""

from support import situations as s

from companion.console.judging import judge
from companion.console.legal import completed, legal_instead, legal_lines, suggestions
from companion.console.parser import interpret
from companion.console.requests import WrongLine
from companion.timeline import Step, Timeline
from engine import commands as c
from engine import corrections as fix
from engine.ids import SpaceId

UNFINISHED = {"roll", "trade"}
"""Verbs whose rest the players say."""


def positions():
    """Return positions of several phases."""
    chiara = s.seat(2)
    state = s.mid_game(4)
    offer = s.after(state, fix.PlaceToken(chiara, SpaceId(27)), c.RecordRoll(6, 6))
    auction = s.after(offer, c.DeclineDeed(), c.PlaceBid(s.seat(1), 120))
    tax = s.after(state, fix.PlaceToken(chiara, SpaceId(0)), c.RecordRoll(1, 3))
    jail = s.after(state, fix.JailPlayer(chiara, 1), fix.SetTurn(chiara))
    return state, offer, auction, tax, jail, s.lobby(3)


def test_every_line_that_is_proposed_is_accepted():
    seen = set()
    for state in positions():
        for line in legal_lines(state):
            verb = line.split()[0]
            seen.add(verb)
            if verb in UNFINISHED:
                continue
            request = interpret(line, state)
            assert not isinstance(request, WrongLine), line
            assert isinstance(judge(Timeline(state), request), Step), line

    wanted = {"roll", "buy", "decline", "bid", "pass", "close", "tax", "fine", "start"}
    assert wanted | {"build", "sell", "mortgage", "lift", "trade", "resign"} <= seen


def test_legal_words_and_amounts_come_before_all_others():
    _state, offer, auction, *_rest = positions()

    assert ("buy", "decline") == suggestions("", offer)[:2]
    assert ("121", "130", "170", "220") == suggestions("bid Anna ", auction)[:4]
    assert "mediterranean" not in suggestions("mortgage Anna ", auction), "it is built on"
    assert "Anna" in suggestions("cash A", offer)


def test_a_word_is_completed_as_far_as_the_proposals_agree():
    _state, offer, *_rest = positions()

    assert "buy " == completed("bu", ("buy",))
    assert "b" == completed("b", ("buy", "build", "bid"))
    assert "mortgage Anna medi" == completed("mortgage Anna m", ("mediterranean", "medina"))
    assert "cash Anna " == completed("cash An", suggestions("cash An", offer))


def test_after_a_refusal_the_same_verb_is_proposed_else_the_verbs():
    _state, offer, *_rest = positions()

    assert all(line.startswith("mortgage ") for line in legal_instead("mortgage Anna x", offer))
    assert "buy" in legal_instead("roll 3 4", offer)
    assert "roll" not in legal_instead("cash", offer)
