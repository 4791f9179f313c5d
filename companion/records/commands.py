"""The commands `verify`, `replay`, `export`, `backup` and `restore`."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from companion.config import configuration
from companion.console.table_text import table_text
from companion.errors import EXIT_FAILED, EXIT_OK, DataError, UsageError
from companion.journal.faults import DamagedError, fault_of_system
from companion.journal.store import JOURNAL_NAME, Store
from companion.locales import _
from companion.records.books import folded, opened
from companion.records.checking import checked
from companion.records.exporting import FORMATS
from companion.records.restoring import is_database, restored


def run_verify(arguments: argparse.Namespace) -> int:
    """Check a journal, its games and its copies, and say what holds; exit 1 where a copy does not.

    Raises:
        DataError: The journal does not hold, or there is none.
    """
    told = configuration(arguments)
    is_fine = True
    for finding in checked(arguments.game, told.data, told.second_copy):
        is_fine = is_fine and finding.is_fine
        mark = "●" if finding.is_fine else "✖"
        sys.stdout.write(f"{mark} {finding.sentence}\n")
    return EXIT_OK if is_fine else EXIT_FAILED


def run_replay(arguments: argparse.Namespace) -> int:
    """Print the table as it stood after a row.

    Raises:
        DataError: There is no such game, or it is damaged.
    """
    told = configuration(arguments)
    with opened(arguments.game, told.data) as book:
        first, end = book.rows[0].seq, book.rows[-1].seq
        until = end if arguments.to is None else arguments.to
        if until < first:
            sentence = _("{game} begins with row {first}.")
            raise UsageError(sentence.format(game=book.game, first=first))
        if until > end:
            sentence = _(
                "There is no row {to}: {game} has rows {first} to {last}. This is the last:"
            )
            words = sentence.format(to=until, game=book.game, first=first, last=end)
            sys.stderr.write(words + "\n")
        timeline = folded(book, until)
        last = next(row for row in reversed(book.rows) if row.seq <= until)
    sentence = _("After row {seq} of {game}, {wall}:")
    sys.stderr.write(sentence.format(seq=last.seq, game=last.game, wall=last.wall) + "\n")
    sys.stdout.write(table_text(timeline.state) + "\n")
    return EXIT_OK


def run_export(arguments: argparse.Namespace) -> int:
    """Print a game in the form asked for.

    Raises:
        DataError: There is no such game, or it is damaged.
    """
    told = configuration(arguments)
    with opened(arguments.game, told.data) as book:
        sys.stdout.write(FORMATS[arguments.format](book))
    return EXIT_OK


def run_backup(arguments: argparse.Namespace) -> int:
    """Copy the journal, also of a running table, and verify the copy.

    Raises:
        DataError: There is no journal, or it is damaged.
        StorageError: The copy cannot be written.
    """
    told = configuration(arguments)
    target: Path = arguments.target
    if target.is_dir():
        target = target / f"tapbank-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite3"
    if target.exists():
        raise UsageError(_("{path} is there already: name another.").format(path=target))
    with opened(None, told.data) as book:
        try:
            book.store.copy_to(target)
        except OSError as error:
            raise fault_of_system(error, target) from error
    copy = Store(target, is_for_reading=True)
    try:
        copy.verify()
        rows = copy.head.seq
    finally:
        copy.close()
    sentence = _("{path}: {rows} rows, verified.")
    sys.stderr.write(sentence.format(path=target, rows=rows) + "\n")
    return EXIT_OK


def run_restore(arguments: argparse.Namespace) -> int:
    """Put a backup in the journal's place; what is there is kept under another name.

    Raises:
        LockHeldError: A table runs on the folder.
        DataError: The backup is damaged, or none.
    """
    told = configuration(arguments)
    source: Path = arguments.source
    if not source.exists():
        raise DataError(_("There is no backup {path}.").format(path=source))
    if source.is_dir():
        source = source / JOURNAL_NAME
    if not source.is_file():
        raise DataError(_("There is no journal in {folder}.").format(folder=source.parent))
    try:
        if not is_database(source):
            sentence = _("{path} is no backup: name a file that “tapbank backup” has written.")
            raise DataError(sentence.format(path=source))
        result = restored(source, told.data, told.second_copy)
    except DamagedError:
        raise
    except OSError as error:
        raise fault_of_system(error, told.data) from error
    sentence = _("Restored {rows} rows from {path}.")
    sys.stderr.write(sentence.format(rows=result.rows, path=source) + "\n")
    for path in result.kept:
        sys.stderr.write(_("What was there is kept as {path}.").format(path=path) + "\n")
    return EXIT_OK
