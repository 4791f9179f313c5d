"""What each situation looks like, sign by sign: `TAPBANK_DRAW_ANEW=1` draws the files anew."""

import os
from pathlib import Path

import pytest
from support import scenes

from companion.screen.look import LOOKS
from companion.screen.page import Kind, Page
from companion.screen.scene import Scene

FOLDER = Path(__file__).parent / "screens"
SIZES = ((80, 24), (100, 30), (160, 45))
SITUATIONS = ("start", "offer", "auction", "over")


def composed(shown: Scene, columns: int, rows: int) -> str:
    """Return the whole screen as text; half blocks show the block letters."""
    grid = [[" "] * columns for _row in range(rows)]
    for name, canvas in scenes.drawn(shown):
        if name == "sheet" and not shown.sheet:
            continue
        area = getattr(shown.plan, name)
        for y, row in enumerate(canvas.rows):
            if name == "ring" and area.y + y in _stage_rows(shown):
                inner = range(shown.plan.stage.x, shown.plan.stage.x + shown.plan.stage.width)
            else:
                inner = range(0)
            for x, (sign, _paint) in enumerate(row):
                if x not in inner:
                    grid[area.y + y][area.x + x] = sign
    return "\n".join("".join(row).rstrip() for row in grid) + "\n"


def _stage_rows(shown: Scene) -> range:
    return range(shown.plan.stage.y, shown.plan.stage.y + shown.plan.stage.height)


PICTURES = [
    *((name, columns, rows, None) for name in SITUATIONS for columns, rows in SIZES),
    ("wallet", 100, 30, None),
    ("deal", 80, 24, None),
    ("seats", 80, 24, None),
    ("offer", 100, 30, Page(Kind.HISTORY, cursor=4)),
]


@pytest.mark.parametrize(("name", "columns", "rows", "page"), PICTURES)
def test_a_situation_looks_as_it_did(name, columns, rows, page):
    messages = scenes.ALL[name](5, is_late=name != "start")
    shown = scenes.scene(messages, LOOKS["felt"], columns, rows, page)
    name = page.kind.value if page else name
    path = FOLDER / f"{name}_{columns}x{rows}.txt"
    drawn = composed(shown, columns, rows)
    if os.environ.get("TAPBANK_DRAW_ANEW"):
        path.write_text(drawn, encoding="utf-8")

    assert path.read_text(encoding="utf-8") == drawn
