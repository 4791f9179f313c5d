"""Every refusal has a rule, and a test that produces it."""

import re
from pathlib import Path

import pytest
from support.boards import position

from engine.commands import BuyDeed
from engine.decide import decide
from engine.refusals import RULE_OF, Refusal, Refused

BY_THE_TABLE = {"NOT_THE_BANKER"}
"""Who may speak is the table's to judge; the engine is asked only after that."""

PRODUCED = re.compile(r"Refusal\.([A-Z_]+)\b")


def test_every_refusal_of_the_engine_is_produced_by_a_test_of_the_engine():
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    produced = {name for text in texts for name in PRODUCED.findall(text)}

    assert {refusal.name for refusal in Refusal} == produced | BY_THE_TABLE


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_names_its_rule(refusal):
    assert re.fullmatch(r"[A-Z]+(-\d+)?", RULE_OF[refusal])


def test_a_refusal_is_a_value_and_nothing_has_changed():
    state = position("Ada 9 @0\nBen 9 @0")

    decision = decide(state, BuyDeed())

    assert Refused(Refusal.NOT_WAITING_FOR_THIS) == decision
    assert "MOVE-8" == decision.rule
