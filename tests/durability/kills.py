"""A table is killed again and again in the midst of play; each next one must go on where it was.

The tables are the program itself, each in a process of its own, forked so that it starts at once.
"""

import ctypes
import os
import random
import select
import shutil
import signal
import sys
import time
from functools import cache
from pathlib import Path

import msgspec
from durability import shim
from durability.audit import Violation
from support.games import next_command

from companion import cli, server, wiring
from companion.address import connected_socket
from companion.client import Replica
from companion.journal import snapshots, writer
from companion.journal.store import JOURNAL_NAME, Store
from companion.protocol import (
    Hello,
    Message,
    PressButton,
    PromptShown,
    Reply,
    Submit,
    Transition,
    Undo,
    Welcome,
)
from companion.wire import line_of

_PR_SET_PDEATHSIG = 1
PLAY_S_MAX = 0.08
START_S_MAX = 30.0
KILLS_A_TABLE = 40  # then another folder, so that starts stay short
assert wiring, "what a table imports is there before it is forked"
server.edition_named = cache(server.edition_named)  # so is its board, read once for all
server.edition_named("us")
snapshots._program()  # noqa: SLF001  # and what snapshots are marked with
_decode = msgspec.json.Decoder(Message).decode


def acknowledging_early() -> None:
    """Let the writer report rows before they are written: the control of the harness."""
    commit = writer.Writer._commit  # noqa: SLF001

    def early(self, epoch, items):
        report = self._report
        report(writer.Written(epoch, tuple(item.row for item in items), None, 0.0))
        time.sleep(0.02)
        self._report = lambda _written: None
        commit(self, epoch, items)
        self._report = report

    writer.Writer._commit = early  # noqa: SLF001


class Table:
    """One process of a table, and this process attached to it."""

    def __init__(self, folder: Path) -> None:
        self.replica = Replica()
        self._buffer = b""
        self.pid = os.fork()
        if not self.pid:
            _be_a_table(folder)
        self._socket = self._connected(folder / "table.sock")
        self.send(Hello("kills"))

    def _connected(self, path: Path):
        deadline = time.monotonic() + START_S_MAX
        while True:
            try:
                return connected_socket(path)
            except OSError:
                if os.waitpid(self.pid, os.WNOHANG)[0] or time.monotonic() > deadline:
                    raise Violation("the table does not start again") from None
                time.sleep(0.002)

    def send(self, request) -> None:
        """Send one request; a table that is gone does not get it."""
        self._socket.sendall(line_of(request))

    def messages(self, until: float):
        """Yield what the table says up to that moment, after the replica has followed it."""
        while (left := until - time.monotonic()) > 0:
            line, end, rest = self._buffer.partition(b"\n")
            if end:
                self._buffer = rest
                message = _decode(line)
                if not self.replica.take(message):
                    raise Violation("a transition does not follow the one before")
                yield message
            elif select.select([self._socket], [], [], left)[0]:
                if not (received := self._socket.recv(1 << 16)):
                    raise Violation("the table ended by itself")
                self._buffer += received

    def welcome(self) -> Welcome:
        """Wait for the welcome."""
        for message in self.messages(time.monotonic() + START_S_MAX):
            if isinstance(message, Welcome):
                return message
        raise Violation("no welcome")

    def resumed(self):
        """Say YES to going on with the game, and return what is asked then."""
        self.send(PressButton("yes"))
        for message in self.messages(time.monotonic() + START_S_MAX):
            if isinstance(message, PromptShown) and message.prompt.kind != "resume":
                return message.prompt
        raise Violation("the game does not go on")

    def kill(self) -> None:
        """End the process as a power switch would, and hang up."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self._socket.close()


def _be_a_table(folder: Path) -> None:
    code = 70
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # no table outlives its harness
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, sys.stderr.fileno())
        os.dup2(nowhere, sys.stdout.fileno())
        code = cli.main(["table", "--data", str(folder)])
    finally:
        os._exit(code)


class Evening:
    """Plays on one folder from kill to kill, and knows what it was told."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder = folder
        self.rng = rng
        self.acked: dict[str, int] = {}
        self.open: Submit | Undo | None = None
        self.number = 0
        self.seen = None
        """The replica as it was when the last table was killed."""
        self.is_idle = False
        self.resent = self.committed_unseen = self.prompts = 0

    def one(self) -> None:
        """Start a table, hold it to what the last one said, play, and kill it."""
        table = Table(self.folder)
        try:
            self._compare(table, table.welcome())
            self._play(table)
        finally:
            table.kill()
        self.seen = table.replica

    def _compare(self, table: Table, welcome: Welcome) -> None:
        if self.seen is None:
            return
        if welcome.seq < self.seen.seq or welcome.game != self.seen.game:
            raise Violation(f"row {self.seen.seq} was told and {welcome.seq} is left")
        if self.open is None and welcome.state != self.seen.state:
            raise Violation("the state is not the one that was told")
        if not self.is_idle:
            return
        before, after = self.seen.prompt, welcome.prompt
        if after is not None and after.kind == "resume" and before.kind != "resume":
            after = table.resumed()
        if before is None or after is None:
            raise Violation("nothing is asked any more")
        asked, asks = ((p.kind, p.player, p.title, p.amount) for p in (before, after))
        if asked != asks:
            raise Violation(f"{asked} was asked and now {asks}")
        self.prompts += 1

    def _play(self, table: Table) -> None:
        until = time.monotonic() + self.rng.random() * PLAY_S_MAX
        rests = self.rng.random() < 0.3
        self.is_idle = False
        if self.open is not None:
            self.resent += 1
            was_there = self._is_recorded(self.open.id)
            self.committed_unseen += was_there
            until += START_S_MAX  # its answer is waited for
            table.send(self.open)
        else:
            self._ask(table)
        for message in table.messages(until):
            if isinstance(message, Transition):
                self.is_idle = False
            if not isinstance(message, Reply) or self.open is None:
                continue
            self._answered(message)
            if until > time.monotonic() + PLAY_S_MAX:
                until = time.monotonic()
                break
            if rests and self.rng.random() < 0.3:
                self.is_idle = True
            elif not self.is_idle:
                self._ask(table)

    def _ask(self, table: Table) -> None:
        self.number += 1
        name = f"k{self.number}"
        if self.rng.random() < 0.05:
            self.open = Undo(name)
        else:
            self.open = Submit(name, next_command(table.replica.state, self.rng))
        table.send(self.open)

    def _answered(self, reply: Reply) -> None:
        if reply.id != self.open.id:
            raise Violation(f"{reply.id} was answered, not {self.open.id}")
        if reply.is_accepted:
            self.acked[reply.id] = reply.seq
        elif isinstance(self.open, Submit):
            raise Violation(f"a legal command was refused: {reply.sentence}")
        self.open = None

    def _is_recorded(self, name: str) -> bool:
        store = Store(self.folder / JOURNAL_NAME, is_for_reading=True)
        try:
            return store.find(name) is not None
        finally:
            store.close()

    def finish(self) -> int:
        """Count what is recorded, and return how many commands that were."""
        store = Store(self.folder / JOURNAL_NAME)
        try:
            store.verify()
            rows = [(row.id, row.seq) for row, _hash in store.rows_after(0)]
        finally:
            store.close()
        found = dict(rows)
        if len(found) != len(rows):
            raise Violation("a command stands there twice")
        if lost := [name for name, seq in self.acked.items() if found.get(name) != seq]:
            raise Violation(f"lost: {lost}")
        return len(rows)


def kill_often(seed: int, kills: int, *, planted: bool = False) -> dict:
    """Kill tables *kills* times, and report."""
    if planted:
        acknowledging_early()
    rng, scratch = random.Random(seed), shim.scratch()
    done, rows, examples, bad = 0, 0, [], 0
    totals = {"resent": 0, "committed_unseen": 0, "prompts": 0, "acknowledged": 0}
    while done < kills:
        evening = Evening(scratch / f"table-{done}", rng)
        try:
            for _place in range(min(KILLS_A_TABLE, kills - done)):
                done += 1
                evening.one()
            rows += evening.finish()
        except Violation as violation:
            bad += 1
            examples.append(str(violation))
        totals["acknowledged"] += len(evening.acked)
        for name in ("resent", "committed_unseen", "prompts"):
            totals[name] += getattr(evening, name)
    shutil.rmtree(scratch)
    return {
        "kills": done,
        "rows": rows,
        "bad": bad,
        "examples": examples[:5],
        "seed": seed,
    } | totals


if __name__ == "__main__":
    shim.main(kill_often)
