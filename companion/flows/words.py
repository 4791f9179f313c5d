"""What a choice does, in the table's language."""

from companion.locales import _
from companion.views.acts import doing
from companion.views.cards import card_words
from companion.views.words import deck_name, money, space_name
from engine.board import HOTEL
from engine.commands import (
    Build,
    BuyDeed,
    ChangeSeats,
    ChooseCard,
    ChooseTax,
    ClaimRent,
    CloseBidding,
    Command,
    DeclineDeed,
    GiveBackRent,
    LiftMortgage,
    MortgageDeed,
    PayFine,
    PlaceBid,
    PlaceBuilding,
    RecordRoll,
    ReportCard,
    SellBuilding,
    SellGroup,
    StopGame,
    Trade,
    UseJailCard,
)
from engine.ids import PlayerId, SpaceId
from engine.phases import Opening, PurchaseOffer
from engine.state import State

_BY_WHO_IS_ASKED = (
    BuyDeed,
    ChooseCard,
    ChooseTax,
    DeclineDeed,
    RecordRoll,
    ReportCard,
)


def actor(state: State, command: Command) -> PlayerId | None:
    """Return whose act *command* is in *state*; nobody's where the bank or the clock acts."""
    if (named := getattr(command, "player", None)) is not None:
        return PlayerId(named)
    if isinstance(command, _BY_WHO_IS_ASKED):
        phase = state.phase
        if isinstance(phase, Opening):
            return phase.waiting[0]
        return getattr(phase, "player", None)
    return None


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
        case GiveBackRent():
            return _("Give the rent back")
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
        case DeclineDeed():
            return _("Auction")
        case ChooseTax(by_percent=by_percent):
            return _("the tax by percentage") if by_percent else _("the flat tax")
        case ReportCard(card=card):
            return _("the card: {words}").format(words=card_words(state.edition, card))
        case ClaimRent():
            return _("ask for the rent")
        case CloseBidding():
            return _("the hammer")
        case Trade():
            return _("the trade")
        case ChangeSeats():
            return _("the change of seats")
        case StopGame():
            return _("the end of the game")
        case _:
            return doing(state, command)


def _building(state: State, space: SpaceId) -> str:
    is_hotel = state.levels[space] >= int(state.rules.hotel_after)
    return _("Build the hotel on {space}") if is_hotel else _("Build a house on {space}")
