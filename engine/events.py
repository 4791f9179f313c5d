"""Facts, past tense: never refused, edited or deleted.

Class names and fields are stored; whoever changes one raises `VERSION` and teaches the codec the
old.
"""

import msgspec

from engine.board import Deck, Edition
from engine.house_rules import HouseRules
from engine.ids import AccountId, CardId, Money, PlayerId, SpaceId
from engine.phases import Lot, Outcome, Phase
from engine.reasons import Dues, Reason

VERSION = 1
"""Raised whenever an event changes its shape; the codec reads every earlier one."""


class GameOpened(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A fresh table was laid out; whatever was there before is another game."""

    edition: Edition
    rules: HouseRules


class EditionChosen(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The board that is played on."""

    edition: Edition


class RulesChosen(msgspec.Struct, frozen=True, gc=False, tag=True):
    """All switches as they stand now."""

    rules: HouseRules


class PlayersSeated(msgspec.Struct, frozen=True, gc=False, tag=True):
    """These players sit down, in seat order."""

    names: tuple[str, ...]


class BankerNamed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A banker who does not play."""

    name: str


class DeckStacked(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A pile of cards as it lies, top first."""

    deck: Deck
    cards: tuple[CardId, ...]


class DeedsStacked(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The deed pile as it lies, top first."""

    spaces: tuple[SpaceId, ...]


class GameStarted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Play begins."""


class Rolled(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player threw the dice."""

    player: PlayerId
    die_1: int
    die_2: int


class TurnBegan(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player is to throw for the first time in a turn."""

    player: PlayerId


class TokenMoved(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A token stands on another space."""

    player: PlayerId
    space: SpaceId


class PlayerJailed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A token went straight to jail."""

    player: PlayerId
    tries: int = 0


class JailThrowFailed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """No doubles: one try fewer."""

    player: PlayerId


class PlayerFreed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Out of jail."""

    player: PlayerId


class MoneyTransferred(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Money went from one account to another."""

    payer: AccountId
    payee: AccountId
    amount: Money
    reason: Reason


class DeedGranted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A deed is held by another."""

    space: SpaceId
    owner: AccountId


class DeedMortgaged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A deed lies face down."""

    space: SpaceId


class MortgageLifted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A deed lies face up again."""

    space: SpaceId


class BuildingsChanged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What stands on a street, 0 to 4 houses or 5 the hotel; the bank's supply follows."""

    space: SpaceId
    level: int


class SupplyCorrected(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The bank has this many buildings left, whatever stood where."""

    houses: int
    hotels: int


class CardTaken(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The top card of a pile was drawn and put under it; a jail card stays with the player."""

    player: PlayerId
    deck: Deck
    card: CardId


class JailCardPassed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A deck's jail card is held by another; by the bank: it is under its pile again."""

    deck: Deck
    holder: AccountId


class RentFellDue(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An owner may ask for this rent."""

    owner: PlayerId
    payer: PlayerId
    space: SpaceId
    amount: Money
    reason: Reason


class RentClaimed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The owner asked in time for all that was due to him."""

    owner: PlayerId


class RentLapsed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Another throw was made; rents come nearer to lapsing or lapse (RENT-6)."""

    thrower: PlayerId


class BidPlaced(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The high bid was raised."""

    player: PlayerId
    amount: Money


class BidPassed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A bidder left the auction."""

    player: PlayerId


class AuctionClosed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The hammer fell; the winner is nobody where nobody bid."""

    lot: Lot
    winner: PlayerId
    amount: Money


class MortgagesInherited(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Deeds whose interest is paid or owed already: lifting them now costs the principal alone."""

    spaces: tuple[SpaceId, ...]


class PlayerBankrupted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player is out of the game."""

    player: PlayerId
    creditor: AccountId


class PhaseEntered(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The game waits for something else first."""

    phase: Phase


class PhaseLeft(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What the game waited for is done."""


class PhaseChanged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What the game waits for has become something else."""

    phase: Phase


class PhasesReplaced(msgspec.Struct, frozen=True, gc=False, tag=True):
    """All that waited has given way to this."""

    phases: tuple[Phase, ...]


class ModeChosen(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player's automation for one kind of payment; empty: as the table's."""

    player: PlayerId
    dues: Dues
    mode: str


class RentsReturned(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An owner gave back what was collected for him since the last throw."""

    owner: PlayerId


class PromiseMade(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One player promised another something."""

    giver: PlayerId
    taker: PlayerId
    text: str


class PlayerJoined(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A guest sits down to the left of a seat; nobody: after the last."""

    name: str
    after: PlayerId


class PlayerLeft(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player went home."""

    player: PlayerId


class SeatTakenOver(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Somebody else sits on a seat as it stands."""

    player: PlayerId
    name: str


class SeatsChanged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Everybody sits in this order, clockwise."""

    order: tuple[PlayerId, ...]


class ClockAdvanced(msgspec.Struct, frozen=True, gc=False, tag=True):
    """So many more seconds have been played."""

    seconds: int


class LastRoundAnnounced(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The game ends before the seat that began is on turn again."""


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag=True):
    """It is decided."""

    outcome: Outcome


Event = (
    GameOpened
    | EditionChosen
    | RulesChosen
    | PlayersSeated
    | BankerNamed
    | DeckStacked
    | DeedsStacked
    | GameStarted
    | Rolled
    | TurnBegan
    | TokenMoved
    | PlayerJailed
    | JailThrowFailed
    | PlayerFreed
    | MoneyTransferred
    | DeedGranted
    | DeedMortgaged
    | MortgageLifted
    | BuildingsChanged
    | SupplyCorrected
    | CardTaken
    | JailCardPassed
    | RentFellDue
    | RentClaimed
    | RentLapsed
    | BidPlaced
    | BidPassed
    | AuctionClosed
    | MortgagesInherited
    | PlayerBankrupted
    | PhaseEntered
    | PhaseLeft
    | PhaseChanged
    | PhasesReplaced
    | ModeChosen
    | RentsReturned
    | PromiseMade
    | PlayerJoined
    | PlayerLeft
    | SeatTakenOver
    | SeatsChanged
    | ClockAdvanced
    | LastRoundAnnounced
    | GameEnded
)
