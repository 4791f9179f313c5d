"""The game so far as a client follows it: its steps, the state after each, undo and redo."""

from companion.protocol import PastStep, Transition
from engine.commands import OpenGame
from engine.evolve import evolve
from engine.state import State

Path = tuple[PastStep, ...]

CORRECTIONS = frozenset({"correct_roll", "correct_card"})


class Past:
    """Steps from *start* on; `is_whole` once they reach back to the game's beginning."""

    def __init__(self, start: State, steps: Path = (), *, is_whole: bool = False) -> None:
        self.start = start
        self.is_whole = is_whole
        self._redoable: list[Path] = []
        self.steps: Path = ()
        self.states: list[State] = []
        """The state after each step."""
        self._take_path(steps)

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.states[-1] if self.states else self.start

    def before(self, index: int) -> State:
        """Return the state before the step at *index*."""
        return self.states[index - 1] if index else self.start

    def undo_count(self, index: int) -> int:
        """Return how many commands undo takes back until the step at *index* is taken back too."""
        return sum(_weight(step) for step in self.steps[index:])

    def follow(self, transition: Transition, after: State) -> None:
        """Follow what has just become durable; *after* is the state it led to."""
        match transition.kind:
            case "command" if isinstance(transition.command, OpenGame):
                self._begin_anew(after, is_whole=True)
            case "command":
                self._redoable.clear()
                self._append(_step(transition, ()), after)
            case "undo":
                self._undo(transition.count)
            case "redo":
                self._redo(transition.count)
            case "strike":
                self._redoable.append(self.steps)
                self._drop(transition.count)
            case kind if kind in CORRECTIONS:
                replaced = self.steps[-transition.count :] if transition.count else ()
                self._redoable.clear()
                self._drop(transition.count)
                self._append(_step(transition, replaced), after)
            case _:
                return
        if self.state != after:  # it leads behind what this client has seen
            self._begin_anew(after, is_whole=False)

    def _begin_anew(self, start: State, *, is_whole: bool) -> None:
        self.start, self.is_whole = start, is_whole
        self.steps, self.states, self._redoable = (), [], []

    def _append(self, step: PastStep, after: State) -> None:
        self.steps = (*self.steps, step)
        self.states.append(after)

    def _drop(self, count: int) -> None:
        kept = max(0, len(self.steps) - count)
        self.steps = self.steps[:kept]
        del self.states[kept:]

    def _undo(self, count: int) -> None:
        path = self.steps
        for _time in range(count):
            if not path:
                break
            self._redoable.append(path)
            path = path[:-1] + path[-1].replaced
        self._take_path(path)

    def _redo(self, count: int) -> None:
        if 0 < count <= len(self._redoable):
            path = self._redoable[-count]
            del self._redoable[-count:]
            self._take_path(path)

    def _take_path(self, path: Path) -> None:
        """Stand at the end of *path*; states that are the same are kept."""
        common = 0
        for old, new in zip(self.steps, path, strict=False):
            if old is not new:
                break
            common += 1
        del self.states[common:]
        for step in path[common:]:
            self.states.append(evolve(self.state, step.events))
        self.steps = path


def _weight(step: PastStep) -> int:
    return 1 + sum(_weight(other) for other in step.replaced)


def _step(transition: Transition, replaced: Path) -> PastStep:
    return PastStep(
        seq=transition.seq,
        command=transition.command,
        events=transition.events,
        replaced=replaced,
    )
