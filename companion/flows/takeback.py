"""Taking back the last act, and striking out a throw: what it was, whose cards must confirm it."""

from collections import deque
from collections.abc import Iterable

import msgspec
from typing_extensions import override

from companion.feedback import CLICK
from companion.flows import words
from companion.flows.bankers import banker_seat
from companion.flows.draft import OutcomeDraft
from companion.flows.inputs import PastAct, StateChanged
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.locales import _
from companion.views.receipts import hands
from engine.commands import (
    Build,
    BuyDeed,
    Command,
    LiftMortgage,
    MakePromise,
    MortgageDeed,
    OpenGame,
    PlaceBid,
    RecordRoll,
    SellBuilding,
    SellGroup,
)
from engine.corrections import Correction
from engine.ids import PlayerId
from engine.phases import PurchaseOffer
from engine.state import State

ACTS_MAX = 200  # more than anybody takes back by cards
HANDS_MAX = 4  # lines of what must be put back

_OWN = (Build, SellBuilding, SellGroup, MortgageDeed, LiftMortgage)
"""Acts in which neither chance nor another player had a part; buying is one too."""

_PART = (MakePromise,)
"""Commands that belong to the act before them."""


class Act(msgspec.Struct, frozen=True, gc=False):
    """Something done that can be taken back."""

    owner: PlayerId | None
    """Whose card alone takes it back; nobody: it needs the banker's and another's."""
    command: Command
    before: State
    count: int = 1
    """How many commands it was."""

    @property
    def label(self) -> str:
        """Whose act it was, and what it did, in the language of this moment."""
        label = words.label(self.before, self.command)
        player = words.actor(self.before, self.command) if self.owner is None else self.owner
        is_named = isinstance(self.command, Correction)
        if is_named or player is None or not 0 <= player < len(self.before.names):
            return label
        return _("{name}: {act}").format(name=self.before.names[player], act=label)


class History:
    """The acts of this game, last last."""

    def __init__(self) -> None:
        self._acts: deque[Act] = deque(maxlen=ACTS_MAX)
        self._is_asked_for = False
        self._expected = 0
        self._is_begun = False

    @property
    def last(self) -> Act | None:
        """The act that would be taken back."""
        return self._acts[-1] if self._acts else None

    @property
    def last_throw(self) -> Act | None:
        """The last act, where it was a throw."""
        return self.last if self.last and isinstance(self.last.command, RecordRoll) else None

    @property
    def last_bid(self) -> Act | None:
        """The last act, where it was a bid."""
        return self.last if self.last and isinstance(self.last.command, PlaceBid) else None

    @property
    def has_throw(self) -> bool:
        """Whether there is a throw that may have been misread."""
        return any(isinstance(act.command, RecordRoll) for act in self._acts)

    def ask(self) -> None:
        """Expect the last act to be taken back; another undo is somebody else's, of any length."""
        self._is_asked_for = True

    def begin(self, count: int) -> None:
        """Take the next *count* commands for one act."""
        self._expected, self._is_begun = count, False

    def end(self) -> None:
        """Expect no more of what was begun: the table refused the rest."""
        self._expected = 0
        self._is_asked_for = False

    def note(self, change: StateChanged) -> None:
        """Keep up with a command that became durable."""
        if change.command is None or change.before is None:
            return
        if isinstance(change.command, OpenGame):
            self._acts.clear()
        is_part = isinstance(change.command, _PART) or (self._expected > 0 and self._is_begun)
        self._is_begun = self._expected > 0
        self._expected = max(0, self._expected - 1)
        self._add(change.before, change.command, is_part=is_part)

    def recall(self, acts: Iterable[PastAct]) -> None:
        """Keep up with an undo or a correction, or begin anew: *acts* are all that stand."""
        if self._is_asked_for and self._acts:
            self._acts.pop()
        else:
            self._acts.clear()
            for act in acts:
                self._add(act.before, act.command, is_part=isinstance(act.command, _PART))
        self.end()

    def _add(self, before: State, command: Command, *, is_part: bool) -> None:
        if is_part and self._acts:
            last = self._acts.pop()
            self._acts.append(msgspec.structs.replace(last, count=last.count + 1))
        else:
            owner = owner_of(before, command)
            self._acts.append(Act(owner, command, before))


def owner_of(before: State, command: Command) -> PlayerId | None:
    """Return whose card alone takes *command* back: his own business, where chance had no part."""
    if isinstance(command, BuyDeed) and isinstance(before.phase, PurchaseOffer):
        return before.phase.player
    return command.player if isinstance(command, _OWN) else None


class TakeBack(Over, frozen=True):
    """An undo that waits for cards."""

    act: Act
    has_banker: bool = False
    others: frozenset[PlayerId] = frozenset()

    @override
    def is_bankers(self, state: State, player: PlayerId | None) -> bool:
        return player not in (None, self.act.owner) and player == banker_seat(state)

    @override
    def ask(self, scene: Scene) -> Ask:
        state, owner = scene.state, self.act.owner
        if owner is not None:
            detail = _("{name}'s card confirms, NO leaves it").format(name=state.names[owner])
        else:
            detail = _missing(has_banker=self.has_banker, has_other=bool(self.others))
        return Ask(
            kind="undo",
            player=owner,
            title=_("Take back: {act}?").format(act=self.act.label),
            detail=detail,
            lines=hands(state, self.act.before)[:HANDS_MAX],
            topic=self.act.label,
            is_signed=True,
            signed=tuple(sorted(self.others)),
            count_s=scene.settings.undo_s,
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del way
        if player == self.act.owner:
            return self._take_back(scene, out)
        if player == banker_seat(scene.state):
            return self._sign(scene, self.others, out, has_banker=True)
        return self._sign(scene, self.others | {player}, out, has_banker=self.has_banker)

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del way
        return self._sign(scene, self.others, out, has_banker=True)

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("Nothing was taken back."))
        return None

    def _sign(
        self,
        scene: Scene,
        others: frozenset[PlayerId],
        out: OutcomeDraft,
        *,
        has_banker: bool,
    ) -> Over | None:
        if has_banker and others:
            return self._take_back(scene, out)
        out.cue(CLICK)
        return msgspec.structs.replace(self, has_banker=has_banker, others=others)

    def _take_back(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        scene.memory.history.ask()
        out.undo(self.act.count)
        return None


class StrikeOut(Over, frozen=True):
    """A throw that should not have counted waits for two cards, the mover's or the banker's one."""

    act: Act
    mover: PlayerId
    has_banker: bool = False
    players: frozenset[PlayerId] = frozenset()

    @override
    def is_bankers(self, state: State, player: PlayerId | None) -> bool:
        """Two cards of players are enough: keys alone would do it for one person."""
        del state
        return player is not None

    @override
    def ask(self, scene: Scene) -> Ask:
        signed = listed_names(scene.state, self.players)
        detail = _("Two cards, {name}'s or the banker's among them; NO lets it stand")
        return Ask(
            kind="strike",
            player=None,
            title=_("Strike out: {act}?").format(act=self.act.label),
            detail=" · ".join(
                part for part in (detail.format(name=scene.state.names[self.mover]), signed) if part
            ),
            lines=hands(scene.state, self.act.before)[:HANDS_MAX],
            topic=self.act.label,
            is_signed=True,
            signed=tuple(sorted(self.players)),
            count_s=scene.settings.undo_s,
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del way, scene
        players = self.players | {player}
        return self._sign(msgspec.structs.replace(self, players=players), out)

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        seat = banker_seat(scene.state)
        if seat is not None:
            return self.card(scene, seat, way, out)
        return self._sign(msgspec.structs.replace(self, has_banker=True), out)

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("The throw stands."))
        return None

    def _sign(self, signed: "StrikeOut", out: OutcomeDraft) -> Over | None:
        players = signed.players
        is_banker = signed.has_banker or banker_seat(self.act.before) in players
        if len(players) + signed.has_banker >= 2 and (is_banker or self.mover in players):
            out.strike()
            return None
        out.cue(CLICK)
        return signed


def listed_names(state: State, players: Iterable[PlayerId]) -> str:
    """Return the names of those who have signed, in seat order."""
    return ", ".join(state.names[player] for player in sorted(players))


def _missing(*, has_banker: bool, has_other: bool) -> str:
    if has_banker:
        return _("Now another player's card; NO leaves it")
    if has_other:
        return _("Now the banker's card; NO leaves it")
    return _("The banker's card and another player's; NO leaves it")
