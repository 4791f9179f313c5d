"""The ledger on the screen: one line a fact, in words, with the way the money went."""

from collections.abc import Callable, Iterable

import msgspec

from companion.ledger_lines import Happened, step_lines
from companion.locales import _
from companion.protocol import LedgerLine
from companion.views.cards import card_short_words, card_words
from companion.views.words import account_sign, buildings, code, money
from engine import events as e
from engine.board import Edition, SpaceKind
from engine.ids import AccountId, SpaceId
from engine.reasons import Reason
from engine.state import State


class LedgerRow(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One line of the ledger."""

    turn: int
    seat: AccountId | None
    """Whose doing it was: the chip; nobody: the bank or the table."""
    text: str
    shorter: tuple[str, ...] = ()
    """The same with less in it, the fullest first: what is shown where `text` has no room."""
    amount: str = ""
    payer: AccountId | None = None
    payee: AccountId | None = None

    @property
    def flow(self) -> str:
        """Return the way of money or deed, `3→1`, `B→2`, `→B`; empty where none moved."""
        if self.payee is None:
            return ""
        payer = "" if self.payer is None else account_sign(self.payer)
        return f"{payer}→{account_sign(self.payee)}"

    def fitting(self, width: int) -> str:
        """Return the fullest words of at most *width* letters, or the shortest there are."""
        texts = (self.text, *self.shorter)
        return next((text for text in texts if len(text) <= width), texts[-1])


def is_of(row: LedgerRow, seat: int | None) -> bool:
    """Return whether a line concerns *seat*, the bank (-1), or anybody (nothing)."""
    if seat is None:
        return True
    return seat in {row.payer, row.payee} or (seat >= 0 and row.seat == seat)


def matches(row: LedgerRow, query: str) -> bool:
    """Return whether every word of *query* stands in the line, whatever its case."""
    line = f"{row.text} {row.amount} {row.flow}".casefold()
    return all(word in line for word in query.casefold().split())


def rows_of(step: Happened, after: State) -> tuple[LedgerRow, ...]:
    """Return what a step adds to the ledger, in order; *after* is the state it led to."""
    return rows_of_lines(after.edition, step_lines(step, after))


def rows_of_lines(edition: Edition, lines: Iterable[LedgerLine]) -> tuple[LedgerRow, ...]:
    """Return lines in words, in the language of this moment."""
    return tuple(_row(edition, line) for line in lines)


def _row(edition: Edition, line: LedgerLine) -> LedgerRow:  # noqa: C901, PLR0912  # one flat table
    match line.event:
        case None:
            words = _("brought back") if line.why == "redo" else _("taken back")
            return LedgerRow(turn=line.turn, seat=None, text=words)
        case e.MoneyTransferred():
            return _money_row(edition, line, line.event)
        case e.DeedGranted(owner=owner, space=space):
            return _passed(edition, line, owner, space)
        case e.JailCardPassed(holder=holder):
            return _passed(edition, line, holder, None)
        case e.Rolled(player=player):
            return _said(line, player, *_throw_words(edition, line, line.event))
        case e.CardTaken(player=player, card=card):
            return _said(line, player, card_words(edition, card), *card_short_words(edition, card))
        case e.PlayerFreed(player=player):
            by_card = _("leaves jail by the card")
            return _said(line, player, by_card if line.why == "card" else _("leaves jail"))
        case e.PlayerJoined(name=name):
            return _said(line, None, _("joins: {name}").format(name=name))
        case e.SeatTakenOver(player=player, name=name):
            return _said(line, player, _("hands the seat to {name}").format(name=name))
        case e.PromiseMade(giver=giver, text=text):
            return _said(line, giver, _("promises: {text}").format(text=text))
        case e.PlayerJailed() | e.JailThrowFailed() | e.PlayerBankrupted() | e.PlayerLeft():
            return _said(line, line.event.player, _OF_PLAYER[type(line.event)]())
        case e.AuctionClosed() | e.SeatsChanged() | e.GameEnded():
            return _said(line, None, _OF_ALL[type(line.event)]())
        case other:
            return _put_right(edition, line, other)


def _said(line: LedgerLine, seat: AccountId | None, text: str, *shorter: str) -> LedgerRow:
    return LedgerRow(turn=line.turn, seat=seat, text=text, shorter=shorter)


def _money_row(edition: Edition, line: LedgerLine, event: e.MoneyTransferred) -> LedgerRow:
    payer, payee = event.payer, event.payee
    texts = _of(edition, _REASONS[event.reason](), line.space)
    if (brief := _BRIEF.get(event.reason)) is not None:
        texts = (*texts, brief())
    return LedgerRow(
        turn=line.turn,
        seat=payer if payer >= 0 else payee if payee >= 0 else None,
        text=texts[0],
        shorter=texts[1:],
        amount=money(event.amount),
        payer=payer,
        payee=payee,
    )


def _passed(
    edition: Edition, line: LedgerLine, holder: AccountId, space: SpaceId | None
) -> LedgerRow:
    """Return the line of what changed hands without a price of its own."""
    what = _PASSED.get(line.why, _PASSED[""])()
    texts = _of(edition, what, space)
    if space is None:
        texts = (_("{what}: {space}").format(what=what, space=_("jail card")), what)
    giver = line.giver
    return LedgerRow(
        turn=line.turn,
        seat=giver if giver is not None and giver >= 0 else holder if holder >= 0 else None,
        text=texts[0],
        shorter=texts[1:],
        payer=giver,
        payee=holder,
    )


def _put_right(edition: Edition, line: LedgerLine, event: e.Event) -> LedgerRow:
    """Return the line of what the banker put right, where no money and no deed moved."""
    what = _("put right")
    seat = event.player if isinstance(event, e.TurnBegan | e.TokenMoved) else None
    sentence = _("{what}: {space}")
    match event:
        case e.TokenMoved(space=space):
            return _said(line, seat, *_of(edition, what, space))
        case e.DeedMortgaged(space=space):
            return _said(line, seat, *_of(edition, _("put right, face down"), space))
        case e.MortgageLifted(space=space):
            return _said(line, seat, *_of(edition, _("put right, face up"), space))
        case e.BuildingsChanged(space=space, level=level):
            signs = buildings(level) or "0"
            return _said(line, seat, *_of(edition, f"{what} {signs}", space))
        case e.TurnBegan():
            return _said(line, seat, sentence.format(what=what, space=_("on turn")))
        case e.SupplyCorrected(houses=houses, hotels=hotels):
            supply = _("houses {houses}, hotels {hotels}").format(houses=houses, hotels=hotels)
            return _said(line, seat, sentence.format(what=what, space=supply), what)
        case _:
            return _said(line, seat, sentence.format(what=what, space=_("the cards")), what)


def _throw_words(edition: Edition, line: LedgerLine, event: e.Rolled) -> tuple[str, ...]:
    dice = f"{event.die_1}+{event.die_2}"
    bare = _("throws {dice}").format(dice=dice)
    if line.space is None:
        return (bare,)
    if edition.spaces[line.space].kind is SpaceKind.JAIL:
        return _("throws {dice}, just visiting").format(dice=dice), bare
    sentence = _("throws {dice}, to {space}")
    names = _names(edition, line.space)
    return (*(sentence.format(dice=dice, space=name) for name in names), bare)


def _of(edition: Edition, what: str, space: SpaceId | None) -> tuple[str, ...]:
    """Return *what* with the space it was for, the fullest words first."""
    if space is None:
        return (what,)
    sentence = _("{what}: {space}")
    names = _names(edition, space)
    return (*(sentence.format(what=what, space=name) for name in names), what)


def _names(edition: Edition, space: SpaceId) -> tuple[str, ...]:
    """Return what a space is called, the fullest first."""
    printed = edition.spaces[space]
    sign = code(edition, space)
    if printed.title is None:
        return tuple(name for name in (printed.name, printed.short, sign) if name)
    brief = (f"{sign} {printed.short}",) if printed.short else ()
    return (f"{sign} {printed.name}", *brief, sign)


_PASSED: dict[str, Callable[[], str]] = {
    "": lambda: _("gets the deed"),
    "trade": lambda: _("trade"),
    "estate": lambda: _("estate"),
    "correction": lambda: _("put right"),
}
_OF_PLAYER: dict[type[e.Event], Callable[[], str]] = {
    e.PlayerJailed: lambda: _("goes to jail"),
    e.JailThrowFailed: lambda: _("no doubles: stays in jail"),
    e.PlayerBankrupted: lambda: _("is bankrupt and out"),
    e.PlayerLeft: lambda: _("leaves the game"),
}
_OF_ALL: dict[type[e.Event], Callable[[], str]] = {
    e.AuctionClosed: lambda: _("no bid: it stays with the bank"),
    e.SeatsChanged: lambda: _("seats are changed"),
    e.GameEnded: lambda: _("the game is over"),
}
"""What is nobody's act in particular."""


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
# What is short enough for any screen where the words above are not.
_BRIEF: dict[Reason, Callable[[], str]] = {
    # TRANSLATORS: money to be paid to leave jail; at most 24 characters
    Reason.FINE: lambda: _("fine"),
    Reason.FORCED_FINE: lambda: _("fine"),
    # TRANSLATORS: on a mortgage; at most 24 characters
    Reason.INTEREST: lambda: _("interest"),
    Reason.ESTATE_INTEREST: lambda: _("interest"),
    Reason.ESTATE_BUILDINGS: lambda: _("estate"),
    Reason.ESTATE_MONEY: lambda: _("estate"),
    Reason.ESTATE_TO_BANK: lambda: _("estate"),
    Reason.ESTATE_SHARE: lambda: _("estate"),
}
