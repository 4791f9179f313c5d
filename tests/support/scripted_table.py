"""A table that says what a test tells it to: the real protocol on a real Unix socket."""

import asyncio
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from companion.protocol import LINE_BYTES_MAX, Hello, Message, Request, Welcome

_decode = msgspec.json.Decoder(Request).decode


class ScriptedTable:
    """Welcomes each client, keeps what it asks, and says what the test wants said."""

    def __init__(self, welcome: Welcome) -> None:
        self.welcome = welcome
        self.requests: list[Request] = []
        self._folder = tempfile.TemporaryDirectory(prefix="tb-")
        self.path = Path(self._folder.name) / "table.sock"
        self._heard = asyncio.Event()
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
        self._folder.cleanup()

    async def open(self) -> None:
        """Listen."""
        self._server = await asyncio.start_unix_server(
            self._serve, str(self.path), limit=LINE_BYTES_MAX
        )

    async def close(self) -> None:
        """Hang up and listen no more, as a table that was killed."""
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()
        self.path.unlink(missing_ok=True)

    def say(self, message: Message) -> None:
        """Say *message* to every client."""
        for writer in self._writers:
            writer.write(msgspec.json.encode(message) + b"\n")

    async def heard(self, count: int) -> list[Request]:
        """Return the first *count* requests, hellos left out, once they have come."""
        async with asyncio.timeout(10):
            while len(self.requests) < count:
                self._heard.clear()
                await self._heard.wait()
        return self.requests[:count]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        try:
            while line := await reader.readline():
                request = _decode(line)
                if isinstance(request, Hello):
                    writer.write(msgspec.json.encode(self.welcome) + b"\n")
                    continue
                self.requests.append(request)
                self._heard.set()
        except ConnectionError:
            pass  # the client, or `close`, hung up
        finally:
            writer.transport.abort()
