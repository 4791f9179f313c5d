"""Auctions and calls for scarce buildings: asks that any eligible player's card answers."""

from companion.feedback import CLICK
from companion.flows.allowed import allowed
from companion.flows.draft import OutcomeDraft
from companion.flows.inputs import StateChanged
from companion.flows.outcome import Ask, Does, Way
from companion.flows.settings import FEW_BIDDERS, Settings
from companion.locales import _
from companion.views.auction import lot_name
from companion.views.words import money
from engine.commands import CloseBidding, Command, PassBid, PlaceBid, WantBuildings
from engine.ids import NOBODY, Money, PlayerId
from engine.options import BidRange, Exact, MayWant
from engine.phases import Auction, Shortage
from engine.state import State

STEPS: tuple[Money, ...] = (1, 10, 50, 100)


def ask_bid(state: State, phase: Auction, settings: Settings) -> Ask:
    """Return what the auction on top asks; in seat order it asks one bidder, without a clock."""
    ways = [
        Way(
            label=_("Bid {amount}").format(amount=money(bid_amount(phase, step))),
            does=Does.BID,
            amount=-bid_amount(phase, step),
            step=step,
        )
        for step in STEPS
    ]
    out = Way(label=_("Out: then your card"), does=Does.OUT, is_refusal=True)
    is_by_seat = phase.asked != NOBODY
    if is_by_seat:
        ways.append(Way(label=_("My wallet"), does=Does.WALLET))
    is_small = len(phase.bidders) <= FEW_BIDDERS
    count_s = settings.auction_count_s if is_small else settings.auction_count_many_s
    return Ask(
        kind="auction",
        player=phase.asked if is_by_seat else None,
        title=_("Auction: {lot}").format(lot=lot_name(state, phase.lot)),
        detail=_leads(state, phase),
        amount=phase.high_bid,
        ways=(*ways, out),
        topic=f"{phase.lot} {state.turns}",
        is_shared=True,
        count_s=None if is_by_seat else count_s,
        count_topic=f"{phase.high_bid} {phase.leader}",
    )


def bid_amount(phase: Auction, step: Money) -> Money:
    """Return the bid that is *step* above the high bid, at least the floor."""
    return max(phase.floor, phase.high_bid + step)


def bid_of(state: State, player: PlayerId, step: Money) -> PlaceBid | str:
    """Return the bid that the card of *player* makes now, or the sentence why it makes none."""
    phase = state.phase
    assert isinstance(phase, Auction), "a bid stands in an auction"
    name = state.names[player]
    if player == phase.leader:
        return _("{name}, you lead.").format(name=name)
    mine = [o for o in allowed(state) if isinstance(o, BidRange) and o.player == player]
    if not mine:
        return _not_a_bidder(state, phase, player)
    amount = bid_amount(phase, step)
    if amount > mine[0].high:
        sentence = _("{name} has no means for {amount}.")
        return sentence.format(name=name, amount=money(amount))
    return PlaceBid(player, max(amount, mine[0].low))


def pass_of(state: State, player: PlayerId) -> PassBid | str:
    """Return that *player* is out, or the sentence why his card does not say so."""
    phase = state.phase
    assert isinstance(phase, Auction), "a pass stands in an auction"
    name = state.names[player]
    if player == phase.leader:
        return _("{name}, you lead.").format(name=name)
    command = PassBid(player)
    if Exact(command) in allowed(state):
        return command
    if player in phase.eligible and player not in phase.bidders:
        return _("{name} is out of this auction already.").format(name=name)
    return _not_a_bidder(state, phase, player)


def ask_want(state: State, phase: Shortage, settings: Settings) -> Ask:
    """Return the call for scarce buildings: each tap wants one more (SHORT-2)."""
    left = state.hotels if phase.is_hotel else state.houses
    title = _("Houses are scarce: who wants one?")
    if phase.is_hotel:
        title = _("Hotels are scarce: who wants one?")
    wishes = ", ".join(f"{state.names[player]} {count}" for player, count in phase.wishes)
    return Ask(
        kind="want",
        player=None,
        title=title,
        detail=_("{count} left; wanted so far: {wishes}").format(
            count=left, wishes=wishes or _("none")
        ),
        amount=None,
        ways=(
            Way(label=_("One more"), does=Does.WANT),
            Way(label=_("No more: then your card"), does=Does.WANT_NO_MORE, is_refusal=True),
        ),
        topic=str(phase.is_hotel),
        is_shared=True,
        count_s=settings.call_s,
        count_topic=str(phase.is_hotel),
    )


def want_of(state: State, player: PlayerId) -> WantBuildings | str:
    """Return the wish that the card of *player* utters, or the sentence why it utters none."""
    phase = state.phase
    assert isinstance(phase, Shortage), "a wish stands in a shortage"
    wished = dict(phase.wishes).get(player, 0)
    name = state.names[player]
    most = _wanters(state).get(player)
    if most is None:
        return _("{name} can place none of these.").format(name=name)
    if wished == most:
        return _("{name} can place no more.").format(name=name)
    return WantBuildings(player, wished + 1, phase.is_hotel)


class Shared:
    """What any player's card answers; remembers who wants no more, and which call was over."""

    def __init__(self) -> None:
        self._content: frozenset[PlayerId] = frozenset()
        self._turn_called = -1

    def note(self, change: StateChanged) -> None:
        """Keep up with what became durable."""
        before = change.before
        if (
            isinstance(change.command, CloseBidding)
            and before
            and isinstance(before.phase, Shortage)
        ):
            self._turn_called = before.turns
        if not isinstance(change.command, WantBuildings):
            self._content = frozenset()

    def is_called(self, state: State) -> bool:
        """Return whether a call for scarce buildings has been made and is over in this turn."""
        return self._turn_called == state.turns

    def tap(self, state: State, player: PlayerId, way: Way, out: OutcomeDraft) -> None:
        """Let the card of *player* do what is highlighted, for himself."""
        command: Command | str
        match way.does:
            case Does.BID:
                command = bid_of(state, player, way.step)
            case Does.OUT:
                command = pass_of(state, player)
            case Does.WANT:
                command = want_of(state, player)
            case _:
                self._is_content(state, player, out)
                return
        if isinstance(command, str):
            out.warn(command)
        else:
            out.submit(command, player)

    def _is_content(self, state: State, player: PlayerId, out: OutcomeDraft) -> None:
        """Note that a player wants no more; once all do, the call is over before its time."""
        wanters = _wanters(state)
        if player not in wanters:
            out.warn(_("{name} can place none of these.").format(name=state.names[player]))
            return
        self._content |= {player}
        out.say(_("{name} wants no more.").format(name=state.names[player]))
        out.cue(CLICK)
        if self._content >= set(wanters):
            out.submit(CloseBidding())


def _wanters(state: State) -> dict[PlayerId, int]:
    """Return how many scarce buildings each player may wish for at most."""
    return {o.player: o.count for o in allowed(state) if isinstance(o, MayWant)}


def _leads(state: State, phase: Auction) -> str:
    if phase.leader == NOBODY:
        return _("No bid yet")
    name, amount = state.names[phase.leader], money(phase.high_bid)
    return _("{name} leads with {amount}").format(name=name, amount=amount)


def _not_a_bidder(state: State, phase: Auction, player: PlayerId) -> str:
    if phase.asked not in (NOBODY, player):
        return _("It is {name}'s turn to bid.").format(name=state.names[phase.asked])
    return _("{name} cannot bid for this.").format(name=state.names[player])
