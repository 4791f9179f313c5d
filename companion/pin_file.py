"""The PIN as its user brings it: in a file, so that no list of processes shows it."""

import os
from pathlib import Path

from companion.errors import DataError
from companion.locales import _

PIN_FILE_VARIABLE = "TAPBANK_PIN_FILE"


def pin_of_user() -> str:
    """Return the PIN in the file that `--pin-file` or the environment names; empty without one.

    Raises:
        DataError: The file cannot be read.
    """
    if not (name := os.environ.get(PIN_FILE_VARIABLE)):
        return ""
    try:
        return Path(name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        sentence = _("The PIN file {path} cannot be read: {reason}.")
        raise DataError(sentence.format(path=name, reason=error)) from error
