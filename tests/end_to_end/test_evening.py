"""An evening by hands alone: eight cards, dice, knob and buttons, from the lobby to a winner.

`TAPBANK_EVENINGS=N` plays so many whole games instead of one, each from another seed.
"""

import asyncio
import os
import random

import pytest
from support.tables import until

from companion.config import CONFIG_NAME, read_file
from companion.demo_hands import Game, Pace, at_table
from companion.demo_people import NAMES, People
from companion.demo_table import DemoTable
from companion.protocol import Notice, Prompt, PromptShown, Transition
from engine import invariants
from engine.commands import StartGame, StopGame
from engine.phases import GameOver
from hardware.emulator.control import HandsClient

SPEED = 20.0
SEEDS = (94, 65, 127, 109, 134, 106, 68, 4, 77, 103)
CHOSEN = SEEDS[: int(os.environ.get("TAPBANK_EVENINGS", "1"))]
WHIMS = (
    *("tap banker", "tap undo", "tap pass", "tap #04A1B2C3D4E5F6", "tap #08112233"),
    *("tap boardwalk", "turn-knob 1", "press no", "press menu", "throw 3", "throw 3 cocked"),
    *(f"tap {name}" for name in NAMES),
)
"""What somebody does between two turns, whatever the table asks."""
WHIM_SHARE = 0.3
SEATED_ANEW = (*NAMES[4:], *NAMES[:4][::-1])
MOVED_BY_DICE = {"roll", "opening", "throw"}
MOVED_BY_YES = {"lobby", "resume", "pause", "places"}
_ANSWERS = Transition | Notice | PromptShown


class Table:
    """What hands say and what is answered; the hands of the demonstration go through it."""

    def __init__(self, client, hands: HandsClient) -> None:
        self.client = client
        self._hands = hands
        self._answers = 0
        self._last = ""
        self._seen = 0
        self.prompts: list[Prompt] = []
        self.commands = []
        self.ignored: list[str] = []

    def say(self, line: str) -> str:
        """Do *line*; the one before it must have been answered by now."""
        if line != "pick-up":  # nobody is told of it
            if self._last and self._answers == self._seen:
                self.ignored.append(self._last)
            is_click = line.startswith("press yes ")  # held long it is answered by the board alone
            self._last, self._seen = "" if is_click else line, self._answers
        return self._hands.say(line)

    def take(self, message) -> None:
        """Take what the table tells."""
        self._answers += isinstance(message, _ANSWERS)
        if isinstance(message, PromptShown):
            self.prompts.append(message.prompt)
        if isinstance(message, Transition) and message.command is not None:
            self.commands.append(message.command)
            invariants.check(self.client.state)

    async def do(self, line: str, shown) -> None:
        """Do *line* and wait until *shown* holds."""
        await asyncio.to_thread(self.say, line)
        await until(shown)

    async def whim(self, line: str) -> None:
        """Do *line*, wait for any answer, and find the way back to what was asked."""
        before = self._answers
        await self.do(line, lambda: self._answers > before)
        while self.kind not in MOVED_BY_DICE | {"jail", "over"}:
            shown = self.kind
            await self.do("press no", lambda shown=shown: self.kind != shown)

    async def choose(self, beginning: str) -> None:
        """Turn the knob until the choice with this beginning is highlighted."""
        prompt = self.client.replica.prompt
        at = next(n for n, c in enumerate(prompt.choices) if c.label.startswith(beginning))
        if detents := at - prompt.highlight:
            line = f"turn-knob {detents}"
            await self.do(line, lambda: self.client.replica.prompt.highlight == at)

    @property
    def kind(self) -> str:
        prompt = self.client.replica.prompt
        return "" if prompt is None else prompt.kind


def has_way_out(prompt: Prompt) -> bool:
    """Return whether dice, a choice, a card, a button or the time lead on from *prompt*."""
    leads_on = prompt.choices or prompt.seconds_left is not None
    return bool(leads_on) or prompt.kind in MOVED_BY_DICE | MOVED_BY_YES | {"over"}


async def lobby(table: Table, stand_s: float) -> None:
    """Join, choose the short game, and begin."""
    client = table.client
    for name in NAMES:
        await table.do(f"tap {name}", lambda name=name: name in client.state.names)
    await table.do("press menu", lambda: table.kind == "menu")
    await table.choose("A set of house rules")
    await table.do("press yes", lambda: client.replica.prompt.title.startswith("House rules"))
    await table.choose("short")
    await table.do("press yes", lambda: client.state.rules.end_bankruptcies == 1)
    await table.do("press menu", lambda: table.kind == "lobby")
    await table.do("press yes", lambda: table.kind == "start")
    await asyncio.sleep(stand_s)
    await table.do(f"tap {NAMES[0]}", lambda: table.kind == "opening")


async def sit_anew(table: Table, stand_s: float) -> None:
    """Change seats in the first round: all cards in another order, then the banker's once more."""
    client = table.client
    await table.do("press menu", lambda: table.kind == "menu")
    await table.choose("Change seats")
    await table.do("press yes", lambda: table.kind == "seats")
    for place, name in enumerate(SEATED_ANEW):
        taken = f"{place + 1} {name}"
        await table.do(f"tap {name}", lambda taken=taken: taken in client.replica.prompt.lines)
    await asyncio.sleep(stand_s)
    await table.do("tap banker", lambda: table.kind not in {"seats", "menu"})
    assert SEATED_ANEW == tuple(client.state.names[seat] for seat in client.state.order)


async def play(table: Table, game: Game, seed: int) -> None:
    """Play to the end, with a whim between some turns."""
    whims = random.Random(seed)
    while not isinstance(table.client.state.phase, GameOver):
        await game.play(table.client.state.turns)
        if table.kind == "roll" and whims.random() < WHIM_SHARE:
            await table.whim(whims.choice(WHIMS))


@pytest.mark.parametrize("seed", CHOSEN)
async def test_eight_play_from_the_lobby_to_a_winner_by_hands_alone(seed):
    with DemoTable(
        seed, NAMES, speed=SPEED, board_engine="cpython", meanwhile=lambda: None
    ) as place:
        assert not read_file(place.data / CONFIG_NAME).is_kept, "its folder goes with it"
        async with at_table(place.socket, place.hands) as (client, hands):
            table = Table(client, hands)
            game = Game(client, table, People(seed), lambda _: None, Pace(place.stand_s))
            follow = client.on_message
            client.on_message = lambda message: (table.take(message), follow(message))

            await lobby(table, place.stand_s)
            await game.play(0)
            await sit_anew(table, place.stand_s)
            await play(table, game, seed)

            state = client.state
            assert state.phase.outcome.winners
            assert 1 == sum(state.is_out), "the first who is ruined ends a short game"
            assert 0 == sum(state.cash) + state.bank + state.pot
            assert any(isinstance(command, StartGame) for command in table.commands)
            assert not any(isinstance(command, StopGame) for command in table.commands)
            assert [] == table.ignored
            assert [] == [prompt for prompt in table.prompts if not has_way_out(prompt)]
