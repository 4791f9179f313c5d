"""The prompt bar: the one thing asked, whose it is, and what may be chosen."""

import msgspec

from companion.locales import _
from companion.protocol import Choice, Prompt
from companion.views.players import shows_cash
from companion.views.waiting import due_player, waiting_for
from companion.views.words import money
from engine.ids import NOBODY, Money, PlayerId
from engine.phases import Auction, GameOver, Setup
from engine.state import State

_NOT_BY_CARD = frozenset({"roll", "throw", "opening", "over"})
"""Waiting words that dice or nothing answer, not a card."""


_BY_YES = frozenset({"resume", "pause", "stop"})
"""What the button answers, where nothing is to choose."""


class Button(msgspec.Struct, frozen=True, gc=False):
    """One choice as it is drawn."""

    index: int
    label: str
    after: str
    """The balance after it, in words; empty where none changes."""
    balance: str
    """The same in figures alone."""
    is_highlighted: bool


class PromptBar(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What stands in the bar."""

    seat: PlayerId | None
    """Whose colour it has."""
    headline: str
    """For block letters: the player's name, or the question where nobody is meant."""
    title: str
    call: str
    """What hands do to answer: `TAP CARD`, `THROW`; empty where nothing is asked."""
    detail: str
    amount: str
    buttons: tuple[Button, ...]
    seconds_left: float | None
    seconds_whole: float | None

    @property
    def highlight(self) -> int:
        """Return which button is highlighted, 0 where none is."""
        return next((b.index for b in self.buttons if b.is_highlighted), 0)


def prompt_bar(state: State, prompt: Prompt | None) -> PromptBar:
    """Return the bar for *prompt*; what the game waits for where the table asks nothing."""
    if prompt is None:
        return _unasked(state)
    seat = prompt.player if prompt.player is not None else _leader(state)
    named = seat is not None and 0 <= seat < len(state.names)
    chosen = _highlighted(prompt)
    amount = prompt.amount if chosen is None or chosen.amount is None else abs(chosen.amount)
    if isinstance(state.phase, Auction) and prompt.kind == "auction" and named:
        amount = state.phase.high_bid  # beside the leader's name stands what he leads with
    return PromptBar(
        seat=seat if named else None,
        headline=state.names[seat] if named and seat is not None else prompt.title,
        title=prompt.title,
        call=_call(prompt, chosen),
        detail=prompt.detail,
        amount=money(amount) if amount else "",
        buttons=tuple(
            _button(state, prompt, index, choice) for index, choice in enumerate(prompt.choices)
        ),
        seconds_left=prompt.seconds_left,
        seconds_whole=prompt.seconds_whole,
    )


def _unasked(state: State) -> PromptBar:
    seat = due_player(state)
    waiting = _("waiting for {what}").format(what=waiting_for(state))
    if isinstance(state.phase, Setup):
        waiting = _("Tap the player cards, in seat order")
    return PromptBar(
        seat=seat,
        headline=state.names[seat] if seat is not None else waiting,
        title=waiting,
        call="",
        detail="",
        amount="",
        buttons=(),
        seconds_left=None,
        seconds_whole=None,
    )


def _leader(state: State) -> PlayerId | None:
    """Return whose colour a question to all has: the leader's of an auction, the winner's."""
    phase = state.phase
    if isinstance(phase, Auction) and phase.leader != NOBODY:
        return phase.leader
    if isinstance(phase, GameOver) and phase.outcome.winners:
        return phase.outcome.winners[0]
    return None


def _highlighted(prompt: Prompt) -> Choice | None:
    if prompt.highlight is None or not 0 <= prompt.highlight < len(prompt.choices):
        return None
    return prompt.choices[prompt.highlight]


def _call(prompt: Prompt, chosen: Choice | None) -> str:
    if prompt.kind in {"roll", "throw", "opening"} and chosen is None:
        # TRANSLATORS: what hands do to answer; at most 22 characters
        return _("THROW THE DICE")
    if prompt.kind == "lobby":
        # TRANSLATORS: what hands do to answer; at most 22 characters
        return _("TAP TO JOIN")
    if prompt.kind == "auction":
        # TRANSLATORS: what hands do to answer; at most 22 characters
        return _("TAP TO BID")
    if prompt.kind == "menu" or (prompt.kind in _BY_YES and chosen is None):
        # TRANSLATORS: what hands do to answer; at most 22 characters
        return _("PRESS YES")
    if prompt.kind in _NOT_BY_CARD and chosen is None:
        return ""
    # TRANSLATORS: what hands do to answer; at most 22 characters
    return _("TAP YOUR CARD")


def _button(state: State, prompt: Prompt, index: int, choice: Choice) -> Button:
    """Return a choice, with the balance after it where the player's balance may be seen at all."""
    player = prompt.player
    balance = ""
    wallet = player if prompt.kind == "wallet" else None
    if (
        choice.balance_after is not None
        and player is not None
        and shows_cash(state, player, wallet)
    ):
        balance = _signed(choice.balance_after)
    # TRANSLATORS: the balance after a choice, on its button; at most 18 characters
    after = _("leaves {amount}").format(amount=balance) if balance else ""
    return Button(index, choice.label, after, balance, index == prompt.highlight)


def _signed(amount: Money) -> str:
    return money(amount) if amount >= 0 else f"-{money(-amount)}"
