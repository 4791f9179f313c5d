"""A table of hands for the tests of the flows: what they ask for is decided, and told back."""

from collections.abc import Iterable

from companion.editions import load_edition
from companion.flows import inputs as i
from companion.flows.flows import Flows
from companion.flows.meanings import Meaning, PlayerCard
from companion.flows.outcome import Asked, Outcome
from companion.flows.settings import Settings
from companion.protocol import CorrectCard, CorrectRoll, Prompt, Strike, Submit, Undo
from engine.commands import Command, RecordRoll, ReportCard, SeatPlayers
from engine.corrections import SetTurn
from engine.decide import Accepted, decide
from engine.events import Event
from engine.ids import AccountId, PlayerId, SpaceId
from engine.state import State, new_state

ADA, BEN, CHIARA, _DORA = (PlayerId(AccountId(seat)) for seat in range(4))
NAMES = ("Ada", "Ben", "Chiara", "Dora")


def space(slug: str) -> SpaceId:
    """Return the space of that slug on the `us` board."""
    spaces = load_edition("us").spaces
    return SpaceId(next(at for at, printed in enumerate(spaces) if printed.slug == slug))


def lobby(*names: str) -> State:
    """Return a table before the start with these players seated."""
    state = new_state(load_edition("us"))
    return after(state, SeatPlayers(names)) if names else state


def game(*commands: Command, players: int = 3, turn: PlayerId = ADA) -> State:
    """Return a game of *players* in which *turn* is to throw, after *commands*."""
    return after(lobby(*NAMES[:players]), SetTurn(turn), *commands)


def after(state: State, *commands: Command) -> State:
    """Return the state after commands that must all be accepted."""
    for command in commands:
        decision = decide(state, command)
        assert isinstance(decision, Accepted), f"{command}: {decision}"
        state = decision.state
    return state


class TapTable:
    """Steps the flows as the table does, with a clock that moves only when told."""

    def __init__(
        self, state: State, settings: Settings | None = None, *, is_switched_on: bool = False
    ) -> None:
        """Lay out *state*; hands are slow enough for what stands still, unless *settings* say."""
        self.state = state
        self.flows = Flows(settings or Settings(boot="b", stand_s=0.0))
        self.now_s = 1000.0
        self.commands: list[Command] = []
        self.requests: list[Asked] = []
        self.enrolled: dict[str, Meaning] = {}
        first = i.StateChanged("boot") if is_switched_on else i.Tick()
        self.out: Outcome = self.flows.step(state, first, self.now_s)
        self._count = 0
        self.past: list[i.PastAct] = []
        self.notices: list = []

    @property
    def prompt(self) -> Prompt:
        """What the screen asks."""
        assert self.out.prompt is not None, "the table always asks something"
        return self.out.prompt

    @property
    def highlighted(self) -> str:
        """The label that is highlighted; empty where none is."""
        at = self.prompt.highlight
        return "" if at is None else self.prompt.choices[at].label

    @property
    def said(self) -> str:
        """The sentences of the last input."""
        return " ".join(notice.text for notice in self.notices)

    @property
    def is_warned(self) -> bool:
        """Whether the last input was answered as meaning nothing."""
        return any(notice.is_warning for notice in self.notices)

    def tap(self, *names: str) -> "TapTable":
        """Tap players' cards one after the other."""
        for name in names:
            self.tap_card(PlayerCard(name), uid=f"uid of {name}")
        return self

    def tap_card(self, meaning: Meaning | None, uid: str = "04AA", tech: str = "ntag") -> None:
        """Tap one card and take it away."""
        self._count += 1
        self.do(i.CardTapped(f"tap:reader-1:{self._count}", uid, meaning, tech))
        self._do_quietly(i.CardGone(uid))

    def press(self, button: str, held_s: float = 0.1) -> None:
        """Press a button and let it go."""
        self._count += 1
        self.do(i.Pressed(f"board:x:y:{self._count}", button))
        if held_s > 1:
            self.wait(held_s)
        self._do_quietly(i.Pressed(f"board:x:y:{self._count}+", button, is_down=False))

    def knob(self, detents: int) -> None:
        """Turn the knob."""
        self.do(i.KnobMoved(detents))

    def choose(self, beginning: str) -> None:
        """Turn the knob until the choice with this beginning is highlighted."""
        for _ in range(len(self.prompt.choices) + 1):
            if self.highlighted.startswith(beginning):
                return
            self.knob(1)
        raise AssertionError(f"{beginning} is none of {[c.label for c in self.prompt.choices]}")

    def throw(self, *dice: int, age_s: int = 0) -> None:
        """Let the dice settle."""
        self._count += 1
        self.do(i.DiceThrown(f"board:x:y:{self._count}", dice, age_s))

    def wait(self, seconds: float) -> None:
        """Let time pass, in steps as short as the flows ask for."""
        until_s = self.now_s + seconds
        self._clear()
        while self.now_s < until_s:
            wake_s = self.out.wake_at_s
            self.now_s = until_s if wake_s is None else min(until_s, max(wake_s, self.now_s + 0.01))
            self._step(i.Tick())

    def do(self, given: i.Input) -> None:
        """Step once, and see what is asked for done."""
        self._clear()
        self._step(given)

    def _clear(self) -> None:
        self.notices: list = []
        self.commands = []
        self.requests = []
        self.happened: list[tuple[Command, tuple[Event, ...]]] = []
        self.cues: list = []

    def _do_quietly(self, given: i.Input) -> None:
        kept = self.notices, self.commands, self.requests, self.happened, self.cues
        self.do(given)
        self.notices, self.commands, self.requests, self.happened, self.cues = kept

    def _step(self, given: i.Input) -> None:
        self.out = out = self.flows.step(self.state, given, self.now_s)
        self.notices += out.notices
        self.cues += out.cues
        self.enrolled |= {enrol.uid: enrol.meaning for enrol in out.enrolments}
        for request in out.requests:
            self.requests.append(request)
            if not isinstance(request, Submit):
                self._take_back(request)
                continue
            decision = decide(self.state, request.command)
            if not isinstance(decision, Accepted):
                self._step(i.RequestRefused(str(decision.refusal), request.command))
                return
            before = self.state
            self.past.append(i.PastAct(before, request.command))
            self.state = decision.state
            self.commands.append(request.command)
            self.happened.append((request.command, decision.events))
            self._step(
                i.StateChanged("command", before, request.command, decision.events, request.actor)
            )

    def _take_back(self, request: Asked) -> None:
        """Do as the table does with an undo, a strike or a correction."""
        if isinstance(request, Undo):
            gone = self.past[-request.count :]
            del self.past[-request.count :]
            kind = "undo"
        else:
            sought = ReportCard if isinstance(request, CorrectCard) else RecordRoll
            at = max(n for n, act in enumerate(self.past) if isinstance(act.command, sought))
            gone, self.past = self.past[at:], self.past[:at]
            kind = "strike" if isinstance(request, Strike) else "correct_roll"
        self.state = gone[0].before
        if isinstance(request, CorrectRoll):
            self.state = after(self.state, RecordRoll(request.die_1, request.die_2))
        elif isinstance(request, CorrectCard):
            self.state = after(self.state, ReportCard(request.card))
        self._step(i.Past(tuple(self.past), ()))
        self._step(i.StateChanged(kind))


def by_hand(table: TapTable, commands: Iterable[Command]) -> None:
    """Let commands come from elsewhere: the console, another client."""
    for command in commands:
        table.do(i.Tick())
        decision = decide(table.state, command)
        assert isinstance(decision, Accepted), f"{command}: {decision}"
        before, table.state = table.state, decision.state
        table.past.append(i.PastAct(before, command))
        table.do(i.StateChanged("command", before, command, decision.events))
