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
        EditionError: the file is no edition; a sentence a fault, with line and key.
    """
    return parse_edition(edition_text(name), source_of(name))


def edition_text(name: str) -> str:
    """Return the file of an edition; raises as `load_edition`."""
    if name in edition_ids():
        return (_FOLDER / f"{name}.toml").read_text("utf-8")
    try:
        return Path(name).read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        sentence = f"{name}: this is no UTF-8 text: byte {error.start + 1} fits no character"
        raise EditionError(sentence) from None


def source_of(name: str) -> str:
    """Return what errors call the file of an edition."""
    return f"{name}.toml" if name in edition_ids() else name
