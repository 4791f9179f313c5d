"""An evening by hands alone: eight cards, dice, knob and buttons, from the lobby to a winner."""

import asyncio
from functools import partial

import pytest
from support.tables import until

from companion.demo_hands import Game, Pace, at_table
from companion.demo_people import NAMES, People
from companion.demo_table import DemoTable
from companion.protocol import Notice, Transition
from engine import invariants
from engine.commands import StartGame
from engine.phases import GameOver
from hardware.emulator.control import HandsClient

SPEED = 20.0
TURNS = 4


class Evening:
    """Hands that read the screen before each line."""

    def __init__(self, table: DemoTable, client, hands: HandsClient) -> None:
        self._table, self._client, self._hands = table, client, hands
        self.warnings: list[str] = []

    def keep_warnings(self, message) -> None:
        if isinstance(message, Notice) and message.is_warning:
            self.warnings.append(message.text)

    async def do(self, line: str, shown) -> None:
        """Do *line*, as slowly as what stands still asks, and wait until *shown* holds."""
        await asyncio.sleep(self._table.stand_s)
        await asyncio.to_thread(self._hands.say, line)
        await until(shown)

    async def choose(self, beginning: str) -> None:
        """Turn the knob until the choice with this beginning is highlighted."""
        labels = [choice.label for choice in self._client.replica.prompt.choices]
        at = next(n for n, label in enumerate(labels) if label.startswith(beginning))
        detents = at - self._client.replica.prompt.highlight
        if detents:
            await self.do(
                f"turn-knob {detents}", lambda: self._client.replica.prompt.highlight == at
            )

    async def menu(self, way: str, title: str) -> None:
        """Open the menu and choose a way that leads to *title*."""
        await self.do("press menu", lambda: self.kind == "menu")
        await self.choose(way)
        await self.do("press yes", lambda: self._client.replica.prompt.title.startswith(title))

    @property
    def kind(self) -> str:
        prompt = self._client.replica.prompt
        return "" if prompt is None else prompt.kind


@pytest.mark.parametrize("seed", [5])
async def test_eight_play_from_the_lobby_to_a_winner_by_hands_alone(seed):
    table = DemoTable(seed, NAMES, speed=SPEED, board_engine="cpython", meanwhile=lambda: None)
    commands = []
    with table:
        async with at_table(table.socket, table.hands) as (client, hands):
            evening = Evening(table, client, hands)
            for name in NAMES:
                await evening.do(f"tap {name}", lambda name=name: name in client.state.names)
            await evening.menu("A set of house rules", "House rules")
            await evening.choose("short")
            await evening.do("press yes", lambda: client.state.rules.end_bankruptcies == 1)
            await evening.do("press menu", lambda: evening.kind == "lobby")

            def follow(message: Transition) -> None:
                commands.append(message.command)
                invariants.check(client.state)

            game = Game(client, hands, People(seed), follow, Pace(table.stand_s))
            await evening.do("press yes", lambda: evening.kind == "start")
            await evening.do(f"tap {NAMES[0]}", lambda: evening.kind == "opening")
            await game.play(TURNS)

            client.on_message = evening.keep_warnings
            if evening.kind == "wallet":
                await evening.do("press no", lambda: evening.kind != "wallet")
            await evening.menu("Stop", "Stop when?")
            await evening.choose("Now")
            await evening.do("tap Ben", lambda: client.replica.prompt.signed != ())
            await evening.do("tap banker", partial(is_over, client))

            state = client.state
            invariants.check(state)
            assert [] == evening.warnings
            assert isinstance(commands[0], StartGame)
            assert state.turns > TURNS
            assert state.phase.outcome.winners
            assert 0 == sum(state.cash) + state.bank
            made = await asyncio.to_thread(hands.say, "status")
            assert '"rolls_thrown"' in made


def is_over(client) -> bool:
    return isinstance(client.state.phase, GameOver)
