"""The only entrance: judge a command in a state."""

from collections.abc import Callable
from typing import Any

import msgspec

from engine import commands as c
from engine import corrections as k
from engine.events import Event
from engine.phases import GameOver
from engine.refusals import Refusal, Refused
from engine.rules import (
    auction,
    bankruptcy,
    building,
    cards,
    confirmation,
    correction,
    debt,
    ending,
    jail,
    mortgage,
    purchase,
    rent,
    seating,
    setup,
    shortage,
    tax,
    trade,
    turn,
)
from engine.rules.guards import names_in, refused_names, refused_seat, refused_seat_or_space
from engine.state import Draft, State


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """The answer of `decide` to what the rules allow: what happened, and the table then."""

    events: tuple[Event, ...]
    state: State


def decide(state: State, command: c.Command) -> Accepted | Refused:
    """Judge *command* in *state*; a refusal has changed nothing."""
    draft = Draft(state)
    refusal = decide_on(draft, command)
    if refusal is not None:
        return Refused(refusal)
    return Accepted(tuple(draft.events), draft.freeze())


def decide_on(draft: Draft, command: c.Command) -> Refusal | None:
    """Judge *command* on a draft and record what happens; a refusal has recorded nothing."""
    kind = type(command)
    if type(draft.phase) is GameOver and kind is not c.OpenGame:
        return Refusal.GAME_IS_OVER
    look_up, rule = _JUDGED_BY[kind]
    if look_up is not None:
        refusal = look_up(draft, command)
        if refusal is not None:
            return refusal
    refusal = rule(draft, command)
    if refusal is not None:
        return refusal
    step = _STEPS.get(type(draft.phase))
    while step is not None and step(draft, draft.phase):  # until something waits for somebody
        step = _STEPS.get(type(draft.phase))
    return None


_RULES: dict[type[c.Command], Callable[[Draft, Any], Refusal | None]] = {
    c.OpenGame: setup.open_game,
    c.ChooseEdition: setup.choose_edition,
    c.ChooseRule: setup.choose_rule,
    c.SeatPlayers: setup.seat_players,
    c.NameBanker: setup.name_banker,
    c.StackDeeds: setup.stack_deeds,
    c.StartGame: setup.start_game,
    c.RecordRoll: turn.roll,
    c.BuyDeed: purchase.buy,
    c.DeclineDeed: purchase.decline,
    c.PlaceBid: auction.place_bid,
    c.PassBid: auction.pass_bid,
    c.CloseBidding: auction.close_bidding,
    c.ClaimRent: rent.claim_rent,
    c.ReportCard: cards.report_card,
    c.ChooseTax: tax.choose_tax,
    c.ChooseCard: cards.choose_card,
    c.PayDebt: debt.pay_debt,
    c.PayFine: jail.pay_fine,
    c.UseJailCard: jail.use_jail_card,
    c.Build: building.build,
    c.SellBuilding: building.sell,
    c.SellGroup: building.sell_group,
    c.WantBuildings: shortage.want_buildings,
    c.PlaceBuilding: shortage.place_building,
    c.MortgageDeed: mortgage.mortgage_deed,
    c.LiftMortgage: mortgage.lift_mortgage,
    c.Trade: trade.trade,
    c.DeclareBankruptcy: bankruptcy.declare_bankruptcy,
    c.Resign: bankruptcy.resign,
    c.ConfirmPayment: confirmation.confirm_payment,
    c.SayAmount: confirmation.say_amount,
    c.GiveBackRent: confirmation.give_back_rent,
    c.MakePromise: confirmation.make_promise,
    c.ChooseMode: confirmation.choose_mode,
    c.JoinGame: seating.join_game,
    c.LeaveGame: seating.leave_game,
    c.TakeOverSeat: seating.take_over_seat,
    c.ChangeSeats: seating.change_seats,
    c.AdvanceClock: ending.advance_clock,
    c.StopGame: ending.stop_game,
    k.SetTurn: correction.set_turn,
    k.SetCash: correction.set_cash,
    k.TransferMoney: correction.transfer_money,
    k.PlaceToken: correction.place_token,
    k.JailPlayer: correction.jail_player,
    k.FreePlayer: correction.free_player,
    k.SetOwner: correction.set_owner,
    k.SetMortgaged: correction.set_mortgaged,
    k.SetBuildings: correction.set_buildings,
    k.SetSupply: correction.set_supply,
    k.SetJailCard: correction.set_jail_card,
    k.StackDeck: correction.stack_deck,
    k.SetPot: correction.set_pot,
}

_STEPS = turn.STEPS  # in 3.11 a method of a name that was imported costs ten times as much

_LOOK_UPS: dict[tuple[str, ...], Callable[[Draft, Any], Refusal | None] | None] = {
    (): None,
    ("player",): refused_seat,
    ("player", "space"): refused_seat_or_space,
}
_JUDGED_BY = {
    kind: (_LOOK_UPS.get(tuple(name for name, _kind in names_in(kind)), refused_names), rule)
    for kind, rule in _RULES.items()
}
"""By kind of command, what looks up the seats and spaces it names, if any, and its rule."""
