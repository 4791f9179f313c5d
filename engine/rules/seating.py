"""People come and go: PLAYERS-1 up to eight, BANKRUPT-12 is for who gives up, leaving is not.

A guest enters in the first round, later only where `late_join` is on; a seat is handed over as it
stands.
"""

from engine.commands import JoinGame, LeaveGame, TakeOverSeat
from engine.events import PlayerJoined, PlayerLeft, SeatTakenOver
from engine.ids import BANK, NOBODY, AccountId, PlayerId
from engine.phases import AwaitingRoll, JailDecision, Opening, Setup
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules import ending
from engine.rules.bankruptcy import refused_resignation, return_all_to_bank
from engine.rules.debt import transfer
from engine.rules.setup import PLAYERS_MAX, folded_name, is_usable_name
from engine.state import Draft, Position


def is_first_round(position: Position) -> bool:
    """Return whether somebody has yet to have his first turn."""
    return position.turns <= sum(not is_out for is_out in position.is_out)


def join_game(draft: Draft, command: JoinGame) -> Refusal | None:
    """Seat a guest on GO with the starting money (PLAYERS-1, SETUP-3)."""
    if not isinstance(draft.phases[-1], AwaitingRoll | JailDecision | Setup):
        return Refusal.NOT_WAITING_FOR_THIS
    refusal = _refused_name(draft, command.name, None)
    if refusal is not None:
        return refusal
    if len(draft.names) >= PLAYERS_MAX:
        return Refusal.WRONG_PLAYER_COUNT
    if not is_first_round(draft) and draft.rules.late_join != "on":
        return Refusal.JOIN_TOO_LATE

    after = NOBODY if command.after is None else command.after
    record(draft, PlayerJoined(command.name, after))
    player = PlayerId(AccountId(len(draft.names) - 1))
    transfer(draft, BANK, player, draft.edition.start_money, Reason.START_MONEY)
    return None


def leave_game(draft: Draft, command: LeaveGame) -> Refusal | None:
    """Take a player out; money, buildings and deeds return to the bank, nothing is auctioned."""
    refusal = refused_resignation(draft, command.player)
    if refusal is not None:
        return refusal

    return_all_to_bank(draft, command.player, PlayerLeft(command.player), free_of_mortgage=True)
    ending.end_if_decided(draft)
    return None


def take_over_seat(draft: Draft, command: TakeOverSeat) -> Refusal | None:
    """Give a seat another name; everything else stays as it stands."""
    if isinstance(draft.phases[-1], Setup | Opening):
        return Refusal.NOT_WAITING_FOR_THIS
    if draft.is_out[command.player]:
        return Refusal.PLAYER_IS_OUT
    refusal = _refused_name(draft, command.name, command.player)
    if refusal is not None:
        return refusal

    record(draft, SeatTakenOver(command.player, command.name))
    return None


def _refused_name(position: Position, name: str, seat: PlayerId | None) -> Refusal | None:
    others = {folded_name(other) for i, other in enumerate(position.names) if i != seat}
    if position.banker:
        others.add(folded_name(position.banker))
    if folded_name(name) in others:
        return Refusal.NAME_TAKEN
    return None if is_usable_name(position, name) else Refusal.NAME_UNUSABLE
