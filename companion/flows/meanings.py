"""What a card on a reader stands for; stored by the enrolment, so the tags never change."""

from enum import StrEnum

import msgspec

from companion import bounds


class Action(StrEnum):
    """What an action card does."""

    UNDO = "undo"
    PASS = "pass"  # noqa: S105  # in an auction, not a password
    MENU = "menu"
    BANKER = "banker"


class PlayerCard(msgspec.Struct, frozen=True, gc=False, tag="player"):
    """The card of whoever plays under this name; the seat follows from the game."""

    name: bounds.Word


class DeedCard(msgspec.Struct, frozen=True, gc=False, tag="deed"):
    """The deed of a space."""

    space: bounds.Space


class ActionCard(msgspec.Struct, frozen=True, gc=False, tag="action"):
    """A card that asks for something, whoever holds it."""

    action: Action


class EventCard(msgspec.Struct, frozen=True, gc=False, tag="event"):
    """A tagged Chance or Community Chest card."""

    card: bounds.Card


Meaning = PlayerCard | DeedCard | ActionCard | EventCard
