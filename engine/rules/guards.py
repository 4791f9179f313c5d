"""Who may do what when: shared guards, in the order refusals are given (MOVE-8)."""

from functools import cache
from typing import get_args

import msgspec

from engine.commands import Build, Command, MortgageDeed, PassBid, PlaceBid, TradeItem
from engine.ids import BANK, POT, AccountId, GroupId, PlayerId, SpaceId
from engine.phases import (
    Auction,
    AwaitingRoll,
    Debt,
    JailDecision,
    Phase,
    PurchaseOffer,
    SplitDebt,
    TaxChoice,
)
from engine.refusals import Refusal
from engine.state import Position

BUSINESS: frozenset[type[Phase]] = frozenset(
    (AwaitingRoll, JailDecision, PurchaseOffer, TaxChoice, Debt, SplitDebt)
)
"""When everybody may build, sell, mortgage, lift and trade (BUILD-9, TRADE-1)."""

RAISING = BUSINESS | {Auction}
"""When everybody may turn property into cash (DEBT-1, AUCTION-6)."""


def refused_names(position: Position, command: Command | TradeItem) -> Refusal | None:
    """Return whether a command names a seat or space that is not there (PLAYERS-1, COMP-2)."""
    sizes: dict[object, int] = {PlayerId: len(position.names), SpaceId: len(position.owners)}
    for key, kind in names_in(type(command)):
        value, size = getattr(command, key), sizes.get(kind, 0)
        for one in value if isinstance(value, tuple) else (value,):
            if one is None or (type(one) is int and 0 <= one < size):
                continue
            if kind is TradeItem:
                refusal = refused_names(position, one)
            else:
                refusal = _refused_name(position, key, kind, one)
            if refusal is not None:
                return refusal
    return None


def refused_seat(position: Position, command: PlaceBid | PassBid) -> Refusal | None:
    """Return the same for any command that names a seat alone, at a third of the cost."""
    if 0 <= command.player < len(position.names):
        return None
    return refused_names(position, command)


def refused_seat_or_space(position: Position, command: Build | MortgageDeed) -> Refusal | None:
    """Return the same for any command that names a seat and a space."""
    if 0 <= command.player < len(position.names) and 0 <= command.space < len(position.owners):
        return None
    return refused_names(position, command)


def refused_at(
    position: Position, player: PlayerId, when: frozenset[type[Phase]]
) -> Refusal | None:
    """Return why *player* may not act now: something else waits, or he is out (BANKRUPT-10)."""
    if type(position.phase) not in when:
        return Refusal.NOT_WAITING_FOR_THIS
    if position.is_out[player]:
        return Refusal.PLAYER_IS_OUT
    return None


def debt_of(position: Position, player: PlayerId) -> int:
    """Return what *player* owes in the first debt that waits for him, 0 without one."""
    if type(position.phase) is AwaitingRoll:  # a turn lies at the bottom
        return 0
    for phase in reversed(position.phases):
        if type(phase) is Debt and phase.debtor == player:
            return phase.amount
        if type(phase) is SplitDebt and phase.debtor == player:
            return phase.amount * len(phase.creditors)
    return 0


@cache
def names_in(kind: type[Command | TradeItem]) -> tuple[tuple[str, object], ...]:
    """Return which fields of a command name a seat, an account, a space or a group."""
    named = (PlayerId, AccountId, SpaceId, GroupId, TradeItem)
    return tuple(
        (field.name, part)
        for field in msgspec.structs.fields(kind)
        for part in (field.type, *get_args(field.type))
        if any(part is name for name in named)
    )


def _refused_name(position: Position, key: str, kind: object, value: int) -> Refusal | None:
    if kind is SpaceId or kind is GroupId:
        size = len(position.edition.spaces if kind is SpaceId else position.edition.groups)
        return None if 0 <= value < size else Refusal.NO_SUCH_SPACE
    if kind is AccountId:
        banks = {BANK, POT} if key in {"payer", "payee"} else {BANK}
        if value in banks:
            return None
    if not position.names:
        return Refusal.NOBODY_SEATED
    return None if 0 <= value < len(position.names) else Refusal.NO_SUCH_SEAT
