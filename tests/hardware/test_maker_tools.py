"""The makers' tools at an emulated board: one command, and a set of dice learned step by step."""

import contextlib
import io

import pytest
from support.tray import SPEED

from hardware.emulator import optics
from hardware.emulator.board import BoardEmulator
from hardware.tools import calibrate, say
from hardware.tools.bench import Bench, PortWire


@pytest.fixture
def board(tmp_path):
    with BoardEmulator(tmp_path / "board", tmp_path / "flash", speed=SPEED) as board:
        yield board


class Hands:
    """Does what the calibration asks for, turning the dice when told."""

    def __init__(self, board, turns=(False, False, True)):
        self._board = board
        self._turns = list(turns)
        self.asked = []

    def ask(self, what):
        self.asked.append(what)
        if "out of the lane" in what:
            self._board.clear()
        else:
            top = 6 if "6 on top" in what else 1
            self._board.set_down(top, is_turned=self._turns.pop(0))


def test_a_set_is_learned_step_by_step(board, tmp_path, capsys):
    board.use_dice(optics.BLACK)
    bench = Bench(PortWire(str(tmp_path / "board")), Hands(board))

    assert calibrate.learn(bench, "black")
    lines = capsys.readouterr().out.splitlines()
    assert ["left=16", "left=14", "left=2", "left=0"] == [line.split()[1] for line in lines[:4]]
    assert lines[4].startswith("OK set=black margin=")
    assert "sets=black" in say.text_of(say.said(bench, "cal what=list"))


def test_dice_that_were_not_turned_are_asked_for_again(board, tmp_path):
    hands = Hands(board, turns=(False, False, False, True))
    bench = Bench(PortWire(str(tmp_path / "board")), hands)

    assert calibrate.learn(bench, "white")
    assert [calibrate.TURN] * 2 == hands.asked[3:]


def test_a_refusal_says_why(board, tmp_path, capsys):
    board.use_dice(optics.Dice(body=0.55, pip=0.42))
    bench = Bench(PortWire(str(tmp_path / "board")), Hands(board))

    assert not calibrate.learn(bench, "dim")
    assert "code=MARGIN" in (said := capsys.readouterr().out)
    assert "differ too little" in said


@pytest.mark.parametrize(
    ("line", "status", "answer"),
    [("TEST", 0, "OK bad=-"), ("CFG dice=3", 1, "ERR code=ARG"), ("ping", 0, "OK t=")],
)
@pytest.mark.usefixtures("board")
def test_one_command_is_said(monkeypatch, tmp_path, line, status, answer):
    said = io.StringIO()
    monkeypatch.setattr("sys.argv", ["say", str(tmp_path / "board"), line])
    with contextlib.redirect_stdout(said):
        assert status == say.main()

    assert said.getvalue().startswith(answer)


@pytest.mark.usefixtures("board")
def test_a_second_command_is_no_repetition_of_the_first(monkeypatch, tmp_path, capsys):
    """Each run counts its commands from one, and a board does not do a repeated one again."""
    for line in ("ping", "CAL what=list", "INFO"):
        monkeypatch.setattr("sys.argv", ["say", str(tmp_path / "board"), line])
        assert say.main() == 0

    answers = capsys.readouterr().out.splitlines()
    assert ["OK t=", "OK set=", "OK fw="] == [answer.partition("=")[0] + "=" for answer in answers]


def test_no_board_and_no_command_are_said(board, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("hardware.tools.bench.OPEN_S", 0.0)
    monkeypatch.setattr("sys.argv", ["say", str(tmp_path / "nothing"), "TEST"])
    assert say.main() == 2
    monkeypatch.setattr("sys.argv", ["calibrate", str(tmp_path / "nothing"), "white"])
    assert calibrate.main() == 2
    monkeypatch.setattr("sys.argv", ["say", str(tmp_path / "board"), "no word!"])
    assert say.main() == 2
    assert "not a line of the protocol" in capsys.readouterr().err
    assert board.is_plugged
