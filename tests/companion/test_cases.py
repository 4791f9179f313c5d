"""Case files: each of ours passes, and what does not hold is reported where it stands."""

from pathlib import Path

import pytest

from companion.console.cases import Failure, play_case

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.case"))


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_the_case_holds(path):
    result = play_case(path.read_text("utf-8"), path.name)

    assert result.failure is None, f"{result.file}:{result.failure}"
    assert result.lines > 1


def test_there_are_cases():
    assert CASES


OPENING = "# a comment\nplayers Ada Ben\nturn Ada\n"
FAILURES = {
    "expect Ada cash 7": Failure(4, "Ada cash 7", "1500"),
    "expect Ada jailed": Failure(4, "Ada jailed", "in, free"),
    "expect boardwalk owner Ada": Failure(4, "boardwalk owner Ada", "bank"),
    "expect boardwalk hotel": Failure(4, "boardwalk hotel", "houses 0"),
    "expect supply 31 12": Failure(4, "supply 31 12", "32 12"),
    "expect turn Ben": Failure(4, "turn Ben", "Ada"),
    "expect waiting over": Failure(4, "waiting over", "roll"),
    "expect debt Ada 5": Failure(4, "debt Ada 5", "nobody"),
    "expect winner Ada": Failure(4, "winner Ada", "nobody"),
    "rolll": Failure(
        4,
        "a line of the language: rolll",
        "column 1: There is no verb “rolll”. The nearest is roll.",
    ),
    "refuse rolll": Failure(
        4,
        "a line of the language: refuse rolll",
        "column 8: There is no verb “rolll”. The nearest is roll.",
    ),
    "refuse roll 1 2": Failure(4, "refuse roll 1 2", "accepted"),
    "buy": Failure(
        4,
        "accepted: buy",
        "refused: Not now: the game waits for a throw. Finish that first. (MOVE-8)",
    ),
    "refuse BUY-4: buy": Failure(
        4,
        "refuse BUY-4: buy",
        "refused: Not now: the game waits for a throw. Finish that first. (MOVE-8)",
    ),
    "undo 5": Failure(4, "accepted: undo 5", "refused: Only 2 commands can be taken back."),
    "refuse MOVE-8: undo 5": Failure(
        4, "refuse MOVE-8: undo 5", "refused: Only 2 commands can be taken back."
    ),
    "throw 3 4": Failure(
        4,
        "throw 3 4",
        "“throw” is for hands at the emulated table: tapbank hands --dir DIR 'throw 3 4'",
    ),
}


@pytest.mark.parametrize(("line", "failure"), FAILURES.items(), ids=list(FAILURES))
def test_what_does_not_hold_is_reported_with_its_line(line, failure):
    result = play_case(OPENING + line + "\nexpect Ada cash 1\n", "a.case")

    assert failure == result.failure
    assert 3 == result.lines


def test_a_refusal_without_its_rule_and_with_it():
    text = "refuse buy\nrefuse MOVE-8: buy\nrefuse undo 9\nrefuse move-8: buy\n"

    assert play_case(OPENING + text, "a.case").failure is None


def test_the_watcher_sees_each_line_played():
    seen = []
    play_case(OPENING, "a.case", lambda number, line, state: seen.append((number, line, state)))

    assert [(2, "players Ada Ben"), (3, "turn Ada")] == [(number, line) for number, line, _ in seen]
    assert (1500, 1500) == seen[-1][2].cash
