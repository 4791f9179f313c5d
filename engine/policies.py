"""How simulated players play: named sets of leanings, from one who only walks to one who deals.

And the chance they need, which comes in from the caller.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

import msgspec

from engine.commands import RecordRoll

T = TypeVar("T")


class Chance(Protocol):
    """What the engine never has of its own."""

    def throw(self) -> RecordRoll:
        """Return two dice."""

    def below(self, count: int) -> int:
        """Return a whole number from 0 to *count* - 1."""

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """Return *things* in another order."""


class Policy(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The leanings of one simulated player; sums are percent of the edition's starting money."""

    name: str
    buys: bool = True
    """Whether deeds are bought, or bid for, at all."""
    keeps: int = 0
    """Cash left after buying a deed, a mortgage or a deal."""
    keeps_building: int = 0
    """Cash left after building."""
    whim: int = 0
    """Percent of affordable offers that are declined for no reason, and of rents not asked for."""
    bids: int = 100
    """Percent of the printed price bid for a deed that completes nothing."""
    bids_for_group: int = 100
    """The same for a deed that completes an own group, or somebody else's."""
    builds_to: int = 0
    """Steps aimed at on each street of a group: 0 nothing, 3 three houses, 5 the hotel."""
    mortgages_to_build: bool = False
    """Whether single deeds are pledged to get three houses up."""
    waits_in_jail: bool = False
    """Whether jail is left late once others have built."""
    proposes: bool = False
    """Whether deals that complete a group are looked for."""
    asks: int = 0
    """Percent of the price asked for a deed that completes another's group; 0: never sold."""


PASSIVE = Policy(name="passive", buys=False)
BEGINNER = Policy(
    name="beginner",
    keeps=20,
    keeps_building=40,
    whim=35,
    bids=50,
    bids_for_group=60,
    builds_to=1,
    asks=140,
)
CAREFUL = Policy(
    name="careful",
    keeps=15,
    keeps_building=25,
    bids=75,
    bids_for_group=120,
    builds_to=5,
    waits_in_jail=True,
    proposes=True,
    asks=300,
)
TRADER = Policy(
    name="trader",
    keeps=3,
    keeps_building=8,
    bids=95,
    bids_for_group=200,
    builds_to=5,
    mortgages_to_build=True,
    waits_in_jail=True,
    proposes=True,
    asks=450,
)
POLICIES = {policy.name: policy for policy in (PASSIVE, BEGINNER, CAREFUL, TRADER)}
"""All policies by name, the weakest first."""
