"""What the flows make of a card that lies, comes back and goes."""

from support.positions import auction
from support.taps import TapTable, game

from companion import feedback
from companion.flows import inputs as i
from engine.commands import CloseBidding
from firmware_bridge.signals import TagReturned


def test_a_card_back_within_its_dead_time_ticks_and_does_nothing():
    table = TapTable(game())
    table.tap("Ada")
    shown = table.prompt
    table.do(i.CardBack("uid of Ada"))

    assert [feedback.CLICK] == table.cues
    assert ([], []) == (table.commands, table.notices)
    assert shown == table.prompt


def test_the_hammer_waits_for_a_card_that_came_back():
    """As it does for one that was tapped."""
    table = TapTable(auction())
    table.do(i.CardBack("04AA"))
    table.wait(60)

    assert CloseBidding() not in table.commands

    table.do(i.CardGone("04AA"))
    table.wait(60)

    assert CloseBidding() in table.commands


def test_the_signal_is_told_as_it_is():
    assert i.CardBack("04AA") == i.input_of(TagReturned("reader-1", "04AA", 1), None, "tap:1")
