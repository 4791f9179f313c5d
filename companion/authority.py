"""Who may ask for what: players act for themselves, the banker puts the table right (BANKER-2)."""

from typing import TypeGuard

from companion.card_orders import EnrolCard
from companion.protocol import (
    CorrectCard,
    CorrectRoll,
    Redo,
    Request,
    Strike,
    Submit,
    Undo,
)
from engine.commands import (
    BuyDeed,
    ChooseCard,
    ChooseTax,
    Command,
    DeclineDeed,
    MakePromise,
    OpenGame,
    PayDebt,
    Trade,
)
from engine.corrections import Correction
from engine.ids import PlayerId
from engine.phases import (
    CardChoice,
    Debt,
    GameOver,
    Phase,
    PurchaseOffer,
    Setup,
    SplitDebt,
    TaxChoice,
)
from engine.refusals import Refusal
from engine.state import State


def refusal_of(command: Command, actor: PlayerId | None, state: State) -> Refusal | None:
    """Return why *actor* may not ask for *command*; nobody is the banker, who may ask for all."""
    if actor is None:
        return None
    if isinstance(command, Correction):
        return Refusal.NOT_THE_BANKER
    if isinstance(command, OpenGame):
        is_between = isinstance(state.phase, Setup | GameOver)
        return None if is_between else Refusal.NOT_THE_BANKER
    if isinstance(command, Trade):
        return None if actor in command.parties else Refusal.NOT_THE_BANKER
    if isinstance(command, MakePromise):
        return None if actor == command.giver else Refusal.NOT_THE_BANKER
    asked = _asked(command, state.phase)
    if asked is not None:
        return None if asked == actor else Refusal.NOT_YOUR_TURN
    named = getattr(command, "player", actor)
    return None if named == actor else Refusal.NOT_THE_BANKER


def puts_right(
    request: Request, state: State
) -> TypeGuard[Submit | Undo | Redo | CorrectRoll | CorrectCard | Strike]:
    """Return whether a client asks for what asks for the banker's PIN, where one is set."""
    if isinstance(state.phase, Setup):
        return False
    if isinstance(request, Submit):
        is_anew = isinstance(request.command, OpenGame) and not isinstance(state.phase, GameOver)
        return is_anew or isinstance(request.command, Correction)
    return isinstance(request, Undo | Redo | CorrectRoll | CorrectCard | Strike)


def names_a_card(request: Request) -> TypeGuard[EnrolCard]:
    """Return whether *request* lets a card stand for something: for the banker, too, in any phase.

    Asks for the banker's PIN, where one is set; to be told what a card is asks for none.
    """
    return isinstance(request, EnrolCard) and request.meaning is not None


def _asked(command: Command, phase: Phase) -> PlayerId | None:
    """Return the player whom *phase* asks for just such an answer."""
    match command, phase:
        case BuyDeed() | DeclineDeed(), PurchaseOffer(player):
            return player
        case ChooseTax(), TaxChoice(player):
            return player
        case ChooseCard(), CardChoice(player):
            return player
        case PayDebt(), Debt(player) | SplitDebt(player):
            return player
        case _:
            return None
