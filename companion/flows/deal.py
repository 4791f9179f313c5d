"""A trade in the making: both sides lie open, each party's card signs, any change unsigns."""

from typing import ClassVar

import msgspec
from typing_extensions import override

from companion.feedback import CLICK
from companion.flows.dial import Dial
from companion.flows.draft import OutcomeDraft
from companion.flows.goods import balance_lines, gift_lines, gifts, item_words, may_give
from companion.flows.outcome import Ask, Way
from companion.flows.over import Over, Scene
from companion.locales import _
from companion.views.refusals import sentence
from companion.views.words import listed, money, space_name
from engine.commands import MakePromise, Trade, TradeItem
from engine.decide import decide
from engine.ids import AMOUNT_MAX, PlayerId, SpaceId
from engine.refusals import Refused
from engine.state import State, deeds_of

PARTIES_MAX = 3
_SIGN = "sign"


class Deal(Over, frozen=True):
    """What two or three players would give each other."""

    reads_deeds: ClassVar[bool] = True

    parties: tuple[PlayerId, ...]
    side: PlayerId
    """Whom the knob serves: whose card came last."""
    items: tuple[TradeItem, ...] = ()
    lifting: tuple[SpaceId, ...] = ()
    promises: tuple[MakePromise, ...] = ()
    signed: frozenset[PlayerId] = frozenset()

    @property
    def trade(self) -> Trade:
        """The deal as the rules see it."""
        return Trade(self.parties, self.items, self.lifting)

    @override
    def ask(self, scene: Scene) -> Ask:
        state = scene.state
        names = listed(state.names[party] for party in self.parties)
        return Ask(
            kind="trade",
            player=self.side,
            title=_("Trade: {names}").format(names=names),
            detail=self._detail(state),
            ways=(*self._signing(state), *self._ways(state)),
            topic=f"{self.items} {self.lifting} {self.promises} {self.side} {self.parties}",
            is_shared=True,
            count_s=scene.settings.trade_s,
            deal=self.trade,
            signed=tuple(sorted(self.signed)),
            side=self.side,
            lines=(
                *gift_lines(state, self.trade, self.promises),
                *balance_lines(state, self.trade),
            ),
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player not in self.parties:
            return self._join(scene.state, player, out)
        if way is not None and way.value == _SIGN:
            return self._sign(scene, player, out)
        out.cue(CLICK)
        if player != self.side or way is None:
            return msgspec.structs.replace(self, side=player)
        match way.value:
            case TradeItem() as item:
                return self.toggled(item)
            case int() as space:
                return self._lift(SpaceId(space))
            case MakePromise() as promise:
                kept = tuple(other for other in self.promises if other != promise)
                return self._unsigned(promises=kept)
            case Over() as other:
                return other
            case _:
                return self

    @override
    def deed(self, scene: Scene, space: SpaceId, out: OutcomeDraft) -> Over | None:
        """Add a party's deed for the next taker, at last take it out again."""
        giver = next((p for p in self.parties if p == scene.state.owners[space]), None)
        if giver is None:
            out.warn(_("None of you holds this deed."))
            return self
        takers = [party for party in self.parties if party != giver]
        lying = next((item for item in self.items if item.space == space), None)
        at = 0 if lying is None else takers.index(lying.taker) + 1
        items = tuple(item for item in self.items if item != lying)
        if at < len(takers):
            item = TradeItem(giver, takers[at], space=space)
            if not may_give(scene.state, item):
                out.warn(_("Buildings stand in its group: sell them first."))
                return self
            items = (*items, item)
        out.cue(CLICK)
        return self._unsigned(items=items)

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        scene.memory.deal = None
        out.say(_("No deal."))
        return None

    @override
    def aside(self, scene: Scene) -> None:
        if self.items or self.promises:
            scene.memory.deal = msgspec.structs.replace(self, signed=frozenset())

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        return self.no(scene, out)

    def anew(self, state: State) -> "Deal":
        """Return it with what each can still give, unsigned."""
        items = tuple(item for item in self.items if may_give(state, item))
        traded = {item.space for item in items}
        lifting = tuple(s for s in self.lifting if s in traded and state.mortgaged[s])
        return msgspec.structs.replace(self, items=items, lifting=lifting, signed=frozenset())

    def toggled(self, item: TradeItem) -> "Deal":
        """Return it with *item* added, or taken out; a sum takes the place of an earlier one."""
        if item in self.items:
            return self._unsigned(items=tuple(other for other in self.items if other != item))
        kept = self.items
        if item.money:
            kept = tuple(
                other
                for other in kept
                if not (other.money and (other.giver, other.taker) == (item.giver, item.taker))
            )
        return self._unsigned(items=(*kept, item))

    def promised(self, promise: MakePromise) -> "Deal":
        """Return it with a promise more."""
        return self._unsigned(promises=(*self.promises, promise))

    def _unsigned(
        self,
        *,
        items: tuple[TradeItem, ...] | None = None,
        promises: tuple[MakePromise, ...] | None = None,
    ) -> "Deal":
        kept = self.items if items is None else items
        traded = {item.space for item in kept}
        return msgspec.structs.replace(
            self,
            items=kept,
            promises=self.promises if promises is None else promises,
            lifting=tuple(space for space in self.lifting if space in traded),
            signed=frozenset(),
        )

    def _lift(self, space: SpaceId) -> "Deal":
        lifting = tuple(other for other in self.lifting if other != space)
        if space not in self.lifting:
            lifting = (*lifting, space)
        return msgspec.structs.replace(self, lifting=lifting, signed=frozenset())

    def _join(self, state: State, player: PlayerId, out: OutcomeDraft) -> Over | None:
        name = state.names[player]
        if len(self.parties) == PARTIES_MAX:
            out.warn(_("{name} is no party of this trade.").format(name=name))
            return self
        out.say(_("{name} joins the trade.").format(name=name))
        parties = (*self.parties, player)
        return msgspec.structs.replace(self, parties=parties, side=player, signed=frozenset())

    def _sign(self, scene: Scene, player: PlayerId, out: OutcomeDraft) -> Over | None:
        decision = decide(scene.state, self.trade)
        if isinstance(decision, Refused):
            out.warn(sentence(decision.refusal, scene.state, self.trade))
            return msgspec.structs.replace(self, side=player)
        signed = self.signed | {player}
        if signed < set(self.parties):
            out.cue(CLICK)
            return msgspec.structs.replace(self, signed=signed, side=player)
        out.submit(self.trade, player)
        for promise in self.promises:
            out.submit(promise, promise.giver)
        scene.memory.deal = None
        return None

    def _signing(self, state: State) -> tuple[Way, ...]:
        """Return the way to sign; of the last one's it is said that he closes the deal."""
        if not self.items:
            return ()
        missing = [state.names[party] for party in self.parties if party not in self.signed]
        detail = ""
        if len(missing) == 1:
            closes = _("{name}'s card closes the deal").format(name=missing[0])
            detail = f"{closes} · " + _("to change: the knob, then card")
        return (Way(label=_("Sign: each party's card"), value=_SIGN, detail=detail),)

    def _ways(self, state: State) -> list[Way]:
        takers = [party for party in self.parties if party != self.side]
        ways = [
            Way(
                label=_("Money to {name}").format(name=state.names[taker]),
                value=Sum(self, taker, Dial(0, state.cash[self.side])),
            )
            for taker in takers
            if state.cash[self.side]
        ]
        lying = set(self.items)
        traded = {item.space for item in self.items}
        for item in gifts(state, self.side, takers):
            if item not in lying and not (item.space is not None and item.space in traded):
                label = _("{item} to {name}")
                label = label.format(item=item_words(state, item), name=state.names[item.taker])
                ways.append(Way(label=label, value=item, space=item.space))
        ways += [
            Way(
                label=_("A promise to {name}").format(name=state.names[taker]),
                value=Promising(self, taker),
            )
            for taker in takers
        ]
        return ways + self._retractions(state)

    def _retractions(self, state: State) -> list[Way]:
        ways = [
            Way(label=_("Without {item}").format(item=item_words(state, item)), value=item)
            for item in self.items
            if item.giver == self.side
        ]
        ways += [
            Way(label=_("Without: {text}").format(text=promise.text), value=promise)
            for promise in self.promises
            if promise.giver == self.side
        ]
        for item in self.items:
            if item.taker == self.side and item.space is not None and state.mortgaged[item.space]:
                label = _("Lift {space} at once")
                if item.space in self.lifting:
                    label = _("Leave {space} mortgaged")
                space = space_name(state.edition, item.space)
                ways.append(Way(label=label.format(space=space), value=int(item.space)))
        return ways

    def _detail(self, state: State) -> str:
        signed = ", ".join(state.names[party] for party in sorted(self.signed))
        side = _("the knob serves {name}").format(name=state.names[self.side])
        return " · ".join(
            [_("signed: {names}").format(names=signed or _("nobody")), side, _("NO: no deal")]
        )


class Sum(Over, frozen=True):
    """How much the side gives, or promises to pay back."""

    deal: Deal
    taker: PlayerId
    dial: Dial
    is_promise: bool = False

    @override
    def ask(self, scene: Scene) -> Ask:
        state, side = scene.state, self.deal.side
        title = _("{name} gives how much?")
        if self.is_promise:
            title = _("{name} pays back how much?")
        amount = self.dial.amount
        hides = self.is_promise or state.rules.balances == "own_tap"
        way = Way(
            label=money(amount),
            amount=None if self.is_promise else -amount,
            balance_after=None if hides else state.cash[side] - amount,
        )
        return Ask(
            kind="trade",
            player=side,
            title=title.format(name=state.names[side]),
            detail=self.dial.words,
            amount=amount,
            ways=(way,),
            topic=f"{self.taker} {self.dial} {self.is_promise}",
            count_topic="sum",
            count_s=scene.settings.trade_s,
            deal=self.deal.trade,
            side=side,
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player != self.deal.side:
            return super().card(scene, player, way, out)
        out.cue(CLICK)
        amount = self.dial.amount
        if not amount:
            return self.deal
        if self.is_promise:
            text = _("{amount} to be paid back").format(amount=amount)
            return self.deal.promised(MakePromise(player, self.taker, text))
        return self.deal.toggled(TradeItem(player, self.taker, money=amount))

    @override
    def turn(self, scene: Scene, detents: int) -> Over | None:
        del scene
        return msgspec.structs.replace(self, dial=self.dial.turned(detents))

    @override
    def yes(self, scene: Scene, way: Way | None, out: OutcomeDraft) -> Over | None:
        del scene, way
        out.cue(CLICK)
        return msgspec.structs.replace(self, dial=self.dial.stepped())

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return self.deal

    @override
    def aside(self, scene: Scene) -> None:
        self.deal.aside(scene)

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        return self.deal.lapse(scene, out)


class Promising(Over, frozen=True):
    """Which promise of the list the side gives."""

    deal: Deal
    taker: PlayerId

    @override
    def ask(self, scene: Scene) -> Ask:
        state, side = scene.state, self.deal.side
        groups = sorted({state.edition.title(space).group for space in deeds_of(state, side)})
        ways = [
            Way(
                label=_("Free visits on {group}").format(group=state.edition.groups[group].name),
                value=MakePromise(
                    side,
                    self.taker,
                    _("free visits on {group}").format(group=state.edition.groups[group].name),
                ),
            )
            for group in groups
        ]
        back = Sum(self.deal, self.taker, Dial(0, AMOUNT_MAX), is_promise=True)
        ways.append(Way(label=_("A sum to be paid back"), value=back))
        return Ask(
            kind="trade",
            player=side,
            title=_("{name}: what is promised?").format(name=state.names[side]),
            detail=_("It is kept in the ledger and never enforced; NO goes back"),
            ways=tuple(ways),
            topic=f"promise {self.taker}",
            count_s=scene.settings.trade_s,
            deal=self.deal.trade,
            side=side,
        )

    @override
    def card(
        self, scene: Scene, player: PlayerId, way: Way | None, out: OutcomeDraft
    ) -> Over | None:
        if player != self.deal.side or way is None:
            return super().card(scene, player, way, out)
        out.cue(CLICK)
        if isinstance(way.value, MakePromise):
            return self.deal.promised(way.value)
        assert isinstance(way.value, Over), "every way here is a promise, or leads to one"
        return way.value

    @override
    def no(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        del scene
        out.cue(CLICK)
        return self.deal

    @override
    def aside(self, scene: Scene) -> None:
        self.deal.aside(scene)

    @override
    def lapse(self, scene: Scene, out: OutcomeDraft) -> Over | None:
        return self.deal.lapse(scene, out)
