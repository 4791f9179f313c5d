"""What a choice does, in the table's language."""

from companion.locales import _
from companion.views.words import money, space_name
from engine.board import HOTEL, Card, Deck, Effect
from engine.commands import (
    Build,
    BuyDeed,
    Command,
    LiftMortgage,
    MortgageDeed,
    PayFine,
    PlaceBid,
    PlaceBuilding,
    RecordRoll,
    SellBuilding,
    SellGroup,
    UseJailCard,
)
from engine.ids import SpaceId
from engine.phases import Lot, PurchaseOffer
from engine.state import State


def lot_name(state: State, lot: Lot) -> str:
    """Return what an auction sells."""
    if lot.space is not None:
        return space_name(state.edition, lot.space)
    return _("a hotel") if lot.is_hotel else _("a house")


def deck_name(deck: Deck) -> str:
    """Return what people call a pile of cards."""
    return _("Chance") if deck is Deck.CHANCE else _("Community Chest")


def label(state: State, command: Command) -> str:
    """Return what confirming *command* does, in a few words without its amount."""
    match command:
        case Build(space=space):
            return _building(state, space).format(space=space_name(state.edition, space))
        case SellBuilding(space=space):
            hotel, house = _("Sell the hotel of {space}"), _("Sell a house of {space}")
            sentence = hotel if state.levels[space] == HOTEL else house
            return sentence.format(space=space_name(state.edition, space))
        case SellGroup(group=group, levels=levels):
            sentence = _("Sell the buildings of {group} down to {levels}")
            left = " ".join(str(level) for level in levels)
            return sentence.format(group=state.edition.groups[group].name, levels=left)
        case MortgageDeed(space=space):
            return _("Mortgage {space}").format(space=space_name(state.edition, space))
        case LiftMortgage(space=space):
            return _("Lift the mortgage of {space}").format(space=space_name(state.edition, space))
        case PlaceBuilding(space=space):
            return _("Put it up on {space}").format(space=space_name(state.edition, space))
        case PayFine():
            return _("Pay to leave jail")
        case RecordRoll(die_1=die_1, die_2=die_2):
            return _("throw {die_1} {die_2}").format(die_1=die_1, die_2=die_2)
        case BuyDeed() if isinstance(state.phase, PurchaseOffer):
            return _("Buy {space}").format(space=space_name(state.edition, state.phase.space))
        case PlaceBid(amount=amount):
            return _("Bid {amount}").format(amount=money(amount))
        case UseJailCard(deck=deck):
            if deck is None:
                return _("Use the jail card")
            return _("Use the jail card of {deck}").format(deck=deck_name(deck))
        case _:
            return _("the last act")


def card_label(state: State, card: Card) -> str:
    """Return what a Chance or Community Chest card does, in a few words."""
    amount = money(card.amount)
    match card.effect:
        case Effect.MOVE_TO | Effect.MOVE_BACK_TO:
            place = space_name(state.edition, SpaceId(card.target))
            forward, back = _("Go on to {space}"), _("Go back to {space}")
            return (forward if card.effect is Effect.MOVE_TO else back).format(space=place)
        case Effect.MOVE_BACK:
            return _("Go back {count} spaces").format(count=card.target)
        case Effect.NEAREST:
            place = space_name(state.edition, state.edition.find(card.nearest))
            return _("Go on to the nearest of the kind of {space}").format(space=place)
        case Effect.RECEIVE:
            return _("Get {amount}").format(amount=amount)
        case Effect.PAY:
            return _("Pay {amount}").format(amount=amount)
        case Effect.PAY_OR_CHANCE:
            return _("Pay {amount} or draw Chance").format(amount=amount)
        case Effect.REPAIRS:
            house, hotel = money(card.per_house), money(card.per_hotel)
            return _("Pay {house} a house, {hotel} a hotel").format(house=house, hotel=hotel)
        case Effect.PAY_EACH:
            return _("Pay {amount} to each").format(amount=amount)
        case Effect.COLLECT_EACH:
            return _("Get {amount} from each").format(amount=amount)
        case Effect.TO_JAIL:
            return _("Go to jail")
        case Effect.JAIL_CARD:
            return _("Keep: out of jail")


def _building(state: State, space: SpaceId) -> str:
    is_hotel = state.levels[space] >= int(state.rules.hotel_after)
    return _("Build the hotel on {space}") if is_hotel else _("Build a house on {space}")
