"""What comes over the socket is bounded: how long, how often, how many, and from whom."""

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec import inspect
from support.tables import DEADLINE_S, attached, table_here

from companion import sessions
from companion.address import connected_socket
from companion.client import Client, NoTableError, with_table
from companion.pace import BURST_LINES, LINES_PER_S, Pace
from companion.protocol import (
    LINE_BYTES_MAX,
    REQUEST_BYTES_MAX,
    Hello,
    Measure,
    Message,
    Notice,
    Reply,
    Request,
    Welcome,
)
from companion.sessions import CLIENTS_MAX
from companion.wire import line_of
from engine.commands import SeatPlayers

_decode = msgspec.json.Decoder(Message).decode


class Raw:
    """A connection that says any bytes."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    def say(self, *lines):
        self.writer.write(b"".join(lines))

    async def hears(self):
        """Return the next message; None once the table has hung up."""
        line = await asyncio.wait_for(self.reader.readline(), DEADLINE_S)
        return _decode(line) if line else None

    async def hears_notice(self):
        while not isinstance(message := await self.hears(), Notice):
            assert message is not None
        return message.text


@contextlib.asynccontextmanager
async def raw(folder, *lines):
    reader, writer = await asyncio.open_unix_connection(str(folder / "table.sock"), limit=1 << 20)
    connection = Raw(reader, writer)
    connection.say(*lines)
    try:
        yield connection
    finally:
        writer.transport.abort()


HELLO = line_of(Hello("test"))


async def test_a_request_that_is_too_long_is_answered(tmp_path):
    line = b'{"type":"Undo","id":"u1"' + b" " * REQUEST_BYTES_MAX + b"}\n"
    async with table_here(tmp_path), raw(tmp_path, HELLO, line) as client:
        while not isinstance(message := await client.hears(), Reply):
            assert message is not None
        assert message.sentence == "That is too much for one command."


async def test_a_line_that_does_not_end_is_answered_and_ends_the_connection(tmp_path):
    async with table_here(tmp_path), attached(tmp_path) as other:
        async with raw(tmp_path, HELLO, b"x" * LINE_BYTES_MAX * 2) as client:
            assert f"at most {LINE_BYTES_MAX} bytes" in await client.hears_notice()
            assert await client.hears() is None
        assert (await other.submit(SeatPlayers(("Ada", "Ben")))).is_accepted


class Hand:
    """A clock that a test turns."""

    def __init__(self):
        self.at_s = 5.0

    def __call__(self):
        return self.at_s


def test_a_pace_allows_a_burst_and_then_so_many_a_second():
    clock = Hand()
    pace = Pace(clock)
    assert [pace.take() for _line in range(BURST_LINES)] == [0] * BURST_LINES
    assert pace.take() == pytest.approx(1 / LINES_PER_S)
    assert not pace.is_rested
    clock.at_s += 1
    waits = [pace.take() for _line in range(LINES_PER_S)]
    assert waits[:-1] == [0] * (LINES_PER_S - 1)
    assert waits[-1] == pytest.approx(1 / LINES_PER_S)
    clock.at_s += 1000
    assert pace.is_rested
    assert sum(pace.take() == 0 for _line in range(BURST_LINES + 5)) == BURST_LINES


async def test_who_says_too_much_is_told_once_and_read_slowly_and_nothing_is_lost(tmp_path):
    count = BURST_LINES + LINES_PER_S // 4
    asked = [line_of(Measure(f"m{number}")) for number in range(count)]
    async with table_here(tmp_path), raw(tmp_path, HELLO, *asked) as client:
        notices, answers = [], []
        while len(answers) < count:
            message = await client.hears()
            if isinstance(message, Notice):
                notices.append((len(answers), message.text))
            elif getattr(message, "id", ""):
                answers.append(message.id)

    assert answers == [f"m{number}" for number in range(count)]
    assert [text for _at, text in notices] == [
        f"More than {LINES_PER_S} lines a second: the table reads on slowly."
    ]
    assert notices[0][0] >= BURST_LINES - 1


async def test_one_client_too_many_is_told_so_and_let_in_once_another_leaves(tmp_path, monkeypatch):
    async with table_here(tmp_path), contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(raw(tmp_path, HELLO)) for _count in range(CLIENTS_MAX)
        ]
        for client in clients:
            await client.hears()
        async with raw(tmp_path, HELLO) as late:
            assert f"{CLIENTS_MAX} clients already" in await late.hears_notice()
            assert await late.hears() is None
        monkeypatch.setattr("companion.client.PATIENCE_S", 0.3)
        with pytest.raises(NoTableError, match="clients already"):
            await asyncio.to_thread(with_table, tmp_path / "table.sock", "x", Client.measure)

        clients[0].writer.transport.abort()
        async with attached(tmp_path) as client:
            assert (await client.submit(SeatPlayers(("Ada", "Ben")))).is_accepted


async def test_who_never_says_hello_is_sent_away(tmp_path, monkeypatch):
    monkeypatch.setattr(sessions, "HELLO_S_MAX", 0.05)
    async with table_here(tmp_path), attached(tmp_path) as other, raw(tmp_path) as silent:
        assert "No hello came" in await silent.hears_notice()
        assert await silent.hears() is None
        assert (await other.submit(SeatPlayers(("Ada", "Ben")))).is_accepted


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"Undo","id":"u1","count":9999999999}\n',
        b'{"type":"Undo","id":"u1","note":"' + b"n" * 201 + b'"}\n',
        b'{"type":"Unheard","id":"u1"}\n',
        b'{"id":"u1"}\n',
    ],
    ids=("many", "long note", "unheard of", "of no kind"),
)
async def test_whoever_waits_for_an_answer_by_its_id_gets_one(tmp_path, line):
    async with table_here(tmp_path), raw(tmp_path, HELLO, line) as client:
        while not isinstance(message := await client.hears(), Reply):
            assert message is not None
        assert (message.id, message.is_accepted) == ("u1", False)
        assert "does not understand" in message.sentence


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"Undo","id":"board:0:0:1"}\n',
        b'{"type":"Undo","id":""}\n',
        b'{"type":"PressButton","button":"yes","seconds":1e9}\n',
        b'{"type":"TurnKnob","detents":99999999}\n',
        b'{"type":"TapCard","card":"' + b"1" * 41 + b'"}\n',
        b'{"type":"Submit","id":"x","command":' + b"[" * 90_000 + b"\n",
        b"\xff\x00\n",
    ],
    ids=("id of a board", "no id", "held for ever", "far turn", "long word", "nested", "no text"),
)
async def test_what_no_client_may_say_is_named(tmp_path, line):
    async with table_here(tmp_path), raw(tmp_path, HELLO, line) as client:
        assert "does not understand" in await client.hears_notice()
        client.say(line_of(Measure("m")))
        while getattr(message := await client.hears(), "id", "") != "m":
            assert message is not None


def unbounded(kind, path):  # noqa: C901  # one flat table
    """Yield the fields below *kind* whose length or size nothing limits."""
    match kind:
        case inspect.StructType(fields=fields):
            for field in fields:
                if (field.name, kind.cls.__name__) != ("command", "Submit"):
                    yield from unbounded(field.type, f"{path}.{field.name}")
        case inspect.UnionType(types=types):
            for each in types:
                yield from unbounded(each, path)
        case inspect.StrType(max_length=None, pattern=None):
            yield path
        case inspect.IntType(ge=None) | inspect.IntType(le=None):
            yield path
        case inspect.FloatType(ge=None) | inspect.FloatType(le=None):
            yield path
        case inspect.StrType() | inspect.IntType() | inspect.FloatType():
            pass
        case inspect.BoolType() | inspect.NoneType() | inspect.EnumType():
            pass
        case _:
            yield f"{path}: {kind}"


@pytest.mark.parametrize("kind", get_args(Request), ids=lambda kind: kind.__name__)
def test_every_field_of_every_request_is_bounded(kind):
    """But for a command, which the engine judges, in a line that is no longer than any other."""
    assert list(unbounded(inspect.type_info(kind), kind.__name__)) == []


NOBODY = 65534
KNOCK = """
import os, socket, sys
os.setgroups([]); os.setgid({uid}); os.setuid({uid})
with socket.socket(socket.AF_UNIX) as sock:
    sock.settimeout(20)
    sock.connect(sys.argv[1])
    try:
        sock.sendall(b'{{"type":"Hello","client":"x"}}\\n')
        print(len(sock.recv(1 << 16)))
    except ConnectionError:
        print(0)
"""


@pytest.fixture
def open_folder():
    """Make a folder that other users can come to, as they cannot to those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="tb-"))
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="being another user needs root")
async def test_another_user_is_not_heard_even_where_the_socket_lets_him_in(open_folder):
    async with table_here(open_folder):
        path = open_folder / "table.sock"
        await asyncio.to_thread(path.chmod, 0o666)
        await asyncio.to_thread(open_folder.chmod, 0o755)
        said = []
        for uid in (NOBODY, os.geteuid()):
            knock = [sys.executable, "-c", KNOCK.format(uid=uid), str(path)]
            process = await asyncio.create_subprocess_exec(*knock, stdout=subprocess.PIPE)
            out, _err = await process.communicate()
            said.append(int(out))

    assert said[0] == 0
    assert said[1] > 1000, "the table's own user is welcomed the same way"


async def test_a_client_that_floods_holds_up_nobody(tmp_path):
    """While one client's lines wait, another is answered before they are all read."""
    flood = [line_of(Measure(f"m{number}")) for number in range(BURST_LINES + 10 * LINES_PER_S)]
    async with table_here(tmp_path), raw(tmp_path, HELLO, *flood) as loud:
        assert "reads on slowly" in await loud.hears_notice()
        async with attached(tmp_path) as client:
            assert (await client.submit(SeatPlayers(("Ada", "Ben")))).is_accepted


UNREAD_BYTES = 1_000_000  # far more than the buffers of a socket hold, less than a client is owed


async def test_a_client_that_reads_nothing_holds_up_nobody(tmp_path):
    """Every step is acknowledged in its turn while all of it waits for who does not listen."""
    async with table_here(tmp_path), attached(tmp_path) as client:
        with connected_socket(tmp_path / "table.sock") as deaf:
            deaf.sendall(HELLO)
            seated = await client.submit(SeatPlayers(("Ada", "Ben")))
            told = []
            client.on_message = lambda message: told.append(len(line_of(message)))
            seqs, slowest_s = [seated.seq], 0.0
            while sum(told) < UNREAD_BYTES:
                asked_s = time.monotonic()
                step = client.redo if len(seqs) % 2 == 0 else client.undo
                reply = await step()
                slowest_s = max(slowest_s, time.monotonic() - asked_s)
                assert reply.is_accepted
                seqs.append(reply.seq)
            print(f"the slowest answer took {1000 * slowest_s:.0f} ms")  # noqa: T201  # shown with -rP
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))

            with deaf.makefile("rb") as lines:
                deaf.settimeout(DEADLINE_S)
                heard = await asyncio.to_thread(lines.readline)
            assert isinstance(_decode(heard), Welcome), "it is behind, not gone"
