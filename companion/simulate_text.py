"""Simulated games told in lines for a terminal."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.locales import _
from companion.simulate_charts import bar, histogram, spark
from companion.simulate_games import Plan
from engine.house_rules import keys

NAME_COLUMNS = 24
BAR_COLUMNS = 30
TOP_SPACES = 10
RULE_COLUMNS = 4


def summary_text(summary: dict[str, Any], minutes: Sequence[float]) -> str:
    """Return what the games of one plan say."""
    blocks = [
        _head(summary),
        _lengths(summary, minutes),
        _winners(summary),
        _money(summary),
        _spaces(summary),
        _rules(summary),
        _closing(summary),
    ]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def comparison_text(report: dict[str, Any]) -> str:
    """Return two rule sets side by side, with 95 % intervals."""
    names = {
        "minutes": _("minutes at the table"),
        "turns": _("turns"),
        "bankruptcies": _("bankruptcies a game"),
        "first_bankruptcy_turn": _("turn of the first bankruptcy"),
        "capped_share": _("share of capped games"),
        "winner_worth": _("worth of the richest at the end"),
    }
    first, second = report["first"], report["second"]
    head = f"{'':{NAME_COLUMNS + 8}}{first['rules']:>24}{second['rules']:>24}"
    lines = [
        _("{games} games each, {players} players, {edition}, seed {seed}").format(**first),
        _("Means with 95 % intervals"),
        "",
        f"{head}{_('difference'):>26}",
    ]
    for row in report["comparison"]:
        cells = [_mean(row["first"]), _mean(row["second"])]
        low, high = row["difference_interval_95"]
        sure = "" if low <= 0 <= high else " *"
        cells.append(f"{row['difference']:+,.2f} [{low:+,.2f}, {high:+,.2f}]{sure}")
        name = names[row["measure"]]
        lines.append(f"{name:{NAME_COLUMNS + 8}}{cells[0]:>24}{cells[1]:>24}  {cells[2]}")
    lines += ["", _("*: the interval of the difference leaves out 0."), *_closing(report)]
    return "\n".join(lines) + "\n"


def differing_text(first: Plan, second: Plan) -> str:
    """Return in which switches two plans differ, with the values of both."""
    pairs = ((key, getattr(first.rules, key), getattr(second.rules, key)) for key in keys())
    differing = [f"{key} {one} · {other}" for key, one, other in pairs if one != other]
    if not differing:
        return _("{first} and {second} have the same switches.").format(
            first=first.rules_name, second=second.rules_name
        )
    return _("{first} and {second} differ in: {switches}").format(
        first=first.rules_name, second=second.rules_name, switches=", ".join(differing)
    )


def _head(summary: dict[str, Any]) -> list[str]:
    head = _("{games} games, {players} players, {rules}, {edition}, seed {seed}")
    policies = _("Policies, moving on by one seat a game: {names}")
    return [
        head.format(**summary),
        policies.format(names=", ".join(summary["policies"])),
    ]


def _lengths(summary: dict[str, Any], minutes: Sequence[float]) -> list[str]:
    lines = []
    for key, name in (("minutes", _("Minutes at the table")), ("turns", _("Turns"))):
        spread = summary[key]
        text = _(
            "{name}: {mean} on average; half of all games up to {p50}, nine in ten up to {p90}"
        )
        lines.append(
            text.format(
                name=name, mean=_mean(spread), p50=f"{spread['p50']:g}", p90=f"{spread['p90']:g}"
            )
        )
    capped = _("Stopped after {turns} turns: {count}")
    lines.append(capped.format(turns=summary["turns_max"], count=summary["capped"]))
    bins = histogram(minutes)
    top = max(count for _low, _high, count in bins)
    lines += [
        f"{low:6g}-{high:<6g} {bar(count / top, BAR_COLUMNS)} {count}" for low, high, count in bins
    ]
    return lines


def _winners(summary: dict[str, Any]) -> list[str]:
    lines = [_("Games won")]
    rows = [
        *sorted(summary["winners_by_policy"].items()),
        *(
            (_("seat {number}").format(number=row["seat"]), row)
            for row in summary["winners_by_seat"]
        ),
    ]
    for name, row in rows:
        low, high = row["interval_95"]
        share = f"{row['share']:5.1%} [{low:.1%}, {high:.1%}]"
        lines.append(
            f"  {name:{NAME_COLUMNS}}{bar(row['share'], BAR_COLUMNS):{BAR_COLUMNS}} {share}"
        )
    broke = summary["bankruptcies"]
    lines.append(_("Bankruptcies a game: {mean}").format(mean=_mean(broke["a_game"])))
    if broke["first_in_turn"]:
        first = _("The first bankruptcy: turn {mean}").format(mean=_mean(broke["first_in_turn"]))
        lines.append(first)
    return lines


def _money(summary: dict[str, Any]) -> list[str]:
    rows = [row for row in summary["money_over_time"] if row["games"] * 10 >= summary["games"]]
    last = rows[-1]["turn"]
    lines = [
        _("Cash, from the start to turn {turn}, where a tenth of all games still goes on").format(
            turn=last
        )
    ]
    for key, name in (
        ("richest_mean", _("richest")),
        ("cash_mean", _("mean")),
        ("poorest_mean", _("poorest")),
    ):
        values = [row[key] for row in rows]
        lines.append(f"  {name:{NAME_COLUMNS}}{spark(values)} {values[0]:,.0f} … {values[-1]:,.0f}")
    return lines


def _spaces(summary: dict[str, Any]) -> list[str]:
    lines = [_("Spaces most visited")]
    visited = sorted(summary["spaces"], key=lambda row: -row["visits"])[:TOP_SPACES]
    top = visited[0]["visits_share"]
    lines += _bars(
        (row["slug"], row["visits_share"] / top, f"{row['visits_share']:.2%}") for row in visited
    )
    earning = sorted(summary["spaces"], key=lambda row: -row["income"])[:TOP_SPACES]
    if most := earning[0]["income"]:
        lines.append(_("Spaces that earned most rent, a game"))
        lines += _bars(
            (row["slug"], row["income"] / most, f"{row['income'] / summary['games']:,.0f}")
            for row in earning
        )
    return lines


def _bars(rows: Iterable[tuple[str, float, str]]) -> list[str]:
    return [
        f"  {name:{NAME_COLUMNS}}{bar(share, BAR_COLUMNS)} {text}" for name, share, text in rows
    ]


def _rules(summary: dict[str, Any]) -> list[str]:
    """Return how often each rule came up in a game, in columns."""
    cells = [
        f"{rule:12}{times / summary['games']:9.2f}"
        for rule, times in summary["rules_fired"].items()
    ]
    starts = range(0, len(cells), RULE_COLUMNS)
    return [
        _("How often each rule came up in a game"),
        *("  " + "   ".join(cells[start : start + RULE_COLUMNS]) for start in starts),
    ]


def _closing(times: dict[str, Any]) -> list[str]:
    """Return what minutes are, and how fast it went."""
    return [
        _("Minutes are a guess; --json says how many seconds each thing takes."),
        _("Played in {seconds} s, {turns} turns a second").format(
            seconds=f"{times['seconds']:.1f}", turns=f"{times['turns_per_s']:,}"
        ),
    ]


def _mean(spread: dict[str, Any]) -> str:
    half = (spread["interval_95"][1] - spread["interval_95"][0]) / 2
    return (
        f"{spread['mean']:,.1f} ± {half:,.1f}"
        if spread["mean"] >= 10
        else (f"{spread['mean']:,.2f} ± {half:,.2f}")
    )
