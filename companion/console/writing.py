"""Commands as lines of the console language: what the parser reads back as the same commands."""

from collections.abc import Iterable

from companion.console.reader import BANK_WORD
from companion.console.seat_lines import TABLE_MODE
from companion.editions import edition_ids
from engine import commands as c
from engine import corrections as k
from engine.board import HOTEL, Deck
from engine.ids import BANK, AccountId, PlayerId, SpaceId
from engine.state import State


def lines_of(command: c.Command, state: State) -> tuple[str, ...]:
    """Return the lines that ask for *command* in *state*; all but a start are one line."""
    if isinstance(command, c.StartGame):
        return (*_piles(command, state), "start")
    words = _Writer(state)
    if isinstance(command, k.Correction):
        return (words.correction(command),)
    if isinstance(command, c.Opening):
        return (words.opening(command),)
    return (words.play(command),)


def quoted(name: str) -> str:
    """Return a name or text as one word of the language."""
    return f'"{name.replace(chr(34), chr(39))}"'


def _piles(command: c.StartGame, state: State) -> Iterable[str]:
    slugs = state.edition.spaces
    for deck, cards in ((Deck.CHANCE, command.chance), (Deck.CHEST, command.chest)):
        if cards:
            yield f"deck {deck.value} {' '.join(cards)}"
    if command.deeds:
        yield "deal " + " ".join(slugs[space].slug for space in command.deeds)


class _Writer:
    """Writes the words of one line, by the names of one state."""

    def __init__(self, state: State) -> None:
        self._state = state

    def opening(self, command: c.Opening) -> str:
        """Return the line of what stands before the start."""
        match command:
            case c.OpenGame(edition) | c.ChooseEdition(edition):
                known = edition.id in edition_ids()
                return f"edition {edition.id}" if known else f"edition {edition.id}.toml"
            case c.ChooseRule(key, value):
                return f"rule {key} {value}"
            case c.SeatPlayers(names):
                return "players " + " ".join(map(quoted, names))
            case c.NameBanker(name):
                return f"banker {quoted(name)}"
            case c.StackDeeds(spaces):
                return f"deal {self._spaces(spaces)}"
            case c.StartGame():
                return "start"

    def correction(self, command: k.Correction) -> str:  # noqa: C901, PLR0912  # one flat table
        """Return the line that puts the table right."""
        match command:
            case k.SetTurn(player, doubles):
                return f"turn {self._who(player)}" + (f" doubles {doubles}" if doubles else "")
            case k.StackDeck(deck, cards):
                return f"deck {deck.value} {' '.join(cards)}"
            case k.SetCash(player, amount):
                return f"cash {self._who(player)} {amount}"
            case k.TransferMoney(payer, payee, amount):
                return f"transfer {self._who(payer)} {self._who(payee)} {amount}"
            case k.PlaceToken(player, space):
                return f"at {self._who(player)} {self._space(space)}"
            case k.JailPlayer(player, tries):
                return f"jail {self._who(player)} {tries}"
            case k.FreePlayer(player):
                return f"free {self._who(player)}"
            case k.SetOwner(owner, spaces):
                return f"owner {self._who(owner)} {self._spaces(spaces)}"
            case k.SetMortgaged(spaces, is_mortgaged):
                return f"{'mortgaged' if is_mortgaged else 'unmortgaged'} {self._spaces(spaces)}"
            case k.SetBuildings(space, level):
                where = self._space(space)
                return f"hotel {where}" if level == HOTEL else f"houses {where} {level}"
            case k.SetSupply(houses, hotels):
                return f"supply {houses} {hotels}"
            case k.SetJailCard(holder, deck):
                return f"jailcard {self._who(holder)} {deck.value}"
            case k.SetPot(amount):
                return f"pot {amount}"

    def play(self, command: c.Play) -> str:  # noqa: C901, PLR0912  # one flat table
        """Return the line of what is played; where only a player is named, see `_BY_PLAYER`."""
        if (verb := _BARE.get(type(command))) is not None:
            return verb
        if (verb := _BY_PLAYER.get(type(command))) is not None:
            return f"{verb} {self._who(command.player)}"  # type: ignore[union-attr]  # each has one
        if (verb := _BY_SPACE.get(type(command))) is not None:
            who, where = command.player, command.space  # type: ignore[union-attr]  # each has both
            return f"{verb} {self._who(who)} {self._space(where)}{_steps(command)}"
        match command:
            case c.RecordRoll(die_1, die_2):
                return f"roll {die_1} {die_2}"
            case c.PlaceBid(player, amount):
                return f"bid {self._who(player)} {amount}"
            case c.ReportCard(card):
                return f"draw {card}"
            case c.ChooseTax(by_percent):
                return "tax percent" if by_percent else "tax flat"
            case c.ChooseCard(pays):
                return "choose pay" if pays else "choose chance"
            case c.UseJailCard(player, deck):
                return f"usecard {self._who(player)}" + (f" {deck.value}" if deck else "")
            case c.SellGroup(player, group, levels):
                slug = self._state.edition.groups[group].slug
                return f"sellgroup {self._who(player)} {slug} {' '.join(map(str, levels))}"
            case c.WantBuildings(player, count, is_hotel):
                return f"want {self._who(player)} {count} {'hotels' if is_hotel else 'houses'}"
            case c.Trade():
                return self._trade(command)
            case c.SayAmount(player, amount):
                return f"say {self._who(player)} {amount}"
            case c.MakePromise(giver, taker, text):
                return f"promise {self._who(giver)} {self._who(taker)} {quoted(text)}"
            case c.ChooseMode(player, dues, mode):
                return f"mode {self._who(player)} {dues.value} {mode or TABLE_MODE}"
            case c.JoinGame(name, after):
                return f"join {quoted(name)}" + (
                    "" if after is None else f" after {self._who(after)}"
                )
            case c.TakeOverSeat(player, name):
                return f"takeover {self._who(player)} {quoted(name)}"
            case c.ChangeSeats(order):
                return f"seats {' '.join(map(self._who, order))}"
            case c.AdvanceClock(seconds):
                return f"wait {seconds}"
            case c.StopGame(after_round):
                return "stop round" if after_round else "stop"
            case _:
                msg = f"no line for {type(command).__name__}"
                raise AssertionError(msg)

    def _trade(self, trade: c.Trade) -> str:
        lifting = f" lifting {self._spaces(trade.lifting)}" if trade.lifting else ""
        if len(trade.parties) == 2:
            one, other = trade.parties
            given, taken = (self._items(trade, giver) for giver in (one, other))
            return (
                f"trade {self._who(one)} gives {given} to {self._who(other)} for {taken}{lifting}"
            )
        pairs = dict.fromkeys((item.giver, item.taker) for item in trade.items)
        parts = [
            f"{self._who(giver)}: {self._items(trade, giver, taker)} to {self._who(taker)}"
            for giver, taker in pairs
        ]
        return f"deal {', '.join(parts)}{lifting}"

    def _items(self, trade: c.Trade, giver: PlayerId, taker: PlayerId | None = None) -> str:
        items = [
            self._item(item)
            for item in trade.items
            if item.giver == giver and taker in (None, item.taker)
        ]
        return " ".join(items) or "nothing"

    def _item(self, item: c.TradeItem) -> str:
        if item.space is not None:
            return self._space(item.space)
        return f"jailcard-{item.card.value}" if item.card else str(item.money)

    def _who(self, account: AccountId) -> str:
        assert account == BANK or account >= 0, "the language does not name the pot"
        return BANK_WORD if account == BANK else quoted(self._state.names[account])

    def _space(self, space: SpaceId) -> str:
        return self._state.edition.spaces[space].slug

    def _spaces(self, spaces: Iterable[SpaceId]) -> str:
        return " ".join(map(self._space, spaces))


def _steps(command: c.Play) -> str:
    is_many = isinstance(command, c.Build | c.SellBuilding) and command.steps != 1
    return f" {command.steps}" if is_many else ""  # type: ignore[union-attr]  # just looked


_BARE: dict[type[c.Play], str] = {
    c.BuyDeed: "buy",
    c.DeclineDeed: "decline",
    c.CloseBidding: "close",
    c.PayDebt: "pay",
}
_BY_PLAYER: dict[type[c.Play], str] = {
    c.PassBid: "pass",
    c.ClaimRent: "claim",
    c.PayFine: "fine",
    c.DeclareBankruptcy: "bankrupt",
    c.Resign: "resign",
    c.ConfirmPayment: "confirm",
    c.GiveBackRent: "giveback",
    c.LeaveGame: "leave",
}
_BY_SPACE: dict[type[c.Play], str] = {
    c.Build: "build",
    c.SellBuilding: "sell",
    c.PlaceBuilding: "place",
    c.MortgageDeed: "mortgage",
    c.LiftMortgage: "lift",
}
