"""What a Chance or Community Chest card does, in our own words."""

from companion.locales import _
from companion.views.words import money, space_name
from engine.board import Card, Edition, Effect, SpaceKind
from engine.ids import CardId, SpaceId


def card_act(edition: Edition, card_id: CardId) -> str:
    """Return what the card does, to stand by itself."""
    act = card_words(edition, card_id).partition(": ")[2]
    return act[:1].upper() + act[1:]


def card_words(edition: Edition, card_id: CardId) -> str:  # noqa: C901, PLR0912  # one flat table
    """Return what the card does, as a phrase after the player's name."""
    card = edition.card(card_id)
    amount = money(card.amount)
    match card.effect:
        case Effect.MOVE_TO:
            return _("card: advance to {space}").format(space=_target(edition, card))
        case Effect.MOVE_BACK_TO:
            return _("card: back to {space}").format(space=_target(edition, card))
        case Effect.MOVE_BACK:
            return _("card: {count} spaces back").format(count=card.target)
        case Effect.NEAREST if card.nearest is SpaceKind.RAILROAD:
            return _("card: advance to the nearest railroad")
        case Effect.NEAREST:
            return _("card: advance to the nearest utility")
        case Effect.RECEIVE:
            return _("card: receive {amount}").format(amount=amount)
        case Effect.PAY:
            return _("card: pay {amount}").format(amount=amount)
        case Effect.PAY_OR_CHANCE:
            return _("card: pay {amount} or draw a Chance card").format(amount=amount)
        case Effect.REPAIRS:
            return _("card: repairs, {house} a house, {hotel} a hotel").format(
                house=money(card.per_house), hotel=money(card.per_hotel)
            )
        case Effect.PAY_EACH:
            return _("card: pay each player {amount}").format(amount=amount)
        case Effect.COLLECT_EACH:
            return _("card: {amount} from each player").format(amount=amount)
        case Effect.TO_JAIL:
            return _("card: go to jail")
        case Effect.JAIL_CARD:
            return _("card: out of jail free, to keep")


def card_short_words(edition: Edition, card_id: CardId) -> tuple[str, ...]:
    """Return what the card does in fewer words, the fullest first."""
    card = edition.card(card_id)
    bare = card_words(edition, card_id).partition(": ")[2]
    return *((bare,) if bare else ()), *_brief(edition, card)


def _brief(edition: Edition, card: Card) -> tuple[str, ...]:
    """Return what the card comes down to."""
    match card.effect:
        case Effect.MOVE_TO | Effect.MOVE_BACK_TO:
            printed = edition.spaces[card.target]
            return tuple(f"→ {name}" for name in (printed.name, printed.short) if name)
        case Effect.NEAREST if card.nearest is SpaceKind.RAILROAD:
            # TRANSLATORS: where a card leads; at most 28 characters
            return (_("to the nearest railroad"),)
        case Effect.NEAREST:
            # TRANSLATORS: where a card leads; at most 28 characters
            return (_("to the nearest utility"),)
        case Effect.PAY_OR_CHANCE:
            # TRANSLATORS: what a card asks for; at most 28 characters
            return (_("pay {amount}, or Chance").format(amount=money(card.amount)),)
        case Effect.REPAIRS:
            # TRANSLATORS: what a card asks for; at most 28 characters
            return (_("repairs by card"),)
        case Effect.PAY_EACH | Effect.COLLECT_EACH:
            # TRANSLATORS: what a card asks for; at most 28 characters
            return (_("among the players"),)
        case Effect.JAIL_CARD:
            return (_("jail card"),)
        case _:
            return ()


def _target(edition: Edition, card: Card) -> str:
    return space_name(edition, SpaceId(card.target))
