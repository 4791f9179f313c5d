"""The open wallet: balance and deeds, and what its player may do now; one tap does it."""

import msgspec
from typing_extensions import override

from companion.feedback import CLICK
from companion.flows.allowed import allowed
from companion.flows.asks import ask_of, thrower
from companion.flows.deal import Deal
from companion.flows.draft import OutcomeDraft
from companion.flows.goods import is_tradable
from companion.flows.inputs import StateChanged
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.flows.wallet import business_ways, is_own, is_scarce
from companion.locales import _, ngettext
from companion.views.players import shows_worth
from companion.views.words import money
from engine import phases as p
from engine.board import HOTEL
from engine.commands import Build, ChooseMode, SellBuilding
from engine.decide import Accepted, decide
from engine.ids import GroupId, PlayerId
from engine.options import MayBuild, MaySell
from engine.reasons import Dues
from engine.rules.confirmation import MODES
from engine.state import State, deeds_of
from engine.valuation import building_cost, houses_before_hotel, worth

_TRADE = "trade"


class Wallet(Over, frozen=True):
    """The wallet of a player lies open over what the game asks."""

    player: PlayerId
    held_until_s: float = 0.0
    """No throw counts before it."""

    @override
    def ask(self, scene: Scene) -> Ask:
        state, player = scene.state, self.player
        cash = state.cash[player]
        ways = (
            *business_ways(state, player, is_called=scene.memory.shared.is_called(state)),
            *_several(state, self),
            *self._openings(scene),
        )
        holdings = " · ".join(_holdings(state, player))
        return Ask(
            kind="wallet",
            player=player,
            title=_("{name} has {amount}").format(name=state.names[player], amount=money(cash)),
            detail=" · ".join((holdings, _("the same card closes"))),
            amount=cash,
            ways=tuple(
                msgspec.structs.replace(way, detail=f"{_confirming(way)} · {holdings}")
                for way in ways
            ),
            topic=str(state.levels) + str(state.mortgaged),
            is_unlit=True,
            count_s=scene.settings.wallet_s,
            lines=promises(state, player),
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player != self.player:
            return self._other(scene, player, way, out)
        if way is None:
            out.cue(CLICK)
            return None
        if way.value == _TRADE:
            out.warn(_("Now the card of whom you trade with."))
        elif isinstance(way.value, Over):
            out.cue(CLICK)
            return way.value
        elif way.command is not None:
            out.submit(way.command, player)
        return self

    @override
    def why_no_throw(self, scene: Scene) -> str:
        if scene.now_s >= self.held_until_s:
            return ""
        sentence = _("{name} has the wallet open: this throw does not count.")
        return sentence.format(name=scene.state.names[self.player])

    @override
    def wake_at_s(self) -> float | None:
        return self.held_until_s or None

    @override
    def changed(self, scene: Scene, change: StateChanged) -> Over | None:
        del scene
        return self if is_own(change.command, self.player) else None

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.say(_("The wallet is closed."))
        return None

    def _other(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if way is not None and way.value == _TRADE:
            out.cue(CLICK)
            return Deal(parties=(self.player, player), side=player)
        if may_open_wallet(scene):
            out.cue(CLICK)
            return open_wallet(scene, player)
        sentence = _("{name}'s wallet is open: NO closes it.")
        out.warn(sentence.format(name=scene.state.names[self.player]))
        return self

    def _openings(self, scene: Scene) -> list[Way]:
        state, player = scene.state, self.player
        ways = []
        deal = scene.memory.deal
        if is_tradable(state, player):
            ways.append(Way(label=_("Trade: then the other's card"), value=_TRADE))
            if isinstance(deal, Deal) and player in deal.parties:
                ways.append(Way(label=_("The trade that was set aside"), value=deal.anew(state)))
        if not isinstance(state.phase, p.Opening):
            ways.append(Way(label=_("How payments go"), value=Modes(self)))
        return ways


class HowMany(Over, frozen=True):
    """How many buildings of a group are built or sold; they spread evenly (BUILD-4, SELL-4)."""

    wallet: Wallet
    group: GroupId
    is_sale: bool

    @override
    def ask(self, scene: Scene) -> Ask:
        state, player = scene.state, self.wallet.player
        name = state.edition.groups[self.group].name
        title = (
            _("Sell on {group}: how many?") if self.is_sale else _("Build on {group}: how many?")
        )
        return Ask(
            kind="wallet",
            player=player,
            title=title.format(group=name),
            detail=_("They spread evenly; NO goes back"),
            ways=tuple(self._ways(scene)),
            topic=f"{self.group} {self.is_sale}",
            count_s=scene.settings.wallet_s,
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player != self.wallet.player or way is None:
            return super().card(scene, player, way, out)
        steps = way.value
        assert isinstance(steps, tuple), "every way here is a number of buildings"
        scene.memory.history.begin(len(steps))
        for step in steps:
            out.submit(step, player)
        return self.wallet

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return self.wallet

    @override
    def why_no_throw(self, scene: Scene) -> str:
        return self.wallet.why_no_throw(scene)

    @override
    def wake_at_s(self) -> float | None:
        return self.wallet.wake_at_s()

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        return self.wallet.lapse(scene, out)

    def _ways(self, scene: Scene) -> list[Way]:
        state, player = scene.state, self.wallet.player
        is_called = scene.memory.shared.is_called(state)
        ways = []
        for steps, after in spread(
            state, player, self.group, is_sale=self.is_sale, is_called=is_called
        ):
            count = len(steps)
            label = ngettext("{count} building", "{count} buildings", count).format(count=count)
            cash = after.cash[player]
            amount = cash - state.cash[player]
            ways.append(Way(label=label, amount=amount, balance_after=cash, value=steps))
        return ways


class Modes(Over, frozen=True):
    """How one player's payments go: at once, by card, or after saying the sum (VARIANT-5)."""

    wallet: Wallet

    @override
    def ask(self, scene: Scene) -> Ask:
        state, player = scene.state, self.wallet.player
        own = state.modes[player] if player < len(state.modes) else ()
        return Ask(
            kind="wallet",
            player=player,
            title=_("{name}: how do payments go?").format(name=state.names[player]),
            detail=_("Your card changes it; NO goes back"),
            ways=tuple(
                Way(
                    label=f"{_dues_word(dues)}: {_mode_word(_of(own, at))}",
                    command=ChooseMode(player, dues, _next_mode(_of(own, at))),
                )
                for at, dues in enumerate(Dues)
            ),
            topic="modes",
            count_s=scene.settings.wallet_s,
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player != self.wallet.player or way is None or way.command is None:
            return super().card(scene, player, way, out)
        out.submit(way.command, player)
        return self

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return self.wallet

    @override
    def why_no_throw(self, scene: Scene) -> str:
        return self.wallet.why_no_throw(scene)

    @override
    def wake_at_s(self) -> float | None:
        return self.wallet.wake_at_s()

    @override
    def changed(self, scene: Scene, change: StateChanged) -> Over | None:
        return self if self.wallet.changed(scene, change) else None

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        return self.wallet.lapse(scene, out)


def open_wallet(scene: Scene, player: PlayerId) -> Wallet:
    """Return the wallet of *player*, opened now: where a throw is due it holds the dice, once."""
    until_s = 0.0
    if thrower(scene.state) is not None and scene.memory.may_hold(scene.state, player):
        until_s = scene.now_s + scene.settings.hold_dice_s
    return Wallet(player, until_s)


def may_open_wallet(scene: Scene) -> bool:
    """Return whether any card opens its player's wallet, also in place of an open one."""
    if isinstance(scene.state.phase, p.Setup | p.GameOver):
        return False
    return ask_of(scene).is_open_to_wallets


def promises(state: State, player: PlayerId) -> tuple[str, ...]:
    """Return what was promised by or to *player*: shown when it matters, never enforced."""
    return tuple(
        _("{giver} promised {taker}: {text}").format(
            giver=state.names[promise.giver], taker=state.names[promise.taker], text=promise.text
        )
        for promise in state.promises
        if player in (promise.giver, promise.taker)
    )


def spread(
    state: State, player: PlayerId, group: GroupId, *, is_sale: bool, is_called: bool
) -> list[tuple[tuple[Build | SellBuilding, ...], State]]:
    """Return how 1, 2, … buildings spread over *group*, with the state after them."""
    found: list[tuple[tuple[Build | SellBuilding, ...], State]] = []
    steps: tuple[Build | SellBuilding, ...] = ()
    while True:
        step = _next_step(state, player, group, is_sale=is_sale, is_called=is_called)
        if step is None:
            return found
        steps, state = (*steps, step[0]), step[1]
        found.append((steps, state))


def _next_step(
    state: State, player: PlayerId, group: GroupId, *, is_sale: bool, is_called: bool
) -> tuple[Build | SellBuilding, State] | None:
    members = state.edition.groups[group].members
    for space in sorted(members, key=lambda space: state.levels[space], reverse=is_sale):
        is_hotel = state.levels[space] >= houses_before_hotel(state)
        if not (is_sale or is_called) and is_scarce(state, player, is_hotel=is_hotel):
            return None
        step = SellBuilding(player, space) if is_sale else Build(player, space)
        decision = decide(state, step)
        if isinstance(decision, Accepted):
            return step, decision.state
    return None


def _several(state: State, wallet: Wallet) -> list[Way]:
    """Return a way a group on which *player* may build, or sell, more than one building."""
    player = wallet.player
    counts: dict[tuple[GroupId, bool], int] = {}
    for option in allowed(state):
        if not isinstance(option, MayBuild | MaySell) or option.player != player:
            continue
        is_sale = isinstance(option, MaySell)
        key = state.edition.title(option.space).group, is_sale
        if is_sale or state.cash[player] >= 2 * building_cost(state, option.space):
            most = state.levels[option.space] if is_sale else HOTEL - state.levels[option.space]
            counts[key] = counts.get(key, 0) + most
    ways = []
    for (group, is_sale), count in counts.items():
        if count > 1:
            label = _("Sell several on {group}") if is_sale else _("Build several on {group}")
            label = label.format(group=state.edition.groups[group].name)
            value = HowMany(wallet, group, is_sale)
            ways.append(Way(label=label, value=value))
    return ways


def _confirming(way: Way) -> str:
    """Return whose card does what is highlighted."""
    return _("now the other's card") if way.value == _TRADE else _("the same card does it")


def _holdings(state: State, player: PlayerId) -> list[str]:
    """Return the count of deeds, and the worth where no tax depends on it (TAX-3)."""
    count = len(deeds_of(state, player))
    parts = [ngettext("{count} deed", "{count} deeds", count).format(count=count)]
    if shows_worth(state):
        parts.append(_("worth {amount}").format(amount=money(worth(state, player))))
    return parts


def _of(own: tuple[str, ...], at: int) -> str:
    return own[at] if at < len(own) else ""


def _next_mode(mode: str) -> str:
    return MODES[(MODES.index(mode) + 1) % len(MODES)]


def _dues_word(dues: Dues) -> str:
    match dues:
        case Dues.SALARY:
            return _("Salary")
        case Dues.RENT:
            return _("Rent")
        case Dues.TAX:
            return _("Taxes")
        case Dues.CARD:
            return _("Cards")


def _mode_word(mode: str) -> str:
    match mode:
        case "auto":
            return _("at once")
        case "ask":
            return _("by card")
        case "teach":
            return _("you say the sum")
        case _:
            return _("as the table")
