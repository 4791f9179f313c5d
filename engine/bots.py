"""Simulated players: each answers what the phase on top asks, by its policy and the options.

They see what everybody at the table sees. Chance comes in from the caller.
"""

from collections.abc import Callable
from itertools import compress
from typing import Any

from engine import commands as c
from engine import phases as p
from engine.board import Deck
from engine.deals import (
    Street,
    completes,
    holdings,
    is_dangerous,
    limits_of_lot,
    next_bidder,
    price_of_lot,
    proposal,
)
from engine.ids import NOBODY, AccountId, Money, PlayerId, SpaceId
from engine.options import (
    Exact,
    asked,
    may_give_up,
    may_lift,
    may_pay_fine,
    most_wanted,
)
from engine.phases import AwaitingRoll
from engine.policies import Chance, Policy
from engine.raising import pledged, sold, sold_in_one_lot
from engine.state import Position, deeds_of
from engine.valuation import building_cost, houses_before_hotel, lift_cost, rounded, worth

BUSINESS_A_TURN_MAX = 20  # nobody keeps the table waiting
BID_STEP_PERCENT = 20  # of the lot's printed price
WORTH_A_MORTGAGE = 3  # houses: rent climbs steeply up to the third
NOTHING = -1  # cash that nobody has so little of
NOTHING_SEEN = (NOTHING, -1, -1)
ENDLESS = 1_000_000_000  # more cash than ever is: nothing to build, whatever somebody has
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
        streets = [
            group for group in position.edition.groups if building_cost(position, group.members[0])
        ]
        streets.sort(key=lambda group: -building_cost(position, group.members[0]))
        self.groups: list[Street] = [
            (group.members, group.members[0], group.members[1], group.members[-1])
            for group in streets
        ]
        """Groups of streets, where building costs most first."""
        self.owners: tuple[AccountId, ...] = ()
        self.whole: list[list[tuple[SpaceId, ...]]] = [[] for _ in policies]
        """By seat, whole groups, where building costs most first."""
        self.nearly: list[list[tuple[SpaceId, ...]]] = [[] for _ in policies]
        """By seat, groups of which one deed is missing that somebody else has."""
        self.owed: p.Debt | p.SplitDebt | None = None
        self.looked = [False] * len(policies)
        self.single: dict[PlayerId, list[SpaceId]] = {}
        self.unpledging = {
            seat for seat, policy in enumerate(policies) if not policy.mortgages_to_build
        }
        self.pledged = self.unpledging.copy()
        """Who pledges nothing more to build."""
        self.turn = -1
        self.business = 0
        self.idle = [NOTHING_SEEN] * len(policies)
        """By seat, the most cash too little to build with, and the bank's houses and hotels."""
        self.settled = [ENDLESS] * len(policies)
        """By seat, the most cash too little to build with, whatever the bank has."""
        self.quiet = [NOTHING] * len(policies)
        """By seat, the most cash with which nothing is done before a throw."""
        self.called = -1
        """The turn in which scarce houses were called for last."""
        self.lot: p.Lot | None = None
        self.limits: dict[PlayerId, Money] = {}

    def answer(self, position: Position) -> c.Command:
        """Return what somebody does now: always a member of `options`."""
        phase = position.phase
        if type(phase) is not AwaitingRoll:
            return _ANSWERS[type(phase)](self, position, phase)
        player = phase.player
        if (
            position.cash[player] > self.quiet[player]
            or position.owners is not self.owners
            or position.claims
        ):
            command = self._business(position, player)
            if command is not None:
                return command
        return self.chance.throw()

    def in_jail(self, position: Position, phase: p.JailDecision) -> c.Command:
        """Leave early in the game; late, where others have built, jail is a shelter (JAIL-8)."""
        player = phase.player
        policy = self.policies[player]
        command = self._business(position, player)
        if command is not None:
            return command
        if not policy.buys or (policy.waits_in_jail and is_dangerous(position, player)):
            return self.chance.throw()
        if player in position.jail_cards:
            return c.UseJailCard(player)
        left = position.cash[player] - position.edition.jail_fine
        if left >= self.kept[player] and may_pay_fine(position, player):
            return c.PayFine(player)
        return self.chance.throw()

    def throw(self, _position: Position, _phase: p.Opening | p.UtilityThrow) -> c.Command:
        """Throw for whoever is due."""
        return self.chance.throw()

    def offer(self, position: Position, phase: p.PurchaseOffer) -> c.Command:
        """Buy what can be had with some cash left, and what completes a group at any price."""
        player, space = phase.player, phase.space
        policy = self.policies[player]
        left = position.cash[player] - position.edition.prices[space]
        if not policy.buys or left < 0:
            return c.DeclineDeed()
        if policy.whim and self.chance.below(100) < policy.whim:
            return c.DeclineDeed()
        if left >= self.kept[player] or completes(position, player, space):
            return c.BuyDeed()
        return c.DeclineDeed()

    def bid(self, position: Position, phase: p.Auction) -> c.Command:
        """Ask round from the leader's left: who wants the lot for more bids, others pass."""
        if phase.lot is not self.lot:
            self.lot = phase.lot
            self.limits = limits_of_lot(position, phase, self.policies, self.kept)
        player = next_bidder(phase)
        if player == NOBODY:
            return c.CloseBidding()
        low = phase.high_bid + 1
        if low < phase.floor:
            low = phase.floor
        limit = self.limits[player]
        if limit < low:
            return c.PassBid(player)
        bid = phase.high_bid + price_of_lot(position, phase) * BID_STEP_PERCENT // 100
        if bid < low:
            bid = low
        return c.PlaceBid(player, bid if bid < limit else limit)

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
        return [option.command for option in asked(position) if type(option) is Exact][-1]

    def debt(self, position: Position, phase: p.Debt | p.SplitDebt) -> c.Command:
        """Raise the cash with the least harm, or give up where it cannot be raised (DEBT-1)."""
        player = phase.debtor
        if phase is not self.owed and may_give_up(position, player):
            return c.DeclareBankruptcy(player)
        self.idle[player] = NOTHING_SEEN
        self.quiet[player] = NOTHING
        self.owed = phase  # raising some changes nothing about what can be raised in all
        if position.owners is not self.owners:
            self._look(position)
        return (
            pledged(position, player, self._single(position, player))
            or sold(position, player, self.whole[player])
            or pledged(position, player, deeds_of(position, player))
            or sold_in_one_lot(position, player)
        )

    def _single(self, position: Position, player: PlayerId) -> list[SpaceId]:
        """Return the deeds that are of no whole group of streets, the cheapest first."""
        if player not in self.single:
            whole = {member for members in self.whole[player] for member in members}
            deeds = deeds_of(position, player)
            self.single[player] = [space for space in deeds if space not in whole]
        return self.single[player]

    def _business(self, position: Position, player: PlayerId) -> c.Command | None:
        """Return what is done before a throw, or nothing more."""
        if position.claims and (claim := self._claim(position)) is not None:
            return claim
        if position.turns != self.turn:
            self.turn = position.turns
            self.business = 0
        if position.owners is not self.owners:
            self._look(position)
        self.quiet[player] = NOTHING
        if self.business == BUSINESS_A_TURN_MAX:
            return None
        command = None
        if self.nearly[player] and not self.looked[player]:
            command = self._deal(position, player)
        if command is None and self.whole[player]:
            enough, houses, hotels = self.idle[player]
            is_rich = position.cash[player] > enough
            if is_rich or position.houses != houses or position.hotels != hotels:
                command = self._improve(position, player)
        if command is None:
            command = self._lift(position, player)
        if command is not None:
            self.business += 1
        return command

    def _claim(self, position: Position) -> c.Command | None:
        """Ask for a rent in time, if its owner is awake (RENT-6)."""
        for claim in position.claims:
            whim = self.policies[claim.owner].whim
            if not whim or self.chance.below(100) >= whim:
                return c.ClaimRent(claim.owner)
        return None

    def _look(self, position: Position) -> None:
        """Look at who owns what, and find out the rest anew."""
        before, owners = self.owners, position.owners
        self.owners = owners
        if owners == before:
            return
        count = len(self.policies)
        self.whole, self.nearly = holdings(self.groups, owners, count)
        self.looked = [False] * count
        self.idle = [NOTHING_SEEN] * count
        self.settled = [ENDLESS] * count
        self.quiet = [NOTHING] * count
        self.single.clear()
        self.pledged = self.unpledging.copy()

    def _deal(self, position: Position, player: PlayerId) -> c.Command | None:
        """Look for a deal, once as long as nothing changes hands (TRADE-1)."""
        self.looked[player] = True
        if not self.policies[player].proposes:
            return None
        return proposal(position, player, self.policies, self.nearly, self.kept[player])

    def _improve(self, position: Position, player: PlayerId) -> c.Command | None:
        """Build one step on the group with the fewest, evenly, the dearest group first."""
        kept = self.kept_building[player]
        spare = position.cash[player] - kept
        whole = self.whole[player]
        costs = position.edition.building_costs
        lacking = costs[whole[-1][0]]
        if spare < lacking and player in self.pledged:
            self.settled[player] = kept + lacking - 1
            self.idle[player] = (kept + lacking - 1, position.houses, position.hotels)
            return None
        levels, mortgaged = position.levels, position.mortgaged
        lacking, goal, is_settled = ENDLESS, self.policies[player].builds_to, True
        for members in whole:
            low = members[-1]
            lowest = levels[low]
            for member in members:
                if mortgaged[member]:
                    self.settled[player] = NOTHING
                    return self._free_group(position, player, member, spare)
                if levels[member] < lowest:
                    low, lowest = member, levels[member]
            if lowest < goal:
                command = self._add_step(position, player, low, spare)
                if command is not None:
                    return command
                if costs[low] <= spare:
                    is_settled = False  # the bank has none
                elif costs[low] < lacking:
                    lacking = costs[low]
        self.settled[player] = kept + lacking - 1 if is_settled else NOTHING
        self.idle[player] = (kept + lacking - 1, position.houses, position.hotels)
        return None

    def _add_step(
        self, position: Position, player: PlayerId, space: SpaceId, spare: Money
    ) -> c.Command | None:
        """Build where the group has fewest; pledge or call for houses before."""
        level = position.levels[space]
        if position.edition.building_costs[space] > spare:
            if level >= WORTH_A_MORTGAGE or player in self.pledged:
                return None
            command = pledged(position, player, self._single(position, player))
            if command is None:
                self.pledged.add(player)  # nothing left, until deeds change hands
            return command
        is_scarce = 0 < position.houses <= SCARCE_HOUSES and self.called != self.turn
        if is_scarce and self._is_wanted(position, player):
            self.called = self.turn
            return c.WantBuildings(player, 1)
        is_hotel = level >= WORTH_A_MORTGAGE and level == houses_before_hotel(position)
        left = position.hotels if is_hotel else position.houses
        return c.Build(player, space) if left else None

    def _free_group(
        self, position: Position, player: PlayerId, space: SpaceId, spare: Money
    ) -> c.Command | None:
        """Lift a mortgage that keeps a group from being built on (BUILD-8)."""
        if lift_cost(position, space) <= spare and may_lift(position, player, space):
            return c.LiftMortgage(player, space)
        return None

    def _is_wanted(self, position: Position, player: PlayerId) -> bool:
        """Return whether others want the last houses, too: then they are called for (SHORT-2)."""
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
        kept, enough = self.kept_lifting[player], self.settled[player]
        spare = position.cash[player] - kept
        if spare <= 0:
            self.quiet[player] = kept if kept < enough else enough
            return None
        owners = position.owners
        for space in compress(position.edition.places, position.mortgaged):
            if owners[space] == player:
                cost = lift_cost(position, space)
                if cost <= spare and may_lift(position, player, space):
                    return c.LiftMortgage(player, space)
                if kept + cost <= enough:
                    enough = kept + cost - 1
        self.quiet[player] = enough
        return None


_ANSWERS: dict[type[p.Phase], Callable[[Bots, Position, Any], c.Command]] = {
    p.Opening: Bots.throw,
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
