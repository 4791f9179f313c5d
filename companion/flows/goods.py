"""What may change hands in a trade."""

from companion.flows.allowed import allowed
from companion.locales import _
from companion.views.refusals import sentence
from companion.views.words import deck_name, money, space_name
from engine.board import Deck
from engine.commands import MakePromise, Trade, TradeItem
from engine.decide import decide
from engine.ids import PlayerId
from engine.options import MayTrade
from engine.refusals import Refused
from engine.state import State, deeds_of, jail_card_index
from engine.valuation import group_of


def is_tradable(state: State, player: PlayerId) -> bool:
    """Return whether *player* may trade now (TRADE-1)."""
    return any(
        isinstance(option, MayTrade) and player in option.players and len(option.players) > 1
        for option in allowed(state)
    )


def gifts(state: State, giver: PlayerId, takers: list[PlayerId]) -> list[TradeItem]:
    """Return what *giver* may give each of *takers*, but for money."""
    items = [
        TradeItem(giver, taker, space=space) for space in deeds_of(state, giver) for taker in takers
    ]
    items += [TradeItem(giver, taker, card=deck) for deck in Deck for taker in takers]
    return [item for item in items if may_give(state, item)]


def may_give(state: State, item: TradeItem) -> bool:
    """Return whether the giver still has it and the rules let it go (TRADE-1, SELL-2)."""
    if state.is_out[item.giver] or state.is_out[item.taker]:
        return False
    if item.space is not None:
        is_bare = not any(state.levels[member] for member in group_of(state, item.space))
        return state.owners[item.space] == item.giver and is_bare
    if item.card is not None:
        return state.jail_cards[jail_card_index(item.card)] == item.giver
    return item.money <= state.cash[item.giver]


def item_words(state: State, item: TradeItem) -> str:
    """Return what changes hands."""
    if item.space is not None:
        return space_name(state.edition, item.space)
    if item.card is not None:
        return _("the jail card of {deck}").format(deck=deck_name(item.card))
    return money(item.money)


def gift_lines(state: State, deal: Trade, promises: tuple[MakePromise, ...]) -> tuple[str, ...]:
    """Return what each party gives whom, a line each."""
    lines = []
    for giver in deal.parties:
        for taker in deal.parties:
            given = [
                item_words(state, item)
                for item in deal.items
                if (item.giver, item.taker) == (giver, taker)
            ]
            given += [
                _("the promise of {text}").format(text=promise.text)
                for promise in promises
                if (promise.giver, promise.taker) == (giver, taker)
            ]
            if given:
                line = _("{giver} gives {taker}: {things}")
                names = state.names
                lines.append(
                    line.format(giver=names[giver], taker=names[taker], things=", ".join(given))
                )
    return tuple(lines)


def balance_lines(state: State, deal: Trade) -> tuple[str, ...]:
    """Return balances after the deal, or why the rules would not have it."""
    if not deal.items:
        return ()
    decision = decide(state, deal)
    if isinstance(decision, Refused):
        return (sentence(decision.refusal, state, deal),)
    if state.rules.balances == "own_tap":
        return ()
    return tuple(
        _("{name} then has {amount}").format(
            name=state.names[party], amount=money(decision.state.cash[party])
        )
        for party in deal.parties
    )
