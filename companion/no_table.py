"""What people are told where no table answers: which one is meant, and how to get it back."""

import shlex
from pathlib import Path

from companion.folders import data_folder
from companion.locales import _


def none_runs(folder: Path) -> str:
    """Return that no table runs on *folder*, and what starts one."""
    sentence = _("No table runs on {folder}. This starts one: {line}. Without hardware: {demo}.")
    return sentence.format(folder=folder, line=start_line(folder), demo="tapbank demo")


def is_silent(folder: Path, way_back: str = "table") -> str:
    """Return that the table on *folder* does not answer, and what starts it again.

    *way_back* is the command that brings it back: a demonstration takes its folder along.
    """
    sentence = _("The table on {folder} does not answer. If that lasts, start it again: {line}")
    line = "tapbank demo" if way_back == "demo" else start_line(folder)
    return sentence.format(folder=folder, line=line)


def start_line(folder: Path) -> str:
    """Return the command that starts a table on *folder*."""
    option = "" if folder == data_folder() else f" --data {shlex.quote(str(folder))}"
    return f"tapbank table{option}"
