"""Putting right by hand: the banker's card opens it, says what, how much and why (BANKER-2)."""

from collections.abc import Callable
from typing import ClassVar

import msgspec
from typing_extensions import override

from companion.feedback import CLICK
from companion.flows import fixes
from companion.flows.bankers import Bankers
from companion.flows.draft import OutcomeDraft
from companion.flows.fixes import CardFix, Fix, RollFix
from companion.flows.inputs import StateChanged
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.locales import _
from companion.views.words import space_name
from engine.board import SpaceKind
from engine.ids import PlayerId, SpaceId
from engine.state import players_in

KIND = "override"
"""The kind of its prompts: framed in red."""


class _Stage(Bankers, frozen=True):
    """A list of the banker's: YES or his card takes what is highlighted."""

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        return self._picked(way, out)

    @override
    def yes(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        return self._picked(way, out)

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return Whom()

    @override
    def why_no_throw(self, scene: Scene) -> str:
        del scene
        return _("The table is being put right: this throw does not count.")

    @override
    def changed(self, scene: Scene, change: StateChanged) -> Over | None:
        del scene, change
        return Whom()

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("Putting right is over."))
        return None

    def _picked(self, way: Way | None, out: OutcomeDraft) -> Over | None:
        assert way is not None, "a list of the banker's has something highlighted"
        assert isinstance(way.value, Over), "every way here leads on"
        out.cue(CLICK)
        return way.value

    def _list(self, scene: Scene, title: str, ways: list[Way], topic: str = "") -> Ask:
        return Ask(
            kind=KIND,
            player=None,
            title=title,
            detail=_("The knob, then YES or the banker's card; NO goes back"),
            ways=tuple(ways),
            topic=f"{type(self).__name__} {topic}",
            count_s=scene.settings.override_s,
        )


class Locked(Bankers, frozen=True):
    """It waits for the banker's card to open it."""

    @override
    def ask(self, scene: Scene) -> Ask:
        return Ask(
            kind=KIND,
            player=None,
            title=_("Put right: the banker's card"),
            detail=_("It stays in the journal with its reason; NO leaves it"),
            topic="locked",
            is_signed=True,
            count_s=scene.settings.undo_s,
        )

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene, way
        out.say(_("The banker puts the table right."))
        out.cue(CLICK)
        return Whom()

    @override
    def why_no_throw(self, scene: Scene) -> str:
        del scene
        return _("The table is being put right: this throw does not count.")

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("Nothing was put right."))
        return None


class Whom(_Stage, frozen=True):
    """A player's or a deed card says whom or what; without such cards the knob does."""

    reads_deeds: ClassVar[bool] = True

    @override
    def ask(self, scene: Scene) -> Ask:
        state = scene.state
        ways = [
            Way(label=state.names[player], value=OfPlayer(player)) for player in players_in(state)
        ]
        if scene.memory.history.has_throw:
            ways.append(Way(label=_("The last throw was misread"), value=Faces()))
        if state.rules.decks == "physical":
            ways.append(Way(label=_("Another card was drawn"), value=Cards()))
        if state.rules.free_parking_pot == "on":
            ways.append(Way(label=_("The pot"), value=Amount(fixes.of_pot(state))))
        ways.append(Way(label=_("The bank's houses and hotels"), value=Supply()))
        ways += [
            Way(label=space_name(state.edition, space), value=OfDeed(space), space=space)
            for space, _title in state.edition.titled
        ]
        return self._list(scene, _("Put right: whom or what?"), ways)

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del scene, way
        out.cue(CLICK)
        return OfPlayer(player)

    @override
    def deed(self, scene: Scene, space: SpaceId, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return OfDeed(space)

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        return self.lapse(scene, out)


class OfPlayer(_Stage, frozen=True):
    """What of a player is wrong."""

    player: PlayerId

    @override
    def ask(self, scene: Scene) -> Ask:
        state, player = scene.state, self.player
        ways = [
            Way(label=_("Money"), value=Amount(fixes.of_cash(state, player))),
            Way(label=_("The token's space"), value=Spaces(player)),
        ]
        ways += [Way(label=fix.label, value=Why(fix)) for fix in fixes.of_player(state, player)]
        title = _("Put right: what of {name}?").format(name=state.names[player])
        return self._list(scene, title, ways, str(player))


class OfDeed(_Stage, frozen=True):
    """What of a deed is wrong."""

    space: SpaceId

    @override
    def ask(self, scene: Scene) -> Ask:
        state, space = scene.state, self.space
        found = list(fixes.of_owner(state, space))
        found.append(fixes.of_mortgage(state, space))
        if state.edition.spaces[space].kind is SpaceKind.STREET:
            found += fixes.of_buildings(state, space)
        ways = [Way(label=fix.label, value=Why(fix)) for fix in found]
        title = _("Put right: what of {space}?").format(space=space_name(state.edition, space))
        return self._list(scene, title, ways, str(space))


class Spaces(_Stage, frozen=True):
    """Where a token stands."""

    player: PlayerId

    @override
    def ask(self, scene: Scene) -> Ask:
        state = scene.state
        ways = [
            Way(label=fix.label, value=Why(fix), space=SpaceId(space))
            for space, fix in enumerate(fixes.of_token(state, self.player))
        ]
        here = state.tokens[self.player]
        now = _("{what} now").format(what=ways[here].label)
        ways[here] = msgspec.structs.replace(ways[here], label=now)
        ways = [*ways[here:], *ways[:here]]
        title = _("Put right: where is {name}?").format(name=state.names[self.player])
        return self._list(scene, title, ways, str(self.player))

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return OfPlayer(self.player)


class Faces(_Stage, frozen=True):
    """What the dice of the last throw really showed."""

    @override
    def ask(self, scene: Scene) -> Ask:
        ways = [
            Way(label=f"{die_1} {die_2}", value=Why(RollFix(die_1, die_2)))
            for die_1 in range(1, 7)
            for die_2 in range(die_1, 7)
        ]
        return self._list(scene, _("Put right: what did the dice show?"), ways)


class Cards(_Stage, frozen=True):
    """Which card was really drawn."""

    @override
    def ask(self, scene: Scene) -> Ask:
        ways = [Way(label=fix.label, value=Why(fix)) for fix in fixes.of_cards(scene.state)]
        return self._list(scene, _("Put right: which card was it?"), ways)


class Supply(_Stage, frozen=True):
    """What the bank has left to build with."""

    @override
    def ask(self, scene: Scene) -> Ask:
        ways = [Way(label=fix.label, value=Why(fix)) for fix in fixes.of_supply(scene.state)]
        return self._list(scene, _("Put right: what has the bank left?"), ways)


class Amount(_Stage, frozen=True):
    """How much it is: the knob turns, YES changes the step, the banker's card takes it."""

    fix: fixes.SumFix

    @override
    def ask(self, scene: Scene) -> Ask:
        dial = self.fix.dial
        return Ask(
            kind=KIND,
            player=None,
            title=self.fix.title(scene.state),
            detail=dial.words,
            amount=dial.amount,
            ways=(
                Way(label=self.fix.fix(scene.state).label, value=Why(self.fix.fix(scene.state))),
            ),
            topic=f"amount {dial}",
            count_topic="amount",
            count_s=scene.settings.override_s,
        )

    @override
    def turn(self, scene: Scene, detents: int) -> Over | None:
        del scene
        return Amount(self.fix.turned(detents))

    @override
    def yes(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene, way
        out.cue(CLICK)
        return Amount(self.fix.stepped())


class Why(_Stage, frozen=True):
    """The reason, from a list; the banker's card does it."""

    fix: Fix | RollFix | CardFix

    @override
    def ask(self, scene: Scene) -> Ask:
        ways = [Way(label=reason(), value=reason()) for reason in REASONS]
        ask = self._list(scene, _("Why: {what}?").format(what=self.fix.label), ways)
        detail = _("The knob, then the banker's card does it; NO goes back")
        return msgspec.structs.replace(ask, detail=detail, topic=f"why {self.fix.label}")

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        assert way is not None, "there is always a reason"
        match self.fix:
            case RollFix(die_1=die_1, die_2=die_2):
                out.correct_roll(die_1, die_2, way.label)
            case CardFix(card=card):
                out.correct_card(card, way.label)
            case Fix(command=command):  # the table announces it once it is durable
                out.submit(command, note=way.label)
                return Whom()
        sentence = _("Put right by the banker: {what} ({why}).")
        out.say(sentence.format(what=self.fix.label, why=way.label))
        return Whom()

    @override
    def yes(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        return Over.yes(self, scene, way, out)


REASONS: tuple[Callable[[], str], ...] = (
    lambda: _("misread"),
    lambda: _("forgotten"),
    lambda: _("table and screen differ"),
    lambda: _("agreed at the table"),
    lambda: _("a wrong card or button"),
)
"""Functions, not strings: in the language of the moment."""
