"""What has happened at one table, with undo and redo: pure, shared by table, cases and replicas.

Deciding and adopting are separate, so that the table makes a step durable in between.
"""

from collections import deque

import msgspec

from companion.locales import _, ngettext
from companion.protocol import LedgerLine, PastStep
from engine.commands import Command, OpenGame, RecordRoll, ReportCard
from engine.decide import Accepted, decide
from engine.events import Event, MoneyTransferred, TurnBegan
from engine.evolve import evolve
from engine.ids import CardId
from engine.refusals import Refused
from engine.state import State

STATES_KEPT_MAX = 512  # a few rounds of undo at once; older ones are folded again
CHECKPOINT_STEPS = 64  # states kept for good, so that folding again stays short


class Declined(msgspec.Struct, frozen=True):
    """Why undo, redo, a strike or a correction cannot be, as a sentence for people."""

    sentence: str


class _Node(msgspec.Struct, eq=False, kw_only=True):
    """One accepted command where it stands in the game, and where undo leads from it."""

    seq: int
    command: Command | None = None
    """None: the root."""
    events: tuple[Event, ...] = ()
    state: State | None
    """After the command; None where it has to be folded again."""
    parent: "_Node | None" = None
    undo_to: "_Node | None" = None
    depth: int = 0


class Mark(msgspec.Struct, frozen=True):
    """A place to come back to with `Timeline.restore`."""

    seq: int
    head: _Node
    redoable: tuple[_Node, ...]


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
        root = _Node(seq=seq, state=state)
        self._mark = Mark(seq=seq, head=root, redoable=())
        self._with_state: deque[_Node] = deque()

    @property
    def state(self) -> State:
        """The position as it stands."""
        return _state_of(self._mark.head)

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
        return tuple(node.command for node in _path_back(self._mark.head) if node.command)

    @property
    def redoable(self) -> tuple[Command, ...]:
        """The commands that redo would bring back, in order."""
        return tuple(node.command for node in reversed(self._mark.redoable) if node.command)

    def ledger(self, mark: Mark, count: int) -> tuple[LedgerLine, ...]:
        """Return the last *count* transfers that stand at *mark*, oldest first."""
        node: _Node | None = mark.head
        turn = _state_of(mark.head).turns
        lines: list[LedgerLine] = []
        while node is not None and len(lines) < count:
            for event in reversed(node.events):
                if isinstance(event, MoneyTransferred):
                    lines.append(_line(node.seq, turn, event))
                turn -= isinstance(event, TurnBegan)
            node = node.parent
        return tuple(reversed(lines[:count]))

    def past(self, mark: Mark, after: int, count: int) -> tuple[State, tuple[PastStep, ...], bool]:
        """Return the state the game began with and up to *count* steps after `seq` *after*.

        The last value says whether these are the newest at *mark*.
        """
        nodes: list[_Node] = []
        node = mark.head
        while node.parent is not None:
            if node.seq > after:
                nodes.append(node)
            node = node.parent
        page = tuple(_past_step(each) for each in reversed(nodes[-count:]))
        return _state_of(node), page, len(page) == len(nodes)

    def decide_command(self, command: Command) -> Step | Refused:
        """Judge *command* in the present state; nothing changes yet."""
        decision = decide(self.state, command)
        if isinstance(decision, Accepted):
            return self._commanded(command, decision.events, decision.state)
        return decision

    def recorded(self, command: Command, events: tuple[Event, ...]) -> Step:
        """Return the step of an earlier decision, as a journal or a table tells it."""
        return self._commanded(command, events, evolve(self.state, events))

    def undo(self, count: int = 1) -> Step | Declined:
        """Take back the last *count* accepted commands, at least 1."""
        head, redoable = self._mark.head, self._mark.redoable
        taken: list[_Node] = []
        while len(taken) < count and head.undo_to is not None:
            taken.append(head)
            head = head.undo_to
        if count < 1 or len(taken) < count:
            return Declined(_too_few_to_undo(len(taken)))
        return self._step("undo", tuple(taken), head, (*redoable, *taken))

    def redo(self, count: int = 1) -> Step | Declined:
        """Bring back the last *count* commands taken back, at least 1."""
        redoable = self._mark.redoable
        if not 1 <= count <= len(redoable):
            return Declined(_too_few_to_redo(len(redoable)))
        back = redoable[: -count - 1 : -1]
        return self._step("redo", back, back[-1], redoable[:-count])

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
        taken = self._back_to(RecordRoll)
        if taken is None:
            return Declined(_("There is no throw to strike out."))
        parent = taken[-1].parent
        assert parent is not None, "a throw is never the root"
        return self._step("strike", taken, parent, (*self._mark.redoable, self._mark.head))

    def recorded_correction(
        self, command: Command, events: tuple[Event, ...], count: int
    ) -> Step | None:
        """Return the step of an earlier correction that took back *count* commands, if it fits."""
        parent = self._mark.head
        for _place in range(count):
            if parent.parent is None:
                return None
            parent = parent.parent
        return self._corrected(parent, command, events, count)

    def adopt(self, step: Step) -> None:
        """Make *step* so; it must have been decided where the game stands now."""
        assert step.start is self._mark, "a step is adopted where it was decided"
        self._mark = step.end
        if step.events:
            self._keep_state(step.end.head)

    def advance(self) -> None:
        """Count a step that changed nothing in the game: a start, a signal that did not count."""
        self._mark = msgspec.structs.replace(self._mark, seq=self._mark.seq + 1)

    def restore(self, mark: Mark) -> None:
        """Forget all that was adopted since *mark*."""
        self._mark = mark

    def _commanded(self, command: Command, events: tuple[Event, ...], state: State) -> Step:
        head = self._mark.head
        is_new_game = isinstance(command, OpenGame)
        parent = None if is_new_game else head
        node = _Node(
            seq=self._mark.seq + 1,
            command=command,
            events=events,
            state=state,
            parent=parent,
            undo_to=parent,
            depth=parent.depth + 1 if parent else 0,
        )
        return Step(
            kind="command",
            commands=(command,),
            events=events,
            before=self.state,
            state=state,
            count=0,
            start=self._mark,
            end=Mark(seq=self._mark.seq + 1, head=node, redoable=()),
        )

    def _corrected(
        self, parent: _Node, command: Command, events: tuple[Event, ...], count: int
    ) -> Step:
        state = evolve(_state_of(parent), events)
        node = _Node(
            seq=self._mark.seq + 1,
            command=command,
            events=events,
            state=state,
            parent=parent,
            undo_to=self._mark.head,
            depth=parent.depth + 1,
        )
        return Step(
            kind="correct_card" if isinstance(command, ReportCard) else "correct_roll",
            commands=(command,),
            events=events,
            before=self.state,
            state=state,
            count=count,
            start=self._mark,
            end=Mark(seq=self._mark.seq + 1, head=node, redoable=()),
        )

    def _back_to(self, kind: type[Command]) -> tuple[_Node, ...] | None:
        """Return what stands from the last command of *kind* on, last first; None without one."""
        node = self._mark.head
        taken = [node]
        while not isinstance(node.command, kind):
            if node.parent is None:
                return None
            node = node.parent
            taken.append(node)
        return tuple(taken)

    def _decide_correction(self, taken: tuple[_Node, ...], command: Command) -> Step | Refused:
        parent = taken[-1].parent
        assert parent is not None, "what is corrected is never the root"
        decision = decide(_state_of(parent), command)
        if not isinstance(decision, Accepted):
            return decision
        return self._corrected(parent, command, decision.events, len(taken))

    def _step(
        self, kind: str, nodes: tuple[_Node, ...], head: _Node, redoable: tuple[_Node, ...]
    ) -> Step:
        return Step(
            kind=kind,
            commands=tuple(node.command for node in nodes if node.command),
            events=(),
            before=self.state,
            state=_state_of(head),
            count=len(nodes),
            start=self._mark,
            end=Mark(seq=self._mark.seq + 1, head=head, redoable=redoable),
        )

    def _keep_state(self, node: _Node) -> None:
        self._with_state.append(node)
        if len(self._with_state) > STATES_KEPT_MAX:
            old = self._with_state.popleft()
            if old.parent is not None and old.depth % CHECKPOINT_STEPS:
                old.state = None


def _past_step(node: _Node) -> PastStep:
    """Return a node with what it replaced, where it is a correction."""
    replaced: list[PastStep] = []
    other = node.undo_to
    while other is not None and other is not node.parent:
        replaced.append(_past_step(other))
        other = other.parent
    return PastStep(
        seq=node.seq, command=node.command, events=node.events, replaced=tuple(replaced[::-1])
    )


def _path_back(head: _Node) -> list[_Node]:
    path = []
    while head.undo_to is not None:
        path.append(head)
        head = head.undo_to
    return path


def _state_of(node: _Node) -> State:
    """Return the node's state, folded again from the nearest one kept."""
    missing: list[_Node] = []
    while node.state is None:
        missing.append(node)
        assert node.parent is not None, "the root keeps its state"
        node = node.parent
    state = node.state
    for later in reversed(missing):
        state = evolve(state, later.events)
    return state


def _line(seq: int, turn: int, event: MoneyTransferred) -> LedgerLine:
    return LedgerLine(seq, turn, event.payer, event.payee, event.amount, event.reason)


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
