"""What may stand after `tapbank edition`; nothing else, so that its help is quick."""

from pathlib import Path

from companion.arguments import Parser
from companion.locales import _


def edition_options(parser: Parser) -> None:
    """Take what follows `tapbank edition`."""
    parser.add_argument(
        "action", metavar="list|new|check", choices=("list", "new", "check"), help=_("What to do.")
    )
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        help=_("The id of a new edition; what to check: a file, or an id."),
    )
    parser.add_argument(
        "--from",
        dest="base",
        metavar="ID",
        default="us",
        help=_("Whose figures a new edition begins with: us if not said."),
    )
    parser.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        type=Path,
        help=_("Where to write a new edition: without it to standard output."),
    )
