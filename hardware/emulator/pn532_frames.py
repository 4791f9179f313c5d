"""Frames of the PN532's host interface, both ways.

The layout is that of the chip's user manual, section "Host link": `00 00 FF LEN LCS TFI DATA DCS
00`, the extended frame for more than 254 bytes, and the two handshakes.
"""

from dataclasses import dataclass
from enum import Enum

ACK_FRAME = b"\x00\x00\xff\x00\xff\x00"
SYNTAX_ERROR_FRAME = b"\x00\x00\xff\x01\xff\x7f\x81\x00"

FROM_HOST = 0xD4
FROM_CHIP = 0xD5
PAYLOAD_BYTES_MAX = 265  # the chip's own limit, frame identifier included
BUFFER_BYTES_MAX = 1024  # three of the longest frames

_START = b"\x00\xff"
_EXTENDED = b"\xff\xff"


class Handshake(Enum):
    """A frame without data."""

    ACK = "ack"
    NACK = "nack"


@dataclass(frozen=True, slots=True)
class HostCommand:
    """What the host asks: a command code, 0 to 255, and its parameters."""

    code: int
    data: bytes


HostFrame = HostCommand | Handshake


def response_frame(code: int, data: bytes) -> bytes:
    """Frame the answer to command *code*; the code of the answer is one higher."""
    payload = bytes((FROM_CHIP, code + 1)) + data
    length = len(payload)
    if length < 256:
        head = bytes((length, -length & 0xFF))
    else:
        size = length.to_bytes(2, "big")
        head = _EXTENDED + size + bytes((-sum(size) & 0xFF,))
    return b"\x00" + _START + head + payload + bytes((-sum(payload) & 0xFF, 0))


class HostFrameDecoder:
    """Turn what the host writes into frames, whatever the chunking.

    Preambles and garbage between frames are skipped; a frame with a wrong checksum is dropped, as
    the chip does, and counted. Never holds more than `BUFFER_BYTES_MAX`.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self.damaged_count = 0

    def feed(self, chunk: bytes) -> list[HostFrame]:
        """Return the frames that *chunk* completes, in order."""
        self._buffer += chunk
        frames: list[HostFrame] = []
        while (cut := self._next()) is not None:
            frame, size = cut
            del self._buffer[:size]
            if frame is not None:
                frames.append(frame)
        del self._buffer[:-BUFFER_BYTES_MAX]
        return frames

    def clear(self) -> None:
        """Forget a frame half received: the chip lost power."""
        self._buffer.clear()

    def _next(self) -> tuple[HostFrame | None, int] | None:
        """Return a frame and how many bytes it took; None while more must come."""
        start = self._buffer.find(_START)
        if start < 0:
            keep = 1 if self._buffer.endswith(b"\x00") else 0
            del self._buffer[: len(self._buffer) - keep]
            return None
        del self._buffer[:start]
        if len(self._buffer) < 4:
            return None
        match bytes(self._buffer[2:4]):
            case b"\x00\xff":
                return Handshake.ACK, 4
            case b"\xff\x00":
                return Handshake.NACK, 4
            case b"\xff\xff":
                return self._extended()
            case lengths if sum(lengths) & 0xFF == 0:
                return self._body(4, lengths[0])
            case _:
                self.damaged_count += 1
                return None, 2

    def _extended(self) -> tuple[HostFrame | None, int] | None:
        if len(self._buffer) < 7:
            return None
        length = int.from_bytes(self._buffer[4:6], "big")
        if sum(self._buffer[4:7]) & 0xFF or length > PAYLOAD_BYTES_MAX:
            self.damaged_count += 1
            return None, 2
        return self._body(7, length)

    def _body(self, offset: int, length: int) -> tuple[HostFrame | None, int] | None:
        end = offset + length + 1
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[offset:end])
        if sum(body) & 0xFF or length < 2 or body[0] != FROM_HOST:
            self.damaged_count += 1
            return None, 2
        return HostCommand(body[1], body[2:-1]), end
