"""Postings: each leg of every transfer, as seen from an account."""

from collections.abc import Iterable

import msgspec

from engine.events import Event, MoneyTransferred
from engine.ids import AccountId, Money
from engine.reasons import Reason


class Posting(msgspec.Struct, frozen=True, gc=False):
    """One leg of a transfer."""

    account: AccountId
    amount: Money
    """Negative where it left the account."""
    reason: Reason


def transfers(events: Iterable[Event]) -> list[MoneyTransferred]:
    """Return the transfers among *events*, in order."""
    return [event for event in events if isinstance(event, MoneyTransferred)]


def postings(events: Iterable[Event]) -> list[Posting]:
    """Return both legs of every transfer among *events*; they sum to 0."""
    legs = []
    for event in transfers(events):
        legs.append(Posting(event.payer, -event.amount, event.reason))
        legs.append(Posting(event.payee, event.amount, event.reason))
    return legs
