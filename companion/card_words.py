"""What is said of cards: what one is, why it is not taken, what became of it."""

from companion.flows.meanings import ActionCard, DeedCard, EventCard, Meaning, PlayerCard
from companion.found import Found
from companion.locales import _
from companion.views.words import space_name
from engine.board import Edition


def card_name(meaning: Meaning, edition: Edition) -> str:
    """Return what a card stands for, in a few words."""
    match meaning:
        case PlayerCard(name=name):
            return _("the card of {name}").format(name=name)
        case DeedCard(space=space):
            return _("the deed of {space}").format(space=space_name(edition, space))
        case ActionCard(action=action):
            return _("the action card {action}").format(action=action.value)
        case EventCard(card=card):
            return _("the event card {card}").format(card=card)


def found_words(what: Found, meaning: Meaning | None, edition: Edition) -> str:
    """Return what a card is, in a sentence."""
    name = "" if meaning is None else card_name(meaning, edition)
    match what:
        case Found.KNOWN:
            return _("This is {card}.").format(card=name)
        case Found.OURS:
            return _("This is {card}, signed by this table and not enrolled.").format(card=name)
        case Found.NEW:
            return _("This card is empty and known to nobody.")
        case Found.CLASSIC:
            return _("This is a Classic card: it can be known by its number, not written on.")
        case Found.LOST:
            return _("This was {card}, reported lost: another stands for it now.").format(card=name)
        case _:
            return refusal_words(what, may_overwrite=False)


def locked_words() -> str:
    """Say why no card is enrolled without the banker's PIN."""
    return _("Cards are the banker's to enrol: start with --pin-file.")


def refusal_words(what: Found, *, may_overwrite: bool) -> str:
    """Return why a card is not taken; nothing where it is."""
    match what:
        case Found.KNOWN | Found.OURS | Found.NEW | Found.CLASSIC | Found.LOST:
            return ""
        case Found.PHONE:
            return _("That is a phone: its number changes. Use a card.")
        case Found.TRANSIT:
            return _("That is a bank card or a ticket, none of the game's: put it away.")
        case Found.GONE:
            return _("The card was taken away too soon: hold it still for a second.")
        case _ if may_overwrite:
            return ""
        case Found.FOREIGN:
            return _("This card belongs to another table's set.")
        case Found.COPIED:
            return _("This is a copy: what it holds was written for another card.")
        case Found.OTHER:
            return _("This card holds something that is not of this game.")
        case Found.UNREADABLE:
            return _("This card cannot be read.")


def fault_words(why: str) -> str:
    """Return why a card was not written, by the word of its `CardError`."""
    match why:
        case "gone":
            return _("The card was pulled away too soon: lay it on again and let it lie.")
        case "locked":
            return _("This card is protected and cannot be written on: take another.")
        case "differs":
            return _("The card does not hold what was written: lay it on again, or take another.")
        case _:
            return _("The reader could not write on the card: lay it on again.")


def enrolled_words(uid: str, name: str, *, is_written: bool, is_protected: bool) -> str:
    """Return what became of a card that was enrolled."""
    if is_protected:
        return _("{uid} is {card} now: written, and protected.").format(uid=uid, card=name)
    if is_written:
        return _("{uid} is {card} now: written, but this chip cannot be protected.").format(
            uid=uid, card=name
        )
    return _("{uid} is {card} now, by its number alone.").format(uid=uid, card=name)
