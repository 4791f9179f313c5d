"""What a table is told before it starts: one frozen configuration."""

import argparse
import json
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import inspect

from companion.arguments import nearest
from companion.editions import edition_ids
from companion.errors import DataError
from companion.folders import data_folder
from companion.locales import _, available

CONFIG_NAME = "config.toml"
SOCKET_NAME = "table.sock"
VALUE_LETTERS_MAX = 60  # of a wrong value, as much as tells it from others


@dataclass(frozen=True, slots=True)
class Configuration:
    """Where the table keeps its things, and what is plugged in."""

    data: Path
    board: str | None = None
    """A path or a pyserial URL; None: no board, on-screen dice."""
    readers: tuple[str, ...] = ()
    seed: int | None = None
    """Of shuffles and on-screen dice; None: drawn anew at each start."""
    edition: str = "us"
    """Laid out where no game was ever opened; the lobby may choose another."""
    language: str | None = None
    """None: as the environment says."""
    speech: bool = False
    """Whether the table speaks aloud from the start, where a program for it is installed."""
    does_search: bool = False
    """Whether devices that nobody has named are looked for."""
    has_demo_dice: bool = False
    """Whether the screen leaves throwing to the hands of the emulator."""
    record: Path | None = None
    """Where what goes over the devices' lines is written down, for whoever looks for a fault."""
    second_copy: Path | None = None
    """A file on another device that gets every row too."""
    confirm_after_ms: int = 1000
    """A card confirms only what has stood unchanged so long."""
    free_mb_min: int = 200
    """With less room than this no game is begun."""
    pin_idle_s: int = 120
    """So long after the banker's last act his PIN is asked for again."""

    is_kept: bool = True
    """Whether the folder outlives the table: a demonstration's does not."""

    @property
    def socket(self) -> Path:
        """Where clients attach."""
        return self.data / SOCKET_NAME


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `config.toml` may say; the command line wins over it."""

    board: str | None = None
    readers: tuple[str, ...] = ()
    seed: int | None = None
    edition: str = "us"
    language: str | None = None
    speech: bool = False
    search: bool = True
    has_demo_dice: bool = False
    second_copy: str | None = None
    confirm_after_ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 1000
    free_mb_min: Annotated[int, msgspec.Meta(ge=0)] = 200
    pin_idle_s: Annotated[int, msgspec.Meta(ge=1, le=86_400)] = 120
    is_kept: bool = True


def configuration(arguments: argparse.Namespace) -> Configuration:
    """Return what the command line and the folder's `config.toml` say together.

    Raises:
        DataError: The file is not TOML, or says something unknown.
    """
    said = vars(arguments)
    data = Path(said.get("data") or data_folder())
    file = read_file(data / CONFIG_NAME)
    seed = said.get("seed")
    return Configuration(
        data=data,
        board=said.get("board") or file.board,
        readers=tuple(said.get("reader") or file.readers),
        seed=file.seed if seed is None else seed,
        edition=said.get("edition") or file.edition,
        language=file.language,
        speech=file.speech,
        does_search=file.search and os.environ.get("TAPBANK_SEARCH") != "0",
        has_demo_dice=file.has_demo_dice,
        record=said.get("record"),
        second_copy=Path(file.second_copy).expanduser() if file.second_copy else None,
        confirm_after_ms=file.confirm_after_ms,
        free_mb_min=file.free_mb_min,
        pin_idle_s=file.pin_idle_s,
        is_kept=file.is_kept,
    )


def read_file(path: Path) -> _File:
    """Return what the file at *path* says; nothing where there is no such file.

    Raises:
        DataError: It is not TOML, or holds an unknown key or a wrong value.
    """
    try:
        with path.open("rb") as file:
            said: dict[str, Any] = tomllib.load(file)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return _File()  # whoever may not read it may not open the table either, which says so
    except UnicodeDecodeError as error:
        sentence = _("{path} is not UTF-8 text: byte {number} fits no character.")
        raise DataError(sentence.format(path=path, number=error.start + 1)) from error
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: {error}") from error
    known = _File.__struct_fields__
    for key in said:
        if key not in known:
            sentence = _("{path}: there is no key {key}.").format(path=path, key=key)
            raise DataError(sentence + nearest(key, known))
    for key, value in said.items():
        if not _is_possible(key, value):
            shown = json.dumps(value, ensure_ascii=False, default=str)
            if len(shown) > VALUE_LETTERS_MAX:
                shown = shown[: VALUE_LETTERS_MAX - 1] + "…"
            sentence = _("{path}: {key} = {value} is not possible: it takes {allowed}.")
            allowed = _allowed(key)
            raise DataError(sentence.format(path=path, key=key, value=shown, allowed=allowed))
    return msgspec.convert(said, _File)


def _is_possible(key: str, value: object) -> bool:
    try:
        said = msgspec.convert({key: value}, _File)
    except msgspec.ValidationError:
        return False
    is_edition = said.edition in edition_ids() or Path(said.edition).exists()
    return is_edition and said.language in (None, *available())


def _allowed(key: str) -> str:
    """Return in words what a key takes."""
    if key == "language":
        return ", ".join(available())
    if key == "edition":
        return _("{known}, or a file of your own").format(known=", ".join(edition_ids()))
    file = inspect.type_info(_File)
    assert isinstance(file, inspect.StructType), "a file is a struct"
    return _words_of(next(field.type for field in file.fields if field.name == key))


def _words_of(kind: inspect.Type) -> str:
    match kind:
        case inspect.UnionType(types=(one, inspect.NoneType())):
            return _words_of(one)
        case inspect.BoolType():
            return "true, false"
        case inspect.StrType():
            return _("words in quotes")
        case inspect.VarTupleType():
            return _("a list of words in quotes")
        case inspect.IntType(ge=int(low), le=int(high)):
            return _("a whole number from {low} to {high}").format(low=low, high=high)
        case inspect.IntType(ge=int(low)):
            return _("a whole number from {low} up").format(low=low)
        case _:
            return _("a whole number")
