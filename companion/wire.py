"""What goes over the table's socket: a line of JSON a message."""

import msgspec

from companion.protocol import LINE_BYTES_MAX, Message, Request

_encode = msgspec.json.Encoder().encode


def line_of(message: Message | Request) -> bytes:
    """Return a message as it goes over the socket."""
    line = _encode(message) + b"\n"
    assert len(line) <= LINE_BYTES_MAX, "a message fits into a line"
    return line
