"""The single writer: judge a command, make it durable, adopt it, publish it."""

import asyncio
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.authority import refusal_of
from companion.chance import Chance
from companion.errors import StorageError, TapbankError
from companion.flows.inputs import PastAct
from companion.journal import Row, Writer, Written
from companion.journal.opening import Place, open_journal
from companion.journal.reserve import free_bytes
from companion.journal.snapshots import SNAPSHOT_ROWS
from companion.journal.steps import IN_GAME, Stamp, row_of
from companion.ledger_lines import newest
from companion.locales import _
from companion.measures import Measures
from companion.protocol import (
    Asked,
    CorrectCard,
    CorrectRoll,
    LedgerLine,
    Recall,
    Recalled,
    Redo,
    Reply,
    Storage,
    Strike,
    Submit,
    ThrowDice,
    Transition,
    Undo,
)
from companion.replies import Refusals, declined, done, refused
from companion.timeline import Declined, Step
from companion.timeline_nodes import Mark, cards_drawn, recent_acts, tells_time_only
from engine.board import Edition
from engine.commands import Command, OpenGame, RecordRoll, ReportCard, StartGame
from engine.events import VERSION
from engine.ids import AccountId, CardId, PlayerId
from engine.invariants import check
from engine.refusals import Refused
from engine.state import State

CLIENT_ROWS_MAX = 32  # in a stall of the storage, hands at the table come before keys
DEVICE_ROWS_MAX = 256
PAST_STEPS_MAX = 100  # of a page: well below a line of the protocol
SLOW_S = 2.0  # longer, and people might pull the plug


@dataclass(slots=True)
class _Waiting:
    """A row that the writer has and the disk has not yet."""

    row: Row
    step: Step | None
    mark: Mark
    reply: "asyncio.Future[Reply]"


class Table:
    """One table: its game, its journal, and the order in which things happen.

    `state` and `seq` are durable; what is decided ahead of the disk is seen by nobody. All methods
    belong to the loop that called `start`.
    """

    def __init__(self, place: Place, edition: Edition, chance: Chance) -> None:
        """Take the folder of *place*; *edition* is laid out where no game was ever opened.

        Raises:
            TapbankError: As `open_journal` says.
        """
        self.boot_id: str = uuid.uuid4().hex[:12]
        self._place = place
        self._journal = open_journal(place, edition, self.boot_id)
        self._edition = edition
        self._timeline = self._journal.timeline
        self._durable: Mark = self._timeline.mark
        self._changed_seq: int = self._timeline.seq
        self._durable_changed_seq: int = self._timeline.seq
        self._waiting: deque[_Waiting] = deque()
        self._refusals = Refusals()
        self._epoch = 0
        self.storage = Storage("ok")
        self._slow_timer: asyncio.TimerHandle | None = None
        self._writer: Writer | None = None
        self._chance = chance
        self.news: tuple[str, ...] = tuple(self._journal.said)
        """What people should know about this start."""
        self.state: State = self._timeline.state
        self.ledger: tuple[LedgerLine, ...] = self._timeline.ledger(self._durable)
        """What a client is told of that has happened so far, oldest first."""
        self.game: str = self._journal.game
        self.last: Row | None = self._journal.last
        self.measures = Measures()
        self.on_transition: Callable[[Transition, State], None] = _ignore
        """Called with each durable step and the state before it."""
        self.on_storage: Callable[[Storage], None] = _ignore
        self.failed: asyncio.Future[None]

    @property
    def seq(self) -> int:
        """The number of the last durable step."""
        return self._durable.seq

    @property
    def clock_lag_s(self) -> int:
        """Seconds played that the position does not know any more since something was undone."""
        return self._timeline.clock_lag_s

    async def start(self) -> None:
        """Begin to accept commands, and record the start.

        Raises:
            TapbankError: The start cannot be recorded.
        """
        loop = asyncio.get_running_loop()
        self.failed = loop.create_future()
        self._writer = Writer(
            self._journal.books, lambda w: loop.call_soon_threadsafe(self._written, w)
        )
        if not self.game:
            await self.submit(Submit(f"open:{self.boot_id}", OpenGame(self._edition)), "table")
        await self.note(f"boot:{self.boot_id}", "table", kind="boot")
        if (recovered := self._journal.recovered) is not None:
            said = recovered.sentence
            await self.note(f"recovered:{self.boot_id}", "table", kind="recovered", why=said)
        if self.failed.done():
            await self.failed
        if self.seq == 0:
            raise StorageError(_("The start could not be recorded: see that the disk has room."))

    def close(self) -> None:
        """Make durable what waits, and let go of the folder; once, whatever happened before."""
        if self._slow_timer is not None:
            self._slow_timer.cancel()
        if self._writer is not None:
            self._writer.close()
        self._journal.close()

    async def submit(self, asked: Asked, source: str, *, is_device: bool = False) -> Reply:
        """Judge what is *asked*; once the answer is yes it is durable and published."""
        if self.failed.done():
            return declined(asked.id, self.seq, self.storage.detail)
        if (earlier := await self._earlier(asked.id)) is not None:
            return earlier
        if len(self._waiting) >= (DEVICE_ROWS_MAX if is_device else CLIENT_ROWS_MAX):
            return declined(
                asked.id, self.seq, _("The storage is slow: wait a moment, then again.")
            )
        decision, command = self._decide(asked)
        if isinstance(decision, Declined):
            return self._refuse(declined(asked.id, self.seq, decision.sentence))
        if isinstance(decision, Refused):
            assert command is not None, "only a command is refused by a rule"
            state = self._timeline.state
            return self._refuse(refused(asked, self.seq, decision, state, command))
        check(decision.state)
        return await asyncio.shield(self._record(asked, decision, source))

    async def note(
        self, signal_id: str, source: str, *, kind: str = "ignored", why: str = ""
    ) -> bool:
        """Make durable that something happened which changes nothing; return whether it is."""
        if self.failed.done():
            return False
        # A command of the same id may have been refused: the signal is noted all the same.
        if await self._made(signal_id) is not None or len(self._waiting) >= DEVICE_ROWS_MAX:
            return self.is_recorded(signal_id)
        self._timeline.advance()
        row = Row(
            seq=self._timeline.seq,
            game=self._pending_game,
            kind=kind,
            id=signal_id,
            actor=None,
            note=why,
            source=source,
            count=0,
            command=b"",
            events=b"[]",
            version=VERSION,
            wall=_wall(),
        )
        reply = await asyncio.shield(self._enqueue(row, None))
        return reply.is_accepted

    def recall(self, asked: Recall) -> Recalled:
        """Return a page of what has happened in this game, as far as it is durable."""
        start, steps, is_last = self._timeline.past(self._durable, asked.after, PAST_STEPS_MAX)
        return Recalled(asked.id, None if asked.after else start, steps, is_last)

    def recent(self, count: int) -> tuple[PastAct, ...]:
        """Return the last *count* commands that stand, each with the state it was given in."""
        return recent_acts(self._durable.head, count)

    @property
    def draws(self) -> tuple[CardId, ...]:
        """The cards drawn from real decks in this game, oldest first."""
        is_physical = self.state.rules.decks == "physical"
        return cards_drawn(self._durable.head) if is_physical else ()

    async def drain(self) -> None:
        """Wait until nothing waits for the disk."""
        while self._waiting:
            await asyncio.wait([waiting.reply for waiting in self._waiting])

    def is_recorded(self, any_id: str) -> bool:
        """Return whether a step with this id is durable."""
        return self._journal.reader.find(any_id) is not None

    async def _earlier(self, asked_id: str) -> Reply | None:
        """Return the answer that this id got before, also before a restart."""
        return self._refusals.of(asked_id) or await self._made(asked_id)

    async def _made(self, asked_id: str) -> Reply | None:
        """Return the answer to what is recorded under this id, or waits for the disk."""
        for waiting in self._waiting:
            if waiting.row.id == asked_id:
                return await asyncio.shield(waiting.reply)
        found = self._journal.reader.find(asked_id)
        return found and Reply(id=asked_id, is_accepted=found[1] in IN_GAME, seq=found[0])

    def _decide(self, asked: Asked) -> tuple[Step | Refused | Declined, Command | None]:
        timeline = self._timeline
        match asked:
            case Submit():
                return self._decide_command(asked)
            case ThrowDice():
                roll = RecordRoll(*self._chance.dice(timeline.seq))
                return timeline.decide_command(roll), roll
            case Undo(count=count):
                return timeline.undo(count), None
            case Redo(count=count):
                return timeline.redo(count), None
            case CorrectRoll(die_1=die_1, die_2=die_2):
                return timeline.correct_roll(die_1, die_2), RecordRoll(die_1, die_2)
            case CorrectCard(card=card):
                return timeline.correct_card(card), ReportCard(card)
            case Strike():
                return timeline.strike(), None

    def _decide_command(self, asked: Submit) -> tuple[Step | Refused | Declined, Command]:
        command, state = asked.command, self._timeline.state
        if asked.seen is not None and not self._changed_seq <= asked.seen <= self._timeline.seq:
            return Declined(_("It has changed in the meantime: look, then again.")), command
        if (refusal := refusal_of(command, asked.actor, state)) is not None:
            return Refused(refusal), command
        if isinstance(command, OpenGame | StartGame) and self._lacks_room(asked):
            return Declined(_("The disk is almost full: make room before a new game.")), command
        if isinstance(command, StartGame):
            command = self._chance.shuffled(command, state, self._timeline.seq)
        return self._timeline.decide_command(command), command

    def _lacks_room(self, asked: Submit) -> bool:
        """Return whether there is too little room for a game; the table's own first is laid out."""
        is_first = asked.id == f"open:{self.boot_id}"
        return not is_first and free_bytes(self._place.folder) < self._place.free_bytes_min

    def _record(self, asked: Asked, step: Step, source: str) -> "asyncio.Future[Reply]":
        self._timeline.adopt(step)
        stamp = Stamp(
            id=asked.id,
            game=self._game_after(step),
            wall=_wall(),
            actor=asked.actor if isinstance(asked, Submit) else None,
            note="" if isinstance(asked, ThrowDice) else asked.note,
            source=source,
        )
        row = row_of(step, stamp)
        if not tells_time_only(step.commands[0], step.events):
            self._changed_seq = row.seq
        return self._enqueue(row, step)

    def _enqueue(self, row: Row, step: Step | None) -> "asyncio.Future[Reply]":
        assert self._writer is not None, "a table is started before it is asked"
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(row, step, self._timeline.mark, reply))
        is_kept = row.seq % SNAPSHOT_ROWS == 0
        self._writer.put(self._epoch, row, self._timeline.state if is_kept else None)
        self._watch_storage()
        return reply

    def _written(self, written: Written) -> None:
        """Take the writer's report, on the loop; a fault of our own ends the table."""
        try:
            self._take_written(written)
        except Exception as fault:  # noqa: BLE001  # the top of a callback: the table ends with it
            self._end_with(fault)

    def _take_written(self, written: Written) -> None:
        self.measures.committed(written.commit_ms)
        if written.failure is None:
            trouble = self._journal.books.trouble
            self._tell_storage("warned" if trouble else "ok", trouble)
            for row in written.rows:
                waiting = self._waiting.popleft()
                assert waiting.row is row, "rows become durable in the order they were decided"
                self._adopt(waiting)
        elif written.epoch == self._epoch:
            self._fail(written.failure)
        self._watch_storage()

    def _adopt(self, waiting: _Waiting) -> None:
        row, step, before = waiting.row, waiting.step, self.state
        self._durable = waiting.mark
        self.game = row.game
        if step is not None:
            if not tells_time_only(step.commands[0], step.events):
                self._durable_changed_seq = row.seq
            self.state = step.state
            self.last = row
            self.measures.commands += 1
            self.measures.moved(step.events)
        transition = self._transition(row, step)
        self.ledger = newest(self.ledger, transition, self.state)
        try:
            self.on_transition(transition, before)
        finally:  # it is durable, whoever stumbles over it
            waiting.reply.set_result(
                Reply(id=row.id, is_accepted=True, seq=row.seq, sentence=done(step))
            )

    def _transition(self, row: Row, step: Step | None) -> Transition:
        is_plain = step is None or step.kind == "command"
        return Transition(
            seq=row.seq,
            kind=row.kind,
            command=step.commands[0] if step and row.command else None,
            events=step.events if step else (),
            state=None if is_plain else self.state,
            actor=None if row.actor is None else PlayerId(AccountId(row.actor)),
            note=row.note,
            source=row.source,
            count=row.count,
        )

    def _fail(self, failure: BaseException) -> None:
        """Refuse all that waits, and stand again where the disk stands."""
        self._epoch += 1
        self._timeline.restore(self._durable)
        self._changed_seq = self._durable_changed_seq
        detail = failure.sentence if isinstance(failure, TapbankError) else repr(failure)
        self._tell_storage("failed", detail)
        self._end_with(failure)

    def _end_with(self, failure: BaseException) -> None:
        """Accept nothing more, let nobody wait; whoever runs the table ends it for a restart."""
        detail = failure.sentence if isinstance(failure, TapbankError) else repr(failure)
        while self._waiting:
            waiting = self._waiting.popleft()
            waiting.reply.set_result(declined(waiting.row.id, self.seq, detail))
        if not self.failed.done():
            self.failed.set_exception(failure)

    def _watch_storage(self) -> None:
        """Say after `SLOW_S` that the disk is slow, as long as something waits for it."""
        if not self._waiting and self._slow_timer is not None:
            self._slow_timer.cancel()
            self._slow_timer = None
        elif self._waiting and self._slow_timer is None:
            self._slow_timer = asyncio.get_running_loop().call_later(SLOW_S, self._tell_slow)

    def _tell_slow(self) -> None:
        self._slow_timer = None
        self._tell_storage("slow", _("The storage is slow: leave the power on."))

    def _tell_storage(self, status: str, detail: str = "") -> None:
        if (status, detail) != (self.storage.status, self.storage.detail):
            self.storage = Storage(status, detail)
            self.on_storage(self.storage)

    @property
    def _pending_game(self) -> str:
        return self._waiting[-1].row.game if self._waiting else self.game

    def _game_after(self, step: Step) -> str:
        game = self._pending_game
        if not isinstance(step.commands[0], OpenGame) or step.kind != "command":
            return game
        return f"game-{int(game.rpartition('-')[2] or 0) + 1}"

    def _refuse(self, reply: Reply) -> Reply:
        self.measures.refusals += 1
        return self._refusals.keep(reply)


def _wall() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _ignore(_told: object, _before: object = None) -> None:
    """Stand in until somebody listens."""
