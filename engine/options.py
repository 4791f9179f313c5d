"""All that may be done now: the twin of `decide`."""

import msgspec

from engine.board import Deck
from engine.commands import Command
from engine.ids import CardId, GroupId, Money, PlayerId


class Exact(msgspec.Struct, frozen=True, gc=False):
    """This very command would be accepted."""

    command: Command


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


Option = Exact | AnyRoll | BidRange | AnyCard | MayTrade | MaySellGroup
