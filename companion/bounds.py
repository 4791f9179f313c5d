"""How long a word and how large a number may be that comes from outside, by what it is."""

from typing import Annotated

from msgspec import Meta

from engine.ids import CardId, PlayerId, SpaceId

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
"""What a client calls a request: never the id of a tap or of the board, which have colons."""
Note = Annotated[str, Meta(max_length=200)]
"""A reason: a sentence."""
Word = Annotated[str, Meta(max_length=40)]
Pin = Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=-1000, le=100_000)]
"""What people may type; what it may be in the game says the table, in a sentence."""
Detents = Annotated[int, Meta(ge=-1000, le=1000)]
Seconds = Annotated[float, Meta(ge=0, le=10)]
"""How long a button is held."""
Volume = Annotated[int, Meta(ge=0, le=3)]
Seq = Annotated[int, Meta(ge=0, le=1 << 53)]
Seat = Annotated[PlayerId, Meta(ge=0, le=7)]
Card = Annotated[CardId, Meta(max_length=40)]
Space = Annotated[SpaceId, Meta(ge=0, le=199)]
