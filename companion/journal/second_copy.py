"""The second copy: the same rows as lines of JSON, each with a checksum, for people and for rescue.

A line is `{"crc":"89abcdef","v":1,"seq":1,…,"hash":"…"}`; the checksum is CRC-32 of all bytes
after `"crc":"89abcdef",` up to the line's end, and `hash` is the row's place in the chain.
"""

import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.journal.faults import of_newer_program
from companion.journal.rows import GENESIS, Head, Posting, Row

COPY_NAME = "journal.jsonl"
LINE_VERSION = 1
REFILL_ROWS = 256  # written at once, so that a long journal does not stand in memory

_HEAD = len(b'{"crc":"89abcdef",')


class _Line(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    v: int = LINE_VERSION
    seq: int
    game: str
    kind: str
    id: str
    actor: int | None
    note: str
    source: str
    count: int
    command: msgspec.Raw
    events: msgspec.Raw
    version: int
    wall: str
    postings: tuple[tuple[int, int, str], ...]
    hash: str


class _Place(msgspec.Struct, frozen=True, gc=False):
    v: int
    seq: int
    hash: str


class Scan(msgspec.Struct, frozen=True, gc=False):
    """What a pass over a copy found."""

    head: Head
    """Of the last good line."""
    good_bytes: int
    """Up to the end of the last good line."""
    is_damaged: bool
    """Whether good lines stand behind bad ones, or lines are missing; a torn end is no damage."""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Line).decode
_decode_place = msgspec.json.Decoder(_Place).decode


def line_of(row: Row, row_hash: bytes) -> bytes:
    """Return *row* as a line, its end included."""
    line = _Line(
        seq=row.seq,
        game=row.game,
        kind=row.kind,
        id=row.id,
        actor=row.actor,
        note=row.note,
        source=row.source,
        count=row.count,
        command=msgspec.Raw(row.command or b"null"),
        events=msgspec.Raw(row.events),
        version=row.version,
        wall=row.wall,
        postings=tuple((p.account, p.amount, p.reason) for p in row.postings),
        hash=row_hash.hex(),
    )
    body = _encode(line)[1:]
    return b'{"crc":"%08x",%b\n' % (zlib.crc32(body), body)


def row_of_line(line: bytes) -> tuple[Row, bytes]:
    """Return the row of a good *line*, and its hash as it stands there."""
    read = _decode(line)
    command = bytes(read.command)
    row = Row(
        seq=read.seq,
        game=read.game,
        kind=read.kind,
        id=read.id,
        actor=read.actor,
        note=read.note,
        source=read.source,
        count=read.count,
        command=b"" if command == b"null" else command,
        events=bytes(read.events),
        version=read.version,
        wall=read.wall,
        postings=tuple(Posting(*posting) for posting in read.postings),
    )
    return row, bytes.fromhex(read.hash)


def is_good(line: bytes) -> bool:
    """Return whether a line is whole and its checksum holds."""
    if len(line) <= _HEAD or line[-1:] != b"\n" or not line.startswith(b'{"crc":"'):
        return False
    return line[8:_HEAD] == b'%08x",' % zlib.crc32(line[_HEAD:-1])


def scan(path: Path) -> Scan:
    """Check every line of the copy at *path*; an absent one is empty.

    Raises:
        DataError: A newer program wrote it.
        OSError: It cannot be read.
    """
    good, last, good_bytes, at, is_damaged = 0, b"", 0, 0, False
    is_behind_bad = False
    for line in _lines(path):
        at += len(line)
        if not is_good(line):
            is_behind_bad = True
            continue
        is_damaged = is_damaged or is_behind_bad
        good, last, good_bytes = good + 1, line, at
    if not last:
        return Scan(Head(), 0, is_damaged=False)
    place = _decode_place(last)
    if place.v > LINE_VERSION:
        raise of_newer_program(path, place.v, LINE_VERSION)
    head = Head(place.seq, bytes.fromhex(place.hash))
    return Scan(head, good_bytes, is_damaged=is_damaged or good != place.seq)


def rows_in(path: Path, after: int = 0) -> Iterator[tuple[Row, bytes]]:
    """Yield the rows of the good lines whose number is above *after*, each with its hash."""
    for line in _lines(path):
        if is_good(line) and _decode_place(line).seq > after:
            yield row_of_line(line)


def hash_at(path: Path, seq: int) -> bytes | None:
    """Return the hash of row *seq* as the copy has it; None where it does not hold that row."""
    if seq == 0:
        return GENESIS
    for line in _lines(path):
        if is_good(line) and (place := _decode_place(line)).seq == seq:
            return bytes.fromhex(place.hash)
    return None


class SecondCopy:
    """A copy that is open for appending; what it says it has appended is on its disk."""

    def __init__(self, path: Path, size: int) -> None:
        """Open *path* and let go of what stands behind its first *size* bytes: a torn line.

        Raises:
            OSError: The device is gone, full, or does not take it.
        """
        self.path = path
        is_new = not path.exists()
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._size = size
        try:
            if os.fstat(self._fd).st_size != size:
                os.ftruncate(self._fd, size)
            if is_new:
                sync_folder(path.parent)
        except OSError:
            os.close(self._fd)
            raise

    def append(self, lines: bytes, *, is_last: bool = True) -> None:
        """Write whole *lines*, and wait for the disk unless more follow at once.

        Raises:
            OSError: None of them counts as written, and the copy is as it was.
        """
        try:
            rest = memoryview(lines)
            while rest:
                rest = rest[os.write(self._fd, rest) :]
            if is_last:
                os.fsync(self._fd)
        except OSError:
            self._cut()
            raise
        self._size += len(lines)

    def refill(self, rows: Iterable[tuple[Row, bytes]]) -> None:
        """Append *rows*, which are all that the copy lacks; raises as `append`."""
        lines: list[bytes] = []
        for row, row_hash in rows:
            lines.append(line_of(row, row_hash))
            if len(lines) >= REFILL_ROWS:
                self.append(b"".join(lines), is_last=False)
                lines.clear()
        self.append(b"".join(lines))

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._fd)

    def _cut(self) -> None:
        with suppress(OSError):  # then the torn line stays, and the next scan lets go of it
            os.ftruncate(self._fd, self._size)


def sync_folder(folder: Path) -> None:
    """Make names in *folder* durable.

    Raises:
        OSError: The device failed.
    """
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    with file:
        yield from file
