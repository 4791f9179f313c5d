"""The table as the screen has followed it: messages in, scenes out; time as an argument."""

from companion.protocol import (
    DeviceHealth,
    Devices,
    Message,
    Notice,
    Prompt,
    PromptShown,
    Reply,
    Storage,
    Transition,
    Welcome,
)
from companion.screen.look import Look
from companion.screen.plan import Plan
from companion.screen.scene import Scene
from companion.views.story import Story, opening_story, readopted, told
from engine.evolve import evolve
from engine.state import State

NOTICE_S = 8.0  # a notice stays long enough to be read twice


class Followed:
    """What the messages so far amount to."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.prompt: Prompt | None = None
        self.devices: tuple[DeviceHealth, ...] = ()
        self.storage: Storage | None = None
        self.is_connected = True
        self.story = Story()
        self._deadline: float | None = None
        self._notice = ""
        self._is_warning = False
        self._notice_until = 0.0

    def take(self, message: Message, now: float) -> None:
        """Follow *message*, which came at *now* seconds of a clock that never goes back."""
        match message:
            case Welcome():
                self._welcome(message, now)
            case Transition():
                self._follow(message)
            case PromptShown(prompt=prompt):
                self._ask(prompt, now)
            case Notice(text=text, is_warning=is_warning):
                self.say(text, now, is_warning=is_warning)
            case Devices(devices=devices):
                self.devices = devices
            case Storage():
                self.storage = message
            case Reply(is_accepted=is_accepted, sentence=sentence):
                if sentence:
                    self.say(sentence, now, is_warning=not is_accepted)
            case _:
                pass  # counters and the like are not for the screen

    def say(self, text: str, now: float, *, is_warning: bool = False) -> None:
        """Show a sentence for `NOTICE_S`."""
        self._notice = text
        self._is_warning = is_warning
        self._notice_until = now + NOTICE_S

    def players(self) -> int:
        """Return how many are seated."""
        return 0 if self.state is None else len(self.state.names)

    def is_ticking(self, now: float) -> bool:
        """Return whether something changes by time alone: a countdown, a notice to take down."""
        is_counting = self._deadline is not None and self._deadline > now - 1
        return is_counting or bool(self._notice)

    def scene(self, look: Look, plan: Plan, now: float) -> Scene:
        """Return what is to be drawn at *now*."""
        if self._notice and now >= self._notice_until:
            self._notice = ""
        left = None if self._deadline is None else max(0.0, self._deadline - now)
        return Scene(
            look=look,
            plan=plan,
            state=self.state,
            story=self.story,
            prompt=self.prompt,
            seconds_left=left,
            devices=self.devices,
            storage=self.storage,
            is_connected=self.is_connected,
            notice=self._notice,
            is_warning=self._is_warning,
        )

    def _welcome(self, welcome: Welcome, now: float) -> None:
        self.state = welcome.state
        self.devices = welcome.devices
        self.storage = None
        self.is_connected = True
        self.story = opening_story(welcome.state, welcome.ledger)
        self._ask(welcome.prompt, now)

    def _follow(self, transition: Transition) -> None:
        if self.state is None:
            return
        before = self.state
        if transition.state is not None:
            self.state = transition.state
            self.story = readopted(self.story, before, self.state, transition.kind)
            return
        self.state = evolve(before, transition.events)
        self.story = told(self.story, before, transition.events, self.state)

    def _ask(self, prompt: Prompt | None, now: float) -> None:
        self.prompt = prompt
        left = None if prompt is None else prompt.seconds_left
        self._deadline = None if left is None else now + left
