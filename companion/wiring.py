"""Builds what `table` and `play` run: the one place that knows all parts."""

import argparse
import asyncio
import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import structlog

from companion.client import NoTableError, is_running
from companion.config import Configuration, configuration
from companion.errors import EXIT_LOCKED, EXIT_OK, TapbankError
from companion.journal.opening import make_folder
from companion.language_memory import chosen_language
from companion.locales import _, set_language
from companion.server import serve

START_S_MAX = 30.0  # a slow card verifies a long journal
POLL_S = 0.05
LOG_NAME = "table.log"


def run_table(arguments: argparse.Namespace) -> int:
    """Run the table until it is told to stop.

    Raises:
        TapbankError: As `serve` says.
    """
    _refuse_to_run_unchecked()
    told = configuration(arguments)
    _speak(told)
    _set_up_logging()
    asyncio.run(serve(told))
    return EXIT_OK


def run_play(arguments: argparse.Namespace) -> int:
    """Start the table where none runs, as a process that outlives this one; attach the screen.

    Raises:
        TapbankError: The table did not start; its own sentence and exit code.
    """
    from companion.screen.app import (  # noqa: PLC0415  # a table needs no screen
        check_terminal,
        run_screen,
    )

    is_plain = bool(vars(arguments).get("plain"))
    if not is_plain:
        check_terminal()
    _refuse_to_run_unchecked()
    told = configuration(arguments)
    _speak(told)
    if not is_running(told.socket):
        start_table(told)
    said = vars(arguments)
    return run_screen(
        told.socket,
        theme=said.get("theme"),
        is_plain=is_plain,
        is_low_power=bool(said.get("low_power")),
    )


def start_table(told: Configuration) -> "subprocess.Popen[bytes]":
    """Start a table in the background, wait until it can be attached to, and return it.

    Raises:
        TapbankError: It ended instead; its last sentence and its exit code.
    """
    make_folder(told.data)
    log = told.data / LOG_NAME
    log.touch(mode=0o600)
    begin = log.stat().st_size
    with log.open("ab") as file:
        table = subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, "-m", "companion", "table", *_options(told)],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": _python_path()},
        )
    deadline = time.monotonic() + START_S_MAX
    while not is_running(told.socket):
        code = table.poll()
        if code not in (None, EXIT_LOCKED):  # locked: another one is starting, wait for that
            raise TapbankError(_last_line(log, begin), code)
        if time.monotonic() > deadline:
            raise NoTableError(_("The table did not start: see {path}.").format(path=log))
        time.sleep(POLL_S)
    return table


def _refuse_to_run_unchecked() -> None:
    if sys.flags.optimize:
        raise TapbankError(_("Tapbank checks itself while it runs: start Python without -O."))


def _speak(told: Configuration) -> None:
    chosen = chosen_language(told.data) or told.language
    if chosen and not os.environ.get("TAPBANK_LANG"):
        set_language(chosen)


def _set_up_logging() -> None:
    """Let our log and the libraries' go to standard error, one JSON object a line."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processor=structlog.processors.JSONRenderer(), foreign_pre_chain=shared
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def _options(told: Configuration) -> list[str]:
    options = ["--data", str(told.data), "--edition", told.edition]
    if told.seed is not None:
        options += ["--seed", str(told.seed)]
    if told.board is not None:
        options += ["--board", told.board]
    for reader in told.readers:
        options += ["--reader", reader]
    if told.record is not None:
        options += ["--record", str(told.record.absolute())]
    return options


def _python_path() -> str:
    """Return a path on which a child finds this very program, wherever it was started."""
    here = str(Path(__file__).resolve().parent.parent)
    there = os.environ.get("PYTHONPATH")
    return f"{here}{os.pathsep}{there}" if there else here


def _last_line(log: Path, begin: int) -> str:
    lines = log.read_bytes()[begin:].decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("tapbank: ") if lines else _("The table did not start.")
