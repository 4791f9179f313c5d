"""The lines of play: what stands after each verb."""

import msgspec

from companion.console.names import slugs
from companion.console.reader import Reader, is_number
from companion.console.requests import Ask, LetPass
from engine.board import Deck
from engine.commands import (
    Build,
    BuyDeed,
    ChooseCard,
    ChooseTax,
    ClaimRent,
    CloseBidding,
    ConfirmPayment,
    DeclareBankruptcy,
    DeclineDeed,
    GiveBackRent,
    LiftMortgage,
    MortgageDeed,
    PassBid,
    PayDebt,
    PayFine,
    PlaceBid,
    PlaceBuilding,
    RecordRoll,
    ReportCard,
    Resign,
    SayAmount,
    SellBuilding,
    SellGroup,
    StopGame,
    Trade,
    TradeItem,
    UseJailCard,
    WantBuildings,
)
from engine.ids import NOBODY, PlayerId, SpaceId
from engine.phases import CardDrawn

JAIL_CARDS = {"jailcard-chance": Deck.CHANCE, "jailcard-chest": Deck.CHEST}
NOTHING = "nothing"


def roll(read: Reader) -> Ask:
    """Read `roll A B`."""
    return Ask(RecordRoll(read.any_number(), read.any_number()))


def buy(_read: Reader) -> Ask:
    """Read `buy`."""
    return Ask(BuyDeed())


def decline(_read: Reader) -> Ask:
    """Read `decline`."""
    return Ask(DeclineDeed())


def bid(read: Reader) -> Ask:
    """Read `bid NAME N`."""
    return Ask(PlaceBid(read.player(), read.money()))


def pass_(read: Reader) -> Ask:
    """Read `pass NAME`."""
    return Ask(PassBid(read.player()))


def close(_read: Reader) -> Ask:
    """Read `close`."""
    return Ask(CloseBidding())


def claim(read: Reader) -> Ask:
    """Read `claim NAME`."""
    return Ask(ClaimRent(read.player()))


def draw(read: Reader) -> Ask:
    """Read `draw CARD`; of the deck that is drawn from, where one is."""
    phase = read.state.phase
    decks = (phase.deck,) if isinstance(phase, CardDrawn) else tuple(Deck)
    return Ask(ReportCard(read.card(*decks)))


def tax(read: Reader) -> Ask:
    """Read `tax flat` and `tax percent`."""
    return Ask(ChooseTax(by_percent=read.keyword("flat", "percent") == "percent"))


def choose(read: Reader) -> Ask:
    """Read `choose pay` and `choose chance`."""
    return Ask(ChooseCard(pays=read.keyword("pay", "chance") == "pay"))


def pay(_read: Reader) -> Ask:
    """Read `pay`."""
    return Ask(PayDebt())


def confirm(read: Reader) -> Ask:
    """Read `confirm NAME`."""
    return Ask(ConfirmPayment(read.player()))


def say(read: Reader) -> Ask:
    """Read `say NAME N`."""
    return Ask(SayAmount(read.player(), read.money()))


def giveback(read: Reader) -> Ask:
    """Read `giveback NAME`."""
    return Ask(GiveBackRent(read.player()))


def fine(read: Reader) -> Ask:
    """Read `fine NAME`."""
    return Ask(PayFine(read.player()))


def usecard(read: Reader) -> Ask:
    """Read `usecard NAME [chance or chest]`."""
    player = read.player()
    return Ask(UseJailCard(player, None if read.is_done else read.deck()))


def build(read: Reader) -> Ask:
    """Read `build NAME SPACE [N]`."""
    return Ask(Build(read.player(), read.space(), read.count()))


def sell(read: Reader) -> Ask:
    """Read `sell NAME SPACE [N]`."""
    return Ask(SellBuilding(read.player(), read.space(), read.count()))


def sellgroup(read: Reader) -> Ask:
    """Read `sellgroup NAME GROUP L1 L2 [L3]`, a level for each street in board order."""
    player, group = read.player(), read.group()
    members = read.state.edition.groups[group].members
    levels = tuple(read.any_number() for _member in members)
    return Ask(SellGroup(player, group, levels))


def want(read: Reader) -> Ask:
    """Read `want NAME N [houses or hotels]`."""
    player, count = read.player(), read.any_number()
    kind = "houses" if read.is_done else read.keyword("houses", "hotels")
    return Ask(WantBuildings(player, count, is_hotel=kind == "hotels"))


def place(read: Reader) -> Ask:
    """Read `place NAME SPACE`."""
    return Ask(PlaceBuilding(read.player(), read.space()))


def mortgage(read: Reader) -> Ask:
    """Read `mortgage NAME SPACE`."""
    return Ask(MortgageDeed(read.player(), read.space()))


def lift(read: Reader) -> Ask:
    """Read `lift NAME SPACE`."""
    return Ask(LiftMortgage(read.player(), read.space()))


def trade(read: Reader) -> Ask:
    """Read `trade A gives ITEM … to B for ITEM … [lifting SPACE …]`."""
    one = read.player()
    read.keyword("gives")
    given = _items(read, one, "to")
    read.keyword("to")
    other = read.player()
    read.keyword("for")
    taken = _items(read, other, "lifting")
    items = (*_taken_by(other, given), *_taken_by(one, taken))
    return Ask(Trade((one, other), items, _lifting(read)))


def deal(read: Reader) -> Ask:
    """Read `deal A: ITEM to B, B: ITEM to C, … [lifting SPACE …]`, a trade among several."""
    parties: list[PlayerId] = []
    items: list[TradeItem] = []
    is_more = True
    while is_more:
        giver = read.player(ending=":")
        given = _items(read, giver, "to")
        read.keyword("to")
        is_more = read.peek().endswith(",")
        taker = read.player(ending="," if is_more else "")
        items.extend(_taken_by(taker, given))
        parties.extend(party for party in (giver, taker) if party not in parties)
    return Ask(Trade(tuple(parties), tuple(items), _lifting(read)))


def bankrupt(read: Reader) -> Ask:
    """Read `bankrupt NAME`."""
    return Ask(DeclareBankruptcy(read.player()))


def resign(read: Reader) -> Ask:
    """Read `resign NAME`."""
    return Ask(Resign(read.player()))


def stop(read: Reader) -> Ask:
    """Read `stop` and `stop round`."""
    return Ask(StopGame(after_round=read.has("round") is not None))


def wait(read: Reader) -> LetPass:
    """Read `wait SECONDS`: so much time passes."""
    return LetPass(read.seconds())


def _items(read: Reader, giver: PlayerId, end: str) -> list[TradeItem]:
    """Read what *giver* gives, up to *end* or the end of the line; `nothing` and 0 are no item."""
    if read.has(NOTHING):
        return []
    items = [_item(read, giver, end)]
    while not read.is_done and read.peek().casefold() != end:
        items.append(_item(read, giver, end))
    read.want(end, *JAIL_CARDS, *slugs(read.state))
    return [item for item in items if item != TradeItem(giver, NOBODY)]


def _item(read: Reader, giver: PlayerId, end: str) -> TradeItem:
    if is_number(read.peek()):
        return TradeItem(giver, NOBODY, money=read.money())
    if card := read.has(*JAIL_CARDS):
        return TradeItem(giver, NOBODY, card=JAIL_CARDS[card])
    return TradeItem(giver, NOBODY, space=read.space(end, *JAIL_CARDS))


def _taken_by(taker: PlayerId, items: list[TradeItem]) -> list[TradeItem]:
    return [msgspec.structs.replace(item, taker=taker) for item in items]


def _lifting(read: Reader) -> tuple[SpaceId, ...]:
    return read.spaces() if read.has("lifting") else ()
