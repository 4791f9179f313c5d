"""How long things wait: named defaults, one frozen value."""

from dataclasses import dataclass

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
    hold_s: float = 1.9
    """YES held for two seconds, as fingers count, before a card gives up the game."""
