"""What the game waits for: small frozen structs on a stack, the top first served.

The lowest phase is the turn. `TurnOver`, `MoveOn`, `Landing` and `Estate` wait for nobody: they
are what is left to do once everything above them is done, so that popping is returning.
"""

import msgspec

from engine.board import Deck
from engine.ids import NOBODY, AccountId, CardId, Money, PlayerId, SpaceId
from engine.reasons import Reason


class Lot(msgspec.Struct, frozen=True, gc=False):
    """What an auction sells: the deed of a space, or a house, or a hotel."""

    space: SpaceId | None = None
    is_hotel: bool = False


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How the game ended: the winners, and everybody ranked (WIN-1, WIN-2)."""

    winners: tuple[PlayerId, ...]
    ranking: tuple[tuple[PlayerId, Money], ...]
    """Players still in, richest first, with cash and property by WIN-2."""
    rule: str
    """`WIN-1` or `WIN-2`."""


class Setup(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Edition, switches and players are being chosen."""


class Opening(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The opening throws (SETUP-6)."""

    waiting: tuple[PlayerId, ...]
    """Who still throws in this round, first first."""
    best: int = 0
    leaders: tuple[PlayerId, ...] = ()


class AwaitingRoll(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player is to throw (MOVE-1)."""

    player: PlayerId
    doubles: int = 0
    """Doubles thrown already in this turn."""


class JailDecision(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player in jail throws for doubles, pays or uses a card (JAIL-5, JAIL-6, JAIL-7)."""

    player: PlayerId


class TurnOver(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Everything of this throw is done: throw again after doubles, or the next player (MOVE-5)."""

    player: PlayerId
    doubles: int = 0
    """More than 0: this player throws again."""


class MoveOn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Out of jail by the forced fine, move by the throw once it is paid (JAIL-9)."""

    player: PlayerId
    steps: int


class Landing(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A card moved the token here: carry out the space (DECK-5)."""

    player: PlayerId
    is_nearest: bool = False
    """By a nearest-railroad or nearest-utility card (RENT-10)."""


class PurchaseOffer(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The lander may buy, or the bank auctions (BUY-1)."""

    player: PlayerId
    space: SpaceId


class TaxChoice(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Flat or percentage, before the worth is added up (TAX-3)."""

    player: PlayerId


class CardDrawn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A card of the real deck is in the player's hand: which one (DECK-1)."""

    player: PlayerId
    deck: Deck


class CardChoice(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The card lets the player pay or draw a Chance card (DECK-1)."""

    player: PlayerId
    amount: Money
    card: CardId


class Confirmation(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A payment that a player confirms, or says the amount of first (modes `ask`, `teach`)."""

    player: PlayerId
    payer: AccountId
    payee: AccountId
    amount: Money
    reason: Reason
    is_taught: bool


class UtilityThrow(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The second throw of a nearest-utility card (RENT-10)."""

    player: PlayerId
    space: SpaceId


class Auction(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A lot under the hammer (AUCTION-1)."""

    lot: Lot
    bidders: tuple[PlayerId, ...]
    """Who has not passed, in seat order from the lander's left."""
    eligible: tuple[PlayerId, ...]
    """Who may bid at all."""
    high_bid: Money = 0
    leader: PlayerId = NOBODY
    floor: Money = 1
    """The lowest opening bid."""
    asked: PlayerId = NOBODY
    """Whose bid it is, where bids go round by seat; else nobody."""


class Shortage(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Players come forward for scarce buildings (SHORT-2)."""

    is_hotel: bool
    wishes: tuple[tuple[PlayerId, int], ...]
    is_closed: bool = False
    """The time to come forward is over: one building after the other is auctioned."""


class PlaceWonBuilding(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A building won in a shortage auction is put up at once (SHORT-2)."""

    player: PlayerId
    is_hotel: bool


class Debt(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A sum that must be paid in full before anything else (DEBT-1, DEBT-2)."""

    debtor: PlayerId
    creditor: AccountId
    amount: Money
    reason: Reason
    lot: Lot | None = None
    """What the debtor gets once it is paid: a lot bid for above his cash (AUCTION-6)."""


class SplitDebt(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One sum to each of several creditors, met or failed together (DEBT-5)."""

    debtor: PlayerId
    creditors: tuple[PlayerId, ...]
    amount: Money
    """To each."""
    reason: Reason


class Estate(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Deeds of a bankrupt that the bank has yet to auction, in board order (BANKRUPT-7)."""

    spaces: tuple[SpaceId, ...]
    bankrupt: PlayerId
    """Whose they were; bidders are listed from his left."""
    shares: tuple[PlayerId, ...] = ()
    """Creditors among whom the proceeds are divided (DEBT-5, `split`)."""


class GameOver(msgspec.Struct, frozen=True, gc=False, tag=True):
    """It is decided (WIN-1, WIN-2)."""

    outcome: Outcome


Phase = (
    Setup
    | Opening
    | AwaitingRoll
    | JailDecision
    | TurnOver
    | MoveOn
    | Landing
    | PurchaseOffer
    | TaxChoice
    | CardDrawn
    | CardChoice
    | Confirmation
    | UtilityThrow
    | Auction
    | Shortage
    | PlaceWonBuilding
    | Debt
    | SplitDebt
    | Estate
    | GameOver
)

WAITING_WORDS: dict[type[Phase], str] = {
    Setup: "start",
    Opening: "opening",
    AwaitingRoll: "roll",
    JailDecision: "roll",
    Confirmation: "confirm",
    UtilityThrow: "throw",
    PurchaseOffer: "offer",
    TaxChoice: "tax",
    CardDrawn: "card",
    CardChoice: "choice",
    Auction: "auction",
    Shortage: "want",
    PlaceWonBuilding: "place",
    Debt: "debt",
    SplitDebt: "debt",
    GameOver: "over",
}
"""What people and case files call each phase that waits for somebody."""
