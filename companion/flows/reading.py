"""A real card that is not the expected one: the banker does what it says."""

from typing_extensions import override

from companion.flows.bankers import Bankers
from companion.flows.draft import OutcomeDraft
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.locales import _
from companion.views.cards import card_words
from engine.commands import ReportCard
from engine.ids import PlayerId
from engine.phases import CardDrawn
from engine.state import pile


class Reading(Bankers, frozen=True):
    """Which card it really is: all of the pile, under the banker's knob."""

    player: PlayerId

    @override
    def ask(self, scene: Scene) -> Ask:
        phase, state = scene.state.phase, scene.state
        assert isinstance(phase, CardDrawn), "it lies over a card that was drawn"
        ways = [
            Way(label=card_words(state.edition, card), command=ReportCard(card))
            for card in pile(state, phase.deck)
        ]
        return Ask(
            kind="card",
            player=self.player,
            title=_("Another card: which one?"),
            detail=_("The knob, then the banker's card; NO goes back"),
            ways=tuple(ways),
            topic="another",
            count_s=scene.settings.menu_s,
        )

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        assert way is not None, "a pile is never empty"
        assert way.command is not None, "every way here is a card"
        out.submit(way.command, note=_("another card than expected"))
        return None

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("It is still asked which card it is."))
        return None
