"""Campaigns of random play, and what must hold at every step of them."""

import random
from collections import Counter

import msgspec
from support.boards import US
from support.random_play import contains, correction, legal, table_talk, wild

from companion.editions import edition_ids, load_edition
from engine import codec, house_rules, invariants
from engine.commands import ChooseRule, Command, MortgageDeed, SeatPlayers, SellGroup
from engine.decide import Accepted, decide, decide_on
from engine.evolve import evolve
from engine.ids import BANK, POT, AccountId, PlayerId
from engine.ledger import postings
from engine.notation import parse, render
from engine.options import Option, options
from engine.phases import Estate, GameOver, Setup, TurnOver
from engine.refusals import Refused
from engine.rules.guards import RAISING
from engine.state import Draft, State, balance, deeds_of, new_state, players_in
from engine.valuation import raisable, steps

WILD_COMMANDS = 3
"""Commands of any kind that are tried before each step."""
BOARDS = (US, US, *(load_edition(name) for name in edition_ids()))
NAMES = ("Ada", "Ben", "Cat", "Dan", "Eve", "Li Na", "Gus", "O'Hara")


def random_table(rng: random.Random) -> State:
    """Return two to eight players at any board, with a preset and a few switches turned at will."""
    board = rng.choice(BOARDS)
    state = _accepted(new_state(board), SeatPlayers(NAMES[: rng.randint(2, 8)]))
    if rng.random() < 0.5:
        state = _accepted(state, ChooseRule("preset", rng.choice(list(house_rules.PRESETS))))
    for key in msgspec.structs.asdict(state.rules):
        if rng.random() < 0.25:
            value = rng.choice(house_rules.values(key))
            state = _accepted(
                state, ChooseRule(key, str(rng.randint(0, 7)) if "…" in value else value)
            )
    return state


def campaign(seed: int, length: int, *, with_corrections: bool = False) -> Counter[str]:
    """Play *length* commands at random; return how often each kind was accepted.

    Another table is laid out whenever a game is over.

    Raises:
        AssertionError: something does not hold; the message says at which step of which seed.
    """
    rng = random.Random(seed)
    state = random_table(rng)
    kinds: Counter[str] = Counter()
    for step in range(length):
        if isinstance(state.phase, GameOver):
            state = random_table(rng)
        try:
            state = _step(rng, state, kinds, with_corrections=with_corrections)
        except Exception as error:
            msg = f"seed {seed}, step {step}: {error!r}\n{render(state)}"
            raise AssertionError(msg) from error
    return kinds


def _step(
    rng: random.Random, state: State, kinds: Counter[str], *, with_corrections: bool
) -> State:
    offered = options(state)
    is_played = not with_corrections and not isinstance(state.phase, Setup)
    assert not is_played or len(offered) > 1, "nobody can do anything but stop"
    for _ in range(WILD_COMMANDS):
        check_outside(state, offered, wild(rng, state))
    command = legal(rng, state, offered)
    is_corrected = with_corrections and rng.random() < 0.2
    if is_corrected:
        command = rng.choice([correction, table_talk])(rng, state)
    decision = decide(state, command)
    if isinstance(decision, Refused):
        assert is_corrected, f"offered, yet {decision}: {command}"
        return state
    kinds[type(command).__name__] += 1
    check_step(state, command, decision)
    if not with_corrections:
        check_position(decision.state)
        if rng.random() < 0.02:
            check_raising(decision.state, rng.choice(players_in(decision.state)))
    if rng.random() < 0.05:
        assert decision.state == codec.decode_state(codec.encode(decision.state))
    return decision.state


def check_outside(state: State, offered: tuple[Option, ...], command: Command) -> None:
    """Check that *command* is accepted exactly where an option offers it, else changes nothing."""
    is_offered = any(contains(option, command, state) for option in offered)
    draft = Draft(state)
    refusal = decide_on(draft, command)
    assert is_offered == (refusal is None), f"{refusal or 'accepted'}: {command}"
    if refusal is not None:
        assert not draft.events, f"refused, yet something happened: {command}"
        assert state == draft.freeze(), f"refused, yet something changed: {command}"


def check_step(before: State, command: Command, decision: Accepted) -> None:
    """Check the books, the replay, the ledger and what is stored."""
    after, events = decision.state, decision.events
    assert [] == invariants.faults(after)
    assert after == evolve(before, events), "replay leads elsewhere"
    assert events == codec.decode_events(codec.encode(events)), "events do not come back"
    assert command == codec.decode_command(codec.encode(command)), "the command does not come back"
    assert after == parse(render(after), after.edition), "the notation does not come back"
    moved: Counter[AccountId] = Counter()
    for leg in postings(events):
        assert leg.amount, "a payment of nothing"
        moved[leg.account] += leg.amount
    seats = [AccountId(seat) for seat in range(len(before.names))]
    for account in (*seats, BANK, POT):
        assert moved[account] == balance(after, account) - balance(before, account), "unposted"


def check_position(state: State) -> None:
    """Check what holds of every position that play alone leads to."""
    for group in state.edition.groups:
        levels = [steps(state, state.levels[member]) for member in group.members]
        assert max(levels) - min(levels) <= 1, f"{group.slug} is uneven (BUILD-4)"
        if any(levels):
            owners = {state.owners[member] for member in group.members}
            assert len(owners) == 1, f"{group.slug} is built and split (BUILD-1, SELL-2)"
            assert BANK not in owners, f"{group.slug} is the bank's, with buildings (BANKRUPT-7)"
            mortgaged = [state.mortgaged[member] for member in group.members]
            assert not any(mortgaged), f"{group.slug} is built and mortgaged (MORT-2)"
    _check_the_ruined(state)


def _check_the_ruined(state: State) -> None:
    """Check that who is out holds nothing, owes nothing and is waited for by nobody."""
    sharing = {phase.bankrupt for phase in state.phases if isinstance(phase, Estate)}
    for seat, is_out in enumerate(state.is_out):
        player = PlayerId(AccountId(seat))
        if not is_out:
            continue
        assert not deeds_of(state, player), "the ruined hold deeds (BANKRUPT-2)"
        assert player not in state.jail_cards, "the ruined hold cards (BANKRUPT-9)"
        assert player in sharing or not state.cash[player], "the ruined hold cash (BANKRUPT-2)"
        for phase in state.phases:
            named = [getattr(phase, key, None) for key in ("player", "debtor", "leader", "asked")]
            lists = [
                getattr(phase, key, ()) for key in ("eligible", "bidders", "creditors", "shares")
            ]
            is_waited_for = player in named or any(player in names for names in lists)
            assert isinstance(phase, TurnOver) or not is_waited_for, "the ruined act (BANKRUPT-10)"


def check_raising(state: State, player: PlayerId) -> None:
    """Check that what a player is said to be able to raise can be raised (DEBT-4)."""
    if type(state.phase) not in RAISING:
        return
    goal, raised = raisable(state, player), state.cash[player]
    for index, group in enumerate(state.edition.groups):
        if state.owners[group.members[0]] == player and any(state.levels[m] for m in group.members):
            state, more = _raised(
                state, player, SellGroup(player, index, (0,) * len(group.members))
            )
            raised += more
    for space in deeds_of(state, player):
        if not state.mortgaged[space] and type(state.phase) in RAISING:
            state, more = _raised(state, player, MortgageDeed(player, space))
            raised += more
    assert goal == raised or type(state.phase) not in RAISING, "not all can be raised (DEBT-4)"


def _raised(state: State, player: PlayerId, command: Command) -> tuple[State, int]:
    decision = decide(state, command)
    if isinstance(decision, Refused):
        return state, 0
    gained = [leg.amount for leg in postings(decision.events[:9]) if leg.account == player]
    return decision.state, next((amount for amount in gained if amount > 0), 0)


def _accepted(state: State, command: Command) -> State:
    decision = decide(state, command)
    assert isinstance(decision, Accepted), decision
    return decision.state
