"""A command-line parser that answers in whole sentences, in the reader's language.

Its help is laid out here, the same on every Python, because `docs/cli.md` is made from it.
"""

import argparse
import textwrap
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NoReturn

from typing_extensions import override

from companion.errors import UsageError
from companion.locales import _

HELP_COLUMNS = 100
_OPTION_COLUMNS = 26  # what stands left of an option's explanation


class Parser(argparse.ArgumentParser):
    """One command's options; wrong ones are a `UsageError` that names the nearest known."""

    def __init__(self, prog: str, *, summary: str = "", example: str = "", about: str = "") -> None:
        super().__init__(prog=prog, add_help=False, allow_abbrev=False)
        self.summary = summary
        self.example = example
        self.about = about
        self.add_argument("-h", "--help", action="help", help=_("Show this help."))

    def parse(self, words: list[str]) -> argparse.Namespace:
        """Return what *words* say.

        Raises:
            UsageError: They hold something unknown, or lack something needed.
        """
        arguments, unknown = self.parse_known_args(words)
        if unknown:
            raise self.unknown(unknown[0])
        return arguments

    def unknown(self, word: str) -> UsageError:
        """Return the refusal of *word*, an option or a word that this command does not take."""
        option = word.partition("=")[0]
        if not option.startswith("-"):
            sentence = _("{command}: “{word}” is one word too many.")
            return self._refusal(sentence.format(command=self._name, word=word))
        return self._refusal(
            _("{command}: there is no option {option}.").format(command=self._name, option=option)
            + nearest(option, self._option_string_actions)
        )

    @override
    def error(self, message: str) -> NoReturn:
        sentence = _("{command}: {reason}.").format(command=self._name, reason=message)
        raise self._refusal(sentence)

    @property
    def _name(self) -> str:
        return self.prog.rpartition(" ")[2]

    def _refusal(self, sentence: str) -> UsageError:
        return UsageError(f"{sentence} " + _("See: {command} --help").format(command=self.prog))

    @override
    def format_usage(self) -> str:
        words = [self.prog, *(usage for action in self._actions if (usage := usage_of(action)))]
        return _("Usage: {line}").format(line=" ".join(words)) + "\n"

    @override
    def format_help(self) -> str:
        parts = [self.format_usage(), f"{_wrapped(self.summary)}\n"]
        if self.about:
            parts.append(f"{self.about}\n")
        parts.append(_("Options:") + "\n" + "".join(explained(action) for action in self._actions))
        if self.example:
            parts.append(_("Example:") + f"\n  {self.example}\n")
        return "\n".join(parts)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a sentence that names the member of *known* most like *word*, or nothing."""
    matches = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return " " + _("The nearest is {word}.").format(word=matches[0]) if matches else ""


def positive(text: str) -> int:
    """Read a whole number from 1 up."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            _("“{text}” is not a whole number from 1 up").format(text=text)
        )
    return int(text)


def players(text: str) -> int:
    """Read how many play, 2 to 8 (PLAYERS-1)."""
    if not text.isdecimal() or not 2 <= int(text) <= 8:
        raise argparse.ArgumentTypeError(
            _("“{text}” is not a number from 2 to 8").format(text=text)
        )
    return int(text)


def factor(text: str) -> float:
    """Read a number above 0: how many times faster than life."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(_("“{text}” is not a number above 0").format(text=text))
    return value


def usage_of(action: argparse.Action) -> str:
    """Return how *action* stands in the usage line: `[--data DIR]`, `FILE …`."""
    if "--help" in action.option_strings:
        return ""
    repeated = " …" if action.nargs in ("+", "*") or _is_appending(action) else ""
    if not action.option_strings:
        return f"[{action.metavar}]" if action.nargs == "?" else f"{action.metavar}{repeated}"
    value = "" if action.nargs == 0 else f" {_value_name(action)}"
    text = f"{action.option_strings[-1]}{value}{repeated}"
    return text if action.required else f"[{text}]"


def explained(action: argparse.Action) -> str:
    """Return the lines of help for *action*."""
    value = "" if action.nargs == 0 or not action.option_strings else f" {_value_name(action)}"
    name = (", ".join(action.option_strings) or str(action.metavar)) + value
    lines = textwrap.wrap(action.help or "", HELP_COLUMNS - _OPTION_COLUMNS)
    if len(name) > _OPTION_COLUMNS - 4:
        lines.insert(0, "")
    indent = " " * _OPTION_COLUMNS
    first = f"  {name:{_OPTION_COLUMNS - 2}}{lines[0] if lines else ''}".rstrip()
    return "\n".join([first, *(indent + line for line in lines[1:])]) + "\n"


def _is_appending(action: argparse.Action) -> bool:
    return isinstance(action, argparse._AppendAction)  # noqa: SLF001  # argparse names it nowhere else


def _value_name(action: argparse.Action) -> str:
    if action.metavar is None and action.choices is not None:
        return "|".join(str(choice) for choice in action.choices)
    return str(action.metavar)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, HELP_COLUMNS)
