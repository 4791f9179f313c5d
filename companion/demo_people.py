"""What simulated people want at the table: a pure policy, the same for the same seed and position.

They only wish here; hands do it, through the emulated reader and board.
"""

import random
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from engine import phases as p
from engine.commands import (
    Build,
    BuyDeed,
    ChooseCard,
    ChooseTax,
    ClaimRent,
    Command,
    DeclareBankruptcy,
    DeclineDeed,
    LiftMortgage,
    MortgageDeed,
    PassBid,
    PayFine,
    PlaceBid,
    PlaceBuilding,
    ReportCard,
    SayAmount,
    SellBuilding,
    SellGroup,
    UseJailCard,
)
from engine.events import Event, Rolled, TurnBegan
from engine.ids import CardId, Money, PlayerId, SpaceId
from engine.options import (
    AnyCard,
    BidRange,
    Exact,
    MayBuild,
    MaySell,
    MaySellGroup,
    Option,
    options,
)
from engine.state import State
from engine.valuation import building_cost, group_of, worth

NAMES = ("Ada", "Ben", "Chiara", "Dora", "Emil", "Finn", "Gita", "Hugo")
BID_STEPS: tuple[Money, ...] = (100, 50, 10, 1)
BUSINESS_A_TURN_MAX = 2  # nobody keeps the table waiting
CASH_KEPT_MAX = 300  # the most careful keep so much when they spend
POOR = 60  # with less they mortgage something in time
RICH = 700  # with more they lift mortgages, and pay to leave jail

_Business = Build | LiftMortgage | MortgageDeed
C = TypeVar("C", bound=Command)


class Throw(msgspec.Struct, frozen=True):
    """Throw these dice."""

    die_1: int
    die_2: int


class Act(msgspec.Struct, frozen=True):
    """Get this command done with the card of *player*."""

    player: PlayerId
    command: Command


class LetGo(msgspec.Struct, frozen=True):
    """Nobody wants anything: what counts down may end by itself."""


Wish = Throw | Act | LetGo


class People:
    """The minds of all players; they remember only how far the game is."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._throws = 0
        self._business = 0

    def watch(self, command: Command, events: Iterable[Event]) -> None:
        """Keep up with what happened at the table."""
        self._business += isinstance(command, _Business)
        for event in events:
            self._throws += isinstance(event, Rolled)
            if isinstance(event, TurnBegan):
                self._business = 0

    def give_up(self) -> None:
        """Leave the bank alone for the rest of the turn: it did not offer what was wished."""
        self._business = BUSINESS_A_TURN_MAX

    def wish(self, state: State) -> Wish:
        """Return what somebody at the table wants next."""
        now = options(state)
        match state.phase:
            case p.AwaitingRoll(player=player):
                return self._claim(now) or self._trade_with_bank(state, now, player) or self._roll()
            case p.JailDecision(player=player):
                return self._leave_jail(state, now, player) or self._roll()
            case p.Auction() as auction:
                return self._bid(state, now, auction)
            case p.Debt(debtor=player, amount=amount):
                return Act(player, _raise_cash(state, now, player, amount))
            case p.SplitDebt(debtor=player, amount=amount, creditors=creditors):
                return Act(player, _raise_cash(state, now, player, amount * len(creditors)))
            case p.Opening() | p.UtilityThrow():
                return self._roll()
            case _:
                return self._choose(state, now)

    def _choose(self, state: State, now: tuple[Option, ...]) -> Wish:
        """Return what the one player wants to whom the table leaves a choice."""
        match state.phase:
            case p.PurchaseOffer(player=player, space=space):
                return Act(player, self._buy(state, now, player, space))
            case p.TaxChoice(player=player):
                percent = state.edition.income_tax_percent * worth(state, player)
                cheaper = percent < 100 * state.edition.income_tax_flat
                return Act(player, ChooseTax(by_percent=cheaper))
            case p.CardDrawn(player=player):
                return Act(player, ReportCard(self._draw(now, state)))
            case p.CardChoice(player=player):
                return Act(player, ChooseCard(pays=self._chance(state, "card").random() < 0.5))
            case p.Confirmation(player=player, amount=amount):
                return Act(player, SayAmount(player, amount))
            case p.PlaceWonBuilding(player=player):
                return Act(player, _all(now, PlaceBuilding)[0])
            case _:
                return LetGo()

    def _chance(self, state: State, what: str) -> random.Random:
        """Return a source that depends on the seed and on how far the game is, on nothing else."""
        key = f"{self._seed}/{self._throws}/{self._business}/{state.turns}/{what}"
        return random.Random(key)  # noqa: S311  # simulated people keep no secrets

    def _roll(self) -> Throw:
        source = random.Random(f"{self._seed}/{self._throws}/dice")  # noqa: S311  # as above
        return Throw(source.randint(1, 6), source.randint(1, 6))

    def _claim(self, now: tuple[Option, ...]) -> Act | None:
        claims = _all(now, ClaimRent)
        return Act(claims[0].player, claims[0]) if claims else None

    def _kept(self, state: State, player: PlayerId) -> Money:
        """Return how much cash the player does not spend of his own will just now."""
        return self._chance(state, f"kept {player}").randrange(CASH_KEPT_MAX)

    def _trade_with_bank(
        self, state: State, now: tuple[Option, ...], player: PlayerId
    ) -> Act | None:
        """Build, lift or mortgage before one's own throw, a little a turn."""
        if self._business >= BUSINESS_A_TURN_MAX:
            return None
        cash, kept = state.cash[player], self._kept(state, player)
        builds = [o.space for o in now if isinstance(o, MayBuild) and o.player == player]
        affordable = [s for s in builds if cash - building_cost(state, s) > kept]
        if affordable:
            return Act(player, Build(player, self._chance(state, "build").choice(affordable)))
        lifts = [lift for lift in _all(now, LiftMortgage) if lift.player == player]
        if lifts and cash > RICH:
            return Act(player, lifts[0])
        mortgages = _mortgages(state, now, player)
        if mortgages and cash < POOR:
            return Act(player, mortgages[0])
        return None

    def _leave_jail(self, state: State, now: tuple[Option, ...], player: PlayerId) -> Act | None:
        if cards := [card for card in _all(now, UseJailCard) if card.player == player]:
            at = 0 if len(cards) <= 2 else 1  # of two cards it is said which
            return Act(player, cards[at])
        is_willing = self._chance(state, "jail").random() < 0.6 or state.cash[player] > RICH
        if is_willing and PayFine(player) in _all(now, PayFine) and state.cash[player] > POOR:
            return Act(player, PayFine(player))
        return None

    def _buy(
        self, state: State, now: tuple[Option, ...], player: PlayerId, space: SpaceId
    ) -> Command:
        left = state.cash[player] - state.edition.title(space).price
        if left >= 0 and (left >= self._kept(state, player) or _completes(state, player, space)):
            return BuyDeed() if Exact(BuyDeed()) in now else DeclineDeed()
        return DeclineDeed()

    def _draw(self, now: tuple[Option, ...], state: State) -> CardId:
        cards = next(option.cards for option in now if isinstance(option, AnyCard))
        return self._chance(state, "draw").choice(cards)

    def _bid(self, state: State, now: tuple[Option, ...], auction: p.Auction) -> Wish:
        """Go round from the leader's left: whom it is worth more bids, anybody else leaves."""
        for player in _round_from(auction):
            passing = PassBid(player)
            ranges = [o for o in now if isinstance(o, BidRange) and o.player == player]
            for bid in self._bids(state, auction, player) if ranges else ():
                if ranges[0].low <= bid <= ranges[0].high:
                    return Act(player, PlaceBid(player, bid))
            if Exact(passing) in now:
                return Act(player, passing)
        return LetGo()

    def _bids(self, state: State, auction: p.Auction, player: PlayerId) -> list[Money]:
        """Return the bids that *player* would make now, the boldest first."""
        limit = self._limit(state, auction, player)
        bids = [max(auction.floor, auction.high_bid + step) for step in BID_STEPS]
        return [bid for bid in bids if bid <= limit]

    def _limit(self, state: State, auction: p.Auction, player: PlayerId) -> Money:
        """Return what the lot is worth to *player*; the same for the whole auction."""
        source = random.Random(f"{self._seed}/{self._throws}/{auction.lot}/{player}")  # noqa: S311  # as above
        if auction.lot.space is None:
            value = auction.floor
        else:
            value = state.edition.title(auction.lot.space).price
            if _completes(state, player, auction.lot.space):
                value *= 2
        return min(round(value * source.uniform(0.4, 1.2)), state.cash[player] - POOR)


def _all(now: tuple[Option, ...], kind: type[C]) -> list[C]:
    return [o.command for o in now if isinstance(o, Exact) and isinstance(o.command, kind)]


def _completes(state: State, player: PlayerId, space: SpaceId) -> bool:
    others = [member for member in group_of(state, space) if member != space]
    return all(state.owners[member] == player for member in others)


def _round_from(auction: p.Auction) -> list[PlayerId]:
    """Return who may still act, beginning at the leader's left."""
    order = [player for player in auction.eligible if player in auction.bidders]
    if auction.leader in order:
        at = order.index(auction.leader)
        order = order[at + 1 :] + order[:at]
    return order


def _mortgages(state: State, now: tuple[Option, ...], player: PlayerId) -> list[MortgageDeed]:
    """Return the deeds to pledge, those of no complete group and of little rent first."""
    own = [pledge for pledge in _all(now, MortgageDeed) if pledge.player == player]
    return sorted(own, key=lambda m: (_completes(state, player, m.space), m.space))


def _raise_cash(state: State, now: tuple[Option, ...], player: PlayerId, amount: Money) -> Command:
    """Pledge the smallest deed that is enough, else any, else sell; give up when nothing helps."""
    short = amount - state.cash[player]
    pledges = _mortgages(state, now, player)
    enough = [m for m in pledges if state.edition.title(m.space).mortgage >= short]
    if enough:
        return min(enough, key=lambda m: (state.edition.title(m.space).mortgage, m.space))
    sales = [
        SellBuilding(player, o.space, min(o.steps))
        for o in now
        if isinstance(o, MaySell) and o.player == player
    ]
    groups = [o for o in now if isinstance(o, MaySellGroup) and o.player == player]
    if Exact(DeclareBankruptcy(player)) in now:
        return DeclareBankruptcy(player)
    if pledges:
        return pledges[0]
    if sales:
        return sales[0]
    return SellGroup(player, groups[0].group, min(groups[0].levels))
