"""Planted faults: ways the engine could be wrong, each put in for the time of one test."""

import importlib
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from engine import codec, valuation
from engine import events as e
from engine.board import HOTEL
from engine.ids import BANK
from engine.phases import TurnOver
from engine.reasons import Reason
from engine.recording import record
from engine.rules import (
    auction,
    bankruptcy,
    building,
    confirmation,
    debt,
    ending,
    jail,
    mortgage,
    movement,
    rent,
    setup,
    trade,
    turn,
)
from engine.state import player_after, players_after

options = importlib.import_module("engine.options")


def of(module: str, name: str) -> Any:
    """Return a function that a module of the engine keeps to itself."""
    return vars(importlib.import_module(f"engine.{module}"))[name]


def put(patch: pytest.MonkeyPatch, original: object, replacement: object) -> None:
    """Replace a function wherever the engine has it under a name or in a table."""
    hits = 0
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != "engine":
            continue
        for key, value in list(vars(module).items()):
            if value is original:
                patch.setattr(module, key, replacement)
                hits += 1
            elif isinstance(value, dict) and not key.startswith("__"):
                for kind, entry in list(value.items()):
                    if entry is original:
                        patch.setitem(value, kind, replacement)
                        hits += 1
                    elif isinstance(entry, tuple) and original in entry:
                        others = (replacement if one is original else one for one in entry)
                        patch.setitem(value, kind, tuple(others))
                        hits += 1
    assert hits, f"nothing to replace: {original}"


def interest_is_rounded_down(patch):
    put(patch, valuation.rounded, lambda _position, amount, percent: amount * percent // 100)


def mortgaged_deeds_earn_rent(patch):
    real = rent.charge_rent

    def charge(draft, player, space):
        kept, draft.mortgaged[space] = draft.mortgaged[space], False
        real(draft, player, space)
        draft.mortgaged[space] = kept

    put(patch, real, charge)


def built_streets_earn_double(patch):
    real = valuation.rent_due

    def due(position, space, throw):
        amount, reason = real(position, space, throw)
        return (2 * amount if reason is Reason.RENT_BUILT else amount), reason

    put(patch, real, due)


def mortgaged_railroads_do_not_count(patch):
    real = valuation.rent_due

    def due(position, space, throw):
        held = position.owners
        position.owners = tuple(
            BANK if is_mortgaged and other != space else owner
            for other, (owner, is_mortgaged) in enumerate(
                zip(held, position.mortgaged, strict=True)
            )
        )
        found = real(position, space, throw)
        position.owners = held
        return found

    put(patch, real, due)


def rent_is_paid_twice(patch):
    real = of("rules.debt", "pay_or_owe")

    def pay(draft, debtor, creditor, amount, reason):
        real(draft, debtor, creditor, amount, reason)
        if reason is Reason.RENT:
            real(draft, debtor, creditor, amount, reason)

    put(patch, real, pay)


def claims_never_lapse(patch):
    put(patch, of("evolve", "_rent_lapsed"), lambda _draft, _event: None)


def third_doubles_are_moved(patch):
    patch.setattr(turn, "DOUBLES_MAX", 99)
    more = tuple(e.PhaseChanged(TurnOver(0, doubles)) for doubles in range(9))
    patch.setattr(turn, "_THROWN", (more,) * 8)


def the_way_to_jail_pays_a_salary(patch):
    real = movement.send_to_jail

    def send(draft, player):
        debt.transfer(draft, BANK, player, draft.edition.salary, Reason.SALARY)
        real(draft, player)

    put(patch, real, send)


def landing_on_go_pays_nothing(patch):
    real = movement.advance

    def advance(draft, player, count):
        if draft.tokens[player] + count == len(draft.edition.spaces):
            record(draft, e.TokenMoved(player, 0))
            return True
        return real(draft, player, count)

    put(patch, real, advance)


def doubles_out_of_jail_throw_again(patch):
    real = jail.throw_in_jail

    def throw(draft, player):
        real(draft, player)
        if draft.roll[0] == draft.roll[1]:
            record(draft, e.PhasesReplaced((TurnOver(player, 1), *draft.phases[1:])))

    put(patch, real, throw)


def turns_pass_to_the_right(patch):
    put(patch, player_after, lambda position, player: players_after(position, player)[-2:][0])


def ties_are_won_by_the_first(patch):
    real = setup.opening_throw

    def throw(draft, phase):
        if sum(draft.roll) == phase.best:
            draft.roll = (1, 1)
        real(draft, phase)

    put(patch, real, throw)


def building_need_not_be_even(patch):
    put(patch, of("rules.building", "_refused_steps_up"), lambda _position, _space, _count: None)


def building_beside_a_mortgage(patch):
    real = building.refused_site

    def refused(position, player, space):
        found = real(position, player, space)
        return None if found and found.name == "GROUP_MORTGAGED" else found

    put(patch, real, refused)


def mortgaging_under_a_house(patch):
    patch.setattr(mortgage, "group_of", lambda _position, _space: ())


def dealing_in_built_groups(patch):
    patch.setattr(trade, "group_of", lambda _position, _space: ())


def sold_houses_do_not_come_back(patch):
    def changed(draft, event):
        draft.levels[event.space] = event.level

    put(patch, of("evolve", "buildings_changed"), changed)


def a_hotel_is_repaired_as_five_houses(patch):
    def repairs(draft, player, card):
        return card.per_house * sum(
            level
            for owner, level in zip(draft.owners, draft.levels, strict=True)
            if owner == player
        )

    put(patch, of("rules.cards", "_repairs_due"), repairs)


def a_kept_jail_card_stays_in_its_pile(patch):
    def taken(draft, event):
        of("evolve", "_set_pile")(
            draft, event.deck, tuple(draft.chance if event.deck == "chance" else draft.chest)
        )
        draft.jail_cards[event.deck != "chance"] = event.player

    put(patch, of("evolve", "_card_taken"), taken)


def auction_money_reaches_nobody(patch):
    real = of("evolve", "move_money")

    def moved(draft, payer, payee, amount, reason):
        real(draft, payer, payee, amount, reason)
        if reason is Reason.AUCTION:
            draft.bank -= amount

    put(patch, real, moved)


def bids_above_all_means_stand(patch):
    put(patch, auction.highest_bid, lambda _position, _player: auction.BID_MAX)


def the_tax_counts_mortgaged_deeds_half(patch):
    put(patch, valuation.worth, valuation.final_worth)


def the_ruined_keep_their_deeds(patch):
    put(patch, of("rules.bankruptcy", "_deeds_to_bank"), lambda _draft, _player, **_: ())


def heirs_pay_no_interest(patch):
    patch.setattr(bankruptcy, "interest", lambda _position, _space: 0)


def buildings_of_the_ruined_are_worth_nothing(patch):
    put(patch, of("rules.bankruptcy", "_raze"), lambda *_: None)


def who_could_still_pay_may_give_up(patch):
    patch.setattr(bankruptcy, "raisable", lambda _position, _player: -1)


def shares_are_not_divided(patch):
    put(patch, ending.divide_estate, lambda _draft, _estate: None)


def debtors_deal_as_they_like(patch):
    patch.setattr(trade, "debt_of", lambda _position, _player: 0)


def debtors_give_rent_back(patch):
    patch.setattr(confirmation, "debt_of", lambda _position, _player: 0)


def a_ruined_bidder_stays_in_the_auction(patch):
    put(patch, auction.without, lambda phase, _player: phase)


def an_option_is_forgotten(patch):
    put(patch, of("options", "_improving"), lambda _position, _player, _space: iter(()))


def an_option_too_many_is_offered(patch):
    offered = SimpleNamespace(refused_mortgage=lambda *_: None, refused_lift=mortgage.refused_lift)
    patch.setattr(options, "mortgage", offered)


def a_rule_writes_past_the_events(patch):
    real = movement.advance

    def advance(draft, player, count):
        draft.turns += 1
        return real(draft, player, count)

    put(patch, real, advance)


def a_refusal_leaves_something_behind(patch):
    real = mortgage.mortgage_deed

    def pledge(draft, command):
        record(draft, e.GameStarted())
        return real(draft, command)

    put(patch, real, pledge)


def the_notation_forgets_the_throw(patch):
    real = of("notation_lines", "_bank_words")

    def words(state):
        return " ".join(word for word in real(state).split() if not word.startswith("roll="))

    put(patch, real, words)


def stored_events_come_back_short(patch):
    real = codec.decode_events
    put(patch, real, lambda data, version=1: real(data, version)[:-1])


def a_hotel_gives_back_no_houses(patch):
    real = of("evolve", "buildings_changed")

    def changed(draft, event):
        before = draft.levels[event.space]
        real(draft, event)
        if event.level == HOTEL:
            draft.houses -= before

    put(patch, real, changed)
