"""The 40 spaces of the ring, and the deed card of one of them."""

from typing import NamedTuple

import msgspec

from companion.locales import _, ngettext
from companion.views.words import account_name, code, group_of, money, owner_account
from engine.board import HOTEL, SpaceKind, Title
from engine.ids import AccountId, SpaceId
from engine.state import State


class Tile(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One space of the ring."""

    space: SpaceId
    code: str
    letter: str
    """The group's letter; empty where there is no title."""
    name: str
    price: str
    """The printed price while the bank holds the deed; empty otherwise."""
    owner: AccountId | None
    level: int
    """Houses standing, or `HOTEL`."""
    is_mortgaged: bool
    tokens: tuple[int, ...]
    """Seats of the players who stand here, in seat order."""
    jailed: tuple[int, ...] = ()
    """Those of them who are in jail, not visiting."""


class DeedRow(msgspec.Struct, frozen=True, gc=False):
    """One line of a deed card: what must stand or be owned, and the rent."""

    label: str
    amount: str
    is_due: bool
    """Whether this is the rent as things stand."""


class Deed(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A deed card."""

    code: str
    letter: str
    name: str
    rows: tuple[DeedRow, ...]
    footing: tuple[str, ...]
    """Mortgage value and what a house costs."""
    owner: AccountId | None
    holder: str
    """Who has it, in words."""
    is_mortgaged: bool


class Standing(NamedTuple):
    """All of a space that changes in a game."""

    space: SpaceId
    owner: AccountId
    """As the state has it: the bank too."""
    level: int
    is_mortgaged: bool
    tokens: tuple[int, ...]
    jailed: tuple[int, ...]


def standings(state: State) -> tuple[Standing, ...]:
    """Return what stands on each space, from GO on."""
    here: dict[int, tuple[int, ...]] = {}
    jailed: dict[int, tuple[int, ...]] = {}
    for seat, place in enumerate(state.tokens if state.cash else ()):
        if not state.is_out[seat]:
            here[place] = (*here.get(place, ()), seat)
            if state.jail_tries[seat] >= 0:
                jailed[place] = (*jailed.get(place, ()), seat)
    facts = zip(state.owners, state.levels, state.mortgaged, strict=True)
    return tuple(
        Standing(SpaceId(space), *fact, here.get(space, ()), jailed.get(space, ()))
        for space, fact in enumerate(facts)
    )


def tile(state: State, standing: Standing) -> Tile:
    """Return a space as it is drawn."""
    space = standing.space
    printed = state.edition.spaces[space]
    found = group_of(state.edition, space)
    owner = owner_account(state, space)
    return Tile(
        space=space,
        code=code(state.edition, space),
        letter=found[1].letter if found else "",
        name=printed.name,
        price=money(printed.title.price) if printed.title and owner is None else "",
        owner=owner,
        level=standing.level,
        is_mortgaged=standing.is_mortgaged,
        tokens=standing.tokens,
        jailed=standing.jailed,
    )


def deed(state: State, space: SpaceId) -> Deed | None:
    """Return the deed card of *space*; nothing where it has no title."""
    found = group_of(state.edition, space)
    title = state.edition.spaces[space].title
    if found is None or title is None:
        return None
    _group_id, group = found
    owner = owner_account(state, space)
    footing = [_("mortgage {amount}").format(amount=money(title.mortgage))]
    if title.building_cost:
        footing.append(_("house {amount}").format(amount=money(title.building_cost)))
    return Deed(
        code=code(state.edition, space),
        letter=group.letter,
        name=state.edition.spaces[space].name,
        rows=_rows(state, space, title, group.kind),
        footing=tuple(footing),
        owner=owner,
        holder=account_name(state, state.owners[space]),
        is_mortgaged=state.mortgaged[space],
    )


def _rows(state: State, space: SpaceId, title: Title, kind: SpaceKind) -> tuple[DeedRow, ...]:
    owner = owner_account(state, space)
    members = state.edition.groups[title.group].members
    owned = sum(state.owners[member] == owner for member in members) if owner is not None else 0
    is_earning = owner is not None and not state.mortgaged[space]
    due = owned - 1 if is_earning else -1
    if kind is SpaceKind.RAILROAD:
        labels = [
            ngettext("{count} railroad", "{count} railroads", count).format(count=count)
            for count in range(1, 5)
        ]
        return _marked(labels, [money(rent) for rent in title.rents], due)
    if kind is SpaceKind.UTILITY:
        labels = [
            ngettext("{count} utility", "{count} utilities", count).format(count=count)
            for count in range(1, 3)
        ]
        factors = [_("{factor} x throw").format(factor=factor) for factor in title.rents]
        return _marked(labels, factors, due)
    level = state.levels[space]
    labels = [_("site only"), _("whole group"), "▪", "▪▪", "▪▪▪", "▪▪▪▪", _("◆ hotel")]
    site = title.rents[0]
    rents = [money(rent) for rent in (site, 2 * site, *title.rents[1:])]
    assert level <= HOTEL, "a street takes one hotel"
    built = level + 1 if level else int(owned == len(members))
    return _marked(labels, rents, built if is_earning else -1)


def _marked(labels: list[str], amounts: list[str], due: int) -> tuple[DeedRow, ...]:
    return tuple(
        DeedRow(label, amount, index == due)
        for index, (label, amount) in enumerate(zip(labels, amounts, strict=True))
    )
