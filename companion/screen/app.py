"""Where the screen starts: a word on the terminal at once, then the slow imports."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import UsageError
from companion.locales import _, set_language

if TYPE_CHECKING:
    from companion.client import Client

SPLASH = "\r\x1b[1m TAPBANK \x1b[0m {words}"
WIPED = "\r\x1b[K"


def check_terminal() -> None:
    """Make sure that a screen can be shown and typed to here.

    Raises:
        UsageError: Input or output is no terminal.
    """
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        sentence = _("The screen needs a terminal. What does without: {commands}.")
        commands = "play --plain, console -c, demo --headless"
        raise UsageError(sentence.format(commands=commands))


def run_screen(
    socket_path: Path,
    *,
    theme: str = "felt",
    language: str | None = None,
    is_plain: bool = False,
    client: "Client | None" = None,
) -> int:
    """Show the table at *socket_path* until its user leaves; return the exit code.

    *client*: an unattached one to use instead of a plain one.
    """
    if language is not None:
        set_language(language)
    if is_plain:
        from companion.screen.plain import run_plain  # noqa: PLC0415  # lines need no Textual

        return run_plain(socket_path)
    sys.stdout.write(SPLASH.format(words=_("One moment …")))
    sys.stdout.flush()
    from companion.client import Client  # noqa: PLC0415  # after the splash
    from companion.screen.banker import Banker  # noqa: PLC0415  # after the splash
    from companion.screen.console_palette import set_palette  # noqa: PLC0415  # after the splash

    with set_palette(theme):
        code = Banker(client or Client(socket_path, "screen"), theme=theme).run() or 0
    sys.stdout.write(WIPED)
    sys.stdout.flush()
    return code
