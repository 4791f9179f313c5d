"""Random play: what options contain, samples of them, and commands that may be anything."""

import random

from engine import commands as c
from engine import corrections as k
from engine.board import Deck
from engine.ids import POT, AccountId, CardId, GroupId, PlayerId, SpaceId
from engine.options import (
    AnyCard,
    AnyRoll,
    BidRange,
    Exact,
    MayBuild,
    MaySell,
    MaySellGroup,
    MayTrade,
    MayWant,
    Option,
)
from engine.phases import Debt, SplitDebt
from engine.reasons import Dues
from engine.rules.seating import is_first_round
from engine.state import State, deeds_of
from engine.valuation import interest, raisable

FACES = range(1, 7)


def contains(option: Option, command: c.Command, state: State) -> bool:
    """Return whether *option* offers *command*."""
    match option, command:
        case Exact(offered), _ if offered == command:
            return True
        case Exact(c.StartGame()), c.StartGame():
            return _is_shuffle(state, command)
        case AnyRoll(), c.RecordRoll(die_1, die_2):
            return die_1 in FACES and die_2 in FACES
        case BidRange(player, low, high), c.PlaceBid(bidder, amount):
            return bidder == player and low <= amount <= high
        case AnyCard(cards=cards), c.ReportCard(card):
            return card in cards
        case MayTrade(), c.Trade():
            return is_fair_deal(state, command)
        case MaySellGroup(player, group, levels), c.SellGroup(seller, sold, down_to):
            return (player, group) == (seller, sold) and down_to in levels
        case MayBuild(player, space, steps), c.Build(builder, site, count):
            return (player, space) == (builder, site) and 1 <= count <= steps
        case MaySell(player, space, steps), c.SellBuilding(seller, site, count):
            return (player, space) == (seller, site) and count in steps
        case MayWant(player, most, is_hotel), c.WantBuildings(wisher, count, wants_hotel):
            return (player, is_hotel) == (wisher, wants_hotel) and 1 <= count <= most
        case _:
            return False


def is_fair_deal(state: State, deal: c.Trade) -> bool:
    """Return whether a deal is legal, told apart from the engine's own reading (TRADE-2)."""
    parties, things = set(deal.parties), []
    if len(parties) < 2 or not deal.items or any(state.is_out[party] for party in parties):
        return False
    gives, gets = dict.fromkeys(parties, 0), dict.fromkeys(parties, 0)
    means = {party: raisable(state, party) for party in parties}
    for item in deal.items:
        if {item.giver, item.taker} - parties or item.giver == item.taker or item.money < 0:
            return False
        if not (item.money or item.space is not None or item.card):
            return False
        gives[item.giver] += item.money
        gets[item.taker] += item.money
        if item.card:
            things.append(item.card)
            if state.jail_cards[item.card is Deck.CHEST] != item.giver:
                return False
        if item.space is not None:
            things.append(item.space)
            if not 0 <= item.space < len(state.edition.spaces):
                return False
            printed = state.edition.spaces[item.space].title
            group = state.edition.groups[printed.group].members if printed else ()
            if state.owners[item.space] != item.giver or any(state.levels[m] for m in group):
                return False
            is_lifted, value = item.space in deal.lifting, printed.mortgage
            if state.mortgaged[item.space]:
                gets[item.taker] -= interest(state, item.space) + value * is_lifted
                means[item.taker] += value * is_lifted
            else:
                means[item.giver] -= value
                means[item.taker] += value
    is_owned = len(things) == len(set(things)) and all(
        gives[party] <= state.cash[party]
        and gives[party] <= state.cash[party] + gets[party]
        and means[party] + gets[party] - gives[party] >= owed(state, party)
        for party in parties
    )
    return is_owned and all(s in things and state.mortgaged[s] for s in deal.lifting)


def owed(state: State, player: PlayerId) -> int:
    """Return what *player* owes in the first debt that waits for him, 0 without one."""
    for phase in reversed(state.phases):
        if isinstance(phase, Debt) and phase.debtor == player:
            return phase.amount
        if isinstance(phase, SplitDebt) and phase.debtor == player:
            return phase.amount * len(phase.creditors)
    return 0


def sample(rng: random.Random, state: State, option: Option) -> c.Command | None:
    """Return a command that *option* offers; nothing where a random deal came out unfair."""
    match option:
        case Exact(c.StartGame()):
            return shuffled_start(rng, state)
        case Exact(command):
            return command
        case AnyRoll():
            return c.RecordRoll(rng.choice(FACES), rng.choice(FACES))
        case BidRange(player, low, high):
            near = min(high, low + 60)
            return c.PlaceBid(player, rng.choice([low, high, rng.randint(low, near)]))
        case AnyCard(cards=cards):
            return c.ReportCard(rng.choice(cards))
        case MayTrade(players):
            deal = random_deal(rng, state, players)
            return deal if deal is not None and is_fair_deal(state, deal) else None
        case MaySellGroup(player, group, levels):
            return c.SellGroup(player, group, rng.choice(levels))
        case MayBuild(player, space, steps):
            return c.Build(player, space, rng.randint(1, steps))
        case MaySell(player, space, steps):
            return c.SellBuilding(player, space, rng.choice(steps))
        case MayWant(player, count, is_hotel):
            return c.WantBuildings(player, rng.randint(1, count), is_hotel)


def random_deal(rng: random.Random, state: State, players: tuple[PlayerId, ...]) -> c.Trade | None:
    """Return a deal among two or three players that may be fair."""
    if len(players) < 2:
        return None
    parties = tuple(rng.sample(players, min(len(players), rng.choice([2, 2, 2, 3]))))
    items = []
    for giver in parties:
        taker = rng.choice([party for party in parties if party != giver])
        deeds = deeds_of(state, giver)
        if deeds and rng.random() < 0.7:
            items.append(c.TradeItem(giver, taker, space=rng.choice(deeds)))
        if rng.random() < 0.4:
            items.append(c.TradeItem(giver, taker, rng.randint(0, state.cash[giver])))
        for deck, holder in zip(Deck, state.jail_cards, strict=True):
            if holder == giver and rng.random() < 0.3:
                items.append(c.TradeItem(giver, taker, card=deck))
    mortgaged = [i.space for i in items if i.space is not None and state.mortgaged[i.space]]
    lifting = tuple(space for space in mortgaged if rng.random() < 0.3)
    return c.Trade(parties, tuple(items), lifting)


def shuffled_start(rng: random.Random, state: State) -> c.StartGame:
    """Return the start with both decks and the deeds shuffled."""
    deeds = [SpaceId(i) for i, space in enumerate(state.edition.spaces) if space.title]
    return c.StartGame(
        chance=tuple(rng.sample(state.chance, len(state.chance))),
        chest=tuple(rng.sample(state.chest, len(state.chest))),
        deeds=tuple(rng.sample(deeds, len(deeds))),
    )


_WEIGHTS: dict[type[object], float] = {
    c.StopGame: 0.0005,
    c.Resign: 0.001,
    c.LeaveGame: 0.001,
    c.GiveBackRent: 0.05,
    c.MortgageDeed: 0.05,
    c.LiftMortgage: 0.3,
    c.DeclineDeed: 0.3,
    c.CloseBidding: 0.4,
    c.ClaimRent: 0.5,
    c.BuyDeed: 3.0,
    MaySell: 0.02,
    MaySellGroup: 0.02,
    MayTrade: 0.6,
    MayWant: 0.3,
    AnyRoll: 4.0,
    BidRange: 0.8,
}
"""How likely a kind of move is, so that games go on for long and reach far."""


def legal(rng: random.Random, state: State, choices: tuple[Option, ...]) -> c.Command:
    """Return a command that *choices*, the options of *state*, offer."""
    is_in_debt = isinstance(state.phase, Debt | SplitDebt)
    weights = []
    for option in choices:
        kind = type(option.command) if isinstance(option, Exact) else type(option)
        is_raising = kind in {c.MortgageDeed, MaySell, MaySellGroup} and is_in_debt
        weights.append(1.0 if is_raising else _WEIGHTS.get(kind, 1.0))
    for option in rng.choices(choices, weights, k=20):
        command = sample(rng, state, option)
        if command is not None:
            return command
    return c.StopGame()


def wild(rng: random.Random, state: State) -> c.Command:
    """Return any command of play, its names mostly sensible and its timing mostly not."""
    seats = range(-3 if rng.random() < 0.02 else 0, len(state.names) + (rng.random() < 0.02))
    player = PlayerId(AccountId(rng.choice(seats)))
    deeds = [space for space, owner in enumerate(state.owners) if owner >= 0]
    space = SpaceId(rng.choice(deeds) if deeds and rng.random() < 0.8 else rng.randrange(40))
    if rng.random() < 0.01:
        space = SpaceId(rng.choice([-1, 40, 99]))
    if rng.random() < 0.7 and 0 <= space < 40 and state.owners[space] >= 0:
        player = PlayerId(state.owners[space])
    count = rng.choice([-1, 0, 1, 1, 1, 2, 3, 5])
    group = GroupId(rng.randrange(-1, len(state.edition.groups) + 1))
    members = state.edition.groups[group].members if 0 <= group < 10 else ()
    cards = (*state.chance, *state.chest, CardId("XX99"))
    everybody = tuple(PlayerId(AccountId(seat)) for seat in range(len(state.names)))
    deal = random_deal(rng, state, everybody) or c.Trade((), ())
    return rng.choice(
        [
            c.RecordRoll(rng.randint(0, 7), rng.randint(0, 7)),
            c.BuyDeed(),
            c.DeclineDeed(),
            c.PlaceBid(player, rng.choice([-1, 0, 1, 40, 100, 500, 5000])),
            c.PassBid(player),
            c.CloseBidding(),
            c.ClaimRent(player),
            c.ReportCard(rng.choice(cards)),
            c.ChooseTax(rng.random() < 0.5),
            c.ChooseCard(rng.random() < 0.5),
            c.PayDebt(),
            c.PayFine(player),
            c.UseJailCard(player, rng.choice([None, *Deck])),
            c.Build(player, space, count),
            c.SellBuilding(player, space, count),
            c.SellGroup(player, group, tuple(rng.randint(-1, 6) for _ in members)),
            c.WantBuildings(player, count, rng.random() < 0.5),
            c.PlaceBuilding(player, space),
            c.MortgageDeed(player, space),
            c.LiftMortgage(player, space),
            spoilt(rng, state, deal),
            c.DeclareBankruptcy(player),
            c.Resign(player),
            c.LeaveGame(player),
            c.ConfirmPayment(player),
            c.SayAmount(player, rng.choice([50, 75, 200, state.edition.salary])),
            c.GiveBackRent(player),
            c.StopGame(after_round=rng.random() < 0.5),
        ]
    )


def spoilt(rng: random.Random, state: State, deal: c.Trade) -> c.Trade:
    """Return *deal* as it is, or with one thing wrong."""
    items, lifting = list(deal.items), list(deal.lifting)
    match rng.randrange(6):
        case 0 if items:
            giver, taker = items[0].giver, items[0].taker
            items.append(c.TradeItem(giver, taker, state.cash[giver] + rng.choice([0, 1])))
        case 1 if items:
            items.append(items[-1])
        case 2:
            lifting.append(SpaceId(rng.randrange(40)))
        case 3 if deal.parties:
            space = SpaceId(rng.randrange(-1, 41))
            items.append(c.TradeItem(deal.parties[0], deal.parties[-1], space=space))
        case _:
            pass
    return c.Trade(deal.parties, tuple(items), tuple(lifting))


def correction(rng: random.Random, state: State) -> c.Command:
    """Return any correction; some of them are refused."""
    seats = [PlayerId(AccountId(seat)) for seat in range(len(state.names))]
    player = rng.choice(seats)
    accounts = [*seats, AccountId(-1), AccountId(-9), POT]
    space = SpaceId(rng.randrange(-1, 41))
    deck = rng.choice(list(Deck))
    cards = state.chance if deck is Deck.CHANCE else state.chest
    return rng.choice(
        [
            k.SetTurn(player, rng.randint(-1, 3)),
            k.SetCash(player, rng.choice([-1, 0, 20, 300, 2000])),
            k.TransferMoney(rng.choice(accounts), rng.choice(accounts), rng.randint(-1, 300)),
            k.PlaceToken(player, space),
            k.JailPlayer(player, rng.randint(-1, 3)),
            k.FreePlayer(player),
            k.SetOwner(rng.choice(accounts), (space,)),
            k.SetMortgaged((space,), rng.random() < 0.3),
            k.SetBuildings(space, rng.randint(-1, 6)),
            k.SetSupply(rng.randint(-1, 33), rng.randint(-1, 13)),
            k.SetJailCard(rng.choice(accounts), deck),
            k.StackDeck(deck, tuple(rng.sample(cards, 3))),
            k.SetPot(rng.randint(-1, 500)),
        ]
    )


def table_talk(rng: random.Random, state: State) -> c.Command:
    """Return what the banker may say at any time; some of it is refused."""
    seats = [PlayerId(AccountId(seat)) for seat in range(len(state.names))]
    player = rng.choice(seats)
    if is_first_round(state) and rng.random() < 0.5:  # it is short
        return c.ChangeSeats(tuple(rng.sample(seats, len(seats))))
    return rng.choice(
        [
            c.MakePromise(player, rng.choice(seats), rng.choice(["", "free  pass", "x" * 90])),
            c.ChooseMode(
                player, rng.choice(list(Dues)), rng.choice(["", "auto", "ask", "teach", "?"])
            ),
            c.JoinGame(rng.choice(["Zoe", "Kim Li", "Ada", "7"]), rng.choice([None, player])),
            c.TakeOverSeat(player, rng.choice(["Max", "Uma", "bank"])),
            c.ChangeSeats(tuple(rng.choices(seats, k=len(seats)))),
            c.AdvanceClock(rng.choice([-1, 0, 1, 60])),
        ]
    )


def _is_shuffle(state: State, start: c.StartGame) -> bool:
    piles = ((start.chance, state.chance), (start.chest, state.chest))
    deeds = [i for i, space in enumerate(state.edition.spaces) if space.title]
    is_whole = all(not said or sorted(said) == sorted(pile) for said, pile in piles)
    return is_whole and (not start.deeds or sorted(start.deeds) == deeds)
