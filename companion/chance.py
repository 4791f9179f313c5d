"""The table's own chance: shuffles and on-screen dice, outside the engine."""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from engine.board import Deck
from engine.commands import StartGame
from engine.ids import SpaceId
from engine.state import State

T = TypeVar("T")


class Chance:
    """Draws that depend on the seed and on the place in the journal alone.

    So the same seed plays the same game, and a restart does not repeat what was drawn before it.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed: int = int.from_bytes(os.urandom(8), "big") if seed is None else seed

    def dice(self, seq: int) -> tuple[int, int]:
        """Return two faces, 1 to 6, for the step after *seq*."""
        source = self._source("dice", seq)
        return source.randint(1, 6), source.randint(1, 6)

    def shuffled(self, command: StartGame, state: State, seq: int) -> StartGame:
        """Return *command* with a shuffle for each pile it does not give and nobody stacked."""
        deeds = tuple(
            SpaceId(place) for place, space in enumerate(state.edition.spaces) if space.title
        )
        return msgspec.structs.replace(
            command,
            chance=command.chance or self._pile(state, Deck.CHANCE, seq),
            chest=command.chest or self._pile(state, Deck.CHEST, seq),
            deeds=command.deeds or state.deeds or self._shuffle(deeds, "deeds", seq),
        )

    def _pile(self, state: State, deck: Deck, seq: int) -> tuple[str, ...]:
        printed = tuple(card.id for card in state.edition.deck(deck))
        lying = state.chance if deck is Deck.CHANCE else state.chest
        return lying if lying != printed else self._shuffle(printed, deck, seq)

    def _shuffle(self, things: Sequence[T], what: str, seq: int) -> tuple[T, ...]:
        pile = list(things)
        self._source(what, seq).shuffle(pile)
        return tuple(pile)

    def _source(self, what: str, seq: int) -> random.Random:
        return random.Random(f"{self.seed}/{what}/{seq}")  # noqa: S311  # a game, not a secret
