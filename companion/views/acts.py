"""What a command does, in words, where no money and no token tells it."""

from collections.abc import Callable

from companion.locales import _
from companion.views.cards import card_words
from companion.views.fix_words import fix_words
from companion.views.rule_words import switch_words
from companion.views.words import money
from engine import commands as c
from engine.commands import Command
from engine.corrections import Correction
from engine.ids import AccountId
from engine.state import State


def act_words(before: State, command: Command | None) -> tuple[AccountId | None, str]:
    """Return whose act a command was, where it has one, and what it did."""
    player = getattr(command, "player", None)
    seat = AccountId(player) if isinstance(player, int) else _phase_player(before, command)
    return seat, "" if command is None else doing(before, command)


def _phase_player(before: State, command: Command | None) -> AccountId | None:
    """Return who was asked, for answers that do not name their player."""
    if isinstance(command, c.DeclineDeed | c.ReportCard | c.ChooseCard | c.ChooseTax):
        return getattr(before.phase, "player", None)
    return None


def doing(before: State, command: Command) -> str:
    """Return what a command does; every kind has its own words."""
    plain = _PLAIN.get(type(command))
    return _worded(before, command) if plain is None else plain()


def _worded(before: State, command: Command) -> str:  # noqa: C901  # one flat table
    """Return the words of a command with something in it to be named."""
    match command:
        case c.SeatPlayers(names=names):
            return _("seated: {names}").format(names=", ".join(names))
        case c.OpenGame(edition=edition) | c.ChooseEdition(edition=edition):
            return _("board: {name}").format(name=edition.name)
        case c.ChooseRule(key=key, value=value):
            return switch_words(key, value)
        case c.NameBanker(name=name):
            return _("the banker: {name}").format(name=name)
        case c.ReportCard(card=card):
            return card_words(before.edition, card)
        case c.PlaceBid(amount=amount):
            return _("bids {amount}").format(amount=money(amount))
        case c.SayAmount(amount=amount):
            return _("says {amount}").format(amount=money(amount))
        case c.WantBuildings(count=count):
            return _("wants buildings: {count}").format(count=count)
        case c.MakePromise(text=text):
            return _("promises: {text}").format(text=text)
        case c.JoinGame(name=name):
            return _("joins: {name}").format(name=name)
        case c.TakeOverSeat(name=name):
            return _("hands the seat to {name}").format(name=name)
        case _:
            assert isinstance(command, Correction), "all others have words of their own"
            return fix_words(before, command)


# Functions, not strings: looked up when shown, in the language of that moment.
_PLAIN: dict[type[Command], Callable[[], str]] = {
    c.StackDeeds: lambda: _("the order of the deeds"),
    c.StartGame: lambda: _("the game begins"),
    c.RecordRoll: lambda: _("throws the dice"),
    c.BuyDeed: lambda: _("buys"),
    c.DeclineDeed: lambda: _("does not buy: auction"),
    c.PassBid: lambda: _("bids no more"),
    c.CloseBidding: lambda: _("the hammer falls"),
    c.ClaimRent: lambda: _("asks for the rent"),
    c.ChooseTax: lambda: _("income tax"),
    c.ChooseCard: lambda: _("card"),
    c.PayDebt: lambda: _("pays the debt"),
    c.PayFine: lambda: _("fine to leave jail"),
    c.UseJailCard: lambda: _("uses the jail card"),
    c.Build: lambda: _("builds"),
    c.SellBuilding: lambda: _("sells buildings"),
    c.SellGroup: lambda: _("sells buildings"),
    c.PlaceBuilding: lambda: _("builds"),
    c.MortgageDeed: lambda: _("mortgages"),
    c.LiftMortgage: lambda: _("lifts the mortgage"),
    c.Trade: lambda: _("trade"),
    c.DeclareBankruptcy: lambda: _("is bankrupt and out"),
    c.Resign: lambda: _("leaves the game"),
    c.LeaveGame: lambda: _("leaves the game"),
    c.ConfirmPayment: lambda: _("confirms the payment"),
    c.GiveBackRent: lambda: _("gives the rent back"),
    c.ChooseMode: lambda: _("how payments are made"),
    c.ChangeSeats: lambda: _("seats are changed"),
    c.AdvanceClock: lambda: _("the clock"),
    c.StopGame: lambda: _("the game is stopped"),
}
