"""What the flows remember of the evening beside the game itself; nothing of it is durable."""

from collections.abc import Iterable

from companion.flows.bidding import Shared
from companion.flows.inputs import Past, StateChanged
from companion.flows.over import Over
from companion.flows.takeback import History
from engine.board import Deck
from engine.commands import OpenGame, PlaceBid, SayAmount
from engine.events import CardTaken, RentFellDue, TurnBegan
from engine.ids import CardId, PlayerId
from engine.state import State, pile

BOARD = "board"
VOLUMES = 3
"""Sound goes from 0, off, to this, loud."""
WRONG_MAX = 2
"""Wrong answers after which a taught amount is shown."""


class Draws:
    """Which cards of a real deck have been drawn: in the first pass they cannot come again."""

    def __init__(self) -> None:
        self._drawn: set[CardId] = set()

    def begin(self, drawn: Iterable[CardId]) -> None:
        """Begin anew with what was drawn in this game."""
        self._drawn = set(drawn)

    def add(self, card: CardId) -> None:
        """Take note of a card."""
        self._drawn.add(card)

    def left(self, state: State, deck: Deck) -> tuple[CardId, ...]:
        """Return the cards not yet drawn in the first pass; none once it is over."""
        return tuple(card for card in pile(state, deck) if card not in self._drawn)


class Memory:
    """What the flows remember."""

    def __init__(self) -> None:
        self.history = History()
        self.shared = Shared()
        self.draws = Draws()
        self.deal: Over | None = None
        """A trade set aside: either of its parties may call it back."""
        self.volume = 2
        self.is_yes_held = False
        """Whether YES has just been held long enough to give up."""
        self.is_ending = False
        """Whether the game is to end as soon as nothing is open."""
        self.risky: PlaceBid | None = None
        """A bid above cash that needs the card once more."""
        self.landed_s = 0.0
        """When a rent fell due last that may still be asked for."""
        self.lost: set[str] = set()
        """Readers that were there and are not."""
        self._seen: set[str] = set()
        self.stranger = ""
        """The unknown tag that the banker's card would enrol, until `stranger_until_s`."""
        self.stranger_until_s = 0.0
        self._wrong = 0
        self._recalled = 0
        self._turn = -1
        self._holders: set[PlayerId] = set()
        self._stray_until_s = 0.0

    @property
    def is_sum_shown(self) -> bool:
        """Whether a taught amount was missed so often that it is shown."""
        return self._wrong >= WRONG_MAX

    def note(self, change: StateChanged, now_s: float) -> None:
        """Keep up with a command that became durable."""
        self.history.note(change)
        self.shared.note(change)
        self._wrong = 0
        self.risky = None
        if isinstance(change.command, OpenGame):
            self.draws.begin(())
            self.deal, self.is_ending = None, False
        for event in change.events:
            if isinstance(event, CardTaken):
                self.draws.add(event.card)
            elif isinstance(event, RentFellDue):
                self.landed_s = now_s
            elif isinstance(event, TurnBegan):
                self._turn = -1

    def recall(self, past: Past) -> None:
        """Keep up with an undo, a correction or a start."""
        self.history.recall(past.acts)
        self.draws.begin(past.draws)
        self.risky = None
        self._recalled += 1

    @property
    def revision(self) -> tuple[int, bool, int]:
        """What of it questions are made of, besides what goes with state and what lies over it."""
        return self.volume, self.is_sum_shown, self._recalled

    def device_changed(self, device: str, *, is_up: bool) -> None:
        """Take note that a reader came or went; one that was never there is not lost."""
        if device == BOARD:
            return
        if is_up:
            self._seen.add(device)
            self.lost.discard(device)
        elif device in self._seen:
            self.lost.add(device)

    def missed(self, command: object) -> None:
        """Take note that a command was refused."""
        self.history.end()
        self._wrong += isinstance(command, SayAmount)

    def may_hold(self, state: State, player: PlayerId) -> bool:
        """Return whether *player* has not held the dice back in this turn yet; now he has."""
        if self._turn != state.turns:
            self._turn, self._holders = state.turns, set()
        is_first = player not in self._holders
        self._holders.add(player)
        return is_first

    def may_answer_stray(self, now_s: float, again_s: float) -> bool:
        """Return whether a changing or unknown number is answered now: once in *again_s*."""
        if now_s < self._stray_until_s:
            return False
        self._stray_until_s = now_s + again_s
        return True
