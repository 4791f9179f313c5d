"""What a timeline is made of: accepted commands where they stand, read when somebody looks."""

import msgspec

from companion.flows.inputs import PastAct
from companion.protocol import PastStep
from engine.codec import decode_command, decode_events, decode_state
from engine.commands import AdvanceClock, Command, OpenGame
from engine.events import CardTaken, ClockAdvanced, Event
from engine.evolve import evolve
from engine.ids import CardId
from engine.state import State


class Decided(msgspec.Struct, frozen=True):
    """A command and what followed from it."""

    command: Command | None
    """None: the root, before anything was decided."""
    events: tuple[Event, ...]


class Recorded(msgspec.Struct, frozen=True):
    """A command and what followed from it as a journal keeps them."""

    command: bytes
    events: bytes
    version: int


class Node(msgspec.Struct, eq=False, kw_only=True):
    """One accepted command where it stands in the game, and where undo leads from it."""

    seq: int
    made: Decided | Recorded
    kept: State | bytes | None
    """The state after the command, as JSON where it comes from a journal; None: fold it again."""
    parent: "Node | None" = None
    undo_to: "Node | None" = None
    depth: int = 0
    is_clock: bool = False
    """Whether it only told the time played: nobody did that, so nobody takes it back."""
    clock_s: int = 0
    """Seconds played so far."""

    @property
    def command(self) -> Command | None:
        """What was asked for; None at the root."""
        return self._decided.command

    @property
    def events(self) -> tuple[Event, ...]:
        """What followed from it."""
        return self._decided.events

    @property
    def _decided(self) -> Decided:
        made = self.made
        if isinstance(made, Recorded):
            events = decode_events(made.events, made.version)
            self.made = made = Decided(decode_command(made.command), events)
        return made


class Mark(msgspec.Struct, frozen=True):
    """A place to come back to with `Timeline.restore`."""

    seq: int
    head: Node
    redoable: tuple[Node, ...]


class Move(msgspec.Struct, frozen=True):
    """Where undo, redo or a strike leads."""

    nodes: tuple[Node, ...]
    """Taken back, last first; or brought back, in order."""
    head: Node
    redoable: tuple[Node, ...]


class _Told(msgspec.Struct, frozen=True):
    """As much of a recorded command as its place in the timeline depends on."""

    type: str
    seconds: int = 0


_decode_told = msgspec.json.Decoder(_Told).decode
_CLOCK = b'"AdvanceClock"'
_OPENING = b'"OpenGame"'


def seconds_told(made: Decided | Recorded) -> int:
    """Return the seconds that a clock step tells; 0 where it is none."""
    if isinstance(made, Decided):
        return made.command.seconds if isinstance(made.command, AdvanceClock) else 0
    if _CLOCK not in made.command:  # as almost always, and much sooner seen than decoded
        return 0
    told = _decode_told(made.command)
    return told.seconds if told.type == AdvanceClock.__name__ else 0


def is_opening(made: Recorded) -> bool:
    """Return whether a recorded command begins a game."""
    return _OPENING in made.command and _decode_told(made.command).type == OpenGame.__name__


def state_of(node: Node) -> State:
    """Return the node's state, folded again from the nearest one kept."""
    missing: list[Node] = []
    while node.kept is None:
        missing.append(node)
        assert node.parent is not None, "the root keeps its state"
        node = node.parent
    if isinstance(node.kept, bytes):
        node.kept = decode_state(node.kept)
    if not missing:
        return node.kept
    return evolve(node.kept, tuple(e for later in reversed(missing) for e in later.events))


def people_s(nodes: tuple[Node, ...]) -> tuple[Command, ...]:
    """Return the commands of *nodes* that somebody gave."""
    return tuple(node.command for node in nodes if node.command and not node.is_clock)


def recent_acts(head: Node, count: int) -> tuple[PastAct, ...]:
    """Return the last *count* commands that stand at *head*, each with the state before it."""
    acts: list[PastAct] = []
    node = head
    while node.parent is not None and node.command is not None and len(acts) < count:
        if not node.is_clock:
            acts.append(PastAct(state_of(node.parent), node.command))
        node = node.parent
    return tuple(reversed(acts))


def cards_drawn(head: Node) -> tuple[CardId, ...]:
    """Return the cards drawn in the game as it stands at *head*, oldest first."""
    drawn: list[CardId] = []
    node: Node | None = head
    while node is not None:
        drawn += [e.card for e in reversed(node.events) if isinstance(e, CardTaken)]
        node = node.parent
    return tuple(reversed(drawn))


def path_back(head: Node) -> tuple[Node, ...]:
    """Return what undo would take back from *head* on, last first."""
    path = []
    while head.undo_to is not None:
        path.append(head)
        head = head.undo_to
    return tuple(path)


def past_step(node: Node) -> PastStep:
    """Return a node with what it replaced, where it is a correction."""
    replaced: list[PastStep] = []
    other = node.undo_to
    while other is not None and other is not node.parent:
        replaced.append(past_step(other))
        other = other.parent
    return PastStep(
        seq=node.seq, command=node.command, events=node.events, replaced=tuple(replaced[::-1])
    )


def tells_time_only(command: Command | None, events: tuple[Event, ...]) -> bool:
    """Return whether nothing but the time has changed: no prompt and no view depends on that."""
    is_clock = isinstance(command, AdvanceClock)
    return is_clock and all(isinstance(event, ClockAdvanced) for event in events)
