"""A deal that is being made: what each side gives, who has signed, the balances after it."""

import msgspec

from companion.locales import _
from companion.protocol import Prompt
from companion.views.players import shows_cash
from companion.views.refusals import sentence
from companion.views.words import coded, money
from engine.board import Deck
from engine.commands import Trade, TradeItem
from engine.decide import Accepted, decide
from engine.ids import PlayerId
from engine.state import State


class DealSide(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What one party gives, and how it stands afterwards."""

    seat: PlayerId
    name: str
    gives: tuple[str, ...]
    after: str
    """The balance before and after, in words; empty where it is hidden or nothing changes."""
    has_signed: bool
    is_turned_to: bool
    """Whether the knob serves this side."""


class DealView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A deal on the table."""

    sides: tuple[DealSide, ...]
    objection: str
    """Why it would be refused as it stands; empty where it would not."""


def deal_view(state: State, prompt: Prompt) -> DealView | None:
    """Return the deal of *prompt*; nothing where it has none."""
    deal = prompt.deal
    if deal is None:
        return None
    decision = decide(state, deal)
    after = decision.state if isinstance(decision, Accepted) else None
    is_empty = not deal.items
    why = "" if isinstance(decision, Accepted) or is_empty else _why(state, deal)
    return DealView(
        sides=tuple(_side(state, after, prompt, deal, seat) for seat in deal.parties),
        objection=why,
    )


def _why(state: State, deal: Trade) -> str:
    decision = decide(state, deal)
    assert not isinstance(decision, Accepted), "only what is refused has a reason"
    return sentence(decision.refusal, state, deal)


def _side(
    state: State, after: State | None, prompt: Prompt, deal: Trade, seat: PlayerId
) -> DealSide:
    is_shared = len(deal.parties) > 2
    gives = tuple(
        _item(state, item, is_shared=is_shared) for item in deal.items if item.giver == seat
    )
    return DealSide(
        seat=seat,
        name=state.names[seat],
        gives=gives or (_("nothing"),),
        after=_after(state, after, seat),
        has_signed=seat in prompt.signed,
        is_turned_to=prompt.side == seat,
    )


def _item(state: State, item: TradeItem, *, is_shared: bool) -> str:
    words = _thing(state, item)
    if is_shared:
        return _("{what} → {taker}").format(what=words, taker=state.names[item.taker])
    return words


def _thing(state: State, item: TradeItem) -> str:
    if item.space is not None:
        words = coded(state.edition, item.space)
        is_down = state.mortgaged[item.space]
        return _("{deed} (mortgaged)").format(deed=words) if is_down else words
    if item.card is not None:
        deck = _("Chance") if item.card is Deck.CHANCE else _("Community Chest")
        return _("jail card of {deck}").format(deck=deck)
    return money(item.money)


def _after(state: State, after: State | None, seat: PlayerId) -> str:
    if after is None or after.cash[seat] == state.cash[seat]:
        return ""
    if shows_cash(state, seat):
        return f"{money(state.cash[seat])} → {money(after.cash[seat])}"
    changed = after.cash[seat] - state.cash[seat]
    return f"+{money(changed)}" if changed > 0 else f"-{money(-changed)}"
