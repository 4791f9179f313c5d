"""The table as a few lines of plain text, for `show` in the console."""

from companion.locales import _
from companion.views.players import shows_cash
from companion.views.words import money
from engine.board import HOTEL
from engine.ids import PlayerId, SpaceId
from engine.phases import WAITING_WORDS, Auction, Confirmation, Debt, Phase
from engine.state import State, deeds_of, is_jailed


def table_text(state: State) -> str:
    """Return a line a player, clockwise, one of the bank, one of what the game waits for.

    Before them a line of an edition that is not verified.
    """
    lines = []
    if note := state.edition.note:
        unverified = _("edition: {name}, not verified: {note}")
        lines.append(unverified.format(name=state.edition.name, note=note))
    lines += [_player_line(state, player) for player in state.order]
    supply = _("bank: {houses} houses, {hotels} hotels")
    lines.append(supply.format(houses=state.houses, hotels=state.hotels))
    if state.rules.free_parking_pot == "on":
        lines.append(_("pot: {amount}").format(amount=money(state.pot)))
    lines.append(_("waits for: {what}").format(what=_waiting(state, state.phase)))
    return "\n".join(lines)


def _player_line(state: State, player: PlayerId) -> str:
    name = state.names[player]
    if state.is_out[player]:
        return _("{name}: out").format(name=name)
    cash = money(state.cash[player]) if shows_cash(state, player) else _("hidden")
    parts = [cash, "@" + state.edition.spaces[state.tokens[player]].slug]
    if is_jailed(state, player):
        parts.append(_("jailed, {count} tries").format(count=state.jail_tries[player]))
    parts.extend(_deed(state, space) for space in deeds_of(state, player))
    decks = ("jailcard-chance", "jailcard-chest")
    parts.extend(deck for deck, who in zip(decks, state.jail_cards, strict=True) if who == player)
    return f"{name}: " + "  ".join(parts)


def _deed(state: State, space: SpaceId) -> str:
    slug = state.edition.spaces[space].slug
    level = state.levels[space]
    if state.mortgaged[space]:
        return f"({slug})"
    if level == HOTEL:
        return f"{slug}*H"
    return f"{slug}*{level}" if level else slug


def _waiting(state: State, phase: Phase) -> str:
    word = WAITING_WORDS[type(phase)]
    if isinstance(phase, Debt):
        return f"{word} {state.names[phase.debtor]} {money(phase.amount)}"
    if isinstance(phase, Confirmation):
        return f"{word} {state.names[phase.player]} {money(phase.amount)}"
    if isinstance(phase, Auction):
        leader = state.names[phase.leader] if phase.high_bid else "-"
        return f"{word} {leader} {money(phase.high_bid)}"
    player = getattr(phase, "player", None)
    return word if player is None else f"{word} {state.names[player]}"
