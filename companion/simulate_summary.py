"""What many simulated games say: lengths, winners, money, spaces and rules, as plain data."""

import csv
import io
import math
from collections.abc import Sequence
from typing import Any

from companion.simulate_games import Outcomes, Plan
from engine.simulate import COMMAND_S, EVENT_S, SAMPLE_TURNS, SETUP_S, GameRecord

Z_95 = 1.959964  # of the normal distribution: 95 in 100 lie within so many standard errors
CSV_FIELDS = (
    "rules", "game", "turns", "minutes", "capped", "rule", "policies", "winners",
    "first_bankruptcy_turn", "bankruptcies", "worth",
)  # fmt: skip


class Spread:
    """A sample's mean with its 95 % interval, and its quantiles."""

    def __init__(self, values: Sequence[float]) -> None:
        self.values = sorted(values)
        self.count = len(values)
        self.mean = math.fsum(values) / self.count
        squares = math.fsum((value - self.mean) ** 2 for value in values)
        self.error = math.sqrt(squares / max(self.count - 1, 1) / self.count)

    def quantile(self, share: float) -> float:
        """Return the value that this share of the sample does not exceed."""
        return self.values[max(0, math.ceil(share * self.count) - 1)]

    def data(self) -> dict[str, float | list[float]]:
        """Return it as plain data."""
        half = Z_95 * self.error
        return {
            "mean": _short(self.mean),
            "interval_95": [_short(self.mean - half), _short(self.mean + half)],
            "p10": _short(self.quantile(0.1)),
            "p50": _short(self.quantile(0.5)),
            "p90": _short(self.quantile(0.9)),
            "max": _short(self.values[-1]),
        }


def share_interval(hits: int, count: int) -> list[float]:
    """Return Wilson's 95 % interval of a share."""
    if not count:
        return [0.0, 1.0]
    share = hits / count
    spread = 1 + Z_95**2 / count
    middle = (share + Z_95**2 / (2 * count)) / spread
    half = Z_95 * math.sqrt(share * (1 - share) / count + Z_95**2 / (4 * count**2)) / spread
    return [_short(max(0.0, middle - half), 4), _short(min(1.0, middle + half), 4)]


def summary(plan: Plan, outcomes: Outcomes) -> dict[str, Any]:
    """Return all that is told about the games of one plan."""
    records, tally = outcomes.records, outcomes.tally
    visits = sum(tally.visits)
    return {
        "rules": plan.rules_name,
        "edition": plan.edition.id,
        "currency": plan.edition.currency,
        "players": len(plan.policies),
        "policies": [policy.name for policy in plan.policies],
        "games": plan.games,
        "seed": plan.seed,
        "turns_max": plan.turns_max,
        "capped": sum(record.is_capped for record in records),
        "turns": Spread([record.turns for record in records]).data(),
        "minutes": Spread(minutes(records)).data(),
        "winners_by_seat": _winners_by_seat(plan, records),
        "winners_by_policy": _winners_by_policy(records),
        "bankruptcies": _bankruptcies(records),
        "money_over_time": [
            {
                "turn": index * SAMPLE_TURNS,
                "games": games,
                "players": _short(players / games),
                "cash_mean": _short(cash / players),
                "richest_mean": _short(richest / games),
                "poorest_mean": _short(poorest / games),
            }
            for index, (games, players, cash, richest, poorest) in enumerate(tally.samples)
        ],
        "spaces": [
            {
                "space": space,
                "slug": printed.slug,
                "visits": tally.visits[space],
                "visits_share": _short(tally.visits[space] / max(visits, 1), 5),
                "rents": tally.rents[space],
                "income": tally.income[space],
            }
            for space, printed in enumerate(plan.edition.spaces)
        ],
        "rules_fired": tally.rules,
        "money_by_rule": tally.money,
        "commands": tally.commands,
        "table_time_model": table_time_model(),
    }


def minutes(records: Sequence[GameRecord]) -> list[float]:
    """Return the table time of each game, in minutes by the model."""
    return [record.seconds / 60 for record in records]


def table_time_model() -> dict[str, int]:
    """Return the model behind minutes: how long people take for what, in whole seconds."""
    steps = {kind.__name__: each for kind, each in (*COMMAND_S.items(), *EVENT_S.items())}
    return {"before the first throw": SETUP_S, **steps}


def comparison(plans: Sequence[Plan], all_outcomes: Sequence[Outcomes]) -> dict[str, Any]:
    """Return two plans side by side, with the difference and its 95 % interval by measure."""
    columns = [_measures(outcomes.records) for outcomes in all_outcomes]
    rows = []
    for name in columns[0]:
        first, second = (Spread(column[name]) for column in columns)
        half = Z_95 * math.hypot(first.error, second.error)
        difference = second.mean - first.mean
        rows.append(
            {
                "measure": name,
                "first": first.data(),
                "second": second.data(),
                "difference": _short(difference),
                "difference_interval_95": [
                    _short(difference - half),
                    _short(difference + half),
                ],
            }
        )
    return {
        "comparison": rows,
        "first": summary(plans[0], all_outcomes[0]),
        "second": summary(plans[1], all_outcomes[1]),
    }


def csv_text(plans: Sequence[Plan], all_outcomes: Sequence[Outcomes]) -> str:
    """Return one line a game, with a head line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_FIELDS)
    for plan, outcomes in zip(plans, all_outcomes, strict=True):
        for record in outcomes.records:
            first = record.bankrupt_turns[0][1] if record.bankrupt_turns else ""
            writer.writerow(
                (
                    plan.rules_name,
                    record.number,
                    record.turns,
                    f"{record.seconds / 60:.1f}",
                    int(record.is_capped),
                    record.rule,
                    " ".join(record.policies),
                    " ".join(str(winner + 1) for winner in record.winners),
                    first,
                    len(record.bankrupt_turns),
                    " ".join(str(worth) for worth in record.worth),
                )
            )
    return text.getvalue()


def _measures(records: Sequence[GameRecord]) -> dict[str, list[float]]:
    return {
        "minutes": minutes(records),
        "turns": [record.turns for record in records],
        "bankruptcies": [len(record.bankrupt_turns) for record in records],
        "first_bankruptcy_turn": [
            record.bankrupt_turns[0][1] if record.bankrupt_turns else record.turns
            for record in records
        ],
        "capped_share": [float(record.is_capped) for record in records],
        "winner_worth": [max(record.worth) for record in records],
    }


def _winners_by_seat(plan: Plan, records: Sequence[GameRecord]) -> list[dict[str, Any]]:
    rows = []
    for seat in range(len(plan.policies)):
        wins = sum(seat in record.winners for record in records)
        rows.append({"seat": seat + 1, **_wins(wins, len(records))})
    return rows


def _winners_by_policy(records: Sequence[GameRecord]) -> dict[str, dict[str, Any]]:
    seats: dict[str, int] = {}
    wins: dict[str, int] = {}
    for record in records:
        for seat, name in enumerate(record.policies):
            seats[name] = seats.get(name, 0) + 1
            wins[name] = wins.get(name, 0) + (seat in record.winners)
    return {name: {"seats": seats[name], **_wins(wins[name], seats[name])} for name in seats}


def _wins(wins: int, count: int) -> dict[str, Any]:
    return {
        "wins": wins,
        "share": _short(wins / max(count, 1), 4),
        "interval_95": share_interval(wins, count),
    }


def _bankruptcies(records: Sequence[GameRecord]) -> dict[str, Any]:
    counts = [len(record.bankrupt_turns) for record in records]
    by_policy: dict[str, int] = {}
    for record in records:
        for player, _turn in record.bankrupt_turns:
            name = record.policies[player]
            by_policy[name] = by_policy.get(name, 0) + 1
    first = [record.bankrupt_turns[0][1] for record in records if record.bankrupt_turns]
    return {
        "a_game": Spread(counts).data(),
        "first_in_turn": Spread(first).data() if first else None,
        "by_policy": by_policy,
    }


def _short(value: float, digits: int = 2) -> float:
    return round(value, digits)
