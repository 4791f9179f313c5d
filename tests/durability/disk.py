"""A disk that can be stopped at any moment: what was recorded, played back operation by operation.

What a cut leaves of files: their content at the last sync, and of what was written since anything
from nothing to all of it. Names are durable once their folder was synced, in order.
"""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
_HEAD = struct.Struct("<B3xIQqQ")
_VOLATILE = "-shm"  # shared memory, not content: made anew by whoever opens the file first


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that was done to the disk, or a mark between them."""

    kind: str
    path: str
    inode: int
    offset: int
    data: bytes


def operations(trace: Path) -> list[Operation]:
    """Return all that was recorded in *trace*."""
    content, at, found = trace.read_bytes(), 0, []
    while at < len(content):
        kind, path_len, inode, offset, data_len = _HEAD.unpack_from(content, at)
        at += _HEAD.size
        path = content[at : at + path_len].decode()
        at += path_len
        found.append(Operation(chr(kind), path, inode, offset, content[at : at + data_len]))
        at += data_len
    return found


@dataclass(slots=True)
class _File:
    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Writes since the last sync; without data: a new size."""


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    end = offset if data is None else offset + len(data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if data is None:
        del content[end:]
    else:
        content[offset:end] = data


Image = dict[str, bytes]
"""Files by their names in the folder."""


class Disk:
    """The disk after the operations that were done to it."""

    def __init__(self, start: Image | None = None) -> None:
        self._files: dict[int, _File] = {}
        self._names: dict[str, _File] = {}
        self._durable_names: dict[str, _File] = {}
        self._pending_names: list[dict[str, _File]] = []
        """The names after each change since the last sync of the folder."""
        self._start = dict(start or {})
        self.last: tuple[_File, int, int] | None = None
        """The file, offset and length of the write that was done last."""
        for name, content in self._start.items():
            self._durable_names[name] = _File(bytearray(content))
        self._names = dict(self._durable_names)

    def adopt(self, name: str, inode: int) -> None:
        """Say that the file of that name, there from the start, has this inode."""
        self._files[inode] = self._names[name]

    def do(self, done: Operation) -> None:
        """Take one operation."""
        name = done.path.rpartition("/")[2]
        match done.kind:
            case "C":
                self._files[done.inode] = _File()
                self._rename({**self._names, name: self._files[done.inode]})
            case "W":
                file = self._files[done.inode]
                file.pending.append((done.offset, done.data))
                self.last = (file, done.offset, len(done.data))
            case "T":
                self._files[done.inode].pending.append((done.offset, None))
            case "S":
                self._sync(self._files[done.inode])
            case "F":
                if done.inode in self._files:
                    # The system forgets what it could not write, and later syncs succeed.
                    self._files[done.inode].pending.clear()
            case "D":
                self._durable_names = self._names
                self._pending_names = []
            case "U":
                self._rename({n: file for n, file in self._names.items() if n != name})
            case "R":
                names = dict(self._names)
                names[done.data.decode().rpartition("/")[2]] = names.pop(name)
                self._rename(names)
            case _:
                assert done.kind == "M", done

    @property
    def is_pending(self) -> bool:
        """Whether a cut now could leave more than one image."""
        return bool(self._pending_names) or any(f.pending for f in self._names.values())

    def lost(self) -> Image:
        """Return what is left where nothing survives that was not synced."""
        return {n: bytes(f.durable) for n, f in self._durable_names.items() if _is_content(n)}

    def kept(self) -> Image:
        """Return what is left where all survives."""
        return self._image(self._names, lambda _file, _place: True)

    def torn(self, rng: random.Random) -> Image:
        """Return what is left where a file ends its writes in the midst of one of them."""
        cuts = {id(f): rng.randint(0, len(f.pending)) for f in self._names.values()}

        def keeps(file: _File, place: int) -> bool | random.Random:
            cut = cuts.get(id(file), 0)
            return rng if place == cut else place < cut

        return self._image(self._some_names(rng), keeps, is_prefix=True)

    def shuffled(self, rng: random.Random, *, is_garbage: bool = False) -> Image:
        """Return what is left where any sectors survive, the others old or with garbage."""
        return self._image(self._some_names(rng), lambda _f, _p: rng, is_garbage=is_garbage)

    def damaged(self, rng: random.Random, block: int) -> Image | None:
        """Return all that survives but the flash block around the last write; None without one."""
        image = self.kept()
        names = [n for n, f in self._names.items() if self.last and f is self.last[0]]
        if not names or not _is_content(names[0]) or self.last is None:
            return None
        _file, offset, length = self.last
        content = bytearray(image[names[0]])
        begin = offset // block * block
        end = min(len(content), (offset + length + block - 1) // block * block)
        content[begin:end] = (
            rng.randbytes(end - begin) if rng.random() < 0.7 else bytes(end - begin)
        )
        return image | {names[0]: bytes(content)}

    def _rename(self, names: dict[str, _File]) -> None:
        self._names = names
        self._pending_names.append(names)

    def _sync(self, file: _File) -> None:
        for offset, data in file.pending:
            _apply(file.durable, offset, data)
        file.pending.clear()

    def _some_names(self, rng: random.Random) -> dict[str, _File]:
        return rng.choice([self._durable_names, *self._pending_names])

    def _image(self, names, keeps, *, is_prefix=False, is_garbage=False) -> Image:
        """Return the files of *names*; *keeps* says of each write yes, no, or a chance a sector."""
        image = {}
        for name, file in names.items():
            if not _is_content(name):
                continue
            content = bytearray(file.durable)
            for place, (offset, data) in enumerate(file.pending):
                how = keeps(file, place)
                if how is True:
                    _apply(content, offset, data)
                elif isinstance(how, random.Random):
                    some = _some(offset, data, how, is_prefix=is_prefix, is_garbage=is_garbage)
                    for at, part in some:
                        _apply(content, at, part)
            image[name] = bytes(content)
        return image


def _some(offset, data, rng, *, is_prefix, is_garbage) -> Iterator[tuple[int, bytes | None]]:
    """Yield what a cut leaves of one write."""
    if data is None:
        if rng.random() < 0.5:
            yield offset, None
        return
    sectors = list(_sectors(offset, data))
    if is_prefix:
        yield from sectors[: rng.randint(0, len(sectors) - 1)]
        return
    share = rng.random()
    for at, part in sectors:
        if rng.random() < share:
            yield at, part
        elif is_garbage and rng.random() < 0.5:
            yield at, rng.randbytes(len(part))


def _sectors(offset: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(data):
        length = min(len(data) - at, SECTOR - (offset + at) % SECTOR)
        yield offset + at, data[at : at + length]
        at += length


def _is_content(name: str) -> bool:
    return not name.endswith(_VOLATILE)
