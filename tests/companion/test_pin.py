"""The banker's PIN: who puts the table right brings it, and nobody guesses it."""

import asyncio
import io
import os
import stat
from types import SimpleNamespace

import pytest
from support.tables import attached, first_messages, running_table, until

from companion import cli
from companion.card_orders import EnrolCard, Enrolled, StopEnrolling
from companion.errors import UsageError
from companion.flows.meanings import Action, ActionCard
from companion.pin import PIN_NAME, TRIES_NAME, Pin
from companion.pin_file import PIN_FILE_VARIABLE
from companion.protocol import Notice
from engine.commands import RecordRoll, SeatPlayers, StartGame
from engine.corrections import SetCash
from engine.ids import AccountId, Money, PlayerId

ADA = PlayerId(AccountId(0))


class Hand:
    """A clock that a test turns."""

    def __init__(self):
        self.at_s = 0.0

    def __call__(self):
        return self.at_s


def test_a_pin_is_kept_so_that_it_cannot_be_read(tmp_path):
    pin = Pin(tmp_path)
    assert not pin.is_set
    pin.choose("271828")

    text = (tmp_path / PIN_NAME).read_text()
    assert text.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert "271828" not in text
    assert stat.S_IMODE((tmp_path / PIN_NAME).stat().st_mode) == 0o600
    assert pin.fits("271828")
    assert not pin.fits("271829")


@pytest.mark.parametrize("text", ["", "12345", "1234567890123", "12345a", "١٢٣٤٥٦"])
def test_what_is_no_pin_is_refused(tmp_path, text):
    with pytest.raises(UsageError):
        Pin(tmp_path).choose(text)
    assert not Pin(tmp_path).is_set


def test_after_five_tries_each_costs_a_wait_that_doubles_also_after_a_restart(tmp_path):
    clock = Hand()
    pin = Pin(tmp_path, clock)
    pin.choose("271828")
    waits = []
    for _try in range(13):
        assert not pin.fits("000000")
        waits.append(pin.wait_s)
        assert not pin.wait_s or not pin.fits("271828"), "even the right one waits"
        clock.at_s += pin.wait_s
    assert waits == [0, 0, 0, 0, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]

    assert Pin(tmp_path, clock).wait_s == 3600, "a restart gains nothing"
    (tmp_path / TRIES_NAME).write_text("nonsense")
    assert Pin(tmp_path, clock).wait_s == 60
    assert pin.fits("271828")
    assert Pin(tmp_path, clock).wait_s == 0


def test_the_command_takes_it_from_standard_input(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("271828\n"))

    assert cli.main(["pin", "set", "--data", str(tmp_path)]) == 0
    assert Pin(tmp_path).fits("271828")


def test_what_is_no_pin_is_refused_before_it_is_typed_again(tmp_path, monkeypatch, capsys):
    prompts = []

    def typed(prompt):
        prompts.append(prompt)
        return "12"

    monkeypatch.setattr("getpass.getpass", typed)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))

    assert 2 == cli.main(["pin", "--data", str(tmp_path), "set"])
    assert ["The banker's new PIN: "] == prompts
    assert "6 to 12 digits" in capsys.readouterr().err


async def correct(folder):
    async with attached(folder) as client:
        return await client.submit(SetCash(ADA, Money(7)), note="miscounted")


async def test_with_a_pin_only_who_brings_it_puts_the_table_right(tmp_path, monkeypatch):
    Pin(tmp_path).choose("271828")
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_text("271828\n")
    wrong.write_text("000000\n")
    with running_table(tmp_path):
        async with attached(tmp_path) as player:
            await player.submit(SeatPlayers(("Ada", "Ben")))
            await player.submit(StartGame())
            assert (await player.submit(RecordRoll(6, 5))).is_accepted, "playing needs none"
            assert "pin-file" in (await player.undo()).sentence
            told = []
            player.on_message = told.append

            for file, is_accepted in ((None, False), (wrong, False), (right, True)):
                monkeypatch.setenv(PIN_FILE_VARIABLE, str(file or ""))
                assert (await correct(tmp_path)).is_accepted is is_accepted

            await until(lambda: any(isinstance(m, Notice) and "miscounted" in m.text for m in told))
            assert player.state.cash[ADA] == 7
        wrongly = await asyncio.to_thread(first_messages, tmp_path / "table.sock", 1, "000000")
        assert "not the banker's PIN" in wrongly[0].text


def test_the_console_takes_the_pin_from_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv(PIN_FILE_VARIABLE, "")
    Pin(tmp_path).choose("271828")
    (tmp_path / "pin").write_text("271828")
    lines = ("-c", "players Ada Ben", "-c", "turn Ada")
    with running_table(tmp_path):
        assert cli.main(["console", "--data", str(tmp_path), *lines]) == 0, "before the start"
        again = ["console", "--data", str(tmp_path), "-c", "cash Ada 8"]
        assert cli.main(again) == 1
        assert cli.main([*again, "--pin-file", str(tmp_path / "pin")]) == 0
        assert cli.main([*again, "--pin-file", str(tmp_path / "none")]) == 65
    os.environ.pop(PIN_FILE_VARIABLE, None)


async def enrolled(folder, meaning):
    """Order a card; return the answer, or that the order stands."""
    async with attached(folder) as client:
        heard = asyncio.Queue()
        client.on_message = heard.put_nowait
        client.order(EnrolCard("order", meaning))
        client.order(StopEnrolling("order"))
        while not isinstance(answer := await heard.get(), Enrolled):
            pass
        return answer.sentence


BANKERS = ActionCard(Action.BANKER)


async def test_with_a_pin_only_who_brings_it_enrols_cards(tmp_path, monkeypatch):
    """In the lobby, too: a banker's card would put the table right."""
    Pin(tmp_path).choose("271828")
    (tmp_path / "pin").write_text("271828")
    monkeypatch.delenv(PIN_FILE_VARIABLE, raising=False)
    with running_table(tmp_path):
        assert "--pin-file" in await enrolled(tmp_path, BANKERS)
        assert "No card" in await enrolled(tmp_path, None), "to look needs none"

        monkeypatch.setenv(PIN_FILE_VARIABLE, str(tmp_path / "pin"))

        assert "No card" in await enrolled(tmp_path, BANKERS)


def test_without_a_table_enrolling_asks_for_the_pin_too(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(PIN_FILE_VARIABLE, "")
    Pin(tmp_path).choose("271828")
    (tmp_path / "pin").write_text("271828")
    enrol = ["enrol", "--data", str(tmp_path), "--reader", "/dev/none", "--wait", "0.1"]
    said = []
    for more in ([], ["--pin-file", str(tmp_path / "pin")]):
        assert cli.main([*enrol, "-c", "action banker", *more]) == 1
        said.append(capsys.readouterr().err)

    assert [True, False] == ["--pin-file" in each for each in said]
    assert "No card came" in said[1]
