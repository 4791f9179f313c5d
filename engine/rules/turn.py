"""The turn: MOVE-2 do what the space says, MOVE-5 doubles, MOVE-6 the third, MOVE-8 all settled.

Also SETUP-8, the order of play, MOVE-9, what doubles count and when they are forgotten, and PARK-1,
where nothing happens.
"""

from collections.abc import Callable
from typing import Any

from engine.board import SpaceKind
from engine.commands import RecordRoll
from engine.events import (
    PhaseLeft,
    PlayerFreed,
    RentLapsed,
    Rolled,
    TurnBegan,
)
from engine.ids import PlayerId
from engine.phases import (
    Auction,
    AwaitingRoll,
    Debt,
    Estate,
    JailDecision,
    Landing,
    MoveOn,
    Opening,
    Phase,
    PlaceWonBuilding,
    Shortage,
    SplitDebt,
    TurnOver,
    UtilityThrow,
)
from engine.recording import change_phase, record, record_roll, record_turn
from engine.refusals import Refusal
from engine.rules import (
    auction,
    bankruptcy,
    cards,
    debt,
    ending,
    jail,
    movement,
    purchase,
    rent,
    setup,
    shortage,
    tax,
)
from engine.seats import players_next
from engine.state import NOT_JAILED, Draft, is_jailed, player_after

DOUBLES_MAX = 2
"""Doubles that are moved; the next ones lead to jail (MOVE-6)."""


def roll(draft: Draft, command: RecordRoll) -> Refusal | None:
    """Take a throw for whoever is due (MOVE-1, SETUP-6, RENT-10, JAIL-5)."""
    if not (1 <= command.die_1 <= 6 and 1 <= command.die_2 <= 6):
        return Refusal.BAD_DICE
    phase = draft.phase
    if type(phase) is AwaitingRoll:
        _throw_and_move(draft, command, phase.player, phase.doubles)
        return None
    match phase:
        case JailDecision(player=player):
            _begin_throw(draft, player, command, is_first=True)
            jail.throw_in_jail(draft, player)
        case UtilityThrow(player=player, space=space):
            _begin_throw(draft, player, command, is_first=False)
            record(draft, PhaseLeft())
            rent.charge_by_throw(draft, player, space)
        case Opening() as opening:
            _begin_throw(draft, opening.waiting[0], command, is_first=False)
            setup.opening_throw(draft, opening)
        case _:
            return Refusal.NOT_WAITING_FOR_THIS
    return None


def work_off(draft: Draft) -> None:
    """Do all that waits for nobody, until something waits for somebody (MOVE-8)."""
    while True:
        phase = draft.phase
        step = _STEPS.get(type(phase))
        if step is None or not step(draft, phase):
            return  # something waits for somebody


def begin_turn(draft: Draft, player: PlayerId) -> None:
    """Let *player* throw for the first time in his turn (SETUP-8, MOVE-9)."""
    record_turn(draft, TurnBegan(player))
    is_free = draft.jail_tries[player] == NOT_JAILED
    change_phase(draft, AwaitingRoll(player) if is_free else JailDecision(player))


def land(draft: Draft, player: PlayerId, *, is_nearest: bool = False) -> None:
    """Carry out the space a token has come to (MOVE-2, DECK-5)."""
    space = draft.tokens[player]
    if draft.owners[space] >= 0:
        rent.charge_rent(draft, player, space, is_nearest=is_nearest)
        return
    step = _LANDINGS.get(draft.edition.spaces[space].kind)
    if step is not None:
        step(draft, player)


def _begin_throw(draft: Draft, player: PlayerId, command: RecordRoll, *, is_first: bool) -> None:
    """Record a throw; the first of a turn brings unclaimed rents nearer to lapsing (RENT-6)."""
    record_roll(draft, Rolled(player, command.die_1, command.die_2))
    if is_first and draft.claims:
        record(draft, RentLapsed(player))


def _throw_and_move(draft: Draft, command: RecordRoll, player: PlayerId, doubles: int) -> None:
    record_roll(draft, Rolled(player, command.die_1, command.die_2))
    if draft.claims and doubles == 0:
        record(draft, RentLapsed(player))
    if command.die_1 != command.die_2:
        doubles = 0
    elif doubles < DOUBLES_MAX:
        doubles += 1
    else:
        change_phase(draft, TurnOver(player))
        movement.send_to_jail(draft, player)
        return
    change_phase(draft, TurnOver(player, doubles))
    if movement.advance(draft, player, command.die_1 + command.die_2):
        land(draft, player)


def _advance_and_land(draft: Draft, player: PlayerId, count: int) -> None:
    """Move, take the salary, then carry out the space: in that order, also if one waits (GO-3)."""
    if movement.advance(draft, player, count):
        land(draft, player)


def _after_turn(draft: Draft, phase: TurnOver) -> bool:
    """Throw again after doubles, or the next player to the left (MOVE-5, SETUP-8).

    What comes then always waits for somebody, or the game is over.
    """
    player = phase.player
    if draft.rules.end_minutes and ending.is_time_up(draft):
        ending.end_by_worth(draft)
        return False
    if phase.doubles and not draft.is_out[player] and not is_jailed(draft, player):
        change_phase(draft, AwaitingRoll(player, phase.doubles))
        return False
    following = _player_next(draft, player)
    if draft.is_last_round and _ends_round(draft, player, following):
        ending.end_by_worth(draft)
    else:
        begin_turn(draft, following)
    return False


def _player_next(draft: Draft, player: PlayerId) -> PlayerId:
    """Return whose turn follows; himself where nobody else is in."""
    if draft.is_reseated and (others := players_next(draft, player)):
        return others[0]
    return player_after(draft, player)


def _ends_round(draft: Draft, player: PlayerId, following: PlayerId) -> bool:
    """Return whether the round is over once the turn goes from one to the other (WIN-2)."""
    if draft.is_reseated:
        return following not in draft.first_round
    return _passes_first_seat(draft, player, following)


def _passes_first_seat(draft: Draft, player: PlayerId, following: PlayerId) -> bool:
    """Return whether the turn comes to, or past, the seat that began (WIN-2)."""
    order = draft.order
    start = order.index(player) + 1
    around = (*order[start:], *order[:start])
    return draft.first in around[: around.index(following) + 1]


def _move_on(draft: Draft, phase: MoveOn) -> bool:
    record(draft, PhaseLeft())
    record(draft, PlayerFreed(phase.player))
    _advance_and_land(draft, phase.player, phase.steps)
    return True


def _land_by_card(draft: Draft, phase: Landing) -> bool:
    record(draft, PhaseLeft())
    land(draft, phase.player, is_nearest=phase.is_nearest)
    return True


_LANDINGS: dict[SpaceKind, Callable[[Draft, PlayerId], None]] = {
    SpaceKind.STREET: purchase.offer,
    SpaceKind.RAILROAD: purchase.offer,
    SpaceKind.UTILITY: purchase.offer,
    SpaceKind.CHANCE: cards.draw_chance,
    SpaceKind.CHEST: cards.draw_chest,
    SpaceKind.INCOME_TAX: tax.ask_income_tax,
    SpaceKind.LUXURY_TAX: tax.charge_luxury_tax,
    SpaceKind.GO_TO_JAIL: movement.send_to_jail,
    SpaceKind.FREE_PARKING: debt.take_pot,
}
"""What happens on a space that no player owns; nothing on GO (GO-5) and beside jail (JAIL-1)."""

_STEPS: dict[type[Phase], Callable[[Draft, Any], bool]] = {
    TurnOver: _after_turn,
    MoveOn: _move_on,
    Landing: _land_by_card,
    Debt: debt.settle_top,
    SplitDebt: debt.settle_split,
    Estate: bankruptcy.auction_next_of_estate,
    Auction: auction.close_if_settled,
    PlaceWonBuilding: shortage.drop_if_unplaceable,
    Shortage: shortage.auction_next_building,
}
