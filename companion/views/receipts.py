"""What hands must do on the real board, found by comparing two states."""

from companion.locales import _
from companion.views.words import account_name, buildings, coded, listed, money, space_name
from engine.board import HOTEL
from engine.ids import BANK, POT, AccountId, PlayerId, SpaceId
from engine.state import State, seats


def hands(before: State, after: State) -> tuple[str, ...]:
    """Return what must be moved, handed over or turned to get from *before* to *after*.

    Money is no part of it: the table keeps it. Empty where another game or edition was laid out.
    """
    if before.names != after.names or before.edition.id != after.edition.id:
        return ()
    return (
        *_tokens(before, after),
        *_deeds(before, after),
        *_pledges(before, after),
        *_buildings(before, after),
        *_jail_cards(before, after),
    )


def receipt(before: State, after: State) -> tuple[str, ...]:
    """Return the balances that changed, with what they are now, in seat order."""
    if len(before.cash) != len(after.cash):
        return ()
    return tuple(
        _("{player} {amount}").format(player=after.names[seat], amount=_arrow(before, after, seat))
        for seat in seats(after)
        if before.cash[seat] != after.cash[seat]
    )


def _arrow(before: State, after: State, seat: int) -> str:
    return f"{money(before.cash[seat])} → {money(after.cash[seat])}"


def _tokens(before: State, after: State) -> list[str]:
    found = []
    for seat in seats(after):
        if after.is_out[seat]:
            if not before.is_out[seat]:
                found.append(_("{player}: take the token off").format(player=after.names[seat]))
            continue
        was_jailed, is_jailed = before.jail_tries[seat] >= 0, after.jail_tries[seat] >= 0
        if is_jailed and not was_jailed:
            found.append(_("{player}: token into jail").format(player=after.names[seat]))
        elif before.tokens[seat] != after.tokens[seat]:
            found.append(_move(before, after, PlayerId(AccountId(seat))))
        elif was_jailed and not is_jailed:
            found.append(_("{player}: token out of jail").format(player=after.names[seat]))
    return found


def _move(before: State, after: State, seat: PlayerId) -> str:
    steps = (after.tokens[seat] - before.tokens[seat]) % 40
    space = space_name(after.edition, after.tokens[seat])
    if 0 < steps <= 12:
        return _("{player}: {count} on, to {space}").format(
            player=after.names[seat], count=steps, space=space
        )
    return _("{player}: token to {space}").format(player=after.names[seat], space=space)


def _deeds(before: State, after: State) -> list[str]:
    moved: dict[AccountId, list[SpaceId]] = {}
    for space in range(40):
        if before.owners[space] != after.owners[space]:
            moved.setdefault(after.owners[space], []).append(SpaceId(space))
    return [
        _("{holder}: gets the deed {spaces}").format(
            holder=_("The bank") if holder in (BANK, POT) else account_name(after, holder),
            spaces=listed(coded(after.edition, space) for space in spaces),
        )
        for holder, spaces in moved.items()
    ]


def _pledges(before: State, after: State) -> list[str]:
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
            found.append(text.format(spaces=listed(turned)))
    return found


def _buildings(before: State, after: State) -> list[str]:
    found = []
    for space in range(40):
        old, new = before.levels[space], after.levels[space]
        if old == new:
            continue
        name = coded(after.edition, SpaceId(space))
        if new == 0:
            found.append(_("{space}: take all buildings off").format(space=name))
        elif HOTEL in (old, new) or abs(new - old) > 1:
            found.append(_("{space}: must show {what}").format(space=name, what=buildings(new)))
        elif new > old:
            found.append(_("{space}: put up a house").format(space=name))
        else:
            found.append(_("{space}: take a house off").format(space=name))
    return found


def _jail_cards(before: State, after: State) -> list[str]:
    decks = (_("Chance"), _("Community Chest"))
    return [
        _("jail card of {deck}: under its pile").format(deck=deck)
        if now == BANK
        else _("{player}: gets the jail card of {deck}").format(
            player=account_name(after, now), deck=deck
        )
        for deck, was, now in zip(decks, before.jail_cards, after.jail_cards, strict=True)
        if was != now
    ]
