"""What is stored can be read, by this program and by a later one."""

import json
from pathlib import Path

import msgspec
import pytest
from support.boards import ADA, BEN, US, position

from engine import codec
from engine import commands as c
from engine.board import Deck
from engine.corrections import SetCash, StackDeck
from engine.events import VERSION, Event, GameOpened, PhasesReplaced
from engine.house_rules import HouseRules
from engine.ids import CardId
from engine.state import new_state

SAMPLES = Path(__file__).with_name("events_v1.jsonl").read_text("utf-8").splitlines()
"""One line an event, as the first program wrote it: read for ever, never written anew."""


def decoded(line):
    (event,) = codec.decode_events(f"[{line}]", version=1)
    return event


@pytest.mark.parametrize("line", SAMPLES, ids=lambda line: line[9:35])
def test_every_event_of_version_1_is_read(line):
    event = decoded(line)

    assert isinstance(event, Event)
    assert (event,) == codec.decode_events(codec.encode((event,)))


def test_no_field_of_version_1_is_lost_or_renamed():
    for line in SAMPLES:
        (now,) = json.loads(codec.encode((decoded(line),)))
        assert is_within(json.loads(line), now), line


def is_within(old, now):
    """Return whether *now* says all that *old* says; it may say more."""
    if isinstance(old, dict):
        return isinstance(now, dict) and all(k in now and is_within(old[k], now[k]) for k in old)
    if isinstance(old, list):
        pairs = zip(old, now, strict=True)
        return len(old) == len(now) and all(is_within(one, other) for one, other in pairs)
    return old == now


def test_the_samples_hold_every_event_of_version_1_and_every_phase():
    kinds = {type(decoded(line)) for line in SAMPLES}

    assert set(Event.__args__) == kinds
    (stack,) = (event for line in SAMPLES if isinstance(event := decoded(line), PhasesReplaced))
    assert len(stack.phases) == len({type(phase) for phase in stack.phases})


@pytest.mark.parametrize("version", [0, -1, VERSION + 1, 99])
def test_an_unknown_version_is_refused(version):
    with pytest.raises(codec.UnknownVersionError, match=str(version)):
        codec.decode_events(b"[]", version=version)


@pytest.mark.parametrize(
    "command",
    [
        c.OpenGame(US),
        c.SeatPlayers(("Ada", "Li Na")),
        c.RecordRoll(1, 2),
        c.UseJailCard(ADA, Deck.CHEST),
        c.Trade(
            (ADA, BEN), (c.TradeItem(ADA, BEN, 5), c.TradeItem(BEN, ADA, card=Deck.CHANCE)), ()
        ),
        SetCash(ADA, 10),
        StackDeck(Deck.CHANCE, (CardId("CH01"),)),
    ],
)
def test_commands_come_back(command):
    assert command == codec.decode_command(codec.encode(command))


def test_a_state_comes_back():
    state = position("Ada 10 @0 A1:1 A3\nBen 1500 @0\nwait roll Ada")

    assert state == codec.decode_state(codec.encode(state))
    assert new_state(US) == codec.decode_state(codec.encode(new_state(US)))


@pytest.mark.parametrize("data", ["", "{}", '{"type":"Build"}', '{"type":"Nonsense"}', "[1]"])
def test_what_is_no_command_is_an_error(data):
    with pytest.raises(msgspec.DecodeError):
        codec.decode_command(data)


def test_opening_a_game_is_stored_with_its_whole_edition():
    event = GameOpened(US, HouseRules())

    assert (event,) == codec.decode_events(codec.encode((event,)))
