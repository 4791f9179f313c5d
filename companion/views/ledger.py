"""The ledger on the screen: one line a fact, in words, with the way the money went."""

from collections.abc import Callable, Iterable

import msgspec

from companion.locales import _
from companion.protocol import LedgerLine
from companion.views.cards import card_words
from companion.views.words import account_sign, coded, money
from engine import events as e
from engine.board import Edition
from engine.ids import NOBODY, AccountId, PlayerId, SpaceId
from engine.reasons import Reason
from engine.state import State


class LedgerRow(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One line of the ledger."""

    turn: int
    seat: AccountId | None
    """Whose doing it was: the chip; nobody: the bank or the table."""
    text: str
    amount: str = ""
    payer: AccountId | None = None
    payee: AccountId | None = None

    @property
    def flow(self) -> str:
        """Return the way of the money, `3→1` or `B→2`; empty where none moved."""
        if self.payer is None or self.payee is None:
            return ""
        return f"{account_sign(self.payer)}→{account_sign(self.payee)}"


def is_of(row: LedgerRow, seat: int | None) -> bool:
    """Return whether a line concerns *seat*, the bank (-1), or anybody (nothing)."""
    if seat is None:
        return True
    return seat in {row.payer, row.payee} or (seat >= 0 and row.seat == seat)


def matches(row: LedgerRow, query: str) -> bool:
    """Return whether every word of *query* stands in the line, whatever its case."""
    line = f"{row.text} {row.amount} {row.flow}".casefold()
    return all(word in line for word in query.casefold().split())


def row_of_line(line: LedgerLine) -> LedgerRow:
    """Return a transfer from before this screen was opened: the reason in words."""
    return _money_row(line.turn, line.payer, line.payee, line.amount, _REASONS[line.reason]())


def rows_of_events(after: State, events: Iterable[e.Event]) -> tuple[LedgerRow, ...]:
    """Return what happened, in order; *after* is the state these events led to."""
    happened = tuple(events)
    rows: list[LedgerRow] = []
    for index, event in enumerate(happened):
        row = _row(after, event, happened[index + 1 :], happened[:index])
        if row is not None and not _is_start_money(event):
            rows.append(row)
    return tuple(rows)


def _is_start_money(event: e.Event) -> bool:
    """Return whether the balances say it already."""
    return isinstance(event, e.MoneyTransferred) and event.reason is Reason.START_MONEY


def _row(
    after: State, event: e.Event, later: tuple[e.Event, ...], earlier: tuple[e.Event, ...]
) -> LedgerRow | None:
    if isinstance(event, e.MoneyTransferred):
        text = _money_words(after, event, later, earlier)
        return _money_row(after.turns, event.payer, event.payee, event.amount, text)
    if isinstance(event, e.Rolled):
        return _said(after, event.player, _throw_words(after.edition, event, later))
    if isinstance(event, e.CardTaken):
        return _said(after, event.player, card_words(after.edition, event.card))
    if isinstance(event, e.PlayerJailed):
        return _said(after, event.player, _("goes to jail"))
    if isinstance(event, e.JailThrowFailed):
        return _said(after, event.player, _("no doubles: stays in jail"))
    if isinstance(event, e.PlayerFreed):
        return _said(after, event.player, _("leaves jail"))
    if isinstance(event, e.PlayerBankrupted):
        return _said(after, event.player, _("is bankrupt and out"))
    if isinstance(event, e.AuctionClosed) and event.winner == NOBODY:
        return _said(after, None, _("no bid: it stays with the bank"))
    words = _OF_ALL.get(type(event))
    return None if words is None else _said(after, None, words())


def _said(after: State, seat: PlayerId | None, text: str) -> LedgerRow:
    return LedgerRow(turn=after.turns, seat=seat, text=text)


def _money_row(turn: int, payer: AccountId, payee: AccountId, amount: int, text: str) -> LedgerRow:
    seat = payer if payer >= 0 else payee if payee >= 0 else None
    return LedgerRow(
        turn=turn, seat=seat, text=text, amount=money(amount), payer=payer, payee=payee
    )


def _throw_words(edition: Edition, event: e.Rolled, later: tuple[e.Event, ...]) -> str:
    dice = f"{event.die_1}+{event.die_2}"
    moved = next((m for m in later if isinstance(m, e.TokenMoved | e.PlayerJailed)), None)
    if isinstance(moved, e.TokenMoved) and moved.player == event.player:
        return _("throws {dice}, to {space}").format(dice=dice, space=coded(edition, moved.space))
    return _("throws {dice}").format(dice=dice)


def _money_words(
    after: State,
    event: e.MoneyTransferred,
    later: tuple[e.Event, ...],
    earlier: tuple[e.Event, ...],
) -> str:
    words = _REASONS[event.reason]()
    space = _space_of(after, event, later, earlier)
    if space is None:
        return words
    name = coded(after.edition, space)
    return _("{what}: {space}").format(what=words, space=name)


def _space_of(
    after: State,
    event: e.MoneyTransferred,
    later: tuple[e.Event, ...],
    earlier: tuple[e.Event, ...],
) -> SpaceId | None:
    """Return what the money was for: the deed or street of the event beside it."""
    if event.reason in RENTS and event.payer >= 0:
        return after.tokens[event.payer]
    wanted = _BESIDE.get(event.reason)
    if wanted is None:
        return None
    for other in (*later, *reversed(earlier)):
        if isinstance(other, wanted):
            space: SpaceId = other.space
            return space
    return None


_OF_ALL: dict[type[e.Event], Callable[[], str]] = {
    e.SeatsChanged: lambda: _("seats are changed"),
    e.GameEnded: lambda: _("the game is over"),
}
"""What is nobody's act in particular."""

_BESIDE: dict[
    Reason,
    type[e.DeedGranted | e.BuildingsChanged | e.DeedMortgaged | e.MortgageLifted],
] = {
    Reason.DEED: e.DeedGranted,
    Reason.DEALT_DEED: e.DeedGranted,
    Reason.AUCTION: e.DeedGranted,
    Reason.BUILDING: e.BuildingsChanged,
    Reason.BUILDING_SALE: e.BuildingsChanged,
    Reason.MORTGAGE: e.DeedMortgaged,
    Reason.LIFT: e.MortgageLifted,
    Reason.LIFT_AT_ONCE: e.MortgageLifted,
}
RENTS = frozenset(
    {
        Reason.RENT,
        Reason.RENT_DOUBLED,
        Reason.RENT_BUILT,
        Reason.RENT_RAILROAD,
        Reason.RENT_UTILITY,
        Reason.RENT_BY_CARD,
    }
)


# Functions, not strings: looked up when shown, in the language of that moment.
_REASONS: dict[Reason, Callable[[], str]] = {
    Reason.START_MONEY: lambda: _("starting money"),
    Reason.SALARY: lambda: _("salary"),
    Reason.DEED: lambda: _("buys"),
    Reason.DEALT_DEED: lambda: _("dealt deed"),
    Reason.AUCTION: lambda: _("wins the auction"),
    Reason.RENT: lambda: _("rent"),
    Reason.RENT_DOUBLED: lambda: _("double rent"),
    Reason.RENT_BUILT: lambda: _("rent"),
    Reason.RENT_RAILROAD: lambda: _("rent"),
    Reason.RENT_UTILITY: lambda: _("rent"),
    Reason.RENT_BY_CARD: lambda: _("rent by card"),
    Reason.INCOME_TAX: lambda: _("income tax"),
    Reason.LUXURY_TAX: lambda: _("luxury tax"),
    Reason.FINE: lambda: _("fine to leave jail"),
    Reason.FORCED_FINE: lambda: _("fine after the last try"),
    Reason.CARD: lambda: _("card"),
    Reason.REPAIRS: lambda: _("repairs by card"),
    Reason.EACH_PLAYER: lambda: _("card: among the players"),
    Reason.BUILDING: lambda: _("builds"),
    Reason.BUILDING_AUCTION: lambda: _("wins a building"),
    Reason.BUILDING_SALE: lambda: _("sells buildings"),
    Reason.MORTGAGE: lambda: _("mortgages"),
    Reason.LIFT: lambda: _("lifts the mortgage"),
    Reason.LIFT_AT_ONCE: lambda: _("lifts the mortgage"),
    Reason.INTEREST: lambda: _("interest on a mortgage taken over"),
    Reason.ESTATE_INTEREST: lambda: _("interest on the estate"),
    Reason.ESTATE_BUILDINGS: lambda: _("estate: buildings sold"),
    Reason.ESTATE_MONEY: lambda: _("estate: all the money"),
    Reason.ESTATE_TO_BANK: lambda: _("estate to the bank"),
    Reason.ESTATE_SHARE: lambda: _("share of the estate"),
    Reason.TRADE: lambda: _("trade"),
    Reason.POT_TAKEN: lambda: _("takes the pot"),
    Reason.RENT_GIVEN_BACK: lambda: _("gives the rent back"),
    Reason.CORRECTION: lambda: _("put right by the banker"),
}
