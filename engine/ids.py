"""Identifiers of the things a game is made of, and what money is."""

from typing import NewType

Money = int
"""Whole units of the edition."""

AMOUNT_MAX = 1_000_000_000
"""The most that is taken for an amount; sums of a table's amounts stay far inside 64 bits."""

AccountId = NewType("AccountId", int)
"""Something money and deeds are held by: a player, the bank, the pot."""

PlayerId = NewType("PlayerId", AccountId)
"""A seat, 0 to 7, clockwise; a player's account is the player."""

SpaceId = NewType("SpaceId", int)
"""A space of the board, 0 (GO) to 39."""

GroupId = NewType("GroupId", int)
"""A group of titles, an index into the edition's groups."""

CardId = NewType("CardId", str)
"""A Chance or Community Chest card: `CH01`, `CC16`, or as the edition names it."""

BANK = AccountId(-1)
"""The account that may go below zero (BANK-6)."""

POT = AccountId(-2)
"""The middle of the board, where that variant is played (VARIANT-1)."""

NOBODY = PlayerId(AccountId(-9))
"""No player: the place of a leader where nobody has bid."""
