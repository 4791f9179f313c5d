"""`tapbank demo`: a whole table with no hardware, and people who play on it by themselves."""

import argparse
import asyncio
import contextlib
import hashlib
import importlib
import json
import random
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

import msgspec

from companion.client import Client
from companion.demo_hands import Game, Pace, at_table
from companion.demo_people import NAMES, People
from companion.demo_table import DemoTable
from companion.errors import EXIT_OK
from companion.locales import _
from companion.protocol import Measured, Transition
from companion.screen.app import check_terminal
from companion.views.ledger import rows_of
from companion.views.words import listed, money
from engine import invariants
from engine.phases import GameOver
from engine.state import State

SEED_MAX = 1_000_000


def run_demo(arguments: argparse.Namespace) -> int:
    """Play as the command line says; all processes and the folder are gone when it returns.

    Raises:
        TapbankError: A part did not start, or the table did not do what the hands wanted.
        UsageError: There is no terminal for the screen.
    """
    has_screen = not (arguments.headless or arguments.json)
    if has_screen:
        check_terminal()
    seed = random.SystemRandom().randrange(SEED_MAX) if arguments.seed is None else arguments.seed
    names = NAMES[: arguments.players]
    if arguments.hands:
        narrate(_("Seed {seed}; who taps in plays").format(seed=seed))
    else:
        narrate(_("Seed {seed}, {count} players").format(seed=seed, count=len(names)))
    began_s = time.monotonic()
    with (
        ends_when_told(),
        DemoTable(
            seed,
            NAMES,
            speed=arguments.speed,
            board_engine=arguments.board_engine,
            meanwhile=_load_screen if has_screen else _load_nothing,
        ) as table,
    ):
        if has_screen:
            from companion.demo_screen import show  # noqa: PLC0415  # the rest needs no Textual

            people = None if arguments.hands else People(seed)
            return show(table, people, names, arguments.turns, arguments.speed)
        report = asyncio.run(_headless(table, People(seed), names, arguments.turns))
    report["seconds"] = round(time.monotonic() - began_s, 3)
    sys.stdout.write(json.dumps(report) + "\n" if arguments.json else _readable(report))
    return EXIT_OK


@contextlib.contextmanager
def ends_when_told() -> Iterator[None]:
    """Leave in good order on SIGTERM and SIGHUP, as on ^C, while the block runs."""
    numbers = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, _leave) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def narrate(sentence: str) -> None:
    """Tell people what is going on, beside the data."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


class Record:
    """What happened in a game: told as it happens, and summed up without its times."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._digest = hashlib.sha256()

    def follow(self, transition: Transition) -> None:
        """Tell one step, and add its events to the digest."""
        self._digest.update(msgspec.json.encode(transition.events) + b"\n")
        state = self._client.state
        for row in rows_of(transition, state):
            name = "" if row.seat is None else state.names[row.seat]
            narrate(f"{row.turn:4} {name:8} {row.text} {row.amount} {row.flow}".rstrip())

    @property
    def digest(self) -> str:
        """The same for the same events, in hex."""
        return self._digest.hexdigest()


async def _headless(
    table: DemoTable, people: People, names: tuple[str, ...], turns: int | None
) -> dict[str, Any]:
    async with at_table(table.socket, table.hands) as (client, hands):
        record = Record(client)
        game = Game(client, hands, people, record.follow, Pace(table.stand_s))
        await game.join(names)
        await game.play(turns)
        made = json.loads(await asyncio.to_thread(hands.say, "status"))
        measured = await client.measure()
        return summary(client.state, turns, made, measured) | {"game": record.digest}


def summary(
    state: State, turns: int | None, made: dict[str, Any], measured: Measured
) -> dict[str, Any]:
    """Return what a demonstration came to; *made* is what the hands counted."""
    invariants.check(state)
    report: dict[str, Any] = {
        "turns": state.turns if turns is None else min(turns, state.turns),
        "rolls": measured.rolls,
        "taps": measured.taps,
        "commands": measured.commands,
        "refusals": measured.refusals,
        "by_rule": measured.by_rule,
        "cash": dict(zip(state.names, state.cash, strict=True)),
        "bank": state.bank,
        "books": "balanced",
        "lost_rolls": made["rolls_thrown"] - measured.rolls,
        "lost_taps": made["taps_made"] - measured.taps,
        "tap_to_published_ms": measured.tap_to_published_ms,
    }
    if isinstance(state.phase, GameOver):
        report["winner"] = listed(state.names[seat] for seat in state.phase.outcome.winners)
    return report


def _readable(report: dict[str, Any]) -> str:
    cash = listed(f"{name} {money(amount)}" for name, amount in report["cash"].items())
    lines = [
        _("{turns} turns, {rolls} rolls, {taps} taps, {commands} commands, {refusals} refusals"),
        _("lost: {lost_rolls} rolls, {lost_taps} taps; the books are {books}"),
        _("cash: {cash_of_all}; the bank: {bank}"),
        _("a tap is published within {p50} ms (half), {p99} ms (99 of 100)"),
        _("{seconds} seconds"),
    ]
    if "winner" in report:
        lines.append(_("{winner} wins"))
    fields = {**report, **report["tap_to_published_ms"], "cash_of_all": cash}
    return "".join(line.format(**fields) + "\n" for line in lines)


def _load_screen() -> None:
    importlib.import_module("companion.screen.banker")


def _load_nothing() -> None:
    """Stand in where there is no screen."""


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
