"""Every switch, every value: what it changes at the table."""

import pytest
from support.boards import ADA, BEN, US_TEXT, position

from engine import commands as c
from engine.decide import Accepted, decide
from engine.edition import parse_edition
from engine.house_rules import HouseRules, keys, values, with_rule
from engine.ids import AMOUNT_MAX, BANK, NOBODY

PLAIN = "Ada 1500 @{at}\nBen 1500 @0 {ben}\nCat 1500 @0"
RUINED = "Ada 0 @4 R5*\nBen 1500 @0\nCat 1500 @0\n{rule}\nwait after Ada\n"
OWING = RUINED + "wait debt Ada creditor=bank amount=200 reason=TAX-1"


def after(text, key, value, *commands):
    """Return the state after *commands* under the switch; a refused one changes nothing."""
    rule = f"rules {key}={value}"
    text = text if "{rule}" in text else text + "\n{rule}"
    state = position(text.replace("{rule}", rule))
    for command in commands:
        decision = decide(state, command)
        state = decision.state if isinstance(decision, Accepted) else state
    return state


def board(at=0, ben=""):
    return PLAIN.format(at=at, ben=ben)


def phase_name(state):
    return type(state.phase).__name__


def rent_claim(key, value):
    return [
        one.throwers_left for one in after(board(ben="A3"), key, value, c.RecordRoll(1, 2)).claims
    ]


def decks(key, value):
    return phase_name(after(board() + "\nchance CH16", key, value, c.RecordRoll(3, 4)))


def rounding(key, value):
    taxed = "Ada {} @4\nBen 9 @0\n{{rule}}\nwait after Ada\nwait tax Ada"
    pay = c.ChooseTax(by_percent=True)
    return [cash - after(taxed.format(cash), key, value, pay).cash[ADA] for cash in (1504, 1505)]


AUCTION = "Ada 100 @3\nBen 1500 @0\n{rule}\nwait after Ada\nwait offer Ada space=@3"


def auction_bids(key, value):
    return after(AUCTION, key, value, c.DeclineDeed(), c.PlaceBid(ADA, 101)).phase.leader


def auction_order(key, value):
    return after(AUCTION, key, value, c.DeclineDeed()).phase.asked


def building_auction_floor(key, value):
    text = "Ada 9 @0 B6 B8 B9\nBen 9 @0 A1 A3\nbank supply=1/12\n{rule}\nwait roll Ada"
    wishes = (c.WantBuildings(ADA, 1), c.WantBuildings(BEN, 1), c.CloseBidding())
    return after(text, key, value, *wishes).phase.floor


def jail_pay_before_throw(key, value):
    return after(
        "Ada 99 @10 jail=2\nBen 9 @0\n{rule}\nwait jail Ada", key, value, c.PayFine(ADA)
    ).cash[0]


def multi_creditor(key, value):
    text = "Ada 60 @0 R5\nBen 0 @0\nCat 0 @0\nchance CH15\n{rule}\nwait roll Ada"
    state = after(text, key, value, c.RecordRoll(3, 4))
    return phase_name(state), state.cash[BEN]


def estate_mortgages(key, value):
    return after(OWING, key, value, c.DeclareBankruptcy(ADA)).mortgaged[5]


def free_parking_pot(key, value):
    return after(board(at=31), key, value, c.RecordRoll(3, 4)).pot


SETUP = "Ada 1500 @0\nBen 1500 @0\n{rule}\nwait setup"


def dealt(key, value):
    return sum(owner != BANK for owner in after(SETUP, key, value, c.StartGame()).owners)


def deal_paid(key, value):
    text = SETUP.replace("{rule}", "rules deal_count=1\n{rule}")
    return after(text, key, value, c.StartGame()).cash


def hotel_after(key, value):
    text = "Ada 1500 @0 A1:3 A3:3\nBen 9 @0\n{rule}\nwait roll Ada"
    return after(text, key, value, c.Build(ADA, 1)).levels[1]


def jail_max_turns(key, value):
    text = "Ada 99 @10 jail=0\nBen 9 @0\n{rule}\nwait jail Ada"
    return after(text, key, value, c.RecordRoll(4, 6)).tokens[ADA]


def income_tax_percent(key, value):
    pay = c.ChooseTax(by_percent=True)
    return 1500 - after(board(), key, value, c.RecordRoll(1, 3), pay).cash[ADA]


def luxury_tax(key, value):
    return 1500 - after(board(at=31), key, value, c.RecordRoll(3, 4)).cash[ADA]


def end_bankruptcies(key, value):
    return phase_name(after(OWING, key, value, c.DeclareBankruptcy(ADA)))


def end_minutes(key, value):
    return phase_name(after(board(), key, value, c.AdvanceClock(60)))


def waits_for(text, *commands):
    def observe(key, value):
        phase = after(text, key, value, *commands).phase
        return getattr(phase, "is_taught", "at once")

    return observe


def late_join(key, value):
    text = board() + "\nbank turns=9\n{rule}\nwait roll Ada"
    return len(after(text, key, value, c.JoinGame("Dan")).names)


MODES = {"auto": "at once", "ask": False, "teach": True}

EFFECTS = {
    "rent_claim": (rent_claim, {"auto": [], "next_player": [1], "second_player": [2]}),
    "decks": (decks, {"digital": "AwaitingRoll", "physical": "CardDrawn"}),
    "rounding": (rounding, {"ceil": [151, 151], "half_up": [150, 151], "floor": [150, 150]}),
    "auction_bids": (auction_bids, {"solvent_only": NOBODY, "binding": ADA}),
    "auction_order": (auction_order, {"free": NOBODY, "seat_order": BEN}),
    "building_auction_floor": (building_auction_floor, {"lowest_printed_price": 50, "1": 1}),
    "jail_pay_before_throw": (jail_pay_before_throw, {"any_of_three": 49, "first_two": 99}),
    "multi_creditor": (multi_creditor, {"seat_order": ("Debt", 50), "split": ("SplitDebt", 0)}),
    "estate_mortgages": (estate_mortgages, {"cancelled": False, "kept": True}),
    "free_parking_pot": (free_parking_pot, {"off": 0, "on": 75}),
    "deal_all": (dealt, {"off": 0, "on": 28}),
    "deal_count": (dealt, {"0": 0, "2": 4, "9": 18}),
    "deal_paid": (deal_paid, {"off": (1500, 1500), "on": (1440, 1440)}),
    "hotel_after": (hotel_after, {"4": 4, "3": 5}),
    "jail_max_turns": (jail_max_turns, {"3": 10, "1": 20}),
    "income_tax_percent": (income_tax_percent, {"0": 200, "20": 300}),
    "luxury_tax": (luxury_tax, {"0": 0, "100": 100}),
    "end_bankruptcies": (end_bankruptcies, {"0": "Auction", "1": "GameOver", "2": "Auction"}),
    "end_minutes": (end_minutes, {"0": "AwaitingRoll", "1": "GameOver", "2": "AwaitingRoll"}),
    "salary_mode": (waits_for(board(at=35), c.RecordRoll(1, 4)), MODES),
    "rent_mode": (waits_for(board(ben="A3"), c.RecordRoll(1, 2)), MODES),
    "tax_mode": (waits_for(board(at=31), c.RecordRoll(3, 4)), MODES),
    "card_mode": (waits_for(board() + "\nchance CH12", c.RecordRoll(3, 4)), MODES),
    "late_join": (late_join, {"off": 3, "on": 4}),
}

ON_THE_SCREEN_ONLY = {"balances"}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, (_, seen) in EFFECTS.items() for value in seen]
)
def test_each_value_has_its_effect(key, value):
    observe, seen = EFFECTS[key]

    assert seen[value] == observe(key, value)


@pytest.mark.parametrize("key", keys())
def test_no_switch_and_no_value_is_left_out(key):
    if key in ON_THE_SCREEN_ONLY:
        return
    known = values(key)
    if "…" in known[0]:
        low, high = (int(end) for end in known[0].split("…"))
        assert all(low <= int(value) <= high for value in EFFECTS[key][1])
    else:
        assert set(known) == set(EFFECTS[key][1])


@pytest.mark.parametrize("key", ["deal_count", "income_tax_percent", "end_bankruptcies"])
@pytest.mark.parametrize("value", ["-1", "1000000000", "9" * 5000, "x", ""])
def test_a_whole_number_stays_in_its_range(key, value):
    assert with_rule(HouseRules(), key, value) is None


def test_a_table_may_ask_for_what_its_board_prints_as_luxury_tax():
    dear = parse_edition(US_TEXT.replace("schema = 1", "schema = 1\nprice_scale = 100_000"), "dear")
    rules = with_rule(HouseRules(), "luxury_tax", str(dear.luxury_tax))

    assert dear.luxury_tax == rules.luxury_tax
    assert with_rule(HouseRules(), "luxury_tax", str(AMOUNT_MAX + 1)) is None
    assert (f"0…{AMOUNT_MAX}",) == values("luxury_tax")


def test_the_first_value_is_the_default():
    for key in keys():
        if "…" not in values(key)[0]:
            assert values(key)[0] == getattr(HouseRules(), key)
