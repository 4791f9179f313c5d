"""How many cells words take in a terminal: a letter one, a wide sign two, a combining one none."""

import unicodedata

from rich.cells import get_character_cell_size

ELLIPSIS = "…"
WORD_MAX = 12  # cells; a longer word is cut rather than left out


def cells(words: str) -> int:
    """Return how many cells *words* take."""
    return len(words) if words.isascii() else sum(len(sign) for sign in placed(words))


def placed(words: str) -> list[tuple[str, ...]]:
    """Return a tuple a sign: the sign, and an empty text for its second cell where it is wide.

    Marks belong to the sign before them. What joins emoji is left out: each is shown by itself,
    so that every terminal agrees how wide they are.
    """
    signs: list[tuple[str, ...]] = []
    for sign in words:
        size = get_character_cell_size(sign)
        if size:
            signs.append((sign, "")[:size])
        elif signs and unicodedata.combining(sign):
            signs[-1] = (signs[-1][0] + sign, *signs[-1][1:])
    return signs


def cut(words: str, width: int) -> str:
    """Return *words* in at most *width* cells, with an ellipsis where something is missing.

    The cut is between words where that leaves out little.
    """
    if cells(words) <= width:
        return words
    if width <= 1:
        return ELLIPSIS[: max(0, width)]
    kept = _begun(words, width - 1)
    whole = kept if words[len(kept) :].startswith(" ") else kept.rpartition(" ")[0]
    if whole and cells(kept) - cells(whole) <= WORD_MAX:
        kept = whole
    return kept.rstrip(" ·,:;/-") + ELLIPSIS


def _begun(words: str, width: int) -> str:
    """Return as much of *words* as takes at most *width* cells."""
    if words.isascii():
        return words[:width]
    kept = ""
    taken = 0
    for sign in placed(words):
        taken += len(sign)
        if taken > width:
            break
        kept += sign[0]
    return kept
