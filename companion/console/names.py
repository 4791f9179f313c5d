"""What a word stands for: an exact name before a prefix that fits one, whatever its case."""

from collections.abc import Sequence
from difflib import SequenceMatcher

import msgspec

from engine.rules.setup import folded_name
from engine.state import State


class Several(msgspec.Struct, frozen=True):
    """A prefix fits more than one name."""

    names: tuple[str, ...]


def pick(word: str, names: Sequence[str]) -> int | Several | None:
    """Return which of *names* the word stands for; None where it fits none of them."""
    if (exact := pick_exact(word, names)) is not None:
        return exact
    start = folded_name(word)
    fitting = [at for at, name in enumerate(names) if start and folded_name(name).startswith(start)]
    if len(fitting) > 1:
        return Several(tuple(names[at] for at in fitting))
    return fitting[0] if fitting else None


def pick_exact(word: str, names: Sequence[str]) -> int | None:
    """Return which of *names* is this very word; None where none is."""
    if word in names:
        return names.index(word)
    all_folded = [folded_name(name) for name in names]
    return all_folded.index(folded_name(word)) if word and folded_name(word) in all_folded else None


def nearest_of(word: str, names: Sequence[str]) -> str:
    """Return the name most like *word*; empty where there are no names."""

    def likeness(name: str) -> tuple[bool, float]:
        begins = bool(word) and name.casefold().startswith(word.casefold())
        return begins, SequenceMatcher(None, word.casefold(), name.casefold()).ratio()

    return max(names, key=likeness, default="")


def slugs(state: State) -> tuple[str, ...]:
    """Return what the spaces of the edition are called, by position."""
    return tuple(space.slug for space in state.edition.spaces)


def position(word: str, space_count: int) -> int | None:
    """Return the space of `@0` to `@39`; None where the word is no such thing."""
    digits = word[1:]
    if not word.startswith("@") or not (digits.isascii() and digits.isdecimal()):
        return None
    return int(digits) if len(digits) <= 4 and int(digits) < space_count else None
