"""Requests, imperative; each may be refused. A player's name in them says who acts."""

import msgspec

from engine.board import Deck, Edition
from engine.corrections import Correction
from engine.ids import CardId, GroupId, Money, PlayerId, SpaceId
from engine.reasons import Dues


class OpenGame(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Lay out a fresh table with this edition (SETUP-1)."""

    edition: Edition


class ChooseEdition(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Play on another board; before the start only."""

    edition: Edition


class ChooseRule(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Turn one switch, or all with key `preset`; before the start only (VARIANT-5)."""

    key: str
    value: str


class SeatPlayers(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Take these names in seat order, clockwise; the first is the banker (PLAYERS-1)."""

    names: tuple[str, ...]


class NameBanker(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Let somebody who does not play be the banker (BANKER-3)."""

    name: str


class StackDeeds(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Say the order of the shuffled deed pile, top first (VARIANT-2)."""

    spaces: tuple[SpaceId, ...]


class StartGame(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Begin with the opening throws (SETUP-6); a non-empty pile is a whole shuffle."""

    chance: tuple[CardId, ...] = ()
    chest: tuple[CardId, ...] = ()
    deeds: tuple[SpaceId, ...] = ()


class RecordRoll(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The dice show these faces, for whoever is due to throw (MOVE-1)."""

    die_1: int
    die_2: int


class BuyDeed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Take the offer at the printed price (BUY-1)."""


class DeclineDeed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Let the bank auction what is offered (AUCTION-1)."""


class PlaceBid(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Raise the high bid (AUCTION-3)."""

    player: PlayerId
    amount: Money


class PassBid(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Bid no more for this lot."""

    player: PlayerId


class CloseBidding(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Let the hammer fall, or end the time to come forward (AUCTION-4, SHORT-2)."""


class ClaimRent(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Ask for the rent that is due to this owner (RENT-6)."""

    player: PlayerId


class ReportCard(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Say which card was drawn from the real deck (DECK-1)."""

    card: CardId


class ChooseTax(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Choose the flat tax or the percentage (TAX-1)."""

    by_percent: bool


class ChooseCard(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Pay what the card asks, or draw a Chance card instead (DECK-1)."""

    pays: bool


class PayDebt(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Settle the debt that waits (DEBT-2)."""


class PayFine(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Pay to leave jail before throwing (JAIL-7)."""

    player: PlayerId


class UseJailCard(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Leave jail by a card before throwing (JAIL-6); no deck: the only one held."""

    player: PlayerId
    deck: Deck | None = None


class Build(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Buy this many steps of building on a street, refused whole if one is (BUILD-1)."""

    player: PlayerId
    space: SpaceId
    steps: int = 1


class SellBuilding(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Sell this many steps of building back to the bank (SELL-3)."""

    player: PlayerId
    space: SpaceId
    steps: int = 1


class SellGroup(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Sell a group's buildings in one lot, down to these levels in board order (SELL-5)."""

    player: PlayerId
    group: GroupId
    levels: tuple[int, ...]


class WantBuildings(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Come forward for scarce houses or hotels (SHORT-2)."""

    player: PlayerId
    count: int
    is_hotel: bool = False


class PlaceBuilding(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put up a building won in a shortage auction (SHORT-2)."""

    player: PlayerId
    space: SpaceId


class MortgageDeed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Pledge a deed to the bank (MORT-1)."""

    player: PlayerId
    space: SpaceId


class LiftMortgage(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Redeem a pledged deed (MORT-4)."""

    player: PlayerId
    space: SpaceId


class TradeItem(msgspec.Struct, frozen=True, gc=False):
    """One thing that changes hands: money, a deed, or a jail card."""

    giver: PlayerId
    taker: PlayerId
    money: Money = 0
    space: SpaceId | None = None
    card: Deck | None = None


class Trade(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Carry out a deal that its parties have signed (TRADE-1)."""

    parties: tuple[PlayerId, ...]
    items: tuple[TradeItem, ...]
    lifting: tuple[SpaceId, ...] = ()
    """Mortgages that the new owner lifts at once (MORT-8)."""


class DeclareBankruptcy(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Give up under a debt (BANKRUPT-1)."""

    player: PlayerId


class Resign(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Leave without a debt (BANKRUPT-12)."""

    player: PlayerId


class ConfirmPayment(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Let a payment go that waits for this player's card (mode `ask`)."""

    player: PlayerId


class SayAmount(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Say what is to be paid; the table checks (mode `teach`)."""

    player: PlayerId
    amount: Money


class GiveBackRent(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Give back the rents collected for this owner since the last throw (TRADE-4)."""

    player: PlayerId


class MakePromise(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Note what one player promises another; nothing enforces it (TRADE-3, TRADE-4)."""

    giver: PlayerId
    taker: PlayerId
    text: str


class ChooseMode(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Set the automation of one kind of payment for one player; empty: as the table's."""

    player: PlayerId
    dues: Dues
    mode: str


class JoinGame(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Enter on GO with the starting money, in the gap to the left of a seat (PLAYERS-1)."""

    name: str
    after: PlayerId | None = None


class LeaveGame(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Go home; everything returns to the bank, deeds unsold."""

    player: PlayerId


class TakeOverSeat(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Hand a seat as it stands to somebody else."""

    player: PlayerId
    name: str


class ChangeSeats(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Sit in another order, clockwise, each with what is his (SETUP-8)."""

    order: tuple[PlayerId, ...]
    """Every seat once, also of who is out."""


class AdvanceClock(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Say how many more seconds have been played; the engine has no clock (VARIANT-3)."""

    seconds: int


class StopGame(msgspec.Struct, frozen=True, gc=False, tag=True):
    """End the game, the richest wins: now, or when this round is over (WIN-2)."""

    after_round: bool = False


Opening = OpenGame | ChooseEdition | ChooseRule | SeatPlayers | NameBanker | StackDeeds | StartGame

Play = (
    RecordRoll
    | BuyDeed
    | DeclineDeed
    | PlaceBid
    | PassBid
    | CloseBidding
    | ClaimRent
    | ReportCard
    | ChooseTax
    | ChooseCard
    | PayDebt
    | PayFine
    | UseJailCard
    | Build
    | SellBuilding
    | SellGroup
    | WantBuildings
    | PlaceBuilding
    | MortgageDeed
    | LiftMortgage
    | Trade
    | DeclareBankruptcy
    | Resign
    | ConfirmPayment
    | SayAmount
    | GiveBackRent
    | MakePromise
    | ChooseMode
    | JoinGame
    | LeaveGame
    | TakeOverSeat
    | ChangeSeats
    | AdvanceClock
    | StopGame
)

Command = Opening | Play | Correction
