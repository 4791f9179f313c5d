"""What a command does, in words, where no money and no token tells it."""

from companion.locales import _
from companion.views.words import money
from engine import commands as c
from engine import corrections as fix
from engine.commands import Command
from engine.ids import AccountId
from engine.state import State


def act_words(before: State, command: Command | None) -> tuple[AccountId | None, str]:
    """Return whose act a command was, where it has one, and what it did."""
    player = getattr(command, "player", None)
    seat = AccountId(player) if isinstance(player, int) else _phase_player(before, command)
    return seat, _words(command)


def _phase_player(before: State, command: Command | None) -> AccountId | None:
    """Return who was asked, for answers that do not name their player."""
    if isinstance(command, c.DeclineDeed | c.ReportCard | c.ChooseCard | c.ChooseTax):
        return getattr(before.phase, "player", None)
    return None


def _words(command: Command | None) -> str:  # noqa: C901, PLR0912  # one flat table
    match command:
        case c.SeatPlayers(names=names):
            return _("seated: {names}").format(names=", ".join(names))
        case c.ChooseEdition(edition=edition):
            return _("board: {name}").format(name=edition.name)
        case c.ChooseRule(key=key, value=value):
            return _("house rule {key}: {value}").format(key=key, value=value)
        case c.StartGame():
            return _("the game begins")
        case c.DeclineDeed():
            return _("does not buy: auction")
        case c.PlaceBid(amount=amount):
            return _("bids {amount}").format(amount=money(amount))
        case c.PassBid():
            return _("bids no more")
        case c.CloseBidding():
            return _("the hammer falls")
        case c.WantBuildings(count=count):
            return _("wants buildings: {count}").format(count=count)
        case c.ClaimRent():
            return _("asks for the rent")
        case c.MakePromise(text=text):
            return _("promises: {text}").format(text=text)
        case c.JoinGame(name=name):
            return _("joins: {name}").format(name=name)
        case c.LeaveGame() | c.Resign():
            return _("leaves the game")
        case c.TakeOverSeat(name=name):
            return _("hands the seat to {name}").format(name=name)
        case c.ChangeSeats():
            return _("seats are changed")
        case c.StopGame():
            return _("the game is stopped")
        case c.Trade():
            return _("trade")
        case c.AdvanceClock():
            return _("the clock")
        case c.UseJailCard():
            return _("uses the jail card")
        case command if isinstance(command, _CORRECTIONS):
            return _("put right by the banker")
        case _:
            return _("another act")


_CORRECTIONS = (
    fix.StackDeck,
    fix.SetTurn,
    fix.SetCash,
    fix.TransferMoney,
    fix.PlaceToken,
    fix.JailPlayer,
    fix.FreePlayer,
    fix.SetOwner,
    fix.SetMortgaged,
    fix.SetBuildings,
    fix.SetSupply,
    fix.SetJailCard,
    fix.SetPot,
)
