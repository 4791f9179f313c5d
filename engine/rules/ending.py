"""The end: OBJ-1 the aim, WIN-1 the last player wins, WIN-2 or the richest of those left."""

from engine.commands import StopGame
from engine.events import GameEnded
from engine.evolve import record
from engine.ids import Money, PlayerId
from engine.phases import GameOver, Outcome, Setup
from engine.refusals import Refusal
from engine.state import Draft, Position, players_from
from engine.valuation import final_worth


def is_decided(position: Position) -> bool:
    """Return whether one player is left, or as many are out as the table agreed (VARIANT-4)."""
    out = sum(position.is_out)
    agreed = position.rules.end_bankruptcies
    return len(position.names) - out <= 1 or (0 < agreed <= out)


def end_if_decided(draft: Draft) -> bool:
    """End the game if it is decided; nothing follows then (WIN-1, BANKRUPT-11)."""
    if not is_decided(draft):
        return False
    rule = "WIN-1" if len(players_from(draft, 0)) == 1 else "WIN-2"
    record(draft, GameEnded(outcome(draft, rule)))
    return True


def stop_game(draft: Draft, _command: StopGame) -> Refusal | None:
    """End now by agreement (WIN-2)."""
    if isinstance(draft.phase, Setup | GameOver):
        return Refusal.NOT_WAITING_FOR_THIS

    record(draft, GameEnded(outcome(draft, "WIN-2")))
    return None


def outcome(position: Position, rule: str) -> Outcome:
    """Return winners and ranking: worth, then cash; equal in both share (WIN-2)."""

    def key(player: PlayerId) -> tuple[Money, Money]:
        return final_worth(position, player), position.cash[player]

    ranked = sorted(players_from(position, 0), key=key, reverse=True)
    best = key(ranked[0])
    return Outcome(
        winners=tuple(player for player in ranked if key(player) == best),
        ranking=tuple((player, final_worth(position, player)) for player in ranked),
        rule=rule,
    )
