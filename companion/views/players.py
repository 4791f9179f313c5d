"""The players' panel: who has what, who is due, who is in jail or out."""

import msgspec

from companion.locales import _
from companion.views.waiting import due_player
from companion.views.words import code, money, space_name
from engine.board import SpaceKind
from engine.ids import Money, PlayerId, SpaceId
from engine.phases import GameOver
from engine.state import State, is_jailed
from engine.valuation import worth

LOW_CASH = 100
"""Below this a balance is shown as low."""


class Holding(msgspec.Struct, frozen=True, gc=False):
    """What a player has of one group."""

    letter: str
    count: int
    is_whole: bool
    """The whole group is his."""
    is_mortgaged: bool
    """Some of it is mortgaged."""


class PlayerRow(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One player as the panel shows him."""

    seat: PlayerId
    name: str
    cash: Money
    cash_text: str
    shows_cash: bool
    """Not where balances are seen by their owner's tap alone."""
    worth: str
    """By TAX-2; empty where it is hidden."""
    place: str
    """The code of the space the token stands on."""
    place_name: str
    holdings: tuple[Holding, ...]
    jail_cards: int
    is_due: bool
    is_out: bool
    is_low: bool
    note: str
    """In jail, out, low: in words; empty where all is well."""


def player_rows(state: State, wallet: PlayerId | None = None) -> tuple[PlayerRow, ...]:
    """Return a row a seat, clockwise as people sit; *wallet* is whose wallet is open."""
    due = due_player(state)
    return tuple(_row(state, seat, due, wallet) for seat in state.order)


def shows_cash(state: State, seat: PlayerId, wallet: PlayerId | None = None) -> bool:
    """Return whether a balance may be seen: switch `balances`."""
    is_open = state.rules.balances == "open" or isinstance(state.phase, GameOver)
    return is_open or seat == wallet


def shows_worth(state: State) -> bool:
    """Return whether worth may be shown: not where the tax choice hangs on it (TAX-3)."""
    percent = state.rules.income_tax_percent
    return (state.edition.income_tax_percent if percent < 0 else percent) == 0


def _row(state: State, seat: PlayerId, due: PlayerId | None, wallet: PlayerId | None) -> PlayerRow:
    is_out = state.is_out[seat]
    jailed = not is_out and is_jailed(state, seat)
    cash = state.cash[seat]
    is_shown = shows_cash(state, seat, wallet)
    is_low = is_shown and not is_out and cash < LOW_CASH and state.turns > 0
    place = state.tokens[seat]
    return PlayerRow(
        seat=seat,
        name=state.names[seat],
        cash=cash,
        cash_text=money(cash),
        shows_cash=is_shown,
        worth=money(worth(state, seat)) if shows_worth(state) and not is_out else "",
        place=code(state.edition, place),
        place_name=_place_name(state, place, is_jailed=jailed),
        holdings=_holdings(state, seat),
        jail_cards=state.jail_cards.count(seat),
        is_due=seat == due and not is_out,
        is_out=is_out,
        is_low=is_low,
        note=_note(state, seat, is_jailed=jailed, is_low=is_low),
    )


def _place_name(state: State, place: SpaceId, *, is_jailed: bool) -> str:
    if state.edition.spaces[place].kind is SpaceKind.JAIL:
        return _("Jail") if is_jailed else _("Just visiting")
    return space_name(state.edition, place)


def _note(state: State, seat: PlayerId, *, is_jailed: bool, is_low: bool) -> str:
    if state.is_out[seat]:
        return _("out")
    if is_jailed:
        return _("in jail, try {number}").format(number=state.jail_tries[seat] + 1)
    return _("low") if is_low else ""


def _holdings(state: State, seat: PlayerId) -> tuple[Holding, ...]:
    found = []
    for group in state.edition.groups:
        mine = [space for space in group.members if state.owners[space] == seat]
        if mine:
            pledged = any(state.mortgaged[space] for space in mine)
            found.append(Holding(group.letter, len(mine), len(mine) == len(group.members), pledged))
    return tuple(found)
