"""Whole games by simulated players, and what is counted in them.

One draft is kept for a whole game and its events are dropped once counted; the rules are those of
play. Chance comes in from the caller, so that equal chance gives equal games.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from engine import commands as c
from engine import events as e
from engine.board import Edition
from engine.bots import Bots
from engine.decide import decide_on
from engine.house_rules import HouseRules
from engine.ids import Money, PlayerId, SpaceId
from engine.phases import AwaitingRoll, Debt, Estate, GameOver, JailDecision, Shortage, SplitDebt
from engine.policies import Chance, Policy
from engine.reasons import RENTS, Reason
from engine.state import Draft, new_state, players_in
from engine.valuation import final_worth

TURNS_MAX = 1_000
"""Turns after which a game is stopped and reported as capped."""
SAMPLE_TURNS = 20
"""Turns between two looks at everybody's money."""
CLOCK_S = 60
"""Seconds of table time after which a game with a time limit looks at the clock."""
NAMES = ("Ada", "Ben", "Chiara", "Dora", "Emil", "Finn", "Gita", "Hugo")

SETUP_S = 300
"""Table time before the first throw: cards are handed out, tokens chosen."""
COMMAND_S: dict[type[c.Command], int] = {
    c.RecordRoll: 12,
    c.BuyDeed: 8,
    c.DeclineDeed: 5,
    c.PlaceBid: 4,
    c.PassBid: 2,
    c.CloseBidding: 3,
    c.ClaimRent: 4,
    c.ReportCard: 5,
    c.ChooseTax: 12,
    c.ChooseCard: 6,
    c.SayAmount: 6,
    c.PayFine: 6,
    c.UseJailCard: 6,
    c.Build: 8,
    c.SellBuilding: 8,
    c.SellGroup: 10,
    c.WantBuildings: 6,
    c.PlaceBuilding: 8,
    c.MortgageDeed: 8,
    c.LiftMortgage: 8,
    c.Trade: 75,
    c.DeclareBankruptcy: 60,
}
"""Seconds of table time a command takes people: the model behind minutes, a guess, not measured."""
EVENT_S: dict[type[e.Event], int] = {e.CardTaken: 8, e.MoneyTransferred: 2}
"""The same for what happens by itself: a card is read aloud, a sum is looked at."""

RULE_OF_EVENT: dict[type[e.Event], str] = {
    e.TurnBegan: "SETUP-8",
    e.TokenMoved: "MOVE-1",
    e.PlayerJailed: "JAIL-3",
    e.JailThrowFailed: "JAIL-4",
    e.PlayerFreed: "JAIL-5",
    e.DeedGranted: "BUY-2",
    e.MortgageLifted: "MORT-4",
    e.CardTaken: "DECK-1",
    e.JailCardPassed: "DECK-2",
    e.RentFellDue: "RENT-6",
    e.RentLapsed: "RENT-6",
    e.BidPlaced: "AUCTION-3",
    e.AuctionClosed: "AUCTION-1",
    e.MortgagesInherited: "BANKRUPT-5",
    e.PlayerBankrupted: "BANKRUPT-1",
}
"""Rules that leave another trace than money."""
_EVENT_RULES = frozenset(RULE_OF_EVENT.values())
RULE_OF_PHASE: dict[type, str] = {
    Debt: "DEBT-1",
    SplitDebt: "DEBT-5",
    Estate: "BANKRUPT-7",
    Shortage: "SHORT-2",
}


class GameRecord(msgspec.Struct, frozen=True, gc=False):
    """One game: how long, who won, what everybody had at the end."""

    number: int
    turns: int
    seconds: int
    """Of table time, by the model."""
    is_capped: bool
    rule: str
    """`WIN-1` or `WIN-2`."""
    policies: tuple[str, ...]
    """By seat."""
    winners: tuple[PlayerId, ...]
    bankrupt_turns: tuple[tuple[PlayerId, int], ...]
    """Who went bankrupt in which turn, in order."""
    worth: tuple[Money, ...]
    """By seat, at the end; 0 for who is out."""


class Tally(msgspec.Struct):
    """What is counted over many games; all whole numbers, so that the order does not matter."""

    games: int = 0
    visits: list[int] = msgspec.field(default_factory=lambda: [0] * 40)
    """Tokens that came to each space, by throw or card."""
    income: list[Money] = msgspec.field(default_factory=lambda: [0] * 40)
    """Rent earned by each space."""
    rents: list[int] = msgspec.field(default_factory=lambda: [0] * 40)
    """How often rent was paid for each space."""
    rules: dict[str, int] = msgspec.field(default_factory=dict)
    """How often each rule came up, by rule id."""
    money: dict[str, Money] = msgspec.field(default_factory=dict)
    """What was moved by each rule, by rule id."""
    commands: dict[str, int] = msgspec.field(default_factory=dict)
    """How often each command was asked for, by its name."""
    samples: list[list[int]] = msgspec.field(default_factory=list)
    """Every `SAMPLE_TURNS` turns: games still going, players in, their cash, richest, poorest."""

    def add(self, other: "Tally") -> None:
        """Add what another counted."""
        self.games += other.games
        for mine, theirs in (
            (self.visits, other.visits),
            (self.income, other.income),
            (self.rents, other.rents),
            *zip(self.samples, other.samples, strict=False),
        ):
            for index, value in enumerate(theirs):
                mine[index] += value
        self.samples.extend([*sample] for sample in other.samples[len(self.samples) :])
        for into, counted in (
            (self.rules, other.rules),
            (self.money, other.money),
            (self.commands, other.commands),
        ):
            for name, value in counted.items():
                into[name] = into.get(name, 0) + value


class Setting(msgspec.Struct, frozen=True):
    """What is played: the board, the switches, who sits where and how long at most."""

    edition: Edition
    rules: HouseRules
    policies: tuple[Policy, ...]
    """By seat."""
    turns_max: int = TURNS_MAX


def opened(setting: Setting, chance: Chance) -> Draft:
    """Return a game with everybody seated and the piles shuffled, before the opening throws."""
    draft = Draft(new_state(setting.edition, setting.rules))
    _carry_out(draft, c.SeatPlayers(NAMES[: len(setting.policies)]))
    titled = tuple(space for space, _title in setting.edition.titled)
    shuffles = c.StartGame(
        chance=chance.shuffled(draft.chance),
        chest=chance.shuffled(draft.chest),
        deeds=chance.shuffled(titled),
    )
    _carry_out(draft, shuffles)
    return draft


def play(setting: Setting, number: int, chance: Chance, tally: Tally) -> GameRecord:
    """Play game *number* to its end or to `turns_max`, and count it."""
    draft = opened(setting, chance)
    count = Count(draft, tally)
    bots = Bots(draft, setting.policies, chance)
    answer, ask = bots.answer, count.commands.append
    is_timed = setting.rules.end_minutes > 0
    turns_max = setting.turns_max
    ask(c.StartGame)
    count.sample()
    while type(draft.phase) is not GameOver and draft.turns <= turns_max:
        command = answer(draft)
        refusal = decide_on(draft, command)
        assert refusal is None, f"{command} was refused: {refusal}"
        kind = type(command)
        ask(kind)
        if kind is c.DeclareBankruptcy:
            count.read()  # it is noted with its turn: before another begins
        if draft.turns >= count.next_sample:
            count.sample()
        if is_timed:
            _look_at_clock(draft, count)
    return count.finish(setting, number)


class Count:
    """Reads the events of one game, some turns at a time, and adds them to a tally at its end."""

    __slots__ = (
        "bankrupt_turns",
        "claims",
        "commands",
        "draft",
        "jail",
        "kinds",
        "money",
        "next_sample",
        "reasons",
        "rules",
        "tally",
        "tokens",
    )

    def __init__(self, draft: Draft, tally: Tally) -> None:
        self.draft = draft
        self.tally = tally
        self.jail = draft.edition.jail
        self.commands: list[type[c.Command]] = []
        """All that were asked for, in order."""
        self.kinds: Counter[type[e.Event]] = Counter()
        self.reasons: dict[Reason, int] = dict.fromkeys(Reason, 0)
        self.money: dict[Reason, Money] = dict.fromkeys(Reason, 0)
        self.rules: dict[str, int] = {}
        self.tokens = [SpaceId(0)] * len(draft.names)
        self.claims: dict[tuple[PlayerId, PlayerId, Money], SpaceId] = {}
        self.bankrupt_turns: list[tuple[PlayerId, int]] = []
        self.next_sample = 0

    def read(self) -> None:
        """Count what has happened since the last time, and drop the events."""
        events = self.draft.events
        self.kinds.update(map(type, events))
        takes = _TAKES
        for event in events:
            kind = type(event)
            if kind in takes:
                takes[kind](self, event)
        events.clear()

    def seconds(self) -> int:
        """Return the table time so far, by the model."""
        self.read()
        commands = Counter(self.commands)
        total = SETUP_S
        for command, each in COMMAND_S.items():
            total += each * commands[command]
        for event, each in EVENT_S.items():
            total += each * self.kinds[event]
        return total

    def finish(self, setting: Setting, number: int) -> GameRecord:
        """Add all to the tally and return the game's record; a capped game has no winner."""
        draft, tally = self.draft, self.tally
        self.read()
        phase = draft.phase
        outcome = phase.outcome if isinstance(phase, GameOver) else None
        tally.games += 1
        for reason, times in self.reasons.items():
            if times:
                if reason.value not in _EVENT_RULES:
                    _add(tally.rules, reason.value, times)
                _add(tally.money, reason.value, self.money[reason])
        for kind, rule in RULE_OF_EVENT.items():
            _add(tally.rules, rule, self.kinds[kind])
        for rule, times in self.rules.items():
            _add(tally.rules, rule, times)
        for command, times in Counter(self.commands).items():
            _add(tally.commands, command.__name__, times)
        rule = "capped" if outcome is None else outcome.rule
        _add(tally.rules, rule, outcome is not None)
        return GameRecord(
            number=number,
            turns=draft.turns,
            seconds=self.seconds(),
            is_capped=outcome is None,
            rule=rule,
            policies=tuple(policy.name for policy in setting.policies),
            winners=() if outcome is None else outcome.winners,
            bankrupt_turns=tuple(self.bankrupt_turns),
            worth=tuple(
                0 if draft.is_out[player] else final_worth(draft, player) for player in draft.order
            ),
        )

    def token_moved(self, event: e.TokenMoved) -> None:
        """Count a visit."""
        space = event.space
        self.tally.visits[space] += 1
        self.tokens[event.player] = space

    def player_jailed(self, event: e.PlayerJailed) -> None:
        """Follow the token; a stay in jail is no visit of the space beside it."""
        self.tokens[event.player] = self.jail

    def money_transferred(self, event: e.MoneyTransferred) -> None:
        """Count a transfer by its rule, and a rent for its space."""
        reason = event.reason
        self.reasons[reason] += 1
        self.money[reason] += event.amount
        if reason in RENTS:
            payer = PlayerId(event.payer)
            key = (payer, PlayerId(event.payee), event.amount)
            space = self.claims.pop(key, self.tokens[payer]) if self.claims else self.tokens[payer]
            self.tally.income[space] += event.amount
            self.tally.rents[space] += 1

    def rent_fell_due(self, event: e.RentFellDue) -> None:
        """Remember the space of a rent that its owner may ask for later."""
        self.claims[event.payer, event.owner, event.amount] = event.space

    def phase_entered(self, event: e.PhaseEntered) -> None:
        """Count the rules that make the game wait."""
        rule = RULE_OF_PHASE.get(type(event.phase))
        if rule is not None:
            _add(self.rules, rule, 1)

    def player_bankrupted(self, event: e.PlayerBankrupted) -> None:
        """Note when a player went bankrupt."""
        self.bankrupt_turns.append((event.player, self.draft.turns))

    def sample(self) -> None:
        """Look at everybody's money; done every `SAMPLE_TURNS` turns."""
        self.read()
        self.next_sample += SAMPLE_TURNS
        draft, samples = self.draft, self.tally.samples
        index = draft.turns // SAMPLE_TURNS
        while len(samples) <= index:
            samples.append([0] * 5)
        cash = [draft.cash[player] for player in players_in(draft)]
        sample = samples[index]
        for place, value in enumerate((1, len(cash), sum(cash), max(cash), min(cash))):
            sample[place] += value


def _look_at_clock(draft: Draft, count: Count) -> None:
    """Tell the game how long it has lasted, between throws, about once a minute."""
    if not isinstance(draft.phase, AwaitingRoll | JailDecision):
        return
    passed = count.seconds() - draft.seconds
    if passed >= CLOCK_S:
        _carry_out(draft, c.AdvanceClock(passed))
        count.commands.append(c.AdvanceClock)


def _carry_out(draft: Draft, command: c.Command) -> None:
    refusal = decide_on(draft, command)
    assert refusal is None, f"{command} was refused: {refusal}"


def _add(counts: dict[str, int], name: str, value: int) -> None:
    if value:
        counts[name] = counts.get(name, 0) + value


_TAKES: dict[type[e.Event], Callable[[Count, Any], None]] = {
    e.TokenMoved: Count.token_moved,
    e.PlayerJailed: Count.player_jailed,
    e.MoneyTransferred: Count.money_transferred,
    e.RentFellDue: Count.rent_fell_due,
    e.PhaseEntered: Count.phase_entered,
    e.PlayerBankrupted: Count.player_bankrupted,
}
"""What is read of an event besides that it happened."""
