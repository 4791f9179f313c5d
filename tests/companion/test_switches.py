"""Every switch of the house rules, with each of its values and the case that shows its effect."""

import ast
from pathlib import Path

import msgspec
import pytest

from companion.console.cases import play_case
from engine.house_rules import PRESETS, HouseRules, keys, values, with_rule

TESTS = Path(__file__).parents[1]

# Which case holds with this value and with no other: of a number, any but the one played with.
SHOWN = {
    ("rent_claim", "auto"): "rent-6-auto",
    ("rent_claim", "next_player"): "rent-6-too-late",
    ("rent_claim", "second_player"): "rent-6-second-player",
    ("decks", "digital"): "deck-1-top-card-then-under",
    ("decks", "physical"): "deck-1-physical",
    ("rounding", "ceil"): "round-1-up",
    ("rounding", "half_up"): "round-1-half-up",
    ("rounding", "floor"): "round-1-floor",
    ("auction_bids", "solvent_only"): "auction-6-buildings-count-among-the-means",
    ("auction_bids", "binding"): "auction-6-binding",
    ("auction_order", "free"): "auction-3-each-bid-higher",
    ("auction_order", "seat_order"): "auction-3-seat-order",
    ("building_auction_floor", "lowest_printed_price"): "short-2-auction-one-by-one",
    ("building_auction_floor", "1"): "short-2-any-price",
    ("jail_pay_before_throw", "any_of_three"): "jail-7-fine-before-any-throw",
    ("jail_pay_before_throw", "first_two"): "jail-7-first-two",
    ("multi_creditor", "seat_order"): "debt-5-seat-order",
    ("multi_creditor", "split"): "debt-5-split",
    ("estate_mortgages", "cancelled"): "bankrupt-7-estate",
    ("estate_mortgages", "kept"): "bankrupt-8-mortgages-kept",
    ("free_parking_pot", "off"): "variant-1-off",
    ("free_parking_pot", "on"): "variant-1-pot",
    ("deal_all", "off"): "variant-2-off",
    ("deal_all", "on"): "variant-2-all-dealt",
    ("deal_count", "0"): "variant-2-off",
    ("deal_count", "2"): "variant-3-two-deeds-paid",
    ("deal_count", "4"): "variant-3-four-deeds-each",
    ("deal_paid", "off"): "variant-3-two-deeds-free",
    ("deal_paid", "on"): "variant-3-two-deeds-paid",
    ("hotel_after", "4"): "build-6-hotel",
    ("hotel_after", "3"): "variant-4-hotel-after-three",
    ("jail_max_turns", "3"): "jail-9-forced-fine",
    ("jail_max_turns", "1"): "variant-4-one-turn-in-jail",
    ("income_tax_percent", "-1"): "round-1-up",
    ("income_tax_percent", "0"): "variant-4-flat-tax",
    ("income_tax_percent", "20"): "tax-4-switches",
    ("luxury_tax", "-1"): "tax-4-luxury",
    ("luxury_tax", "40"): "tax-4-switches",
    ("end_bankruptcies", "0"): "debt-5-seat-order",
    ("end_bankruptcies", "1"): "variant-4-first-bankruptcy-ends-it",
    ("end_bankruptcies", "2"): "variant-4-second-bankruptcy",
    ("end_minutes", "0"): "variant-3-no-limit",
    ("end_minutes", "1"): "variant-3-what-is-open-is-finished",
    ("end_minutes", "2"): "variant-3-time-is-up",
    ("salary_mode", "auto"): "variant-5-payments-at-once",
    ("salary_mode", "ask"): "variant-5-salary-asked",
    ("salary_mode", "teach"): "variant-5-salary-taught",
    ("rent_mode", "auto"): "variant-5-payments-at-once",
    ("rent_mode", "ask"): "variant-5-rent-asked",
    ("rent_mode", "teach"): "variant-5-rent-taught",
    ("tax_mode", "auto"): "variant-5-payments-at-once",
    ("tax_mode", "ask"): "variant-5-tax-asked",
    ("tax_mode", "teach"): "variant-5-tax-taught",
    ("card_mode", "auto"): "variant-5-payments-at-once",
    ("card_mode", "ask"): "variant-5-cards-asked",
    ("card_mode", "teach"): "variant-5-cards-taught",
    ("late_join", "off"): "variant-5-late-join-off",
    ("late_join", "on"): "players-1-late-join",
    ("preset", "family"): "variant-5-family",
    ("preset", "by-the-book"): "variant-5-by-the-book",
    ("preset", "short"): "variant-4-short-game",
    ("preset", "tournament"): "variant-5-tournament",
}

# What the engine plays alike: the test whose name says what is shown.
BALANCES = "companion/test_views.py::test_balances_may_be_seen_by_their_owners_tap_alone"
SHOWN_ELSEWHERE = {("balances", "open"): BALANCES, ("balances", "own_tap"): BALANCES}


def default(key):
    return str(getattr(HouseRules(), key))


def wanted():
    """Return each switch with each value; of a number its default, and one more."""
    named = {("preset", name) for name in PRESETS}
    for key in keys():
        if is_number(key):
            named.add((key, default(key)))
        else:
            named |= {(key, value) for value in values(key)}
    return named


def is_number(key):
    return "…" in values(key)[0]


def others(key, value):
    """Return the values a case must not hold with."""
    if key == "preset":
        return [name for name in PRESETS if name != value]
    if is_number(key):
        return [str(number) for number in {1, int(value) + 1} if number != int(value)]
    return [other for other in values(key) if other != value]


def text_of(case):
    return (TESTS / "cases" / f"{case}.case").read_text("utf-8")


def turned(text, key, value):
    """Return the case played with another value of a switch."""
    kept = [line for line in text.splitlines() if not line.startswith(f"rule {key} ")]
    rules = [at for at, line in enumerate(kept) if not line.startswith(("#", "edition "))]
    return "\n".join([*kept[: rules[0]], f"rule {key} {value}", *kept[rules[0] :]])


def test_every_switch_and_value_is_shown_by_a_case_or_a_test():
    assert set() == wanted() - set(SHOWN) - set(SHOWN_ELSEWHERE)
    for key in keys():
        shown = {value for name, value in (*SHOWN, *SHOWN_ELSEWHERE) if name == key}
        assert len(shown) > 1, f"{key} is shown at one value only"
        for value in shown - {default(key)}:
            assert with_rule(HouseRules(), key, value) is not None, (key, value)


@pytest.mark.parametrize(
    ("switch", "case"), SHOWN.items(), ids=[" ".join(switch) for switch in SHOWN]
)
def test_the_case_holds_with_this_value_and_with_no_other(switch, case):
    key, value = switch
    text = text_of(case)
    is_said = f"rule {key} {value}" in text.splitlines()
    is_default = key != "preset" and value == default(key)

    assert is_said or is_default
    assert f"rule {key} " not in text or is_said
    assert play_case(text, case).failure is None
    for other in others(key, value):
        assert play_case(turned(text, key, other), case).failure is not None, f"{key} {other}"


@pytest.mark.parametrize("test", sorted(set(SHOWN_ELSEWHERE.values())))
def test_the_tests_named_above_are_there(test):
    file, _, name = test.partition("::")
    tree = ast.parse((TESTS / file).read_text("utf-8"))

    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("name", "rules"), PRESETS.items())
def test_a_preset_turns_what_its_case_shows(name, rules):
    """A preset that turned nothing would be the sheet's own rules under another name."""
    usual = msgspec.structs.asdict(HouseRules())
    turned_by_it = {
        key for key, value in msgspec.structs.asdict(rules).items() if value != usual[key]
    }

    assert turned_by_it
    assert play_case(text_of(SHOWN["preset", name]), name).failure is None
