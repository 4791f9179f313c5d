"""A list of the menu: the knob, then YES or any card."""

from typing_extensions import override

from companion.feedback import CLICK
from companion.flows.draft import OutcomeDraft
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.locales import _
from engine.ids import PlayerId


class Listing(Over, frozen=True):
    """A list that YES or any card takes from; NO goes back a list, MENU closes them all."""

    below: Over | None

    @property
    def bottom(self) -> Over | None:
        """What lay there before the menu was opened."""
        return self.below.bottom if isinstance(self.below, Listing) else self.below

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del player
        return self.picked(scene, way, out)

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        return self.picked(scene, way, out)

    @override
    def yes(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        return self.picked(scene, way, out)

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return self.below

    @override
    def why_no_throw(self, scene: Scene) -> str:
        del scene
        return _("The menu is open: this throw does not count.")

    @override
    def aside(self, scene: Scene) -> None:
        if self.below is not None:
            self.below.aside(scene)

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("The menu is closed."))
        return self.below

    def picked(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        """Do what is highlighted."""
        raise NotImplementedError

    def listing(self, scene: Scene, title: str, ways: list[Way], topic: str) -> Ask:
        """Return the ask of a list."""
        return Ask(
            kind="menu",
            player=None,
            title=title,
            detail=_("The knob, then YES or a card; NO goes back"),
            ways=tuple(ways),
            topic=topic,
            is_hasty=True,
            count_s=scene.settings.menu_s,
        )
