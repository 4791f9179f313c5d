"""How long things wait: named defaults, one frozen value."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.board import Edition

FEW_BIDDERS = 4  # up to so many the short count is enough to reach the reader
OLD_PRESS_S = 3  # an older press of a button was meant for an older question
OLD_THROW_S = 30  # an older throw lay there before anybody looked


@dataclass(frozen=True, slots=True)
class Settings:
    """The durations of the flows in seconds, and what makes their ids unique."""

    boot: str
    """Unique to this start of the table: part of the id of what a clock submits."""
    auction_count_s: float = 10.0
    """Between two bids, up to `FEW_BIDDERS`."""
    auction_count_many_s: float = 15.0
    call_s: float = 10.0
    """To come forward for scarce buildings (SHORT-2)."""
    wallet_s: float = 20.0
    undo_s: float = 20.0
    menu_s: float = 60.0
    trade_s: float = 120.0
    override_s: float = 120.0
    stand_s: float = 1.0
    """What a card confirms has stood unchanged so long."""
    hold_dice_s: float = 30.0
    """How long one player's wallet holds the dice in a turn."""
    claim_s: float = 5.0
    """How long the next throw waits after a landing whose rent may be asked for (RENT-6)."""
    remind_s: float = 30.0
    """Between two reminders of what the game asks."""
    stray_s: float = 60.0
    """Between two answers to changing or unknown numbers."""
    offer_s: float = 20.0
    """How long after an unknown tag the banker's card enrols it."""
    hold_s: float = 1.9
    """YES held for two seconds, as fingers count, before a card gives up the game."""
    is_kept: bool = True
    """Whether the game is there on another day."""
    boards: Callable[[], tuple[Edition, ...]] = tuple
    """The editions that the lobby offers."""
