"""The end: OBJ-1 the aim, WIN-1 the last player wins, WIN-2 or the richest of those left."""

from engine.commands import AdvanceClock, StopGame
from engine.events import ClockAdvanced, GameEnded, LastRoundAnnounced
from engine.ids import AMOUNT_MAX, BANK
from engine.phases import AwaitingRoll, Estate, GameOver, JailDecision, Opening, Outcome, Setup
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules.debt import transfer
from engine.state import Draft, Position, players_in
from engine.valuation import final_worth


def is_decided(position: Position) -> bool:
    """Return whether one player is left, or as many are out as the table agreed (VARIANT-4)."""
    agreed = position.rules.end_bankruptcies
    return len(players_in(position)) <= 1 or (0 < agreed <= position.bankruptcies)


def is_time_up(position: Position) -> bool:
    """Return whether as many minutes have been played as the table agreed (VARIANT-3)."""
    return 0 < position.rules.end_minutes * 60 <= position.seconds


def end_if_decided(draft: Draft) -> bool:
    """End the game if it is decided; nothing follows then (WIN-1, BANKRUPT-11)."""
    if not is_decided(draft):
        return False
    divide_estates(draft)
    rule = "WIN-1" if len(players_in(draft)) == 1 else "WIN-2"
    record(draft, GameEnded(outcome(draft, rule)))
    return True


def stop_game(draft: Draft, command: StopGame) -> Refusal | None:
    """End now by agreement, or when this round is over (WIN-2)."""
    if isinstance(draft.phase, Setup | GameOver):
        return Refusal.NOT_WAITING_FOR_THIS
    if command.after_round and isinstance(draft.phase, Opening):
        return Refusal.NOT_WAITING_FOR_THIS

    if command.after_round:
        record(draft, LastRoundAnnounced())
    else:
        end_by_worth(draft)
    return None


def advance_clock(draft: Draft, command: AdvanceClock) -> Refusal | None:
    """Take the time played; the game ends once nothing is left open (VARIANT-3, MOVE-8)."""
    if isinstance(draft.phase, Setup | GameOver):
        return Refusal.NOT_WAITING_FOR_THIS
    if not 1 <= command.seconds <= AMOUNT_MAX:
        return Refusal.CLOCK_RUNS_ON

    record(draft, ClockAdvanced(command.seconds))
    if is_time_up(draft) and isinstance(draft.phase, AwaitingRoll | JailDecision):
        end_by_worth(draft)
    return None


def end_by_worth(draft: Draft) -> None:
    """End the game; the richest of those left wins (WIN-2)."""
    divide_estates(draft)
    record(draft, GameEnded(outcome(draft, "WIN-2")))


def divide_estate(draft: Draft, estate: Estate) -> None:
    """Divide what an estate brought evenly, the odd units to the bank (DEBT-5, `split`)."""
    share = draft.cash[estate.bankrupt] // max(len(estate.shares), 1)
    for creditor in estate.shares:
        transfer(draft, estate.bankrupt, creditor, share, Reason.ESTATE_SHARE)
    rest = draft.cash[estate.bankrupt]
    transfer(draft, estate.bankrupt, BANK, rest, Reason.ESTATE_TO_BANK)


def outcome(position: Position, rule: str) -> Outcome:
    """Return winners and ranking: worth, then cash; equal in both share (WIN-2)."""
    cash = position.cash
    worth = {player: final_worth(position, player) for player in players_in(position)}
    ranked = sorted(worth, key=lambda player: (worth[player], cash[player]), reverse=True)
    best = (worth[ranked[0]], cash[ranked[0]])
    return Outcome(
        winners=tuple(player for player in ranked if (worth[player], cash[player]) == best),
        ranking=tuple((player, worth[player]) for player in ranked),
        rule=rule,
    )


def divide_estates(draft: Draft) -> None:
    """Give creditors what half-sold estates have brought so far, before worth is counted."""
    for phase in draft.phases:
        if type(phase) is Estate:
            divide_estate(draft, phase)
