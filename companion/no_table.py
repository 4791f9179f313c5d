"""What people are told where no table answers: which one is meant, and how to get it back."""

import shlex
from pathlib import Path

from companion.folders import data_folder
from companion.locales import _


def none_runs(folder: Path) -> str:
    """Return that no table runs on *folder*, and what starts one."""
    sentence = _("No table runs on {folder}. This starts one: {line}. Without hardware: {demo}.")
    return sentence.format(folder=folder, line=start_line(folder), demo="tapbank demo")


def is_silent(folder: Path) -> str:
    """Return that the table on *folder* does not answer, and what starts it again."""
    sentence = _("The table on {folder} does not answer. If that lasts, start it again: {line}")
    return sentence.format(folder=folder, line=start_line(folder))


def start_line(folder: Path) -> str:
    """Return the command that starts a table on *folder*."""
    option = "" if folder == data_folder() else f" --data {shlex.quote(str(folder))}"
    return f"tapbank table{option}"
