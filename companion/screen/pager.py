"""Turns the pages: keys and fingers on the sheet become another page, or an act."""

from collections.abc import Callable

from companion.screen.followed import Followed
from companion.screen.page import Kind, Page
from companion.screen.paint_deeds import titled
from companion.screen.paint_pages import help_lines, shown_rows
from companion.screen.scene import Scene

SEARCHABLE = frozenset({Kind.LEDGER})


class Pager:
    """Changes `followed.page`; *changed* is called after each change."""

    def __init__(self, followed: Followed, changed: Callable[[], None]) -> None:
        self._followed = followed
        self._changed = changed

    def open(self, kind: Kind) -> None:
        """Open a page; the same one again closes it."""
        page = self._followed.page
        self._take(None if page is not None and page.kind is kind else Page(kind))

    def turn_to(self, page: Page) -> None:
        """Show this very page."""
        self._take(page)

    def close(self) -> None:
        """Take the page away."""
        self._take(None)

    def move(self, scene: Scene, step: int) -> None:
        """Move the cursor; down is always newer, or farther on."""
        page = self._followed.page
        if page is None:
            return
        is_from_end = page.kind in {Kind.LEDGER, Kind.HISTORY}
        self._take(page.moved(-step if is_from_end else step, _line_count(scene, page)))

    def turn(self, step: int) -> None:
        """Take another filter or chart."""
        if self._followed.page is not None:
            self._take(self._followed.page.turned(step))

    def type(self) -> bool:
        """Take letters, where the page can be searched; else open the one that can."""
        page = self._followed.page
        if page is None or page.kind not in SEARCHABLE:
            page = Page(Kind.LEDGER)
        self._take(page.typing(is_on=True))
        return True

    def typed(self, key: str, letter: str) -> bool:
        """Take a key of a search; return whether more letters are taken."""
        page = self._followed.page
        if page is None:
            return False
        if key in {"enter", "escape"}:
            page = page if key == "enter" else page.searching("")
            self._take(page.typing(is_on=False))
            return False
        query = page.query[:-1] if key == "backspace" else page.query + letter
        self._take(page.searching(query))
        return True

    def act(self) -> int:
        """Do what is chosen; return how many commands are to be taken back, asked for twice."""
        page, past = self._followed.page, self._followed.past
        index = self._followed.chosen_step()
        if page is None or past is None or index is None:
            return 0
        if not page.is_asking:
            self._take(page.asking())
            return 0
        self._take(Page(Kind.HISTORY))
        return past.undo_count(index)

    def clicked(self, scene: Scene, y: int) -> None:
        """Take a finger: the upper half goes up, the lower half down; the first row closes."""
        if self._followed.page is None:
            return
        if y == 0:
            self.close()
        else:
            self.move(scene, 3 if y > scene.plan.sheet.height // 2 else -3)

    def _take(self, page: Page | None) -> None:
        self._followed.page = page
        self._changed()


def _line_count(scene: Scene, page: Page) -> int:
    """Return how many lines the cursor can stand on."""
    match page.kind:
        case Kind.LEDGER:
            return len(shown_rows(scene))
        case Kind.HISTORY:
            return len(scene.history)
        case Kind.DEEDS:
            return 0 if scene.state is None else len(titled(scene.state))
        case Kind.HELP:
            return len(help_lines(scene.help, scene.plan.sheet.width))
        case _:
            return 0
