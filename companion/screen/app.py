"""Where the screen starts: a word on the terminal at once, then the slow imports."""

import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import UsageError
from companion.locales import _

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
    theme: str | None = None,
    is_plain: bool = False,
    is_low_power: bool = False,
    client: "Client | None" = None,
) -> int:
    """Show the table at *socket_path* until its user leaves; return the exit code.

    *theme*: none: the one that suits the terminal. *client*: an unattached one to use instead of a
    plain one.
    """
    theme = theme or theme_of(os.environ)
    if is_plain:
        from companion.screen.plain import run_plain  # noqa: PLC0415  # lines need no Textual

        return run_plain(socket_path)
    sys.stdout.write(SPLASH.format(words=_("One moment …")))
    sys.stdout.flush()
    from companion.client import Client  # noqa: PLC0415  # after the splash
    from companion.screen.banker import Banker  # noqa: PLC0415  # after the splash
    from companion.screen.console_palette import set_palette  # noqa: PLC0415  # after the splash

    is_low_power = is_low_power or is_remote(os.environ)
    with set_palette(theme):
        screen = client or Client(socket_path, "screen")
        code = Banker(screen, theme=theme, is_low_power=is_low_power).run() or 0
    with contextlib.suppress(OSError):  # the window may be closed
        sys.stdout.write(WIPED)
        sys.stdout.flush()
    return code


def theme_of(environment: Mapping[str, str]) -> str:
    """Return the look that a terminal can show: sixteen colours on a bare Linux console."""
    return "vt16" if environment.get("TERM") == "linux" else "felt"


def is_remote(environment: Mapping[str, str]) -> bool:
    """Return whether the screen is looked at over SSH, where every redrawn line is a message."""
    return bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))
