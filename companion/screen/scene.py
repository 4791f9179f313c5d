"""All that a screen is drawn from, in one value."""

from dataclasses import dataclass, field

from companion.locales import language
from companion.protocol import DeviceHealth, Measured, Prompt, Storage, Tongue
from companion.screen.look import Look
from companion.screen.page import Page
from companion.screen.plan import BUTTONS_MAX, Plan
from companion.views.figures import Figures
from companion.views.history import HistoryRow
from companion.views.ledger import LedgerRow
from companion.views.story import Story
from companion.views.words import shortened
from engine.state import State

HIDDEN_MAX = 2  # choices that the arrows beside the buttons stand for; more are a list
PUT_BACK = frozenset({"undo", "strike"})
"""Questions whose lines say what hands would have to put back."""
SEATING = "seats"
"""Questions whose lines say who sits where."""
HelpRow = tuple[str, str]
"""Keys, and what they do; a heading has no keys."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of the table, and how it is to look."""

    look: Look
    plan: Plan
    state: State | None
    """None until the table has said `Welcome`."""
    story: Story
    prompt: Prompt | None
    seconds_left: float | None
    """Of the prompt's countdown, as of now."""
    devices: tuple[DeviceHealth, ...]
    storage: Storage | None
    is_connected: bool
    way_back: str
    """The command that brings the table back where it is gone for good."""
    notice: str = ""
    is_warning: bool = False
    page: Page | None = None
    """What lies over the board; the rest of a scene is filled as far as it needs it."""
    rows: tuple[LedgerRow, ...] = ()
    """The whole ledger."""
    history: tuple[HistoryRow, ...] = ()
    put_back: tuple[str, ...] = ()
    """What hands must do if the last act, or all to the chosen line of history, is taken back."""
    figures: Figures | None = None
    measured: Measured | None = None
    tongue: Tongue = field(default_factory=Tongue)
    help: tuple[HelpRow, ...] = ()

    @property
    def context(self) -> tuple[object, ...]:
        """What hardly ever changes and nearly everything is drawn from."""
        state = self.state
        edition, names = (None, ()) if state is None else (state.edition, state.names)
        return (self.look, self.plan, edition, names, language())

    def shorten(self, words: str, width: int) -> str:
        """Return *words* with spaces by their short names where they would not fit."""
        return words if self.state is None else shortened(self.state.edition, words, width)

    @property
    def sheet(self) -> str:
        """What lies over the board: a page's kind, `wallet`, `deal`, `lines`; empty: nothing."""
        if self.state is None:
            return ""
        if self.page is not None:
            return self.page.kind
        return "" if self.plan.size == "L" else self.opened

    @property
    def opened(self) -> str:
        """What the question lays open: `wallet`, `deal`, `lines`, or nothing."""
        prompt, state = self.prompt, self.state
        if prompt is None or state is None or not state.cash:
            return ""
        if prompt.deal is not None:
            return "deal"
        if prompt.kind == "wallet" and prompt.player is not None:
            return "wallet"
        is_elsewhere = prompt.kind in PUT_BACK or self.has_seats_in_strip
        return "lines" if prompt.lines and not is_elsewhere else ""

    @property
    def has_seats_in_strip(self) -> bool:
        """Whether new seats stand beside the ledger: players are tapped by a finger meanwhile."""
        prompt = self.prompt
        is_asked = prompt is not None and prompt.kind == SEATING and bool(prompt.lines)
        return is_asked and self.plan.size == "S"

    @property
    def has_list(self) -> bool:
        """Whether the question offers many more choices than the prompt bar has buttons."""
        prompt = self.prompt
        if prompt is None or prompt.kind == "auction" or self.opened or self.has_seats_in_strip:
            return False
        return len(prompt.choices) > BUTTONS_MAX[self.plan.size] + HIDDEN_MAX
