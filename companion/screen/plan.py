"""Where everything stands: one pure function of the window's size and the number of players."""

from dataclasses import dataclass
from functools import lru_cache

WIDTH_MIN, HEIGHT_MIN = 80, 24
BUTTON_WIDTH_MIN, BUTTON_HEIGHT_MIN = 12, 3  # 9 mm on the smallest screen: a finger

BUTTONS_MAX = {"S": 2, "M": 3, "L": 4}


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The areas of the screen, and the sizes that drawing code goes by."""

    size: str
    """`S`, `M` or `L`."""
    header: Area
    ring: Area
    stage: Area
    players: Area
    ledger: Area
    todo: Area
    """What hands must do, beside the ledger of a small screen; elsewhere it is on the stage."""
    sheet: Area
    """What is laid over the board."""
    prompt: Area
    status: Area
    tile_width: int
    tile_height: int
    """Of the spaces on the left and right side."""
    end_height: int
    """Of the spaces in the top and bottom rows."""
    player_height: int


def is_large_enough(width: int, height: int) -> bool:
    """Return whether the window holds the smallest layout."""
    return width >= WIDTH_MIN and height >= HEIGHT_MIN


def size_class(width: int, height: int) -> str:
    """Return `S`, `M` (from 100x30) or `L` (from 150x44)."""
    if width >= 150 and height >= 44:
        return "L"
    return "M" if width >= 100 and height >= 30 else "S"


@lru_cache(maxsize=8)
def plan(width: int, height: int, players: int) -> Plan:
    """Return the areas for a window of at least the smallest size, for 2 to 8 players."""
    size = size_class(width, height)
    prompt_height = 9 if size == "L" else 6
    below = 5 if size == "S" else 0  # the ledger stands under a small board, beside a larger one
    rows = height - 2 - prompt_height - below
    panel_min = {"S": 35, "M": 44, "L": 60}[size]
    tile_width = min((width - panel_min - 1) // 11, 13)
    tile_height = max(1, min(rows // 11, 4))
    end_height = min((rows - 9 * tile_height) // 2, tile_height + 2)
    ring = Area(0, 1, 11 * tile_width, 9 * tile_height + 2 * end_height)
    stage = Area(tile_width, 1 + end_height, 9 * tile_width, 9 * tile_height)
    left = ring.width + 1
    prompt_y = height - 1 - prompt_height
    board_rows = ring.height if below else prompt_y - 1
    each = _player_height(size, players, board_rows, width - left)
    used = board_rows if below else each * max(players, 2)
    todo = Area(0, 0, 0, 0)
    if below:
        top, high = 1 + ring.height, prompt_y - 1 - ring.height
        ledger = Area(0, top, ring.width, high)
        todo = Area(left, top, width - left, high)
    else:
        ledger = Area(left, 1 + used, width - left, prompt_y - 1 - used)
    return Plan(
        size=size,
        header=Area(0, 0, width, 1),
        ring=ring,
        stage=stage,
        players=Area(left, 1, width - left, used),
        ledger=ledger,
        todo=todo,
        sheet=Area(0, 1, width if size == "S" else ring.width, prompt_y - 1),
        prompt=Area(0, prompt_y, width, prompt_height),
        status=Area(0, height - 1, width, 1),
        tile_width=tile_width,
        tile_height=tile_height,
        end_height=end_height,
        player_height=each,
    )


def _player_height(size: str, players: int, rows: int, width: int) -> int:
    """Return the rows of one player, leaving the ledger its least."""
    if size == "S":
        return max(1, min(3, rows // max(players, 2)))
    free = (rows - 6) // max(players, 2)
    if size == "L" and free >= 6 and width >= 56:
        return 6
    return max(2, min(4 if size == "L" else 3, free))
