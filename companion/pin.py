"""The banker's PIN: kept unreadable, and tried so slowly that guessing is in vain."""

import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from companion.errors import UsageError
from companion.journal.second_copy import sync_folder
from companion.locales import _

PIN_NAME = "banker.pin"
TRIES_NAME = "banker.tries"
PIN_LINE = "pin"
"""Typed alone at a console it asks for the PIN, which is neither shown nor kept."""
DIGITS_MIN = 6
DIGITS_MAX = 12
TRIES_FREE = 5
WAIT_S_MIN = 60
WAIT_S_MAX = 3600

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # argon2id


class Pin:
    """The PIN of a table's folder; none is set at first, and no PIN is built in."""

    def __init__(self, folder: Path, now_s: Callable[[], float] = time.monotonic) -> None:
        self._hash = folder / PIN_NAME
        self._tries = folder / TRIES_NAME
        self._now_s = now_s
        self._open_at_s = now_s() + _wait_s(self._failed)

    @property
    def is_set(self) -> bool:
        """Whether the banker's lines ask for one."""
        return self._hash.exists()

    @property
    def wait_s(self) -> int:
        """Seconds until the next try is looked at; 0: at once."""
        return max(round(self._open_at_s - self._now_s()), 0)

    def choose(self, pin: str) -> None:
        """Take *pin* from now on.

        Raises:
            UsageError: It is too short, too long, or not of digits.
            OSError: It cannot be kept.
        """
        check_pin(pin)
        _write(self._hash, _hasher.hash(pin))
        _write(self._tries, "0")

    def fits(self, pin: str) -> bool:
        """Return whether *pin* is the one; not looked at while a wait is on.

        Takes a tenth of a second. A wrong one counts also across restarts: after `TRIES_FREE` each
        costs a wait that doubles from `WAIT_S_MIN` to `WAIT_S_MAX` seconds.
        """
        if self.wait_s:
            return False
        failed = self._failed + 1
        _write(self._tries, str(failed))  # before looking, so that pulling the plug gains nothing
        try:
            _hasher.verify(self._hash.read_text(encoding="ascii"), pin)
        except (VerificationError, InvalidHashError):
            self._open_at_s = self._now_s() + _wait_s(failed)
            return False
        _write(self._tries, "0")
        return True

    @property
    def _failed(self) -> int:
        try:
            text = self._tries.read_text(encoding="ascii").strip()
        except (FileNotFoundError, NotADirectoryError):
            return 0
        return int(text) if text.isdecimal() else TRIES_FREE


def check_pin(pin: str) -> None:
    """See that *pin* could be one.

    Raises:
        UsageError: It is too short, too long, or not of digits.
    """
    if not (pin.isascii() and pin.isdecimal() and DIGITS_MIN <= len(pin) <= DIGITS_MAX):
        sentence = _("A PIN is {least} to {most} digits.")
        raise UsageError(sentence.format(least=DIGITS_MIN, most=DIGITS_MAX))


def _wait_s(failed: int) -> int:
    over = failed - TRIES_FREE
    return 0 if over < 0 else min(WAIT_S_MIN << min(over, 10), WAIT_S_MAX)


def _write(path: Path, text: str) -> None:
    """Replace the file at *path* at once, readable by nobody else."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    fd = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.write(fd, text.encode("ascii"))
        os.fsync(fd)
    finally:
        os.close(fd)
    beside.replace(path)
    sync_folder(path.parent)  # or a power cut would give the tries back
