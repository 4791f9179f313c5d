"""Faults of an edition file for people: where the wrong key stands, and what it must be."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

import msgspec

_ASKED = {
    "int": "a whole number",
    "str": "text in quotes",
    "array": "a list in square brackets",
    "object": "a table of keys",
}
_GIVEN = {
    "int": "a number",
    "float": "a number with a point",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of keys",
}
_WRONG_TYPE = re.compile(r"Expected `(\w+)`, got `(\w+)`")
_OUT_OF_BOUNDS = re.compile(r"Expected `int` (>=|<=) (-?\d+)")
_TOO_LONG = re.compile(r"Expected `str` of length <= (\d+)")
_MISSING = re.compile(r"missing required field `(\w+)`")
_UNKNOWN = re.compile(r"unknown field `(\w+)`")
_NO_CHOICE = re.compile(r"Invalid enum value '?(.*?)'?(?: - at|$)")
_PATH = re.compile(r"- at `\$\.?(\w*)")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
_OF_TOML = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)")


class Place(msgspec.Struct, frozen=True):
    """A table of the file: its name, and of a list of tables the index in it."""

    table: str = ""
    """Empty: what stands above all tables."""
    index: int = 0


class EditionError(ValueError):
    """An edition file that cannot be played; each sentence names source, line and key."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


class Faults:
    """Gathers what is wrong with one file, in the order of its lines."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self._lines = text.split("\n")
        self._found: list[tuple[int, str]] = []

    def add(self, place: Place, key: str, sentence: str, *, is_missing: bool = False) -> None:
        """Note what is wrong with *key* of a table; of the table itself where it is empty."""
        line = line_of(self._lines, place, "" if is_missing else key)
        text = f"{self.source}, line {line}, {key or place.table}: {sentence}"
        self._found.append((line, text))

    def raise_any(self) -> None:
        """Raise what was found.

        Raises:
            EditionError: Something was.
        """
        if self._found:
            raise EditionError(*(text for _line, text in sorted(self._found)))


def of_shape(
    error: str, keys: Sequence[str], choices: dict[str, tuple[str, ...]]
) -> tuple[str, str, bool]:
    """Return key, sentence, and whether the key is missing, of a schema check's *error*.

    *keys* are those the table takes, *choices* the words that some of them take.
    """
    path = _PATH.search(error)
    key = path[1] if path else ""
    if missing := _MISSING.search(error):
        return missing[1], "is missing", True
    if unknown := _UNKNOWN.search(error):
        near = get_close_matches(unknown[1], keys, n=1)
        hint = f"; the nearest is {near[0]}" if near else ""
        return unknown[1], f"is no key of this table{hint}", False
    if key in choices and (wrong := _NO_CHOICE.search(error)):
        return key, f"must be {_one_of(choices[key])}, not “{wrong[1]}”", False
    if bounds := _OUT_OF_BOUNDS.search(error):
        low_or_high = "at least" if bounds[1] == ">=" else "at most"
        return key, f"must be {low_or_high} {int(bounds[2]):,}", False
    if length := _TOO_LONG.search(error):
        return key, f"must be at most {length[1]} letters", False
    wrong_type = _WRONG_TYPE.search(error)
    assert wrong_type is not None, error
    asked, given = wrong_type[1], wrong_type[2]
    return key, f"must be {_ASKED[asked]}, not {_GIVEN.get(given, 'a date or time')}", False


def of_toml(text: str, source: str, error: str) -> str:
    """Return what keeps *text* from being TOML at all, with the key of that line if it has one."""
    found = _OF_TOML.fullmatch(error)
    assert found is not None, error
    lines = text.rstrip().split("\n")
    number = int(found[2] or len(lines))
    key = _KEY.match(lines[number - 1]) if number <= len(lines) else None
    places = (f"line {number}", key and key[1], found[3] and f"column {found[3]}")
    where = ", ".join(place for place in places if place)
    return f"{source}, {where}: this is no TOML: {found[1][:1].lower()}{found[1][1:]}"


def line_of(lines: Sequence[str], place: Place, key: str) -> int:
    """Return the line of *key* from 1, or that of its table where the key stands nowhere."""
    start = _head(lines, place)
    for at in range(start, len(lines)):
        if at > start and lines[at].lstrip().startswith("["):
            break
        if key and re.match(rf"\s*{re.escape(key)}\s*=", lines[at]):
            return at + 1
    return start + 1


def _head(lines: Sequence[str], place: Place) -> int:
    heads = (f"[[{place.table}]]", f"[{place.table}]")
    starts = [at for at, line in enumerate(lines) if line.strip().startswith(heads)]
    return starts[place.index] if place.table and place.index < len(starts) else 0


def _one_of(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
