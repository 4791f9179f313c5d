"""A fault of our own, kept in a file for those who mend it instead of shown to people."""

import os
import platform
import tempfile
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.folders import data_folder


def program_version() -> str:
    """Return the version of the installed program; `checkout` where it runs from its sources."""
    # Every start would wait a twentieth of a second for what is asked for hardly ever.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version("tapbank")
    except PackageNotFoundError:
        return "checkout"


def write_crash(error: BaseException, words: list[str]) -> Path:
    """Write *error* and what was asked for to a file of the data folder; return its path.

    The temporary folder is taken where the data folder cannot be written to.
    """
    now = datetime.now(UTC)
    name = f"crash-{now:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    text = "\n".join(
        [
            f"tapbank {program_version()}",
            f"Python {platform.python_version()}, {platform.platform()}",
            f"{now:%Y-%m-%d %H:%M:%S} UTC, asked for: {words}",
            "",
            *traceback.format_exception(error),
        ]
    )
    for folder in (data_folder(), Path(tempfile.gettempdir())):
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name
            path.write_text(text, encoding="utf-8")
            return path
    return Path(os.devnull)
