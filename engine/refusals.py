"""Why a command was not accepted: a value of one enum, each with its rule id.

The order is that of precedence: what is asked first is refused first.
"""

from enum import StrEnum
from typing import Final

import msgspec

from engine.fast_enum import plain_members


@plain_members
class Refusal(StrEnum):
    """A named reason for a no; stored and shown, so the values never change."""

    NOT_THE_BANKER = "not_the_banker"
    GAME_IS_RUNNING = "game_is_running"
    NOBODY_SEATED = "nobody_seated"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_SPACE = "no_such_space"
    WRONG_PLAYER_COUNT = "wrong_player_count"
    NAME_TAKEN = "name_taken"
    NAME_UNUSABLE = "name_unusable"
    BANKER_MUST_PLAY = "banker_must_play"
    UNKNOWN_RULE = "unknown_rule"
    BAD_PILE = "bad_pile"
    NOT_WAITING_FOR_THIS = "not_waiting_for_this"
    GAME_IS_OVER = "game_is_over"
    NOT_YOUR_TURN = "not_your_turn"
    PLAYER_IS_OUT = "player_is_out"
    BAD_DICE = "bad_dice"
    CARD_NOT_IN_PILE = "card_not_in_pile"
    NO_RENT_TO_CLAIM = "no_rent_to_claim"
    NOT_YOUR_PAYMENT = "not_your_payment"
    SAY_THE_AMOUNT = "say_the_amount"
    WRONG_AMOUNT = "wrong_amount"
    NO_RENT_TO_RETURN = "no_rent_to_return"
    BAD_PROMISE = "bad_promise"
    BAD_MODE = "bad_mode"
    JOIN_TOO_LATE = "join_too_late"
    SEATS_TOO_LATE = "seats_too_late"
    SEATS_INCOMPLETE = "seats_incomplete"
    CLOCK_RUNS_ON = "clock_runs_on"
    CANNOT_AFFORD_DEED = "cannot_afford_deed"
    NOT_A_BIDDER = "not_a_bidder"
    NOT_YOUR_BID = "not_your_bid"
    LEADER_STAYS = "leader_stays"
    HAS_PASSED = "has_passed"
    BID_TOO_LOW = "bid_too_low"
    BID_BELOW_FLOOR = "bid_below_floor"
    BID_ABOVE_MEANS = "bid_above_means"
    NOT_IN_JAIL = "not_in_jail"
    FINE_TOO_LATE = "fine_too_late"
    NO_JAIL_CARD = "no_jail_card"
    CANNOT_AFFORD_FINE = "cannot_afford_fine"
    NOT_A_STREET = "not_a_street"
    GROUP_NOT_OWNED = "group_not_owned"
    GROUP_MORTGAGED = "group_mortgaged"
    HAS_A_HOTEL = "has_a_hotel"
    BUILD_UNEVEN = "build_uneven"
    NO_HOUSES_LEFT = "no_houses_left"
    NO_HOTELS_LEFT = "no_hotels_left"
    CANNOT_AFFORD_BUILDING = "cannot_afford_building"
    CANNOT_USE_BUILDING = "cannot_use_building"
    BAD_COUNT = "bad_count"
    NOT_YOUR_BUILDING = "not_your_building"
    NOTHING_TO_SELL = "nothing_to_sell"
    SELL_UNEVEN = "sell_uneven"
    NO_HOUSES_FOR_HOTEL = "no_houses_for_hotel"
    LOT_NOT_EVEN = "lot_not_even"
    LOT_NEEDS_HOUSES = "lot_needs_houses"
    NOT_YOUR_DEED = "not_your_deed"
    ALREADY_MORTGAGED = "already_mortgaged"
    NOT_MORTGAGED = "not_mortgaged"
    GROUP_HAS_BUILDINGS = "group_has_buildings"
    CANNOT_AFFORD_LIFT = "cannot_afford_lift"
    TRADE_IS_EMPTY = "trade_is_empty"
    TRADE_NOT_OWNED = "trade_not_owned"
    TRADE_GROUP_HAS_BUILDINGS = "trade_group_has_buildings"
    CANNOT_AFFORD_TRADE = "cannot_afford_trade"
    TRADE_LEAVES_DEBT = "trade_leaves_debt"
    LIFTING_NOT_TRADED = "lifting_not_traded"
    CASH_STILL_SHORT = "cash_still_short"
    SPENDING_UNDER_DEBT = "spending_under_debt"
    NO_DEBT = "no_debt"
    CAN_STILL_PAY = "can_still_pay"
    DEBT_FIRST = "debt_first"
    BAD_AMOUNT = "bad_amount"
    NOT_ENOUGH_TO_MOVE = "not_enough_to_move"
    NOT_A_DEED = "not_a_deed"
    SUPPLY_TOO_LARGE = "supply_too_large"
    NO_POT = "no_pot"


RULE_OF: Final[dict[Refusal, str]] = {
    Refusal.NOT_THE_BANKER: "BANKER",
    Refusal.GAME_IS_RUNNING: "VARIANT-5",
    Refusal.NOBODY_SEATED: "PLAYERS-1",
    Refusal.NO_SUCH_SEAT: "PLAYERS-1",
    Refusal.NO_SUCH_SPACE: "COMP-2",
    Refusal.WRONG_PLAYER_COUNT: "PLAYERS-1",
    Refusal.NAME_TAKEN: "PLAYERS-1",
    Refusal.NAME_UNUSABLE: "PLAYERS-1",
    Refusal.BANKER_MUST_PLAY: "BANKER-3",
    Refusal.UNKNOWN_RULE: "VARIANT-5",
    Refusal.BAD_PILE: "COMP-1",
    Refusal.NOT_WAITING_FOR_THIS: "MOVE-8",
    Refusal.GAME_IS_OVER: "WIN-1",
    Refusal.NOT_YOUR_TURN: "MOVE-8",
    Refusal.PLAYER_IS_OUT: "BANKRUPT-10",
    Refusal.BAD_DICE: "MOVE-1",
    Refusal.CARD_NOT_IN_PILE: "DECK-1",
    Refusal.NO_RENT_TO_CLAIM: "RENT-6",
    Refusal.NOT_YOUR_PAYMENT: "MOVE-8",
    Refusal.SAY_THE_AMOUNT: "MOVE-8",
    Refusal.WRONG_AMOUNT: "BANK-5",
    Refusal.NO_RENT_TO_RETURN: "TRADE-4",
    Refusal.BAD_PROMISE: "TRADE-4",
    Refusal.BAD_MODE: "VARIANT-5",
    Refusal.JOIN_TOO_LATE: "PLAYERS-1",
    Refusal.SEATS_TOO_LATE: "SETUP-8",
    Refusal.SEATS_INCOMPLETE: "SETUP-8",
    Refusal.CLOCK_RUNS_ON: "VARIANT-3",
    Refusal.CANNOT_AFFORD_DEED: "BUY-4",
    Refusal.NOT_A_BIDDER: "AUCTION-2",
    Refusal.NOT_YOUR_BID: "AUCTION-3",
    Refusal.LEADER_STAYS: "AUCTION-4",
    Refusal.HAS_PASSED: "AUCTION-3",
    Refusal.BID_TOO_LOW: "AUCTION-3",
    Refusal.BID_BELOW_FLOOR: "SHORT-2",
    Refusal.BID_ABOVE_MEANS: "AUCTION-6",
    Refusal.NOT_IN_JAIL: "JAIL-4",
    Refusal.FINE_TOO_LATE: "JAIL-7",
    Refusal.NO_JAIL_CARD: "JAIL-6",
    Refusal.CANNOT_AFFORD_FINE: "JAIL-7",
    Refusal.NOT_A_STREET: "BUILD-10",
    Refusal.GROUP_NOT_OWNED: "BUILD-1",
    Refusal.GROUP_MORTGAGED: "BUILD-8",
    Refusal.HAS_A_HOTEL: "BUILD-7",
    Refusal.BUILD_UNEVEN: "BUILD-4",
    Refusal.NO_HOUSES_LEFT: "SHORT-1",
    Refusal.NO_HOTELS_LEFT: "SHORT-1",
    Refusal.CANNOT_AFFORD_BUILDING: "BUILD-9",
    Refusal.CANNOT_USE_BUILDING: "SHORT-2",
    Refusal.BAD_COUNT: "BUILD-9",
    Refusal.NOT_YOUR_BUILDING: "SELL-1",
    Refusal.NOTHING_TO_SELL: "SELL-3",
    Refusal.SELL_UNEVEN: "SELL-4",
    Refusal.NO_HOUSES_FOR_HOTEL: "SELL-5",
    Refusal.LOT_NOT_EVEN: "SELL-5",
    Refusal.LOT_NEEDS_HOUSES: "SELL-5",
    Refusal.NOT_YOUR_DEED: "MORT-6",
    Refusal.ALREADY_MORTGAGED: "MORT-1",
    Refusal.NOT_MORTGAGED: "MORT-4",
    Refusal.GROUP_HAS_BUILDINGS: "MORT-2",
    Refusal.CANNOT_AFFORD_LIFT: "MORT-4",
    Refusal.TRADE_IS_EMPTY: "TRADE-1",
    Refusal.TRADE_NOT_OWNED: "TRADE-2",
    Refusal.TRADE_GROUP_HAS_BUILDINGS: "SELL-2",
    Refusal.CANNOT_AFFORD_TRADE: "TRADE-2",
    Refusal.TRADE_LEAVES_DEBT: "DEBT-3",
    Refusal.LIFTING_NOT_TRADED: "MORT-8",
    Refusal.CASH_STILL_SHORT: "DEBT-2",
    Refusal.SPENDING_UNDER_DEBT: "DEBT-1",
    Refusal.NO_DEBT: "BANKRUPT-1",
    Refusal.CAN_STILL_PAY: "DEBT-4",
    Refusal.DEBT_FIRST: "MOVE-8",
    Refusal.BAD_AMOUNT: "BANKER-2",
    Refusal.NOT_ENOUGH_TO_MOVE: "BANKER-2",
    Refusal.NOT_A_DEED: "BANKER-2",
    Refusal.SUPPLY_TOO_LARGE: "COMP-1",
    Refusal.NO_POT: "VARIANT-1",
}


class Refused(msgspec.Struct, frozen=True, gc=False):
    """The answer of `decide` to a command that the rules forbid; nothing has changed."""

    refusal: Refusal

    @property
    def rule(self) -> str:
        """Return the id of the rule that forbids it."""
        return RULE_OF[self.refusal]
