"""All that may be done now: the twin of `decide`.

A command is accepted exactly where some option contains it; both ask the same guards. Not listed
are corrections, the choices of the opening, who sits where, promises, modes and the clock: they
are the banker's and never wait for a phase.
"""

from collections.abc import Iterator

import msgspec

from engine import commands as c
from engine.board import Deck
from engine.ids import NOBODY, CardId, GroupId, Money, PlayerId, SpaceId
from engine.phases import (
    Auction,
    AwaitingRoll,
    CardChoice,
    CardDrawn,
    Confirmation,
    Debt,
    GameOver,
    JailDecision,
    Opening,
    PlaceWonBuilding,
    PurchaseOffer,
    Setup,
    Shortage,
    SplitDebt,
    TaxChoice,
    UtilityThrow,
)
from engine.rules import auction as auction_rules
from engine.rules import (
    bankruptcy,
    building,
    confirmation,
    jail,
    mortgage,
    setup,
    shortage,
    trade,
)
from engine.rules.guards import BUSINESS, RAISING
from engine.state import Position, State, deeds_of, jail_card_index, pile, players_in
from engine.valuation import building_cost, steps


class Exact(msgspec.Struct, frozen=True, gc=False):
    """The very command that would be accepted."""

    command: c.Command


class AnyRoll(msgspec.Struct, frozen=True, gc=False):
    """`RecordRoll` with any faces; they belong to this player."""

    player: PlayerId


class BidRange(msgspec.Struct, frozen=True, gc=False):
    """`PlaceBid` by this player with any amount from low to high."""

    player: PlayerId
    low: Money
    high: Money


class AnyCard(msgspec.Struct, frozen=True, gc=False):
    """`ReportCard` with one of these cards, drawn by this player from the real deck."""

    player: PlayerId
    deck: Deck
    cards: tuple[CardId, ...]


class MayTrade(msgspec.Struct, frozen=True, gc=False):
    """`Trade` among these players, as far as each can give what he gives (TRADE-2)."""

    players: tuple[PlayerId, ...]


class MaySellGroup(msgspec.Struct, frozen=True, gc=False):
    """`SellGroup` by this player, down to any of these even levels."""

    player: PlayerId
    group: GroupId
    levels: tuple[tuple[int, ...], ...]


class MayBuild(msgspec.Struct, frozen=True, gc=False):
    """`Build` by this player here, with 1 to this many steps."""

    player: PlayerId
    space: SpaceId
    steps: int


class MaySell(msgspec.Struct, frozen=True, gc=False):
    """`SellBuilding` by this player here, with any of these counts of steps."""

    player: PlayerId
    space: SpaceId
    steps: tuple[int, ...]


class MayWant(msgspec.Struct, frozen=True, gc=False):
    """`WantBuildings` by this player, for 1 to this many."""

    player: PlayerId
    count: int
    is_hotel: bool


Option = (
    Exact | AnyRoll | BidRange | AnyCard | MayTrade | MaySellGroup | MayBuild | MaySell | MayWant
)


def options(state: State) -> tuple[Option, ...]:
    """Return every option of this position; none once the game is over."""
    return tuple(_options(state))


def _options(position: Position) -> Iterator[Option]:
    phase = position.phase
    if isinstance(phase, GameOver):
        return
    if isinstance(phase, Setup):
        if setup.refused_start(position) is None:
            yield Exact(c.StartGame())
        return
    yield Exact(c.StopGame())
    if not isinstance(phase, Opening):
        yield Exact(c.StopGame(after_round=True))
    yield from asked(position)
    if not isinstance(phase, Opening):
        for owner in sorted({claim.owner for claim in position.claims}):
            yield Exact(c.ClaimRent(owner))
    if type(phase) in RAISING:
        for player in players_in(position):
            yield from raising(position, player)
    if type(phase) in BUSINESS:
        yield from _business(position)
    elif isinstance(phase, Shortage) and not phase.is_closed:
        yield from _wishes(position, is_hotel=phase.is_hotel)


def asked(position: Position) -> Iterator[Option]:
    """Yield what the phase on top asks for; the narrow question of who answers just that."""
    match position.phase:
        case Opening(waiting=waiting):
            yield AnyRoll(waiting[0])
        case AwaitingRoll(player=player) | UtilityThrow(player=player):
            yield AnyRoll(player)
        case JailDecision(player=player):
            yield AnyRoll(player)
            yield from _ways_out(position, player)
        case PurchaseOffer(player=player, space=space):
            if position.cash[player] >= position.edition.title(space).price:
                yield Exact(c.BuyDeed())
            yield Exact(c.DeclineDeed())
        case TaxChoice():
            yield Exact(c.ChooseTax(by_percent=False))
            yield Exact(c.ChooseTax(by_percent=True))
        case CardDrawn(player=player, deck=deck):
            yield AnyCard(player, deck, pile(position, deck))
        case CardChoice():
            yield Exact(c.ChooseCard(pays=True))
            yield Exact(c.ChooseCard(pays=False))
        case Auction() as auction:
            yield from _bids(position, auction)
        case Shortage():
            yield Exact(c.CloseBidding())
        case PlaceWonBuilding(player=player, is_hotel=is_hotel):
            for space in shortage.sites(position, player, is_hotel=is_hotel):
                yield Exact(c.PlaceBuilding(player, space))
        case Debt(debtor=player) | SplitDebt(debtor=player):
            if may_give_up(position, player):
                yield Exact(c.DeclareBankruptcy(player))
        case Confirmation(player=player, amount=amount, is_taught=is_taught):
            yield Exact(c.SayAmount(player, amount))
            if not is_taught:
                yield Exact(c.ConfirmPayment(player))
        case _:
            return


def _ways_out(position: Position, player: PlayerId) -> Iterator[Option]:
    if may_pay_fine(position, player):
        yield Exact(c.PayFine(player))
    held = [deck for deck in Deck if position.jail_cards[jail_card_index(deck)] == player]
    if held:
        yield Exact(c.UseJailCard(player))
    for deck in held:
        yield Exact(c.UseJailCard(player, deck))


def _bids(position: Position, auction: Auction) -> Iterator[Option]:
    yield Exact(c.CloseBidding())
    asked = auction.eligible if auction.asked == NOBODY else (auction.asked,)
    low = max(auction.high_bid + 1, auction.floor)
    for player in asked:
        high = auction_rules.highest_bid(position, player)
        if high >= low:
            yield BidRange(player, low, high)
        if player in auction.bidders and player != auction.leader:
            yield Exact(c.PassBid(player))


def raising(position: Position, player: PlayerId) -> Iterator[Option]:
    """Yield what turns a player's property into cash (DEBT-1)."""
    for space in deeds_of(position, player):
        if may_mortgage(position, player, space):
            yield Exact(c.MortgageDeed(player, space))
        level = steps(position, position.levels[space])
        counts = tuple(
            count
            for count in range(1, level + 1)
            if building.refused_sell(position, player, space, count) is None
        )
        if counts:
            yield MaySell(player, space, counts)
    for index, group in enumerate(position.edition.groups):
        if not any(position.levels[member] for member in group.members):
            continue
        choices = tuple(
            levels
            for levels in building.lower_levels(position, index)
            if building.refused_group_sale(position, player, index, levels) is None
        )
        if choices:
            yield MaySellGroup(player, GroupId(index), choices)


def _business(position: Position) -> Iterator[Option]:
    """Yield what everybody may do between throws (BUILD-9, TRADE-1)."""
    players = players_in(position)
    for player in players:
        for space in deeds_of(position, player):
            yield from _improving(position, player, space)
        if bankruptcy.refused_resignation(position, player) is None:
            yield Exact(c.Resign(player))
            yield Exact(c.LeaveGame(player))
        if confirmation.refused_giving_back(position, player) is None:
            yield Exact(c.GiveBackRent(player))
    for is_hotel in (False, True):
        yield from _wishes(position, is_hotel=is_hotel)
    yield MayTrade(tuple(players))


def steps_open(position: Position, player: PlayerId, space: SpaceId) -> int:
    """Return how many steps *player* may build here now, in one command (BUILD-1, BUILD-9)."""
    count = 0
    while building.refused_build(position, player, space, count + 1) is None:
        count += 1
    return count


def may_pay_fine(position: Position, player: PlayerId) -> bool:
    """Return whether *player* may pay to leave jail now (JAIL-7)."""
    return jail.refused_fine(position, player) is None


def may_sell(position: Position, player: PlayerId, space: SpaceId) -> bool:
    """Return whether *player* may sell one step here now (SELL-4)."""
    return building.refused_sell(position, player, space) is None


def may_give_up(position: Position, player: PlayerId) -> bool:
    """Return whether *player* may declare bankruptcy now (BANKRUPT-1)."""
    return bankruptcy.refused_bankruptcy(position, player) is None


def may_lift(position: Position, player: PlayerId, space: SpaceId) -> bool:
    """Return whether *player* may lift this mortgage now (MORT-4)."""
    return mortgage.refused_lift(position, player, space) is None


def may_mortgage(position: Position, player: PlayerId, space: SpaceId) -> bool:
    """Return whether *player* may pledge this deed now (MORT-1)."""
    return mortgage.refused_mortgage(position, player, space) is None


def may_trade(position: Position, deal: c.Trade) -> bool:
    """Return whether this deal could be carried out now (TRADE-2): a member of `MayTrade`."""
    return trade.refused_trade(position, deal) is None


def most_wanted(position: Position, player: PlayerId, *, is_hotel: bool) -> int:
    """Return for how many scarce buildings *player* may come forward now (SHORT-2), or 0."""
    if shortage.refused_want(position, player, 1, is_hotel=is_hotel) is not None:
        return 0
    return shortage.room(position, player, is_hotel=is_hotel)


def _improving(position: Position, player: PlayerId, space: SpaceId) -> Iterator[Option]:
    if may_lift(position, player, space):
        yield Exact(c.LiftMortgage(player, space))
    if building_cost(position, space) and (count := steps_open(position, player, space)):
        yield MayBuild(player, space, count)


def _wishes(position: Position, *, is_hotel: bool) -> Iterator[Option]:
    for player in players_in(position):
        if count := most_wanted(position, player, is_hotel=is_hotel):
            yield MayWant(player, count, is_hotel)


__all__ = [
    "AnyCard",
    "AnyRoll",
    "BidRange",
    "Exact",
    "MayBuild",
    "MaySell",
    "MaySellGroup",
    "MayTrade",
    "MayWant",
    "Option",
    "asked",
    "may_give_up",
    "may_lift",
    "may_mortgage",
    "may_pay_fine",
    "may_sell",
    "may_trade",
    "most_wanted",
    "options",
    "raising",
    "steps_open",
]
