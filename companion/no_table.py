"""What people are told where no table answers: which one is meant, and how to get it back."""

import shlex
from pathlib import Path

from companion.folders import data_folder
from companion.locales import _


def none_runs(folder: Path) -> str:
    """Return that no table runs on *folder*, and what starts one."""
    sentence = _("No table runs on {folder}. “{line}” starts one, “{demo}” one without hardware.")
    return sentence.format(folder=folder, line=shell_line("table", folder), demo="tapbank demo")


def no_answer(folder: Path, way_back: str = "table") -> str:
    """Return that the table on *folder* does not answer, and what starts it again.

    *way_back* is the command that does: `table`, `play`, or `demo`, whose folder went with it.
    """
    sentence = _("The table on {folder} does not answer. If that lasts, start it again: {line}")
    line = "tapbank demo" if way_back == "demo" else shell_line(way_back, folder)
    return sentence.format(folder=folder, line=line)


def shell_line(command: str, folder: Path) -> str:
    """Return how *command* is called on *folder*, to be pasted into a shell."""
    option = "" if folder == data_folder() else f" --data {shlex.quote(str(folder))}"
    return f"tapbank {command}{option}"
