"""Buildings: BUILD-1 on a whole group, BUILD-2 the price, BUILD-4 evenly, BUILD-6 the hotel.

BUILD-3 the first anywhere; BUILD-5 four houses at most; BUILD-7 one hotel; BUILD-8 no mortgage in
the group; BUILD-9 any time between throws; BUILD-10 streets only. SHORT-1 nothing in the bank,
nothing built; SHORT-3 what comes back is on sale at once. Selling: SELL-3 half price to the bank,
SELL-4 evenly in reverse, SELL-5 a hotel as houses, or a whole group in one lot, SELL-6 whole
units.
"""

import itertools
from collections.abc import Iterable

from engine.board import HOTEL
from engine.commands import Build, SellBuilding, SellGroup
from engine.events import BuildingsChanged
from engine.evolve import buildings_changed
from engine.ids import BANK, PlayerId, SpaceId
from engine.phases import AwaitingRoll, Shortage
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules.debt import transfer
from engine.rules.guards import BUSINESS, RAISING, debt_of, refused_at
from engine.state import Draft, Position
from engine.valuation import (
    building_refund,
    group_of,
    houses_before_hotel,
    is_level,
    level_after,
    raisable,
    steps,
)

# In 3.11 looking a member up in its enum costs as much as a dozen other steps.
_BUILDING_SALE = Reason.BUILDING_SALE
_BUILDING = Reason.BUILDING


def refused_build(
    position: Position, player: PlayerId, space: SpaceId, count: int = 1
) -> Refusal | None:
    """Return why *count* steps may not be built here now (BUILD-1 to BUILD-10, SHORT-1)."""
    refusal = refused_at(position, player, BUSINESS)
    if refusal is not None:
        return refusal
    is_on_turn = type(position.phase) is AwaitingRoll  # then nothing lies below
    if not is_on_turn and Shortage in map(type, position.phases):
        return Refusal.NOT_WAITING_FOR_THIS
    refusal = refused_site(position, player, space)
    if refusal is not None:
        return refusal
    if count < 1:
        return Refusal.BAD_COUNT
    refusal = _refused_steps_up(position, space, count)
    if refusal is not None:
        return refusal
    cost = count * position.edition.building_costs[space]
    if position.cash[player] < cost:
        return Refusal.CANNOT_AFFORD_BUILDING
    owed = 0 if is_on_turn else debt_of(position, player)
    if not owed:
        return None
    left = raisable(position, player) - cost + count * building_refund(position, space)
    return Refusal.SPENDING_UNDER_DEBT if left < owed else None


def refused_site(position: Position, player: PlayerId, space: SpaceId) -> Refusal | None:
    """Return why a player may build nothing here, whatever the bank has (BUILD-1, BUILD-8)."""
    edition = position.edition
    if not edition.building_costs[space]:
        return Refusal.NOT_A_STREET
    owners, mortgaged = position.owners, position.mortgaged
    is_pledged = False
    for member in edition.companions[space]:
        if owners[member] != player:
            return Refusal.GROUP_NOT_OWNED
        if mortgaged[member]:
            is_pledged = True
    if is_pledged:
        return Refusal.GROUP_MORTGAGED
    return Refusal.HAS_A_HOTEL if position.levels[space] == HOTEL else None


def can_place(position: Position, player: PlayerId, space: SpaceId, *, is_hotel: bool) -> bool:
    """Return whether the next building here may be a house, or the hotel (BUILD-4, BUILD-6)."""
    if refused_site(position, player, space) is not None:
        return False
    lowest = min(steps(position, position.levels[m]) for m in group_of(position, space))
    here = steps(position, position.levels[space])
    return here == lowest and (here == houses_before_hotel(position)) == is_hotel


def build(draft: Draft, command: Build) -> Refusal | None:
    """Buy houses, the last step is the hotel (BUILD-2, BUILD-4, BUILD-6)."""
    refusal = refused_build(draft, command.player, command.space, command.steps)
    if refusal is not None:
        return refusal

    space, count = command.space, command.steps
    transfer(draft, command.player, BANK, count * draft.edition.building_costs[space], _BUILDING)
    _change(draft, space, draft.levels[space] + count)
    return None


def put_up(draft: Draft, space: SpaceId) -> None:
    """Add one building that is paid already (SHORT-2)."""
    _change(draft, space, draft.levels[space] + 1)


def refused_sell(
    position: Position, player: PlayerId, space: SpaceId, count: int = 1
) -> Refusal | None:
    """Return why *count* steps may not be sold here now (SELL-4, SELL-5)."""
    refusal = refused_at(position, player, RAISING)
    if refusal is not None:
        return refusal
    if position.owners[space] != player:
        return Refusal.NOT_YOUR_BUILDING
    if count < 1:
        return Refusal.BAD_COUNT
    levels = position.levels
    level = steps(position, levels[space])
    if level < count:
        return Refusal.NOTHING_TO_SELL
    highest = level - count + 1
    for member in group_of(position, space):
        is_higher = levels[member] > highest and steps(position, levels[member]) > highest
        if is_higher and member != space:
            return Refusal.SELL_UNEVEN
    if levels[space] == HOTEL and position.houses < houses_before_hotel(position):
        return Refusal.NO_HOUSES_FOR_HOTEL
    return None


def sell(draft: Draft, command: SellBuilding) -> Refusal | None:
    """Sell buildings back to the bank at half price (SELL-3, SELL-4)."""
    refusal = refused_sell(draft, command.player, command.space, command.steps)
    if refusal is not None:
        return refusal

    level = steps(draft, draft.levels[command.space])
    _change(draft, command.space, level - command.steps)
    refund = command.steps * building_refund(draft, command.space)
    transfer(draft, BANK, command.player, refund, _BUILDING_SALE)
    return None


def lower_levels(position: Position, group: int) -> list[tuple[int, ...]]:
    """Return the even levels a group could be sold down to, bare first (SELL-5, BUILD-4)."""
    members = position.edition.groups[group].members
    now = [steps(position, position.levels[member]) for member in members]
    found = {
        goal
        for low in range(min(now) + 1)
        for goal in itertools.product((low, low + 1), repeat=len(members))
        if all(after <= before for after, before in zip(goal, now, strict=True))
    }
    return [tuple(level_after(position, count) for count in goal) for goal in sorted(found)]


def refused_group_sale(
    position: Position, player: PlayerId, group: int, levels: tuple[int, ...]
) -> Refusal | None:
    """Return why a group may not be sold down to these levels in one lot (SELL-5)."""
    refusal = refused_at(position, player, RAISING)
    if refusal is not None:
        return refusal
    members = position.edition.groups[group].members
    if any(position.owners[member] != player for member in members):
        return Refusal.NOT_YOUR_BUILDING
    now = [steps(position, position.levels[member]) for member in members]
    if not any(now):
        return Refusal.NOTHING_TO_SELL
    if len(levels) != len(members) or not all(is_level(position, level) for level in levels):
        return Refusal.LOT_NOT_EVEN
    goal = [steps(position, level) for level in levels]
    if max(goal) - min(goal) > 1 or goal == now:
        return Refusal.LOT_NOT_EVEN
    if any(after > before for after, before in zip(goal, now, strict=True)):
        return Refusal.LOT_NOT_EVEN
    if _houses(levels) > position.houses + _houses(position.levels[member] for member in members):
        return Refusal.LOT_NEEDS_HOUSES
    return None


def sell_group(draft: Draft, command: SellGroup) -> Refusal | None:
    """Sell a group's buildings in one lot, down to these levels (SELL-5)."""
    refusal = refused_group_sale(draft, command.player, command.group, command.levels)
    if refusal is not None:
        return refusal

    refund = 0
    for member, level in zip(
        draft.edition.groups[command.group].members, command.levels, strict=True
    ):
        sold = steps(draft, draft.levels[member]) - steps(draft, level)
        refund += sold * building_refund(draft, member)
        if sold:
            record(draft, BuildingsChanged(member, level))
    transfer(draft, BANK, command.player, refund, _BUILDING_SALE)
    return None


def _refused_steps_up(position: Position, space: SpaceId, count: int) -> Refusal | None:
    """Return why so many steps up from no hotel are not even, not in the bank, or too many."""
    before_hotel = houses_before_hotel(position)
    levels = position.levels
    here = levels[space]
    lowest = before_hotel + 1
    for member in position.edition.companions[space]:
        level = levels[member]
        if level < lowest and member != space:
            lowest = level
    goal = here + count
    if goal > before_hotel + 1:
        return Refusal.HAS_A_HOTEL
    if goal - 1 > lowest:
        return Refusal.BUILD_UNEVEN
    houses = (goal if goal < before_hotel else before_hotel) - here
    if houses > position.houses:
        return Refusal.NO_HOUSES_LEFT
    if goal > before_hotel and position.hotels < 1:
        return Refusal.NO_HOTELS_LEFT
    return None


def _houses(levels: Iterable[int]) -> int:
    return sum(level for level in levels if level != HOTEL)


def _change(draft: Draft, space: SpaceId, count: int) -> None:
    event = BuildingsChanged(space, level_after(draft, count))
    buildings_changed(draft, event)
    draft.events.append(event)
