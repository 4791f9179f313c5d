"""Sensible play: buy, build, bid up to the price, raise what is owed, deal now and then."""

import random

from support.random_play import correction, is_fair_deal, random_deal, sample

from engine import commands as c
from engine.ids import PlayerId
from engine.options import (
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
from engine.phases import Auction, Debt, SplitDebt
from engine.state import State
from engine.valuation import building_cost, worth

RESERVE = 150
"""Cash that a sensible player keeps for the next rents."""


def sensible(rng: random.Random, state: State, offered: tuple[Option, ...]) -> c.Command:
    """Return what somebody at the table would do next."""
    if rng.random() < 0.01:
        return correction(rng, state)
    exact = {
        type(option.command): option.command for option in offered if isinstance(option, Exact)
    }
    if c.ClaimRent in exact and rng.random() < 0.8:
        return exact[c.ClaimRent]
    if isinstance(state.phase, Debt | SplitDebt):
        return _raise(rng, state, offered, exact)
    if isinstance(state.phase, Auction):
        return _bid(rng, state, offered, exact)
    improvement = _improve(rng, state, offered)
    if improvement is not None:
        return improvement
    wished = [option for option in offered if isinstance(option, MayWant)]
    if wished and state.houses < 6 and rng.random() < 0.3:
        return _sampled(rng, state, rng.choice(wished))
    return _go_on(rng, state, offered, exact)


def _go_on(rng, state, offered, exact):
    """Return what the game waits for, or a throw."""
    for kind in (c.UseJailCard, c.BuyDeed, c.DeclineDeed, c.SayAmount, c.CloseBidding, c.StartGame):
        if kind in exact:
            return _sampled(rng, state, Exact(exact[kind]))
    if c.PayFine in exact and rng.random() < 0.5:
        return exact[c.PayFine]
    if c.ChooseTax in exact:
        return c.ChooseTax(by_percent=worth(state, state.phase.player) < 2000)
    rolls = [option for option in offered if isinstance(option, AnyRoll)]
    rest = [option for option in offered if not _is_leaving(option)]
    return _sampled(rng, state, (rolls or rest)[0])


def _improve(rng, state, offered):
    """Return a building, a lifted mortgage or a deal that somebody would go for now."""
    for option in rng.sample(offered, len(offered)):
        match option:
            case MayBuild(player, space) if _left(state, player, building_cost(state, space)):
                return c.Build(player, space)
            case Exact(c.LiftMortgage(player)) if _left(state, player, 400):
                return option.command
            case MayTrade(players) if rng.random() < 0.1:
                deal = random_deal(rng, state, players)
                if deal is not None and is_fair_deal(state, deal):
                    return deal
            case _:
                pass
    return None


def _bid(rng, state, offered, exact):
    lot = state.phase.lot.space
    price = 150 if lot is None else state.edition.title(lot).price
    ranges = [option for option in offered if isinstance(option, BidRange)]
    willing = [
        option
        for option in ranges
        if option.player != state.phase.leader
        and option.low <= min(price * rng.uniform(0.4, 1.1), state.cash[option.player])
    ]
    if willing:
        option = rng.choice(willing)
        return c.PlaceBid(option.player, min(option.high, option.low + rng.choice([0, 9, 25])))
    return exact.get(c.PassBid, c.CloseBidding())


def _raise(rng, state, offered, exact):
    if c.DeclareBankruptcy in exact:
        return exact[c.DeclareBankruptcy]
    debtor = state.phase.debtor
    for kinds in ((c.MortgageDeed,), (MaySell,), (MaySellGroup,)):
        ways = [
            option
            for option in offered
            if isinstance(option, kinds)
            or (isinstance(option, Exact) and isinstance(option.command, kinds))
            if getattr(getattr(option, "command", option), "player", None) == debtor
        ]
        if ways:
            return _sampled(rng, state, rng.choice(ways))
    return c.StopGame()


def _left(state: State, player: PlayerId, cost: int) -> bool:
    return state.cash[player] >= cost + RESERVE


def _is_leaving(option: Option) -> bool:
    leaving = c.StopGame | c.Resign | c.LeaveGame | c.MortgageDeed | c.GiveBackRent
    return isinstance(option, Exact) and isinstance(option.command, leaving)


def _sampled(rng, state, option):
    command = sample(rng, state, option)
    assert command is not None, "a deal is not sampled here"
    return command
