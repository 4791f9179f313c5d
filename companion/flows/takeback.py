"""Taking back the last act: what it was, and whose cards must confirm it."""

from collections import deque

import msgspec

from companion.flows import words
from companion.flows.inputs import StateChanged
from companion.flows.outcome import Ask
from companion.locales import _
from engine.commands import (
    AdvanceClock,
    Build,
    BuyDeed,
    Command,
    LiftMortgage,
    MortgageDeed,
    OpenGame,
    SellBuilding,
    SellGroup,
)
from engine.ids import AccountId, PlayerId
from engine.state import State

ACTS_MAX = 200  # more than anybody takes back by cards

_OWN = (BuyDeed, Build, SellBuilding, SellGroup, MortgageDeed, LiftMortgage)
"""Acts in which neither chance nor another player had a part."""


class Act(msgspec.Struct, frozen=True, gc=False):
    """Something done that can be taken back."""

    label: str
    owner: PlayerId | None
    """Whose card alone takes it back; nobody: it needs the banker's and another's."""


class History:
    """The acts of this game since the table started, last last."""

    def __init__(self) -> None:
        self._acts: deque[Act] = deque(maxlen=ACTS_MAX)
        self._is_asked_for = False

    @property
    def last(self) -> Act | None:
        """The act that would be taken back; nothing: the flows did not see it."""
        return self._acts[-1] if self._acts else None

    def ask(self) -> None:
        """Expect the last act to be taken back; another undo is somebody else's, of any length."""
        self._is_asked_for = True

    def note(self, change: StateChanged) -> None:
        """Keep up with what became durable."""
        is_asked_for, self._is_asked_for = self._is_asked_for, False
        if isinstance(change.command, AdvanceClock):
            self._is_asked_for = is_asked_for  # nobody's act: undo leads past it
        elif change.kind == "undo" and is_asked_for and self._acts:
            self._acts.pop()
        elif change.kind != "command":
            self._acts.clear()
        elif change.command is not None and change.before is not None:
            if isinstance(change.command, OpenGame):
                self._acts.clear()
            self._acts.append(_act(change.before, change.command, change.actor))


class TakeBack(msgspec.Struct):
    """An undo that waits for cards."""

    act: Act | None
    has_banker: bool = False
    others: frozenset[PlayerId] = frozenset()

    @property
    def signatures(self) -> tuple[Act | None, bool, frozenset[PlayerId]]:
        """What its ask is made of."""
        return self.act, self.has_banker, self.others

    def sign(self, player: PlayerId | None, *, is_banker: bool) -> bool:
        """Add a card; return whether it is enough now."""
        if self.act is not None and self.act.owner is not None and player == self.act.owner:
            return True
        self.has_banker = self.has_banker or is_banker
        if player is not None and not is_banker:
            self.others |= {player}
        return self.has_banker and bool(self.others)

    def ask(self, state: State, undo_s: float) -> Ask:
        """Return what the table asks while it waits."""
        owner = self.act.owner if self.act else None
        if owner is not None:
            detail = _("{name}'s card confirms, NO leaves it").format(name=state.names[owner])
        elif self.has_banker:
            detail = _("Now another player's card; NO leaves it")
        elif self.others:
            detail = _("Now the banker's card; NO leaves it")
        else:
            detail = _("The banker's card and another player's; NO leaves it")
        label = self.act.label if self.act else _("the last act")
        return Ask(
            kind="undo",
            player=owner,
            title=_("Take back: {act}?").format(act=label),
            detail=detail,
            count_s=undo_s,
        )


def banker_seat(state: State) -> PlayerId | None:
    """Return the seat whose card is the banker's; nobody's where the banker does not play."""
    if state.banker or not state.names:
        return None
    return PlayerId(AccountId(0))


def _act(before: State, command: Command, actor: PlayerId | None) -> Act:
    owner = actor if isinstance(command, _OWN) else None
    label = words.label(before, command)
    if actor is not None:
        label = _("{name}: {act}").format(name=before.names[actor], act=label)
    return Act(label, owner)
