"""What people hear and see on the board: pure functions from what happened to cues."""

from collections.abc import Iterable

from engine import events as e
from engine.events import Event
from engine.ids import BANK, PlayerId
from engine.reasons import Reason
from firmware_bridge.cues import Chime, Cue, Light

PLAYER_RGB = ("E6194B", "3C78D8", "FFD92F", "2CA02C", "C44BD8", "FF8C1A", "19C7C7", "F2F2F2")
"""The colour of each seat on the tray's lamps, red to white."""

LOW_TONE = Chime(220, 250)
"""A tap that means nothing now, a refusal."""
CLICK = Chime(1200, 30)
"""A card or a press was taken, and nothing durable happened yet."""
DARK = Light("000000", "off")
HELD = Light("FF0000", "flash")
"""An open wallet holds the dice back: a throw would not count."""

_DONE = Chime(880, 90)
_BID = Chime(1046, 60)
_HAMMER = Chime(523, 400)
_PAID_BANK = Chime(587, 120)
_PAID_PLAYER = Chime(698, 150)
_SALARY = Chime(1318, 150)
_JAIL = Chime(165, 700)
_BANKRUPT = Chime(131, 1200)
_WON = Chime(1568, 1000)


def chime_of(events: Iterable[Event]) -> Chime:
    """Return the one sound of what became durable: that of its weightiest event."""
    found = max((_weight(event) for event in events), default=(0, _DONE), key=lambda pair: pair[0])
    return found[1]


def light_of(kind: str, player: PlayerId | None) -> Light:
    """Return how the tray glows: in the colour of whom the table asks, pulsing for a throw."""
    if player is None:
        return DARK
    effect = "pulse" if kind in {"roll", "opening", "throw"} else "solid"
    return Light(PLAYER_RGB[player % len(PLAYER_RGB)], effect)


def at_volume(cue: Cue, volume: int) -> Cue | None:
    """Return *cue* as it sounds at a volume from 0, off, to 3; 2 is as it is made.

    The board's buzzer has one strength: softer is shorter.
    """
    if not isinstance(cue, Chime):
        return cue
    if volume <= 0:
        return None
    duration_ms = cue.duration_ms * volume // 2
    return Chime(cue.hertz, min(2000, max(10, duration_ms)))


def cues_of_notice(*, is_warning: bool) -> tuple[Cue, ...]:
    """Return what goes with a notice: the low tone with a warning."""
    return (LOW_TONE,) if is_warning else ()


def _weight(event: Event) -> tuple[int, Chime]:
    match event:
        case e.GameEnded():
            return 9, _WON
        case e.PlayerBankrupted():
            return 8, _BANKRUPT
        case e.PlayerJailed():
            return 7, _JAIL
        case e.AuctionClosed():
            return 6, _HAMMER
        case e.MoneyTransferred(reason=Reason.SALARY):
            return 4, _SALARY
        case e.MoneyTransferred(payer=payer, payee=payee) if payer >= 0:
            return (5, _PAID_PLAYER) if payee != BANK else (3, _PAID_BANK)
        case e.BidPlaced():
            return 2, _BID
        case _:
            return 0, _DONE
