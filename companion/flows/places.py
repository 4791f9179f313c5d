"""Where everything belongs on the table: a list to set it up again by."""

from companion.locales import _
from companion.views.words import buildings, coded, listed, money, space_name
from engine.board import Deck
from engine.ids import PlayerId, SpaceId
from engine.state import State, deeds_of, is_jailed, jail_card_index, players_in


def places(state: State) -> tuple[str, ...]:
    """Return a few lines a player, in seat order: token, deeds, buildings, jail cards, money."""
    lines: list[str] = []
    for player in players_in(state):
        lines += _of_player(state, player)
    supply = _("The bank: {houses} houses and {hotels} hotels")
    return (*lines, supply.format(houses=state.houses, hotels=state.hotels))


def _of_player(state: State, player: PlayerId) -> list[str]:
    where = space_name(state.edition, state.tokens[player])
    if is_jailed(state, player):
        where = _("in jail")
    parts = [where]
    if state.rules.balances != "own_tap":
        parts.append(money(state.cash[player]))
    parts += [
        _("a jail card") for deck in Deck if state.jail_cards[jail_card_index(deck)] == player
    ]
    first = _("{name}: {things}").format(name=state.names[player], things=" · ".join(parts))
    deeds = deeds_of(state, player)
    if not deeds:
        return [first]
    return [first, "  " + listed(_deed(state, space) for space in deeds)]


def _deed(state: State, space: SpaceId) -> str:
    name = coded(state.edition, space)
    if state.mortgaged[space]:
        return _("{space} (mortgaged)").format(space=name)
    if state.levels[space]:
        return f"{name} ({buildings(state.levels[space])})"
    return name
