"""What is measured, as a program of its own, so that callgrind can count all of it.

python tests/bench/workloads.py engine TURNS
python tests/bench/workloads.py age-50|age-2000 COMMANDS
"""

import gc
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from companion.editions import load_edition  # noqa: E402  # the path comes first
from companion.simulate_games import SeededChance  # noqa: E402
from engine import commands as c  # noqa: E402
from engine import corrections as k  # noqa: E402
from engine.bots import Bots  # noqa: E402
from engine.decide import Accepted, decide, decide_on  # noqa: E402
from engine.house_rules import HouseRules  # noqa: E402
from engine.ids import AccountId, PlayerId, SpaceId  # noqa: E402
from engine.phases import GameOver  # noqa: E402
from engine.policies import POLICIES  # noqa: E402
from engine.simulate import Setting, opened  # noqa: E402
from engine.state import State  # noqa: E402

MIXED = ("trader", "careful", "beginner", "careful")
SEED = 1
TURNS_MAX = 1000


def setting(names=MIXED):
    """Return a table of four with these policies by seat."""
    return Setting(load_edition("us"), HouseRules(), tuple(POLICIES[name] for name in names))


def play(turns, names=MIXED):
    """Play so many turns of whole games, all events kept; return how many events there were."""
    table = setting(names)
    done = events = number = 0
    while done < turns:
        chance = SeededChance(SEED, number)
        draft = opened(table, chance)
        answer = Bots(draft, table.policies, chance).answer
        last = min(turns - done, TURNS_MAX)
        while draft.turns < last and type(draft.phases[-1]) is not GameOver:
            assert decide_on(draft, answer(draft)) is None
        done += draft.turns
        events += len(draft.events)
        number += 1
    return events


def aged(turns):
    """Return one and the same position, reached after so many turns."""
    table = setting(("passive",) * 4)
    chance = SeededChance(SEED, 0)
    draft = opened(table, chance)
    answer = Bots(draft, table.policies, chance).answer
    while draft.turns < turns:
        assert decide_on(draft, answer(draft)) is None
    state = draft.freeze()
    players = [PlayerId(AccountId(seat)) for seat in range(4)]
    for command in (
        k.SetTurn(players[0]),
        *(k.PlaceToken(player, SpaceId(3)) for player in players),
        *(k.SetCash(player, 1000) for player in players),
        k.SetOwner(players[1], (SpaceId(6),)),
    ):
        state = after(state, command)
    return state


def after(state: State, command: c.Command) -> State:
    """Return the state after a command that must be accepted."""
    decision = decide(state, command)
    assert isinstance(decision, Accepted), decision
    return decision.state


def throw_often(state, commands):
    """Decide the same throw again and again: a move, a rent, the next player's turn."""
    for _time in range(commands):
        after(state, c.RecordRoll(1, 2))


def main(what, size):
    """Do the workload."""
    gc.disable()
    if what == "engine":
        play(size)
    else:
        throw_often(aged(int(what.removeprefix("age-"))), size)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
