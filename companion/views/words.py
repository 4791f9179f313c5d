"""Names of players, accounts, spaces and groups, and amounts, as people read them."""

from collections.abc import Iterable

from companion.locales import _, number
from engine.board import HOTEL, Deck, Edition, Group, SpaceKind
from engine.ids import BANK, POT, AccountId, GroupId, Money, SpaceId
from engine.state import Position

SYMBOLS = {
    SpaceKind.GO: "GO",
    SpaceKind.CHANCE: "?",
    SpaceKind.CHEST: "=",
    SpaceKind.INCOME_TAX: "%",
    SpaceKind.LUXURY_TAX: "%",
    SpaceKind.JAIL: "#",
    SpaceKind.FREE_PARKING: "P",
    SpaceKind.GO_TO_JAIL: "!",
}
"""What stands for a space that has no title: never a digit (a player), never a group's letter."""


def money(amount: Money) -> str:
    """Return an amount in plain figures, with the language's thousands separator."""
    return number(amount)


def account_name(position: Position, account: AccountId) -> str:
    """Return who holds an account, in the nominative."""
    if account >= 0:
        return position.names[account]
    return _("the pot") if account == POT else _("the bank")


def account_sign(account: AccountId) -> str:
    """Return one sign for an account: a player's digit, `B` the bank, `P` the pot."""
    if account >= 0:
        return str(account + 1)
    return "P" if account == POT else "B"


def deck_name(deck: Deck) -> str:
    """Return what people call a pile of cards."""
    return _("Chance") if deck is Deck.CHANCE else _("Community Chest")


def group_of(edition: Edition, space: SpaceId) -> tuple[GroupId, Group] | None:
    """Return the group a titled space belongs to."""
    title = edition.spaces[space].title
    return None if title is None else (title.group, edition.groups[title.group])


def code(edition: Edition, space: SpaceId) -> str:
    """Return what a space is called in one or two signs: `D3`, `R1`, `GO`, `?`."""
    found = group_of(edition, space)
    if found is None:
        return SYMBOLS[edition.spaces[space].kind]
    _number, group = found
    return f"{group.letter}{group.members.index(space) + 1}"


def space_name(edition: Edition, space: SpaceId) -> str:
    """Return the printed name of a space."""
    return edition.spaces[space].name


def short_space(edition: Edition, space: SpaceId, width: int) -> str:
    """Return a space's name in at most *width* letters, never cut in a word; empty: none fits."""
    printed = edition.spaces[space]
    for name in (printed.short, printed.shorter, printed.name):
        if name and len(name) <= width:
            return name
    return "" if printed.shorter else _whole_words(printed.name, width)


def shortened(edition: Edition, words: str, width: int) -> str:
    """Return *words* with spaces by their short names, as many as must be to fit in *width*."""
    if len(words) <= width:
        return words
    found = [space for space in edition.spaces if space.short and space.name in words]
    for printed in sorted(found, key=lambda space: -len(space.name)):
        words = words.replace(printed.name, printed.short)
        if len(words) <= width:
            break
    return words


def _whole_words(name: str, width: int) -> str:
    """Return as many whole words of *name* as fit, for editions without short names."""
    fitting = ""
    for word in name.split():
        if len(f"{fitting} {word}".strip()) > width:
            break
        fitting = f"{fitting} {word}".strip()
    return fitting


def coded(edition: Edition, space: SpaceId) -> str:
    """Return a titled space as `D3 Corn Exchange`, any other by its name."""
    name = space_name(edition, space)
    return f"{code(edition, space)} {name}" if edition.spaces[space].title else name


def buildings(level: int) -> str:
    """Return what stands on a street: a small square a house, a diamond the hotel."""
    return "◆" if level == HOTEL else "▪" * level


def listed(words: Iterable[str]) -> str:
    """Return words in one line, separated by commas."""
    return ", ".join(words)


def owner_account(position: Position, space: SpaceId) -> AccountId | None:
    """Return the player who holds a deed; nobody where the bank does."""
    owner = position.owners[space]
    return None if owner == BANK else owner
