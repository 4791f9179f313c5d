"""What things are worth: rent due, interest, total worth, what can be raised."""

from engine.board import HOTEL, SpaceKind
from engine.ids import AccountId, GroupId, Money, PlayerId, SpaceId
from engine.reasons import Reason
from engine.state import Position, deeds_of

# In 3.11 looking a member up in its enum costs as much as a dozen other steps.
_RAILROAD = SpaceKind.RAILROAD
_RENT = Reason.RENT
_RENT_DOUBLED = Reason.RENT_DOUBLED
_RENT_BUILT = Reason.RENT_BUILT
_RENT_RAILROAD = Reason.RENT_RAILROAD
_RENT_UTILITY = Reason.RENT_UTILITY


def rounded(position: Position, amount: int, percent: int) -> Money:
    """Return *percent* of *amount* in whole units, by the table's rounding (ROUND-1)."""
    hundredths = amount * percent
    match position.rules.rounding:
        case "ceil":
            return -(-hundredths // 100)
        case "half_up":
            return (hundredths + 50) // 100
        case _:
            return hundredths // 100


def interest(position: Position, space: SpaceId) -> Money:
    """Return ten percent of a deed's mortgage (MORT-4, MORT-10, ROUND-1)."""
    mortgage = position.edition.mortgages[space]
    return rounded(position, mortgage, position.edition.interest_percent)


def lift_cost(position: Position, space: SpaceId) -> Money:
    """Return what lifting costs now: the mortgage and its interest (MORT-4).

    The principal alone where the interest was paid on taking the deed over (BANKRUPT-5).
    """
    mortgage = position.edition.mortgages[space]
    if space in position.inherited:
        return mortgage
    return mortgage + interest(position, space)


def houses_before_hotel(position: Position) -> int:
    """Return how many houses stand before a hotel (BUILD-6, VARIANT-4)."""
    return 4 if position.rules.hotel_after == "4" else 3


def steps(position: Position, level: int) -> int:
    """Return how many building prices stand in *level*: a hotel is one more than its houses."""
    if level != HOTEL:
        return level
    return houses_before_hotel(position) + 1


def level_after(position: Position, count: int) -> int:
    """Return the building level that so many steps make."""
    if count <= 3:  # whatever the table plays
        return count
    return HOTEL if count > houses_before_hotel(position) else count


def is_level(position: Position, level: int) -> bool:
    """Return whether so many houses, or `HOTEL`, can stand on a street (BUILD-5, VARIANT-4)."""
    return 0 <= level <= houses_before_hotel(position) or level == HOTEL


def building_cost(position: Position, space: SpaceId) -> Money:
    """Return the price of one step of building (BUILD-2)."""
    return position.edition.building_costs[space]


def building_refund(position: Position, space: SpaceId) -> Money:
    """Return what the bank pays for one step: half its price (SELL-3, SELL-6)."""
    return position.edition.building_costs[space] // 2


def group_of(position: Position, space: SpaceId) -> tuple[SpaceId, ...]:
    """Return all spaces of a titled space's group, in board order."""
    return position.edition.companions[space]


def owns_group(position: Position, holder: AccountId, group: GroupId) -> bool:
    """Return whether *holder* has every deed of the group, mortgaged or not."""
    owners = position.owners
    for member in position.edition.groups[group].members:  # noqa: SIM110  # a third of all()'s cost
        if owners[member] != holder:
            return False
    return True


def rent_due(position: Position, space: SpaceId, throw: int) -> tuple[Money, Reason]:
    """Return the rent for landing here by the dice, and by which rule (RENT-1 to RENT-9).

    *throw* is the sum that brought the token; 0 where the deed is mortgaged.
    """
    edition = position.edition
    title = edition.titles[space]
    assert title is not None, "rent is due where there is a title"
    if position.mortgaged[space]:
        return 0, _RENT
    owner = position.owners[space]
    if title.building_cost:
        level = position.levels[space]
        if level:
            return title.rents[level], _RENT_BUILT
        if owns_group(position, owner, title.group):
            return 2 * title.rents[0], _RENT_DOUBLED
        return title.rents[0], _RENT
    owned = 0
    for member in edition.companions[space]:
        owned += position.owners[member] == owner
    if owned > len(title.rents):  # a board may print fewer figures
        owned = len(title.rents)
    figure = title.rents[owned - 1]
    if edition.spaces[space].kind is _RAILROAD:
        return figure, _RENT_RAILROAD
    return figure * throw, _RENT_UTILITY


def worth(position: Position, player: PlayerId) -> Money:
    """Return total worth: cash, printed prices, mortgaged or not, buildings at cost (TAX-2)."""
    prices, levels = position.edition.prices, position.levels
    total = position.cash[player]
    for space in deeds_of(position, player):
        total += prices[space]
        if levels[space]:
            total += steps(position, levels[space]) * building_cost(position, space)
    return total


def final_worth(position: Position, player: PlayerId) -> Money:
    """Return the worth that ranks players at the end: mortgaged deeds at half price (WIN-2)."""
    total = position.cash[player]
    for space in deeds_of(position, player):
        price = position.edition.prices[space]
        total += price // 2 if position.mortgaged[space] else price
        if level := position.levels[space]:
            total += steps(position, level) * building_cost(position, space)
    return total


def raisable(position: Position, player: PlayerId) -> Money:
    """Return cash, half price of buildings and mortgages still to be had (DEBT-4, AUCTION-6)."""
    mortgaged, levels, mortgages = position.mortgaged, position.levels, position.edition.mortgages
    total = position.cash[player]
    for space in deeds_of(position, player):
        if not mortgaged[space]:
            total += mortgages[space]
        if levels[space]:
            total += steps(position, levels[space]) * building_refund(position, space)
    return total
