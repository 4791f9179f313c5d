"""Whole games by simulated players: repeatable, the same rules as play, and rightly counted."""

import itertools
import threading
from collections import defaultdict

import pytest
from support.bot_games import MIXED, RULES, moves, setting

from companion.simulate_games import Plan, SeededChance, play_all, play_batch
from engine.decide import Accepted, decide
from engine.ids import AccountId, PlayerId
from engine.policies import PASSIVE, POLICIES
from engine.simulate import SAMPLE_TURNS, Tally, opened, play

JAIL = 10
CHANCE, CHEST = (7, 22, 36), (2, 17, 33)
RAILROADS, UTILITIES = (5, 15, 25, 35), (12, 28)


def plan(rules="default", games=6, turns_max=300, names=MIXED, seed=9):
    return Plan(
        edition=setting().edition,
        rules_name=rules,
        rules=RULES[rules],
        policies=tuple(POLICIES[name] for name in names),
        games=games,
        seed=seed,
        turns_max=turns_max,
    )


def ignore(_games):
    """Hear of progress."""


def test_equal_chance_gives_equal_games():
    first, second = (play_batch(plan(), range(6)) for _ in range(2))

    assert first == second


def test_another_seed_gives_another_game():
    assert play_batch(plan(), range(1)) != play_batch(plan(seed=10), range(1))


def test_the_games_are_the_same_whatever_the_number_of_workers():
    alone = play_all(plan(), 1, ignore)
    heard: list[int] = []
    shared = play_all(plan(), 2, heard.append)

    assert alone == shared
    assert 6 == sum(heard)


def test_workers_beside_another_thread_play_the_same():
    leave = threading.Event()
    other = threading.Thread(target=leave.wait)
    other.start()
    try:
        assert play_all(plan(), 1, ignore) == play_all(plan(), 2, ignore)
    finally:
        leave.set()
        other.join()


def test_one_draft_a_game_and_a_state_a_command_play_the_same_game():
    chance = SeededChance(4, 0)
    state = opened(setting(), chance).freeze()
    for draft, command in moves(setting(), seed=4, turns=80):
        assert state == draft.freeze()

        answer = decide(state, command)

        assert isinstance(answer, Accepted)
        state = answer.state


def test_a_capped_game_is_reported_and_has_no_winner():
    outcomes = play_all(plan(games=2, turns_max=5), 1, ignore)

    for record in outcomes.records:
        assert record.is_capped
        assert () == record.winners
        assert 6 == record.turns


def test_win_1_a_game_ends_with_its_last_player_and_his_rivals_bankrupt():
    records = play_all(plan(games=3, turns_max=2000), 1, ignore).records
    ended = [record for record in records if record.rule == "WIN-1"]

    assert ended
    for record in ended:
        assert 1 == len(record.winners)
        assert 3 == len({player for player, _turn in record.bankrupt_turns})
        assert 1 == sum(worth > 0 for worth in record.worth)


def test_variant_3_a_time_limit_ends_a_game_by_the_model_s_clock():
    records = play_all(plan("tournament", games=3, turns_max=2000), 1, ignore).records

    for record in records:
        assert record.rule in {"WIN-1", "WIN-2"}
        assert record.seconds < 90 * 60 + 600
        if record.rule == "WIN-2":
            assert record.seconds >= 90 * 60


def test_policies_move_on_by_one_seat_a_game():
    records = play_batch(plan(games=4, turns_max=3), range(4)).records

    assert {"trader"} == {record.policies[-record.number % 4] for record in records}


def test_tallies_add_up_in_any_order():
    parts = [play_batch(plan(), range(start, start + 2)).tally for start in (0, 2, 4)]
    whole = play_batch(plan(), range(6)).tally

    for order in itertools.permutations(range(3)):
        total = Tally()
        for index in order:
            total.add(parts[index])

        assert whole == total


def test_what_is_counted_agrees_with_the_money():
    tally = Tally()
    play(setting(turns_max=200), 0, SeededChance(3, 0), tally)
    rents = sum(
        tally.money[rule]
        for rule in ("RENT-1", "RENT-3", "RENT-5", "RENT-7", "RENT-8", "RENT-10")
        if rule in tally.money
    )

    assert rents == sum(tally.income) > 0
    assert 1500 * 4 == tally.money["SETUP-3"]
    assert tally.rules["MOVE-1"] == sum(tally.visits)
    assert [1, 4, 6000, 1500, 1500] == tally.samples[0]


@pytest.mark.parametrize("rule", ["next_player", "second_player"])
def test_rent_6_a_rent_asked_for_later_belongs_to_the_space_landed_on(rule):
    table = setting(("careful", "careful", "careful"), turns_max=60)
    rules = table.rules.__class__(rent_claim=rule)
    tally = Tally()
    play(table.__class__(table.edition, rules, table.policies, 60), 0, SeededChance(8, 0), tally)

    for space, printed in enumerate(table.edition.spaces):
        if printed.title is None:
            assert 0 == tally.income[space]
    assert sum(tally.income) > 0


def test_samples_lie_so_many_turns_apart():
    tally = Tally()
    play(setting(turns_max=99), 0, SeededChance(3, 0), tally)

    assert 1 + 100 // SAMPLE_TURNS == len(tally.samples)


def test_move_1_jail_9_visits_match_the_stationary_distribution():
    """Nobody buys or leaves jail early: movement, cards, doubles and jail alone, 5 errors wide."""
    games, turns = 6, 5000
    tally = Tally()
    table = setting(("passive",) * 4, turns_max=turns)
    for number in range(games):
        play(table, number, SeededChance(17, number), tally)
    total = sum(tally.visits)
    expected = stationary_visits()

    assert total > games * turns
    for space, share in enumerate(expected):
        error = (share * (1 - share) / total) ** 0.5
        assert abs(tally.visits[space] / total - share) < 5 * error, space


def stationary_visits():
    """Return the share of all stops by space, worked out from the rules alone.

    A state is a token's space and the doubles thrown, or the throws failed in jail. Both jail
    cards are soon held for good, so that a pile has 15 cards.
    """
    moves_of = {state: list(throws(state)) for state in states()}
    weight = dict.fromkeys(moves_of, 1 / len(moves_of))
    for _round in range(120):
        after = defaultdict(float)
        for state, share in weight.items():
            for chance, following, _stops in moves_of[state]:
                after[following] += share * chance
        weight = after
    stops = [0.0] * 40
    for state, share in weight.items():
        for chance, _following, spaces in moves_of[state]:
            for space in spaces:
                stops[space] += share * chance
    total = sum(stops)
    return [share / total for share in stops]


def states():
    yield from ((space, doubles) for space in range(40) for doubles in range(3))
    yield from (("jail", tries) for tries in range(3))


def throws(state):
    """Yield each outcome of a throw: its chance, the state after it, the stops on the way."""
    place, count = state
    for first, second in itertools.product(range(1, 7), repeat=2):
        is_doubles = first == second
        if place == "jail":
            if not is_doubles and count < 2:
                yield 1 / 36, ("jail", count + 1), ()
                continue
            start, again = JAIL, 0
        elif is_doubles and count == 2:
            yield 1 / 36, ("jail", 0), ()
            continue
        else:
            start, again = place, count + 1 if is_doubles else 0
        for chance, end, stops in stop((start + first + second) % 40):
            following = ("jail", 0) if end == "jail" else (end, again)
            yield chance / 36, following, stops


def stop(space):
    """Yield how a stop goes on: its chance, where it ends, all stops."""
    if space == 30:
        yield 1.0, "jail", (space,)
        return
    ends = []
    if space in CHANCE:
        ends = [0, 5, 11, 24, 39, space - 3, "jail"]
        ends += [next(s % 40 for s in range(space + 1, 80) if s % 40 in RAILROADS)] * 2
        ends += [next(s % 40 for s in range(space + 1, 80) if s % 40 in UTILITIES)]
    elif space in CHEST:
        ends = [0, "jail"]
    else:
        yield 1.0, space, (space,)
        return
    yield 1 - len(ends) / 15, space, (space,)
    for end in ends:
        if end == "jail":
            yield 1 / 15, "jail", (space,)
        else:
            for chance, last, stops in stop(end):
                yield chance / 15, last, (space, *stops)


def test_who_plays_passively_never_owns_a_deed():
    record = play(setting(("passive",) * 2, turns_max=50), 0, SeededChance(1, 0), Tally())

    assert (PASSIVE.name,) * 2 == record.policies
    assert PlayerId(AccountId(0)) not in {player for player, _turn in record.bankrupt_turns}
