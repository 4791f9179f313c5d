"""Unix sockets at paths of any length; the system itself takes about a hundred bytes."""

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

PATH_BYTES_MAX = 100  # 108 in Linux, 104 elsewhere, with the closing zero


@contextlib.contextmanager
def short_address(path: Path) -> Iterator[str]:
    """Yield a name for *path* that fits into a socket address, good while the block runs."""
    if len(os.fsencode(path)) <= PATH_BYTES_MAX:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def listening_socket(path: Path) -> socket.socket:
    """Return a socket bound at *path* that only this user may use; an old one gives way.

    Raises:
        OSError: The folder does not take a socket.
    """
    path.unlink(missing_ok=True)
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        with short_address(path) as address:
            bound.bind(address)
    except BaseException:
        bound.close()
        raise
    finally:
        os.umask(mask)
    return bound


def connected_socket(path: Path) -> socket.socket:
    """Return a socket connected to *path*.

    Raises:
        OSError: Nobody listens there.
    """
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with short_address(path) as address:
            client.connect(address)
    except BaseException:
        client.close()
        raise
    return client
