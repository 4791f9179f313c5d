"""Changing seats in the first round: every card in the new order, then the banker's."""

import msgspec
from typing_extensions import override

from companion.feedback import CLICK
from companion.flows.bankers import banker_seat
from companion.flows.draft import OutcomeDraft
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.flows.seats import Seats
from companion.locales import _
from engine.commands import ChangeSeats
from engine.ids import PlayerId
from engine.rules.seating import seated_anew
from engine.state import State, is_seated_so, players_in

FREE = "-"


class Reseat(Seats, frozen=True):
    """Who sits where from now on (SETUP-8): a card takes the next seat, clockwise, or leaves it.

    For who is away the knob and the banker's card do; his card also confirms the whole.
    """

    order: tuple[PlayerId, ...] = ()

    @override
    def is_bankers(self, state: State, player: PlayerId | None) -> bool:
        return player is not None and player == banker_seat(state) and not self._standing(state)

    @override
    def ask(self, scene: Scene) -> Ask:
        state = scene.state
        standing = self._standing(state)
        if standing:
            ask = self._next(scene, standing)
        else:
            sit = Way(label=_("Sit like this"), command=ChangeSeats(seated_anew(state, self.order)))
            detail = _("The banker's card confirms; NO leaves it")
            ask = self.asked(scene, _("Sit like this?"), detail, [sit], f"reseat {self.order}")
        names = [state.names[player] for player in self.order] + [FREE] * len(standing)
        lines = tuple(f"{place} {name}" for place, name in enumerate(names, start=1))
        return msgspec.structs.replace(ask, lines=lines)

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player not in self.order:
            out.cue(CLICK)
            return Reseat((*self.order, player))
        if way is not None and player == banker_seat(scene.state):
            return self.banker(scene, way, out)
        out.say(
            _("{name} has no seat now: tap again to sit.").format(name=scene.state.names[player])
        )
        out.cue(CLICK)
        return Reseat(tuple(other for other in self.order if other != player))

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        standing = self._standing(scene.state)
        if way is None:
            out.warn(_("First the knob, for whoever is away."))
            return self
        if standing:
            assert isinstance(way.value, Reseat), "every way here is a player"
            out.cue(CLICK)
            return way.value
        if is_seated_so(scene.state, self.order):
            return self.lapse(scene, out)
        assert way.command is not None, "all sit"
        out.submit(way.command)
        return None

    def _next(self, scene: Scene, standing: list[PlayerId]) -> Ask:
        """Return the ask for the next seat; nobody is highlighted before the knob has chosen."""
        names = scene.state.names
        title = _("Change seats: any card begins")
        if self.order:
            title = _("Who sits to the left of {name}?").format(name=names[self.order[-1]])
        detail = " · ".join(
            (
                _("Each with his card, clockwise; NO leaves it"),
                _("who is away: the knob, then the banker's card"),
            )
        )
        sits = _("The banker's card seats {name}; NO leaves it")
        ways = [
            Way(
                label=names[player],
                value=Reseat((*self.order, player)),
                detail=sits.format(name=names[player]),
            )
            for player in standing
        ]
        ask = self.asked(scene, title, detail, ways, f"reseat {self.order}")
        return msgspec.structs.replace(ask, is_unlit=True)

    def _standing(self, state: State) -> list[PlayerId]:
        return [player for player in players_in(state) if player not in self.order]
