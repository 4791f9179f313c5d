"""Faults planted in the engine are found by its tests: by rule, or by random play."""

import importlib.util
from pathlib import Path

import pytest
from support import campaign, faults

SEEDS = range(6)
LENGTH = 250
"""The same games as in the tests of properties, which find nothing without a fault."""


def random_play():
    for seed in SEEDS:
        campaign.campaign(seed, LENGTH)


def rule_test(module, name, *args):
    """Return a call of one test of this folder."""

    def run():
        path = Path(__file__).with_name(f"test_{module}.py")
        spec = importlib.util.spec_from_file_location(f"planted_{module}", path)
        found = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
        getattr(found, f"test_{name}")(*args)

    return run


FOUND_BY = {
    faults.interest_is_rounded_down: rule_test(
        "mortgage", "mort_4_lifting_costs_the_mortgage_and_a_tenth", "H37*", 193
    ),
    faults.mortgaged_deeds_earn_rent: rule_test("rent", "rent_2_a_mortgaged_deed_earns_nothing"),
    faults.built_streets_earn_double: rule_test(
        "rent", "rent_5_buildings_earn_the_deed_s_figure", "H", 450
    ),
    faults.mortgaged_railroads_do_not_count: rule_test(
        "rent", "rent_9_mortgaged_ones_count_for_the_others"
    ),
    faults.rent_is_paid_twice: rule_test("rent", "rent_1_the_visitor_owes_what_the_deed_says"),
    faults.claims_never_lapse: rule_test("rent", "rent_6_the_next_player_s_throw_ends_the_claim"),
    faults.third_doubles_are_moved: rule_test(
        "turn", "move_6_the_third_doubles_lead_to_jail_unmoved"
    ),
    faults.the_way_to_jail_pays_a_salary: rule_test("turn", "go_4_the_way_to_jail_pays_nothing"),
    faults.landing_on_go_pays_nothing: rule_test("turn", "go_5_landing_on_go_earns_one_salary"),
    faults.doubles_out_of_jail_throw_again: rule_test(
        "jail", "jail_5_doubles_free_and_move_without_another_throw", 0
    ),
    faults.turns_pass_to_the_right: rule_test(
        "seating", "players_1_a_guest_enters_in_the_first_round"
    ),
    faults.ties_are_won_by_the_first: rule_test("setup", "setup_6_only_those_who_tie_throw_again"),
    faults.building_need_not_be_even: random_play,
    faults.building_beside_a_mortgage: random_play,
    faults.mortgaging_under_a_house: random_play,
    faults.dealing_in_built_groups: rule_test(
        "trade", "sell_2_not_while_a_building_stands_in_the_group"
    ),
    faults.sold_houses_do_not_come_back: random_play,
    faults.a_hotel_gives_back_no_houses: random_play,
    faults.a_hotel_is_repaired_as_five_houses: rule_test(
        "cards", "deck_7_repairs_count_houses_and_hotels"
    ),
    faults.a_kept_jail_card_stays_in_its_pile: random_play,
    faults.auction_money_reaches_nobody: random_play,
    faults.bids_above_all_means_stand: rule_test(
        "auction", "auction_6_no_bid_above_what_one_could_raise"
    ),
    faults.the_tax_counts_mortgaged_deeds_half: rule_test(
        "tax", "tax_2_worth_counts_printed_prices_in_full_and_buildings_at_cost"
    ),
    faults.the_ruined_keep_their_deeds: random_play,
    faults.heirs_pay_no_interest: rule_test(
        "bankruptcy", "bankrupt_5_a_tenth_for_every_mortgage_taken_over"
    ),
    faults.buildings_of_the_ruined_are_worth_nothing: rule_test(
        "bankruptcy", "bankrupt_3_a_hotel_counts_five_houses"
    ),
    faults.who_could_still_pay_may_give_up: rule_test(
        "bankruptcy", "debt_4_exactly_enough_is_enough"
    ),
    faults.shares_are_not_divided: rule_test(
        "bankruptcy", "debt_5_split_all_is_sold_and_divided_the_odd_unit_to_the_bank"
    ),
    faults.debtors_deal_as_they_like: rule_test(
        "trade", "debt_3_a_debtor_s_deal_lets_the_debt_be_paid"
    ),
    faults.debtors_give_rent_back: rule_test(
        "confirmation", "trade_4_what_is_spent_is_not_given_back"
    ),
    faults.a_ruined_bidder_stays_in_the_auction: rule_test(
        "auction", "bankrupt_10_a_ruined_leader_s_bid_is_void_and_all_may_bid_anew"
    ),
    faults.an_option_is_forgotten: random_play,
    faults.an_option_too_many_is_offered: random_play,
    faults.a_rule_writes_past_the_events: random_play,
    faults.a_refusal_leaves_something_behind: random_play,
    faults.the_notation_forgets_the_throw: random_play,
    faults.stored_events_come_back_short: random_play,
}


@pytest.mark.parametrize("plant", FOUND_BY, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_found(monkeypatch, plant):
    plant(monkeypatch)

    with pytest.raises(AssertionError):
        FOUND_BY[plant]()


@pytest.mark.parametrize("plant", FOUND_BY, ids=lambda plant: plant.__name__)
def test_without_it_nothing_is_found(plant):
    if FOUND_BY[plant] is not random_play:
        FOUND_BY[plant]()


def test_every_planted_fault_has_a_finder():
    planted = {
        value
        for value in vars(faults).values()
        if getattr(value, "__module__", "") == faults.__name__
        and getattr(value, "__code__", None) is not None
        and value.__code__.co_varnames[:1] == ("patch",)
    }

    assert planted - {faults.put} == set(FOUND_BY)
