"""The `tapbank` program: finds the command, and answers for it with an exit code.

Data goes to standard output, narration to standard error.
"""

import io
import os
import sys

from companion.arguments import nearest
from companion.command import PROGRAM
from companion.command_table import commands, run_tests
from companion.crashes import program_version, write_crash
from companion.errors import (
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    EXIT_OK,
    TapbankError,
    UsageError,
    error_of_system,
)
from companion.locales import _, set_language


def main(argv: list[str] | None = None) -> int:
    """Run the program and return its exit code; no traceback ever reaches people."""
    words = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a locale may lack a sign that we print
            stream.reconfigure(errors="replace")
    try:
        code = run(words)
        sys.stdout.flush()  # here, where a reader that has left can be answered
    except TapbankError as error:
        return _told(error)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # whoever read our output has left: `tapbank … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else EXIT_OK
    except Exception as error:  # noqa: BLE001  # the top of the process: people get a sentence
        if isinstance(error, OSError) and (known := error_of_system(error)):
            return _told(known)
        sentence = _("Tapbank stopped through a fault of its own. What is known stands in {path}")
        return _told(TapbankError(sentence.format(path=write_crash(error, words))))
    return code


def run(words: list[str]) -> int:
    """Carry out the command that *words* ask for.

    Raises:
        TapbankError: It did not hold, or was asked for wrongly.
    """
    if code := os.environ.get("TAPBANK_LANG"):
        set_language(code)
    if not words or words[0] in {"-h", "--help", "help"}:
        sys.stdout.write(overview())
        return EXIT_OK
    if words[0] == "--version":
        sys.stdout.write(f"{PROGRAM} {program_version()}\n")
        return EXIT_OK
    known = {command.name: command for command in commands()}
    if (command := known.get(words[0])) is None:
        sentence = _("There is no command “{word}”.").format(word=words[0])
        see = _("See: {command} --help").format(command=PROGRAM)
        raise UsageError(f"{sentence}{nearest(words[0], known)} {see}")
    if command.name == "test" and words[1:] not in (["-h"], ["--help"]):
        return run_tests(words[1:])
    return command.handler(command.parser().parse(words[1:])) or EXIT_OK


def overview() -> str:
    """Return the help of the program as a whole."""
    lines = [
        _("Usage: {line}").format(line=f"{PROGRAM} COMMAND …"),
        "",
        _("The banker of a physical property-trading board game."),
        "",
        _("Commands:"),
        *(f"  {command.name:16}{command.summary}" for command in commands()),
        "",
        _("Each command explains itself: {example}").format(example=f"{PROGRAM} play --help"),
    ]
    return "\n".join(lines) + "\n"


def _told(error: TapbankError) -> int:
    sys.stderr.write(f"{PROGRAM}: {error.sentence}\n")
    return error.exit_code
