"""What a correction comes to, in a few words."""

from companion.locales import _
from companion.views.words import (
    account_name,
    buildings,
    deck_name,
    listed,
    money,
    space_name,
)
from engine.corrections import (
    Correction,
    FreePlayer,
    JailPlayer,
    PlaceToken,
    SetBuildings,
    SetCash,
    SetJailCard,
    SetMortgaged,
    SetOwner,
    SetPot,
    SetSupply,
    SetTurn,
    StackDeck,
    TransferMoney,
)
from engine.ids import BANK, PlayerId, SpaceId
from engine.state import Position


def fix_words(position: Position, command: Correction) -> str:
    """Return how things stand once *command* has put them right."""
    match command:
        case SetCash(player=player, amount=amount):
            sentence = _("{name} has {amount}")
            return sentence.format(name=position.names[player], amount=money(amount))
        case SetPot(amount=amount):
            return _("the pot has {amount}").format(amount=money(amount))
        case TransferMoney(payer=payer, payee=payee, amount=amount):
            return _("{payer} → {payee}: {amount}").format(
                payer=account_name(position, payer),
                payee=account_name(position, payee),
                amount=money(amount),
            )
        case SetSupply(houses=houses, hotels=hotels):
            sentence = _("The bank: {houses} houses and {hotels} hotels")
            return sentence.format(houses=houses, hotels=hotels)
        case StackDeck(deck=deck):
            return _("the order of {deck}").format(deck=deck_name(deck))
        case SetOwner() | SetMortgaged() | SetBuildings():
            return _of_spaces(position, command)
        case SetJailCard(holder=holder, deck=deck):
            if holder == BANK:
                return _("the bank has the jail card of {deck}").format(deck=deck_name(deck))
            sentence = _("{name} has the jail card of {deck}")
            return sentence.format(name=account_name(position, holder), deck=deck_name(deck))
        case PlaceToken() | SetTurn() | JailPlayer() | FreePlayer():
            return _of_player(position, command)


def _of_spaces(position: Position, command: SetOwner | SetMortgaged | SetBuildings) -> str:
    if isinstance(command, SetBuildings):
        return _("{space}: {buildings}").format(
            space=space_name(position.edition, command.space),
            buildings=buildings(command.level) if command.level else _("nothing built"),
        )
    spaces = _named(position, command.spaces)
    if isinstance(command, SetOwner):
        sentence = _("{space} is {name}'s")
        return sentence.format(space=spaces, name=account_name(position, command.owner))
    sentence = _("{space} is mortgaged") if command.is_mortgaged else _("{space} is not mortgaged")
    return sentence.format(space=spaces)


def _of_player(position: Position, command: PlaceToken | SetTurn | JailPlayer | FreePlayer) -> str:
    name = position.names[PlayerId(command.player)]
    match command:
        case PlaceToken(space=space):
            where = space_name(position.edition, space)
            return _("{name} is on {space}").format(name=name, space=where)
        case SetTurn():
            return _("{name} is to throw").format(name=name)
        case JailPlayer():
            return _("{name} is in jail").format(name=name)
        case FreePlayer():
            return _("{name} is out of jail").format(name=name)


def _named(position: Position, spaces: tuple[SpaceId, ...]) -> str:
    return listed(space_name(position.edition, space) for space in spaces)
