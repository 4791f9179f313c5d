"""Which tag is which card: kept in a small file, whole at every moment."""

import contextlib
import os
import tempfile
from pathlib import Path

import msgspec

from companion.errors import DataError
from companion.flows.meanings import Meaning, PlayerCard
from companion.locales import _

FILE_NAME = "cards.json"
VERSION = 1


class _File(msgspec.Struct, frozen=True):
    """The file as it lies on the disk."""

    version: int
    cards: dict[str, Meaning]
    names: dict[str, str] = {}
    lost: dict[str, Meaning] = {}


class Enrolment:
    """What each tag stands for, by uid in upper-case hex; durable when a call returns."""

    def __init__(
        self,
        path: Path,
        cards: dict[str, Meaning],
        names: dict[str, str],
        lost: dict[str, Meaning] | None = None,
    ) -> None:
        self._path = path
        self._cards = cards
        self._names = names
        self._lost = lost or {}

    @classmethod
    def load(cls, path: Path) -> "Enrolment":
        """Read what *path* holds; nothing is enrolled where there is no such file.

        Raises:
            DataError: The file is not one that this program wrote.
        """
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return cls(path, {}, {})
        try:
            stored = msgspec.json.decode(content, type=_File)
        except msgspec.DecodeError as error:
            raise DataError(_unreadable(path, str(error))) from error
        if stored.version != VERSION:
            raise DataError(_unreadable(path, _("version {n}").format(n=stored.version)))
        return cls(path, dict(stored.cards), dict(stored.names), dict(stored.lost))

    @property
    def cards(self) -> dict[str, Meaning]:
        """All that is enrolled, by uid."""
        return dict(self._cards)

    def meaning(self, uid: str) -> Meaning | None:
        """Return what the tag stands for; nothing where it is unknown."""
        return self._cards.get(uid)

    def lost_meaning(self, uid: str) -> Meaning | None:
        """Return what a tag stood for that was reported lost; nothing where it was not."""
        return self._lost.get(uid)

    def known_name(self, uid: str) -> str | None:
        """Return the name that goes with a tag which is nobody's player card yet."""
        return self._names.get(uid)

    @property
    def player_names(self) -> tuple[str, ...]:
        """Whom the enrolled player cards stand for, each once."""
        cards = self._cards.values()
        return tuple({card.name: None for card in cards if isinstance(card, PlayerCard)})

    def enrol(self, uid: str, meaning: Meaning) -> None:
        """Let the tag stand for *meaning* from now on."""
        self.enrol_all({uid: meaning})

    def enrol_all(self, cards: dict[str, Meaning]) -> None:
        """Let several tags stand for something, all or none."""
        lost = {uid: meaning for uid, meaning in self._lost.items() if uid not in cards}
        self._store({**self._cards, **cards}, self._names, lost)

    def replace(self, uid: str, meaning: Meaning) -> None:
        """Let the tag stand for *meaning*, and report all others lost that did."""
        others = {each: m for each, m in self._cards.items() if m == meaning and each != uid}
        kept = {each: m for each, m in self._cards.items() if each not in others}
        lost = {each: m for each, m in {**self._lost, **others}.items() if each != uid}
        self._store({**kept, uid: meaning}, self._names, lost)

    def forget(self, uid: str) -> None:
        """Let the tag stand for nothing again."""
        self._store({u: m for u, m in self._cards.items() if u != uid}, self._names, self._lost)

    def expect_names(self, names: dict[str, str]) -> None:
        """Say whose tags will come to join; they are enrolled only once tapped in the lobby."""
        self._store(self._cards, {**self._names, **names}, self._lost)

    def uids_of(self, name: str) -> tuple[str, ...]:
        """Return the tags of the player of that name."""
        return tuple(uid for uid, card in self._cards.items() if card == PlayerCard(name))

    def uids_for(self, meaning: Meaning) -> tuple[str, ...]:
        """Return the tags that stand for *meaning*."""
        return tuple(uid for uid, card in self._cards.items() if card == meaning)

    def _store(
        self, cards: dict[str, Meaning], names: dict[str, str], lost: dict[str, Meaning]
    ) -> None:
        content = msgspec.json.format(msgspec.json.encode(_File(VERSION, cards, names, lost)))
        _write_whole(self._path, content)
        self._cards, self._names, self._lost = cards, names, lost


def _write_whole(path: Path, content: bytes) -> None:
    """Replace *path* so that a power cut leaves the old or the new file, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _unreadable(path: Path, why: str) -> str:
    sentence = _("The list of cards {path} cannot be read ({why}): move it away, then enrol again.")
    return sentence.format(path=path, why=why)
