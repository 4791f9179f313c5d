"""Movement: MOVE-1 forward by the sum, MOVE-3 from where one stood, MOVE-4 any number on a space.

The salary: GO-1 on landing on or passing GO, GO-2 once a trip, GO-3 a card after passing pays
again, GO-5 not twice for landing, GO-6 never backward, GO-7 also by card, BANK-2 out of the bank.
"""

from engine.board import SpaceKind
from engine.events import PhaseEntered, PhasesReplaced, PlayerJailed, TokenMoved
from engine.ids import BANK, PlayerId, SpaceId
from engine.phases import Landing, TurnOver
from engine.reasons import Reason
from engine.recording import move_token, record
from engine.rules.debt import mode_of, pay_out, transfer
from engine.state import Draft

_SALARY = Reason.SALARY  # in 3.11 a dozen times cheaper than looking it up each time


def advance(draft: Draft, player: PlayerId, count: int) -> bool:
    """Move a token *count* > 0 spaces forward, the salary paid on the way (MOVE-1, GO-1).

    Returns whether the space may be carried out now; a salary that waits to be confirmed comes
    first, and a `Landing` below it does the rest.
    """
    places = draft.edition.places
    ahead = draft.tokens[player] + count
    size = len(places)
    space = draft.tokens[player] = places[ahead % size]
    draft.events.append(TokenMoved(player, space))
    if ahead < size:
        return True
    if mode_of(draft, player, _SALARY) == "auto":
        transfer(draft, BANK, player, draft.edition.salary, _SALARY)
        return True
    if draft.edition.salary and not isinstance(draft.phase, Landing):
        record(draft, PhaseEntered(Landing(player)))
    return not pay_out(draft, player, draft.edition.salary, _SALARY)


def advance_to(draft: Draft, player: PlayerId, space: int) -> bool:
    """Move a token forward to *space*, round the board if need be (GO-7)."""
    size = len(draft.edition.spaces)
    return advance(draft, player, (space - draft.tokens[player]) % size or size)


def move_back_to(draft: Draft, player: PlayerId, space: int) -> None:
    """Move a token backward, which never pays a salary (GO-6)."""
    move_token(draft, player, SpaceId(space % len(draft.edition.spaces)))


def next_of_kind(draft: Draft, start: SpaceId, kind: SpaceKind) -> SpaceId:
    """Return the next space of *kind* forward from *start*, itself excluded (RENT-10)."""
    size = len(draft.edition.spaces)
    ahead = (SpaceId((start + i) % size) for i in range(1, size + 1))
    return next(space for space in ahead if draft.edition.spaces[space].kind is kind)


def send_to_jail(draft: Draft, player: PlayerId) -> None:
    """Put a token straight into jail: no salary, and the turn ends (JAIL-3, GO-4, MOVE-7)."""
    record(draft, PlayerJailed(player))
    base = draft.phases[0]
    if type(base) is TurnOver and base.doubles:
        record(draft, PhasesReplaced((TurnOver(base.player), *draft.phases[1:])))
