"""People come and go: a guest, a seat handed over, who goes home, who is banker, a lost card."""

from typing_extensions import override

from companion.feedback import CLICK
from companion.flows.bankers import Bankers, banker_seat
from companion.flows.draft import OutcomeDraft
from companion.flows.inputs import PHONE, CardTapped
from companion.flows.lobby import PLAYERS_MAX, free_name
from companion.flows.meanings import Action, ActionCard, DeedCard, Meaning, PlayerCard
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.locales import _
from companion.views.words import space_name
from engine.commands import JoinGame, LeaveGame, NameBanker, Resign, SeatPlayers, TakeOverSeat
from engine.ids import PlayerId
from engine.phases import Opening
from engine.rules.seating import is_first_round
from engine.state import State, players_in

KIND = "seats"


class Seats(Over, frozen=True):
    """Nothing counts while people change seats."""

    @override
    def why_no_throw(self, scene: Scene) -> str:
        del scene
        return _("Seats are being changed: this throw does not count.")

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("The seats stay as they are."))
        return None

    def asked(self, scene: Scene, title: str, detail: str, ways: list[Way], topic: str) -> Ask:
        """Return an ask about seats."""
        return Ask(
            kind=KIND,
            player=None,
            title=title,
            detail=detail,
            ways=tuple(ways),
            topic=topic,
            count_s=scene.settings.menu_s,
        )


class Comes(Seats, frozen=True):
    """Someone comes: his card first."""

    @override
    def ask(self, scene: Scene) -> Ask:
        title = _("Someone comes: the new card")
        return self.asked(scene, title, _new_card(scene.state), [], "comes")

    @override
    def newcomer(
        self, scene: Scene, tap: CardTapped, name: str, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del way
        if isinstance(scene.state.phase, Opening):
            out.warn(_("First the opening throws: nobody comes before them."))
            return None
        if (guest := _guest(scene, tap, name, out)) is None:
            return self
        out.cue(CLICK)
        return Guest(*guest)


class Guest(Seats, frozen=True):
    """Where a guest sits: a gap, or a seat as it stands; his own card confirms a gap."""

    name: str
    uid: str

    @override
    def is_bankers(self, state: State, player: PlayerId | None) -> bool:
        return player is not None and player == banker_seat(state)

    @override
    def ask(self, scene: Scene) -> Ask:
        state = scene.state
        ways = []
        if is_first_round(state) or state.rules.late_join == "on":
            ways = [
                Way(
                    label=_("Enters on GO, to the left of {name}").format(name=state.names[after]),
                    command=JoinGame(self.name, after),
                    detail=_("The new card again, or the banker's, sits down; NO leaves it"),
                )
                for after in reversed(players_in(state))
            ]
        ways += [
            Way(
                label=_("Takes over {name}'s seat").format(name=state.names[player]),
                command=TakeOverSeat(player, self.name),
                detail=_cards_of(state.names[player]),
            )
            for player in players_in(state)
        ]
        title = _("{name} comes: where?").format(name=self.name)
        return self.asked(scene, title, "", ways, f"guest {self.name}")

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        is_his = (
            way is not None
            and isinstance(way.command, TakeOverSeat)
            and way.command.player == player
        )
        if is_his or player == banker_seat(scene.state):
            return self._enter(way, out)
        return super().card(scene, player, way, out)

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        return self._enter(way, out)

    @override
    def newcomer(
        self, scene: Scene, tap: CardTapped, name: str, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        is_key = not (tap.uid or name)  # of a free number: all that he has where no card is read
        is_own = tap.uid == self.uid if self.uid else is_key or name == self.name
        if is_own and way is not None and isinstance(way.command, JoinGame):
            return self._enter(way, out)
        if is_own:
            out.warn(_("Now the card of whose seat it is, or the banker's."))
            return self
        return super().newcomer(scene, tap, name, way, out)

    def _enter(self, way: Way | None, out: OutcomeDraft) -> Over | None:
        assert way is not None, "there is always a seat"
        assert way.command is not None, "every way here is a seat"
        if self.uid:
            out.enrol(self.uid, PlayerCard(self.name))
        out.submit(way.command)
        out.say(_("{name} sits down.").format(name=self.name))
        return None


class Goes(Seats, frozen=True):
    """Someone goes: his card, or the banker's with the knob."""

    @override
    def ask(self, scene: Scene) -> Ask:
        ways = [
            Way(label=scene.state.names[player], value=Leaves(player))
            for player in players_in(scene.state)
        ]
        detail = _("His own card, or the knob and the banker's; NO leaves it")
        return self.asked(scene, _("Who goes?"), detail, ways, "goes")

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del scene, way
        out.cue(CLICK)
        return Leaves(player)

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        assert way is not None, "somebody plays"
        assert isinstance(way.value, Leaves), "every way here is a player"
        out.cue(CLICK)
        return way.value


class Leaves(Seats, frozen=True):
    """How a player leaves: a successor, all to the bank unsold, or by the rule (BANKRUPT-12)."""

    player: PlayerId

    @override
    def is_bankers(self, state: State, player: PlayerId | None) -> bool:
        return player not in (None, self.player) and player == banker_seat(state)

    @override
    def ask(self, scene: Scene) -> Ask:
        name = scene.state.names[self.player]
        ways = [
            Way(label=_("Hands the seat to a new card"), value="successor"),
            Way(label=_("All goes to the bank, unsold"), command=LeaveGame(self.player)),
            Way(label=_("By the rule: the bank auctions"), command=Resign(self.player)),
        ]
        return self.asked(
            scene,
            _("{name} goes: how?").format(name=name),
            _cards_of(name),
            ways,
            f"leaves {self.player}",
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player not in (self.player, banker_seat(scene.state)):
            return super().card(scene, player, way, out)
        return self.banker(scene, way, out)

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        assert way is not None, "there is always a way to go"
        if way.command is not None:
            out.submit(way.command)
            return None
        out.cue(CLICK)
        return Succeeds(self.player)


class Succeeds(Seats, frozen=True):
    """The seat waits for its new card."""

    player: PlayerId

    @override
    def ask(self, scene: Scene) -> Ask:
        title = _("{name}'s seat: the new card").format(name=scene.state.names[self.player])
        return self.asked(scene, title, _new_card(scene.state), [], f"succeeds {self.player}")

    @override
    def newcomer(
        self, scene: Scene, tap: CardTapped, name: str, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del way
        if (guest := _guest(scene, tap, name, out)) is None:
            return self
        new_name, uid = guest
        if uid:
            out.enrol(uid, PlayerCard(new_name))
        out.submit(TakeOverSeat(self.player, new_name))
        return None


class Banker(Seats, frozen=True):
    """Who is banker: a player, from whom the seats are then counted, or who does not play."""

    @override
    def ask(self, scene: Scene) -> Ask:
        state = scene.state
        now = state.banker or (state.names[0] if state.names else _("nobody yet"))
        return self.asked(
            scene,
            _("Who is banker? Now: {name}").format(name=now),
            _("A player's card, or a new one that only banks; NO leaves it"),
            [],
            "banker",
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del way
        names = scene.state.names
        out.submit(SeatPlayers((*names[player:], *names[:player])))
        out.say(_("{name} is banker.").format(name=names[player]))
        return None

    @override
    def newcomer(
        self, scene: Scene, tap: CardTapped, name: str, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del way
        if tap.tech == PHONE:
            out.warn(_("That is a phone: its number changes. Use a card."))
            return self
        if tap.uid and not name:
            out.enrol(tap.uid, ActionCard(Action.BANKER))
        if len(scene.state.names) + 1 < BANKER_APART_FROM:
            out.say(_("That is the banker's card now."))
            return None
        out.submit(NameBanker(name or _("The banker")))
        return None


class Swap(Seats, frozen=True):
    """Two players change seats before the game."""

    first: PlayerId | None = None

    @override
    def ask(self, scene: Scene) -> Ask:
        title = _("Change seats: two cards")
        if self.first is not None:
            title = _("Change seats with {name}").format(name=scene.state.names[self.first])
        return self.asked(scene, title, _("NO leaves it"), [], f"swap {self.first}")

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        del way
        if self.first is None or self.first == player:
            out.cue(CLICK)
            return Swap(player)
        names = list(scene.state.names)
        names[self.first], names[player] = names[player], names[self.first]
        out.submit(SeatPlayers(tuple(names)))
        return None


class Enrolling(Bankers, frozen=True):
    """Whose an unknown card is: the knob, then the banker's card."""

    uid: str

    @override
    def ask(self, scene: Scene) -> Ask:
        state = scene.state
        meanings: list[tuple[str, Meaning]] = [
            (_("{name}'s card").format(name=state.names[player]), PlayerCard(state.names[player]))
            for player in players_in(state)
        ]
        meanings += [
            (_("the card that takes back"), ActionCard(Action.UNDO)),
            (_("the card that passes"), ActionCard(Action.PASS)),
            (_("the card that opens the menu"), ActionCard(Action.MENU)),
            (_("another card of the banker"), ActionCard(Action.BANKER)),
        ]
        meanings += [
            (_("the deed {space}").format(space=space_name(state.edition, space)), DeedCard(space))
            for space, _title in state.edition.titled
        ]
        return Ask(
            kind="cards",
            player=None,
            title=_("What is the new card?"),
            detail=_("The knob, then the banker's card; NO leaves it"),
            ways=tuple(Way(label=label, value=meaning) for label, meaning in meanings),
            topic=f"enrol {self.uid}",
            count_s=scene.settings.menu_s,
        )

    @override
    def banker(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene
        assert way is not None, "there is always something it may be"
        assert isinstance(way.value, Meaning), "every way here is a meaning"
        out.enrol(self.uid, way.value)
        out.say(_("Remembered: {card}.").format(card=way.label))
        out.cue(CLICK)
        return None

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("The new card stays unknown."))
        return None


BANKER_APART_FROM = 6
"""People from whom on the banker need not play (BANKER-3)."""


def _new_card(state: State) -> str:
    """Return how a new card comes to the table, by the key of a free number, too."""
    number = len(state.names) + 1
    if number > PLAYERS_MAX:
        return _("NO leaves it")
    return _("A new card, or key {number}; NO leaves it").format(number=number)


def _cards_of(name: str) -> str:
    return _("{name}'s card or the banker's; NO leaves it").format(name=name)


def _guest(scene: Scene, tap: CardTapped, name: str, out: OutcomeDraft) -> tuple[str, str] | None:
    """Return name and, where it is to be enrolled, uid of a new card; nothing with a sentence."""
    if tap.tech == PHONE:
        out.warn(_("That is a phone: its number changes. Use a card."))
        return None
    if name:
        return name, ""
    return tap.known_name or free_name(scene.state, tap.taken_names), tap.uid
