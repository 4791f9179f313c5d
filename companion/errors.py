"""What goes wrong outside the rules, each with its exit code and a sentence for people."""

import errno

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_DATA = 65
EXIT_IO = 74
EXIT_LOCKED = 75
EXIT_PERMISSION = 77
EXIT_INTERRUPTED = 130  # what a shell reports after ^C

_STORAGE_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EFBIG})


class TapbankError(Exception):
    """Something asked for did not hold; *sentence* says so and what to do next."""

    exit_code: int = EXIT_FAILED

    def __init__(self, sentence: str, exit_code: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        if exit_code is not None:
            self.exit_code = exit_code


class UsageError(TapbankError):
    """The command line or a line of input is not one we know."""

    exit_code = EXIT_USAGE


class DataError(TapbankError):
    """A file holds what it must not: a corrupt journal, a wrong edition, a wrong configuration."""

    exit_code = EXIT_DATA


class StorageError(TapbankError):
    """Reading or writing failed: the disk is full, the file system gone."""

    exit_code = EXIT_IO


class LockHeldError(TapbankError):
    """Another table holds the folder."""

    exit_code = EXIT_LOCKED


class PermissionDeniedError(TapbankError):
    """The system, or the table, does not let this user do it."""

    exit_code = EXIT_PERMISSION


def error_of_system(error: OSError) -> TapbankError | None:
    """Return what the system's *error* is to people; None where it is no storage or permission."""
    sentence = f"{error.strerror}: {error.filename}" if error.filename else str(error.strerror)
    if error.errno in _STORAGE_ERRNOS:
        return StorageError(sentence)
    if isinstance(error, PermissionError):
        return PermissionDeniedError(sentence)
    return None
