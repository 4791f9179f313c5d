"""The append-only book of a table: SQLite and a second copy, a hash chain, one writer thread."""

from companion.journal.lock import TableLock
from companion.journal.rows import Posting, Row
from companion.journal.store import Store
from companion.journal.writer import Writer, Written

__all__ = ["Posting", "Row", "Store", "TableLock", "Writer", "Written"]
