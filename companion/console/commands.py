"""The commands `tapbank case` and `tapbank console`."""

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Sequence
from functools import partial
from typing import TextIO

from companion.command import PROGRAM
from companion.config import configuration
from companion.console.cases import CaseResult, play_case, read_case
from companion.console.session import (
    HeldPin,
    carry_out_lines,
    printed,
    printed_as_json,
    printed_with_line,
    talk,
)
from companion.console.words import shown
from companion.errors import EXIT_FAILED, EXIT_OK, TapbankError
from companion.locales import _
from companion.pin_file import PIN_FILE_VARIABLE, pin_of_user
from engine.notation import render
from engine.state import State


def run_cases(arguments: argparse.Namespace) -> int:
    """Play case files, report each that fails or cannot be read, and return the exit code.

    What cannot be read decides it before what fails: the largest code of all files is returned.
    """
    told = sys.stderr if arguments.json else sys.stdout
    watch = partial(_table_printed, told) if arguments.show else None
    codes: list[int] = []
    for path in arguments.files:
        try:
            text = read_case(path)
        except TapbankError as error:
            codes.append(error.exit_code)
            _unread(str(path), error.sentence, is_json=arguments.json)
            continue
        result = play_case(text, str(path), watch)
        codes.append(EXIT_FAILED if result.failure else EXIT_OK)
        _reported(result, is_json=arguments.json)
    if not arguments.json:
        _summed_up(codes)
    return max(codes)


def run_console(arguments: argparse.Namespace) -> int:
    """Carry out the given lines at the running table, those of standard input, or ask for some.

    Raises:
        NoTableError: No table runs on the folder.
    """
    told = configuration(arguments)
    several = printed_with_line if len(arguments.lines or ()) > 1 else printed
    tell = printed_as_json if arguments.json else several
    if arguments.lines:
        is_fine = carry_out_lines(told.socket, arguments.lines, tell)
    elif not sys.stdin.isatty():
        is_fine = carry_out_lines(told.socket, (line.rstrip("\n") for line in sys.stdin), tell)
    else:
        held = HeldPin(pin_of_user(), told.pin_idle_s)
        os.environ.pop(PIN_FILE_VARIABLE, None)  # each line brings it as long as it is held
        talk(told.socket, told.data, tell, held)
        is_fine = True
    return EXIT_OK if is_fine else EXIT_FAILED


def _reported(result: CaseResult, *, is_json: bool) -> None:
    failure = result.failure
    if is_json:
        data: dict[str, object] = {
            "case": result.file,
            "passed": failure is None,
            "lines": result.lines,
        }
        if failure is not None:
            data |= {"line": failure.line, "expected": failure.expected, "found": failure.found}
        sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    elif failure is not None:
        sentence = _("{file}:{line}: expected {expected}; found {found}")
        text = sentence.format(
            file=result.file, line=failure.line, expected=failure.expected, found=failure.found
        )
        sys.stdout.write(shown(text) + "\n")


def _unread(file: str, sentence: str, *, is_json: bool) -> None:
    if is_json:
        data = {"case": file, "passed": False, "lines": 0, "error": sentence}
        sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    else:
        sys.stderr.write(f"{PROGRAM}: {sentence}\n")


def _summed_up(codes: Sequence[int]) -> None:
    """Say how many cases passed and failed; of those that could not be read, if there are any."""
    passed, failed = codes.count(EXIT_OK), codes.count(EXIT_FAILED)
    unread = len(codes) - passed - failed
    summary = _("{passed} passed, {failed} failed")
    if unread:
        summary = _("{passed} passed, {failed} failed, {unread} not read")
    sys.stdout.write(summary.format(passed=passed, failed=failed, unread=unread) + "\n")


def _table_printed(to: TextIO, number: int, line: str, state: State) -> None:
    to.write(f"{number:4} {shown(line)}\n{textwrap.indent(render(state), '     ')}\n")
