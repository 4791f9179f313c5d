"""The sixteen colours of a bare Linux console, set to ours while the screen is shown."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.screen.look import VT_PALETTE

RESET = "\x1b]R"


@contextmanager
def set_palette(theme: str) -> Iterator[None]:
    """Set the palette where the console is bare and the look needs it; put it back after."""
    if theme != "vt16" or os.environ.get("TERM") != "linux" or not sys.stdout.isatty():
        yield
        return
    colours = "".join(f"\x1b]P{number:X}{c[1:]}" for number, c in enumerate(VT_PALETTE))
    sys.stdout.write(colours)
    sys.stdout.flush()
    try:
        yield
    finally:
        sys.stdout.write(RESET)
        sys.stdout.flush()
