"""What the flows are told: signals with their meaning, what became durable, and the time."""

from typing import Protocol

import msgspec

from companion.flows.meanings import Action, ActionCard, Meaning, PlayerCard
from engine.commands import Command
from engine.events import Event
from engine.ids import CardId, PlayerId
from engine.state import State
from firmware_bridge import signals as s

PHONE = "phone"
"""The chip of a phone: its number changes at every tap, so it is nobody's."""


BANK_CARD = "bank"
"""What pays, at shops or gates: it is nobody's at a table."""
BANK_UID_CHARS = 8
"""A chip card with so short a number is one that pays."""
UNUSABLE = frozenset({PHONE, BANK_CARD})


class CardTapped(msgspec.Struct, frozen=True, gc=False):
    """A card touched a reader, or was tapped by a key or a finger (`uid` is empty then)."""

    id: str
    """`tap:{reader}:{counter}`, never used before, also not before a restart."""
    uid: str
    meaning: Meaning | None
    """Nothing: the tag is not enrolled."""
    tech: str = ""
    known_name: str = ""
    """Whose card it will be, if it joins; empty: a new player's."""
    taken_names: tuple[str, ...] = ()
    """Whom other cards stand for."""


class CardBack(msgspec.Struct, frozen=True, gc=False):
    """A card is back on its reader too soon to count as tapped again."""

    uid: str


class CardGone(msgspec.Struct, frozen=True, gc=False):
    """A card left its reader."""

    uid: str


class Pressed(msgspec.Struct, frozen=True, gc=False):
    """A button went down or came up."""

    id: str
    button: str
    """`yes`, `no` or `menu`."""
    is_down: bool = True
    age_s: int = 0


class KnobMoved(msgspec.Struct, frozen=True, gc=False):
    """The knob, or the arrow keys."""

    detents: int


class DiceThrown(msgspec.Struct, frozen=True, gc=False):
    """The dice lie still and were read."""

    id: str
    """`board:{uid}:{boot}:{n}`: the same throw counts once, across restarts."""
    dice: tuple[int, ...]
    age_s: int = 0


class DiceUnread(msgspec.Struct, frozen=True, gc=False):
    """The dice lie still and cannot be read."""

    why: str
    """`COCKED`, `PARTIAL` or `EXTRA`."""


class StateChanged(msgspec.Struct, frozen=True, gc=False):
    """A command, an undo or a redo is durable; the state given to the step is the one after it."""

    kind: str
    """`command`, `undo`, `redo`, `strike`, `correct_roll`, `correct_card` or `boot`."""
    before: State | None = None
    command: Command | None = None
    events: tuple[Event, ...] = ()
    actor: PlayerId | None = None


class PastAct(msgspec.Struct, frozen=True, gc=False):
    """A command that stands in the game, and the state it was given in."""

    before: State
    command: Command


class Past(msgspec.Struct, frozen=True, gc=False):
    """What stands of the game after an undo, a correction or a start."""

    acts: tuple[PastAct, ...]
    """The last ones, oldest first."""
    draws: tuple[CardId, ...]
    """The cards drawn in this game, oldest first."""


class DeviceChanged(msgspec.Struct, frozen=True, gc=False):
    """A reader or the board came or went."""

    device: str
    is_up: bool


class RequestRefused(msgspec.Struct, frozen=True, gc=False):
    """What the flows asked for was not accepted; *sentence* says why."""

    sentence: str
    command: Command | None = None


class Tick(msgspec.Struct, frozen=True, gc=False):
    """Time has passed and nothing else."""


Input = (
    CardTapped
    | CardBack
    | CardGone
    | Pressed
    | KnobMoved
    | DiceThrown
    | DiceUnread
    | StateChanged
    | Past
    | DeviceChanged
    | RequestRefused
    | Tick
)


class Cards(Protocol):
    """Who knows which tag is which card."""

    def meaning(self, uid: str) -> Meaning | None:
        """Return what a tag stands for."""

    def known_name(self, uid: str) -> str | None:
        """Return the name that goes with a tag which stands for nothing yet."""

    @property
    def player_names(self) -> tuple[str, ...]:
        """Return whom the enrolled player cards stand for."""


def input_of(signal: s.Signal, cards: Cards, tap_id: str) -> Input | None:
    """Return what a signal tells the flows; nothing where it does not concern them.

    *tap_id* is used for a tapped card only; reliable signals bring their own id.
    """
    match signal:
        case s.TagPresented(uid=uid, tech=tech):
            return tapped(uid, tech, cards, tap_id)
        case s.TagReturned(uid=uid):
            return CardBack(uid)
        case s.TagRemoved(uid=uid):
            return CardGone(uid)
        case s.ButtonPressed(button=button, is_down=is_down, age_s=age_s):
            return Pressed(board_id(signal), button, is_down, age_s)
        case s.KnobTurned(detents=detents):
            return KnobMoved(detents)
        case s.DiceSettled(dice=dice, age_s=age_s):
            return DiceThrown(board_id(signal), dice, age_s)
        case s.DiceFault(why=why):
            return DiceUnread(why)
        case s.DeviceUp(device=device):
            return DeviceChanged(device, is_up=True)
        case s.DeviceDown(device=device):
            return DeviceChanged(device, is_up=False)
        case _:
            return None


def tapped(uid: str, tech: str, cards: Cards, tap_id: str) -> CardTapped:
    """Return that a tag touched a reader, with all that is known of it."""
    if (meaning := cards.meaning(uid)) is not None:
        return CardTapped(tap_id, uid, meaning, tech)
    if tech == "unknown" and len(uid) == BANK_UID_CHARS:
        tech = BANK_CARD
    return CardTapped(tap_id, uid, None, tech, cards.known_name(uid) or "", cards.player_names)


def board_id(signal: s.ButtonPressed | s.DiceSettled) -> str:
    """Return the idempotency id of a reliable signal."""
    return f"board:{signal.board}:{signal.boot}:{signal.n}"


def card_of_key(state: State, word: str) -> Meaning | None:
    """Return the card that a key or the screen taps: a seat from `1` to `8`, or an action's name.

    A seat that nobody has yet is a new player's, where one is asked for: in the lobby, or when
    someone comes.
    """
    if word.isdecimal():
        seat = int(word) - 1
        return PlayerCard(state.names[seat]) if 0 <= seat < len(state.names) else None
    return ActionCard(Action(word)) if word in set(Action) else None
