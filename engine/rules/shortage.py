"""Scarce buildings: SHORT-2 each goes to the highest bidder, who places it at once."""

import msgspec

from engine.board import SpaceKind
from engine.commands import PlaceBuilding, WantBuildings
from engine.events import PhaseEntered, PhaseLeft
from engine.ids import NOBODY, PlayerId, SpaceId
from engine.phases import Auction, Lot, Phase, PlaceWonBuilding, Shortage
from engine.recording import change_phase, record
from engine.refusals import Refusal
from engine.rules.building import can_place, put_up, refused_site
from engine.rules.guards import BUSINESS, refused_at
from engine.state import Draft, Position, deeds_of
from engine.valuation import building_cost, houses_before_hotel, steps

_COMING_FORWARD: frozenset[type[Phase]] = frozenset((Shortage,))


def sites(position: Position, player: PlayerId, *, is_hotel: bool) -> list[SpaceId]:
    """Return where *player* could put up such a building at once (SHORT-2)."""
    return [
        space
        for space in deeds_of(position, player)
        if can_place(position, player, space, is_hotel=is_hotel)
    ]


def room(position: Position, player: PlayerId, *, is_hotel: bool) -> int:
    """Return how many such buildings *player* could put up in all, one after the other."""
    before_hotel = houses_before_hotel(position)
    total = 0
    for space in deeds_of(position, player):
        if position.edition.spaces[space].kind is not SpaceKind.STREET:
            continue
        if refused_site(position, player, space) is None:
            level = steps(position, position.levels[space])
            total += 1 if is_hotel else before_hotel - level
    return total


def stock(position: Position, *, is_hotel: bool) -> int:
    """Return how many the bank has left."""
    return position.hotels if is_hotel else position.houses


def refused_want(
    position: Position, player: PlayerId, count: int, *, is_hotel: bool
) -> Refusal | None:
    """Return why *player* may not come forward now (SHORT-1, SHORT-2)."""
    phase = position.phase
    if type(phase) is not Shortage:
        refusal = refused_at(position, player, BUSINESS)
        if any(type(below) is Shortage for below in position.phases):
            refusal = Refusal.NOT_WAITING_FOR_THIS
    elif phase.is_closed or phase.is_hotel != is_hotel:
        refusal = Refusal.NOT_WAITING_FOR_THIS
    else:
        refusal = refused_at(position, player, _COMING_FORWARD)
    if refusal is not None:
        return refusal
    if not sites(position, player, is_hotel=is_hotel):
        return Refusal.CANNOT_USE_BUILDING
    if stock(position, is_hotel=is_hotel) < 1:
        return Refusal.NO_HOTELS_LEFT if is_hotel else Refusal.NO_HOUSES_LEFT
    if not 1 <= count <= room(position, player, is_hotel=is_hotel):
        return Refusal.BAD_COUNT
    return None


def want_buildings(draft: Draft, command: WantBuildings) -> Refusal | None:
    """Come forward for scarce buildings; asking again replaces the wish (SHORT-2)."""
    refusal = refused_want(draft, command.player, command.count, is_hotel=command.is_hotel)
    if refusal is not None:
        return refusal

    wish = (command.player, command.count)
    phase = draft.phase
    if type(phase) is Shortage:
        others = tuple(other for other in phase.wishes if other[0] != command.player)
        change_phase(draft, Shortage(command.is_hotel, (*others, wish)))
    else:
        record(draft, PhaseEntered(Shortage(command.is_hotel, (wish,))))
    return None


def auction_next_building(draft: Draft, phase: Shortage) -> bool:
    """Auction one building while more are wanted than there are; else the sale ends (SHORT-2)."""
    if not phase.is_closed:
        return False
    wishes = tuple(
        (player, count)
        for player, count in phase.wishes
        if count > 0 and sites(draft, player, is_hotel=phase.is_hotel)
    )
    left = stock(draft, is_hotel=phase.is_hotel)
    wanted = sum(count for _, count in wishes)
    if len(wishes) < 2 or left < 1 or wanted <= left:
        record(draft, PhaseLeft())
        return True
    if wishes != phase.wishes:
        change_phase(draft, msgspec.structs.replace(phase, wishes=wishes))
    wishers = {player for player, _ in wishes}
    contenders = tuple(player for player in draft.order if player in wishers)
    asked = contenders[0] if draft.rules.auction_order == "seat_order" else NOBODY
    lot = Lot(is_hotel=phase.is_hotel)
    floor = _floor(draft, contenders, is_hotel=phase.is_hotel)
    record(draft, PhaseEntered(Auction(lot, contenders, contenders, floor=floor, asked=asked)))
    return True


def place_building(draft: Draft, command: PlaceBuilding) -> Refusal | None:
    """Put up the building that was won (SHORT-2, BUILD-4)."""
    phase = draft.phase
    if type(phase) is not PlaceWonBuilding:
        return Refusal.NOT_WAITING_FOR_THIS
    if command.player != phase.player:
        return Refusal.NOT_YOUR_TURN
    refusal = refused_site(draft, command.player, command.space)
    if refusal is not None:
        return refusal
    if not can_place(draft, command.player, command.space, is_hotel=phase.is_hotel):
        return Refusal.BUILD_UNEVEN

    record(draft, PhaseLeft())
    put_up(draft, command.space)
    return None


def drop_if_unplaceable(draft: Draft, phase: PlaceWonBuilding) -> bool:
    """Leave a building with the bank if its winner gave up every site for it meanwhile (SHORT-2).

    He paid by mortgaging or selling what he needed; the money stays where it is.
    """
    is_left = stock(draft, is_hotel=phase.is_hotel) > 0
    if is_left and sites(draft, phase.player, is_hotel=phase.is_hotel):
        return False
    record(draft, PhaseLeft())
    return True


def _floor(position: Position, contenders: tuple[PlayerId, ...], *, is_hotel: bool) -> int:
    """Return the lowest opening bid: the lowest printed price among the contenders (SHORT-2)."""
    if position.rules.building_auction_floor == "1":
        return 1
    return min(
        building_cost(position, space)
        for player in contenders
        for space in sites(position, player, is_hotel=is_hotel)
    )
