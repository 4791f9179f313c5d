"""The single writer: durable before published, at most once, and never on a stale view."""

import asyncio
import random

from support.games import next_command
from support.one_table import ADA, BEN, Asking, opened, running

from companion.editions import load_edition
from companion.journal.store import JOURNAL_NAME, Store
from companion.protocol import CorrectCard, CorrectRoll, Redo, Strike, Submit, ThrowDice, Undo
from engine.board import Deck
from engine.commands import (
    BuyDeed,
    ChooseRule,
    OpenGame,
    RecordRoll,
    ReportCard,
    SeatPlayers,
    StartGame,
)
from engine.corrections import SetCash, SetTurn, StackDeck
from engine.evolve import evolve
from engine.ids import CardId
from engine.phases import Opening, PurchaseOffer, Setup
from engine.refusals import Refusal


async def test_a_fresh_table_opens_a_game_and_records_its_start(tmp_path):
    async with running(tmp_path) as table:
        assert [t.kind for t in table.published] == ["command", "boot"]
        assert isinstance(table.state.phase, Setup)
        assert table.game == "game-1"

    async with running(tmp_path) as table:
        assert [t.kind for t in table.published] == ["boot"]
        assert table.seq == 3


async def test_a_restart_stands_where_the_last_command_stood(tmp_path):
    async with running(tmp_path) as table:
        await opened(table)
        state, seq = table.state, table.seq

    async with running(tmp_path) as table:
        assert table.state == state
        assert table.seq == seq + 1, "the start alone was added"


async def test_an_id_applies_once_also_across_a_restart(tmp_path):
    async with running(tmp_path) as table:
        await opened(table)
        first = await table.submit(Submit("roll-1", RecordRoll(2, 4)), "test")
        again = await table.submit(Submit("roll-1", RecordRoll(2, 4)), "test")
        state = table.state
        assert isinstance(state.phase, PurchaseOffer)

    async with running(tmp_path) as table:
        late = await table.submit(Submit("roll-1", RecordRoll(2, 4)), "test")

        assert (first.is_accepted, first.seq) == (again.is_accepted, again.seq)
        assert (first.is_accepted, first.seq) == (late.is_accepted, late.seq)
        assert table.state == state


async def test_an_id_asked_twice_at_once_applies_once(tmp_path):
    async with running(tmp_path) as table:
        await opened(table)
        roll = Submit("roll-1", RecordRoll(2, 4))

        replies = await asyncio.gather(*(table.submit(roll, "test") for _ in range(3)))

        assert {reply.seq for reply in replies} == {table.seq}
        assert [t.seq for t in table.published] == list(range(1, table.seq + 1))


async def test_a_refusal_is_answered_the_same_again_and_recorded_nowhere(tmp_path):
    async with running(tmp_path) as table:
        ask = await opened(table)
        seq = table.seq

        refused = await table.submit(Submit("buy-1", BuyDeed()), "test")
        await ask(RecordRoll(2, 4))
        again = await table.submit(Submit("buy-1", BuyDeed()), "test")

        assert refused == again
        assert (refused.refusal, refused.rule) == (Refusal.NOT_WAITING_FOR_THIS, "MOVE-8")
        assert "MOVE-8" in refused.sentence
        assert table.seq == seq + 1


async def test_a_view_that_is_stale_cannot_act(tmp_path):
    async with running(tmp_path) as table:
        ask = await opened(table)
        seen = table.seq
        await table.note("board:x:y:1", "board")
        assert (await ask(RecordRoll(2, 4), seen=seen)).is_accepted, "a note changes no view"

        stale = await ask(BuyDeed(), seen=seen)

        assert not stale.is_accepted
        assert "changed" in stale.sentence
        assert not (await ask(BuyDeed(), seen=table.seq + 1)).is_accepted, "of another table"
        assert (await ask(BuyDeed(), seen=table.seq)).is_accepted


async def test_undo_redo_and_corrected_throws_survive_a_restart(tmp_path):
    async with running(tmp_path) as table:
        ask = await opened(table)
        start = table.state
        await ask(RecordRoll(2, 4))
        await ask(BuyDeed())
        bought = table.state
        undone = await table.submit(Undo("u1", 2), "test")
        assert table.state == start
        assert undone.sentence.startswith("2 commands are taken back.")
        assert "Oriental" in undone.sentence

    async with running(tmp_path) as table:
        assert table.state == start
        await table.submit(Redo("r1", 2), "test")
        assert table.state == bought
        assert table.ledger[-1].why == "redo"
        corrected = await table.submit(CorrectRoll("c1", 1, 2), "test")
        assert corrected.is_accepted
        state = table.state
        assert table.published[-1].state == state
        assert [line.why for line in table.ledger[-2:]] == ["undo", ""]

    async with running(tmp_path) as table:
        assert table.state == state
        await table.submit(Undo("u2", 1), "test")
        assert table.state == bought


async def test_struck_throws_and_corrected_cards_survive_a_restart(tmp_path):
    async with running(tmp_path) as table:
        ask = Asking(table)
        await ask(SeatPlayers(("Ada", "Ben")))
        await ask(ChooseRule("decks", "physical"))
        await ask(SetTurn(ADA))
        start = table.state
        await ask(RecordRoll(3, 4))
        await ask(ReportCard("CH07"))
        corrected = await table.submit(CorrectCard("c1", "CH16", "misread"), "test")
        assert corrected.sentence.startswith("1 command is taken back.")
        assert (table.state.cash[ADA], table.published[-1].note) == (1650, "misread")
        state = table.state
        assert table.published[-1].state == state

    async with running(tmp_path) as table:
        assert table.state == state
        struck = await table.submit(Strike("s1"), "test")
        assert struck.sentence.startswith("2 commands are taken back.")
        assert (table.state, table.published[-1].kind) == (start, "strike")

    async with running(tmp_path) as table:
        assert table.state == start
        assert (await table.submit(Redo("r1"), "test")).is_accepted
        assert table.state == state


async def test_the_postings_of_all_rows_are_what_the_accounts_hold(tmp_path):
    source = random.Random(3)
    async with running(tmp_path) as table:
        ask = Asking(table)
        for turn in range(120):
            await ask(next_command(table.state, source))
            if turn % 9 == 0:
                await table.submit(Undo(f"u{turn}", source.randint(1, 4)), "test")
            if turn % 17 == 0:
                await table.submit(CorrectRoll(f"c{turn}", 1, 2), "test")
            if turn % 23 == 0:
                await table.submit(Strike(f"s{turn}"), "test")
        await table.drain()
        state, game = table.state, table.game

    store = Store(tmp_path / JOURNAL_NAME)
    store.verify()
    balances = store.balances(game)
    store.close()
    held = dict(enumerate(state.cash)) | {-1: state.bank}
    assert {a: n for a, n in held.items() if n} == {a: n for a, n in balances.items() if n}


async def test_what_is_published_folds_to_the_state(tmp_path):
    source = random.Random(5)
    async with running(tmp_path) as table:
        state = table.state
        ask = Asking(table)
        before = len(table.published)
        for turn in range(60):
            await ask(next_command(table.state, source))
            if turn % 9 == 0:
                await table.submit(Undo(f"u{turn}", 2), "test")

        for transition in table.published[before:]:
            state = transition.state or evolve(state, transition.events)
        assert state == table.state


async def test_only_the_banker_puts_the_table_right(tmp_path):
    async with running(tmp_path) as table:
        ask = await opened(table)

        refused = await ask(SetCash(BEN, 5000), actor=BEN)
        assert (refused.refusal, refused.rule) == (Refusal.NOT_THE_BANKER, "BANKER")
        assert not (await ask(OpenGame(load_edition("us")), actor=BEN)).is_accepted
        assert not (await ask(SetCash(BEN, 5000), actor=ADA)).is_accepted
        assert (await ask(SetCash(BEN, 5000), note="miscounted")).is_accepted
        assert (await ask(SetCash(BEN, 6000))).is_accepted
        assert table.state.cash[BEN] == 6000
        assert table.published[-2].note == "miscounted"


async def test_another_game_begins_on_the_same_table(tmp_path):
    async with running(tmp_path) as table:
        ask = await opened(table)
        await ask(OpenGame(load_edition("us")))
        assert (table.game, table.state.names) == ("game-2", ())

    async with running(tmp_path) as table:
        assert (table.game, table.state.names) == ("game-2", ())
        assert not (await table.submit(Undo("u"), "test")).is_accepted


async def test_the_table_shuffles_by_its_seed_and_leaves_what_was_stacked(tmp_path):
    piles = []
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        async with running(tmp_path / name, seed) as table:
            ask = Asking(table)
            await ask(SeatPlayers(("Ada", "Ben")))
            await ask(StackDeck(Deck.CHEST, (CardId("CC05"),)))
            await ask(StartGame())
            assert isinstance(table.state.phase, Opening)
            assert table.state.chest[0] == "CC05"
            piles.append(table.state.chance)

    printed = tuple(card.id for card in load_edition("us").chance)
    assert piles[0] == piles[1]
    assert piles[0] != piles[2]
    assert sorted(piles[0]) == sorted(printed)
    assert piles[0] != printed


async def test_dice_on_the_screen_are_drawn_anew_after_a_restart(tmp_path):
    rolls = []
    for _start in range(3):
        async with running(tmp_path) as table:
            if not table.state.names:
                ask = Asking(table)
                await ask(SeatPlayers(("Ada", "Ben")))
                await ask(StartGame())
            before = len(table.published)
            for count in range(4):
                await table.submit(ThrowDice(f"throw-{table.boot_id}-{count}"), "test")
                await table.submit(Undo(f"u{table.boot_id}-{count}"), "test")
            rolls.append(
                [t.command for t in table.published[before:] if isinstance(t.command, RecordRoll)]
            )
    assert all(len(of) == 4 for of in rolls)
    assert len({tuple(map(str, of)) for of in rolls}) == 3


async def test_a_signal_that_changes_nothing_is_recorded_once(tmp_path):
    async with running(tmp_path) as table:
        assert not table.is_recorded("board:u:b:1")
        assert await table.note("board:u:b:1", "board")
        assert await table.note("board:u:b:1", "board")
        assert table.is_recorded("board:u:b:1")
        assert [t.kind for t in table.published] == ["command", "boot", "ignored"]

    async with running(tmp_path) as table:
        assert table.is_recorded("board:u:b:1")


async def test_a_rule_chosen_is_folded_again(tmp_path):
    async with running(tmp_path) as table:
        assert (await Asking(table)(ChooseRule("preset", "by-the-book"))).is_accepted
        rules = table.state.rules

    async with running(tmp_path) as table:
        assert table.state.rules == rules
