"""The command `tapbank support-bundle`: what helps to mend a table, without secrets, in one file.

Strings pass by a list of what may be in it, not by a list of what may not: words of the program's
own stay, all other text becomes `HIDDEN`.
"""

import argparse
import getpass
import io
import json
import os
import platform
import re
import sys
import zipfile
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec
from msgspec import inspect

from companion.config import Configuration, configuration
from companion.crashes import program_version
from companion.doctor import examined
from companion.editions import edition_ids, load_edition
from companion.enrolment import FILE_NAME, Enrolment
from companion.errors import EXIT_OK, TapbankError, UsageError
from companion.journal.faults import fault_of_system
from companion.journal.rows import Row
from companion.journal.schema import SQLITE_VERSION
from companion.journal.store import JOURNAL_NAME, Store
from companion.locales import _
from companion.pin import Pin
from engine.commands import Command
from engine.events import Event
from engine.house_rules import HouseRules

HIDDEN = "…"
SUFFIX = ".zip"
ROWS_MAX = 50  # the last ones: what led to the trouble
CRASHES_MAX = 5
NAME_CHARS_MIN = 3  # shorter ones would be hidden in every other word

_FREE = frozenset({"name", "names", "text"})
"""Fields of commands and events that people fill in."""
_SOURCE = re.compile(r"table|board|key|screen|console|plain|demo|enrol|reader-\d+")
_FRAME = re.compile(r'File "(?P<path>[^"]*)", line (?P<line>\d+), in (?P<where>[\w<>.]+)')
_RAISED = re.compile(r"^[ |+]*(?P<what>[A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Group))\b")
_PACKAGES = ("textual", "msgspec", "structlog", "pyserial", "nfcpy", "argon2-cffi")


def run_support_bundle(arguments: argparse.Namespace) -> int:
    """Write the bundle, readable by nobody else, and say where.

    Raises:
        UsageError: The file is there already, is to be no ZIP, or there is no such table.
        StorageError: It cannot be written.
    """
    told = configuration(arguments)
    target: Path = arguments.target or Path()
    if target.is_dir():
        target = target / f"tapbank-support-{datetime.now(UTC):%Y%m%d-%H%M%S}{SUFFIX}"
    if target.suffix != SUFFIX:
        sentence = _("A bundle is a ZIP file: call it {path}.")
        raise UsageError(sentence.format(path=f"{target.name.partition('.')[0]}{SUFFIX}"))
    if not told.data.is_dir():
        sentence = _("There is no folder {folder}: say with --data where the table's is.")
        raise UsageError(sentence.format(folder=told.data))
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts(told):
            bundle.writestr(name, text)
    try:
        fd = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(fd, "wb") as file:
            file.write(content.getvalue())
    except FileExistsError:
        raise UsageError(_("{path} is there already: name another.").format(path=target)) from None
    except OSError as error:
        raise fault_of_system(error, target) from error
    sys.stderr.write(_("{path}: look into it before you send it.").format(path=target) + "\n")
    return EXIT_OK


def parts(told: Configuration) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every file of the bundle."""
    past = _Past(told.data / JOURNAL_NAME)
    cards, on_cards = _cards(told)
    hide = _Hider(told, past.names | on_cards)
    yield "README.txt", _readme()
    yield "versions.json", _json(_versions())
    yield "config.json", hide(_json({k: _plain(v) for k, v in asdict(told).items()}))
    yield "folder.json", hide(_json(_folder(told, cards)))
    yield "doctor.json", hide(_json([msgspec.to_builtins(each) for each in examined(told)]))
    yield (
        "journal.json",
        _json({"trouble": hide(past.trouble), "rows": [_shown(row) for row in past.rows]}),
    )
    crashes = sorted(told.data.glob("crash-*.txt"), reverse=True)
    for number, path in enumerate(crashes[:CRASHES_MAX], start=1):
        yield f"crash-{number}.txt", hide(_trace(path))


class _Hider:
    """Replaces what names people or places, also where it stands in a sentence."""

    def __init__(self, told: Configuration, names: set[str]) -> None:
        secret = {name for name in names if len(name) >= NAME_CHARS_MIN}
        self._places = {str(told.data): "DATA", str(Path.home()): "~", getpass.getuser(): HIDDEN}
        self._places |= dict.fromkeys(sorted(secret, key=len, reverse=True), HIDDEN)

    def __call__(self, text: str) -> str:
        """Return *text* without them."""
        for place, instead in self._places.items():
            text = re.sub(rf"(?<!\w){re.escape(place)}(?!\w)", instead, text)
        return text


def _readme() -> str:
    return (
        f"tapbank {program_version()}: what helps to mend a table.\n\n"
        "versions, config (without what is not a setting), the folder's files by name and size,\n"
        f"what doctor says, the last {ROWS_MAX} rows of the journal, where the program crashed.\n\n"
        f"Left out, or shown as {HIDDEN}: the PIN and its hash, the key and the numbers of the\n"
        "cards, the names of players, reasons and promises, boards of one's own, your home.\n"
    )


def _versions() -> dict[str, str]:
    found = {"tapbank": program_version(), "python": platform.python_version()}
    found |= {"system": platform.platform(), "sqlite": SQLITE_VERSION}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "none"
    return found


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Path) else value


def _folder(told: Configuration, cards: dict[str, int]) -> dict[str, object]:
    files = {}
    for path in sorted(told.data.glob("*")):
        about = path.lstat()
        changed = datetime.fromtimestamp(about.st_mtime, UTC).isoformat(timespec="seconds")
        files[path.name] = {"bytes": about.st_size, "mode": f"{about.st_mode:o}", "at": changed}
    return {"files": files, "cards": cards, "is_pin_set": Pin(told.data).is_set}


class _Past:
    """The last rows, what people are called in all of them, and why there are no more."""

    def __init__(self, path: Path) -> None:
        self.rows: deque[Row] = deque(maxlen=ROWS_MAX)
        self.names: set[str] = set()
        self.trouble = ""
        if not path.is_file():
            self.trouble = "there is no journal"
            return
        try:
            store = Store(path, is_for_reading=True)
            try:
                for row, _hash in store.rows_after(0):
                    self._take(row)
            finally:
                store.close()
        except TapbankError as error:
            self.trouble = error.sentence

    def _take(self, row: Row) -> None:
        self.rows.append(row)
        if any(b'"%b"' % field.encode() in row.command for field in _FREE):
            self.names |= set(_free_words(msgspec.json.decode(row.command)))


def _cards(told: Configuration) -> tuple[dict[str, int], set[str]]:
    """Return how many cards of each kind there are, and the names and numbers that they bear."""
    try:
        enrolment = Enrolment.load(told.data / FILE_NAME)
    except TapbankError as error:
        return {type(error).__name__: 1}, set()
    kinds = Counter(type(card).__name__ for card in enrolment.cards.values())
    return dict(kinds), {*enrolment.player_names, *enrolment.cards}


def _free_words(value: object, *, is_free: bool = False) -> Iterator[str]:
    match value:
        case dict():
            for key, each in value.items():
                yield from _free_words(each, is_free=is_free or key in _FREE)
        case list():
            for each in value:
                yield from _free_words(each, is_free=is_free)
        case str() if is_free:
            yield value


def _shown(row: Row) -> dict[str, object]:
    is_known = _SOURCE.fullmatch(row.source) is not None
    return {
        "seq": row.seq,
        "game": row.game,
        "kind": row.kind,
        "of": row.id.partition(":")[0] if ":" in row.id else HIDDEN,
        "actor": row.actor,
        "has_note": bool(row.note),
        "source": row.source if is_known else HIDDEN,
        "count": row.count,
        "version": row.version,
        "wall": row.wall,
        "command": _masked(msgspec.json.decode(row.command)) if row.command else None,
        "events": _masked(msgspec.json.decode(row.events)),
    }


def _masked(value: object) -> object:
    """Return *value* with all strings hidden but the program's own words."""
    match value:
        case {"edition": {"id": name}, **others}:
            return {**others, "edition": name if name in edition_ids() else HIDDEN}
        case dict():
            return {k: HIDDEN if k in _FREE else _masked(v) for k, v in value.items()}
        case list():
            return [_masked(each) for each in value]
        case str():
            return value if value in _own_words() else HIDDEN
        case _:
            return value


@cache
def _own_words() -> frozenset[str]:
    """Return every word that commands and events hold which nobody has made up."""
    words = set(HouseRules.__struct_fields__)
    for kind in (Command, Event, HouseRules):
        words |= set(_words_of(inspect.type_info(kind)))
    for name in edition_ids():
        edition = load_edition(name)
        words |= {card.id for deck in (edition.chance, edition.chest) for card in deck}
    return frozenset(words)


def _words_of(kind: inspect.Type) -> Iterator[str]:
    match kind:
        case inspect.StructType(cls=cls, tag=tag, fields=fields) if cls.__name__ != "Edition":
            yield from [tag] if isinstance(tag, str) else []
            for field in fields:
                yield from _words_of(field.type)
        case inspect.UnionType(types=types):
            for each in types:
                yield from _words_of(each)
        case inspect.VarTupleType(item_type=item):
            yield from _words_of(item)
        case inspect.EnumType(cls=cls):
            yield from (str(member.value) for member in cls)
        case inspect.LiteralType(values=values):
            yield from (str(value) for value in values)
        case _:
            pass


def _trace(path: Path) -> str:
    """Return where a crash was, without what its message said."""
    lines = []
    for line in path.read_text("utf-8", "replace").splitlines():
        if frame := _FRAME.search(line):
            inside = "/".join(Path(frame["path"]).parts[-2:])
            lines.append(f"{inside}:{frame['line']} {frame['where']}")
        elif raised := _RAISED.search(line):
            lines.append(raised["what"])
    return "\n".join([path.name, *lines]) + "\n"


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
