"""The table as the screen has followed it: messages in, scenes out; time as an argument."""

from collections.abc import Callable
from typing import TypeVar, cast

from companion.locales import language
from companion.protocol import (
    DeviceHealth,
    Devices,
    Measured,
    Message,
    Notice,
    PastStep,
    Prompt,
    PromptShown,
    ReceiptsSeen,
    Reply,
    Storage,
    Tongue,
    Transition,
    Welcome,
)
from companion.screen.keys import help_rows
from companion.screen.look import Look
from companion.screen.motion import Motion, motion_of
from companion.screen.page import Kind, Page
from companion.screen.plan import Plan
from companion.screen.scene import Scene
from companion.views.figures import Figures, figures_of
from companion.views.history import HistoryRow, history_rows, past_rows, put_back
from companion.views.ledger import LedgerRow, rows_of_lines
from companion.views.past import Past
from companion.views.story import Story, done, opening_story, readopted, told
from engine.evolve import evolve
from engine.phases import GameOver
from engine.state import State

T = TypeVar("T")

PAST_PAGES = frozenset({Kind.LEDGER, Kind.HISTORY, Kind.FIGURES})
NOTICE_S = 8.0  # a notice stays long enough to be read twice
NOTICE_READ_S = 3.0  # and this long at least, where another question does not contradict it
NOTICE_OWN_S = 0.5  # the question that comes so soon after a notice came with it
_SAME_FOR_ALL = frozenset({"auction", "want"})  # asked in other words at each bid, and no other


class Followed:
    """What the messages so far amount to."""

    def __init__(self, *, is_animated: bool = False, way_back: str = "play") -> None:
        self.is_animated = is_animated
        """Whether tokens hop and balances count up."""
        self.way_back = way_back
        """The command that brings the table back where it is gone for good."""
        self.page: Page | None = None
        self.past: Past | None = None
        self.measured: Measured | None = None
        self.tongue = Tongue()
        self._motion: Motion | None = None
        self._memo: dict[str, tuple[object, object]] = {}
        self.state: State | None = None
        self.prompt: Prompt | None = None
        self.devices: tuple[DeviceHealth, ...] = ()
        self.storage: Storage | None = None
        self.is_connected = True
        self.story = Story()
        self._deadline: float | None = None
        self._notice = ""
        self._is_warning = False
        self._notice_since = 0.0
        self._notice_until = 0.0

    def take(self, message: Message, now: float) -> None:  # noqa: C901  # one flat table
        """Follow *message*, which came at *now* seconds of a clock that never goes back."""
        match message:
            case Welcome():
                self._welcome(message, now)
            case Transition():
                self._outdate(message)
                self._follow(message, now)
            case PromptShown(prompt=prompt):
                self._ask(prompt, now)
            case Notice(text=text, is_warning=is_warning):
                self.say(text, now, is_warning=is_warning)
            case Devices(devices=devices):
                self.devices = devices
            case Storage():
                self.storage = message
            case Tongue():
                self.tongue = message
            case Measured():
                self.measured = message
            case ReceiptsSeen():
                self.story = done(self.story)
            case Reply(is_accepted=is_accepted, sentence=sentence):
                if sentence:
                    self.say(sentence, now, is_warning=not is_accepted)
            case _:
                pass  # what a request of this screen's own brings, it waits for

    def _outdate(self, message: Transition) -> None:
        """Take a warning down once the game has gone on: what was wrong before is no news."""
        if message.command is not None and self._is_warning:
            self._notice = ""

    def say(self, text: str, now: float, *, is_warning: bool = False) -> None:
        """Show a sentence for `NOTICE_S`."""
        self._notice = text
        self._is_warning = is_warning
        self._notice_since = now
        self._notice_until = now + NOTICE_S

    def players(self) -> int:
        """Return how many are seated."""
        return 0 if self.state is None else len(self.state.names)

    def is_ticking(self, now: float) -> bool:
        """Return whether something changes by time alone: a countdown, a notice to take down."""
        is_counting = self._deadline is not None and self._deadline > now - 1
        return is_counting or bool(self._notice)

    def is_moving(self, now: float) -> bool:
        """Return whether a token is on its way or a balance is counted."""
        return self._motion is not None and not self._motion.is_over(now)

    def remember(self, start: State, steps: tuple[PastStep, ...]) -> None:
        """Take the game from its beginning, as the table recalls it, if it leads to where it is."""
        past = Past(start, steps, is_whole=True)
        if past.state == self.state:
            self.past = past

    @property
    def is_past_wanted(self) -> bool:
        """Whether something is shown that needs the game from its beginning."""
        if self.past is None or self.past.is_whole or self.state is None:
            return False
        is_over = isinstance(self.state.phase, GameOver)
        return is_over or (self.page is not None and self.page.kind in PAST_PAGES)

    def scene(self, look: Look, plan: Plan, now: float) -> Scene:
        """Return what is to be drawn at *now*."""
        if self._notice and now >= self._notice_until:
            self._notice = ""
        left = None if self._deadline is None else max(0.0, self._deadline - now)
        state = self.state
        if self._motion is not None and state is not None:
            state = self._motion.shown(state, now)
            if self._motion.is_over(now):
                self._motion = None
        kind = self.page.kind if self.page else None
        return Scene(
            look=look,
            plan=plan,
            state=state,
            story=self.story,
            prompt=self.prompt,
            seconds_left=left,
            devices=self.devices,
            storage=self.storage,
            is_connected=self.is_connected,
            way_back=self.way_back,
            notice=self._notice,
            is_warning=self._is_warning,
            page=self.page,
            rows=self.ledger() if kind is Kind.LEDGER else (),
            history=self.history() if kind is Kind.HISTORY else (),
            put_back=self._put_back(kind),
            figures=self._figures() if self._has_figures(kind) else None,
            measured=self.measured,
            tongue=self.tongue,
            help=help_rows() if kind is Kind.HELP else (),
        )

    def ledger(self) -> tuple[LedgerRow, ...]:
        """Return the ledger from as far back as it is known."""
        past = self.past
        if past is None or not past.is_whole:
            state = self.state
            return () if state is None else rows_of_lines(state.edition, self.story.lines)
        return self._once("rows", past, lambda: past_rows(past))

    def history(self) -> tuple[HistoryRow, ...]:
        """Return what was done, the newest last."""
        past = self.past
        return () if past is None else self._once("history", past, lambda: history_rows(past))

    def chosen_step(self) -> int | None:
        """Return the place in the past of the line chosen on the page of history."""
        count = len(self.history())
        if self.page is None or self.page.kind is not Kind.HISTORY or not count:
            return None
        return count - 1 - min(self.page.cursor, count - 1)

    def _put_back(self, kind: Kind | None) -> tuple[str, ...]:
        past = self.past
        if kind is None and self.prompt is not None and self.prompt.kind == "strike":
            return self.prompt.lines
        if past is None or not past.steps:
            return ()
        if kind is Kind.HISTORY:
            index = self.chosen_step()
            return () if index is None else put_back(past, index)
        is_asked = self.prompt is not None and self.prompt.kind == "undo"
        return put_back(past, len(past.steps) - 1) if is_asked else ()

    def _has_figures(self, kind: Kind | None) -> bool:
        is_over = self.state is not None and isinstance(self.state.phase, GameOver)
        return is_over or kind is Kind.FIGURES

    def _figures(self) -> Figures | None:
        past = self.past
        return None if past is None else self._once("figures", past, lambda: figures_of(past))

    def _once(self, name: str, past: Past, make: Callable[[], T]) -> T:
        """Return what is made of the past, made anew only when that or the language changed."""
        key = (past, past.steps, language())
        known = self._memo.get(name)
        if known is None or known[0] != key:
            known = (key, make())
            self._memo[name] = known
        return cast("T", known[1])

    def _welcome(self, welcome: Welcome, now: float) -> None:
        self.state = welcome.state
        self.devices = welcome.devices
        self.storage = None
        self.is_connected = True
        self.story = opening_story(welcome.state, welcome.ledger)
        self.past = Past(welcome.state)
        self.tongue = welcome.tongue
        self._motion = None
        self._ask(welcome.prompt, now)

    def _follow(self, transition: Transition, now: float) -> None:
        if self.state is None:
            return
        before = self.state
        self._motion = None
        if transition.state is not None:
            self.state = transition.state
            self.story = readopted(self.story, before, transition, self.state)
        else:
            self.state = evolve(before, transition.events)
            self.story = told(self.story, before, transition, self.state)
            if self.is_animated:
                self._motion = motion_of(before, transition.events, self.state, now)
        if self.past is not None:
            self.past.follow(transition, self.state)

    def _ask(self, prompt: Prompt | None, now: float) -> None:
        if _question(prompt) != _question(self.prompt):
            self._outask(now)
        self.prompt = prompt
        left = None if prompt is None else prompt.seconds_left
        self._deadline = None if left is None else now + left

    def _outask(self, now: float) -> None:
        """Take down what was said at an earlier question: a warning at once, else once read."""
        if now - self._notice_since < NOTICE_OWN_S:
            return
        if self._is_warning:
            self._notice = ""
        self._notice_until = min(self._notice_until, self._notice_since + NOTICE_READ_S)


def _question(prompt: Prompt | None) -> tuple[object, ...]:
    """Return what makes one question another, whatever is highlighted or counted."""
    if prompt is None or prompt.kind in _SAME_FOR_ALL:
        return () if prompt is None else (prompt.kind,)
    return prompt.kind, prompt.player, prompt.title
