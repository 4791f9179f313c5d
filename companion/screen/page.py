"""The pages that can be laid over the board, and where one stands in them."""

from dataclasses import dataclass, replace
from enum import StrEnum


class Kind(StrEnum):
    """What a page shows; the value is the end of its binding's id."""

    HELP = "help"
    DEEDS = "deeds"
    LEDGER = "ledger"
    HISTORY = "history"
    FIGURES = "figures"
    DEVICES = "devices"


@dataclass(frozen=True, slots=True)
class Page:
    """An open page."""

    kind: Kind
    cursor: int = 0
    """What is chosen: a deed in board order, or a line counted from the page's natural end."""
    tab: int = 0
    """Which filter or chart; counted round by the painter."""
    query: str = ""
    is_typing: bool = False
    is_asking: bool = False
    """Whether Enter would now do what is asked: take back to the chosen line."""

    def moved(self, step: int, count: int) -> "Page":
        """Return the page with the cursor *step* farther, within *count* lines."""
        cursor = min(max(0, self.cursor + step), max(0, count - 1))
        return replace(self, cursor=cursor, is_asking=False)

    def turned(self, step: int) -> "Page":
        """Return the page with another filter or chart."""
        return replace(self, tab=self.tab + step, cursor=0, is_asking=False)

    def typing(self, *, is_on: bool) -> "Page":
        """Return the page taking letters, or no longer."""
        return replace(self, is_typing=is_on)

    def searching(self, query: str) -> "Page":
        """Return the page with another search."""
        return replace(self, query=query, cursor=0)

    def asking(self) -> "Page":
        """Return the page asking whether it is meant."""
        return replace(self, is_asking=True)
