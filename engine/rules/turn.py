"""The turn: MOVE-2 do what the space says, MOVE-5 doubles, MOVE-6 the third, MOVE-8 all settled.

Also SETUP-8, the order of play, MOVE-9, what doubles count and when they are forgotten, and PARK-1,
where nothing happens.
"""

from collections.abc import Callable
from typing import Any

from engine.board import SpaceKind
from engine.commands import RecordRoll
from engine.events import (
    PhaseChanged,
    PhaseLeft,
    PlayerFreed,
    RentLapsed,
    Rolled,
    TurnBegan,
)
from engine.evolve import rolled, turn_began
from engine.ids import AccountId, PlayerId
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
from engine.recording import change_phase, record
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

_SEATS = tuple(PlayerId(AccountId(seat)) for seat in range(setup.PLAYERS_MAX))
# What comes in every turn is made once: it never changes.
_BEGAN = tuple(TurnBegan(seat) for seat in _SEATS)
_TO_THROW = tuple(
    tuple(PhaseChanged(AwaitingRoll(seat, doubles)) for doubles in range(DOUBLES_MAX + 1))
    for seat in _SEATS
)
_THROWN = tuple(
    tuple(PhaseChanged(TurnOver(seat, doubles)) for doubles in range(DOUBLES_MAX + 1))
    for seat in _SEATS
)


def roll(draft: Draft, command: RecordRoll) -> Refusal | None:
    """Take a throw for whoever is due (MOVE-1, SETUP-6, RENT-10, JAIL-5)."""
    die_1, die_2 = command.die_1, command.die_2
    if not (1 <= die_1 <= 6 and 1 <= die_2 <= 6):
        return Refusal.BAD_DICE
    phase = draft.phase
    if type(phase) is not AwaitingRoll:
        return _throw_otherwise(draft, command)

    player, doubles = phase.player, phase.doubles
    throw = Rolled(player, die_1, die_2)
    rolled(draft, throw)
    draft.events.append(throw)
    if draft.claims and doubles == 0:
        record(draft, RentLapsed(player))
    if die_1 != die_2:
        doubles = 0
    elif doubles < DOUBLES_MAX:
        doubles += 1
    else:
        change_phase(draft, TurnOver(player))
        movement.send_to_jail(draft, player)
        return None
    change = _THROWN[player][doubles]
    draft.phase = change.phase
    draft.events.append(change)
    if movement.advance(draft, player, die_1 + die_2):
        land(draft, player)
    return None


def _throw_otherwise(draft: Draft, command: RecordRoll) -> Refusal | None:
    """Take a throw that is not the ordinary one of a turn."""
    match draft.phase:
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


def begin_turn(draft: Draft, player: PlayerId) -> None:
    """Let *player* throw for the first time in his turn (SETUP-8, MOVE-9)."""
    beginning = _BEGAN[player]
    turn_began(draft, beginning)
    draft.events.append(beginning)
    if draft.jail_tries[player] != NOT_JAILED:
        change_phase(draft, JailDecision(player))
        return
    change = _TO_THROW[player][0]
    draft.phase = change.phase
    draft.events.append(change)


def land(draft: Draft, player: PlayerId) -> None:
    """Carry out the space a token has come to (MOVE-2, DECK-5)."""
    space = draft.tokens[player]
    if draft.owners[space] >= 0:
        rent.charge_rent(draft, player, space)
        return
    step = _LANDINGS.get(draft.edition.spaces[space].kind)
    if step is not None:
        step(draft, player)


def _begin_throw(draft: Draft, player: PlayerId, command: RecordRoll, *, is_first: bool) -> None:
    """Record a throw; the first of a turn brings unclaimed rents nearer to lapsing (RENT-6)."""
    record(draft, Rolled(player, command.die_1, command.die_2))
    if is_first and draft.claims:
        record(draft, RentLapsed(player))


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
        record(draft, _TO_THROW[player][phase.doubles])
        return False
    following = _player_next(draft, player) if draft.is_reseated else player_after(draft, player)
    if draft.is_last_round and _ends_round(draft, player, following):
        ending.end_by_worth(draft)
    else:
        begin_turn(draft, following)
    return False


def _player_next(draft: Draft, player: PlayerId) -> PlayerId:
    """Return whose turn follows where people changed seats in the first round (SETUP-8)."""
    others = players_next(draft, player)
    return others[0] if others else player_after(draft, player)


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
    space = draft.tokens[phase.player]
    if phase.is_nearest and draft.owners[space] >= 0:
        rent.charge_at_nearest(draft, phase.player, space)
    else:
        land(draft, phase.player)
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

STEPS: dict[type[Phase], Callable[[Draft, Any], bool]] = {
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
"""What is done by itself where it waits for nobody; each says whether more may follow (MOVE-8)."""
