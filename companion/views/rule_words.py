"""The table's switches and their values in words; the console keeps its keys."""

from collections.abc import Callable

from companion.locales import _, number
from engine.house_rules import HouseRules

_MODES = ("salary_mode", "rent_mode", "tax_mode", "card_mode")


def switch_name(key: str) -> str:
    """Return what a switch is called, in at most 22 letters; a key that is none: itself."""
    words = _NAMES.get(key)
    return key if words is None else words()


def switch_value(key: str, value: str) -> str:
    """Return what a value of a switch means, in at most 18 letters."""
    words = _VALUES.get((("mode" if key in _MODES else key), value)) or _VALUES.get(("", value))
    if words is not None:
        return words()
    return number(int(value)) if value.isdecimal() else value


def switch_words(key: str, value: str) -> str:
    """Return a switch and how it stands."""
    return f"{switch_name(key)}: {switch_value(key, value)}"


def standing(rules: HouseRules, key: str) -> str:
    """Return how a switch stands."""
    return switch_value(key, str(getattr(rules, key)))


# TRANSLATORS, of all in this table: a switch of the house rules; at most 22 characters
_NAMES: dict[str, Callable[[], str]] = {
    "rent_claim": lambda: _("Who claims rent"),
    "decks": lambda: _("Decks of cards"),
    "rounding": lambda: _("Fractions"),
    "auction_bids": lambda: _("Bids above one's means"),
    "auction_order": lambda: _("Bids in auctions"),
    "building_auction_floor": lambda: _("Scarce buildings"),
    "jail_pay_before_throw": lambda: _("Fine before throwing"),
    "multi_creditor": lambda: _("Several creditors"),
    "estate_mortgages": lambda: _("Mortgages of estates"),
    "free_parking_pot": lambda: _("Pot in the middle"),
    "deal_all": lambda: _("All deeds dealt"),
    "deal_count": lambda: _("Deeds dealt to each"),
    "deal_paid": lambda: _("Dealt deeds are paid"),
    "hotel_after": lambda: _("Houses before hotel"),
    "jail_max_turns": lambda: _("Throws in jail"),
    "income_tax_percent": lambda: _("Income tax, percent"),
    "luxury_tax": lambda: _("Luxury tax"),
    "end_bankruptcies": lambda: _("End: bankruptcies"),
    "end_minutes": lambda: _("End: minutes"),
    "salary_mode": lambda: _("Salary is paid"),
    "rent_mode": lambda: _("Rent is paid"),
    "tax_mode": lambda: _("Taxes are paid"),
    "card_mode": lambda: _("Card sums are paid"),
    "late_join": lambda: _("Late guests"),
    "balances": lambda: _("Balances are seen"),
    "preset": lambda: _("House rules"),
}
# TRANSLATORS, of all in this table: how a switch stands; at most 18 characters
_VALUES: dict[tuple[str, str], Callable[[], str]] = {
    ("", "off"): lambda: _("no"),
    ("", "on"): lambda: _("yes"),
    ("", "-1"): lambda: _("as printed"),
    ("rent_claim", "auto"): lambda: _("the bank"),
    ("rent_claim", "next_player"): lambda: _("owner, one throw"),
    ("rent_claim", "second_player"): lambda: _("owner, two throws"),
    ("decks", "digital"): lambda: _("the table's"),
    ("decks", "physical"): lambda: _("real ones"),
    ("rounding", "ceil"): lambda: _("up"),
    ("rounding", "half_up"): lambda: _("half up"),
    ("rounding", "floor"): lambda: _("down"),
    ("auction_bids", "solvent_only"): lambda: _("refused"),
    ("auction_bids", "binding"): lambda: _("binding"),
    ("auction_order", "free"): lambda: _("freely"),
    ("auction_order", "seat_order"): lambda: _("in seat order"),
    ("building_auction_floor", "lowest_printed_price"): lambda: _("from the price"),
    ("building_auction_floor", "1"): lambda: _("from 1"),
    ("jail_pay_before_throw", "any_of_three"): lambda: _("any of three"),
    ("jail_pay_before_throw", "first_two"): lambda: _("the first two"),
    ("multi_creditor", "seat_order"): lambda: _("in seat order"),
    ("multi_creditor", "split"): lambda: _("shared"),
    ("estate_mortgages", "cancelled"): lambda: _("cancelled"),
    ("estate_mortgages", "kept"): lambda: _("kept"),
    ("income_tax_percent", "0"): lambda: _("no choice"),
    ("end_bankruptcies", "0"): lambda: _("no end"),
    ("end_minutes", "0"): lambda: _("no end"),
    ("mode", "auto"): lambda: _("at once"),
    ("mode", "ask"): lambda: _("by one's card"),
    ("mode", "teach"): lambda: _("sum said first"),
    ("balances", "open"): lambda: _("by all"),
    ("balances", "own_tap"): lambda: _("by one's own card"),
}
