"""Edition files from the package or from a path of one's own."""

import importlib.resources
from pathlib import Path

from engine.board import Edition
from engine.edition import EditionError, parse_edition

_FOLDER = importlib.resources.files("engine") / "editions"


def edition_ids() -> tuple[str, ...]:
    """Return the ids of the editions that come with the program, in order."""
    files = (file.name for file in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


def load_edition(name: str) -> Edition:
    """Return an edition by its id, or from a file of one's own.

    Raises:
        OSError: there is no such file, or it cannot be read.
        EditionError: the file is no edition; one sentence with line and key.
    """
    if name in edition_ids():
        return parse_edition((_FOLDER / f"{name}.toml").read_text("utf-8"), f"{name}.toml")
    path = Path(name)
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        msg = f"{path}: not UTF-8 text"
        raise EditionError(msg) from None
    return parse_edition(text, str(path))
