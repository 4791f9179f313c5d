"""A copy and the journal brought to say the same; what does not fit is laid aside."""

import os
from pathlib import Path

import msgspec

from companion.journal.rows import Head
from companion.journal.second_copy import Scan, SecondCopy, scan, sync_folder
from companion.journal.store import Store
from companion.locales import _


class Agreed(msgspec.Struct, frozen=True):
    """A copy that holds what the journal holds, open for more."""

    copy: SecondCopy
    said: str
    """What was laid aside, as a sentence for people; empty where nothing was."""


def agree(path: Path, store: Store, boot_id: str, found: Scan | None = None) -> Agreed:
    """Open the copy at *path*, and bring it up to date with *store*.

    A copy that is damaged or tells another story is laid aside under a name with *boot_id*, and a
    new one is written. *found* spares a second pass over a copy that was just scanned.

    Raises:
        DataError: A newer program wrote the copy.
        OSError: Its device is missing, full or failed.
    """
    said = ""
    found = found or scan(path)
    if found.is_damaged or not is_of(store, found.head):
        kept = lay_aside(path, f"aside-{boot_id}")
        found = Scan(Head(), 0, is_damaged=False)
        sentence = _(
            "The second copy {path} did not fit and was kept as {kept}; a new one is made."
        )
        said = sentence.format(path=path, kept=kept.name)
    copy = SecondCopy(path, found.good_bytes)
    try:
        if found.head.seq < store.head.seq:
            copy.refill(store.rows_after(found.head.seq))
    except BaseException:
        copy.close()
        raise
    return Agreed(copy, said)


def is_of(store: Store, head: Head) -> bool:
    """Return whether the row at *head* is the same in *store*."""
    return store.hash_at(head.seq) == head.hash


def lay_aside(path: Path, suffix: str) -> Path:
    """Rename the file at *path*, and what SQLite keeps beside it; return its new path.

    Raises:
        OSError: It cannot be renamed.
    """
    kept = path.with_name(f"{path.name}.{suffix}")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.{suffix}-{number}")
    for beside in ("", "-wal", "-shm"):
        source = path.with_name(path.name + beside)
        if source.exists():
            os.rename(source, kept.with_name(kept.name + beside))  # noqa: PTH104  # both are paths already
    sync_folder(path.parent)
    return kept
