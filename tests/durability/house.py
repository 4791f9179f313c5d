"""A whole table in one process: real service, flows, journal and cards; a board that sends again.

What becomes durable is followed by a model of its own, and compared after everything that is done.
"""

import asyncio
import sqlite3
from pathlib import Path

from durability.audit import EDITION

from companion import table as table_module
from companion.card_desk import CardDesk
from companion.card_signature import CardSet
from companion.chance import Chance
from companion.devices import Devices
from companion.enrolment import FILE_NAME, Enrolment
from companion.flows.flows import Flows
from companion.flows.meanings import Action, ActionCard, DeedCard, Meaning, PlayerCard
from companion.flows.settings import Settings
from companion.journal.opening import Place
from companion.journal.second_copy import COPY_NAME, rows_in
from companion.journal.steps import command_of
from companion.journal.store import JOURNAL_NAME
from companion.protocol import Asked, PressButton, Redo, Reply, Submit, Transition, Undo
from companion.protocol import Devices as DevicesChanged
from companion.service import Service
from companion.table import Table
from engine.commands import OpenGame
from engine.decide import Accepted, decide
from engine.ids import SpaceId
from engine.invariants import check
from engine.state import State, new_state
from firmware_bridge import signals as s
from firmware_bridge.cues import Acknowledge

CARDS: tuple[tuple[str, Meaning | None], ...] = (
    *((f"0{seat}", PlayerCard(name)) for seat, name in enumerate(("Ada", "Ben", "Cem"))),
    *((f"1{space:X}", DeedCard(SpaceId(space))) for space in (1, 3, 5, 12, 39)),
    *((f"2{place}", ActionCard(action)) for place, action in enumerate(Action)),
    ("FF", None),
)
QUIET_ROUNDS = 3  # what the table asks of itself follows what was asked of it


class Model:
    """The game as it must stand: a stack of states, told by transitions alone."""

    def __init__(self) -> None:
        self.seq = 0
        self.states: list[State] = [new_state(EDITION)]
        self._undone: list[State] = []

    @property
    def state(self) -> State:
        """The position."""
        return self.states[-1]

    def follow(self, transition: Transition) -> None:
        """Take one durable step, and see that it follows."""
        assert transition.seq == self.seq + 1, "steps are numbered without gaps"
        self.seq = transition.seq
        self.take(transition.kind, transition.command, transition.count)
        assert transition.state in (None, self.state), "what was told is what must be"

    def allows(self, asked: Asked) -> bool:
        """Return whether so much can be taken back or brought back; an opening stays."""
        match asked:
            case Undo(count=count):
                return count <= len(self.states) - 2
            case Redo(count=count):
                return count <= len(self._undone)
            case _:
                return True

    def take(self, kind: str, command, count: int) -> None:
        """Take what a row says."""
        if kind == "command":
            decision = decide(self.state, command)
            assert isinstance(decision, Accepted), "only what the rules allow is recorded"
            if isinstance(command, OpenGame):
                self.states = [self.state]
            self.states.append(decision.state)
            self._undone.clear()
        for _place in range(count if kind == "undo" else 0):
            self._undone.append(self.states.pop())
        for _place in range(count if kind == "redo" else 0):
            self.states.append(self._undone.pop())


class Board:
    """A dice board that keeps what was not acknowledged, and what it ever sent."""

    def __init__(self) -> None:
        self.boot = 0
        self.outbox: list[s.DiceSettled | s.ButtonPressed] = []
        self.sent: list[s.DiceSettled | s.ButtonPressed] = []
        self.n = 0

    def reboot(self) -> None:
        """Forget everything, and count from 1 again."""
        self.boot += 1
        self.outbox, self.n = [], 0

    def throw(self, dice: tuple[int, int]) -> None:
        """Notice a throw."""
        self.n += 1
        boot = f"boot{self.boot}"
        self.outbox.append(s.DiceSettled("b", boot, self.n, dice, (99, 99), True, 0, 0))  # noqa: FBT003

    def press(self, button: str, *, is_down: bool) -> None:
        """Notice a button."""
        self.n += 1
        self.outbox.append(s.ButtonPressed("b", f"boot{self.boot}", self.n, button, is_down, 0))

    def acknowledged(self, cue: object) -> None:
        """Take a cue, as a board does."""
        if isinstance(cue, Acknowledge) and self.outbox:
            first = self.outbox[0]
            if (first.boot, first.n) == (cue.boot, cue.n):
                self.outbox.pop(0)


class House:
    """The table with all that is on it, over restarts and crashes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.model = Model()
        self.board = Board()
        self.answers: dict[str, tuple[Asked, Reply, int]] = {}
        """Each request, its answer, and in which start it was given."""
        self.acknowledged: set[tuple[str, int]] = set()
        self.start_number = 0
        self.is_open = False
        self._followed: set[str] = set()
        self._barrier: tuple[str, asyncio.Future[None]] | None = None
        self.number = 0
        Enrolment.load(folder / FILE_NAME).enrol_all({u: m for u, m in CARDS if m is not None})

    async def open(self, *, in_flight: tuple[Asked, ...] = ()) -> None:
        """Start a table, and hold it to what was durable; *in_flight* may be, from the first on."""
        self.start_number += 1
        table = Table(Place(self.folder, has_reserve=False), EDITION, Chance(7))
        self.table = table
        self._settle(in_flight)
        self.devices = Devices(None, (), self._ignore)
        self.devices.send = self._cue
        enrolment = Enrolment.load(self.folder / FILE_NAME)
        flows = Flows(Settings(boot=table.boot_id, stand_s=0.0))
        desk = CardDesk(enrolment, CardSet.load(self.folder), self.devices.submit)
        self.service = Service(table, flows, enrolment, self.devices, desk)
        self.service.publish = self._published
        await table.start()
        self._running = asyncio.create_task(self.service.run())
        self.is_open = True
        await self.quiet()
        if self._asked == "resume":
            self.service.press(PressButton("yes"))
            await self.quiet()

    def _settle(self, in_flight: tuple[Asked, ...]) -> None:
        """See that a beginning of what was in flight is recorded, and nothing else is new."""
        journal = self.table._journal  # noqa: SLF001  # before anybody else writes
        rows = [row for row, _hash in journal.books.store.rows_after(self.model.seq)]
        ids = [row.id for row in rows if row.source == "test"]  # the table asks of itself, too
        asked_ids = [asked.id for asked in in_flight]
        assert ids == asked_ids[: len(ids)], "only what was asked is there, in order"
        assert self.table.seq >= self.model.seq, "what was told is still there"
        for row in rows:
            self.model.take(row.kind, command_of(row), row.count)
            self.model.seq = row.seq
        if self.model.seq:
            assert self.table.state == self.model.state, "the fold is what was played"

    async def quiet(self) -> None:
        """Wait until the service has done all that it was given, and compare."""
        for place in range(QUIET_ROUNDS):
            told = asyncio.get_running_loop().create_future()
            self._barrier = (f"barrier-{place}", told)
            self.service.take(s.DeviceUp(f"barrier-{place}", ""))
            done, _pending = await asyncio.wait(
                [told, self._running, self.table.failed], return_when=asyncio.FIRST_COMPLETED
            )
            for end in done:
                end.result()
            assert told.done(), "the service goes on"
            if self.service._queue.empty():  # noqa: SLF001  # nothing follows from what was done
                break
        self.compare()

    def compare(self) -> None:
        """See that the table is where the model is."""
        assert self.table.seq == self.model.seq
        assert self.table.state == self.model.state
        check(self.table.state)
        for boot, n in self.acknowledged:
            assert self.table.is_recorded(f"board:b:{boot}:{n}"), "what is acknowledged is durable"

    async def deliver(self, *, is_acknowledgement_lost: bool = False) -> None:
        """Let the board send what it has first; a throw that is waited for counts."""
        if not self.board.outbox:
            return
        signal, before, asked = self.board.outbox[0], self.table.state, self._asked
        is_new = not self.table.is_recorded(f"board:b:{signal.boot}:{signal.n}")
        kept = list(self.board.outbox)
        self.board.sent.append(signal)
        self.service.take(signal)
        await self.quiet()
        assert (signal.boot, signal.n) in self.acknowledged, "what arrives is acknowledged"
        if not is_new:
            assert self.table.state is before, "what was sent again counts once"
        elif isinstance(signal, s.DiceSettled) and asked == "roll":
            assert self.table.state.roll == signal.dice, "a throw that is waited for counts"
        if is_acknowledgement_lost:
            self.board.outbox = kept

    async def replay(self, place: int) -> None:
        """Let a signal from any time before arrive once more."""
        if not self.board.sent:
            return
        before = self.model.seq
        self.service.take(self.board.sent[place % len(self.board.sent)])
        await self.quiet()
        assert self.model.seq == before, "what comes late or twice changes nothing"

    async def tap(self, uid: str) -> None:
        """Hold a card to the reader, and take it away."""
        self.service.take(s.TagPresented("reader-1", uid, "ntag", 0))
        self.service.take(s.TagRemoved("reader-1", uid, 0))
        await self.quiet()

    async def ask(self, asked: Asked) -> Reply:
        """Ask as a client does; what is taken back or brought back is as much as was asked."""
        can_be = self.model.allows(asked)
        reply = await self.table.submit(asked, "test")
        if isinstance(asked, Undo | Redo):
            assert reply.is_accepted == can_be, "what was done can be taken back, and only that"
            assert not can_be or self.table.last.count == asked.count, "as much as was asked"
        self.answers[asked.id] = (asked, reply, self.start_number)
        await self.quiet()
        return reply

    async def ask_again(self, place: int) -> None:
        """Send a request once more, of this start or of one before."""
        if not self.answers:
            return
        name = sorted(self.answers)[place % len(self.answers)]
        asked, answer, start = self.answers[name]
        if not answer.is_accepted and start != self.start_number:
            return  # judged anew, as anything else
        before = self.model.seq
        reply = await self.table.submit(asked, "test")
        assert self.model.seq == before, "what is asked twice is done once"
        assert (reply.is_accepted, reply.is_accepted and reply.seq) == (
            answer.is_accepted,
            answer.is_accepted and answer.seq,
        ), "the answer is the same"

    async def ask_stale(self, command) -> None:
        """Ask from a screen that was drawn before the last change."""
        seen = self.table.last.seq - 1
        reply = await self.ask(Submit(self.name(), command, seen=seen))
        assert not reply.is_accepted, "what was not seen is not acted upon"

    def name(self) -> str:
        """Return an id that was never used."""
        self.number += 1
        return f"q{self.number:05}"

    async def crash(self, in_flight: tuple[Asked, ...], patience: int) -> None:
        """Lose the process while requests are in flight; what was answered must be there."""
        asking = [asyncio.create_task(self.table.submit(asked, "test")) for asked in in_flight]
        for _place in range(patience):
            await asyncio.sleep(0.0005)
        self.table.on_transition = self._ignore  # who is not told by now is never told
        answered = [task.result() for task in asking if task.done()]
        refused = {reply.id for reply in answered if not reply.is_accepted}
        left = tuple(a for a in in_flight if a.id not in refused | self._followed)
        self._end()
        await self._let_go(asking)
        self._leave()
        await self.open(in_flight=left)
        for reply in answered:
            assert not reply.is_accepted or self.table.is_recorded(reply.id), "it was answered"
        self.count_again()

    def _end(self) -> None:
        """Let nothing be written any more, as where a process ends."""
        writer = self.table._writer  # noqa: SLF001
        with writer._queue.mutex:  # noqa: SLF001
            writer._queue.queue.clear()  # noqa: SLF001

    def _leave(self) -> None:
        """Let the disk be as the end left it: here, with all that was written."""

    async def restart(self) -> None:
        """Stop the table as a service manager does, and start it again."""
        await self.table.drain()
        await self._let_go([])
        self.count_again()
        await self.open()

    async def close(self) -> None:
        """Stop the table, if it came as far as to run."""
        if self.is_open:
            await self._let_go([])

    async def _let_go(self, tasks: list) -> None:
        self.is_open = False
        self._running.cancel()
        self.table.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(self._running, *tasks, return_exceptions=True)
        if self.table.failed.done():
            self.table.failed.exception()

    def count_again(self) -> None:
        """See with SQLite alone that money and the second copy are as the game says."""
        db = sqlite3.connect(self.folder / JOURNAL_NAME)
        try:
            sums = dict(
                db.execute(
                    "SELECT account, SUM(amount) FROM posting JOIN journal USING (seq) WHERE game ="
                    " (SELECT game FROM journal ORDER BY seq DESC LIMIT 1) GROUP BY account"
                ).fetchall()
            )
            ids = [name for (name,) in db.execute("SELECT cmd_id FROM journal ORDER BY seq")]
        finally:
            db.close()
        state = self.model.state
        if self.table.seq == self.model.seq:
            cash = {seat: sums.get(seat, 0) for seat in range(len(state.cash))}
            assert cash == dict(enumerate(state.cash)), "every player's money is in the postings"
        assert sum(sums.values()) == 0, "money is moved, never made"
        copied = [row.id for row, _hash in rows_in(self.folder / COPY_NAME)]
        assert ids == copied, "the second copy holds every row"

    @property
    def _asked(self) -> str:
        """The kind of what people are asked."""
        return self.service.prompt.kind if self.service.prompt is not None else ""

    def _published(self, message: object) -> None:
        if isinstance(message, Transition):
            self.model.follow(message)
            self._followed.add(self.table.last.id if self.table.last else "")
        if isinstance(message, DevicesChanged) and self._barrier is not None:
            name, told = self._barrier
            if not told.done() and any(device.device == name for device in message.devices):
                told.set_result(None)

    def _cue(self, cue: object) -> None:
        if isinstance(cue, Acknowledge):
            self.acknowledged.add((cue.boot, cue.n))
        self.board.acknowledged(cue)

    def _ignore(self, *_told: object) -> None:
        """Take no notice."""


def set_clock(wall: str) -> None:
    """Let the table's wall clock say *wall*."""
    table_module._wall = lambda: wall  # noqa: SLF001
