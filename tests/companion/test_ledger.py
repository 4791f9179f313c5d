"""The ledger: what happened, why and in which turn, whole and in words of the moment."""

import asyncio
import contextlib

import pytest
from support import situations as s
from support.tables import DEADLINE_S, running_table, until

from companion.client import Client
from companion.ledger_lines import newest
from companion.locales import language, set_language
from companion.protocol import LedgerLine, Transition
from companion.screen.followed import Followed
from companion.views.ledger import rows_of, rows_of_lines
from engine import commands as c
from engine import corrections as fix
from engine.board import Deck
from engine.events import MoneyTransferred
from engine.ids import BANK, SpaceId
from engine.phases import Setup
from engine.reasons import Reason

ANNA, BOGDAN, CHIARA, DIRK = (s.seat(number) for number in range(4))
WIDTH_S = 33  # of a line without money on the smallest screen
FLOW_S = 24  # of one with money: four figures and its way


def said(state, *commands):
    """Return turn, whose, words, amount and way of all that *commands* bring, and the state."""
    rows = []
    for command in commands:
        state, (step,) = s.played(state, command)
        rows += rows_of(step, state)
    return [(row.turn, row.seat, row.text, row.amount, row.flow) for row in rows]


def test_the_ledger_says_what_for_and_which_way():
    rows = said(s.mid_game(4), c.RecordRoll(5, 3), c.Build(ANNA, SpaceId(18)))

    assert (2, CHIARA, "throws 5+3, to E3 Illinois Avenue", "", "") in rows
    assert (2, ANNA, "builds: D2 Tennessee Avenue", "100", "1→B") in rows


def test_a_change_of_seats_stands_in_the_ledger():
    anew = c.ChangeSeats((DIRK, BOGDAN, CHIARA, ANNA))

    assert ["seats are changed"] == [row[2] for row in said(s.mid_game(4), anew)]


def test_rent_names_the_space_in_the_ledger():
    state = s.after(s.mid_game(4), fix.PlaceToken(CHIARA, SpaceId(10)))

    assert (2, CHIARA, "rent: D1 St. James Place", "550", "3→1") == said(state, c.RecordRoll(4, 2))[
        -1
    ]


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_words(reason):
    event = MoneyTransferred(BANK, BOGDAN, 1200, reason)
    (row,) = rows_of_lines(s.edition(), (LedgerLine(1, 2, event),))

    assert row.text
    assert ("1,200", "B→2", BOGDAN) == (row.amount, row.flow, row.seat)


def test_an_act_belongs_to_the_turn_it_was_done_in_though_it_ends_it():
    state = s.after(s.mid_game(4), fix.PlaceToken(CHIARA, SpaceId(23)))
    rows = said(state, c.RecordRoll(5, 6), c.BuyDeed())

    assert [
        (2, "throws 5+6, to G3 Pennsylvania Avenue"),
        (2, "buys: G3 Pennsylvania Avenue"),
    ] == [(row[0], row[2]) for row in rows]


def test_the_last_opening_throw_comes_before_the_first_turn():
    state = s.after(s.lobby(2), c.StartGame())
    rows = said(state, c.RecordRoll(6, 5), c.RecordRoll(1, 2), c.RecordRoll(2, 4))

    assert [0, 0, 1] == [row[0] for row in rows]


def test_a_trade_names_each_deed_card_and_sum_with_its_way():
    state = s.after(s.mid_game(4), fix.SetJailCard(DIRK, Deck.CHANCE))
    deal = c.Trade(
        (BOGDAN, DIRK),
        (
            c.TradeItem(BOGDAN, DIRK, space=SpaceId(5)),
            c.TradeItem(DIRK, BOGDAN, money=30),
            c.TradeItem(DIRK, BOGDAN, card=Deck.CHANCE),
        ),
    )

    assert [
        (2, BOGDAN, "trade: R1 Reading Railroad", "", "2→4"),
        (2, DIRK, "trade", "30", "4→2"),
        (2, DIRK, "trade: jail card", "", "4→2"),
    ] == said(state, deal)


def test_what_the_banker_puts_right_is_a_line_each():
    state = s.mid_game(4)
    put_right = {
        fix.SetOwner(BANK, (SpaceId(5),)): (None, "put right: R1 Reading Railroad", "→B"),
        fix.SetOwner(ANNA, (SpaceId(39),)): (ANNA, "put right: H2 Boardwalk", "→1"),
        fix.SetMortgaged((SpaceId(5),), is_mortgaged=True): (
            None,
            "put right, face down: R1 Reading Railroad",
            "",
        ),
        fix.SetMortgaged((SpaceId(14),), is_mortgaged=False): (
            None,
            "put right, face up: C3 Virginia Avenue",
            "",
        ),
        fix.SetBuildings(SpaceId(1), 3): (None, "put right ▪▪▪: A1 Mediterranean Avenue", ""),
        fix.PlaceToken(ANNA, SpaceId(0)): (ANNA, "put right: GO", ""),
        fix.SetTurn(ANNA): (ANNA, "put right: on turn", ""),
        fix.SetSupply(3, 2): (None, "put right: houses 3, hotels 2", ""),
        fix.SetJailCard(ANNA, Deck.CHEST): (ANNA, "put right: jail card", "→1"),
        fix.StackDeck(Deck.CHANCE, (state.chance[3],)): (None, "put right: the cards", ""),
        fix.SetCash(ANNA, 5): (ANNA, "put right by the banker", "1→B"),
        fix.TransferMoney(ANNA, BOGDAN, 5): (ANNA, "put right by the banker", "1→2"),
        fix.JailPlayer(ANNA): (ANNA, "goes to jail", ""),
        fix.FreePlayer(DIRK): (DIRK, "leaves jail", ""),
    }

    found = {
        command: [(row[1], row[2], row[4]) for row in said(state, command)] for command in put_right
    }

    assert {command: [row] for command, row in put_right.items()} == found


def test_who_comes_goes_and_takes_over_has_a_line():
    state = s.after(s.lobby(3), c.StartGame(), *(c.RecordRoll(6, n) for n in (5, 3, 2)))

    assert [(1, None, "joins: Zoe", "", "")] == said(state, c.JoinGame("Zoe"))
    assert (1, ANNA, "hands the seat to Zoe", "", "") in said(state, c.TakeOverSeat(ANNA, "Zoe"))
    assert (1, BOGDAN, "leaves the game", "", "") in said(state, c.LeaveGame(BOGDAN))
    assert (1, ANNA, "promises: x", "", "") in said(state, c.MakePromise(ANNA, BOGDAN, "x"))


def test_an_estate_is_handed_over_deed_by_deed():
    rows = said(s.mid_game(4), c.Resign(BOGDAN))

    assert (2, BOGDAN, "estate: R1 Reading Railroad", "", "2→B") in rows
    assert (2, BOGDAN, "is bankrupt and out", "", "") in rows


def test_jail_1_just_visiting_is_not_to_jail():
    state = s.after(s.mid_game(4), fix.PlaceToken(CHIARA, SpaceId(0)))

    assert (2, CHIARA, "throws 6+4, just visiting", "", "") == said(state, c.RecordRoll(6, 4))[0]


def test_what_was_taken_back_stands_in_the_ledger():
    state = s.mid_game(4)
    after, (step,) = s.played(state, c.RecordRoll(5, 3))
    lines = newest((), step, after)

    back = newest(lines, Transition(3, "undo", None, (), state=state, count=1), state)
    again = newest(back, Transition(4, "redo", None, (), state=after, count=1), after)

    rows = rows_of_lines(s.edition(), again)
    assert ["taken back", "brought back"] == [row.text for row in rows[-2:]]
    assert len(lines) + 2 == len(rows)


def test_a_new_game_begins_a_new_ledger():
    state = s.mid_game(4)
    after, (step,) = s.played(state, c.RecordRoll(5, 3))
    anew, (opening,) = s.played(after, c.OpenGame(s.edition()))

    assert isinstance(anew.phase, Setup)
    assert () == newest(newest((), step, after), opening, anew)


def test_lines_become_words_in_the_language_of_the_moment():
    after, (step,) = s.played(s.mid_game(4), c.RecordRoll(5, 3))
    lines = newest((), step, after)
    before = language()
    set_language("it")
    try:
        assert "lancia 5+3" in rows_of_lines(s.edition(), lines)[0].text
    finally:
        set_language(before)


def test_every_card_and_reason_has_words_that_fit_the_smallest_screen(in_language):
    edition = s.edition()
    state = s.mid_game(4)
    long = []
    for reason in Reason:
        event = MoneyTransferred(ANNA, BANK, 1000, reason)
        (row,) = rows_of_lines(edition, (LedgerLine(1, 1, event),))
        long += [row.text] if len(row.fitting(FLOW_S)) > FLOW_S else []
    for deck in Deck:
        for card in edition.deck(deck):
            _after, (step,) = s.played(
                s.after(
                    state,
                    fix.StackDeck(deck, (card.id,)),
                    fix.PlaceToken(CHIARA, SpaceId(4 if deck is Deck.CHANCE else 30)),
                ),
                c.RecordRoll(1, 2),
            )
            rows = rows_of(step, _after)
            long += [row.text for row in rows if len(row.fitting(WIDTH_S)) > WIDTH_S]

    assert [] == long, in_language


@contextlib.asynccontextmanager
async def watched(folder):
    """Attach a screen while the block runs: its client, and what it has followed."""
    client, followed = Client(folder / "table.sock", "screen"), Followed()
    client.on_message = lambda message: followed.take(message, 0.0)
    running = asyncio.create_task(client.run())
    try:
        await asyncio.wait_for(client.welcomed(), DEADLINE_S)
        yield client, followed
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_screen_opened_later_has_the_same_ledger(tmp_path):
    deal = c.Trade((0, 1), (c.TradeItem(0, 1, space=SpaceId(6)), c.TradeItem(1, 0, money=30)))
    gift = c.Trade((1, 0), (c.TradeItem(1, 0, space=SpaceId(6)),))
    with running_table(tmp_path):
        async with watched(tmp_path) as (client, first):
            await client.submit(c.SeatPlayers(("Ada", "Ben")))
            await client.submit(c.StartGame())
            for command in (
                *(c.RecordRoll(*dice) for dice in ((6, 5), (1, 2), (2, 4))),
                c.BuyDeed(),
                deal,
                gift,
                fix.SetOwner(BANK, (SpaceId(6),)),
                c.JoinGame("Cleo"),
                c.RecordRoll(3, 1),
            ):
                reply = await client.submit(command)
                assert reply.is_accepted, reply
            await client.undo()
            await client.redo()
            await client.correct_roll(1, 2)
            async with watched(tmp_path) as (late, second):
                await until(lambda: client.replica.seq == late.replica.seq)
                rows = first.ledger()

                assert rows == second.ledger()
                said = [(row.turn, row.text, row.amount, row.flow) for row in rows]
                assert [
                    (1, "throws 2+4, to B1 Oriental Avenue", "", ""),
                    (1, "buys: B1 Oriental Avenue", "100", "1→B"),
                    (2, "trade: B1 Oriental Avenue", "", "1→2"),
                    (2, "trade", "30", "2→1"),
                    (2, "trade: B1 Oriental Avenue", "", "2→1"),
                    (2, "put right: B1 Oriental Avenue", "", "→B"),
                    (2, "joins: Cleo", "", ""),
                ] == said[2:9]
                assert "taken back" in [row.text for row in rows]
