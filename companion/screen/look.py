"""The looks: every colour the drawn widgets use, in one object a theme.

A colour is `#rrggbb`, or `@0` to `@7` where the terminal has sixteen colours only.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

CONTRAST_MIN: Final = 4.5  # WCAG 2.1, AA for small text
TINT: Final = 0.34  # of the owner's colour in a tile; told apart from a token at a glance

PLAYERS: Final = (
    "#F73A54", "#7FB3FF", "#FFEF28", "#69FCB4", "#EAADC9", "#FFFFFF", "#F89107", "#8173F8",
)  # fmt: skip
GROUPS: Final = {
    "A": "#553A2E", "B": "#C6E1F1", "C": "#AC3995", "D": "#F39E68",
    "E": "#E31C00", "F": "#FEFF00", "G": "#2C8468", "H": "#18A5F5",
}  # fmt: skip

VT_PALETTE: Final = (
    "#08140F", "#E5404E", "#3FC98A", "#FFE03A", "#6FA8FF", "#E58FC4", "#38C6D6", "#F4F1E6",
)  # fmt: skip
"""What the eight colours of a Linux console are set to, black first."""


_CONSOLE_SIGNS: Final = str.maketrans({"▪": "■", "★": "*", "✖": "✗"})
"""What the console's font with all our languages lacks, and what stands for it."""


@dataclass(frozen=True, slots=True)
class Look:
    """All colours of one theme."""

    name: str
    is_dark: bool
    ground: str
    """Behind everything."""
    panel: str
    raised: str
    """The player due, the header."""
    tile: str
    text: str
    dim: str
    accent: str
    good: str
    warn: str
    bad: str
    die: str
    pip: str
    paper: str
    """Deed cards."""
    plain: str
    """The band of railroads, utilities and spaces without a title."""
    ink: str
    """The dark boxes of the prompt bar."""
    players: tuple[str, ...] = PLAYERS
    groups: tuple[tuple[str, str], ...] = tuple(GROUPS.items())
    black: str = "#0B0F0D"
    white: str = "#FFFFFF"

    def signs(self, words: str) -> str:
        """Return *words* in signs that the terminal can show."""
        return words.translate(_CONSOLE_SIGNS) if self.ground.startswith("@") else words

    def player(self, seat: int) -> str:
        """Return a player's colour."""
        return self.players[seat % len(self.players)]

    def group(self, letter: str) -> str:
        """Return a group's colour; railroads, utilities and all else are plain."""
        return next((colour for known, colour in self.groups if known == letter), self.plain)

    def on(self, background: str) -> str:
        """Return black or white, whichever is better read on *background*."""
        return readable(self.black, self.white, background)

    def legible(self, colour: str, background: str) -> str:
        """Return *colour* where it can be read on *background*, else black or white."""
        return shown(colour, background, (self.black, self.white))

    def tint(self, seat: int) -> str:
        """Return the colour of a tile that this player owns."""
        return blend(self.tile, self.player(seat), TINT)


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue of a colour, 0 to 255."""
    if colour.startswith("@"):
        colour = VT_PALETTE[int(colour[1:])]
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours by WCAG 2.1, from 1 to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@cache
def shown(colour: str, background: str, others: tuple[str, str]) -> str:
    """Return *colour* where it can be read on *background*, else the better one of *others*."""
    is_legible = contrast(colour, background) >= CONTRAST_MIN
    return colour if is_legible else readable(*others, background)


@cache
def readable(first: str, second: str, background: str) -> str:
    """Return which of two colours is better read on *background*, the first if both are alike."""
    return max((first, second), key=lambda ink: contrast(ink, background))


@cache
def blend(base: str, colour: str, share: float) -> str:
    """Return *base* with a share of *colour*; of sixteen colours none can be mixed: the base."""
    if base.startswith("@") or colour.startswith("@"):
        return base
    mixed = (round(b + (c - b) * share) for b, c in zip(rgb(base), rgb(colour), strict=True))
    return "#{:02X}{:02X}{:02X}".format(*mixed)


def _luminance(colour: str) -> float:
    parts = [channel / 255 for channel in rgb(colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


FELT: Final = Look(
    name="felt",
    is_dark=True,
    ground="#081510",
    panel="#0E2119",
    raised="#1C4032",
    tile="#142A20",
    text="#F4F1E6",
    dim="#92AB9E",
    accent="#F5C451",
    good="#43D392",
    warn="#F5C451",
    bad="#FF7566",
    die="#F8F3E4",
    pip="#15181A",
    paper="#F8F1DF",
    plain="#A9B3AC",
    ink="#0B0F0D",
)
PAPER: Final = Look(
    name="paper",
    is_dark=False,
    ground="#F3ECDD",
    panel="#FBF7EE",
    raised="#DCD2BB",
    tile="#E9E0CC",
    text="#1C1D1A",
    dim="#5E5A4E",
    accent="#7A4B00",
    good="#1F6B3F",
    warn="#8A4B00",
    bad="#A8140F",
    die="#FFFFFF",
    pip="#15181A",
    paper="#FFFFFF",
    plain="#8B8E86",
    ink="#14140F",
)
CONTRAST: Final = Look(
    name="contrast",
    is_dark=True,
    ground="#000000",
    panel="#000000",
    raised="#2B2B2B",
    tile="#1C1C1C",
    text="#FFFFFF",
    dim="#D8D8D8",
    accent="#FFE600",
    good="#7CFF9B",
    warn="#FFE600",
    bad="#FF8A80",
    die="#FFFFFF",
    pip="#000000",
    paper="#FFFFFF",
    plain="#C8C8C8",
    ink="#000000",
    black="#000000",
)
VT16: Final = Look(
    name="vt16",
    is_dark=True,
    ground="@0",
    panel="@0",
    raised="@0",
    tile="@0",
    text="@7",
    dim="@6",
    accent="@3",
    good="@2",
    warn="@3",
    bad="@1",
    die="@7",
    pip="@0",
    paper="@7",
    plain="@7",
    ink="@0",
    players=("@1", "@4", "@3", "@2", "@5", "@7", "@6", "@5"),
    groups=(
        ("A", "@5"), ("B", "@6"), ("C", "@5"), ("D", "@3"),
        ("E", "@1"), ("F", "@3"), ("G", "@2"), ("H", "@4"),
    ),
    black="@0",
    white="@7",
)  # fmt: skip

LOOKS: Final = {look.name: look for look in (FELT, PAPER, CONTRAST, VT16)}
"""By name, in the order the theme key goes round."""
