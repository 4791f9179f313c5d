"""What deeds are worth to simulated players: when they bid, and when they deal with each other.

Both sides of a deal value what changes hands; it is proposed only if the other side would sign.
"""

from itertools import compress

from engine.commands import Trade, TradeItem
from engine.ids import NOBODY, AccountId, Money, PlayerId, SpaceId
from engine.options import may_trade
from engine.phases import Auction
from engine.policies import Policy
from engine.state import Position, deeds_of

Street = tuple[tuple[SpaceId, ...], SpaceId, SpaceId, SpaceId]
"""All members of a group, and three of them that tell whose it is: the second may be the last."""

OFFERED_MAX = 400
"""Percent of the printed price that is offered for the deed that completes a group."""


def proposal(
    position: Position,
    player: PlayerId,
    policies: tuple[Policy, ...],
    nearly: list[list[tuple[SpaceId, ...]]],
    kept: Money,
) -> Trade | None:
    """Return a deal that completes a group for *player*, signed by its other side; or nothing.

    *nearly* are, by seat, the groups of which one deed is missing that somebody else has; *kept*
    is the cash that must be left to him.
    """
    for members in nearly[player]:
        space = _missing(position, player, members)
        if space is None or any(position.levels[member] for member in members):
            continue
        owner = PlayerId(AccountId(position.owners[space]))
        asks = policies[owner].asks
        if not asks:
            continue
        deal = _swap(position, player, space, nearly[owner]) or _sale(
            position, player, space, asks, kept
        )
        if deal is not None and may_trade(position, deal):
            return deal
    return None


def _missing(position: Position, player: PlayerId, members: tuple[SpaceId, ...]) -> SpaceId | None:
    """Return the one deed of a group that *player* lacks, if it is just one."""
    owners = position.owners
    lacking: SpaceId | None = None
    for member in members:
        if owners[member] != player:
            if lacking is not None:
                return None
            lacking = member
    return lacking


def _swap(
    position: Position, player: PlayerId, space: SpaceId, groups: list[tuple[SpaceId, ...]]
) -> Trade | None:
    """Return an exchange that completes a group on both sides, the dearer group paid for.

    *groups* are those of which the owner of *space* lacks one deed.
    """
    owner = PlayerId(AccountId(position.owners[space]))
    for members in groups:
        wanted = _missing(position, owner, members)
        if wanted is None or space in members or position.owners[wanted] != player:
            continue
        if any(position.levels[member] for member in members):
            continue
        difference = position.edition.prices[space] - position.edition.prices[wanted]
        items = [TradeItem(owner, player, space=space), TradeItem(player, owner, space=wanted)]
        if difference > 0:
            items.append(TradeItem(player, owner, money=difference))
        elif difference < 0:
            items.append(TradeItem(owner, player, money=-difference))
        return Trade((player, owner), tuple(items))
    return None


def _sale(
    position: Position, player: PlayerId, space: SpaceId, asks: int, kept: Money
) -> Trade | None:
    """Return a sale at what the owner asks, a single deed making up for cash that lacks."""
    owner = PlayerId(AccountId(position.owners[space]))
    price = position.edition.prices[space]
    if position.cash[owner] < price:  # who is short of cash asks less
        asks = min(asks, OFFERED_MAX)
    if asks > OFFERED_MAX:
        return None
    items = [TradeItem(owner, player, space=space)]
    money = price * asks // 100
    if position.cash[player] - money < kept:
        extra = _single_deed(position, player)
        if extra is None:
            return None
        items.append(TradeItem(player, owner, space=extra))
        money -= position.edition.prices[extra]
    if position.cash[player] - money < kept:
        return None
    if money > 0:
        items.append(TradeItem(player, owner, money=money))
    return Trade((player, owner), tuple(items))


def _single_deed(position: Position, player: PlayerId) -> SpaceId | None:
    """Return the dearest deed of a group in which *player* holds nothing else, unmortgaged."""
    owners, prices = position.owners, position.edition.prices
    best: SpaceId | None = None
    price = 0
    for space in deeds_of(position, player):
        if prices[space] <= price or position.mortgaged[space]:
            continue
        for member in position.edition.companions[space]:
            if owners[member] == player and member != space:
                break
        else:
            best, price = space, prices[space]
    return best


def holdings(
    groups: list[Street], owners: tuple[AccountId, ...], seats: int
) -> tuple[list[list[tuple[SpaceId, ...]]], list[list[tuple[SpaceId, ...]]]]:
    """Return, by seat, the groups held whole, and those lacking one deed that another has."""
    whole: list[list[tuple[SpaceId, ...]]] = [[] for _ in range(seats)]
    nearly: list[list[tuple[SpaceId, ...]]] = [[] for _ in range(seats)]
    for members, one, two, three in groups:
        first = owners[one]
        if first < 0:
            continue
        middle = owners[two]
        last = owners[three]
        if middle < 0 or last < 0:
            continue
        if first == middle == last:
            whole[first].append(members)
        elif len(members) == 2:
            nearly[first].append(members)
            nearly[last].append(members)
        elif first in (middle, last):
            nearly[first].append(members)
        elif middle == last:
            nearly[middle].append(members)
    return whole, nearly


def completes(position: Position, player: PlayerId, space: SpaceId) -> bool:
    """Return whether *player* has all the rest of this deed's group."""
    owners = position.owners
    for member in position.edition.companions[space]:  # a third of all()'s cost
        if owners[member] != player and member != space:
            return False
    return True


def is_dangerous(position: Position, player: PlayerId) -> bool:
    """Return whether others have built: a night in jail then costs less than a walk."""
    owners, levels = position.owners, position.levels
    return any(
        levels[space] > 2 and owners[space] != player
        for space in compress(position.edition.places, levels)
    )


def limits_of_lot(
    position: Position, auction: Auction, policies: tuple[Policy, ...], kept: list[Money]
) -> dict[PlayerId, Money]:
    """Return what a lot is worth to whoever may bid, within his cash; a group is kept from others.

    *policies* and *kept*, the cash that must be left, are by seat.
    """
    space = auction.lot.space
    matters = False
    for player in auction.eligible:
        matters = matters or (space is not None and completes(position, player, space))
    limits = {}
    for player in auction.eligible:
        policy, cash = policies[player], position.cash[player]
        if not policy.buys:
            limits[player] = 0
        elif space is None:
            limits[player] = min(auction.floor * 3 // 2, cash)
        else:
            percent = policy.bids_for_group if matters else policy.bids
            value = position.edition.prices[space] * percent // 100
            limits[player] = min(value, cash if matters else cash - kept[player])
    return limits


def price_of_lot(position: Position, auction: Auction) -> Money:
    """Return the printed price of what is auctioned."""
    space = auction.lot.space
    return auction.floor if space is None else position.edition.prices[space]


def next_bidder(auction: Auction) -> PlayerId:
    """Return who is asked: as the rules say, or round by seat from the leader's left."""
    if auction.asked != NOBODY:
        return auction.asked
    order = auction.eligible
    if auction.leader in order:
        start = order.index(auction.leader) + 1
        order = order[start:] + order[:start]
    for player in order:
        if player in auction.bidders and player != auction.leader:
            return player
    return NOBODY
