"""A player's wallet as it lies open: balance, worth, and the deeds by group."""

import msgspec

from companion.locales import ngettext
from companion.views.players import shows_worth
from companion.views.words import buildings, code, money, short_space
from engine.ids import PlayerId, SpaceId
from engine.state import State
from engine.valuation import worth

NAME_MAX = 8


class WalletDeed(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One deed in a wallet."""

    space: SpaceId
    code: str
    name: str
    """Short."""
    marks: str
    """What stands there; `m`: mortgaged."""
    is_mortgaged: bool


class WalletGroup(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The deeds of one group in a wallet."""

    letter: str
    name: str
    deeds: tuple[WalletDeed, ...]
    is_whole: bool


class WalletView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An open wallet."""

    seat: PlayerId
    name: str
    cash: int
    worth: str
    """Empty where it is hidden (TAX-3)."""
    groups: tuple[WalletGroup, ...]
    deed_count: str
    jail_cards: int


def wallet_view(state: State, seat: PlayerId) -> WalletView:
    """Return the wallet of *seat*."""
    groups = []
    count = 0
    for group in state.edition.groups:
        mine = [space for space in group.members if state.owners[space] == seat]
        count += len(mine)
        if mine:
            deeds = tuple(_deed(state, space) for space in mine)
            is_whole = len(mine) == len(group.members)
            groups.append(
                WalletGroup(letter=group.letter, name=group.name, deeds=deeds, is_whole=is_whole)
            )
    return WalletView(
        seat=seat,
        name=state.names[seat],
        cash=state.cash[seat],
        worth=money(worth(state, seat)) if shows_worth(state) else "",
        groups=tuple(groups),
        deed_count=ngettext("{count} deed", "{count} deeds", count).format(count=count),
        jail_cards=state.jail_cards.count(seat),
    )


def _deed(state: State, space: SpaceId) -> WalletDeed:
    is_mortgaged = state.mortgaged[space]
    return WalletDeed(
        space=space,
        code=code(state.edition, space),
        name=short_space(state.edition, space, NAME_MAX),
        marks="m" if is_mortgaged else buildings(state.levels[space]),
        is_mortgaged=is_mortgaged,
    )
