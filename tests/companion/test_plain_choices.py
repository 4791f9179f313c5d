"""A choice by its number at a real table: one line takes it, and only what stood still."""

import asyncio
import contextlib
import time

import pytest
from support.tables import attached, table_here, until

from companion.client import Client
from companion.console.names import Several
from companion.screen.lines import seat_of
from companion.screen.plain import Hand
from engine.ids import AccountId, PlayerId
from engine.phases import Auction, PurchaseOffer

STAND_MS = 400
SEATS = ("Player 1", "Player 2", "Ben")
LINES = ('players "Player 1" "Player 2" Ben', "start", 'turn "Player 1"', "roll 1 2")


@contextlib.asynccontextmanager
async def playing(folder, *lines):
    """Play to an offer at a real table, then type *lines*; yield hand, client, what is said."""
    said = []
    async with table_here(folder, confirm_after_ms=STAND_MS), attached(folder) as client:
        hand = Hand(client, said.append)
        client.on_message = lambda _message: hand.note()
        for line in (*LINES, *lines):
            await hand.do(line)
        await until(lambda: kind(client) == ("auction" if lines else "offer"))
        said.clear()
        yield hand, client, said


def kind(client: Client) -> str:
    return client.replica.prompt.kind if client.replica.prompt else ""


async def read() -> None:
    """Let the question stand for as long as a person needs to read it."""
    at_s = time.monotonic() + 1.5 * STAND_MS / 1000
    await until(lambda: time.monotonic() >= at_s)


async def test_a_number_takes_a_choice_that_is_not_highlighted_in_one_line(tmp_path):
    async with playing(tmp_path) as (hand, client, said):
        assert 0 == client.replica.prompt.highlight
        await read()
        await hand.do("2")
        await until(lambda: isinstance(client.state.phase, Auction))

    assert [] == said


async def test_a_number_and_a_name_with_a_blank_bid_in_one_line(tmp_path):
    async with playing(tmp_path, "decline") as (hand, client, said):
        await read()
        await hand.do("2 Player 2")
        await until(lambda: client.state.phase.leader == PlayerId(AccountId(1)))

    assert [] == said


async def test_another_bid_while_the_choice_is_taken_refuses_it(tmp_path):
    async with playing(tmp_path, "decline") as (hand, client, said):
        await read()
        typed = asyncio.create_task(hand.do("2 Player 2"))
        await until(lambda: client.replica.prompt.highlight == 1)
        await client_bids(client, "Ben", 5)
        await typed
        await hand.do("show")

        assert PlayerId(AccountId(2)) == client.state.phase.leader
    assert "! It has just changed: look, and choose again." == said[0]


async def client_bids(client: Client, name: str, amount: int) -> None:
    told = []
    await Hand(client, told.append).do(f"bid {name} {amount}")
    assert told[0].startswith("#"), told


async def test_what_has_just_been_asked_is_not_answered_by_a_number(tmp_path):
    async with playing(tmp_path) as (hand, client, said):
        await hand.do("2")

        assert 0 == client.replica.prompt.highlight
        assert isinstance(client.state.phase, PurchaseOffer)
    assert ["! It has just changed: look, and choose again."] == said


@pytest.mark.parametrize(
    ("words", "seat"),
    [
        (["player", "2"], 1),
        (["Player 2"], 1),
        (["2"], 1),
        (["3"], 2),
        (["b"], 2),
        (["4"], None),
        (["nobody"], None),
        (["Player"], Several(SEATS[:2])),
    ],
)
def test_a_card_is_whose_name_its_beginning_or_seat_is_said(words, seat):
    assert seat == seat_of(SEATS, words)


async def test_a_card_is_tapped_by_a_name_with_a_blank(tmp_path):
    async with playing(tmp_path, "decline") as (hand, client, _said):
        for seat, line in ((1, "tap Player 2"), (0, 'tap "Player 1"')):
            await read()
            await hand.do(line)
            await until(lambda seat=seat: client.state.phase.leader == PlayerId(AccountId(seat)))
