"""The banker's business asks for his PIN, whatever way leads there, and again once he is idle."""

import contextlib
import fcntl
import importlib
import os
import pkgutil
import pty
import select
import subprocess
import sys
import termios
import time
from typing import get_args

import pytest
from support.tables import DEADLINE_S, ROOT, attached, running_table, table_here, until

from companion import cli, flows
from companion.authority import BANKERS, needs_banker
from companion.banker_lock import BankerLock
from companion.card_orders import EnrolCard, StopEnrolling
from companion.console.session import HeldPin
from companion.editions import load_edition
from companion.flows.inputs import CardTapped, Pressed
from companion.flows.meanings import Action, ActionCard, PlayerCard
from companion.flows.over import Over, is_bankers
from companion.flows.putright import Locked
from companion.pin import Pin
from companion.pin_file import PIN_FILE_VARIABLE
from companion.protocol import (
    ChooseLanguage,
    ChooseSpeech,
    CorrectCard,
    CorrectRoll,
    Enrolled,
    Hello,
    Measure,
    Notice,
    PressButton,
    Recall,
    Redo,
    Request,
    Strike,
    Submit,
    TapCard,
    ThrowDice,
    TurnKnob,
    Undo,
    Unlock,
)
from engine import commands as c
from engine.corrections import Correction, SetCash
from engine.decide import decide
from engine.ids import AccountId, Money, PlayerId
from engine.state import new_state

PIN = "271828"
ADA, BEN = PlayerId(AccountId(0)), PlayerId(AccountId(1))
EDITION = load_edition("us")

OF_THE_BANKER = (
    Submit("x", SetCash(ADA, Money(7))),
    Submit("x", c.OpenGame(EDITION)),
    Undo("x"),
    Redo("x"),
    CorrectRoll("x", 1, 2),
    CorrectCard("x", "CH01"),
    Strike("x"),
    EnrolCard("x", ActionCard(Action.BANKER)),
)
OF_ANYBODY = (
    Hello("x"),
    Unlock("x", PIN),
    Submit("x", c.RecordRoll(1, 2)),
    TapCard("1"),
    PressButton("no"),
    TurnKnob(1),
    ThrowDice("x"),
    Measure("x"),
    Recall("x"),
    ChooseLanguage("en"),
    ChooseSpeech(),
    EnrolCard("x", None),
    StopEnrolling("x"),
)


def played():
    """Return a game that has begun, with Ada and Ben."""
    state = new_state(EDITION)
    for command in (c.SeatPlayers(("Ada", "Ben")), c.StartGame(), c.RecordRoll(6, 5)):
        state = decide(state, command).state
    return state


def test_every_kind_of_request_is_the_bankers_or_anybodys():
    assert {type(r) for r in OF_THE_BANKER + OF_ANYBODY} == set(get_args(Request))
    assert all(needs_banker(request, played()) for request in OF_THE_BANKER)
    assert not any(needs_banker(request, played()) for request in OF_ANYBODY)


def test_in_the_lobby_only_cards_are_the_bankers():
    asked = [type(r) for r in OF_THE_BANKER if needs_banker(r, new_state(EDITION))]

    assert asked == [EnrolCard]


def test_every_correction_and_what_ends_or_hands_over_is_the_bankers():
    asked = {
        kind for kind in get_args(c.Command) if issubclass(kind, (*get_args(BANKERS), c.OpenGame))
    }

    further = {c.StopGame, c.LeaveGame, c.TakeOverSeat, c.ChangeSeats, c.AdvanceClock, c.OpenGame}
    assert asked == set(get_args(Correction)) | further


def all_overs():
    """Return every class of what may lie over the game."""
    for module in pkgutil.iter_modules(flows.__path__):
        importlib.import_module(f"companion.flows.{module.name}")
    found, new = set(), [Over]
    while new:
        kind = new.pop()
        found.add(kind)
        new += kind.__subclasses__()
    return found


def test_whatever_takes_the_bankers_card_knows_that_it_does():
    overs = all_overs()
    names = {"Over", "Listing", "Pause", "Resume", "Away", "InTheLane", "Goes"}
    of_any_card = {kind.banker for kind in overs if kind.__name__ in names}
    takes = {kind.__name__ for kind in overs if kind.banker not in of_any_card}
    knows = {kind.__name__ for kind in overs if kind.is_bankers is not Over.is_bankers}

    assert takes == knows - {"Bankers", "PutAside"}


@pytest.mark.parametrize(
    ("given", "is_his"),
    [
        (CardTapped("x", "", ActionCard(Action.BANKER)), True),
        (CardTapped("x", "", ActionCard(Action.UNDO)), False),
        (CardTapped("x", "", PlayerCard("Ada")), False),
        (Pressed("x", "yes"), False),
    ],
)
def test_where_nothing_was_begun_only_the_bankers_own_card_counts_for_his(given, is_his):
    assert is_bankers(None, played(), given) is is_his
    assert not is_bankers(None, new_state(EDITION), given)


@pytest.mark.parametrize(
    ("given", "is_his"),
    [
        (CardTapped("x", "", PlayerCard("Ada")), True),
        (CardTapped("x", "", PlayerCard("Ben")), False),
        (Pressed("x", "yes"), False),
    ],
)
def test_where_the_bankers_card_is_asked_for_the_card_of_who_banks_counts_too(given, is_his):
    assert is_bankers(Locked(), played(), given) is is_his


class Hand:
    """A clock that a test turns."""

    def __init__(self):
        self.at_s = 0.0

    def __call__(self):
        return self.at_s


async def test_a_client_is_open_until_the_banker_is_idle(tmp_path):
    pin, clock = Pin(tmp_path), Hand()
    lock = BankerLock(pin, 120, clock)
    one, other = Hand(), Hand()
    assert not lock.is_closed_to(one), "nobody has chosen a PIN"
    pin.choose(PIN)
    assert lock.is_closed_to(one)
    assert "not the banker's PIN" in await lock.open(one, "000000")
    assert lock.is_closed_to(one)

    assert await lock.open(one, PIN) == ""
    clock.at_s = 119.9
    assert not lock.is_closed_to(one)
    assert lock.is_closed_to(other)
    lock.note_act(one)
    lock.note_act(other)
    clock.at_s = 239.8
    assert not lock.is_closed_to(one)
    assert lock.is_closed_to(other), "an act opens nothing"
    clock.at_s = 239.9
    assert lock.is_closed_to(one)
    lock.note_act(one)
    assert lock.is_closed_to(one)


async def test_a_wrong_pin_closes_what_was_open(tmp_path):
    pin = Pin(tmp_path)
    pin.choose(PIN)
    lock = BankerLock(pin, 120, Hand())
    client = Hand()
    await lock.open(client, PIN)

    await lock.open(client, "000000")

    assert lock.is_closed_to(client)


def test_a_console_forgets_the_pin_when_nobody_types():
    clock = Hand()
    held = HeldPin(PIN, 120, clock)
    for at_s in (100, 200, 300):
        clock.at_s = at_s
        assert held.used() == PIN
    clock.at_s = 420
    assert held.used() == ""
    held.hold(PIN)
    assert held.used() == PIN


@contextlib.asynccontextmanager
async def table_of_hand(folder, clock):
    """Run a table here, whose idle banker is timed by *clock*."""
    Pin(folder).choose(PIN)
    async with table_here(folder, clock, confirm_after_ms=0):
        yield


async def begun(client):
    await client.submit(c.SeatPlayers(("Ada", "Ben")))
    await client.submit(c.StartGame())
    assert (await client.submit(c.RecordRoll(6, 5))).is_accepted


async def test_every_way_to_the_bankers_business_is_closed_until_the_pin_and_once_idle(tmp_path):
    clock = Hand()
    async with table_of_hand(tmp_path, clock), attached(tmp_path) as client:
        await begun(client)
        heard = []
        client.on_message = heard.append
        before = client.state

        for request in OF_THE_BANKER[:-1]:
            reply = await client.ask(type(request)(*fields_of(request)))
            assert "pin-file" in reply.sentence, request
        client.order(OF_THE_BANKER[-1])
        await until(lambda: any(isinstance(m, Enrolled) for m in heard))
        assert client.state == before

        assert not (await client.unlock("000000")).is_accepted
        assert (await client.unlock(PIN)).is_accepted
        assert (await client.submit(SetCash(ADA, Money(7)))).is_accepted
        clock.at_s = 121.0
        assert "pin-file" in (await client.submit(SetCash(ADA, Money(8)))).sentence
        assert "pin-file" in (await client.undo()).sentence
        assert client.state.cash[ADA] == 7
        assert (await client.unlock(PIN)).is_accepted
        assert (await client.undo()).is_accepted


def fields_of(request):
    """Return the fields of *request* with an id of its own."""
    name, *rest = (getattr(request, field) for field in request.__struct_fields__)
    return f"{name}-{type(request).__name__}-{len(str(rest))}", *rest


async def test_keys_stand_for_no_bankers_card_until_the_pin(tmp_path):
    async with table_of_hand(tmp_path, Hand()), attached(tmp_path) as client:
        await begun(client)
        heard = []

        def notices():
            return [m.text for m in heard if isinstance(m, Notice) and "pin-file" in m.text]

        async def refused(card):
            heard.clear()
            client.tap(card)
            await until(notices)

        client.on_message = heard.append
        client.tap("undo")
        await until(lambda: client.replica.prompt.kind == "undo")
        client.tap("2")
        await refused("banker")
        await refused("1")  # the first player is the banker here
        assert client.state.roll == (6, 5)

        client.press("no")
        await until(lambda: client.replica.prompt.kind != "undo")
        assert (await client.unlock(PIN)).is_accepted
        client.tap("undo")
        await until(lambda: client.replica.prompt.kind == "undo")
        client.tap("2")
        client.tap("1")
        await until(lambda: client.state.roll != (6, 5))


async def test_a_connection_lost_and_made_again_brings_the_pin_no_second_time(
    tmp_path, monkeypatch
):
    (tmp_path / "pin").write_text(PIN)
    monkeypatch.setenv(PIN_FILE_VARIABLE, str(tmp_path / "pin"))
    async with table_of_hand(tmp_path, Hand()), attached(tmp_path) as client:
        await begun(client)
        assert (await client.undo()).is_accepted
        lost = []
        client.on_connection = lost.append
        client._writer.transport.abort()  # noqa: SLF001  # a cable, so to speak
        await until(lambda: lost == [False, True])

        assert "pin-file" in (await client.redo()).sentence


class Terminal:
    """A console of a terminal of its own, as a person has it."""

    def __init__(self, folder):
        self.fd, inner = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "console", "--data", str(folder)],
            cwd=ROOT,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={**os.environ, "TAPBANK_LANG": "en", "TERM": "dumb", PIN_FILE_VARIABLE: ""},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  # no thread runs yet
        )
        os.close(inner)
        self.shown = ""

    def types(self, line):
        os.write(self.fd, f"{line}\r".encode())

    def shows(self, words, count=1):
        """Wait until *words* stand there so many times."""
        deadline = time.monotonic() + DEADLINE_S
        while self.shown.count(words) < count:
            ready, _w, _x = select.select([self.fd], [], [], max(deadline - time.monotonic(), 0))
            assert ready, f"never shown: {words}\n{self.shown}"
            self.shown += os.read(self.fd, 4096).decode()


def test_the_console_of_a_terminal_asks_for_the_pin_and_keeps_it_nowhere(tmp_path):
    Pin(tmp_path).choose(PIN)
    begin = ["console", "--data", str(tmp_path), "-c", "players Ada Ben", "-c", "turn Ada"]
    with running_table(tmp_path):
        assert cli.main(begin) == 0
        person = Terminal(tmp_path)
        try:
            person.shows("> ")
            person.types("cash Ada 8")
            person.shows("pin-file")
            person.types("pin")
            person.shows("The banker's PIN: ")
            person.types(PIN)
            person.shows("> ", 3)
            person.types("cash Ada 8")
            person.shows("cash Ada 8  ")
            person.types("quit")
            assert person.process.wait(DEADLINE_S) == 0
        finally:
            person.process.kill()
            person.process.wait()
            os.close(person.fd)
    assert PIN not in person.shown
    assert PIN not in (tmp_path / "console_history").read_text()
