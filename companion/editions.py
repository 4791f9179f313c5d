"""Edition files from the package or from a path of one's own."""

import importlib.resources
from pathlib import Path

from companion.errors import DataError
from companion.locales import _
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


def edition_named(name: str) -> Edition:
    """Return an edition as `load_edition` does, for whoever wants to play it.

    Raises:
        DataError: There is no such edition or file, or it is none; its first fault is named.
    """
    try:
        return load_edition(name)
    except EditionError as error:
        first, *more = str(error).splitlines()
        hint = _("{count} more: tapbank edition check {path}").format(count=len(more), path=name)
        raise DataError(f"{first} ({hint})" if more else first) from error
    except FileNotFoundError as error:
        raise DataError(unknown_edition(name)) from error
    except OSError as error:
        sentence = _("The edition {path} cannot be read: {reason}.")
        raise DataError(sentence.format(path=name, reason=error.strerror)) from error


def unknown_edition(name: str) -> str:
    """Return that there is no such edition, and which there are."""
    sentence = _("There is no edition “{name}”; there are {known}, or a file of your own.")
    return sentence.format(name=name, known=", ".join(edition_ids()))


def edition_text(name: str) -> str:
    """Return the file of an edition; raises as `load_edition`."""
    if name in edition_ids():
        return (_FOLDER / f"{name}.toml").read_text("utf-8")
    try:
        return Path(name).read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        where = f"{name}, line {line}"
        sentence = f"{where}: this is no UTF-8 text: byte {error.start + 1} fits no character"
        raise EditionError(sentence) from None


def source_of(name: str) -> str:
    """Return what errors call the file of an edition."""
    return f"{name}.toml" if name in edition_ids() else name
