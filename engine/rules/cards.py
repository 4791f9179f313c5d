"""Chance and Community Chest: DECK-1 draw, obey, put under; DECK-2 and DECK-6 the jail cards.

DECK-5 the new space is carried out in full; DECK-7 repairs; DECK-8 one debt a player; DECK-9 to
jail.
"""

from collections.abc import Callable

from engine.board import HOTEL, Card, Deck, Effect
from engine.commands import ChooseCard, ReportCard
from engine.events import CardTaken, PhaseEntered, PhaseLeft
from engine.ids import CardId, PlayerId
from engine.phases import CardChoice, CardDrawn, Debt, Landing, SplitDebt
from engine.reasons import Reason
from engine.recording import record
from engine.refusals import Refusal
from engine.rules import movement
from engine.rules.debt import charge, charge_in_order, levy_account, pay_out
from engine.state import Draft, deeds_of, pile, players_after


def draw(draft: Draft, player: PlayerId, deck: Deck) -> None:
    """Draw the top card and obey it, or ask which card was drawn from the real deck (DECK-1)."""
    if draft.rules.decks == "physical":
        record(draft, PhaseEntered(CardDrawn(player, deck)))
        return
    _take(draft, player, deck, pile(draft, deck)[0])


def draw_chance(draft: Draft, player: PlayerId) -> None:
    """Draw a Chance card (MOVE-2)."""
    draw(draft, player, Deck.CHANCE)


def draw_chest(draft: Draft, player: PlayerId) -> None:
    """Draw a Community Chest card (MOVE-2)."""
    draw(draft, player, Deck.CHEST)


def report_card(draft: Draft, command: ReportCard) -> Refusal | None:
    """Obey the card that was drawn from the real deck (DECK-1)."""
    phase = draft.phase
    if type(phase) is not CardDrawn:
        return Refusal.NOT_WAITING_FOR_THIS
    if command.card not in pile(draft, phase.deck):
        return Refusal.CARD_NOT_IN_PILE

    record(draft, PhaseLeft())
    _take(draft, phase.player, phase.deck, command.card)
    return None


def choose_card(draft: Draft, command: ChooseCard) -> Refusal | None:
    """Pay as the card says, or draw a Chance card instead (DECK-1)."""
    phase = draft.phase
    if type(phase) is not CardChoice:
        return Refusal.NOT_WAITING_FOR_THIS

    record(draft, PhaseLeft())
    if command.pays:
        charge(draft, Debt(phase.player, levy_account(draft), phase.amount, Reason.CARD))
    else:
        draw(draft, phase.player, Deck.CHANCE)
    return None


def _take(draft: Draft, player: PlayerId, deck: Deck, card: CardId) -> None:
    record(draft, CardTaken(player, deck, card))
    printed = draft.edition.card(card)
    _EFFECTS[printed.effect](draft, player, printed)


def _receive(draft: Draft, player: PlayerId, card: Card) -> None:
    pay_out(draft, player, card.amount, Reason.CARD)


def _pay(draft: Draft, player: PlayerId, card: Card) -> None:
    charge(draft, Debt(player, levy_account(draft), card.amount, Reason.CARD))


def _pay_or_draw(draft: Draft, player: PlayerId, card: Card) -> None:
    record(draft, PhaseEntered(CardChoice(player, card.amount, card.id)))


def _pay_repairs(draft: Draft, player: PlayerId, card: Card) -> None:
    owed = _repairs_due(draft, player, card)
    charge(draft, Debt(player, levy_account(draft), owed, Reason.REPAIRS))


def _repairs_due(draft: Draft, player: PlayerId, card: Card) -> int:
    """Return what repairs cost: a hotel is one hotel, not five houses (DECK-7)."""
    levels = [draft.levels[space] for space in deeds_of(draft, player)]
    houses = sum(level for level in levels if level != HOTEL)
    return houses * card.per_house + levels.count(HOTEL) * card.per_hotel


def _collect_from_each(draft: Draft, player: PlayerId, card: Card) -> None:
    others = players_after(draft, player)[:-1]
    debts = (Debt(other, player, card.amount, Reason.EACH_PLAYER) for other in others)
    charge_in_order(draft, tuple(debts))


def _go_to_jail(draft: Draft, player: PlayerId, _card: Card) -> None:
    movement.send_to_jail(draft, player)


def _keep(_draft: Draft, _player: PlayerId, _card: Card) -> None:
    """Do nothing more: the card is kept until used, taking it was all (DECK-2)."""


# However a card moves the token, the space is carried out next (BUY-3, DECK-5, GO-7).


def _move_to(draft: Draft, player: PlayerId, card: Card) -> None:
    record(draft, PhaseEntered(Landing(player)))
    movement.advance_to(draft, player, card.target)


def _move_to_nearest(draft: Draft, player: PlayerId, card: Card) -> None:
    record(draft, PhaseEntered(Landing(player, is_nearest=True)))
    nearest = movement.next_of_kind(draft, draft.tokens[player], card.nearest)
    movement.advance_to(draft, player, nearest)


def _move_back(draft: Draft, player: PlayerId, card: Card) -> None:
    record(draft, PhaseEntered(Landing(player)))
    movement.move_back_to(draft, player, draft.tokens[player] - card.target)


def _move_back_to(draft: Draft, player: PlayerId, card: Card) -> None:
    record(draft, PhaseEntered(Landing(player)))
    movement.move_back_to(draft, player, card.target)


def _pay_each(draft: Draft, player: PlayerId, card: Card) -> None:
    """Owe one sum to every other player still in, from the left (DECK-8, DEBT-5)."""
    amount = card.amount
    others = players_after(draft, player)[:-1]
    if draft.rules.multi_creditor == "split" and draft.cash[player] < amount * len(others):
        record(draft, PhaseEntered(SplitDebt(player, tuple(others), amount, Reason.EACH_PLAYER)))
        return
    debts = (Debt(player, other, amount, Reason.EACH_PLAYER) for other in others)
    charge_in_order(draft, tuple(debts))


_EFFECTS: dict[Effect, Callable[[Draft, PlayerId, Card], None]] = {
    Effect.RECEIVE: _receive,
    Effect.PAY: _pay,
    Effect.PAY_OR_CHANCE: _pay_or_draw,
    Effect.REPAIRS: _pay_repairs,
    Effect.PAY_EACH: _pay_each,
    Effect.COLLECT_EACH: _collect_from_each,
    Effect.TO_JAIL: _go_to_jail,
    Effect.JAIL_CARD: _keep,
    Effect.MOVE_TO: _move_to,
    Effect.NEAREST: _move_to_nearest,
    Effect.MOVE_BACK: _move_back,
    Effect.MOVE_BACK_TO: _move_back_to,
}
"""What cards make happen."""
