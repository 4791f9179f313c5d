"""Board, reader and deed cards, each there or not: every such table is played by real processes."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from support.emulated import (
    STAND_S,
    Hands,
    emulator,
    expect_names,
    hands_at,
    short_folder,
    until,
)
from support.tables import attached, running_table

from companion.client import Client
from companion.enrolment import FILE_NAME, Enrolment
from companion.flows.meanings import DeedCard
from companion.protocol import Message, Notice, Prompt, PromptShown, Transition
from engine import invariants
from engine.commands import BuyDeed, Command, DeclineDeed, MortgageDeed, PlaceBid
from engine.events import MoneyTransferred, Rolled
from engine.ids import PlayerId, SpaceId
from engine.reasons import RENTS, Reason
from engine.state import State, deeds_of
from hardware.emulator.cards import DEEDS, uid_of

NAMES = ("Ada", "Ben")
SEED = 3
ACTS_MAX = 60
DICE = ("opening", "roll", "throw")
DUES = RENTS | {Reason.INCOME_TAX, Reason.LUXURY_TAX}


class Kit(NamedTuple):
    """What lies on the table beside the screen."""

    board: bool
    reader: bool
    deed_cards: bool

    def options(self, folder: Path) -> tuple[str, ...]:
        """Return how the table is told of the devices in *folder*.

        Where deed cards lie there, board and reader are named although they may be missing, as at
        a table that was once set up with them; where none do, what is missing is not known of.
        """
        told: tuple[str, ...] = ()
        if self.board or self.deed_cards:
            told += ("--board", str(folder / "board"))
        if self.reader or self.deed_cards:
            told += ("--reader", str(folder / "reader-1"))
        return told

    @property
    def up(self) -> set[str]:
        """The devices that answer."""
        return {name for name, there in (("board", self.board), ("reader-1", self.reader)) if there}


class Players:
    """Ada and Ben, who use cards, dice, knob and buttons where they have them, else keys.

    Whatever they do is answered before the next: by a step of the game, a sentence or a question.
    """

    def __init__(self, client: Client, hands: Hands | None, kit: Kit) -> None:
        self._client = client
        self._hands = hands
        self._kit = kit
        self._chance = random.Random(SEED)
        self._answers = 0
        self._rolls = 0
        self.throws = 0
        self.taps = 0
        self.commands: list[Command] = []
        self.reasons: set[Reason] = set()
        client.on_message = self._take

    async def begin(self) -> None:
        """Join, and begin the game."""
        for seat in range(len(NAMES)):
            await self._tap(seat)
            await until(lambda seat=seat: len(self._state.names) == seat + 1)
        await self._press("yes")
        await until(lambda: self._prompt.kind == "start")
        await self._tap(0)
        await until(lambda: self._prompt.kind == "opening")

    async def play(self) -> None:
        """Do what is asked next; the first deed is auctioned, the second of two is mortgaged."""
        await self._client.measure()  # a round trip: what was said before is known now
        kind, player = self._prompt.kind, self._prompt.player
        deeds = [] if player is None else deeds_of(self._state, player)
        if kind == "roll" and len(deeds) > 1 and not self.have(MortgageDeed):
            await self._mortgage(player, deeds[1])
        elif kind == "offer" and not self.have(DeclineDeed):
            await self._auction(player)
        elif kind in DICE:
            await self._throw()
        else:
            await self._answer(player)

    def have(self, kind: type[Command]) -> bool:
        """Return whether one of them has done such a thing."""
        return any(isinstance(command, kind) for command in self.commands)

    async def _answer(self, player: PlayerId | None) -> None:
        """Confirm what is highlighted, and see the game go on."""
        assert player is not None, self._prompt
        before = len(self.commands)
        await self._tap(player)
        await until(lambda: len(self.commands) > before, str(self._prompt))

    async def _auction(self, player: PlayerId) -> None:
        """Refuse to buy, let the other one bid, and go out."""
        other = next(seat for seat in range(len(NAMES)) if seat != player)
        await self._press("no")
        await self._tap(player)
        await until(lambda: self._prompt.kind == "auction")
        await self._tap(other)
        await until(lambda: self.have(PlaceBid))
        await self._press("no")
        await self._tap(player)
        await until(lambda: len(deeds_of(self._state, other)) == 1)

    async def _mortgage(self, player: PlayerId, space: SpaceId) -> None:
        """Open the wallet, choose the deed by its card or the knob, confirm, close the wallet."""
        wanted = MortgageDeed(player, space)
        await self._tap(player)
        await until(lambda: self._prompt.kind == "wallet")
        assert self._prompt.highlight is None
        if self._kit.reader and self._kit.deed_cards:
            await self._tap_card(DEEDS[space])
        else:
            await self._turn(1 + [way.command for way in self._prompt.choices].index(wanted))
        await until(lambda: self._highlighted == wanted, f"{wanted}: {self._prompt}")
        await self._tap(player)
        await until(lambda: self._state.mortgaged[space])
        await self._press("no")
        await until(lambda: self._prompt.kind == "roll")

    async def _throw(self) -> None:
        before = self._rolls
        if self._kit.board:
            self.throws += 1
            dice = self._chance.randint(1, 6), self._chance.randint(1, 6)
            await self._hands.do("throw {} {}".format(*dice), "pick-up")
        else:
            assert (await self._client.throw()).is_accepted, "dice on the screen count at once"
        await until(lambda: self._rolls > before)

    async def _tap(self, player: int) -> None:
        """Tap a player's card, once what it confirms has stood."""
        await asyncio.sleep(STAND_S)
        if self._kit.reader:
            await self._tap_card(NAMES[player])
        else:
            self.taps += 1
            await self._key(lambda: self._client.tap(str(player + 1)))

    async def _tap_card(self, name: str) -> None:
        self.taps += 1
        await self._answered(self._hands.do(f"tap {name}"), name)

    async def _press(self, button: str) -> None:
        if self._kit.board:
            await self._answered(self._hands.do(f"press {button}"), button)
        else:
            await self._key(lambda: self._client.press(button))

    async def _turn(self, detents: int) -> None:
        if self._kit.board:
            await self._answered(self._hands.do(f"turn-knob {detents}"), "knob")
        else:
            await self._key(lambda: self._client.turn(detents))

    async def _key(self, strike: Callable[[], bool]) -> None:
        async def struck() -> None:
            assert strike(), "the table is there"

        await self._answered(struck(), "key")

    async def _answered(self, act: Awaitable[object], what: str) -> None:
        await self._client.measure()  # a round trip: what was said before is known now
        before = self._answers
        await act
        await until(lambda: self._answers > before, f"no answer: {what}, {self._prompt}")

    @property
    def _state(self) -> State:
        return self._client.state

    @property
    def _prompt(self) -> Prompt:
        prompt = self._client.replica.prompt
        assert prompt is not None
        return prompt

    @property
    def _highlighted(self) -> Command | None:
        at = self._prompt.highlight
        return None if at is None else self._prompt.choices[at].command

    def _take(self, message: Message) -> None:
        self._answers += isinstance(message, Transition | Notice | PromptShown)
        if isinstance(message, Transition) and message.command is not None:
            self.commands.append(message.command)
            for event in message.events:
                self._rolls += isinstance(event, Rolled)
                if isinstance(event, MoneyTransferred):
                    self.reasons.add(event.reason)


def set_up(data: Path, kit: Kit) -> None:
    """Make the table's folder: whose the players' cards are and, with deed cards, what they are."""
    expect_names(data, NAMES)
    if kit.deed_cards:
        cards = {uid_of(slug).hex().upper(): DeedCard(SpaceId(at)) for at, slug in DEEDS.items()}
        Enrolment.load(data / FILE_NAME).enrol_all(cards)


@asynccontextmanager
async def table(kit: Kit) -> AsyncIterator[tuple[Client, Hands | None]]:
    """Run a table whose devices in *kit* are up, and no others; give hands where there are any."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(short_folder())
        hands = None
        if kit.up:
            await asyncio.to_thread(stack.enter_context, emulator(folder / "hardware"))
            hands = await stack.enter_async_context(hands_at(folder / "hardware"))
            for device in {"board", "reader-1"} - kit.up:
                await hands.do(f"unplug {device}")
        set_up(folder / "data", kit)
        told = kit.options(folder / "hardware")
        started = running_table(folder / "data", "--seed", str(SEED), *told)
        await asyncio.to_thread(stack.enter_context, started)
        client = await stack.enter_async_context(attached(folder / "data"))
        await until(
            lambda: {each.device for each in client.replica.devices if each.is_up} == kit.up
        )
        yield client, hands


@pytest.mark.parametrize("board", [True, False], ids=["board", "no-board"])
async def test_every_table_is_played(board):
    """Four at once: most of the time a hand waits until its card counts as new."""
    async with asyncio.TaskGroup() as evening:
        for reader, deed_cards in product((True, False), repeat=2):
            evening.create_task(played(Kit(board, reader, deed_cards)))


async def played(kit: Kit) -> None:
    """Play a few turns, with an auction, a purchase, a payment and a mortgage; nothing is lost."""
    try:
        async with table(kit) as (client, hands):
            players = Players(client, hands, kit)
            await players.begin()
            for _act in range(ACTS_MAX):
                await players.play()
                if players.have(MortgageDeed) and players.reasons & DUES:
                    break

            assert players.have(PlaceBid)
            assert players.have(BuyDeed)
            assert players.have(MortgageDeed)
            assert players.reasons & DUES
            invariants.check(client.state)
            measured = await client.measure()
            assert (players.taps, players.throws) == (measured.taps, measured.rolls)
            assert 0 == measured.refusals
    except BaseException as error:
        error.add_note(f"with {kit}")
        raise
