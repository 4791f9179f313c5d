"""One sentence a refusal: what the rule says, and what would make the command legal."""

from collections.abc import Callable
from typing import Final

from companion.locales import _
from companion.views.refusal_fields import Fields
from engine.commands import Command
from engine.ids import PlayerId
from engine.refusals import RULE_OF, Refusal
from engine.state import State


def sentence(
    refusal: Refusal, state: State, command: Command, actor: PlayerId | None = None
) -> str:
    """Return why *command* of *actor* was refused in *state*, ending in the id of the rule."""
    text = _SENTENCES[refusal]().format_map(Fields(state, command, actor))
    return f"{text} ({RULE_OF[refusal]})"


# Functions, not strings: a sentence is looked up when it is shown, in the language of that moment.
_SENTENCES: Final[dict[Refusal, Callable[[], str]]] = {
    Refusal.NOT_THE_BANKER: lambda: _(
        "Only the banker puts the table right: ask for the banker's card."
    ),
    Refusal.GAME_IS_RUNNING: lambda: _("A game is running: stop it first."),
    Refusal.NOBODY_SEATED: lambda: _("Nobody has sat down yet: tap two to eight player cards."),
    Refusal.NO_SUCH_SEAT: lambda: _("Nobody has that seat: name a player who sits here."),
    Refusal.NO_SUCH_SPACE: lambda: _("The board has no such space: name one of its own."),
    Refusal.WRONG_PLAYER_COUNT: lambda: _("Two to eight people play: seat as many as that."),
    Refusal.NAME_TAKEN: lambda: _("Two players have the same name: give one of them another."),
    Refusal.NAME_UNUSABLE: lambda: _(
        "A name has 1 to 24 letters and is no word of the game: choose another."
    ),
    Refusal.BANKER_MUST_PLAY: lambda: _(
        "With five people or fewer the banker plays too: a banker apart needs six."
    ),
    Refusal.UNKNOWN_RULE: lambda: _(
        "There is no such house rule or value: {value}. See the list of house rules."
    ),
    Refusal.BAD_PILE: lambda: _("A pile holds each of its own cards once: name them so."),
    Refusal.NOT_WAITING_FOR_THIS: lambda: _(
        "Not now: the game waits for {waiting}, and that comes first."
    ),
    Refusal.GAME_IS_OVER: lambda: _("The game is over: open a new one."),
    Refusal.NOT_YOUR_TURN: lambda: _("Not {player} now: {due} is to act first."),
    Refusal.PLAYER_IS_OUT: lambda: _(
        "{player} is out of the game and acts no more: name somebody who plays."
    ),
    Refusal.BAD_DICE: lambda: _("A die shows 1 to 6: throw both again."),
    Refusal.CARD_NOT_IN_PILE: lambda: _(
        "That card is not in this pile now: name one that can be drawn."
    ),
    Refusal.NO_RENT_TO_CLAIM: lambda: _(
        "{player} has no rent to ask for: it is asked before the next player throws."
    ),
    Refusal.NOT_YOUR_PAYMENT: lambda: _("This payment waits for {due}, not for {player}."),
    Refusal.SAY_THE_AMOUNT: lambda: _("{player} says the amount first; then it is checked."),
    Refusal.WRONG_AMOUNT: lambda: _("{price} is not what is due here: count again."),
    Refusal.NO_RENT_TO_RETURN: lambda: _(
        "{player} has collected no rent since the last throw: only that is given back."
    ),
    Refusal.BAD_PROMISE: lambda: _(
        "A promise has two players and a line of text of at most 80 letters."
    ),
    Refusal.BAD_MODE: lambda: _("A payment goes by auto, ask or teach: choose one of these."),
    Refusal.JOIN_TOO_LATE: lambda: _(
        "Everybody has had a turn: a guest takes over a seat, unless late joining is on."
    ),
    Refusal.SEATS_TOO_LATE: lambda: _(
        "Second turns have begun: seats are changed in the first round only."
    ),
    Refusal.SEATS_INCOMPLETE: lambda: _("Name everybody who plays, each once, clockwise."),
    Refusal.CLOCK_RUNS_ON: lambda: _("The clock runs forward only: say one second or more."),
    Refusal.CANNOT_AFFORD_DEED: lambda: _(
        "{space} costs {price} in cash and {player} has {cash}: raise {short} first, or auction."
    ),
    Refusal.NOT_A_BIDDER: lambda: _("{player} cannot bid for this lot: only those listed bid."),
    Refusal.NOT_YOUR_BID: lambda: _("Bids go round the table: {due} bids or passes first."),
    Refusal.LEADER_STAYS: lambda: _(
        "{player} leads with {bid} and cannot pass: only a higher bid takes the lead away."
    ),
    Refusal.HAS_PASSED: lambda: _("{player} has passed for this lot: the next lot is open again."),
    Refusal.BID_TOO_LOW: lambda: _("A bid tops the last one: bid {next_bid} or more."),
    Refusal.BID_BELOW_FLOOR: lambda: _("The opening bid is {next_bid}: bid that or more."),
    Refusal.BID_ABOVE_MEANS: lambda: _(
        "{player} could not raise {price}: bid no more than cash, buildings and deeds bring."
    ),
    Refusal.NOT_IN_JAIL: lambda: _("{player} is not in jail: nothing need be paid or used."),
    Refusal.FINE_TOO_LATE: lambda: _(
        "The fine may be paid before the first two throws only: throw for doubles now."
    ),
    Refusal.NO_JAIL_CARD: lambda: _(
        "{player} has no such card: buy one from another player, pay, or throw doubles."
    ),
    Refusal.CANNOT_AFFORD_FINE: lambda: _(
        "The fine is {price} and {player} has {cash}: raise {short} first, or throw."
    ),
    Refusal.NOT_A_STREET: lambda: _("{space} takes no buildings: only streets of a colour do."),
    Refusal.GROUP_NOT_OWNED: lambda: _(
        "Building needs the whole group {group}: get {missing} first."
    ),
    Refusal.GROUP_MORTGAGED: lambda: _(
        "No building while the group has a mortgage: lift {mortgaged} first."
    ),
    Refusal.HAS_A_HOTEL: lambda: _(
        "{space} takes one hotel and nothing more: build less, or on another street."
    ),
    Refusal.BUILD_UNEVEN: lambda: _("Build evenly: first on {lowest}."),
    Refusal.NO_HOUSES_LEFT: lambda: _(
        "The bank has {houses} houses left: wait until some come back."
    ),
    Refusal.NO_HOTELS_LEFT: lambda: _(
        "The bank has {hotels} hotels left: wait until one comes back."
    ),
    Refusal.CANNOT_AFFORD_BUILDING: lambda: _(
        "It costs {price} and {player} has {cash}: raise {short} first."
    ),
    Refusal.CANNOT_USE_BUILDING: lambda: _(
        "{player} could not put that up at once: only who can may have it."
    ),
    Refusal.BAD_COUNT: lambda: _("Say how many: one at least, and no more than can stand there."),
    Refusal.NOT_YOUR_BUILDING: lambda: _(
        "{space} is held by {owner}: only the holder sells from it."
    ),
    Refusal.NOTHING_TO_SELL: lambda: _("Fewer buildings stand on {space}: sell what is there."),
    Refusal.SELL_UNEVEN: lambda: _("Sell evenly: first from {highest}."),
    Refusal.NO_HOUSES_FOR_HOTEL: lambda: _(
        "A hotel becomes houses again and the bank has {houses}: sell the group in one lot."
    ),
    Refusal.LOT_NOT_EVEN: lambda: _(
        "A group is sold evenly: leave levels that differ by one at most, none higher than now."
    ),
    Refusal.LOT_NEEDS_HOUSES: lambda: _(
        "Too few houses for what would be left, the bank has {houses}: sell further down."
    ),
    Refusal.NOT_YOUR_DEED: lambda: _("{space} is held by {owner}: only the holder may do this."),
    Refusal.ALREADY_MORTGAGED: lambda: _("{space} is mortgaged already: lift it before."),
    Refusal.NOT_MORTGAGED: lambda: _("{space} is not mortgaged: there is nothing to lift."),
    Refusal.GROUP_HAS_BUILDINGS: lambda: _(
        "No mortgage while the group has buildings: sell those on {built} first."
    ),
    Refusal.CANNOT_AFFORD_LIFT: lambda: _(
        "Lifting costs {price} with the interest and {player} has {cash}: raise {short} first."
    ),
    Refusal.TRADE_IS_EMPTY: lambda: _("Nothing changes hands: put something into the deal."),
    Refusal.TRADE_NOT_OWNED: lambda: _(
        "Each side gives only what it holds at this moment: take out what is not there."
    ),
    Refusal.TRADE_GROUP_HAS_BUILDINGS: lambda: _(
        "No deed of a group with buildings is traded: sell its buildings to the bank first."
    ),
    Refusal.CANNOT_AFFORD_TRADE: lambda: _(
        "One side cannot pay the sum with the interest in cash: lower it or raise money first."
    ),
    Refusal.TRADE_LEAVES_DEBT: lambda: _(
        "In debt only a deal that lets {debt} be paid in full is allowed: ask for more."
    ),
    Refusal.LIFTING_NOT_TRADED: lambda: _(
        "Only a mortgaged deed of this deal is lifted with it: name one that changes hands."
    ),
    Refusal.CASH_STILL_SHORT: lambda: _(
        "{player} owes {debt} and has {cash}: a debt is paid in full. Raise the rest first."
    ),
    Refusal.SPENDING_UNDER_DEBT: lambda: _(
        "{due} owes {debt}: in debt money is raised, not spent. Pay first."
    ),
    Refusal.NO_DEBT: lambda: _("{player} owes nothing: leave by resigning instead."),
    Refusal.CAN_STILL_PAY: lambda: _(
        "{player} can still raise {debt}: sell buildings or mortgage deeds, then pay."
    ),
    Refusal.DEBT_FIRST: lambda: _("{due} owes {debt}: that is settled before anything else."),
    Refusal.BAD_AMOUNT: lambda: _(
        "That number cannot be: say one the game could come to, 0 or more; what is moved is not 0."
    ),
    Refusal.NOT_ENOUGH_TO_MOVE: lambda: _("There is not so much to move: name a smaller sum."),
    Refusal.NOT_A_DEED: lambda: _("{space} has no deed: name a street, a railroad or a utility."),
    Refusal.SUPPLY_TOO_LARGE: lambda: _(
        "{all_houses} houses and {all_hotels} hotels are all, with those standing: say less."
    ),
    Refusal.NO_POT: lambda: _(
        "Nothing lies in the middle at this table: switch the free parking pot on before the start."
    ),
}
