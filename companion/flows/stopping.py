"""Stopping: after this round, now, or another day; two cards confirm, the banker's and another."""

from enum import StrEnum
from typing import ClassVar

import msgspec
from typing_extensions import override

from companion.feedback import CLICK
from companion.flows.bankers import banker_seat
from companion.flows.draft import OutcomeDraft
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.flows.places import places
from companion.locales import _
from engine import phases as p
from engine.commands import StopGame
from engine.ids import PlayerId
from engine.state import State


class When(StrEnum):
    """When a game stops."""

    ROUND = "round"
    NOW = "now"
    ANOTHER_DAY = "another_day"


class Stop(Over, frozen=True):
    """When to stop: the knob; the banker's card and one other confirm."""

    has_banker: bool = False
    others: frozenset[PlayerId] = frozenset()

    @override
    def is_bankers(self, state: State, player: PlayerId | None) -> bool:
        return player is not None and player == banker_seat(state)

    @override
    def ask(self, scene: Scene) -> Ask:
        ways = [
            Way(label=_("After this round"), value=When.ROUND),
            Way(label=_("Now"), value=When.NOW),
            Way(label=_("Go on another day"), value=When.ANOTHER_DAY),
        ]
        if isinstance(scene.state.phase, p.Opening) or scene.state.is_last_round:
            del ways[0]
        detail = _("The banker's card and another player's; NO plays on")
        if self.has_banker:
            detail = _("Now another player's card; NO plays on")
        elif self.others:
            detail = _("Now the banker's card; NO plays on")
        return Ask(
            kind="stop",
            player=None,
            title=_("Stop when?"),
            detail=detail,
            ways=tuple(ways),
            topic="stop",
            signed=tuple(sorted(self.others)),
            count_s=scene.settings.menu_s,
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player == banker_seat(scene.state):
            return self.banker(scene, way, out)
        signed = msgspec.structs.replace(self, others=self.others | {player})
        return signed._confirmed(scene, way, out)  # noqa: SLF001  # another one of itself

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        signed = msgspec.structs.replace(self, has_banker=True)
        return signed._confirmed(scene, way, out)  # noqa: SLF001  # as above

    @override
    def turn(self, scene: Scene, detents: int) -> Over | None:
        """Any change of mind takes the cards back."""
        del scene, detents
        return None

    @override
    def why_no_throw(self, scene: Scene) -> str:
        del scene
        return _("The table is about to stop: this throw does not count.")

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("The game goes on."))
        return None

    def _confirmed(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        if not (self.has_banker and self.others):
            out.cue(CLICK)
            return self
        assert way is not None, "there is always a way to stop"
        match way.value:
            case When.ROUND:
                out.submit(StopGame(after_round=True))
                out.say(_("This is the last round."))
            case When.NOW if is_clear(scene.state):
                out.submit(StopGame())
            case When.NOW:
                scene.memory.is_ending = True
                out.say(_("The game ends once what is open is finished."))
            case _:
                out.cue(CLICK)
                return Away()
        return None


class Away(Over, frozen=True):
    """The game waits for another day: how to set the table up again."""

    blocks: ClassVar[bool] = True

    @override
    def ask(self, scene: Scene) -> Ask:
        return Ask(
            kind="stop",
            player=None,
            title=_("Until another day"),
            detail=_("All is saved: switch off, or YES plays on")
            if scene.settings.is_kept
            else _("The demo's game is not kept; YES plays on"),
            topic="away",
            lines=places(scene.state),
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del scene, player, way
        out.warn(_("The game waits for another day: YES plays on."))
        return self

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene, way
        out.warn(_("The game waits for another day: YES plays on."))
        return self

    @override
    def yes(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene, way
        out.cue(CLICK)
        return None

    @override
    def why_no_throw(self, scene: Scene) -> str:
        del scene
        return _("The game waits for another day: this throw does not count.")


def is_clear(state: State) -> bool:
    """Return whether nothing is open: no auction, no debt, no choice (WIN-2)."""
    return isinstance(state.phase, p.AwaitingRoll | p.JailDecision | p.Opening)
