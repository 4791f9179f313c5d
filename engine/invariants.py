"""The books: what must hold after every command, whatever was done."""

from engine.board import HOTEL, Deck, Effect
from engine.ids import BANK
from engine.state import Position, jail_card_index, pile


def faults(position: Position) -> list[str]:
    """Return what does not add up, one sentence each; empty where the books balance."""
    return [
        *_seat_faults(position),
        *_money_faults(position),
        *_building_faults(position),
        *_deed_faults(position),
        *_card_faults(position),
    ]


def check(position: Position) -> None:
    """Assert that the books balance; a fault here is a bug of ours."""
    found = faults(position)
    assert not found, "; ".join(found)


def _seat_faults(position: Position) -> list[str]:
    found = []
    if sorted(position.order) != list(range(len(position.names))):
        found.append("seats: the order is not every seat once")
    first = position.first_round
    if len(set(first)) != len(first) or any(position.is_out[seat] for seat in first):
        found.append("seats: who has yet to have his first turn is out, or counted twice")
    return found


def _money_faults(position: Position) -> list[str]:
    found = []
    if sum(position.cash) + position.bank + position.pot:
        found.append("money: what accounts hold is not what the bank has paid out")
    if any(amount < 0 for amount in position.cash) or position.pot < 0:
        found.append("money: an account other than the bank's is below zero")
    return found


def _building_faults(position: Position) -> list[str]:
    found = []
    houses = sum(level for level in position.levels if level != HOTEL)
    hotels = sum(level == HOTEL for level in position.levels)
    if houses + position.houses + position.houses_missing != position.edition.houses:
        found.append("buildings: houses standing and left are not the box's")
    if hotels + position.hotels + position.hotels_missing != position.edition.hotels:
        found.append("buildings: hotels standing and left are not the box's")
    if min(position.houses, position.hotels, position.houses_missing, position.hotels_missing) < 0:
        found.append("buildings: a count is below zero")
    return found


def _deed_faults(position: Position) -> list[str]:
    found = []
    for space, printed in enumerate(position.edition.spaces):
        owner = position.owners[space]
        if printed.title is None and (owner != BANK or position.levels[space]):
            found.append(f"deeds: {printed.slug} has no title, yet an owner or a building")
        if not BANK <= owner < len(position.names):
            found.append(f"deeds: {printed.slug} is held by nobody known")
    return found


def _card_faults(position: Position) -> list[str]:
    found = []
    for deck in Deck:
        cards = position.edition.deck(deck)
        jail_id = next(card.id for card in cards if card.effect is Effect.JAIL_CARD)
        is_held = position.jail_cards[jail_card_index(deck)] != BANK
        here = [*pile(position, deck), *([jail_id] if is_held else [])]
        if sorted(here) != sorted(card.id for card in cards):
            found.append(f"cards: the {deck} pile and the held card are not the deck")
    return found
