"""`tapbank simulate`: whole games by simulated players, and what they say about the evening."""

import argparse
import contextlib
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion import simulate_charts as charts
from companion import simulate_summary as summaries
from companion.editions import edition_named
from companion.errors import EXIT_OK, StorageError, UsageError, error_of_system
from companion.locales import _
from companion.simulate_games import Outcomes, Plan, play_all
from companion.simulate_text import comparison_text, differing_text, summary_text
from engine.house_rules import PRESETS, HouseRules
from engine.policies import POLICIES, Policy

SEED_MAX = 1_000_000
DEFAULT_RULES = "default"
DEFAULT_POLICIES = ("trader", "careful", "beginner", "careful")
BAR_COLUMNS = 30
PROGRESS_S = 0.1  # between two paintings of the bar


def run_simulate(arguments: argparse.Namespace) -> int:
    """Play as the command line says and tell what came of it.

    Raises:
        TapbankError: Something asked for is not known, or a file cannot be written.
    """
    seed = random.SystemRandom().randrange(SEED_MAX) if arguments.seed is None else arguments.seed
    edition = edition_named(arguments.edition)
    policies = _policies(arguments.policies, arguments.players)
    _check_folders((arguments.csv, arguments.svg, arguments.png))
    if arguments.png is not None:
        charts.check_png()
    workers = arguments.workers or os.cpu_count() or 1
    names = arguments.compare or [arguments.rules]
    plans = [
        Plan(edition, name, _rules(name), policies, arguments.games, seed, arguments.turns_max)
        for name in names
    ]
    _narrate(
        _("{games} games, {players} players, seed {seed}, workers: {workers}").format(
            games=arguments.games * len(plans), players=len(policies), seed=seed, workers=workers
        )
    )
    if len(plans) == 2:
        _narrate(differing_text(plans[0], plans[1]))
    began_s = time.monotonic()
    bar = ProgressBar(arguments.games * len(plans))
    all_outcomes = [play_all(plan, workers, bar.add) for plan in plans]
    bar.done()
    seconds = time.monotonic() - began_s
    _write_files(arguments, plans, all_outcomes)
    report = _report(plans, all_outcomes)
    turns = sum(record.turns for outcomes in all_outcomes for record in outcomes.records)
    report["seconds"] = round(seconds, 3)
    report["turns_per_s"] = round(turns / seconds)
    if len(plans) == 2 and all_outcomes[0].records == all_outcomes[1].records:
        _narrate(
            _("Simulated players play the two alike: what differs is how people sit and confirm.")
        )
    if arguments.json:
        sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n")
    elif len(plans) == 1:
        sys.stdout.write(summary_text(report, summaries.minutes(all_outcomes[0].records)))
    else:
        sys.stdout.write(comparison_text(report))
    return EXIT_OK


class ProgressBar:
    """How far the games are, and how long it takes yet; only where a person looks on."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._done = 0
        self._began_s = time.monotonic()
        self._shown_s = 0.0
        self._is_seen = sys.stderr.isatty()

    def add(self, games: int) -> None:
        """Paint the bar with so many games more."""
        self._done += games
        done = self._done
        now_s = time.monotonic()
        if not self._is_seen or (now_s - self._shown_s < PROGRESS_S and done < self._games):
            return
        self._shown_s = now_s
        left_s = (now_s - self._began_s) / done * (self._games - done)
        text = _("{done} of {games} games, {seconds} s left").format(
            done=done, games=self._games, seconds=round(left_s)
        )
        filled = charts.bar(done / self._games, BAR_COLUMNS)
        sys.stderr.write(f"\r\x1b[K{filled:{BAR_COLUMNS}} {text}")
        sys.stderr.flush()

    def done(self) -> None:
        """Wipe the bar away."""
        if self._is_seen:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _rules(name: str) -> HouseRules:
    if name == DEFAULT_RULES:
        return HouseRules()
    if name not in PRESETS:
        known = ", ".join((DEFAULT_RULES, *PRESETS))
        raise UsageError(
            _("There are no rules “{name}”; there are {known}.").format(name=name, known=known)
        )
    return PRESETS[name]


def _policies(text: str | None, players: int) -> tuple[Policy, ...]:
    """Return a policy a seat: the named ones, over and over until all sit."""
    names: Sequence[str] = DEFAULT_POLICIES if text is None else text.split(",")
    for name in names:
        if name not in POLICIES:
            known = ", ".join(POLICIES)
            raise UsageError(
                _("There is no policy “{name}”; there are {known}.").format(name=name, known=known)
            )
    return tuple(POLICIES[names[seat % len(names)]] for seat in range(players))


def _report(plans: Sequence[Plan], all_outcomes: Sequence[Outcomes]) -> dict[str, Any]:
    if len(plans) == 1:
        return summaries.summary(plans[0], all_outcomes[0])
    return summaries.comparison(plans, all_outcomes)


def _write_files(
    arguments: argparse.Namespace, plans: Sequence[Plan], all_outcomes: Sequence[Outcomes]
) -> None:
    if arguments.csv is not None:
        with _told(arguments.csv):
            arguments.csv.write_text(summaries.csv_text(plans, all_outcomes), "utf-8")
    for plan, outcomes in zip(plans, all_outcomes, strict=True):
        shapes = charts.picture(
            summaries.summary(plan, outcomes), summaries.minutes(outcomes.records)
        )
        for path, is_png in ((arguments.svg, False), (arguments.png, True)):
            if path is None:
                continue
            target = path if len(plans) == 1 else _beside(path, plan.rules_name)
            with _told(target):
                if is_png:
                    charts.write_png(shapes, target)
                else:
                    target.write_text(charts.svg(shapes), "utf-8")


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say that the block wrote *path*, or why it could not."""
    try:
        yield
    except OSError as error:
        sentence = _("{path} cannot be written: {reason}.")
        known = error_of_system(error)
        raise known or StorageError(sentence.format(path=path, reason=error.strerror)) from error
    _narrate(_("Written: {path}").format(path=path))


def _check_folders(paths: Sequence[Path | None]) -> None:
    """Refuse to play for nothing: all files must have a folder to go to."""
    for path in paths:
        if path is not None and not path.parent.is_dir():
            raise StorageError(_("There is no folder for {path}.").format(path=path))


def _beside(path: Path, name: str) -> Path:
    """Return *path* with *name* before its suffix: a picture for each of two rule sets."""
    return path.with_name(f"{path.stem}-{name}{path.suffix}")


def _narrate(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()
