"""Block letters: a 3x5-pixel font of our own, wider where a letter needs it, with rounded doubles.

A pixel is one cell wide and half a cell high, so it is nearly square: five pixels are three rows.
"""

import unicodedata
from functools import lru_cache

HEIGHT = 5

Bitmap = tuple[str, ...]
"""Rows of equal length, `#` a pixel that is on."""

_ROWS = {
    "0": "### #.# #.# #.# ###",
    "1": "##. .#. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# .#. .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "A": ".#. #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": ".## #.. #.. #.. .##",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": ".### #... #.## #..# .###",
    "H": "#.# #.# ### #.# #.#",
    "I": "### .#. .#. .#. ###",
    "J": "..# ..# ..# #.# .#.",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": ".#. #.# #.# #.# .#.",
    "P": "##. #.# ##. #.. #..",
    "Q": ".##. #..# #..# #.## .###",
    "R": "##. #.# ##. #.# #.#",
    "S": ".## #.. .#. ..# ##.",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "?": "##. ..# .#. ... .#.",
    "!": "# # # . #",
    "%": "#.# ..# .#. #.. #.#",
    "#": ".#.#. ##### .#.#. ##### .#.#.",
    "=": "... ### ... ### ...",
    "+": "... .#. ### .#. ...",
    "-": "... ... ### ... ...",
    "'": "# # . . .",
    ".": ". . . . #",
    "◆": "..#.. .###. ##### .###. ..#..",
    "▪": "..#.. .###. ##### ##.## ##.##",
    " ": ".. .. .. .. ..",
    "\N{THIN SPACE}": ". . . . .",
}
LEFT_OUT = ",:'·"
"""Of a question in block letters; a name with other signs is written small, as it was typed."""
_SPECIAL = {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Æ": "AE", "æ": "ae"}


@lru_cache(maxsize=512)  # names and amounts without end
def block(text: str, scale: int = 1) -> Bitmap:
    """Return *text* as rows of pixels: `HEIGHT` of them at scale 1, twice as many at scale 2.

    Diacritics are folded; what the font has not is left out.
    """
    glyphs = [_glyph(sign) for sign in folded(text) if sign in _ROWS]
    drawn = [_doubled(glyph) for glyph in glyphs] if scale == 2 else glyphs
    return tuple(".".join(glyph[y] for glyph in drawn) for y in range(HEIGHT * scale))


@lru_cache(maxsize=512)  # names and amounts without end
def strokes(text: str, scale: int, drop: int) -> tuple[tuple[int, int, bool], ...]:
    """Return the pixels of *text* that are on, *drop* (0 or 1) half rows lower.

    Each is a column, a half row, and whether the pixel below, in the same cell, is on with it.
    """
    found = []
    bitmap = block(text, scale)
    for column in range(len(bitmap[0])):
        is_on = [False] * drop + [row[column] == "#" for row in bitmap] + [False, False]
        for half in range(0, HEIGHT * scale + drop, 2):
            upper, lower = is_on[half], is_on[half + 1]
            if upper or lower:
                found.append((column, half + (not upper), upper and lower))
    return tuple(found)


@lru_cache(maxsize=512)  # names and amounts without end
def width(text: str, scale: int = 1) -> int:
    """Return how many pixels, and cells, *text* is wide."""
    return len(block(text, scale)[0])


def fitting(text: str, cells: int, scale: int = 1) -> str:
    """Return as much of *text* as is at most *cells* wide; nothing of what the font has not."""
    if any(sign not in _ROWS and sign not in LEFT_OUT for sign in folded(text)):
        return ""
    while text and width(text, scale) > cells:
        text = text[:-1].rstrip()
    return text


def figures(amount: int) -> str:
    """Return an amount for block letters: a thin gap between thousands, right in every language."""
    return f"{amount:,}".replace(",", "\N{THIN SPACE}")


@lru_cache(maxsize=512)  # names and amounts without end
def folded(text: str) -> str:
    """Return *text* in capitals without diacritics."""
    plain = "".join(_SPECIAL.get(sign, sign) for sign in text)
    apart = unicodedata.normalize("NFD", plain)
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).upper()


def _glyph(sign: str) -> Bitmap:
    return tuple(_ROWS[sign].split(" "))


@lru_cache(maxsize=512)  # names and amounts without end
def _doubled(rows: Bitmap) -> Bitmap:
    """Return the bitmap at twice the size, diagonals smoothed as Scale2x does."""
    tall, wide = len(rows), len(rows[0])

    def at(x: int, y: int) -> str:
        return rows[y][x] if 0 <= x < wide and 0 <= y < tall else "."

    result = []
    for y in range(tall):
        upper, lower = [], []
        for x in range(wide):
            here, up, down = at(x, y), at(x, y - 1), at(x, y + 1)
            left, right = at(x - 1, y), at(x + 1, y)
            is_edge = up != down and left != right
            upper += [left if is_edge and left == up else here]
            upper += [right if is_edge and up == right else here]
            lower += [left if is_edge and left == down else here]
            lower += [right if is_edge and down == right else here]
        result += ["".join(upper), "".join(lower)]
    return tuple(result)
