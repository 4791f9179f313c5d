"""Who may ask for what: players act for themselves, the banker puts the table right (BANKER-2)."""

from typing import TypeGuard, assert_never

from companion.card_orders import EnrolCard, StopEnrolling
from companion.protocol import (
    ChooseLanguage,
    ChooseSpeech,
    CorrectCard,
    CorrectRoll,
    Hello,
    Measure,
    PressButton,
    Recall,
    Redo,
    Request,
    Strike,
    Submit,
    TapCard,
    ThrowDice,
    TurnKnob,
    Undo,
    Unlock,
)
from engine.commands import (
    AdvanceClock,
    BuyDeed,
    ChangeSeats,
    ChooseCard,
    ChooseTax,
    Command,
    DeclineDeed,
    LeaveGame,
    MakePromise,
    OpenGame,
    PayDebt,
    StopGame,
    TakeOverSeat,
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

BANKERS = Correction | StopGame | LeaveGame | TakeOverSeat | ChangeSeats | AdvanceClock
"""Commands that at the table need the banker's card, or are told by the table itself."""


def refusal_of(command: Command, actor: PlayerId | None, state: State) -> Refusal | None:
    """Return why *actor* may not ask for *command*; nobody is the banker, who may ask for all."""
    if actor is None:
        return None
    if isinstance(command, Correction | ChangeSeats):
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


def needs_banker(request: Request, state: State) -> bool:
    """Return whether a client asks for what asks for the banker's PIN, where one is set.

    In the lobby nothing is at stake yet; only cards are, which outlast it. What a tapped card or a
    pressed button comes to is the flows' to say (`Flows.is_bankers`).
    """
    is_played = not isinstance(state.phase, Setup)
    match request:
        case Undo() | Redo() | CorrectRoll() | CorrectCard() | Strike():
            return is_played
        case Submit(command=OpenGame()):
            return is_played and not isinstance(state.phase, GameOver)
        case Submit(command=command):
            return is_played and isinstance(command, BANKERS)
        case EnrolCard():
            return names_a_card(request)
        case Hello() | Unlock() | ThrowDice() | TapCard() | PressButton() | TurnKnob():
            return False
        case Measure() | Recall() | ChooseLanguage() | ChooseSpeech() | StopEnrolling():
            return False
        case _:
            assert_never(request)


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
