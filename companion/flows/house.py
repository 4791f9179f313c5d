"""What the lobby's menu chooses: the board, the house rules one by one or as a set (VARIANT-5)."""

from typing_extensions import override

from companion.feedback import CLICK
from companion.flows.draft import OutcomeDraft
from companion.flows.inputs import StateChanged
from companion.flows.listing import Listing
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.locales import _
from companion.views.rule_words import switch_words
from engine.commands import ChooseEdition, ChooseRule
from engine.house_rules import PRESETS, HouseRules, keys, values

_NUMBERS = {
    "deal_count": ("0", "2", "3"),
    "income_tax_percent": ("0", "10"),
    "luxury_tax": ("75", "100", "200"),
    "end_bankruptcies": ("0", "1", "2"),
    "end_minutes": ("0", "60", "90", "120"),
}
"""What the knob offers of switches that take a number; the console takes any."""


class _Choosing(Listing, frozen=True):
    """A list whose ways are commands; what is chosen leaves it open."""

    @override
    def picked(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        if way is None:
            out.warn(_("There is nothing to choose here."))
        elif way.command is None:
            out.cue(CLICK)
        else:
            out.submit(way.command)
        return self

    @override
    def changed(self, scene: Scene, change: StateChanged) -> Over | None:
        del scene, change
        return self


class Presets(_Choosing, frozen=True):
    """A set of house rules by its name."""

    @override
    def ask(self, scene: Scene) -> Ask:
        chosen = next((name for name, rules in PRESETS.items() if rules == scene.state.rules), "")
        ways = [Way(label=name, command=ChooseRule("preset", name)) for name in PRESETS]
        title = _("House rules: {name}").format(name=chosen or _("your own"))
        if scene.state.rules == HouseRules():
            title = _("House rules: as printed")
        return self.listing(scene, title, ways, "presets")


class Rules(_Choosing, frozen=True):
    """Every switch; choosing it takes its next value."""

    @override
    def ask(self, scene: Scene) -> Ask:
        rules = scene.state.rules
        ways = [
            Way(
                label=switch_words(key, str(getattr(rules, key))),
                command=ChooseRule(key, _next_value(rules, key)),
            )
            for key in keys()
        ]
        return self.listing(scene, _("House rules"), ways, "rules")


class Boards(_Choosing, frozen=True):
    """Which board is played on."""

    @override
    def ask(self, scene: Scene) -> Ask:
        ways = [
            Way(label=edition.name, command=ChooseEdition(edition))
            for edition in scene.settings.boards()
        ]
        title = _("The board: {name}").format(name=scene.state.edition.name)
        return self.listing(scene, title, ways, "boards")


def _next_value(rules: HouseRules, key: str) -> str:
    known = _NUMBERS.get(key) or values(key)
    now = str(getattr(rules, key))
    return known[(known.index(now) + 1) % len(known)] if now in known else known[0]
