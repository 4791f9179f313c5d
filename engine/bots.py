"""Simulated players: each answers what the phase on top asks, by its policy and the options.

They see what everybody at the table sees. Chance comes in from the caller.
"""

from collections.abc import Callable
from typing import Any

from engine import commands as c
from engine import phases as p
from engine.board import Deck
from engine.deals import proposal
from engine.ids import NOBODY, AccountId, Money, PlayerId, SpaceId
from engine.options import (
    Exact,
    MaySellGroup,
    asked,
    may_build,
    may_give_up,
    may_lift,
    may_mortgage,
    may_sell,
    most_wanted,
    raising,
)
from engine.policies import Chance, Policy
from engine.state import Position, deeds_of
from engine.valuation import building_cost, lift_cost, rounded, worth

DEALS_A_TURN_MAX = 2
BUSINESS_A_TURN_MAX = 20  # nobody keeps the table waiting
BID_STEP_PERCENT = 10  # of the lot's printed price
WORTH_A_MORTGAGE = 3  # houses: rent climbs steeply up to the third
SCARCE_HOUSES = 2  # fewer left and wanted by others too: they are called for, not just built


class Bots:
    """The players of one game, a policy a seat; they remember only what they have looked at."""

    def __init__(self, position: Position, policies: tuple[Policy, ...], chance: Chance) -> None:
        start = position.edition.start_money
        self.policies = policies
        self.chance = chance
        self.kept = [start * policy.keeps // 100 for policy in policies]
        self.kept_building = [start * policy.keeps_building // 100 for policy in policies]
        self.kept_lifting = [
            self.kept[seat]
            + self.kept_building[seat]
            + (start // 3 if policy.mortgages_to_build else 0)
            for seat, policy in enumerate(policies)
        ]
        costs = [building_cost(position, group.members[0]) for group in position.edition.groups]
        self.cheapest = min(filter(None, costs))
        self.groups = [
            group.members
            for _cost, group in sorted(
                zip(costs, position.edition.groups, strict=True), key=lambda pair: -pair[0]
            )
        ]
        self.owners: list[AccountId] = []
        self.whole: list[list[tuple[SpaceId, ...]]] = [[] for _ in policies]
        """By seat, whole groups, where building costs most first."""
        self.single: list[list[SpaceId]] = [[] for _ in policies]
        """By seat, deeds of no whole group."""
        self.owed: p.Debt | p.SplitDebt | None = None
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
        if phase is not self.owed and may_give_up(position, player):
            return c.DeclareBankruptcy(player)
        self.owed = phase  # raising some changes nothing about what can be raised in all
        self._look(position)
        return (
            self._pledge(position, player, self.single[player])
            or self._sell(position, player)
            or self._pledge(position, player, deeds_of(position, player))
            or self._sell_lot(position, player)
        )

    def _pledge(
        self, position: Position, player: PlayerId, spaces: list[SpaceId]
    ) -> c.Command | None:
        """Pledge the first deed that may be (MORT-1)."""
        for space in spaces:
            if not position.mortgaged[space] and may_mortgage(position, player, space):
                return c.MortgageDeed(player, space)
        return None

    def _sell(self, position: Position, player: PlayerId) -> c.Command | None:
        """Sell a building, of the cheapest group first (SELL-3)."""
        levels = position.levels
        for members in reversed(self.whole[player]):
            space = max(members, key=levels.__getitem__)
            if levels[space] and may_sell(position, player, space):
                return c.SellBuilding(player, space)
        return None

    def _sell_lot(self, position: Position, player: PlayerId) -> c.Command:
        """Sell a group's buildings in one lot, where the bank lacks houses (SELL-5)."""
        lots = [option for option in raising(position, player) if isinstance(option, MaySellGroup)]
        return c.SellGroup(player, lots[0].group, max(lots[0].levels))

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
        if not self.looked[player] and (deal := self._deal(position, player)) is not None:
            return deal
        if self.business == BUSINESS_A_TURN_MAX:
            return None
        command = self._improve(position, player) if self.whole[player] else None
        if command is None and any(position.mortgaged):
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
        owners = self.owners = list(position.owners)
        self.whole = [[] for _ in self.policies]
        self.single = [[] for _ in self.policies]
        self.looked = [not policy.proposes for policy in self.policies]
        for members in self.groups:
            owner = owners[members[0]]
            if owner >= 0 and all(owners[member] == owner for member in members):
                self.whole[owner].append(members)
                continue
            for member in members:
                if owners[member] >= 0:
                    self.single[owners[member]].append(member)

    def _deal(self, position: Position, player: PlayerId) -> c.Command | None:
        """Look for a deal, once as long as nothing changes hands (TRADE-1)."""
        self.looked[player] = True
        if self.deals == DEALS_A_TURN_MAX:
            return None
        self.deals += 1
        return proposal(position, player, self.policies, self.kept[player])

    def _improve(self, position: Position, player: PlayerId) -> c.Command | None:
        """Build one step on the group with the fewest, evenly, the dearest group first."""
        policy = self.policies[player]
        spare = position.cash[player] - self.kept_building[player]
        if spare < self.cheapest and not policy.mortgages_to_build:
            return None
        for members in self.whole[player]:
            if any(position.mortgaged[member] for member in members):
                return self._free_group(position, player, members, spare)
            command = self._add_step(position, player, members, spare)
            if command is not None:
                return command
        return None

    def _add_step(
        self, position: Position, player: PlayerId, members: tuple[SpaceId, ...], spare: Money
    ) -> c.Command | None:
        """Build where the group has fewest, from its end; pledge or call for houses before."""
        policy = self.policies[player]
        low = min(reversed(members), key=position.levels.__getitem__)
        level = position.levels[low]
        cost = building_cost(position, low)
        if level >= policy.builds_to or not cost:
            return None
        if cost > spare:
            may_pledge = policy.mortgages_to_build and level < WORTH_A_MORTGAGE
            return self._pledge(position, player, self.single[player]) if may_pledge else None
        if not self.called and self._is_scarce(position, player):
            self.called = True
            return c.WantBuildings(player, 1)
        return c.Build(player, low) if may_build(position, player, low) else None

    def _free_group(
        self, position: Position, player: PlayerId, members: tuple[SpaceId, ...], spare: Money
    ) -> c.Command | None:
        """Lift a mortgage that keeps a group from being built on (BUILD-8)."""
        space = next(member for member in members if position.mortgaged[member])
        if lift_cost(position, space) <= spare and may_lift(position, player, space):
            return c.LiftMortgage(player, space)
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

    def _lift(self, position: Position, player: PlayerId) -> c.Command | None:
        """Lift a mortgage where much cash is left after it (MORT-4)."""
        spare = position.cash[player] - self.kept_lifting[player]
        if spare <= 0:
            return None
        mortgaged = position.mortgaged
        for space in self.single[player]:
            if (
                mortgaged[space]
                and lift_cost(position, space) <= spare
                and may_lift(position, player, space)
            ):
                return c.LiftMortgage(player, space)
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
