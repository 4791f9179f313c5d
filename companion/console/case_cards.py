"""The box of cards on the table of a case: each card by the word that names it."""

import re
from collections.abc import Sequence

import msgspec

from companion.console.names import Several, pick, pick_exact, position, slugs
from companion.errors import UsageError
from companion.flows import inputs as i
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, Meaning, PlayerCard
from companion.locales import _
from engine.board import Deck
from engine.ids import CardId, SpaceId
from engine.phases import Setup
from engine.state import State

PREFIX_LETTERS_MIN = 3  # of a deed's slug; shorter words are names
_UID = re.compile(r"#((?:[0-9A-Fa-f]{2}){4,10})(?::([a-z0-9]+))?")
_PHONE_BEGINS = "08"
_PAYS = "bank"
_SHORT_UID_CHARS = 8


class CaseCard(msgspec.Struct, frozen=True):
    """One card: what a reader sees of it."""

    uid: str
    tech: str = "ntag"


class CaseCards:
    """What each card stands for; a name that nobody has yet is a new player's card."""

    def __init__(self) -> None:
        self._meanings: dict[str, Meaning] = {}
        self._names: dict[str, str] = {}

    def card(self, word: str, state: State) -> CaseCard:
        """Return the card that *word* names: player, action, event or deed, or `#UID`.

        Raises:
            UsageError: It names none, or more than one.
        """
        if word.startswith("#"):
            return _stranger(word)
        meaning = _meant(word, state)
        uid = f"card of {word.casefold()}"
        if meaning is None:
            self._names.setdefault(uid, word)
        else:
            uid = f"card of {_key(meaning)}"
            self._meanings.setdefault(uid, meaning)
        return CaseCard(uid)

    def enrol(self, uid: str, meaning: Meaning) -> None:
        """Let the tag stand for *meaning* from now on."""
        self._meanings[uid] = meaning

    def meaning(self, uid: str) -> Meaning | None:
        """Return what a tag stands for."""
        return self._meanings.get(uid)

    def known_name(self, uid: str) -> str | None:
        """Return the name that goes with a tag which stands for nothing yet."""
        return self._names.get(uid)

    @property
    def player_names(self) -> tuple[str, ...]:
        """Return whom the enrolled player cards stand for."""
        cards = self._meanings.values()
        return tuple({card.name: None for card in cards if isinstance(card, PlayerCard)})


def _meant(word: str, state: State) -> Meaning | None:
    """Return what card *word* names; nothing: a new player's."""
    names = (*state.names, *((state.banker,) if state.banker else ()))
    known = slugs(state)
    if (at := pick_exact(word, names)) is not None:
        return PlayerCard(names[at])
    if word.casefold() in set(Action):
        return ActionCard(Action(word.casefold()))
    if (card := _event(word, state)) is not None:
        return EventCard(card)
    if word.startswith("@") or pick_exact(word, known) is not None:
        return _deed(position(word, len(known)) or pick_exact(word, known), word, state)
    if (at := _one(word, names)) is not None:
        return PlayerCard(names[at])
    is_long = len(word) >= PREFIX_LETTERS_MIN and not isinstance(state.phase, Setup)
    if is_long and (at := _one(word, known)) is not None:
        return _deed(at, word, state)
    return None


def _one(word: str, names: Sequence[str]) -> int | None:
    picked = pick(word, names)
    if isinstance(picked, Several):
        sentence = _("“{word}” fits more than one: {names}.")
        raise UsageError(sentence.format(word=word, names=", ".join(picked.names)))
    return picked


def _event(word: str, state: State) -> CardId | None:
    known = tuple(card.id for deck in Deck for card in state.edition.deck(deck))
    at = pick_exact(word, known)
    return None if at is None else known[at]


def _deed(at: int | None, word: str, state: State) -> DeedCard:
    if at is None or state.edition.spaces[at].title is None:
        raise UsageError(_("“{word}” has no deed.").format(word=word))
    return DeedCard(SpaceId(at))


def _stranger(word: str) -> CaseCard:
    found = _UID.fullmatch(word)
    if found is None:
        raise UsageError(_("“{word}” is no number of a tag: #04A2B3C4D5E6F7.").format(word=word))
    uid, chip = found[1].upper(), found[2]
    is_short = len(uid) == _SHORT_UID_CHARS
    if is_short and uid.startswith(_PHONE_BEGINS):
        return CaseCard(uid, i.PHONE)
    if chip == _PAYS:
        return CaseCard(uid, i.BANK_CARD)
    return CaseCard(uid, "classic" if is_short else "ntag")


def _key(meaning: Meaning) -> str:
    match meaning:
        case PlayerCard(name=name):
            return name.casefold()
        case DeedCard(space=space):
            return f"@{space}"
        case ActionCard(action=action):
            return str(action)
        case EventCard(card=card):
            return card
