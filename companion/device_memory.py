"""Which board and which readers a table had, so that they are the same ones after a restart."""

from pathlib import Path

import msgspec
import structlog

from firmware_bridge.discovery import named_readers

FILE_NAME = "devices.json"

_log = structlog.get_logger()


class _File(msgspec.Struct, frozen=True):
    """The file as it lies on the disk."""

    board: str | None = None
    readers: dict[str, str] = {}


class DeviceMemory:
    """The names of what was found plugged in, in the table's folder.

    A file that cannot be read or written costs nothing but the names: it is begun anew.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        try:
            self._known = msgspec.json.decode(self._path.read_bytes(), type=_File)
        except (OSError, msgspec.DecodeError):
            self._known = _File()

    @property
    def board(self) -> str | None:
        """The uid of the board that was used last."""
        return self._known.board

    def remember_board(self, uid: str) -> None:
        """Prefer this board from now on."""
        self._store(_File(uid, self._known.readers))

    def reader(self, path: str) -> str:
        """Return the name of the reader in that socket: the one it has had, or a free one."""
        name = named_readers([path], self._known.readers)[path]
        self._store(_File(self._known.board, {**self._known.readers, path: name}))
        return name

    def _store(self, known: _File) -> None:
        if known == self._known:
            return
        self._known = known
        try:
            fresh = self._path.with_suffix(".new")
            fresh.write_bytes(msgspec.json.format(msgspec.json.encode(known)))
            fresh.replace(self._path)
        except OSError as error:
            _log.warning("devices_not_remembered", reason=error.strerror)
