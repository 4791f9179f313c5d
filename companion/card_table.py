"""The commands about cards: what each stands for, and sheets of them to print."""

import argparse
from pathlib import Path

from companion.arguments import Parser, factor
from companion.command import (
    Command,
    data_option,
    json_option,
    pin_option,
    reader_option,
    use_pin_file,
)
from companion.locales import _


def card_commands() -> tuple[Command, ...]:
    """Return what is done with cards before and between games."""
    return (
        Command(
            "enrol",
            _("Say which tag is which card: players, deeds, actions, events."),
            "tapbank enrol --reader /dev/ttyUSB0 -c 'player Ada' -c deeds",
            _enrol_options,
            _enrol,
        ),
        Command(
            "cards",
            _("Draw sheets of cards to print, for the board that is played."),
            "tapbank cards --players Ada,Ben sheets.html",
            _cards_options,
            _cards,
        ),
    )


def _edition_option(parser: Parser) -> None:
    parser.add_argument(
        "--edition", metavar="ID", help=_("The board: us if not said, or a file of your own.")
    )


def _enrol_options(parser: Parser) -> None:
    data_option(parser)
    pin_option(parser)
    reader_option(parser)
    _edition_option(parser)
    parser.add_argument(
        "-c",
        metavar="LINE",
        dest="lines",
        action="append",
        default=[],
        help=_("What the next card is to be; say it again for each further one. Try: -c help"),
    )
    parser.add_argument(
        "--wait",
        metavar="SECONDS",
        type=factor,
        help=_("How long to wait for each card: 60, or for ever where lines are typed."),
    )
    parser.add_argument(
        "--no-write",
        action="store_true",
        help=_("Write nothing on the cards: know them by their numbers alone."),
    )
    json_option(parser)


def _enrol(arguments: argparse.Namespace) -> int | None:
    from companion.enrol import run_enrol  # noqa: PLC0415  # nothing is loaded before its command

    use_pin_file(arguments)
    return run_enrol(arguments)


def _cards_options(parser: Parser) -> None:
    parser.add_argument(
        "output",
        metavar="FILE",
        type=Path,
        help=_("Where to write them: .html for all sheets, .svg for a file a sheet."),
    )
    _edition_option(parser)
    parser.add_argument(
        "--players",
        metavar="NAMES",
        default="",
        help=_("Whose cards to draw too, with commas between: Ada,Ben."),
    )


def _cards(arguments: argparse.Namespace) -> int | None:
    from companion.card_sheets import run_cards  # noqa: PLC0415  # see above

    return run_cards(arguments)
