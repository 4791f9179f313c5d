"""Simulated players: each answers what the phase on top asks, by its policy and the options.

They see what everybody at the table sees. Chance comes in from the caller.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from engine import commands as c
from engine import phases as p
from engine.board import HOTEL, Deck
from engine.deals import proposal
from engine.ids import NOBODY, AccountId, GroupId, Money, PlayerId, SpaceId
from engine.options import (
    Exact,
    MaySell,
    MaySellGroup,
    asked,
    may_lift,
    may_mortgage,
    most_wanted,
    raising,
    steps_open,
)
from engine.policies import Policy
from engine.state import Position
from engine.valuation import building_cost, lift_cost, rounded, worth

T = TypeVar("T")
DEALS_A_TURN_MAX = 2
BUSINESS_A_TURN_MAX = 20  # nobody keeps the table waiting
BID_STEP_PERCENT = 10  # of the lot's printed price
SCARCE_HOUSES = 2  # fewer left and wanted by others too: they are called for, not just built


class Chance(Protocol):
    """What the engine never has of its own."""

    def throw(self) -> c.RecordRoll:
        """Return two dice."""

    def below(self, count: int) -> int:
        """Return a whole number from 0 to *count* - 1."""

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """Return *things* in another order."""


class Bots:
    """The players of one game, a policy a seat; they remember only what they have looked at."""

    __slots__ = (
        "business",
        "called",
        "chance",
        "deals",
        "groups",
        "kept",
        "kept_building",
        "limits",
        "looked",
        "lot",
        "owners",
        "policies",
        "turn",
        "whole",
    )

    def __init__(self, position: Position, policies: tuple[Policy, ...], chance: Chance) -> None:
        start = position.edition.start_money
        self.policies = policies
        self.chance = chance
        self.kept = [start * policy.keeps // 100 for policy in policies]
        self.kept_building = [start * policy.keeps_building // 100 for policy in policies]
        self.groups = [
            (GroupId(index), group.members)
            for index, group in enumerate(position.edition.groups)
            if building_cost(position, group.members[0])
        ]
        self.owners: list[AccountId] = []
        self.whole: list[list[tuple[SpaceId, ...]]] = [[] for _ in policies]
        self.looked = [False] * len(policies)
        self.turn = -1
        self.business = 0
        self.deals = 0
        self.called = False
        self.lot: p.Lot | None = None
        self.limits: dict[PlayerId, Money] = {}

    def answer(self, position: Position) -> c.Command:
        """Return what somebody does now: always a member of `options`."""
        phase = position.phases[-1]
        return _ANSWERS[type(phase)](self, position, phase)

    def before_throw(self, position: Position, phase: p.AwaitingRoll) -> c.Command:
        """Claim, deal, build or lift; then throw."""
        return self._business(position, phase.player) or self.chance.throw()

    def in_jail(self, position: Position, phase: p.JailDecision) -> c.Command:
        """Leave early in the game; late, where others have built, jail is a shelter (JAIL-8)."""
        player = phase.player
        policy = self.policies[player]
        command = self._business(position, player)
        if command is not None:
            return command
        if not policy.buys or (policy.waits_in_jail and self._is_dangerous(position, player)):
            return self.chance.throw()
        ways = [option.command for option in asked(position) if isinstance(option, Exact)]
        for way in ways:
            if isinstance(way, c.UseJailCard):
                return way
        if ways and position.cash[player] - position.edition.jail_fine >= self.kept[player]:
            return ways[0]
        return self.chance.throw()

    def throw(self, _position: Position, _phase: p.Opening | p.UtilityThrow) -> c.Command:
        """Throw for whoever is due."""
        return self.chance.throw()

    def offer(self, position: Position, phase: p.PurchaseOffer) -> c.Command:
        """Buy what can be had with some cash left, and what completes a group at any price."""
        player, space = phase.player, phase.space
        policy = self.policies[player]
        left = position.cash[player] - position.edition.title(space).price
        if not policy.buys or left < 0:
            return c.DeclineDeed()
        if policy.whim and self.chance.below(100) < policy.whim:
            return c.DeclineDeed()
        if left >= self.kept[player] or self._completes(position, player, space):
            return c.BuyDeed()
        return c.DeclineDeed()

    def bid(self, position: Position, phase: p.Auction) -> c.Command:
        """Ask round from the leader's left: who wants the lot for more bids, others pass."""
        if phase.lot is not self.lot:
            self.lot = phase.lot
            self.limits = {
                player: self._limit(position, phase, player) for player in phase.eligible
            }
        player = self._next_bidder(phase)
        if player == NOBODY:
            return c.CloseBidding()
        low = max(phase.high_bid + 1, phase.floor)
        limit = self.limits[player]
        if limit < low:
            return c.PassBid(player)
        step = self._lot_price(position, phase) * BID_STEP_PERCENT // 100
        return c.PlaceBid(player, min(limit, max(low, phase.high_bid + step)))

    def tax(self, position: Position, phase: p.TaxChoice) -> c.Command:
        """Choose what is less; a beginner does not count (TAX-3)."""
        if self.policies[phase.player].whim:
            return c.ChooseTax(by_percent=False)
        percent = position.rules.income_tax_percent
        if percent < 0:
            percent = position.edition.income_tax_percent
        share = rounded(position, worth(position, phase.player), percent)
        return c.ChooseTax(by_percent=share < position.edition.income_tax_flat)

    def card(self, position: Position, phase: p.CardDrawn) -> c.Command:
        """Report the card on top: the real deck lies as the state says."""
        cards = position.chance if phase.deck is Deck.CHANCE else position.chest
        return c.ReportCard(cards[0])

    def card_choice(self, _position: Position, _phase: p.CardChoice) -> c.Command:
        """Pay: a Chance card may cost more (DECK-1)."""
        return c.ChooseCard(pays=True)

    def confirm(self, _position: Position, phase: p.Confirmation) -> c.Command:
        """Say the amount, which every mode takes."""
        return c.SayAmount(phase.player, phase.amount)

    def want(self, position: Position, phase: p.Shortage) -> c.Command:
        """Come forward once where one builds; then the time is over (SHORT-2)."""
        asked_already = {player for player, _ in phase.wishes}
        for player, policy in enumerate(self.policies):
            if player in asked_already or not policy.builds_to or position.is_out[player]:
                continue
            seat = PlayerId(AccountId(player))
            count = most_wanted(position, seat, is_hotel=phase.is_hotel)
            if count and position.cash[player] > self.kept_building[player]:
                return c.WantBuildings(seat, min(count, 2), phase.is_hotel)
        return c.CloseBidding()

    def place(self, position: Position, _phase: p.PlaceWonBuilding) -> c.Command:
        """Put a won building on the last site offered (SHORT-2)."""
        places = [option.command for option in asked(position) if isinstance(option, Exact)]
        return places[-1]

    def debt(self, position: Position, phase: p.Debt | p.SplitDebt) -> c.Command:
        """Raise the cash with the least harm, or give up where it cannot be raised (DEBT-1)."""
        player = phase.debtor
        for option in asked(position):
            if isinstance(option, Exact):
                return option.command
        single: list[tuple[int, c.Command]] = []
        for option in raising(position, player):
            match option:
                case Exact(command=c.MortgageDeed() as pledge):
                    rank = 1000 if self._completes(position, player, pledge.space) else 0
                    price = position.edition.title(pledge.space).price
                    single.append((rank + price, pledge))
                case MaySell(space=space):
                    sale = c.SellBuilding(player, space)
                    single.append((10_000 - building_cost(position, space), sale))
                case MaySellGroup(group=group, levels=levels):
                    lot = c.SellGroup(player, group, max(levels))
                    single.append((20_000, lot))
                case _:
                    pass
        return min(single, key=lambda ranked: ranked[0])[1]

    def _business(self, position: Position, player: PlayerId) -> c.Command | None:
        """Return what is done before a throw, or nothing more."""
        if position.claims and (claim := self._claim(position)) is not None:
            return claim
        if position.turns != self.turn:
            self.turn = position.turns
            self.business = 0
            self.deals = 0
            self.called = False
        self._look(position)
        policy = self.policies[player]
        if policy.proposes and not self.looked[player]:
            self.looked[player] = True
            if self.deals < DEALS_A_TURN_MAX:
                self.deals += 1
                deal = proposal(position, player, self.policies, self.kept[player])
                if deal is not None:
                    return deal
        if self.business == BUSINESS_A_TURN_MAX:
            return None
        command = None
        if self.whole[player] and policy.builds_to:
            command = self._improve(position, player, policy)
        if command is None and True in position.mortgaged:
            command = self._lift(position, player)
        self.business += command is not None
        return command

    def _claim(self, position: Position) -> c.Command | None:
        """Ask for a rent in time, if its owner is awake (RENT-6)."""
        for claim in position.claims:
            whim = self.policies[claim.owner].whim
            if not whim or self.chance.below(100) >= whim:
                return c.ClaimRent(claim.owner)
        return None

    def _look(self, position: Position) -> None:
        """Look at who owns what, where that has changed."""
        if position.owners == self.owners:
            return
        self.owners = list(position.owners)
        owners = self.owners
        self.whole = [[] for _ in self.policies]
        self.looked = [False] * len(self.policies)
        for _, members in self.groups:
            owner = owners[members[0]]
            if owner >= 0 and all(owners[member] == owner for member in members):
                self.whole[owner].append(members)

    def _improve(self, position: Position, player: PlayerId, policy: Policy) -> c.Command | None:
        """Build one step on the group with the fewest, evenly, the dearest group first."""
        spare = position.cash[player] - self.kept_building[player]
        levels = position.levels
        for members in reversed(self.whole[player]):
            low = min(members, key=lambda space: (levels[space], -space))
            if levels[low] >= policy.builds_to or levels[low] == HOTEL:
                continue
            pledged = [member for member in members if position.mortgaged[member]]
            if pledged:
                if lift_cost(position, pledged[0]) <= spare and may_lift(
                    position, player, pledged[0]
                ):
                    return c.LiftMortgage(player, pledged[0])
                continue
            if building_cost(position, low) > spare:
                if policy.mortgages_to_build and levels[low] < 3:
                    return self._pledge_single(position, player)
                continue
            if not self.called and self._is_scarce(position, player):
                self.called = True
                return c.WantBuildings(player, 1)
            if steps_open(position, player, low):
                return c.Build(player, low)
        return None

    def _is_scarce(self, position: Position, player: PlayerId) -> bool:
        """Return whether the last houses should be called for (SHORT-2)."""
        if not 0 < position.houses <= SCARCE_HOUSES:
            return False
        rivals = [
            PlayerId(AccountId(other))
            for other, whole in enumerate(self.whole)
            if whole and other != player and position.cash[other] > self.kept_building[other]
        ]
        return most_wanted(position, player, is_hotel=False) > 0 and any(
            most_wanted(position, rival, is_hotel=False) for rival in rivals
        )

    def _pledge_single(self, position: Position, player: PlayerId) -> c.Command | None:
        """Pledge a deed outside whole groups, the cheapest first (MORT-1)."""
        whole = {member for members in self.whole[player] for member in members}
        for space, owner in enumerate(position.owners):
            place = SpaceId(space)
            if owner == player and place not in whole and may_mortgage(position, player, place):
                return c.MortgageDeed(player, place)
        return None

    def _lift(self, position: Position, player: PlayerId) -> c.Command | None:
        """Lift a mortgage where much cash is left after it (MORT-4)."""
        spare = position.cash[player] - self.kept_building[player] - self.kept[player]
        if spare < 0 or (self.policies[player].mortgages_to_build and self.whole[player]):
            spare -= position.edition.start_money // 3
        for space, is_mortgaged in enumerate(position.mortgaged):
            place = SpaceId(space)
            if (
                is_mortgaged
                and position.owners[space] == player
                and lift_cost(position, place) <= spare
                and may_lift(position, player, place)
            ):
                return c.LiftMortgage(player, place)
        return None

    def _is_dangerous(self, position: Position, player: PlayerId) -> bool:
        """Return whether others have built: a night in jail then costs less than a walk."""
        owners = position.owners
        return any(
            level > 2 and owners[space] != player for space, level in enumerate(position.levels)
        )

    def _completes(self, position: Position, player: PlayerId, space: SpaceId) -> bool:
        """Return whether *player* has all the rest of this deed's group."""
        owners = position.owners
        group = position.edition.title(space).group
        return all(
            owners[member] == player or member == space
            for member in position.edition.groups[group].members
        )

    def _limit(self, position: Position, phase: p.Auction, player: PlayerId) -> Money:
        """Return what a lot is worth to *player*, within his cash; a group is kept from others."""
        policy = self.policies[player]
        if not policy.buys:
            return 0
        space = phase.lot.space
        if space is None:
            return min(phase.floor * 3 // 2, position.cash[player])
        matters = any(self._completes(position, other, space) for other in phase.eligible)
        percent = policy.bids_for_group if matters else policy.bids
        value = position.edition.title(space).price * percent // 100
        return min(value, position.cash[player] - (0 if matters else self.kept[player]))

    def _next_bidder(self, phase: p.Auction) -> PlayerId:
        """Return who is asked: as the rules say, or round by seat from the leader's left."""
        if phase.asked != NOBODY:
            return phase.asked
        order = phase.eligible
        if phase.leader in order:
            start = order.index(phase.leader) + 1
            order = (*order[start:], *order[:start])
        for player in order:
            if player in phase.bidders and player != phase.leader:
                return player
        return NOBODY

    def _lot_price(self, position: Position, phase: p.Auction) -> Money:
        space = phase.lot.space
        return phase.floor if space is None else position.edition.title(space).price


_ANSWERS: dict[type[p.Phase], Callable[[Bots, Position, Any], c.Command]] = {
    p.Opening: Bots.throw,
    p.AwaitingRoll: Bots.before_throw,
    p.JailDecision: Bots.in_jail,
    p.UtilityThrow: Bots.throw,
    p.PurchaseOffer: Bots.offer,
    p.TaxChoice: Bots.tax,
    p.CardDrawn: Bots.card,
    p.CardChoice: Bots.card_choice,
    p.Confirmation: Bots.confirm,
    p.Auction: Bots.bid,
    p.Shortage: Bots.want,
    p.PlaceWonBuilding: Bots.place,
    p.Debt: Bots.debt,
    p.SplitDebt: Bots.debt,
}
