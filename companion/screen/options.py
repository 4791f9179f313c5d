"""The options of the screen on the command line; nothing of the screen is imported for them."""

from companion.arguments import Parser
from companion.locales import _

THEMES = ("felt", "paper", "contrast", "vt16")


def screen_options(parser: Parser) -> None:
    """Add how the screen is to look."""
    parser.add_argument(
        "--plain", action="store_true", help=_("Numbered lines instead of a drawn screen.")
    )
    parser.add_argument(
        "--theme",
        choices=THEMES,
        help=_("The colours of the screen: what suits the terminal if not said."),
    )
    parser.add_argument(
        "--low-power",
        action="store_true",
        help=_("Draw as little as may be: nothing hops or counts up. Over SSH it is so anyway."),
    )
