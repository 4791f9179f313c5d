"""The command `tapbank edition`: list the boards, begin one's own, check it."""

import argparse
import re
import sys
from pathlib import Path

from companion.edition_file import new_edition_text
from companion.editions import (
    edition_ids,
    edition_text,
    load_edition,
    source_of,
    unknown_edition,
)
from companion.errors import EXIT_OK, DataError, StorageError, UsageError, error_of_system
from companion.locales import _, ngettext
from companion.views.words import money
from engine.board import Edition
from engine.edition import EditionError

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def run_edition(arguments: argparse.Namespace) -> int:
    """Do what was asked about editions, and return the exit code.

    Raises:
        TapbankError: A file is wrong, cannot be read or is there already; a name does not fit.
    """
    name: str | None = arguments.name
    if arguments.action == "list":
        if name is not None:
            raise UsageError(_("edition list takes no name."))
        sys.stdout.write(listed())
    elif name is None:
        sentence = _("edition {action}: name it. See: tapbank edition --help")
        raise UsageError(sentence.format(action=arguments.action))
    elif arguments.action == "check":
        sys.stdout.write(summary(source_of(name), _loaded(name)))
    else:
        _begin(name, arguments.base, arguments.output)
    return EXIT_OK


def listed() -> str:
    """Return a line an edition that comes with the program."""
    editions = [load_edition(name) for name in edition_ids()]
    width = max(len(edition.name) for edition in editions)
    rows = (
        f"{edition.id:8}{edition.language:4}{edition.name:{width}}  {verified(edition)}"
        for edition in editions
    )
    return "\n".join(rows) + "\n"


def verified(edition: Edition) -> str:
    """Return what is not verified of an edition, or that all is."""
    if edition.note:
        return _("Not verified: {note}").format(note=edition.note)
    return _("All figures are verified.")


def summary(source: str, edition: Edition) -> str:
    """Return what an edition holds, in a few lines."""
    prices = sorted(space.title.price for space in edition.spaces if space.title is not None)
    deeds = ngettext("{count} deed", "{count} deeds", len(prices)).format(count=len(prices))
    lines = (
        _("{source} can be played: {name} ({id}), in {currency}.").format(
            source=source, name=edition.name, id=edition.id, currency=edition.currency
        ),
        _("{deeds} from {low} to {high}, {cards} cards, {money} to begin with.").format(
            deeds=deeds,
            low=money(prices[0]),
            high=money(prices[-1]),
            cards=len(edition.chance) + len(edition.chest),
            money=money(edition.start_money),
        ),
        verified(edition),
    )
    return "\n".join(lines) + "\n"


def _loaded(name: str) -> Edition:
    try:
        return load_edition(name)
    except EditionError as error:
        raise DataError(str(error)) from error
    except FileNotFoundError as error:
        raise UsageError(unknown_edition(name)) from error
    except OSError as error:
        sentence = _("The edition {path} cannot be read: {reason}.")
        raise UsageError(sentence.format(path=name, reason=error.strerror)) from error


def _begin(edition_id: str, base: str, output: Path | None) -> None:
    if not _ID.fullmatch(edition_id):
        sentence = _("“{id}” is no id: small letters and digits, joined by hyphens.")
        raise UsageError(sentence.format(id=edition_id))
    if edition_id in edition_ids():
        sentence = _("The edition “{id}” comes with the program: choose another id.")
        raise UsageError(sentence.format(id=edition_id))
    _loaded(base)
    text = new_edition_text(edition_id, base, edition_text(base))
    if output is None:
        sys.stdout.write(text)
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        sentence = _("{path} is there already: name another file.")
        raise UsageError(sentence.format(path=output)) from error
    except OSError as error:
        known = error_of_system(error)
        sentence = _("{path} cannot be written: {reason}.")
        raise known or StorageError(sentence.format(path=output, reason=error.strerror)) from error
    sys.stderr.write(
        _("{path} is written; edit it, then: {command}").format(
            path=output, command=f"tapbank edition check {output}"
        )
        + "\n"
    )
