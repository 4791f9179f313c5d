"""The table's switches, their defaults, and the named presets (VARIANT-5)."""

from functools import cache
from typing import Literal

import msgspec

from engine.ids import AMOUNT_MAX

OnOff = Literal["off", "on"]
Mode = Literal["auto", "ask", "teach"]


class HouseRules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One value a switch; the first of each `Literal` is the default of the rule sheet."""

    rent_claim: Literal["auto", "next_player", "second_player"] = "auto"
    """Who collects rent: the bank at once, or the owner who asks in time (RENT-6)."""
    decks: Literal["digital", "physical"] = "digital"
    """Whether the engine knows the shuffle, or the banker says which card was drawn (DECK-1)."""
    rounding: Literal["ceil", "half_up", "floor"] = "ceil"
    """Fractions of a unit in tax and interest (ROUND-1)."""
    auction_bids: Literal["solvent_only", "binding"] = "solvent_only"
    """Whether a bid above one's means is refused, or ruins (AUCTION-6)."""
    auction_order: Literal["free", "seat_order"] = "free"
    """Who may bid next (AUCTION-3)."""
    building_auction_floor: Literal["lowest_printed_price", "1"] = "lowest_printed_price"
    """The opening bid for a scarce building (SHORT-2)."""
    jail_pay_before_throw: Literal["any_of_three", "first_two"] = "any_of_three"
    """When the fine may be paid before throwing (JAIL-7)."""
    multi_creditor: Literal["seat_order", "split"] = "seat_order"
    """How several creditors of one card are met (DEBT-5)."""
    estate_mortgages: Literal["cancelled", "kept"] = "cancelled"
    """Whether the bank auctions an estate free of mortgages (BANKRUPT-8)."""
    free_parking_pot: OnOff = "off"
    """Taxes, fines and card payments go to the middle (VARIANT-1)."""
    deal_all: OnOff = "off"
    """All deeds are dealt at the start, free (VARIANT-2)."""
    deal_count: int = 0
    """Deeds dealt to each at the start, 0 to 9 (VARIANT-3, VARIANT-4)."""
    deal_paid: OnOff = "off"
    """Whether dealt deeds are paid at the printed price (VARIANT-3)."""
    hotel_after: Literal["4", "3"] = "4"
    """Houses that must stand before a hotel (BUILD-6, VARIANT-4)."""
    jail_max_turns: Literal["3", "1"] = "3"
    """Throws for doubles before the fine is forced (JAIL-9, VARIANT-4)."""
    income_tax_percent: int = -1
    """Percent of the worth, 0 no choice, -1 as the edition prints (TAX-1)."""
    luxury_tax: int = -1
    """What the luxury tax costs, -1 as the edition prints (TAX-4)."""
    end_bankruptcies: int = 0
    """Bankruptcies that end the game, 0 the last player wins (WIN-1, VARIANT-4)."""
    end_minutes: int = 0
    """Minutes of play after which the richest wins, 0 no limit (WIN-2, VARIANT-3)."""
    salary_mode: Mode = "auto"
    """Whether the salary is paid at once, confirmed, or its amount said first (GO-1)."""
    rent_mode: Mode = "auto"
    """The same for rent (RENT-1)."""
    tax_mode: Mode = "auto"
    """The same for taxes (TAX-1, TAX-4)."""
    card_mode: Mode = "auto"
    """The same for what cards pay and ask (DECK-1)."""
    late_join: OnOff = "off"
    """Whether a guest may enter after everybody has had a turn (PLAYERS-1)."""
    balances: Literal["open", "own_tap"] = "open"
    """Whether cash is on the screen, or only while its owner's wallet is open."""


PRESETS: dict[str, HouseRules] = {
    "family": HouseRules(auction_order="seat_order"),
    "by-the-book": HouseRules(rent_claim="next_player", decks="physical"),
    "short": HouseRules(
        deal_all="on",
        hotel_after="3",
        income_tax_percent=0,
        jail_max_turns="1",
        end_bankruptcies=1,
    ),
    "tournament": HouseRules(end_minutes=90, auction_bids="binding"),
}
"""What `rule preset NAME` chooses."""

_WHOLE_NUMBERS = {
    "deal_count": (0, 9),
    "income_tax_percent": (0, 100),
    "luxury_tax": (0, AMOUNT_MAX),  # an edition may print amounts in hundreds of thousands
    "end_bankruptcies": (0, 7),
    "end_minutes": (0, 1440),
}


def keys() -> tuple[str, ...]:
    """Return the names of all switches."""
    return tuple(HouseRules.__struct_fields__)


@cache
def values(key: str) -> tuple[str, ...]:
    """Return the values a switch takes, as written; `N…M` for a whole number in a range."""
    if key in _WHOLE_NUMBERS:
        low, high = _WHOLE_NUMBERS[key]
        return (f"{low}…{high}",)
    kind = next(f for f in msgspec.structs.fields(HouseRules) if f.name == key).type
    return tuple(kind.__args__)


def with_rule(rules: HouseRules, key: str, value: str) -> HouseRules | None:
    """Return *rules* with one switch turned, or nothing where key or value is unknown."""
    if key not in HouseRules.__struct_fields__:
        return None
    if key in _WHOLE_NUMBERS:
        low, high = _WHOLE_NUMBERS[key]
        is_number = value.isdecimal() and len(value) <= len(str(high))
        if not is_number or not low <= int(value) <= high:
            return None
        return msgspec.structs.replace(rules, **{key: int(value)})
    if value not in values(key):
        return None
    return msgspec.structs.replace(rules, **{key: value})
