"""Corrections: what only the banker may ask for (BANKER-2). Money goes through the bank."""

import msgspec

from engine.board import Deck
from engine.ids import AccountId, CardId, Money, PlayerId, SpaceId


class StackDeck(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Put these cards on top of their pile, first on top (SETUP-1)."""

    deck: Deck
    cards: tuple[CardId, ...]


class SetTurn(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Let this player throw, having thrown so many doubles."""

    player: PlayerId
    doubles: int = 0


class SetCash(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A player has exactly this much; the bank makes up the difference."""

    player: PlayerId
    amount: Money


class TransferMoney(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Move money between accounts."""

    payer: AccountId
    payee: AccountId
    amount: Money


class PlaceToken(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A token stands here; nothing happens there."""

    player: PlayerId
    space: SpaceId


class JailPlayer(msgspec.Struct, frozen=True, gc=False, tag=True):
    """In jail, having failed so many throws."""

    player: PlayerId
    tries: int = 0


class FreePlayer(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Out of jail, just visiting."""

    player: PlayerId


class SetOwner(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Who holds these deeds."""

    owner: AccountId
    spaces: tuple[SpaceId, ...]


class SetMortgaged(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Whether these deeds are mortgaged."""

    spaces: tuple[SpaceId, ...]
    is_mortgaged: bool


class SetBuildings(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What stands here, 0 to 4 houses or 5 for the hotel."""

    space: SpaceId
    level: int


class SetSupply(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What the bank has left."""

    houses: int
    hotels: int


class SetJailCard(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Who holds a deck's jail card."""

    holder: AccountId
    deck: Deck


class SetPot(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What lies in the middle."""

    amount: Money


Correction = (
    SetTurn
    | StackDeck
    | SetCash
    | TransferMoney
    | PlaceToken
    | JailPlayer
    | FreePlayer
    | SetOwner
    | SetMortgaged
    | SetBuildings
    | SetSupply
    | SetJailCard
    | SetPot
)
"""What is refused to everybody but the banker."""
