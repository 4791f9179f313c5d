"""The game so far as a client follows it: the same as the table's own, undo and corrections too."""

import msgspec
from support import situations as s

from companion.protocol import Transition
from companion.timeline import Step, Timeline
from companion.views.figures import figures_of
from companion.views.history import history_rows, past_rows, put_back
from companion.views.past import Past
from engine import commands as c
from engine.phases import GameOver


class Both:
    """A timeline, and a client that hears what it does."""

    def __init__(self, state):
        self.timeline = Timeline(state)
        self.past = Past(state)

    def do(self, decided):
        assert isinstance(decided, Step), decided
        self.timeline.adopt(decided)
        is_command = decided.kind in {"command", "correct_roll", "correct_card"}
        heard = Transition(
            self.timeline.seq,
            decided.kind,
            decided.commands[0] if is_command else None,
            decided.events,
            count=decided.count,
        )
        self.past.follow(heard, decided.state)
        self.agrees()

    def command(self, *commands):
        for command in commands:
            self.do(self.timeline.decide_command(command))

    def agrees(self):
        """Hold the client to what the table would recall."""
        start, steps, is_last = self.timeline.past(self.timeline.mark, 0, 1000)
        assert is_last
        assert self.past.state == self.timeline.state
        assert start == self.past.start
        assert steps == self.past.steps
        assert len(self.past.steps) == len(self.past.states)


def throws(*dice):
    return tuple(c.RecordRoll(*pair) for pair in dice)


def test_a_client_follows_undo_redo_strikes_and_corrections_as_the_table_does():
    both = Both(s.mid_game(4))
    both.command(*throws((6, 5), (2, 5)))
    both.do(both.timeline.correct_roll(1, 3))
    both.command(*throws((3, 4)))
    both.do(both.timeline.undo())
    both.do(both.timeline.undo())
    both.do(both.timeline.redo())
    both.do(both.timeline.redo())
    both.do(both.timeline.strike())
    both.do(both.timeline.redo())
    both.do(both.timeline.undo(2))

    assert throws((6, 5), (2, 5)) == tuple(step.command for step in both.past.steps)


def test_undo_to_a_line_counts_what_corrections_replaced():
    both = Both(s.mid_game(4))
    both.command(*throws((6, 5), (2, 5)))
    both.do(both.timeline.correct_roll(1, 3))
    both.command(*throws((3, 4)))

    count = both.past.undo_count(1)

    before = both.past.before(1)
    both.do(both.timeline.undo(count))
    assert before == both.timeline.state


def test_what_leads_behind_the_first_message_is_forgotten_until_recalled():
    timeline = Timeline(s.mid_game(4))
    timeline.adopt(timeline.decide_command(c.RecordRoll(5, 3)))
    past = Past(timeline.state)
    undone = timeline.undo()

    past.follow(Transition(2, "undo", None, (), count=1), undone.state)

    assert undone.state == past.start
    assert not past.is_whole


def test_history_says_what_each_command_did_and_what_hands_put_back():
    both = Both(s.mid_game(4))
    both.command(*throws((6, 5), (2, 5), (3, 4)))
    rows = history_rows(both.past)

    assert [1, 2, 3] == [row.number for row in rows]
    assert rows[0].text.startswith("throws 6+5, to F2 Ventnor Avenue")
    assert "Chiara: token to St. James Place" in put_back(both.past, 0)
    assert len(past_rows(both.past)) >= 3


def test_figures_count_throws_visits_and_rents():
    both = Both(s.mid_game(4))
    both.command(*throws((1, 1), (5, 3)))
    figures = figures_of(both.past)
    chiara = figures.players[2]

    assert (2, 1) == (chiara.throws, chiara.doubles)
    assert (1000, 200) == (chiara.rent_paid, figures.players[0].rent_received)
    assert (1, 1) == (figures.throws[0], figures.throws[6])
    assert {18, 26} == {space for space, _count in figures.visits}


def test_worth_is_drawn_only_where_no_tax_hangs_on_it_and_at_the_end():
    both = Both(s.mid_game(4))
    both.command(*throws((5, 3)))
    assert not figures_of(both.past).is_worth, "balances instead"
    rules = msgspec.structs.replace(s.mid_game(4).rules, balances="own_tap")
    hidden = Past(msgspec.structs.replace(s.mid_game(4), rules=rules))
    assert () == figures_of(hidden).curves

    both.command(c.StopGame())
    figures = figures_of(both.past)

    assert isinstance(both.past.state.phase, GameOver)
    ranking = dict(both.past.state.phase.outcome.ranking)
    assert figures.is_worth
    assert ranking == {curve.seat: curve.values[-1] for curve in figures.curves}
