"""Simulated players: they keep to the rules, do all that players do, and differ in strength."""

import msgspec
import pytest
from support.bot_games import MIXED, RULES, is_offered, moves, setting

from companion.editions import edition_ids
from companion.simulate_games import Plan, SeededChance, play_all
from engine import commands as c
from engine.bots import NOTHING, Bots
from engine.decide import decide_on
from engine.ids import BANK, AccountId, PlayerId, SpaceId
from engine.invariants import check
from engine.options import options
from engine.phases import Auction, AwaitingRoll, GameOver, Lot, PurchaseOffer
from engine.policies import BEGINNER, CAREFUL, PASSIVE, POLICIES, TRADER, Policy
from engine.simulate import opened
from engine.state import deeds_of

ADA, BEN = PlayerId(AccountId(0)), PlayerId(AccountId(1))
MEDITERRANEAN, BALTIC, PARK_PLACE, BOARDWALK = (SpaceId(space) for space in (1, 3, 37, 39))
ORIENTAL, VERMONT, CONNECTICUT = SpaceId(6), SpaceId(8), SpaceId(9)
ST_CHARLES, STATES, VIRGINIA = SpaceId(11), SpaceId(13), SpaceId(14)


def table(policies, owners, cash=(1500, 1500), phase=None):
    """Return Ada to throw, deeds as given, and the bots that play both seats."""
    draft = opened(setting(("trader", "trader")), SeededChance(1, 1))
    draft.below, draft.phase = (
        ([], AwaitingRoll(ADA)) if phase is None else ([AwaitingRoll(ADA)], phase)
    )
    draft.cash = list(cash)
    draft.bank = -sum(cash)
    draft.owners = tuple(owners.get(space, BANK) for space in range(40))
    return draft, Bots(draft, policies, SeededChance(1, 2))


@pytest.mark.parametrize("rules", RULES)
def test_bots_ask_only_for_what_the_options_offer(rules):
    for draft, command in moves(setting(rules=rules), seed=11, turns=60):
        state = draft.freeze()

        assert is_offered(options(state), state, command), command


@pytest.mark.parametrize("rules", ["default", "short"])
@pytest.mark.parametrize("names", [("trader",) * 4, ("careful", "beginner") * 2])
def test_bots_who_remember_nothing_to_do_do_the_same_as_who_look_again(names, rules):
    table = setting(names, rules)
    for number in range(40):
        draft, other = (opened(table, SeededChance(3, number)) for _twice in range(2))
        chance, same_chance = (SeededChance(4, number) for _twice in range(2))
        bots, forgetful = (
            Bots(draft, table.policies, chance),
            Bots(other, table.policies, same_chance),
        )
        while not isinstance(draft.phase, GameOver) and draft.turns <= 200:
            command = bots.answer(draft)
            forgetful.quiet = [NOTHING] * len(names)

            assert command == forgetful.answer(other)

            for table_of_two in (draft, other):
                assert decide_on(table_of_two, command) is None


@pytest.mark.parametrize("names", [MIXED, ("trader",) * 4])
def test_buy_2_deeds_kept_as_they_are_granted_are_those_found_anew(names):
    for draft, _command in moves(setting(names, "short"), seed=3, turns=150):
        state = draft.freeze()
        for player in draft.order:
            assert deeds_of(state, player) == deeds_of(draft, player)


@pytest.mark.parametrize("edition", edition_ids())
def test_bots_play_every_edition_and_the_books_balance(edition):
    turns = 0
    for draft, _command in moves(setting(edition=edition, rules="family"), seed=5, turns=50):
        check(draft)
        turns = draft.turns

    assert turns > 20


def test_bots_build_trade_mortgage_bid_and_go_bankrupt():
    plan = Plan(
        edition=setting().edition,
        rules_name="default",
        rules=RULES["default"],
        policies=tuple(POLICIES[name] for name in MIXED),
        games=4,
        seed=2,
        turns_max=400,
    )
    commands = play_all(plan, 1, lambda _games: None).tally.commands

    for name in (
        "Build", "SellBuilding", "MortgageDeed", "LiftMortgage", "Trade", "PlaceBid", "PassBid",
        "BuyDeed", "DeclineDeed", "ChooseTax", "PayFine", "DeclareBankruptcy",
    ):  # fmt: skip
        assert commands.get(name, 0) > 0, name


@pytest.mark.parametrize(
    ("stronger", "weaker", "share"),
    [(TRADER, CAREFUL, 0.6), (CAREFUL, BEGINNER, 0.65), (BEGINNER, PASSIVE, 0.9)],
    ids=lambda value: value.name if isinstance(value, Policy) else "",
)
def test_policies_differ_clearly_in_strength(stronger, weaker, share):
    plan = Plan(
        edition=setting().edition,
        rules_name="tournament",
        rules=RULES["tournament"],
        policies=(stronger, weaker),
        games=30,
        seed=5,
        turns_max=400,
    )
    records = play_all(plan, 1, lambda _games: None).records
    wins = sum(
        record.policies[seat] == stronger.name for record in records for seat in record.winners
    )

    assert wins >= share * len(records)


def test_trade_1_two_halves_of_two_groups_are_swapped():
    owners = {
        ORIENTAL: ADA, VERMONT: ADA, CONNECTICUT: BEN,
        ST_CHARLES: BEN, STATES: BEN, VIRGINIA: ADA,
    }  # fmt: skip
    draft, bots = table((TRADER, TRADER), owners)

    deal = bots.answer(draft)

    assert isinstance(deal, c.Trade)
    assert {(CONNECTICUT, ADA), (VIRGINIA, BEN)} == {
        (item.space, item.taker) for item in deal.items if item.space is not None
    }
    assert [c.TradeItem(BEN, ADA, money=40)] == [item for item in deal.items if item.money]


def test_trade_1_the_last_deed_is_bought_at_what_its_owner_asks():
    draft, bots = table((TRADER, CAREFUL), {ORIENTAL: ADA, VERMONT: ADA, CONNECTICUT: BEN})

    deal = bots.answer(draft)

    assert isinstance(deal, c.Trade)
    assert c.TradeItem(ADA, BEN, money=360) in deal.items


def test_trade_1_nobody_who_will_not_sell_is_asked():
    draft, bots = table((TRADER, PASSIVE), {ORIENTAL: ADA, VERMONT: ADA, CONNECTICUT: BEN})

    assert isinstance(bots.answer(draft), c.RecordRoll)


def test_trade_1_two_deeds_of_one_group_are_not_swapped_for_ever():
    draft, bots = table((TRADER, TRADER), {MEDITERRANEAN: ADA, BALTIC: BEN})

    assert isinstance(bots.answer(draft), c.RecordRoll)


def test_build_4_bots_build_evenly_until_their_cash_is_low():
    draft, bots = table((TRADER, CAREFUL), {PARK_PLACE: ADA, BOARDWALK: ADA}, cash=(600, 1500))

    first = bots.answer(draft)

    assert c.Build(ADA, BOARDWALK) == first


def test_mort_1_a_trader_pledges_single_deeds_to_build():
    draft, bots = table(
        (TRADER, CAREFUL), {PARK_PLACE: ADA, BOARDWALK: ADA, ORIENTAL: ADA}, cash=(150, 1500)
    )

    assert c.MortgageDeed(ADA, ORIENTAL) == bots.answer(draft)


def test_buy_1_a_beginner_keeps_more_cash_than_a_trader():
    offer = PurchaseOffer(ADA, BOARDWALK)
    poor, trader = table((TRADER, CAREFUL), {}, cash=(600, 1500), phase=offer)
    _same, beginner = table(
        (msgspec.structs.replace(BEGINNER, whim=0), CAREFUL), {}, cash=(600, 1500), phase=offer
    )

    assert c.BuyDeed() == trader.answer(poor)
    assert c.DeclineDeed() == beginner.answer(poor)


def test_auction_3_a_group_is_bid_for_above_its_price():
    lot = Auction(Lot(BOARDWALK), (BEN, ADA), (BEN, ADA), high_bid=500, leader=ADA)
    draft, bots = table((TRADER, TRADER), {PARK_PLACE: BEN}, phase=lot)

    assert c.PlaceBid(BEN, 580) == bots.answer(draft)


def test_auction_5_who_buys_nothing_passes():
    lot = Auction(Lot(BOARDWALK), (BEN, ADA), (BEN, ADA))
    draft, bots = table((PASSIVE, PASSIVE), {}, phase=lot)

    assert c.PassBid(BEN) == bots.answer(draft)
    assert BANK == draft.owners[BOARDWALK]
