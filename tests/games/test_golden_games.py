"""Recorded games are played again: the same commands lead to the same events and positions.

A change of the rules that is meant to change games is followed by `TAPBANK_RECORD_GAMES=1` before
the test command, which records them anew; the difference shows in the files.
"""

import hashlib
import json
import os
import random
from pathlib import Path

import msgspec
import pytest
from support.boards import ROOT
from support.sensible_play import sensible

from engine import codec, invariants
from engine.commands import ChooseRule, Command, SeatPlayers
from engine.decide import Accepted, decide
from engine.edition import parse_edition
from engine.house_rules import PRESETS
from engine.notation import render
from engine.options import options
from engine.phases import GameOver
from engine.state import State, new_state

FOLDER = Path(__file__).parent
COUNT = 24
LENGTHS = (600, 200, 200, 200)  # some are played to their end
EVERY = 20  # commands from digest to digest, so that a difference is found near its cause
NAMES = ("Ada", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
EDITIONS = sorted(path.stem for path in (ROOT / "engine" / "editions").glob("*.toml"))
RULES = [
    *(("preset", name) for name in PRESETS),
    ("free_parking_pot", "on"),
    ("multi_creditor", "split"),
    ("rent_claim", "second_player"),
    ("estate_mortgages", "kept"),
    ("rent_mode", "teach"),
    ("deal_all", "on"),
]


def game(index: int) -> tuple[str, list[Command]]:
    """Return the edition of a recorded game, and the commands that open it."""
    seats = SeatPlayers(NAMES[: 2 + index % 7])
    return EDITIONS[index % len(EDITIONS)], [seats, ChooseRule(*RULES[index % len(RULES)])]


def table(edition: str) -> State:
    text = (ROOT / "engine" / "editions" / f"{edition}.toml").read_text("utf-8")
    return new_state(parse_edition(text, edition))


class Digest:
    """A running digest of all events, and of the position at the end."""

    def __init__(self) -> None:
        self._events = hashlib.sha256()

    def add(self, decision: Accepted) -> None:
        self._events.update(codec.encode(decision.events))

    def line(self, state: State) -> str:
        position = hashlib.sha256(render(state).encode()).hexdigest()
        return json.dumps({"events": self._events.hexdigest()[:16], "position": position[:16]})


def record(index: int) -> list[str]:
    """Play a game and return its lines: the edition, the commands, and digests between them."""
    rng = random.Random(index)
    edition, opening = game(index)
    state, digest, lines = table(edition), Digest(), [json.dumps({"edition": edition})]
    while len(lines) < LENGTHS[index % len(LENGTHS)] and not isinstance(state.phase, GameOver):
        command = opening.pop(0) if opening else sensible(rng, state, options(state))
        decision = decide(state, command)
        if not isinstance(decision, Accepted):
            continue
        digest.add(decision)
        state = decision.state
        lines.append(codec.encode(command).decode())
        if len(lines) % EVERY == 0:
            lines.append(digest.line(state))
    return [*lines, digest.line(state)]


@pytest.mark.parametrize("index", range(COUNT))
def test_a_recorded_game_is_played_as_it_was(index):
    path = FOLDER / f"game-{index:02}.jsonl"
    if os.environ.get("TAPBANK_RECORD_GAMES"):
        path.write_text("\n".join(record(index)) + "\n", "utf-8")
    header, *lines = path.read_text("utf-8").splitlines()
    state, digest = table(json.loads(header)["edition"]), Digest()

    for number, line in enumerate(lines, 2):
        if line.startswith('{"events"'):
            assert line == digest.line(state), f"{path.name}, line {number}:\n{render(state)}"
            continue
        decision = decide(state, codec.decode_command(line))
        assert isinstance(decision, Accepted), f"{path.name}, line {number}: {decision}"
        digest.add(decision)
        state = decision.state

    assert lines[-1] == digest.line(state)
    invariants.check(state)


def test_the_recorded_games_reach_far():
    texts = [path.read_text("utf-8") for path in sorted(FOLDER.glob("game-*.jsonl"))]
    tags = {msgspec.json.decode(line).get("type") for text in texts for line in text.splitlines()}

    assert COUNT == len(texts)
    assert {
        "BuyDeed",
        "PlaceBid",
        "PassBid",
        "Build",
        "MortgageDeed",
        "LiftMortgage",
        "Trade",
        "ChooseTax",
        "ClaimRent",
        "ReportCard",
        "SayAmount",
        "DeclareBankruptcy",
    } <= tags
