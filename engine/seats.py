"""What events do to seats: who sits where, and who has yet to have a first turn (SETUP-8)."""

from engine import events as e
from engine.board import SpaceKind
from engine.ids import NOBODY, AccountId, PlayerId, SpaceId
from engine.reasons import Dues
from engine.state import NOT_JAILED, Draft, Position, players_after

NO_MODES = ("",) * len(Dues)
"""A player whose automation is the table's."""


def players_next(position: Position, player: PlayerId) -> list[PlayerId]:
    """Return the others still in, in the order of their next turns (SETUP-8).

    That is from *player*'s left; after a change of seats those with a first turn to come lead.
    """
    around = players_after(position, player)
    waiting = [other for other in around if other in position.first_round and other != player]
    if position.is_reseated and waiting:
        rest = players_after(position, waiting[-1])
        around = [*waiting, *(other for other in rest if other not in waiting)]
    return [other for other in around if other != player]


def players_seated(draft: Draft, event: e.PlayersSeated) -> None:
    """Seat these players in order."""
    count = len(event.names)
    draft.names = event.names
    draft.order = tuple(PlayerId(AccountId(seat)) for seat in range(count))
    draft.modes = (NO_MODES,) * count
    draft.first = NOBODY
    draft.cash = [0] * count
    draft.tokens = [SpaceId(0)] * count
    draft.jail_tries = [NOT_JAILED] * count
    draft.is_out = [False] * count


def first_turn_ended(draft: Draft, player: PlayerId) -> None:
    """Note that whoever was on turn has had his first, now that *player*'s turn begins.

    Turns go round as people sit again once all have had one, or the banker says who throws.
    """
    before = getattr(draft.phases[0], "player", NOBODY)
    if before == player:
        return  # he is only asked anew
    draft.first_round = tuple(other for other in draft.first_round if other != before)
    if not draft.is_reseated or player in draft.first_round:
        return
    if not draft.first_round:
        draft.first = player
    draft.is_reseated = False


def player_joined(draft: Draft, event: e.PlayerJoined) -> None:
    """Seat a guest, in the first round with a turn still to come."""
    player = PlayerId(AccountId(len(draft.names)))
    place = len(draft.order) if event.after == NOBODY else draft.order.index(event.after) + 1
    draft.names = (*draft.names, event.name)
    draft.order = (*draft.order[:place], player, *draft.order[place:])
    if draft.first_round:
        draft.first_round = (*draft.first_round, player)
    draft.cash.append(0)
    draft.tokens.append(draft.edition.find(SpaceKind.GO))
    draft.jail_tries.append(NOT_JAILED)
    draft.is_out.append(False)
    draft.modes = (*draft.modes, NO_MODES)


def seat_taken_over(draft: Draft, event: e.SeatTakenOver) -> None:
    """Give a seat another name."""
    draft.names = (*draft.names[: event.player], event.name, *draft.names[event.player + 1 :])


def seats_changed(draft: Draft, event: e.SeatsChanged) -> None:
    """Take another order of seats."""
    draft.order = event.order
    draft.is_reseated = True
