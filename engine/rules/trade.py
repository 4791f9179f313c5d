"""Trades: TRADE-1 money, unimproved deeds, jail cards; TRADE-2 all at once; TRADE-3 no credit.

SELL-1 any sum, SELL-2 no buildings in the group; DECK-3 jail cards too. A mortgaged deed passes
as it is (MORT-7): its new owner lifts it at once (MORT-8) or pays the interest now (MORT-9,
MORT-11).
"""

from engine.commands import Trade, TradeItem
from engine.events import DeedGranted, JailCardPassed, MortgageLifted
from engine.ids import BANK, Money, PlayerId, SpaceId
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules.debt import transfer
from engine.rules.guards import BUSINESS, debt_of, refused_at
from engine.state import Draft, Position, jail_card_index
from engine.valuation import group_of, interest, raisable


def refused_trade(position: Position, command: Trade) -> Refusal | None:
    """Return why a signed deal cannot be carried out (TRADE-1, TRADE-2, SELL-2, DEBT-3)."""
    for party in command.parties:
        refusal = refused_at(position, party, BUSINESS)
        if refusal is not None:
            return refusal
    if not command.items or len(set(command.parties)) < 2:
        return Refusal.TRADE_IS_EMPTY
    refusal = _refused_items(position, command)
    if refusal is not None:
        return refusal
    if any(_given(command, party) > position.cash[party] for party in command.parties):
        return Refusal.CANNOT_AFFORD_TRADE
    cash = {party: _cash_after(position, command, party) for party in command.parties}
    if any(amount < 0 for amount in cash.values()):
        return Refusal.CANNOT_AFFORD_TRADE
    for party in command.parties:
        owed = debt_of(position, party)
        if owed and _raisable_after(position, command, party, cash[party]) < owed:
            return Refusal.TRADE_LEAVES_DEBT
    return None


def trade(draft: Draft, command: Trade) -> Refusal | None:
    """Carry out a deal, all its parts together (TRADE-2)."""
    refusal = refused_trade(draft, command)
    if refusal is not None:
        return refusal

    for item in command.items:
        transfer(draft, item.giver, item.taker, item.money, Reason.TRADE)
        if item.card is not None:
            record(draft, JailCardPassed(item.card, item.taker))
        if item.space is not None:
            record(draft, DeedGranted(item.space, item.taker))
    for item in command.items:
        if item.space is not None and draft.mortgaged[item.space]:
            _take_over_mortgage(draft, item.taker, item.space, command.lifting)
    return None


def _take_over_mortgage(
    draft: Draft, taker: PlayerId, space: SpaceId, lifting: tuple[SpaceId, ...]
) -> None:
    owed = interest(draft, space)
    if space not in lifting:
        transfer(draft, taker, BANK, owed, Reason.INTEREST)
        return
    mortgage = draft.edition.mortgages[space]
    transfer(draft, taker, BANK, mortgage + owed, Reason.LIFT_AT_ONCE)
    record(draft, MortgageLifted(space))


def _refused_items(position: Position, command: Trade) -> Refusal | None:
    seen: set[object] = set()
    for item in command.items:
        if not _is_owned(position, command.parties, item):
            return Refusal.TRADE_NOT_OWNED
        for thing in (item.space, item.card):
            if thing is not None and thing in seen:
                return Refusal.TRADE_NOT_OWNED
            seen.add(thing)
    for item in command.items:
        if item.space is not None and any(
            position.levels[member] for member in group_of(position, item.space)
        ):
            return Refusal.TRADE_GROUP_HAS_BUILDINGS
    traded = {item.space for item in command.items if item.space is not None}
    for space in command.lifting:
        if space not in traded or not position.mortgaged[space]:
            return Refusal.LIFTING_NOT_TRADED
    return None


def _is_owned(position: Position, parties: tuple[PlayerId, ...], item: TradeItem) -> bool:
    """Return whether the giver has what he gives, and gives something (TRADE-2)."""
    if item.giver not in parties or item.taker not in parties or item.giver == item.taker:
        return False
    if item.money < 0 or (item.space is None and item.card is None and item.money == 0):
        return False
    if item.space is not None and position.owners[item.space] != item.giver:
        return False
    return item.card is None or position.jail_cards[jail_card_index(item.card)] == item.giver


def _given(command: Trade, party: PlayerId) -> Money:
    """Return the money a party gives, which he must have at that moment (TRADE-2)."""
    return sum(item.money for item in command.items if item.giver == party)


def _cash_after(position: Position, command: Trade, party: PlayerId) -> Money:
    cash = position.cash[party]
    for item in command.items:
        if item.giver == party:
            cash -= item.money
        if item.taker == party:
            cash += item.money
            if item.space is not None and position.mortgaged[item.space]:
                cash -= interest(position, item.space)
                if item.space in command.lifting:
                    cash -= position.edition.mortgages[item.space]
    return cash


def _raisable_after(position: Position, command: Trade, party: PlayerId, cash: Money) -> Money:
    """Return what a party could raise once the deal is done (DEBT-3, DEBT-4)."""
    total = raisable(position, party) - position.cash[party] + cash
    for item in command.items:
        if item.space is None:
            continue
        mortgage = position.edition.mortgages[item.space]
        if item.giver == party and not position.mortgaged[item.space]:
            total -= mortgage
        is_free = not position.mortgaged[item.space] or item.space in command.lifting
        if item.taker == party and is_free:
            total += mortgage
    return total
