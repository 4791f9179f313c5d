"""The board's end of a USB serial line: a pseudo-terminal that can be pulled out."""

import binascii
import os
import select
import threading
import tty
from pathlib import Path

_FULL_S = 0.05  # a host that does not read this long loses what is sent, as over USB
_READ_BYTES = 4096


def sealed(body: str) -> bytes:
    """Return a line host to board, with its checksum (DLP/1)."""
    return f"!{body}*{binascii.crc_hqx(body.encode(), 0xFFFF):04X}\n".encode()


class SerialLine:
    """A raw pseudo-terminal behind a link that keeps its name while the port's changes.

    One slave descriptor stays open, so that a host may come and go; `unplug` closes both ends,
    which the host sees as a device that is gone.
    """

    def __init__(self, link_path: Path) -> None:
        self._link_path = link_path
        self._lock = threading.Lock()
        self._ends: tuple[int, int] | None = None
        self._woken, self._waker = os.pipe()

    @property
    def is_plugged(self) -> bool:
        """Whether a host can open the port."""
        return self._ends is not None

    def plug(self) -> None:
        """Make a port and point the link at it."""
        with self._lock:
            if self._ends is not None:
                return
            master, slave = os.openpty()
            tty.setraw(slave)
            os.set_blocking(master, False)
            self._ends = master, slave
            fresh = self._link_path.with_name(self._link_path.name + ".new")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(os.ttyname(slave))
            fresh.replace(self._link_path)
            os.write(self._waker, b"x")

    def unplug(self) -> None:
        """Take the port and its link away."""
        with self._lock:
            if self._ends is None:
                return
            ends, self._ends = self._ends, None
            self._link_path.unlink(missing_ok=True)
            os.write(self._waker, b"x")
            for end in ends:
                os.close(end)

    def close(self) -> None:
        """Take everything away; call when no other thread uses the line."""
        self.unplug()
        os.close(self._woken)
        os.close(self._waker)

    def send(self, data: bytes) -> None:
        """Put bytes on the line; without a cable or a reading host they are lost."""
        with self._lock:
            while data and self._ends is not None:
                master, _ = self._ends
                if not select.select([], [master], [], _FULL_S)[1]:
                    return
                data = data[os.write(master, data) :]

    def wait(self, other: int) -> tuple[bool, bytes]:
        """Wait for bytes from the host or on *other*; return (other is ready, host's bytes)."""
        ends = self._ends
        watched = [other, self._woken, *([] if ends is None else [ends[0]])]
        try:
            ready = select.select(watched, [], [])[0]
        except (OSError, ValueError):
            return False, b""  # pulled out between the look and the wait
        if self._woken in ready:
            os.read(self._woken, _READ_BYTES)
        heard = b""
        with self._lock:
            if ends is not None and ends is self._ends and ends[0] in ready:
                heard = os.read(ends[0], _READ_BYTES)
        return other in ready, heard
