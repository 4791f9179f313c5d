"""What somebody at the table began: it lies over what the game asks until it is done or dropped."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import msgspec

from companion.feedback import CLICK
from companion.flows.draft import OutcomeDraft
from companion.flows.inputs import CardTapped, Input, Pressed, StateChanged
from companion.flows.meanings import Action, ActionCard, PlayerCard
from companion.flows.outcome import Ask, Way
from companion.flows.settings import Settings
from companion.locales import _
from engine.ids import AccountId, PlayerId, SpaceId
from engine.phases import Setup
from engine.state import State

if TYPE_CHECKING:
    from companion.flows.memory import Memory


@dataclass(frozen=True, slots=True)
class Scene:
    """What an answer may depend on."""

    state: State
    settings: Settings
    memory: "Memory"
    now_s: float


class Over(msgspec.Struct, frozen=True):
    """Something begun; each answer returns what lies there afterwards: this, another, or nothing.

    It never changes: what is chosen so far makes another one.
    """

    reads_deeds: ClassVar[bool] = False
    """Whether it takes a deed card itself, and not the highlight."""
    blocks: ClassVar[bool] = False
    """Whether neither MENU nor undo opens while it lies there."""

    def is_bankers(self, state: State, player: PlayerId | None) -> bool:
        """Return whether the card of *player* would count for the banker's; nobody: whether YES."""
        del state, player
        return False

    def ask(self, scene: Scene) -> Ask:
        """Return what the table asks while it lies there."""
        raise NotImplementedError

    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> "Over | None":
        """Take the card of a player, with what is highlighted."""
        del way
        name = scene.state.names[player]
        out.warn(_("{name}'s card is not asked for now.").format(name=name))
        return self

    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> "Over | None":
        """Take the banker's card."""
        del scene, way
        out.warn(_("The banker's card is not asked for now."))
        return self

    def newcomer(
        self, scene: Scene, tap: CardTapped, name: str, way: Way | None, out: OutcomeDraft
    ) -> "Over | None":
        """Take a card of nobody who plays; *name* is whose it is, empty for an unknown tag."""
        del scene, way
        if name:
            out.warn(_("{name} does not play in this game.").format(name=name))
        elif not tap.uid:
            out.warn(_("No player has this number."))
        else:
            out.warn(_("This card is not known at this table."))
        return self

    def deed(self, scene: Scene, space: SpaceId, out: OutcomeDraft) -> "Over | None":
        """Take a deed card that no way on offer is about."""
        del scene, space
        out.warn(_("This deed is not what is asked for."))
        return self

    def yes(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> "Over | None":
        """Take YES."""
        del scene, way
        out.warn(_("YES decides nothing here: tap a card."))
        return self

    def no(self, scene: Scene, out: OutcomeDraft) -> "Over | None":
        """Take NO: it is dropped."""
        del scene
        out.cue(CLICK)
        return None

    def turn(self, scene: Scene, detents: int) -> "Over | None":
        """Take the knob where it does not move the highlight; nothing: it does."""
        del scene, detents
        return None

    def why_no_throw(self, scene: Scene) -> str:
        """Return why a throw made now does not count; empty: it counts, and this is dropped."""
        del scene
        return ""

    def thrown(self, scene: Scene, dice: tuple[int, ...]) -> "Over | None":
        """Take a throw that does not count."""
        del scene, dice
        return self

    def wake_at_s(self) -> float | None:
        """Return when something of it ends but for the countdown."""
        return None

    def aside(self, scene: Scene) -> None:
        """Be dropped for a throw or for what happened elsewhere."""
        del scene

    def changed(self, scene: Scene, change: StateChanged) -> "Over | None":
        """Take note of what has become durable; the scene's state is the one after it."""
        del change
        self.aside(scene)
        return None

    def lapse(self, scene: Scene, out: OutcomeDraft) -> "Over | None":
        """End with the countdown."""
        raise NotImplementedError


NOTHING = Over()
"""Stands in where nothing lies over the game: for answers to what means nothing."""


def is_bankers(over: Over | None, state: State, given: Input) -> bool:
    """Return whether *given* would count for what needs the banker's card, with *over* on top."""
    if isinstance(state.phase, Setup):
        return False
    match given:
        case CardTapped(meaning=ActionCard(action=Action.BANKER)):
            return True
        case CardTapped(meaning=PlayerCard(name=name)) if name in state.names:
            player = PlayerId(AccountId(state.names.index(name)))
            return over is not None and over.is_bankers(state, player)
        case CardTapped(meaning=PlayerCard(name=name)):
            return name == state.banker
        case Pressed(button="yes", is_down=True):
            return over is not None and over.is_bankers(state, None)
        case _:
            return False
