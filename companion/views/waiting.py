"""What the game waits for, and who is due, in words."""

from collections.abc import Callable

from companion.locales import _
from engine import phases as p
from engine.ids import NOBODY, PlayerId
from engine.state import State


def due_player(state: State) -> PlayerId | None:
    """Return the one player who must act; nobody where all or none may."""
    match state.phase:
        case p.Opening(waiting=waiting):
            return waiting[0] if waiting else None
        case p.Debt(debtor=player) | p.SplitDebt(debtor=player):
            return player
        case p.Auction(asked=asked):
            return None if asked == NOBODY else asked
        case p.Setup() | p.Shortage() | p.Estate() | p.GameOver():
            return None
        case phase:
            return phase.player


def waiting_for(state: State) -> str:
    """Return what the game waits for, as a phrase after "the game waits for"."""
    return _WAITING[type(state.phase)]()


_WAITING: dict[type[p.Phase], Callable[[], str]] = {
    p.Setup: lambda: _("the start"),
    p.Opening: lambda: _("the opening throws"),
    p.AwaitingRoll: lambda: _("a throw"),
    p.UtilityThrow: lambda: _("a throw"),
    p.TurnOver: lambda: _("a throw"),
    p.MoveOn: lambda: _("a throw"),
    p.Landing: lambda: _("a throw"),
    p.Confirmation: lambda: _("a payment to be confirmed"),
    p.JailDecision: lambda: _("the way out of jail"),
    p.PurchaseOffer: lambda: _("the choice to buy"),
    p.TaxChoice: lambda: _("the choice of the tax"),
    p.CardDrawn: lambda: _("the drawn card"),
    p.CardChoice: lambda: _("the choice on the card"),
    p.Auction: lambda: _("the auction"),
    p.Estate: lambda: _("the auction"),
    p.Shortage: lambda: _("wishes for buildings"),
    p.PlaceWonBuilding: lambda: _("the place of the building"),
    p.Debt: lambda: _("the debt"),
    p.SplitDebt: lambda: _("the debt"),
    p.GameOver: lambda: _("a new game"),
}
