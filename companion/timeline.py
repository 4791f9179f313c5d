"""What has happened at one table, with undo and redo: pure, shared by table, cases and replicas.

Deciding and adopting are separate, so that the table makes a step durable in between.
"""

from collections import deque

import msgspec

from companion.ledger_lines import LINES_MAX, step_lines
from companion.locales import _, ngettext
from companion.protocol import LedgerLine, PastStep
from companion.timeline_nodes import (
    Decided,
    Mark,
    Move,
    Node,
    Recorded,
    is_opening,
    past_step,
    path_back,
    people_s,
    seconds_told,
    state_of,
)
from engine.codec import decode_command, decode_events
from engine.commands import Command, OpenGame, RecordRoll, ReportCard
from engine.decide import Accepted, decide
from engine.events import Event, MoneyTransferred, Rolled
from engine.evolve import evolve
from engine.ids import CardId
from engine.refusals import Refused
from engine.state import State

STATES_KEPT_MAX = 512  # a few rounds of undo at once; older ones are folded again
CHECKPOINT_STEPS = 64  # states kept for good, so that folding again stays short


class Declined(msgspec.Struct, frozen=True):
    """Why undo, redo, a strike or a correction cannot be, as a sentence for people."""

    sentence: str


class Step(msgspec.Struct, frozen=True):
    """What `Timeline.adopt` takes: decided, and not yet so."""

    kind: str
    """`command`, `undo`, `redo`, `strike`, `correct_roll` or `correct_card`."""
    commands: tuple[Command, ...]
    """What was decided; for undo and strike what is taken back, last first; for redo what comes
    back."""
    events: tuple[Event, ...]
    """Of the command that was decided; none for undo, redo and strike."""
    before: State
    state: State
    """The state once the step is adopted."""
    count: int
    """How many commands are taken back or brought back."""
    start: Mark
    end: Mark


class Timeline:
    """The accepted commands of a game; history is never cut, undo only leads elsewhere.

    A game begins anew with each `OpenGame`: undo does not lead behind it.
    """

    def __init__(self, state: State, seq: int = 0) -> None:
        root = Node(seq=seq, made=Decided(None, ()), kept=state)
        self._first_state = state
        self._mark = Mark(seq=seq, head=root, redoable=())
        self._with_state: deque[Node] = deque()
        self._clock_s = 0

    @property
    def state(self) -> State:
        """The position as it stands."""
        return state_of(self._mark.head)

    @property
    def seq(self) -> int:
        """The number of the last step adopted."""
        return self._mark.seq

    @property
    def mark(self) -> Mark:
        """The place where the game stands."""
        return self._mark

    @property
    def undoable(self) -> tuple[Command, ...]:
        """The commands that undo would take back, last first, as far as one game reaches."""
        return people_s(path_back(self._mark.head))

    @property
    def redoable(self) -> tuple[Command, ...]:
        """The commands that redo would bring back, in order."""
        return people_s(self._mark.redoable[::-1])

    @property
    def clock_lag_s(self) -> int:
        """Seconds played that the position does not know: told after what was taken back."""
        return self._clock_s - self._mark.head.clock_s

    def ledger(self, mark: Mark) -> tuple[LedgerLine, ...]:
        """Return what the ledger says of the newest that stands at *mark*, oldest first."""
        nodes: list[Node] = []
        node, facts = mark.head, 0
        while node.parent is not None and facts < LINES_MAX:
            nodes.append(node)
            facts += sum(isinstance(event, MoneyTransferred | Rolled) for event in node.events)
            node = node.parent
        lines: list[LedgerLine] = []
        state = state_of(node)
        for node in reversed(nodes):
            state = evolve(state, node.events)
            lines += step_lines(node, state)
        return tuple(lines[-LINES_MAX:])

    def standing(self) -> tuple[PastStep, ...]:
        """Return every step that stands, from the opening on, what it replaced left out."""
        nodes: list[Node] = []
        node: Node | None = self._mark.head
        while node is not None and node.command is not None:
            nodes.append(node)
            node = node.parent
        return tuple(
            PastStep(seq=n.seq, command=n.command, events=n.events) for n in reversed(nodes)
        )

    def past(self, mark: Mark, after: int, count: int) -> tuple[State, tuple[PastStep, ...], bool]:
        """Return the state the game began with and up to *count* steps after `seq` *after*.

        The last value says whether these are the newest at *mark*.
        """
        nodes: list[Node] = []
        node = mark.head
        while node.parent is not None:
            if node.seq > after:
                nodes.append(node)
            node = node.parent
        page = tuple(past_step(each) for each in reversed(nodes[-count:]))
        return state_of(node), page, len(page) == len(nodes)

    def decide_command(self, command: Command) -> Step | Refused:
        """Judge *command* in the present state; nothing changes yet."""
        decision = decide(self.state, command)
        if isinstance(decision, Accepted):
            return self._commanded(command, decision.events, decision.state)
        return decision

    def undo(self, count: int = 1) -> Step | Declined:
        """Take back the last *count* commands that people gave, at least 1.

        The clock is not taken back: what it told since is dropped here, and is `clock_lag_s`.
        """
        move = self._undone(count)
        return move if isinstance(move, Declined) else self._step("undo", move)

    def redo(self, count: int = 1) -> Step | Declined:
        """Bring back the last *count* commands taken back, at least 1."""
        move = self._redone(count)
        return move if isinstance(move, Declined) else self._step("redo", move)

    def correct_roll(self, die_1: int, die_2: int) -> Step | Refused | Declined:
        """Take back the last throw with all that followed, and play these dice instead."""
        taken = self._back_to(RecordRoll)
        if taken is None:
            return Declined(_("There is no throw to correct."))
        return self._decide_correction(taken, RecordRoll(die_1, die_2))

    def correct_card(self, card: CardId) -> Step | Refused | Declined:
        """Take back the last report of a card with all that followed, and report *card* instead."""
        taken = self._back_to(ReportCard)
        if taken is None:
            return Declined(_("No card was reported that could be corrected."))
        return self._decide_correction(taken, ReportCard(card))

    def strike(self) -> Step | Declined:
        """Take back the last throw with all that followed; one redo brings all of it back."""
        move = self._struck()
        return move if isinstance(move, Declined) else self._step("strike", move)

    def retell(self, kind: str, count: int, recorded: Recorded) -> bool:
        """Adopt a step as a journal tells it; return whether it follows from those before.

        Nothing is decoded or folded here: that is done when somebody looks.
        """
        match kind:
            case "command":
                self._move(self._after(self._mark.head, recorded))
                return True
            case "correct_roll" | "correct_card":
                if (parent := self._before(count)) is None:
                    return False
                self._move(self._after(parent, recorded))
                return True
            case "undo":
                move = self._undone(count)
            case "redo":
                move = self._redone(count)
            case _:
                move = self._struck()
        if isinstance(move, Declined):
            return False
        self._move(Mark(self._mark.seq + 1, move.head, move.redoable))
        return True

    def keep(self, state: bytes) -> None:
        """Take *state*, as JSON, for the one where the game stands; it spares folding it."""
        if self._mark.head.kept is None:
            self._mark.head.kept = state

    def settle(self) -> None:
        """Fold what was retold, once, and keep the result."""
        head = self._mark.head
        head.kept = state_of(head)

    def adopt(self, step: Step) -> None:
        """Make *step* so; it must have been decided where the game stands now."""
        assert step.start is self._mark, "a step is adopted where it was decided"
        self._move(step.end)
        if step.events:
            self._keep_state(step.end.head)

    def advance(self) -> None:
        """Count a step that changed nothing in the game: a start, a signal that did not count."""
        self._mark = msgspec.structs.replace(self._mark, seq=self._mark.seq + 1)

    def restore(self, mark: Mark) -> None:
        """Forget all that was adopted since *mark*."""
        self._mark = mark

    def _commanded(self, command: Command, events: tuple[Event, ...], state: State) -> Step:
        end = self._after(self._mark.head, Decided(command, events), state)
        return self._decided("command", command, events, end)

    def _corrected(
        self, parent: Node, command: Command, events: tuple[Event, ...], count: int
    ) -> Step:
        kind = "correct_card" if isinstance(command, ReportCard) else "correct_roll"
        state = evolve(state_of(parent), events)
        end = self._after(parent, Decided(command, events), state)
        return self._decided(kind, command, events, end, count)

    def _decided(
        self, kind: str, command: Command, events: tuple[Event, ...], end: Mark, count: int = 0
    ) -> Step:
        return Step(
            kind=kind,
            commands=(command,),
            events=events,
            before=self.state,
            state=state_of(end.head),
            count=count,
            start=self._mark,
            end=end,
        )

    def _after(self, parent: Node, made: Decided | Recorded, state: State | None = None) -> Mark:
        """Return where a command leads that stands after *parent*, or begins a game."""
        seq, told_s = self._mark.seq + 1, seconds_told(made)
        if isinstance(made, Recorded) and is_opening(made):
            opened = Decided(decode_command(made.command), decode_events(made.events, made.version))
            made, state = opened, evolve(self._first_state, opened.events)
        if isinstance(made, Decided) and isinstance(made.command, OpenGame):
            return Mark(seq, Node(seq=seq, made=made, kept=state), ())
        node = Node(
            seq=seq,
            made=made,
            kept=state,
            parent=parent,
            undo_to=self._mark.head,
            depth=parent.depth + 1,
            is_clock=told_s > 0,
            clock_s=parent.clock_s + told_s,
        )
        return Mark(seq, node, self._mark.redoable if node.is_clock else ())

    def _undone(self, count: int) -> Move | Declined:
        head = self._mark.head
        taken: list[Node] = []
        while len(taken) < count and head.undo_to is not None:
            if not head.is_clock:
                taken.append(head)
            head = head.undo_to
        if count < 1 or len(taken) < count:
            return Declined(_too_few_to_undo(len(taken)))
        return Move(tuple(taken), head, (*self._mark.redoable, *taken))

    def _redone(self, count: int) -> Move | Declined:
        redoable = self._mark.redoable
        if not 1 <= count <= len(redoable):
            return Declined(_too_few_to_redo(len(redoable)))
        back = redoable[: -count - 1 : -1]
        return Move(back, back[-1], redoable[:-count])

    def _struck(self) -> Move | Declined:
        taken = self._back_to(RecordRoll)
        if taken is None:
            return Declined(_("There is no throw to strike out."))
        parent = taken[-1].parent
        assert parent is not None, "a throw is never the root"
        return Move(taken, parent, (*self._mark.redoable, self._mark.head))

    def _before(self, count: int) -> Node | None:
        """Return what stands before the last *count* commands that people gave, if so many are."""
        node = self._mark.head
        while count:
            if node.parent is None:
                return None
            count -= not node.is_clock
            node = node.parent
        return node

    def _back_to(self, kind: type[Command]) -> tuple[Node, ...] | None:
        """Return what stands from the last command of *kind* on, last first; None without one."""
        node = self._mark.head
        taken = [node]
        while not isinstance(node.command, kind):
            if node.parent is None:
                return None
            node = node.parent
            taken.append(node)
        return tuple(taken)

    def _decide_correction(self, taken: tuple[Node, ...], command: Command) -> Step | Refused:
        parent = taken[-1].parent
        assert parent is not None, "what is corrected is never the root"
        decision = decide(state_of(parent), command)
        if not isinstance(decision, Accepted):
            return decision
        return self._corrected(parent, command, decision.events, len(people_s(taken)))

    def _step(self, kind: str, move: Move) -> Step:
        return Step(
            kind=kind,
            commands=people_s(move.nodes),
            events=(),
            before=self.state,
            state=state_of(move.head),
            count=len(people_s(move.nodes)),
            start=self._mark,
            end=Mark(self._mark.seq + 1, move.head, move.redoable),
        )

    def _move(self, mark: Mark) -> None:
        self._mark = mark
        is_new_game = mark.head.parent is None
        self._clock_s = 0 if is_new_game else max(self._clock_s, mark.head.clock_s)

    def _keep_state(self, node: Node) -> None:
        self._with_state.append(node)
        if len(self._with_state) > STATES_KEPT_MAX:
            old = self._with_state.popleft()
            if old.parent is not None and old.depth % CHECKPOINT_STEPS:
                old.kept = None


def _too_few_to_undo(count: int) -> str:
    if count == 0:
        return _("There is nothing to take back.")
    return ngettext(
        "Only {count} command can be taken back.",
        "Only {count} commands can be taken back.",
        count,
    ).format(count=count)


def _too_few_to_redo(count: int) -> str:
    if count == 0:
        return _("There is nothing to bring back.")
    return ngettext(
        "Only {count} command can be brought back.",
        "Only {count} commands can be brought back.",
        count,
    ).format(count=count)
