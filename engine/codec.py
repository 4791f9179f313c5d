"""Commands, events and states to and from JSON bytes, with a version."""

import msgspec

from engine.commands import Command
from engine.events import VERSION, Event
from engine.state import State

_encoder = msgspec.json.Encoder()
_commands = msgspec.json.Decoder(Command)
_events = msgspec.json.Decoder(tuple[Event, ...])
_states = msgspec.json.Decoder(State)


class UnknownVersionError(ValueError):
    """The data were written by a program of another time."""


def encode(value: Command | tuple[Event, ...] | State) -> bytes:
    """Return *value* as JSON of the present `VERSION`."""
    return _encoder.encode(value)


def decode_command(data: bytes | str) -> Command:
    """Return the command; raises `msgspec.DecodeError` where the data are none."""
    return _commands.decode(data)


def decode_events(data: bytes | str, version: int = VERSION) -> tuple[Event, ...]:
    """Return the events; raises `UnknownVersionError` or `msgspec.DecodeError`."""
    if not 1 <= version <= VERSION:
        msg = f"events of version {version}; this program knows 1 to {VERSION}"
        raise UnknownVersionError(msg)
    return _events.decode(data)


def decode_state(data: bytes | str) -> State:
    """Return the state; raises `msgspec.DecodeError` where the data are none."""
    return _states.decode(data)
