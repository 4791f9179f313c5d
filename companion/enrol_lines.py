"""The lines of `tapbank enrol`: what each wants the next card, or the next cards, to stand for."""

import shlex
from collections.abc import Iterable

import msgspec

from companion.arguments import nearest
from companion.console.names import Several, pick, position
from companion.errors import UsageError
from companion.flows.meanings import Action, ActionCard, DeedCard, EventCard, Meaning, PlayerCard
from companion.locales import _
from companion.views.words import listed
from engine.board import Edition
from engine.ids import CardId, SpaceId

NAME_LETTERS_MAX = 40
OVERWRITE = "overwrite"
VERBS = (
    "player", "deed", "action", "event", "lost", "what", "deeds", "actions", "events", "list",
    "help", "quit",
)  # fmt: skip


class Wish(msgspec.Struct, frozen=True):
    """What one card is to stand for."""

    meaning: Meaning | None
    """None: it is only to be named."""
    is_replacing: bool = False
    may_overwrite: bool = False


def wishes_of(line: str, edition: Edition) -> tuple[Wish, ...]:
    """Return what a line asks for, card by card; nothing for a blank line or a comment.

    Raises:
        UsageError: It is no line of this language; the sentence says what would be.
    """
    words = _words(line)
    if not words:
        return ()
    verb, rest = words[0].lower(), words[1:]
    may_overwrite = bool(rest) and rest[-1].lower() == OVERWRITE
    if may_overwrite:
        rest = rest[:-1]
    is_replacing = verb == "lost"
    if is_replacing:
        if not rest:
            raise UsageError(_("lost takes the card that is lost: “lost player Ada”."))
        verb, rest = rest[0].lower(), rest[1:]
    meanings = _meanings(verb, rest, edition)
    return tuple(Wish(meaning, is_replacing, may_overwrite) for meaning in meanings)


def help_text() -> str:
    """Return the lines there are, a sentence each."""
    rows = (
        ("player NAME", _("the card of a player")),
        ("deed SPACE", _("a deed, by its word or its place: boardwalk, @39")),
        ("action NAME", _("one of: {names}").format(names=listed(Action))),
        ("event CARD", _("a tagged event card, by its id: CH01, CC16")),
        ("deeds · actions · events", _("all of them, one card after the other")),
        ("lost player NAME", _("the next card takes the place of one that is lost")),
        ("what", _("say what the next card is, and change nothing")),
        ("list", _("what is enrolled")),
        ("quit", _("leave")),
    )
    lines = [f"{words:26}{meaning}" for words, meaning in rows]
    lines.append(_("A line may end in “overwrite”: what else is on the card may go."))
    return "\n".join(lines) + "\n"


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line, comments=True)
    except ValueError as error:
        raise UsageError(_("A quotation mark is missing: {line}").format(line=line)) from error


def _meanings(verb: str, rest: list[str], edition: Edition) -> tuple[Meaning | None, ...]:
    many: dict[str, tuple[Meaning, ...]] = {
        "deeds": tuple(DeedCard(space) for space, _title in edition.titled),
        "actions": tuple(ActionCard(action) for action in Action),
        "events": tuple(EventCard(card) for card in edition.cards),
    }
    if verb in many or verb == "what":
        if rest:
            raise UsageError(_("{verb} takes nothing more.").format(verb=verb))
        return many.get(verb, (None,))
    word = " ".join(rest)
    match verb:
        case "player":
            return (PlayerCard(player_name(word)),)
        case "deed":
            return (DeedCard(_deed(word, edition)),)
        case "action":
            actions = [action.value for action in Action]
            return (ActionCard(Action(actions[_picked(word, actions)])),)
        case "event":
            cards = list(edition.cards)
            return (EventCard(CardId(cards[_picked(word, cards)])),)
        case _:
            sentence = _("There is no “{verb}” here.").format(verb=verb)
            raise UsageError(sentence + nearest(verb, VERBS))


def player_name(word: str) -> str:
    """Return a player's name without the blanks around it.

    Raises:
        UsageError: It could not be said at the table.
    """
    name = word.strip()
    if not name[:1].isalpha() or not name.isprintable() or len(name) > NAME_LETTERS_MAX:
        sentence = _("“{name}” is no player's name: it begins with a letter and has at most {n}.")
        raise UsageError(sentence.format(name=name, n=NAME_LETTERS_MAX))
    return name


def _deed(word: str, edition: Edition) -> SpaceId:
    titled = [space for space, _title in edition.titled]
    at = position(word, len(edition.spaces))
    if at is not None:
        if at not in titled:
            raise UsageError(_("Nobody can own the space {word}.").format(word=word))
        return SpaceId(at)
    return titled[_picked(word, [edition.spaces[space].slug for space in titled])]


def _picked(word: str, names: Iterable[str]) -> int:
    known = list(names)
    found = pick(word, known)
    if isinstance(found, int):
        return found
    if isinstance(found, Several):
        raise UsageError(
            _("“{word}” could be {names}.").format(word=word, names=listed(found.names))
        )
    raise UsageError(_("There is no “{word}”.").format(word=word) + nearest(word, known))
