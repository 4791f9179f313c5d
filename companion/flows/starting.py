"""Beginning: the lobby's start, and what is asked when the table was switched on in mid-game."""

from typing import ClassVar

from typing_extensions import override

from companion.feedback import CLICK
from companion.flows.asks import thrower
from companion.flows.bankers import Bankers, banker_seat
from companion.flows.draft import OutcomeDraft
from companion.flows.inputs import StateChanged
from companion.flows.lobby import PLAYERS_MIN
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.flows.places import places
from companion.locales import _
from engine.commands import OpenGame, RecordRoll, StartGame
from engine.ids import PlayerId
from engine.phases import Setup
from engine.state import State


class Start(Bankers, frozen=True):
    """The game begins with the banker's card."""

    @override
    def ask(self, scene: Scene) -> Ask:
        seat = banker_seat(scene.state)
        detail = _("The banker's card begins; NO goes back")
        if seat is not None:
            detail = _("The banker's card, or {name}'s, begins; NO goes back")
            detail = detail.format(name=scene.state.names[seat])
        return Ask(
            kind="start",
            player=seat,
            title=_("Begin?"),
            detail=detail,
            topic=str(scene.state.names),
            is_signed=True,
            count_s=scene.settings.undo_s,
        )

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene, way
        out.submit(StartGame())
        return None

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("The game has not begun."))
        return None


class Resume(Over, frozen=True):
    """The table was switched on in mid-game: nothing counts and nothing acts until YES."""

    blocks: ClassVar[bool] = True

    dice: tuple[int, ...] = ()
    """What was seen in the lane."""

    @override
    def ask(self, scene: Scene) -> Ask:
        last = scene.memory.history.last
        title = _("Go on with the game?")
        detail = _("YES goes on, NO puts this game aside")
        if last is not None:
            detail = _("Last: {act}. YES goes on, NO puts this game aside")
            detail = detail.format(act=last.label)
        if self.dice:
            lying = _("{dice} lie in the tray").format(dice=_faces(self.dice))
            detail = f"{lying} · {detail}"
        return Ask(
            kind="resume",
            player=None,
            title=title,
            detail=detail,
            topic=str(self.dice),
            lines=places(scene.state),
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del scene, player, way
        out.warn(_("First YES, to go on with the game."))
        return self

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene, way
        out.warn(_("First YES, to go on with the game."))
        return self

    @override
    def yes(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del way
        out.cue(CLICK)
        mover = thrower(scene.state)
        if mover is None or len(self.dice) != 2:
            return None
        return InTheLane(self.dice, mover)

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return PutAside()

    @override
    def why_no_throw(self, scene: Scene) -> str:
        del scene
        return _("First YES, to go on with the game: this throw does not count yet.")

    @override
    def thrown(self, scene: Scene, dice: tuple[int, ...]) -> Over | None:
        del scene
        return Resume(dice)

    @override
    def changed(self, scene: Scene, change: StateChanged) -> Over | None:
        del change
        return None if isinstance(scene.state.phase, Setup) else self


class InTheLane(Over, frozen=True):
    """Dice lay in the tray at the start: the thrower's card says whether they count."""

    blocks: ClassVar[bool] = True

    dice: tuple[int, ...]
    mover: PlayerId

    @override
    def ask(self, scene: Scene) -> Ask:
        name = scene.state.names[self.mover]
        return Ask(
            kind="resume",
            player=self.mover,
            title=_("{name}: does {dice} count?").format(name=name, dice=_faces(self.dice)),
            detail=_("{name}'s card says it").format(name=name),
            ways=(
                Way(label=_("It counts"), command=RecordRoll(*self.dice)),
                Way(label=_("Throw again"), is_refusal=True),
            ),
            topic="lane",
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player != self.mover or way is None:
            return super().card(scene, player, way, out)
        return self.banker(scene, way, out)

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        if way is not None and way.command is not None:
            out.submit(way.command, self.mover)
        else:
            out.cue(CLICK)
        return None


class PutAside(Over, frozen=True):
    """The old game is to be put aside, and the lobby opened."""

    blocks: ClassVar[bool] = True

    @override
    def is_bankers(self, state: State, player: PlayerId | None) -> bool:
        del state
        return player is None

    @override
    def ask(self, scene: Scene) -> Ask:
        return Ask(
            kind="resume",
            player=None,
            title=_("Put this game aside for good?"),
            detail=_("YES opens the lobby; NO goes back"),
            topic="aside",
            lines=places(scene.state),
        )

    @override
    def yes(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del way
        out.submit(OpenGame(scene.state.edition))
        return None

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return Resume()

    @override
    def why_no_throw(self, scene: Scene) -> str:
        del scene
        return _("First YES or NO: this throw does not count.")


def may_start(scene: Scene, out: OutcomeDraft) -> Over | None:
    """Return what YES in the lobby opens; nothing with a sentence where too few sit."""
    if len(scene.state.names) < PLAYERS_MIN:
        out.warn(_("Two players are needed."))
        return None
    out.cue(CLICK)
    return Start()


def _faces(dice: tuple[int, ...]) -> str:
    return " ".join(str(die) for die in dice)
