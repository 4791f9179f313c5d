"""MENU, at any time: meanwhile nothing counts down and no throw counts."""

from typing import ClassVar

import msgspec
from typing_extensions import override

from companion.feedback import CLICK
from companion.flows.draft import OutcomeDraft
from companion.flows.house import Boards, Presets, Rules
from companion.flows.listing import Listing
from companion.flows.lobby import same_people
from companion.flows.memory import VOLUMES
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.flows.places import places
from companion.flows.putright import Locked
from companion.flows.reseat import Reseat
from companion.flows.seats import Banker, Comes, Goes, Swap
from companion.flows.stopping import Stop
from companion.flows.takeback import StrikeOut, TakeBack
from companion.flows.words import actor
from companion.locales import _, available, language, own_name
from companion.protocol import ChooseLanguage, ChooseSpeech
from engine import phases as p
from engine.ids import PlayerId
from engine.rules.seating import refused_change

_NEW_GAME = "new game"


class Menu(Listing, frozen=True):
    """What the table can do beside the game."""

    @override
    def ask(self, scene: Scene) -> Ask:
        return self.listing(scene, _("Menu"), self._ways(scene), "menu")

    @override
    def picked(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        assert way is not None, "a menu has something highlighted"
        out.cue(CLICK)
        if way.value == _NEW_GAME:
            for command in same_people(scene.state):
                out.submit(command)
            return None
        if isinstance(way.value, TakeBack | StrikeOut | Stop):
            self.aside(scene)
        assert isinstance(way.value, Over), "every other way leads on"
        return way.value

    def _ways(self, scene: Scene) -> list[Way]:
        voice = [
            Way(label=_("Sound"), value=Sound(self)),
            Way(label=_("Language"), value=Languages(self)),
        ]
        if isinstance(scene.state.phase, p.Setup):
            return [
                Way(label=_("A set of house rules"), value=Presets(self)),
                Way(label=_("House rules"), value=Rules(self)),
                Way(label=_("The board"), value=Boards(self)),
                Way(label=_("Who is banker"), value=Banker()),
                Way(label=_("Change seats"), value=Swap()),
                *voice,
            ]
        if isinstance(scene.state.phase, p.GameOver):
            return [Way(label=_("New game, the same people"), value=_NEW_GAME), *voice]
        may_change = refused_change(scene.state) is None
        return [
            Way(label=_("Pause"), value=Pause(self.below)),
            *_corrections(scene),
            *voice,
            Way(label=_("Someone comes"), value=Comes()),
            Way(label=_("Someone goes"), value=Goes()),
            *([Way(label=_("Change seats"), value=Reseat())] if may_change else []),
            Way(label=_("Stop"), value=Stop()),
            Way(label=_("Where everything belongs"), value=Places(self)),
        ]


class Pause(Listing, frozen=True):
    """Nothing counts until YES."""

    blocks: ClassVar[bool] = True

    @override
    def ask(self, scene: Scene) -> Ask:
        del scene
        return Ask(
            kind="pause",
            player=None,
            title=_("Paused"),
            detail=_("YES goes on"),
            topic="pause",
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del scene, player, way
        out.warn(_("It is paused: YES goes on."))
        return self

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene, way
        out.warn(_("It is paused: YES goes on."))
        return self

    @override
    def why_no_throw(self, scene: Scene) -> str:
        del scene
        return _("It is paused: this throw does not count.")

    @override
    def picked(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del way
        return self.no(scene, out)


class Sound(Listing, frozen=True):
    """How loud chimes and voice are."""

    @override
    def ask(self, scene: Scene) -> Ask:
        volume = scene.memory.volume
        ways = [
            Way(label=_("Louder"), value=min(VOLUMES, volume + 1)),
            Way(label=_("Softer"), value=max(0, volume - 1)),
            Way(label=_("Off"), value=0),
            Way(label=_("Speak aloud"), value=True),
            Way(label=_("Do not speak"), value=False),
        ]
        title = _("Sound: {volume} of {most}").format(volume=volume, most=VOLUMES)
        return self.listing(scene, title, ways, "sound")

    @override
    def picked(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        assert way is not None, "a list has something highlighted"
        if isinstance(way.value, bool):
            out.wish(ChooseSpeech(is_aloud=way.value))
        else:
            assert isinstance(way.value, int), "every other way is a volume"
            scene.memory.volume = way.value
            out.wish(ChooseSpeech(volume=way.value))
        out.cue(CLICK)
        return Sound(self.below)


class Languages(Listing, frozen=True):
    """Which language the table speaks."""

    @override
    def ask(self, scene: Scene) -> Ask:
        ways = [Way(label=own_name(code), value=code) for code in available()]
        title = _("Language: {name}").format(name=own_name(language()))
        return self.listing(scene, title, ways, "language")

    @override
    def picked(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        assert way is not None, "a list has something highlighted"
        out.wish(ChooseLanguage(str(way.value)))
        out.cue(CLICK)
        return self.below


class Places(Listing, frozen=True):
    """Where tokens, deeds and buildings belong: where board and screen differ the screen counts."""

    @override
    def ask(self, scene: Scene) -> Ask:
        ask = self.listing(scene, _("Where everything belongs"), [], "places")
        return msgspec.structs.replace(ask, lines=places(scene.state), detail=_("YES goes back"))

    @override
    def picked(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del way
        return self.no(scene, out)


def undoing(scene: Scene) -> TakeBack | None:
    """Return the last act's taking back; nothing where nothing has been done."""
    last = scene.memory.history.last
    if last is None or isinstance(scene.state.phase, p.Setup):
        return None
    return TakeBack(last)


def striking(scene: Scene) -> StrikeOut | None:
    """Return the last throw's striking out; nothing where something was done since."""
    last = scene.memory.history.last_throw
    mover = None if last is None else actor(last.before, last.command)
    if last is None or mover is None:
        return None
    return StrikeOut(last, mover)


def _corrections(scene: Scene) -> list[Way]:
    ways = []
    if (undo := undoing(scene)) is not None:
        ways.append(Way(label=_("Take back: {act}").format(act=undo.act.label), value=undo))
    if (strike := striking(scene)) is not None:
        ways.append(Way(label=_("That throw did not count"), value=strike))
    return [*ways, Way(label=_("Put right"), value=Locked())]
