"""Which language the menu chose, so that the table speaks it after a restart, too."""

import contextlib
from pathlib import Path

from companion.locales import available

FILE_NAME = "language"


def chosen_language(folder: Path) -> str | None:
    """Return the language chosen at the table in *folder*; nothing where none was."""
    try:
        code = (folder / FILE_NAME).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return code if code in available() else None


def remember_language(folder: Path, code: str) -> None:
    """Keep the choice; where the disk does not take it, only this start speaks it."""
    fresh = folder / f"{FILE_NAME}.new"
    with contextlib.suppress(OSError):
        fresh.write_text(f"{code}\n", "utf-8")
        fresh.replace(folder / FILE_NAME)
