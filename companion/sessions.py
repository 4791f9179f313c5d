"""The table's clients: each gets a welcome and then every message in order, or is dropped."""

import asyncio
import os
import socket
import struct
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import msgspec
import structlog

from companion import bounds
from companion.locales import _
from companion.pace import LINES_PER_S, Pace
from companion.protocol import (
    LINE_BYTES_MAX,
    REQUEST_BYTES_MAX,
    VERSION,
    Hello,
    Message,
    Notice,
    Reply,
    Request,
    Welcome,
)
from companion.wire import line_of

CLIENTS_MAX = 32  # a screen, a console and a phone for each of eight players
HELLO_S_MAX = 10.0  # whoever has not said hello by then is no client of ours
QUEUE_LINES_MAX = 1024  # minutes of play: a client that far behind is not looking
FAREWELL_S = 0.5  # the last words of a table that ends, not held up by who does not listen
QUEUE_BYTES_MAX = 8_000_000  # eight welcomes; more would be the table's memory, not the client's

_decode = msgspec.json.Decoder(Request).decode
_log = structlog.get_logger()


class Session:
    """One client: what it sends is handled in turn, what it gets waits in a bounded queue."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUE_LINES_MAX)
        self._queued_bytes = 0
        self._is_dropped = False
        self.name = "?"

    def send(self, message: Message) -> None:
        """Queue a message; a client that cannot keep up is dropped, never waited for."""
        self.send_line(line_of(message))

    def send_line(self, line: bytes) -> None:
        """Queue an encoded message."""
        if self._is_dropped:
            return
        if self._queue.full() or self._queued_bytes + len(line) > QUEUE_BYTES_MAX:
            _log.warning("client_dropped", client=self.name, lines=self._queue.qsize())
            self.drop()
            return
        self._queued_bytes += len(line)
        self._queue.put_nowait(line)

    def drop(self) -> None:
        """Cut the connection at once."""
        self._is_dropped = True
        self._writer.transport.abort()

    def end(self) -> None:
        """Say no more; what was said arrives."""
        self._is_dropped = True
        self._writer.write_eof()

    async def deliver(self) -> None:
        """Write what is queued, as fast as the client reads."""
        while True:
            line = await self._queue.get()
            self._queued_bytes -= len(line)
            self._writer.write(line)
            await self._writer.drain()
            self._queue.task_done()

    async def said(self) -> None:
        """Wait until the client has been sent all that is queued."""
        await self._queue.join()


class Sessions:
    """All clients; only processes of the table's own user may attach."""

    def __init__(
        self,
        welcome: Callable[[], Welcome],
        news: Callable[[], Sequence[Message]],
        answer: Callable[[Request, Session], Awaitable[Message | None]],
        greeted: Callable[[Session, Hello], Awaitable[None]],
    ) -> None:
        self._welcome = welcome
        self._news = news
        self._answer = answer
        self._greeted = greeted
        self._welcomed: set[Session] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.crashed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Ends with the fault of our own that a request ran into."""

    def publish(self, message: Message) -> None:
        """Send a message to every client."""
        line = line_of(message)
        for session in tuple(self._welcomed):
            session.send_line(line)

    async def close(self) -> None:
        """Say what is still to be said, for at most `FAREWELL_S`, and cut all connections."""
        sessions = tuple(self._welcomed)
        farewells = asyncio.gather(*(session.said() for session in sessions))
        with suppress(TimeoutError):
            await asyncio.wait_for(farewells, FAREWELL_S)
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until it ends."""
        session = Session(writer)
        if (uid := _peer_uid(writer)) != os.getuid():
            _log.warning("client_refused", uid=uid)
            session.drop()
            return
        delivery = asyncio.create_task(session.deliver())
        task = asyncio.current_task()
        assert task is not None, "a connection has a task of its own"
        self._tasks.add(task)
        try:
            if why := await self._conversed(session, reader):
                _log.warning("client_dropped", client=session.name, why=why)
                session.send(Notice(why, is_warning=True))
                await asyncio.wait_for(self._heard_out(session, reader), FAREWELL_S)
        except (ConnectionError, TimeoutError, asyncio.CancelledError):
            pass  # the client left, or the table ends: asyncio wants no cancelled connections
        except Exception as fault:  # noqa: BLE001  # the top of a connection: the table ends with it
            if not self.crashed.done():
                self.crashed.set_exception(fault)
        finally:
            self._welcomed.discard(session)
            delivery.cancel()
            await asyncio.gather(delivery, return_exceptions=True)
            session.drop()
            self._tasks.discard(task)

    async def _conversed(self, session: Session, reader: asyncio.StreamReader) -> str:
        """Answer a client until it leaves; return why it is sent away, empty where it is not."""
        if len(self._tasks) > CLIENTS_MAX:
            sentence = _("The table has {count} clients already: close one of them.")
            return sentence.format(count=CLIENTS_MAX)
        pace = Pace(asyncio.get_running_loop().time)
        is_hurried = False
        while True:
            try:
                line = await self._line(session, reader)
            except TimeoutError:
                sentence = _("No hello came within {count} s.")
                return sentence.format(count=round(HELLO_S_MAX))
            except ValueError:
                sentence = _("A line of a client holds at most {count} bytes.")
                return sentence.format(count=LINE_BYTES_MAX)
            if not line:
                return ""
            is_hurried = is_hurried and not pace.is_rested
            if (wait_s := pace.take()) > 0:
                if not is_hurried:
                    sentence = _("More than {count} lines a second: the table reads on slowly.")
                    session.send(Notice(sentence.format(count=LINES_PER_S), is_warning=True))
                is_hurried = True
                await asyncio.sleep(wait_s)
            await self._take(session, line)

    async def _heard_out(self, session: Session, reader: asyncio.StreamReader) -> None:
        """Let a client that is sent away read why: one that is cut while it writes does not."""
        await session.said()
        session.end()
        while await reader.read(LINE_BYTES_MAX):
            pass

    async def _line(self, session: Session, reader: asyncio.StreamReader) -> bytes:
        if session in self._welcomed:
            return await reader.readline()
        return await asyncio.wait_for(reader.readline(), HELLO_S_MAX)

    async def _take(self, session: Session, line: bytes) -> None:
        """Answer one line."""
        if len(line) > REQUEST_BYTES_MAX:
            session.send(_misunderstood(line, _("That is too much for one command.")))
            return
        try:
            request = _decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            sentence = _("The table does not understand this client: {reason}.")
            session.send(_misunderstood(line, sentence.format(reason=error)))
            return
        if isinstance(request, Hello):
            await self._greet(session, request)
        elif session not in self._welcomed:
            session.send(Notice(_("Say hello first."), is_warning=True))
        elif (answer := await self._answer(request, session)) is not None:
            session.send(answer)

    async def _greet(self, session: Session, hello: Hello) -> None:
        if hello.version != VERSION:
            sentence = _("The table speaks version {table} and this client {client}: restart both.")
            said = sentence.format(table=VERSION, client=hello.version)
            session.send(Notice(said, is_warning=True))
            return
        session.name = hello.client
        await self._greeted(session, hello)
        session.send(self._welcome())
        for message in self._news():
            session.send(message)
        self._welcomed.add(session)


class _WithId(msgspec.Struct):
    """As much of a request as its answer needs."""

    id: bounds.Id


def _misunderstood(line: bytes, sentence: str) -> Message:
    """Return the answer to a line that is no request; whoever waits for one by its id gets it."""
    try:
        request_id = msgspec.json.decode(line, type=_WithId).id
    except (msgspec.DecodeError, RecursionError):
        return Notice(sentence, is_warning=True)
    return Reply(request_id, is_accepted=False, seq=0, sentence=sentence)


def _peer_uid(writer: asyncio.StreamWriter) -> int:
    peer = writer.get_extra_info("socket")
    credentials = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _pid, uid, _gid = struct.unpack("3i", credentials)
    return int(uid)
