"""The auction, the race for scarce buildings, and the end, as the stage shows them."""

import msgspec

from companion.locales import _
from companion.views.words import code, group_of, money, space_name
from engine.ids import NOBODY, AccountId, Money, PlayerId
from engine.phases import Auction, GameOver, Lot
from engine.state import State


class Bidder(msgspec.Struct, frozen=True, gc=False):
    """One who may bid."""

    seat: PlayerId
    name: str
    has_passed: bool
    is_leader: bool


class AuctionView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A lot under the hammer."""

    code: str
    letter: str
    name: str
    price: str
    """What is printed, in words; empty for buildings."""
    leader: PlayerId | None
    leader_name: str
    bid: Money
    caption: str
    """What the figure is: the high bid, or the opening bid."""
    bidders: tuple[Bidder, ...]


class RankRow(msgspec.Struct, frozen=True, gc=False):
    """One place of the final ranking."""

    place: int
    """1 the winner; 0 out of the game."""
    seat: PlayerId
    name: str
    amount: str
    note: str


def auction_view(state: State, auction: Auction) -> AuctionView:
    """Return the auction on top."""
    has_leader = auction.leader != NOBODY
    return AuctionView(
        code=lot_code(state, auction.lot),
        letter=_letter(state, auction.lot),
        name=lot_name(state, auction.lot),
        price=_price(state, auction.lot),
        leader=auction.leader if has_leader else None,
        leader_name=state.names[auction.leader] if has_leader else _("No bid"),
        bid=auction.high_bid if has_leader else auction.floor,
        # TRANSLATORS: under the figure of an auction, either word; at most 14 characters
        caption=_("HIGH BID") if has_leader else _("BIDS FROM"),
        bidders=tuple(
            Bidder(
                seat,
                state.names[seat],
                has_passed=seat not in auction.bidders,
                is_leader=seat == auction.leader,
            )
            for seat in auction.eligible
        ),
    )


def lot_code(state: State, lot: Lot) -> str:
    """Return a lot in one or two signs."""
    if lot.space is not None:
        return code(state.edition, lot.space)
    return "◆" if lot.is_hotel else "▪"


def lot_name(state: State, lot: Lot) -> str:
    """Return a lot in words."""
    if lot.space is not None:
        return space_name(state.edition, lot.space)
    return _("a hotel") if lot.is_hotel else _("a house")


def ranking(state: State, over: GameOver) -> tuple[RankRow, ...]:
    """Return everybody, the winner first, who went out last."""
    rows = []
    place, previous = 0, None
    for index, (seat, amount) in enumerate(over.outcome.ranking):
        place = place if amount == previous else index + 1
        previous = amount
        is_winner = seat in over.outcome.winners
        rows.append(
            RankRow(
                1 if is_winner else max(place, 2),
                seat,
                state.names[seat],
                money(amount),
                _("wins") if is_winner else "",
            )
        )
    ranked = {row.seat for row in rows}
    rows += [
        RankRow(0, PlayerId(AccountId(seat)), name, "", _("bankrupt"))
        for seat, name in enumerate(state.names)
        if seat not in ranked
    ]
    return tuple(rows)


def _letter(state: State, lot: Lot) -> str:
    found = None if lot.space is None else group_of(state.edition, lot.space)
    return "" if found is None else found[1].letter


def _price(state: State, lot: Lot) -> str:
    if lot.space is None:
        return ""
    price = state.edition.title(lot.space).price
    return _("printed price {amount}").format(amount=money(price))
