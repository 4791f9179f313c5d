"""What a command of the program is, and the options that many of them share."""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.arguments import Parser
from companion.folders import data_folder
from companion.locales import _

PROGRAM = "tapbank"

Options = Callable[[Parser], None]
Handler = Callable[[argparse.Namespace], int | None]


@dataclass(frozen=True, slots=True)
class Command:
    """One command of the program; its words stay English until they are shown."""

    name: str
    summary: str
    example: str
    options: Options
    handler: Handler

    def parser(self) -> Parser:
        """Return the parser of what follows the command's name."""
        parser = Parser(f"{PROGRAM} {self.name}", summary=self.summary, example=self.example)
        self.options(parser)
        return parser


def data_option(parser: Parser) -> None:
    """Let the folder of the journal be named."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        default=data_folder(),
        help=_(
            "The folder of the table's journal. Without it $TAPBANK_DATA, then your data folder."
        ),
    )


def pin_option(parser: Parser) -> None:
    """Let the banker's PIN be brought in a file."""
    parser.add_argument(
        "--pin-file",
        metavar="FILE",
        help=_("The file that holds the banker's PIN. Without it $TAPBANK_PIN_FILE, then none."),
    )


def use_pin_file(arguments: argparse.Namespace) -> None:
    """Let every client of this process bring the PIN that `--pin-file` names."""
    if arguments.pin_file:
        os.environ["TAPBANK_PIN_FILE"] = arguments.pin_file


def reader_option(parser: Parser) -> None:
    """Let card readers be named."""
    parser.add_argument(
        "--reader",
        metavar="PATH",
        action="append",
        default=[],
        help=_("A card reader; say it again for each further one. Without it what is plugged in."),
    )


def json_option(parser: Parser) -> None:
    """Let the answer be JSON."""
    parser.add_argument("--json", action="store_true", help=_("Print JSON and nothing else."))


def device_options(parser: Parser) -> None:
    """Let the dice board and the readers be named."""
    parser.add_argument(
        "--board",
        metavar="URL",
        help=_("The dice board: a path, or an address of pyserial. Without it what is plugged in."),
    )
    reader_option(parser)
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=Path,
        help=_("Write down what goes over the devices' lines: a fault can then be played again."),
    )
