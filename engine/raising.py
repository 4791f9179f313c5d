"""How simulated players turn property into cash with the least harm."""

from engine import commands as c
from engine.ids import PlayerId, SpaceId
from engine.options import MaySellGroup, may_mortgage, may_sell, raising
from engine.state import Position


def pledged(position: Position, player: PlayerId, spaces: list[SpaceId]) -> c.Command | None:
    """Return the pledge of the first of these deeds that may be pledged (MORT-1)."""
    for space in spaces:
        if not position.mortgaged[space] and may_mortgage(position, player, space):
            return c.MortgageDeed(player, space)
    return None


def sold(
    position: Position, player: PlayerId, groups: list[tuple[SpaceId, ...]]
) -> c.Command | None:
    """Return the sale of a building of the last of these groups that has any (SELL-3)."""
    levels = position.levels
    for members in reversed(groups):
        space = members[0]
        for member in members:
            if levels[member] > levels[space]:
                space = member
        if levels[space] and may_sell(position, player, space):
            return c.SellBuilding(player, space)
    return None


def sold_in_one_lot(position: Position, player: PlayerId) -> c.Command:
    """Return the sale of a group's buildings in one lot, where the bank lacks houses (SELL-5)."""
    lots = [option for option in raising(position, player) if type(option) is MaySellGroup]
    return c.SellGroup(player, lots[0].group, max(lots[0].levels))
