"""What hands must do on the real board, found by comparing two states."""

import msgspec

from companion.locales import _
from companion.views.words import account_name, buildings, coded, listed, money, space_name
from engine.board import HOTEL
from engine.ids import BANK, POT, AccountId, PlayerId, SpaceId
from engine.phases import GameOver
from engine.state import State, is_seated_so, players_in, seats


class Todo(msgspec.Struct, frozen=True, gc=False):
    """One thing that hands must do on the board."""

    seat: AccountId | None
    """Whose token or deed it is; nobody's: the bank's, or several players'."""
    text: str


def hands(before: State, after: State) -> tuple[str, ...]:
    """Return what must be moved, handed over or turned to get from *before* to *after*.

    Money is no part of it: the table keeps it. Empty where another game or edition was laid out.
    """
    return tuple(todo.text for todo in todos(before, after))


def todos(before: State, after: State) -> tuple[Todo, ...]:
    """Return the same as `hands`, each with the player it concerns."""
    if before.names != after.names or before.edition.id != after.edition.id:
        return ()
    return (
        *_seating(before, after),
        *_tokens(before, after),
        *_deeds(before, after),
        *_pledges(before, after),
        *_buildings(before, after),
        *_jail_cards(before, after),
    )


def receipt(before: State, after: State) -> tuple[str, ...]:
    """Return the balances that changed, with what they are now, in seat order.

    Where balances are hidden, by how much they changed.
    """
    if len(before.cash) != len(after.cash):
        return ()
    return tuple(
        _("{player} {amount}").format(
            player=after.names[seat], amount=_change(before, after, AccountId(seat))
        )
        for seat in seats(after)
        if before.cash[seat] != after.cash[seat]
    )


def _change(before: State, after: State, seat: AccountId) -> str:
    if after.rules.balances == "open" or isinstance(after.phase, GameOver):
        return f"{money(before.cash[seat])} → {money(after.cash[seat])}"
    changed = after.cash[seat] - before.cash[seat]
    return f"+{money(changed)}" if changed > 0 else f"-{money(-changed)}"


def _seating(before: State, after: State) -> list[Todo]:
    """Return how everybody sits, where that is not as before, wherever one begins to count."""
    players = players_in(after)
    if is_seated_so(before, players):
        return []
    names = listed(after.names[player] for player in players)
    return [Todo(None, _("sit clockwise: {names}").format(names=names))]


def _tokens(before: State, after: State) -> list[Todo]:
    found = ((seat, _token(before, after, PlayerId(AccountId(seat)))) for seat in seats(after))
    return [Todo(AccountId(seat), text) for seat, text in found if text]


def _token(before: State, after: State, seat: PlayerId) -> str:
    """Return what becomes of a token; empty where it stays."""
    name = after.names[seat]
    was_jailed, is_jailed = before.jail_tries[seat] >= 0, after.jail_tries[seat] >= 0
    if after.is_out[seat]:
        is_new = not before.is_out[seat]
        return _("{player}: take the token off").format(player=name) if is_new else ""
    if is_jailed and not was_jailed:
        return _("{player}: token into jail").format(player=name)
    if before.tokens[seat] != after.tokens[seat]:
        return _move(before, after, seat)
    if was_jailed and not is_jailed:
        return _("{player}: token out of jail").format(player=name)
    return ""


def _move(before: State, after: State, seat: PlayerId) -> str:
    steps = (after.tokens[seat] - before.tokens[seat]) % 40
    space = space_name(after.edition, after.tokens[seat])
    if 0 < steps <= 12:
        return _("{player}: {count} on, to {space}").format(
            player=after.names[seat], count=steps, space=space
        )
    return _("{player}: token to {space}").format(player=after.names[seat], space=space)


def _deeds(before: State, after: State) -> list[Todo]:
    moved: dict[AccountId, list[SpaceId]] = {}
    for space in range(40):
        if before.owners[space] != after.owners[space]:
            moved.setdefault(after.owners[space], []).append(SpaceId(space))
    return [
        Todo(
            holder if holder >= 0 else None,
            _("{holder}: gets the deed {spaces}").format(
                holder=_("The bank") if holder in (BANK, POT) else account_name(after, holder),
                spaces=listed(coded(after.edition, space) for space in spaces),
            ),
        )
        for holder, spaces in moved.items()
    ]


def _pledges(before: State, after: State) -> list[Todo]:
    found = []
    for is_down, text in (
        (True, _("turn face down: {spaces}")),
        (False, _("turn face up: {spaces}")),
    ):
        turned = [
            coded(after.edition, SpaceId(space))
            for space in range(40)
            if before.mortgaged[space] != after.mortgaged[space]
            and after.mortgaged[space] is is_down
            and (after.owners[space] != BANK or not is_down)
        ]
        if turned:
            found.append(Todo(None, text.format(spaces=listed(turned))))
    return found


def _buildings(before: State, after: State) -> list[Todo]:
    return [
        Todo(
            after.owners[space] if after.owners[space] >= 0 else None, _standing(after, space, old)
        )
        for space, old in enumerate(before.levels)
        if old != after.levels[space]
    ]


def _standing(after: State, space: int, old: int) -> str:
    """Return what is to be put up or taken off where *old* stood."""
    new = after.levels[space]
    name = coded(after.edition, SpaceId(space))
    if new == 0:
        return _("{space}: take all buildings off").format(space=name)
    if HOTEL in (old, new) or abs(new - old) > 1:
        return _("{space}: must show {what}").format(space=name, what=buildings(new))
    if new > old:
        return _("{space}: put up a house").format(space=name)
    return _("{space}: take a house off").format(space=name)


def _jail_cards(before: State, after: State) -> list[Todo]:
    decks = (_("Chance"), _("Community Chest"))
    return [
        Todo(None, _("jail card of {deck}: under its pile").format(deck=deck))
        if now == BANK
        else Todo(
            now,
            _("{player}: gets the jail card of {deck}").format(
                player=account_name(after, now), deck=deck
            ),
        )
        for deck, was, now in zip(decks, before.jail_cards, after.jail_cards, strict=True)
        if was != now
    ]
