"""Simulated people play whole games by taps, throws, knob and buttons alone."""

from collections import Counter

import pytest
from support.taps import TapTable, lobby

from companion.demo_hands import HOLD_YES, NOT_OFFERED, next_move
from companion.demo_people import NAMES, LetGo, People
from engine import invariants
from engine.commands import DeclareBankruptcy
from engine.phases import GameOver
from engine.state import State

LINES_MAX = 40  # for one wish


class Sitting:
    """A game at a table of hands, without devices: what a line does is done to the flows."""

    def __init__(self, seed: int, players: int) -> None:
        self.people = People(seed)
        self.table = TapTable(lobby(*NAMES[:players]))
        self.done: Counter[str] = Counter()
        self.warnings: list[str] = []
        self.table.press("yes")
        self.table.tap(self.state.names[0])
        self.watch()

    @property
    def state(self) -> State:
        return self.table.state

    def watch(self) -> bool:
        """Tell the people what has happened; return whether anything has."""
        for command, events in self.table.happened:
            self.people.watch(command, events)
            self.done[type(command).__name__] += 1
        return bool(self.table.happened)

    def play(self, turns: int) -> None:
        while self.state.turns <= turns and not isinstance(self.state.phase, GameOver):
            self.fulfil()
            invariants.check(self.state)

    def fulfil(self) -> None:
        wish = self.people.wish(self.state)
        assert not isinstance(wish, LetGo), f"somebody wants something at {self.state.phase}"
        has_held = False
        for _attempt in range(LINES_MAX):
            move = next_move(self.state, self.table.prompt, wish, has_held=has_held)
            assert move is not None, f"{self.table.prompt} answers {wish}"
            if move is NOT_OFFERED:
                self.people.give_up()
                return
            has_held = move == HOLD_YES
            is_done = self.do(move.line)
            assert move.is_last == is_done, f"{move} at {self.table.prompt}"
            if is_done:
                return
        pytest.fail(f"{wish} is never done at {self.table.prompt}")

    def do(self, line: str) -> bool:
        verb, *words = line.split()
        match verb:
            case "tap":
                self.table.tap(words[0])
            case "throw":
                self.table.throw(*map(int, words))
            case "press":
                self.table.press(words[0], held_s=float(words[1]) if words[1:] else 0.1)
            case "turn-knob":
                self.table.knob(int(words[0]))
        if self.table.is_warned:
            self.warnings.append(f"{line}: {self.table.said}")
        return self.watch()


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4), (4, 8)])
def test_people_play_on_without_a_tap_that_means_nothing(seed, players):
    sitting = Sitting(seed, players)

    sitting.play(120)

    assert [] == sitting.warnings
    assert sitting.done["RecordRoll"] >= min(120, sitting.state.turns)
    assert sitting.done["BuyDeed"] > 5


def test_a_game_comes_to_its_end_by_bankruptcy():
    sitting = Sitting(seed=5, players=2)

    sitting.play(3000)

    assert isinstance(sitting.state.phase, GameOver)
    assert sitting.done["DeclareBankruptcy"] == 1
    assert [] == sitting.warnings


def test_over_some_games_people_do_everything():
    done: Counter[str] = Counter()
    for seed in range(6):
        sitting = Sitting(seed, 4)
        sitting.play(150)
        done += sitting.done

    expected = {
        "BuyDeed",
        "DeclineDeed",
        "PlaceBid",
        "PassBid",
        "Build",
        "MortgageDeed",
        "PayFine",
        "UseJailCard",
        "ChooseTax",
        DeclareBankruptcy.__name__,
    }
    assert set() == expected - set(done)


def test_the_same_seed_plays_the_same_game_and_another_one_another():
    first, second, other = Sitting(7, 4), Sitting(7, 4), Sitting(8, 4)
    for sitting in (first, second, other):
        sitting.play(40)

    assert first.state == second.state
    assert first.state != other.state
