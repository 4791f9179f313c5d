"""Many simulated games, by one process or several: equal seeds give equal games either way."""

import gc
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from companion.parentage import end_with_parent
from engine.board import Edition
from engine.commands import RecordRoll
from engine.house_rules import HouseRules
from engine.policies import Policy
from engine.simulate import GameRecord, Setting, Tally, play

T = TypeVar("T")
BATCH_GAMES_MAX = 10  # small enough for a lively progress bar, and for all to end together
GC_THRESHOLD = 50_000  # a game makes no cycles; looking for them costs a seventh of the time
THROWS = tuple(RecordRoll(a, b) for a in range(1, 7) for b in range(1, 7))

Progress = Callable[[int], None]


class Plan(msgspec.Struct, frozen=True):
    """What is to be played, how often, from which seed."""

    edition: Edition
    rules_name: str
    rules: HouseRules
    policies: tuple[Policy, ...]
    """One a seat; from game to game they move on by one seat."""
    games: int
    seed: int
    turns_max: int


class Outcomes(msgspec.Struct):
    """All games of a plan, in order, and what was counted in them."""

    records: list[GameRecord]
    tally: Tally


class SeededChance:
    """Dice, shuffles and whims of one game: they depend on the seed and the game's number alone."""

    def __init__(self, seed: int, number: int) -> None:
        self._draw = random.Random(f"{seed}/{number}").random  # noqa: S311  # games, not secrets

    def throw(self) -> RecordRoll:
        """Return two dice."""
        draw = self._draw  # an attribute called at once is looked for as a method first
        return THROWS[int(draw() * 36)]

    def below(self, count: int) -> int:
        """Return a whole number from 0 to *count* - 1."""
        return int(self._draw() * count)

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """Return *things* in another order."""
        draw = self._draw
        return tuple(sorted(things, key=lambda _thing: draw()))


def play_all(plan: Plan, workers: int, progress: Progress) -> Outcomes:
    """Play all games; *progress* hears of each batch how many it was."""
    size = min(BATCH_GAMES_MAX, max(1, plan.games // (4 * workers)))
    batches = [range(start, min(start + size, plan.games)) for start in range(0, plan.games, size)]
    played = _here(plan, batches) if workers == 1 else _in_workers(plan, batches, workers)
    records: list[GameRecord] = []
    tally = Tally()
    for outcomes in played:
        records.extend(outcomes.records)
        tally.add(outcomes.tally)
        progress(len(outcomes.records))
    records.sort(key=lambda record: record.number)
    for counts in (tally.rules, tally.money, tally.commands):
        ordered = sorted(counts.items())
        counts.clear()
        counts.update(ordered)
    return Outcomes(records, tally)


def play_batch(plan: Plan, numbers: range) -> Outcomes:
    """Play the games of these numbers."""
    tally = Tally()
    seats = len(plan.policies)
    records = []
    for number in numbers:
        first = number % seats
        policies = (*plan.policies[first:], *plan.policies[:first])
        setting = Setting(plan.edition, plan.rules, policies, plan.turns_max)
        records.append(play(setting, number, SeededChance(plan.seed, number), tally))
    return Outcomes(records, tally)


def _here(plan: Plan, batches: list[range]) -> Iterator[Outcomes]:
    with _little_gc():
        for numbers in batches:
            yield play_batch(plan, numbers)


def _in_workers(plan: Plan, batches: list[range], workers: int) -> Iterator[Outcomes]:
    # A fork need import nothing, but would keep the locks of other threads locked for ever.
    method = "fork" if threading.active_count() == 1 else "spawn"
    told = plan, os.getpid()
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context(method), _start_worker, told)
    try:
        with _no_interrupt():
            futures = [pool.submit(_work, numbers) for numbers in batches]
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


_plan_of_worker: list[Plan] = []  # told once a process, not once a batch


def _start_worker(plan: Plan, parent: int) -> None:
    end_with_parent(parent)
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
    _plan_of_worker.append(plan)


def _work(numbers: range) -> Outcomes:
    return play_batch(_plan_of_worker[0], numbers)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Put ^C off while the block runs; processes and threads begun in it never hear it.

    A pool stopped between its first worker and its last would wait for that worker for ever.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _little_gc() -> Iterator[None]:
    """Look for garbage rarely while the block runs."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
