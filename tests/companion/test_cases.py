"""Case files: each of ours passes, and what does not hold is reported where it stands."""

import json
from pathlib import Path

import pytest

from companion import cli
from companion.console.cases import Failure, play_case
from companion.errors import EXIT_DATA, EXIT_FAILED, EXIT_IO, EXIT_OK

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
        "refused: Not now: the game waits for a throw, and that comes first. (MOVE-8)",
    ),
    "refuse BUY-4: buy": Failure(
        4,
        "refuse BUY-4: buy",
        "refused: Not now: the game waits for a throw, and that comes first. (MOVE-8)",
    ),
    "undo 5": Failure(4, "accepted: undo 5", "refused: Only 2 commands can be taken back."),
    "refuse MOVE-8: undo 5": Failure(
        4, "refuse MOVE-8: undo 5", "refused: Only 2 commands can be taken back."
    ),
    "throw 3 7": Failure(4, "throw 3 7", "Dice show 1 to 6: throw 3 4, throw 3 cocked, throw 3."),
    "tap chance-7": Failure(4, "tap chance-7", "“chance-7” has no deed."),
    "tap #12": Failure(4, "tap #12", "“#12” is no number of a tag: #04A2B3C4D5E6F7."),
    "tap Ada twice": Failure(
        4, "tap Ada twice", "A card and maybe a reader: tap Ada, tap Ada reader-2."
    ),
    "lift-tag Ada": Failure(4, "lift-tag Ada", "No such card lies there."),
    "unplug toaster": Failure(
        4,
        "unplug toaster",
        "“toaster” is no device: they are board, reader-1, reader-2 and so on.",
    ),
    "plug": Failure(4, "plug", "One device: unplug board, plug reader-1."),
    "press go": Failure(
        4,
        "press go",
        "A button and maybe seconds: press yes, press no, press menu, press yes 2.",
    ),
    "turn-knob much": Failure(
        4, "turn-knob much", "A number of detents: turn-knob 2, turn-knob -1."
    ),
    "wait forever": Failure(
        4,
        "a line of the language: wait forever",
        "column 6: “forever” is no number of seconds from 0 to 86400.",
    ),
    "refuse throw 3 4": Failure(4, "refuse throw 3 4", "accepted"),
    "refuse BUY-4: press no": Failure(
        4, "refuse BUY-4: press no", "refused: There is nothing to refuse now. (MOVE-8)"
    ),
}


@pytest.mark.parametrize(("line", "failure"), FAILURES.items(), ids=list(FAILURES))
def test_what_does_not_hold_is_reported_with_its_line(line, failure):
    result = play_case(OPENING + line + "\nexpect Ada cash 1\n", "a.case")

    assert failure == result.failure
    assert 3 == result.lines


def test_what_cannot_be_read_is_told_and_the_other_cases_are_played(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("bytes.case").write_bytes(b"\xff")
    Path("wrong.case").write_text(OPENING + "expect turn Ben\n")
    Path("right.case").write_text(OPENING)
    words = ["case", "folder", "none.case", "bytes.case", "wrong.case", "right.case"]

    assert EXIT_IO == cli.main(words)
    told = capsys.readouterr()
    assert "folder is a folder: name the case files in it, as folder/*.case." in told.err
    assert "none.case cannot be read" in told.err
    assert "bytes.case is not UTF-8 text" in told.err
    assert told.out.endswith("1 passed, 1 failed, 3 not read\n")
    assert "wrong.case:4" in told.out
    assert EXIT_DATA == cli.main(["case", "bytes.case", "wrong.case"])
    assert EXIT_FAILED == cli.main(["case", "right.case", "wrong.case"])
    assert EXIT_OK == cli.main(["case", "right.case"])
    capsys.readouterr()

    assert EXIT_IO == cli.main(["case", "--json", *words[1:]])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert words[1:] == [line["case"] for line in lines]
    assert [False] * 4 + [True] == [line["passed"] for line in lines]
    assert "cannot be read" in lines[1]["error"]


def test_hands_cannot_do_what_is_out_of_reach():
    result = play_case(OPENING + "unplug reader-1\ntap Ada\n", "a.case")

    assert Failure(5, "accepted: tap Ada", "refused: reader-1 is unplugged.") == result.failure


def test_a_countdown_counts_only_where_there_are_hands():
    """A case of the rules alone may wait for hours in the middle of an auction."""
    lines = "roll 2 4\ndecline\nbid Ben 10\nwait 3600\nexpect waiting auction\n"

    assert play_case(OPENING + lines, "a.case").failure is None
    with_hands = play_case(OPENING + "turn-knob 1\n" + lines, "a.case")
    assert Failure(9, "waiting auction", "roll") == with_hands.failure


def test_time_is_played_while_the_menu_is_shut():
    limit = "rule end_minutes 1\n" + OPENING
    shut = "press no\nwait 59.5\nexpect waiting roll\nwait 0.5\nexpect waiting over\n"
    opened = "press menu\nwait 50\npress menu\nwait 50\nexpect waiting roll\n"

    assert play_case(limit + shut, "a.case").failure is None
    assert play_case(limit + opened, "a.case").failure is None


def test_a_line_ends_where_editors_end_it():
    """Not at what Unicode calls a separator: a comment may hold one, and numbers stay right."""
    text = "\ufeff# a\u2028b\x0cc\x85d\r\n\tplayers\tAda\u3000Ben\r\nturn Ada\r\nexpect Ada cash 1"

    result = play_case(text.removeprefix("\ufeff"), "a.case")

    assert Failure(4, "Ada cash 1", "1500") == result.failure


def test_what_goes_on_and_on_is_repeated_in_part():
    failure = play_case("players Ada " + "Ben " * 400, "a.case").failure

    assert failure is not None
    assert len(failure.expected) < 300
    assert play_case("players Ada Ben # " + "x" * 5000, "a.case").failure is None


def test_the_sentence_names_who_said_it():
    text = OPENING + "roll 1 2\nas Ben: buy\n"

    assert "Not Ben now: Ada is to act first." in play_case(text, "a.case").failure.found


def test_with_only_business_left_the_turn_is_still_one_s_own_and_next_the_other_s():
    text = OPENING + "roll 1 2\nexpect waiting offer\n"

    assert play_case(text + "expect turn Ada\nexpect turn Ben\n", "a.case").failure is None
    again = OPENING + "roll 3 3\nexpect turn Ada\n"
    assert play_case(again, "a.case").failure is None
    assert play_case(again + "expect turn Ben\n", "a.case").failure == Failure(6, "turn Ben", "Ada")


def test_a_refusal_without_its_rule_and_with_it():
    text = (
        "refuse buy\nrefuse MOVE-8: buy\nrefuse undo 9\nrefuse move-8: buy\nrefuse edition none\n"
    )

    assert play_case(OPENING + text, "a.case").failure is None


def test_the_watcher_sees_each_line_played():
    seen = []
    play_case(OPENING, "a.case", lambda number, line, state: seen.append((number, line, state)))

    assert [(2, "players Ada Ben"), (3, "turn Ada")] == [(number, line) for number, line, _ in seen]
    assert (1500, 1500) == seen[-1][2].cash
