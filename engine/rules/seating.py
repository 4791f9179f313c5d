"""People come and go: PLAYERS-1 up to eight, BANKRUPT-12 is for who gives up, leaving is not.

A guest enters in the first round, later only where `late_join` is on; a seat is handed over as it
stands. In the first round people may sit in another order (SETUP-8).
"""

from collections.abc import Sequence
from itertools import takewhile

from engine.commands import ChangeSeats, JoinGame, LeaveGame, TakeOverSeat
from engine.events import PlayerJoined, PlayerLeft, SeatsChanged, SeatTakenOver
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
    """Return whether somebody has yet to have his first turn, or is having it."""
    return position.turns == 0 or bool(position.first_round)


def join_game(draft: Draft, command: JoinGame) -> Refusal | None:
    """Seat a guest on GO with the starting money (PLAYERS-1, SETUP-3)."""
    if not isinstance(draft.phase, AwaitingRoll | JailDecision | Setup):
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
    if isinstance(draft.phase, Setup | Opening):
        return Refusal.NOT_WAITING_FOR_THIS
    if draft.is_out[command.player]:
        return Refusal.PLAYER_IS_OUT
    refusal = _refused_name(draft, command.name, command.player)
    if refusal is not None:
        return refusal

    record(draft, SeatTakenOver(command.player, command.name))
    return None


def refused_change(position: Position) -> Refusal | None:
    """Return why seats cannot be changed now (SETUP-8, MOVE-8)."""
    phase = position.phase
    if not isinstance(phase, AwaitingRoll | JailDecision):
        return Refusal.NOT_WAITING_FOR_THIS
    if not is_first_round(position) or _has_second_turn_begun(position, phase.player):
        return Refusal.SEATS_TOO_LATE
    return None


def _has_second_turn_begun(position: Position, player: PlayerId) -> bool:
    """Return whether anybody is a turn ahead of a guest who sat down where the turn had gone by.

    A new order could put him two ahead. Who is only asked anew by the banker is not ahead.
    """
    order, waiting = position.order, position.first_round
    begun = sum(seat not in waiting or seat == player for seat in order)
    if position.is_reseated or position.turns <= begun:
        return False
    if player not in waiting:
        return True
    place = order.index(player) + 1
    to_come = takewhile(lambda seat: seat != position.first, (*order[place:], *order[:place]))
    return any(seat not in waiting and not position.is_out[seat] for seat in to_come)


def change_seats(draft: Draft, command: ChangeSeats) -> Refusal | None:
    """Let everybody sit in another order, with his own money, deeds and token (SETUP-8).

    Whose turn it is stays. Then those who have yet to have their first turn have it, clockwise,
    past who has had his; from the last of them on play goes round as everybody sits. So nobody
    loses his first turn to another's second, and nobody is ever more than one turn ahead.
    """
    refusal = refused_change(draft)
    if refusal is not None:
        return refusal
    if sorted(command.order) != sorted(draft.order):
        return Refusal.SEATS_INCOMPLETE

    record(draft, SeatsChanged(command.order))
    return None


def seated_anew(position: Position, players: Sequence[PlayerId]) -> tuple[PlayerId, ...]:
    """Return the seats in the order of *players*; who is out stays to the left of whom he was."""
    order = list(players)
    for place, seat in enumerate(position.order):
        if position.is_out[seat] and seat not in order:
            right = position.order[place - 1]
            order.insert(order.index(right) + 1 if right in order else 0, seat)
    return tuple(order)


def _refused_name(position: Position, name: str, seat: PlayerId | None) -> Refusal | None:
    others = {folded_name(other) for i, other in enumerate(position.names) if i != seat}
    if position.banker:
        others.add(folded_name(position.banker))
    if folded_name(name) in others:
        return Refusal.NAME_TAKEN
    return None if is_usable_name(position, name) else Refusal.NAME_UNUSABLE
