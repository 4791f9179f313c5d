"""Why money moved: every reason is a rule id."""

from enum import StrEnum

from engine.fast_enum import plain_members


@plain_members
class Reason(StrEnum):
    """The rule by which a transfer was made; stored, so the values never change."""

    START_MONEY = "SETUP-3"
    SALARY = "GO-1"
    DEED = "BUY-1"
    DEALT_DEED = "VARIANT-3"
    AUCTION = "AUCTION-4"
    RENT = "RENT-1"
    RENT_DOUBLED = "RENT-3"
    RENT_BUILT = "RENT-5"
    RENT_RAILROAD = "RENT-7"
    RENT_UTILITY = "RENT-8"
    RENT_BY_CARD = "RENT-10"
    INCOME_TAX = "TAX-1"
    LUXURY_TAX = "TAX-4"
    FINE = "JAIL-7"
    FORCED_FINE = "JAIL-9"
    CARD = "DECK-1"
    REPAIRS = "DECK-7"
    EACH_PLAYER = "DECK-8"
    BUILDING = "BUILD-2"
    BUILDING_AUCTION = "SHORT-2"
    BUILDING_SALE = "SELL-3"
    MORTGAGE = "MORT-1"
    LIFT = "MORT-4"
    LIFT_AT_ONCE = "MORT-8"
    INTEREST = "MORT-9"
    ESTATE_INTEREST = "BANKRUPT-5"
    ESTATE_BUILDINGS = "BANKRUPT-3"
    ESTATE_MONEY = "BANKRUPT-2"
    ESTATE_TO_BANK = "BANKRUPT-7"
    ESTATE_SHARE = "DEBT-5"
    TRADE = "TRADE-1"
    POT_TAKEN = "VARIANT-1"
    RENT_GIVEN_BACK = "TRADE-4"
    CORRECTION = "BANKER-2"


@plain_members
class Dues(StrEnum):
    """The kinds of payment whose automation a table, or a player, may choose."""

    SALARY = "salary"
    RENT = "rent"
    TAX = "tax"
    CARD = "card"


RENTS = frozenset(
    {
        Reason.RENT,
        Reason.RENT_DOUBLED,
        Reason.RENT_BUILT,
        Reason.RENT_RAILROAD,
        Reason.RENT_UTILITY,
        Reason.RENT_BY_CARD,
    }
)

DUES_OF: dict[Reason, Dues] = {
    Reason.SALARY: Dues.SALARY,
    **dict.fromkeys(RENTS, Dues.RENT),
    Reason.INCOME_TAX: Dues.TAX,
    Reason.LUXURY_TAX: Dues.TAX,
    Reason.CARD: Dues.CARD,
    Reason.REPAIRS: Dues.CARD,
    Reason.EACH_PLAYER: Dues.CARD,
}
"""What is confirmed or said aloud where the mode is not `auto`; all other payments never wait."""
