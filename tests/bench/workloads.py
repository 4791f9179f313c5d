"""What the engine is measured by, as a program of its own: `python tests/bench/workloads.py`."""

import gc
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from bench.floor import Floor  # noqa: E402  # the path comes first
from bench.meter import Meter  # noqa: E402  # as above
from support.bot_games import setting  # noqa: E402  # as above

from companion.journal.steps import Stamp, row_of  # noqa: E402  # as above
from companion.journal.store import JOURNAL_NAME, Store  # noqa: E402  # as above
from companion.simulate_games import SeededChance  # noqa: E402  # as above
from companion.timeline import Step, Timeline  # noqa: E402  # as above
from engine import commands as c  # noqa: E402  # as above
from engine import corrections as k  # noqa: E402  # as above
from engine.bots import Bots  # noqa: E402  # as above
from engine.decide import decide_on  # noqa: E402  # as above
from engine.ids import AccountId, PlayerId, SpaceId  # noqa: E402  # as above
from engine.phases import GameOver  # noqa: E402  # as above
from engine.simulate import Setting, opened  # noqa: E402  # as above

SEED = 1
TURNS_MAX = 1000
GAMES = range(1, 13)  # with each policy on each seat thrice, over 2,000 turns
FLOOR_TURNS = 1500
YOUNG_TURNS, OLD_TURNS = 50, 2000
VISITS = 40


def play_games(table: Setting, numbers: range) -> int:
    """Play whole games, all events kept; return how many turns there were."""
    turns, turns_max, decided, over = 0, TURNS_MAX, decide_on, GameOver
    for number in numbers:
        chance = SeededChance(SEED, number)
        draft = opened(table, chance)
        answer = Bots(draft, table.policies, chance).answer
        while draft.turns < turns_max and type(draft.phase) is not over:
            assert decided(draft, answer(draft)) is None
        turns += draft.turns
        assert len(draft.events) > draft.turns
    return turns


class Evening:
    """A game with its history and its journal, as a table keeps them; nothing is synced."""

    def __init__(self, folder: Path, turns: int) -> None:
        self.store = Store(folder / JOURNAL_NAME)
        self.store.db.execute("PRAGMA synchronous = OFF")
        table, chance = setting(("passive",) * 4), SeededChance(SEED, 0)
        self.timeline = Timeline(opened(table, chance).freeze())
        answer = Bots(self.timeline.state, table.policies, chance).answer
        steps = []
        while self.timeline.state.turns < turns:
            steps.append(self._decided(answer(self.timeline.state)))
        self._record(steps)
        self.visits(2)  # what is done for the first time is not counted

    def visits(self, count: int) -> None:
        """Let the same player visit the same owner again and again: three commands each."""
        ada, ben = (PlayerId(AccountId(seat)) for seat in range(2))
        for _visit in range(count):
            for command in (
                k.SetCash(ada, 1000),
                k.SetOwner(ben, (SpaceId(6),)),
                k.PlaceToken(ada, SpaceId(3)),
                k.SetTurn(ada),
                c.RecordRoll(1, 2),
            ):
                self._record([self._decided(command)])

    def _decided(self, command: c.Command) -> Step:
        step = self.timeline.decide_command(command)
        assert isinstance(step, Step), step
        self.timeline.adopt(step)
        return step

    def _record(self, steps: list[Step]) -> None:
        rows = []
        for seq, step in enumerate(steps, self.store.head.seq + 1):
            stamp = Stamp(id=f"e-{seq}", game="game-1", wall="2026-01-01T00:00:00.000+00:00")
            rows.append(row_of(step, stamp))
        self.store.append(rows)


def main() -> None:
    """Do it all, and say how many turns the engine played."""
    gc.disable()
    meter = Meter()
    Floor(SEED).play(200)
    with meter.part("floor"):
        Floor(SEED).play(FLOOR_TURNS)
    table = setting()
    play_games(table, range(1))
    with meter.part("engine"):
        turns = play_games(table, GAMES)
    sys.stdout.write(json.dumps({"engine turns": turns}))
    for name, age in (("young", YOUNG_TURNS), ("old", OLD_TURNS)):
        with tempfile.TemporaryDirectory() as folder:
            evening = Evening(Path(folder), age)
            with meter.part(name):
                evening.visits(VISITS)


if __name__ == "__main__":
    main()
