"""The command `tapbank cards`: sheets of cards to print, cut and stick to tags.

Pages of A4 as SVG, or all of them in one HTML file that any browser prints, and saves as PDF. The
letters are those of the machine's own fonts, which a PDF would have to bring along for every
language.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import msgspec

from companion.config import configuration
from companion.editions import edition_named
from companion.enrol_lines import player_name
from companion.errors import EXIT_OK, StorageError, UsageError, error_of_system
from companion.feedback import PLAYER_RGB
from companion.flows.meanings import Action
from companion.locales import _, ngettext
from companion.views.words import code, money, space_name
from engine.board import Edition, SpaceKind

# Millimetres. A card is as large as a bank card, so that it takes a tag card behind it and fits
# the sleeves sold for those.
SHEET_WIDTH, SHEET_HEIGHT = 210.0, 297.0
CARD_WIDTH, CARD_HEIGHT = 85.6, 54.0
COLUMNS, ROWS = 2, 5
GAP = 2.0  # for the scissors
BAND = 13.0
LETTER_SHARE = 0.56  # of its height a letter is wide, on average
NAME_LETTERS_MM = (6.0, 3.2)  # the largest and the smallest letters of a name

PRINTED_RGB = {
    "A": "7A4A2B", "B": "A9D8F0", "C": "C23A9A", "D": "F29A3F", "E": "D8322A", "F": "F5DE2E",
    "G": "2E8B57", "H": "2457A6", "R": "333333", "U": "8A8A8A",
}  # fmt: skip
"""By a group's letter; duller than on a screen, as ink is."""
OTHER_RGB = "555555"
_LIGHT_LETTERS = "BDF"  # bands on which black is read better


class Face(msgspec.Struct, frozen=True):
    """What is printed on one card."""

    name: str
    sign: str
    """In the corner: a place's code, a seat's number."""
    rgb: str
    lines: tuple[str, ...] = ()
    is_ink_dark: bool = False


def run_cards(arguments: argparse.Namespace) -> int:
    """Write the sheets, say how many there are, and return the exit code.

    Raises:
        TapbankError: The edition or a name is wrong, or the file cannot be written.
    """
    output: Path = arguments.output
    edition = edition_named(configuration(arguments).edition)
    if output.is_dir():
        sentence = _("{path} is a folder: name a file in it, as {example}.")
        raise StorageError(sentence.format(path=output, example=output / "cards.html"))
    pages = sheets(faces_of(edition, names_of(arguments.players)))
    match output.suffix.lower():
        case ".html":
            files = {output: as_html(pages, edition.name)}
        case ".svg":
            files = _numbered(output, pages)
        case _:
            raise UsageError(
                _("Name a file that ends in .html or .svg: {path}").format(path=output)
            )
    for path, text in files.items():
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            sentence = _("{path} cannot be written: {reason}.")
            known = error_of_system(error)
            raise known or StorageError(
                sentence.format(path=path, reason=error.strerror)
            ) from error
        sys.stdout.write(f"{path}\n")
    count = len(pages)
    sentence = ngettext("{count} sheet of A4", "{count} sheets of A4", count)
    sys.stderr.write(sentence.format(count=count) + "\n")
    return EXIT_OK


def names_of(text: str) -> list[str]:
    """Return the players' names that stand in *text* with commas between; none in an empty one.

    Raises:
        UsageError: A name is missing, stands there twice, or could not be said at the table.
    """
    names: list[str] = []
    for word in text.split(",") if text.strip() else ():
        if not word.strip():
            sentence = _("A name is missing in “{text}”: there is one comma too many.")
            raise UsageError(sentence.format(text=text))
        name = player_name(word)
        if name.casefold() in (other.casefold() for other in names):
            sentence = _("“{name}” stands twice in “{text}”: every player has a name of his own.")
            raise UsageError(sentence.format(name=name, text=text))
        names.append(name)
    return names


def faces_of(edition: Edition, names: Sequence[str]) -> list[Face]:
    """Return the cards of a table: its players, the deeds, the actions."""
    players = [
        Face(
            name,
            str(seat + 1),
            PLAYER_RGB[seat % len(PLAYER_RGB)],
            (_("player"),),
            is_ink_dark=True,
        )
        for seat, name in enumerate(names)
    ]
    actions = [
        Face(_action_name(action), "", OTHER_RGB, (_action_words(action),)) for action in Action
    ]
    return [*players, *_deeds(edition), *actions]


def sheets(faces: Sequence[Face]) -> list[str]:
    """Return a page of SVG for every ten cards, with cut marks."""
    size = COLUMNS * ROWS
    return [_sheet(faces[at : at + size]) for at in range(0, len(faces), size)]


def as_html(pages: Sequence[str], title: str) -> str:
    """Return one file with all pages, to be printed at 100 %."""
    style = (
        "@page{size:A4;margin:0}body{margin:0;background:#ccc}"
        "svg{display:block;background:#fff;margin:4mm auto;break-after:page}"
        "@media print{body{background:none}svg{margin:0}}"
    )
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{style}</style>'
    body = "\n".join(pages)
    return f"<!DOCTYPE html>\n<html>\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n"


def _numbered(output: Path, pages: Sequence[str]) -> dict[Path, str]:
    if len(pages) == 1:
        return {output: pages[0]}
    return {output.with_stem(f"{output.stem}-{n}"): page for n, page in enumerate(pages, 1)}


def _deeds(edition: Edition) -> Iterator[Face]:
    for space, title in edition.titled:
        letter = edition.groups[title.group].letter
        lines = [_("price {amount}").format(amount=f"{edition.currency}{money(title.price)}")]
        if edition.groups[title.group].kind is not SpaceKind.UTILITY:  # theirs hangs on the throw
            rents = " · ".join(money(rent) for rent in title.rents)
            lines.append(_("rent {rents}").format(rents=rents))
        if title.building_cost:
            cost = money(title.building_cost)
            lines.append(_("a house or hotel {amount}").format(amount=f"{edition.currency}{cost}"))
        lines.append(
            _("mortgage {amount}").format(amount=f"{edition.currency}{money(title.mortgage)}")
        )
        yield Face(
            space_name(edition, space),
            code(edition, space),
            PRINTED_RGB.get(letter, OTHER_RGB),
            tuple(lines),
            letter in _LIGHT_LETTERS,
        )


def _action_name(action: Action) -> str:
    match action:
        case Action.UNDO:
            return _("Undo")
        case Action.PASS:
            return _("Pass")
        case Action.MENU:
            return _("Menu")
        case Action.BANKER:
            return _("Banker")


def _action_words(action: Action) -> str:
    match action:
        case Action.UNDO:
            return _("asks to take the last step back")
        case Action.PASS:
            return _("says no, as the button does")
        case Action.MENU:
            return _("opens the menu")
        case Action.BANKER:
            return _("signs for the banker")


def _sheet(faces: Sequence[Face]) -> str:
    left = (SHEET_WIDTH - COLUMNS * CARD_WIDTH - (COLUMNS - 1) * GAP) / 2
    top = (SHEET_HEIGHT - ROWS * CARD_HEIGHT - (ROWS - 1) * GAP) / 2
    size = f'width="{SHEET_WIDTH:g}mm" height="{SHEET_HEIGHT:g}mm"'
    box = f'viewBox="0 0 {SHEET_WIDTH:g} {SHEET_HEIGHT:g}"'
    font = 'font-family="DejaVu Sans, Noto Sans, Arial, sans-serif"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} {font}>']
    for at, face in enumerate(faces):
        row, column = divmod(at, COLUMNS)
        x, y = left + column * (CARD_WIDTH + GAP), top + row * (CARD_HEIGHT + GAP)
        parts += [*_card(face, x, y), *_cut_marks(x, y)]
    return "\n".join([*parts, "</svg>"])


def _card(face: Face, x: float, y: float) -> Iterator[str]:
    ink = "#000000" if face.is_ink_dark else "#FFFFFF"
    yield _rect(x, y, CARD_WIDTH, BAND, f"#{face.rgb}")
    yield _text(x + 4, y + BAND - 4, 5.0, face.sign, ink)
    name_mm = fitting_mm(face.name)
    yield _text(x + 4, y + BAND + 10, name_mm, face.name, "#000000", is_bold=True)
    for n, line in enumerate(face.lines):
        yield _text(x + 4, y + BAND + 18 + 5.5 * n, 3.4, line, "#333333")


def fitting_mm(name: str) -> float:
    """Return how high the letters of a name may be, so that it stays on its card."""
    largest, smallest = NAME_LETTERS_MM
    room = (CARD_WIDTH - 8) / (LETTER_SHARE * max(1, len(name)))
    return round(max(smallest, min(largest, room)), 2)


def _cut_marks(x: float, y: float) -> Iterator[str]:
    """Short lines at the four corners, outside the card where its neighbour leaves room."""
    for corner_x, away_x in ((x, -1), (x + CARD_WIDTH, 1)):
        for corner_y, away_y in ((y, -1), (y + CARD_HEIGHT, 1)):
            yield _line(corner_x, corner_y, corner_x + away_x * GAP / 2, corner_y)
            yield _line(corner_x, corner_y, corner_x, corner_y + away_y * GAP / 2)


def _rect(x: float, y: float, width: float, height: float, rgb: str) -> str:
    place = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
    return f'<rect {place} fill="{rgb}"/>'


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    place = f'x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}"'
    return f'<line {place} stroke="#000000" stroke-width="0.15"/>'


def _text(  # noqa: PLR0913  # a text has a place, a size, a colour and a weight
    x: float, y: float, size: float, text: str, rgb: str, *, is_bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if is_bold else ""
    place = f'x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" fill={quoteattr(rgb)}{weight}'
    return f"<text {place}>{escape(text)}</text>"
