"""What is done with a journal besides playing: checked, shown, exported, copied, restored."""

import asyncio
import csv
import io
import json
import os
import random
import sqlite3

import pytest
from support.games import next_command
from support.one_table import Asking, running
from support.tables import attached, running_table

from companion import cli
from companion.console.cases import play_case
from companion.console.parser import interpret_case
from companion.console.requests import Ask, LetPass, UseEdition
from companion.console.writing import lines_of
from companion.editions import load_edition
from companion.errors import EXIT_DATA, EXIT_FAILED, EXIT_LOCKED, EXIT_OK, EXIT_USAGE
from companion.journal.second_copy import COPY_NAME
from companion.journal.store import JOURNAL_NAME
from companion.protocol import CorrectRoll, Redo, Strike, Undo
from engine import commands as c
from engine import corrections as k
from engine.board import Deck
from engine.events import PlayersSeated
from engine.evolve import evolve
from engine.ids import BANK, AccountId, CardId, GroupId, Money, PlayerId, SpaceId
from engine.reasons import Dues
from engine.state import new_state

ADA, BEN, CEM = (PlayerId(AccountId(seat)) for seat in range(3))


def asked(capsys, *words):
    code = cli.main([str(word) for word in words])
    streams = capsys.readouterr()
    return code, streams.out, streams.err


@pytest.fixture
async def played(tmp_path):
    """Return the folder of a game with undo, redo, strikes and corrections, and how it stands."""
    folder, source = tmp_path / "table", random.Random(12)
    async with running(folder) as table:
        ask = Asking(table)
        await ask(c.ChooseRule("end_minutes", "600"))
        for turn in range(140):
            await ask(next_command(table.state, source))
            if turn % 11 == 10:
                await table.submit(Undo(f"u{turn}", source.randint(1, 3)), "test")
            if turn % 22 == 10:
                await table.submit(Redo(f"r{turn}"), "test")
            if turn % 19 == 18:
                await table.submit(CorrectRoll(f"c{turn}", 1, 2), "test")
            if turn % 47 == 46:
                await table.submit(Strike(f"s{turn}"), "test")
            if turn % 30 == 29:
                await ask(c.AdvanceClock(30))
                await ask(k.SetCash(ADA, Money(1200)), note="miscounted")
        return folder, table.state, table.seq


def test_a_whole_journal_verifies_also_while_its_table_runs(played, capsys):
    folder, _state, seq = played

    code, out, _err = asked(capsys, "verify", folder)
    assert (code, out.count("✖")) == (EXIT_OK, 0)
    assert f"{seq} rows" in out
    with running_table(folder):
        assert asked(capsys, "verify", "game-1", "--data", folder)[0] == EXIT_OK


def test_a_damaged_journal_does_not_verify(played, capsys):
    folder, _state, _seq = played
    with (folder / JOURNAL_NAME).open("r+b") as file:
        file.seek(4096 * 3)
        file.write(os.urandom(4096))

    code, _out, err = asked(capsys, "verify", folder)
    assert code == EXIT_DATA
    assert "damaged" in err


@pytest.mark.parametrize("what", ["gone", "behind", "hole"])
def test_a_copy_that_is_not_the_same_is_said_with_exit_1(played, capsys, what):
    folder, _state, _seq = played
    path = folder / COPY_NAME
    lines = path.read_bytes().splitlines(keepends=True)
    if what == "gone":
        path.unlink()
    elif what == "behind":
        path.write_bytes(b"".join(lines[:-1]))
    else:
        path.write_bytes(b"".join(lines[:5] + lines[6:]))

    code, out, _err = asked(capsys, "verify", folder)
    assert (code, out.count("✖")) == (EXIT_FAILED, 1)
    assert "next start" in out


def test_the_table_as_it_stood_is_shown(played, capsys):
    folder, state, seq = played

    code, out, err = asked(capsys, "replay", folder)
    assert code == EXIT_OK
    assert f"row {seq}" in err
    for seat, name in enumerate(state.names):
        assert state.is_out[seat] or f"{name}: {state.cash[seat]:,}" in out
    _code, early, err = asked(capsys, "replay", "--to", "6", "--data", folder)
    assert "row 6 " in err
    assert early.count("1,500") == 3
    code, beyond, err = asked(capsys, "replay", "--to", "999999", folder)
    assert (code, beyond) == (EXIT_OK, out)
    assert f"There is no row 999999: game-1 has rows 1 to {seq}. This is the last:" in err
    assert asked(capsys, "replay", "game-9", "--data", folder)[0] == EXIT_DATA
    assert asked(capsys, "replay", "--data", folder / "none")[0] == EXIT_DATA


def test_every_row_is_exported_as_json(played, capsys):
    folder, _state, seq = played

    exported = json.loads(asked(capsys, "export", folder)[1])
    assert exported["game"] == "game-1"
    assert [row["seq"] for row in exported["rows"]] == list(range(1, seq + 1))
    assert exported["rows"][0]["command"]["type"] == "OpenGame"


def test_the_ledger_is_exported_for_spreadsheets(played, capsys):
    folder, state, _seq = played

    rows = list(csv.DictReader(io.StringIO(asked(capsys, "export", "--format", "csv", folder)[1])))
    for seat, name in enumerate(state.names):
        total = sum(int(row["amount"]) for row in rows if row["account"] == name)
        assert total == state.cash[seat]
    assert sum(int(row["amount"]) for row in rows) == 0
    assert {"miscounted"} <= {row["note"] for row in rows}


def test_what_stands_is_exported_as_a_case_that_passes(played, capsys, tmp_path):
    folder, state, _seq = played

    code, text, _err = asked(capsys, "export", "--format", "case", folder)
    assert code == EXIT_OK
    assert text.count("expect") > len(state.names)
    result = play_case(text, "exported.case")
    assert result.failure is None, result.failure
    path = tmp_path / "exported.case"
    path.write_text(text)
    assert asked(capsys, "case", path)[0] == EXIT_OK
    ada = next(line for line in text.splitlines() if line.startswith('expect "Ada"'))
    path.write_text(text.replace(ada, 'expect "Ada" cash 1'))
    assert asked(capsys, "case", path)[0] == EXIT_FAILED


def test_a_command_written_as_a_line_is_read_as_the_same_command():
    state = evolve(new_state(load_edition("us")), (PlayersSeated(("Ada Lovelace", "Ben", "Cem")),))
    for command in COMMANDS:
        assert command == read(command, state), lines_of(command, state)
    elsewhere = {c.StartGame, c.OpenGame, c.ChooseEdition}
    assert set(c.Command.__args__) - elsewhere == set(map(type, COMMANDS))


COMMANDS = (
    c.SeatPlayers(("Ada Lovelace", "Ben")),
    c.NameBanker("Zoe the banker"),
    c.ChooseRule("end_minutes", "90"),
    c.StackDeeds((SpaceId(1), SpaceId(39))),
    c.RecordRoll(6, 5),
    c.BuyDeed(),
    c.DeclineDeed(),
    c.PlaceBid(BEN, Money(40)),
    c.PassBid(BEN),
    c.CloseBidding(),
    c.ClaimRent(ADA),
    c.ReportCard(CardId("CH01")),
    c.ChooseTax(by_percent=True),
    c.ChooseTax(by_percent=False),
    c.ChooseCard(pays=True),
    c.ChooseCard(pays=False),
    c.PayDebt(),
    c.PayFine(BEN),
    c.UseJailCard(BEN),
    c.UseJailCard(BEN, Deck.CHEST),
    c.Build(ADA, SpaceId(6), 3),
    c.SellBuilding(ADA, SpaceId(6)),
    c.SellGroup(ADA, GroupId(1), (0, 1, 1)),
    c.WantBuildings(ADA, 2),
    c.WantBuildings(ADA, 2, is_hotel=True),
    c.PlaceBuilding(ADA, SpaceId(8)),
    c.MortgageDeed(ADA, SpaceId(5)),
    c.LiftMortgage(ADA, SpaceId(5)),
    c.Trade(
        (ADA, BEN),
        (
            c.TradeItem(ADA, BEN, money=Money(50)),
            c.TradeItem(ADA, BEN, space=SpaceId(1)),
            c.TradeItem(BEN, ADA, card=Deck.CHANCE),
        ),
        (SpaceId(1),),
    ),
    c.Trade((ADA, BEN), (c.TradeItem(BEN, ADA, money=Money(5)),)),
    c.Trade(
        (ADA, BEN, CEM),
        (
            c.TradeItem(ADA, BEN, money=Money(50)),
            c.TradeItem(BEN, CEM, space=SpaceId(1)),
            c.TradeItem(CEM, ADA, space=SpaceId(3)),
        ),
    ),
    c.DeclareBankruptcy(BEN),
    c.Resign(BEN),
    c.ConfirmPayment(BEN),
    c.SayAmount(BEN, Money(26)),
    c.GiveBackRent(ADA),
    c.MakePromise(ADA, BEN, "free rent on Baltic, twice"),
    c.ChooseMode(ADA, Dues.RENT, "teach"),
    c.ChooseMode(ADA, Dues.RENT, ""),
    c.JoinGame("Dana Scully", BEN),
    c.JoinGame("Dana"),
    c.LeaveGame(BEN),
    c.TakeOverSeat(BEN, "Eve"),
    c.ChangeSeats((CEM, BEN, ADA)),
    c.AdvanceClock(30),
    c.StopGame(),
    c.StopGame(after_round=True),
    k.SetTurn(ADA),
    k.SetTurn(ADA, 2),
    k.StackDeck(Deck.CHEST, (CardId("CC05"), CardId("CC01"))),
    k.SetCash(ADA, Money(7)),
    k.TransferMoney(BANK, ADA, Money(7)),
    k.PlaceToken(ADA, SpaceId(10)),
    k.JailPlayer(ADA, 2),
    k.FreePlayer(ADA),
    k.SetOwner(BANK, (SpaceId(1), SpaceId(3))),
    k.SetMortgaged((SpaceId(1),), is_mortgaged=True),
    k.SetMortgaged((SpaceId(1),), is_mortgaged=False),
    k.SetBuildings(SpaceId(1), 5),
    k.SetBuildings(SpaceId(1), 0),
    k.SetSupply(10, 3),
    k.SetJailCard(BANK, Deck.CHANCE),
    k.SetPot(Money(55)),
)


def read(command, state):
    lines = lines_of(command, state)
    assert len(lines) == 1
    request = interpret_case(lines[0], state)
    if isinstance(request, LetPass):
        return c.AdvanceClock(int(request.seconds))
    assert isinstance(request, Ask), (lines, request)
    return request.command


def test_an_edition_is_written_by_its_id():
    edition = load_edition("gb")
    state = None
    assert lines_of(c.OpenGame(edition), state) == ("edition gb",)
    assert interpret_case("edition gb", None) == UseEdition("gb")


def test_a_backup_of_a_running_table_restores_elsewhere(played, capsys, tmp_path):
    folder, state, _seq = played
    stick = tmp_path / "stick"
    stick.mkdir()
    with running_table(folder):
        code, _out, err = asked(capsys, "backup", stick, "--data", folder)
        assert (code, "verified" in err) == (EXIT_OK, True)
        code, _out, err = asked(capsys, "restore", next(stick.iterdir()), "--data", folder)
        assert code == EXIT_LOCKED, "never over a running table"
    (backup,) = stick.iterdir()
    assert asked(capsys, "backup", backup, "--data", folder)[0] == EXIT_USAGE

    other = tmp_path / "other"
    code, _out, err = asked(capsys, "restore", backup, "--data", other)
    assert code == EXIT_OK, err
    assert asked(capsys, "verify", other)[0] == EXIT_OK

    async def standing():
        async with attached(other) as client:
            return client.state

    with running_table(other):
        stood = asyncio.run(standing())
    assert (stood.cash, stood.tokens, stood.owners) == (state.cash, state.tokens, state.owners)


async def test_a_restore_keeps_what_was_there_and_is_not_overruled_by_the_copy(
    played, capsys, tmp_path
):
    folder, state, seq = played
    backup = tmp_path / "backup.sqlite3"
    assert asked(capsys, "backup", backup, "--data", folder)[0] == EXIT_OK
    async with running(folder) as table:
        await Asking(table)(k.SetCash(ADA, Money(5)))
    before = (folder / JOURNAL_NAME).read_bytes()

    code, _out, err = asked(capsys, "restore", backup, "--data", folder)

    assert code == EXIT_OK
    assert err.count("is kept as") == 2
    assert (folder / f"{JOURNAL_NAME}.before-restore").read_bytes() == before
    async with running(folder) as table:
        assert (table.state, table.seq) == (state, seq + 1)


def test_a_backup_that_is_not_there_is_named(tmp_path, capsys):
    missing, empty = tmp_path / "backup.sqlite3", tmp_path / "empty"
    empty.mkdir()

    code, _out, err = asked(capsys, "restore", missing, "--data", tmp_path / "data")
    assert (code, err) == (EXIT_DATA, f"tapbank: There is no backup {missing}.\n")
    code, _out, err = asked(capsys, "restore", empty, "--data", tmp_path / "data")
    assert (code, err) == (EXIT_DATA, f"tapbank: There is no journal in {empty}.\n")
    assert not (tmp_path / "data").exists()


def test_what_is_no_backup_and_a_running_table_are_told_with_what_to_do(tmp_path, capsys):
    spreadsheet, data = tmp_path / "a.csv", tmp_path / "data"
    spreadsheet.write_text("seq,amount\n1,200\n")

    code, _out, err = asked(capsys, "restore", spreadsheet, "--data", data)
    assert code == EXIT_DATA
    assert err == (
        f"tapbank: {spreadsheet} is no backup: name a file that “tapbank backup” has written.\n"
    )
    assert not data.exists()
    with running_table(data) as table:
        backup = tmp_path / "backup.sqlite3"
        asked(capsys, "backup", backup, "--data", data)
        code, _out, err = asked(capsys, "restore", backup, "--data", data)
    assert code == EXIT_LOCKED
    assert f"“kill {table.pid}” stops it" in err
    assert f"“tapbank play --data {data}” shows it" in err


def test_a_damaged_backup_is_not_restored(played, capsys, tmp_path):
    folder, _state, _seq = played
    backup = tmp_path / "backup.sqlite3"
    asked(capsys, "backup", backup, "--data", folder)
    db = sqlite3.connect(backup, isolation_level=None)
    db.execute("DROP TRIGGER journal_keeps_update")
    db.execute("UPDATE journal SET note = 'x' WHERE seq = 9")
    db.close()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    code, _out, err = asked(capsys, "restore", backup, "--data", folder)

    assert code == EXIT_DATA
    assert "row 9 was altered" in err
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert before == {name: data for name, data in after.items() if name in before}
