"""Undo, redo and corrected throws: history is never cut, whatever is taken back."""

import random

import pytest
from support.games import next_command, opening

from companion import timeline as module
from companion.editions import load_edition
from companion.timeline import Declined, Step, Timeline
from engine.board import Deck
from engine.commands import BuyDeed, ChooseRule, OpenGame, PayDebt, RecordRoll, ReportCard
from engine.events import Rolled
from engine.evolve import evolve
from engine.phases import AwaitingRoll, CardDrawn, PurchaseOffer, Setup
from engine.refusals import Refusal, Refused
from engine.state import new_state


@pytest.fixture
def timeline():
    return Timeline(new_state(load_edition("us")))


def play(timeline, *commands):
    """Adopt what must be accepted; return the state after each command."""
    states = []
    for command in commands:
        step = timeline.decide_command(command)
        assert isinstance(step, Step), step
        timeline.adopt(step)
        states.append(timeline.state)
    return states


def adopted(timeline, step):
    assert isinstance(step, Step), step
    timeline.adopt(step)
    return step


OPENING_THROWS = (RecordRoll(6, 5), RecordRoll(1, 2), RecordRoll(1, 3))


def test_what_is_decided_is_not_so_before_it_is_adopted(timeline):
    before = timeline.state

    step = timeline.decide_command(OpenGame(load_edition("us")))

    assert timeline.state is before
    assert timeline.seq == 0
    timeline.adopt(step)
    assert timeline.seq == 1
    assert timeline.state == step.state


def test_a_refused_command_changes_nothing(timeline):
    play(timeline, *opening())
    before = timeline.mark

    assert timeline.decide_command(PayDebt()) == Refused(Refusal.NOT_WAITING_FOR_THIS)
    assert timeline.mark is before


def test_undo_and_redo_lead_back_and_forth(timeline):
    states = play(timeline, *opening(), *OPENING_THROWS, RecordRoll(2, 4), BuyDeed())

    step = adopted(timeline, timeline.undo(2))
    assert step.commands == (BuyDeed(), RecordRoll(2, 4))
    assert timeline.state == states[-3]
    assert timeline.redoable == (RecordRoll(2, 4), BuyDeed())
    step = adopted(timeline, timeline.redo(1))
    assert step.commands == (RecordRoll(2, 4),)
    assert timeline.state == states[-2]
    adopted(timeline, timeline.redo(1))
    assert timeline.state == states[-1]
    assert timeline.seq == len(states) + 3


def test_undo_in_pieces_is_brought_back_in_order(timeline):
    states = play(timeline, *opening(), *OPENING_THROWS, RecordRoll(2, 4), BuyDeed())

    adopted(timeline, timeline.undo(1))
    adopted(timeline, timeline.undo(2))
    step = adopted(timeline, timeline.redo(3))

    assert step.commands == (OPENING_THROWS[-1], RecordRoll(2, 4), BuyDeed())
    assert timeline.state == states[-1]


def test_a_new_command_ends_redo(timeline):
    play(timeline, *opening(), *OPENING_THROWS, RecordRoll(2, 4))
    adopted(timeline, timeline.undo(1))

    play(timeline, RecordRoll(1, 2))

    assert timeline.redo() == Declined("There is nothing to bring back.")


def test_more_than_there_is_cannot_be_taken_back(timeline):
    assert timeline.undo() == Declined("There is nothing to take back.")
    play(timeline, *opening())

    assert timeline.undo(3) == Declined("Only 2 commands can be taken back.")
    adopted(timeline, timeline.undo(1))
    assert timeline.undo(2) == Declined("Only 1 command can be taken back.")
    assert timeline.redo(2) == Declined("Only 1 command can be brought back.")
    for wrong in (0, -1):
        assert isinstance(timeline.undo(wrong), Declined)
        assert isinstance(timeline.redo(wrong), Declined)


def test_undo_does_not_lead_into_the_game_before(timeline):
    play(timeline, *opening(), OpenGame(load_edition("us")))

    assert timeline.undo() == Declined("There is nothing to take back.")
    assert isinstance(timeline.state.phase, Setup)


def test_a_corrected_throw_takes_back_all_that_followed(timeline):
    states = play(timeline, *opening(), *OPENING_THROWS, RecordRoll(2, 4), BuyDeed())

    step = adopted(timeline, timeline.correct_roll(1, 4))

    assert step.kind == "correct_roll"
    assert step.count == 2
    assert step.commands == (RecordRoll(1, 4),)
    assert timeline.state == evolve(states[-3], step.events)
    assert isinstance(timeline.state.phase, PurchaseOffer)
    assert timeline.state.phase.space == 5
    assert timeline.state.owners[6] == -1


def test_a_correction_taken_back_leaves_the_throw_as_it_was(timeline):
    states = play(timeline, *opening(), *OPENING_THROWS, RecordRoll(2, 4), BuyDeed())
    corrected = adopted(timeline, timeline.correct_roll(1, 4)).state

    adopted(timeline, timeline.undo(1))
    assert timeline.state == states[-1]
    adopted(timeline, timeline.redo(1))
    assert timeline.state == corrected


def test_a_correction_can_be_corrected(timeline):
    play(timeline, *opening(), *OPENING_THROWS, RecordRoll(2, 4))
    adopted(timeline, timeline.correct_roll(1, 4))

    step = adopted(timeline, timeline.correct_roll(3, 6))

    assert step.count == 1
    assert isinstance(timeline.state.phase, PurchaseOffer)
    assert timeline.state.phase.space == 9


def test_a_correction_is_refused_where_there_is_no_throw_or_no_such_dice(timeline):
    play(timeline, *opening())
    assert timeline.correct_roll(1, 4) == Declined("There is no throw to correct.")

    play(timeline, *OPENING_THROWS)
    assert timeline.correct_roll(0, 7) == Refused(Refusal.BAD_DICE)


def test_a_struck_throw_is_taken_back_with_all_that_followed(timeline):
    states = play(timeline, *opening(), *OPENING_THROWS, RecordRoll(2, 4), BuyDeed())

    step = adopted(timeline, timeline.strike())

    assert (step.kind, step.count) == ("strike", 2)
    assert step.commands == (BuyDeed(), RecordRoll(2, 4))
    assert timeline.state == states[-3]
    assert isinstance(timeline.state.phase, AwaitingRoll)
    adopted(timeline, timeline.redo(1))
    assert timeline.state == states[-1]
    adopted(timeline, timeline.undo(1))
    assert timeline.state == states[-2]


def test_a_corrected_throw_is_struck_whole(timeline):
    states = play(timeline, *opening(), *OPENING_THROWS, RecordRoll(2, 4), BuyDeed())
    adopted(timeline, timeline.correct_roll(1, 4))

    adopted(timeline, timeline.strike())

    assert timeline.state == states[-3]
    adopted(timeline, timeline.strike())
    assert timeline.state == states[-4]


def test_nothing_is_struck_where_nobody_has_thrown(timeline):
    play(timeline, *opening())

    assert timeline.strike() == Declined("There is no throw to strike out.")


def test_a_corrected_card_takes_back_all_that_followed(timeline):
    first, *others = opening()
    rule = ChooseRule("decks", "physical")
    states = play(
        timeline, first, rule, *others, *OPENING_THROWS, RecordRoll(3, 4), ReportCard("CH07")
    )
    assert isinstance(states[-2].phase, CardDrawn)
    assert states[-2].phase.deck is Deck.CHANCE
    play(timeline, RecordRoll(1, 3))

    assert timeline.correct_card("CC07") == Refused(Refusal.CARD_NOT_IN_PILE)
    step = adopted(timeline, timeline.correct_card("CH16"))

    assert (step.kind, step.count) == ("correct_card", 2)
    assert step.commands == (ReportCard("CH16"),)
    assert timeline.state == evolve(states[-2], step.events)
    assert timeline.state.cash[0] == states[-2].cash[0] + 150
    adopted(timeline, timeline.undo(1))
    assert timeline.state.cash[0] == states[-2].cash[0] + 50


def test_no_card_is_corrected_where_none_was_reported(timeline):
    play(timeline, *opening(), *OPENING_THROWS)

    sentence = "No card was reported that could be corrected."
    assert timeline.correct_card("CH01") == Declined(sentence)


def test_a_step_is_adopted_only_where_it_was_decided(timeline):
    late = timeline.decide_command(opening()[0])
    play(timeline, *opening())

    with pytest.raises(AssertionError):
        timeline.adopt(late)


def test_restoring_a_mark_forgets_what_was_adopted_since(timeline):
    play(timeline, *opening())
    mark, state = timeline.mark, timeline.state
    play(timeline, *OPENING_THROWS)
    assert isinstance(timeline.state.phase, AwaitingRoll)

    timeline.restore(mark)

    assert timeline.state is state
    assert timeline.seq == 3


@pytest.mark.parametrize("seed", range(6))
def test_states_are_the_same_whether_kept_or_folded_again(timeline, monkeypatch, seed):
    """Random play with undo, redo and corrections, against a model that keeps every state."""
    monkeypatch.setattr(module, "STATES_KEPT_MAX", 3)
    monkeypatch.setattr(module, "CHECKPOINT_STEPS", 5)
    source = random.Random(seed)
    play(timeline, opening()[0])
    now = ((None, timeline.state, None),)  # command, state, and what undo leads to
    undone = []
    for _turn in range(200):
        what = source.randint(1, 12)
        if what == 1 and len(now) > 1:
            for _one in range(source.randint(1, 3)):
                if now[-1][2] is not None:
                    adopted(timeline, timeline.undo(1))
                    undone.append(now)
                    now = now[-1][2]
        elif what == 2 and undone:
            adopted(timeline, timeline.redo(1))
            now = undone.pop()
        elif what == 3 and any(isinstance(command, RecordRoll) for command, *_ in now):
            last = max(at for at, entry in enumerate(now) if isinstance(entry[0], RecordRoll))
            step = adopted(timeline, timeline.correct_roll(1, 2))
            state = evolve(now[last - 1][1], step.events)
            now, undone = (*now[:last], (step.commands[0], state, now)), []
        elif isinstance(command := next_command(timeline.state, source), OpenGame):
            break
        else:
            play(timeline, command)
            now, undone = (*now, (command, timeline.state, now)), []
        assert timeline.state == now[-1][1]
    assert timeline.undoable
    assert len(timeline.undoable) > 20


def test_the_ledger_holds_what_stands(timeline):
    play(timeline, *opening(), *OPENING_THROWS, RecordRoll(2, 4), BuyDeed())
    line = timeline.ledger(timeline.mark)[-1]
    money = line.event
    assert (8, 1, 6, 0, -1, 100) == (
        line.seq,
        line.turn,
        line.space,
        money.payer,
        money.payee,
        money.amount,
    )

    adopted(timeline, timeline.undo(1))

    assert [Rolled] * 4 == [type(line.event) for line in timeline.ledger(timeline.mark)]
