"""Games by simulated players for tests, and what an option stands for."""

from companion.editions import load_edition
from companion.simulate_games import SeededChance
from engine import commands as c
from engine.bots import Bots
from engine.decide import decide_on
from engine.house_rules import PRESETS, HouseRules
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
    may_trade,
)
from engine.phases import GameOver
from engine.policies import POLICIES
from engine.simulate import Setting, opened

RULES = {"default": HouseRules(), **PRESETS}
MIXED = ("trader", "careful", "beginner", "careful")


def setting(names=MIXED, rules="default", edition="us", turns_max=1000):
    """Return a table with these policies by seat."""
    return Setting(
        load_edition(edition), RULES[rules], tuple(POLICIES[name] for name in names), turns_max
    )


def moves(table, seed, turns):
    """Play a game on one draft; yield it before each command, with the command."""
    chance = SeededChance(seed, 0)
    draft = opened(table, chance)
    draft.events.clear()
    bots = Bots(draft, table.policies, chance)
    while not isinstance(draft.phase, GameOver) and draft.turns <= turns:
        command = bots.answer(draft)
        yield draft, command
        assert decide_on(draft, command) is None
        draft.events.clear()


def is_offered(options, state, command):
    """Return whether some option holds *command*."""
    if any(isinstance(option, Exact) and option.command == command for option in options):
        return True
    match command:
        case c.RecordRoll():
            return any(isinstance(option, AnyRoll) for option in options)
        case c.PlaceBid(player, amount):
            return any(
                isinstance(option, BidRange)
                and option.player == player
                and option.low <= amount <= option.high
                for option in options
            )
        case c.ReportCard(card):
            return any(isinstance(option, AnyCard) and card in option.cards for option in options)
        case c.Build(player, space, steps):
            return any(
                isinstance(option, MayBuild)
                and (option.player, option.space) == (player, space)
                and steps <= option.steps
                for option in options
            )
        case c.SellBuilding(player, space, steps):
            return any(
                isinstance(option, MaySell)
                and (option.player, option.space) == (player, space)
                and steps in option.steps
                for option in options
            )
        case c.SellGroup(player, group, levels):
            return any(
                isinstance(option, MaySellGroup)
                and (option.player, option.group) == (player, group)
                and levels in option.levels
                for option in options
            )
        case c.WantBuildings(player, count, is_hotel):
            return any(
                isinstance(option, MayWant)
                and (option.player, option.is_hotel) == (player, is_hotel)
                and count <= option.count
                for option in options
            )
        case c.Trade(parties):
            return any(
                isinstance(option, MayTrade) and set(parties) <= set(option.players)
                for option in options
            ) and may_trade(state, command)
    return False
