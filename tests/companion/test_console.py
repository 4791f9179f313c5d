"""`tapbank console` at a real table, and `tapbank case`: what they print and how they end."""

import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion import cli
from companion.client import is_running

ROOT = Path(__file__).parents[2]
DEADLINE_S = 30.0
GOOD = "players Ada Ben\nturn Ada\nexpect Ada cash 1500\n"


def environment(**more):
    return {**os.environ, "PYTHONPATH": str(ROOT), "TAPBANK_LANG": "en", **more}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Run a real table without devices; return its folder."""
    data = tmp_path_factory.mktemp("table")
    program = [sys.executable, "-m", "companion", "table", "--data", str(data)]
    with subprocess.Popen(program, env=environment(), cwd=data, stderr=subprocess.DEVNULL) as own:
        deadline = time.monotonic() + DEADLINE_S
        while not is_running(data / "table.sock"):
            assert own.poll() is None, "the table ended"
            assert time.monotonic() < deadline, "the table did not start"
            time.sleep(0.02)
        yield data
        own.terminate()


@pytest.fixture
def console(table, capsys):
    """Return a function that gives lines to the console and returns its exit code and output."""

    def given(*lines, options=()):
        words = ["console", "--data", str(table), *options]
        for line in lines:
            words += ["-c", line]
        return cli.main(words), capsys.readouterr().out

    return given


@pytest.fixture
def fresh(console):
    """Open a game of two on the table."""
    assert console("new", "players Ada Ben", "turn Ada")[0] == 0
    return console


def without_numbers(text):
    return re.sub(r"^#\d+ ", "# ", text, flags=re.MULTILINE)


def test_accepted_lines_are_numbered_with_the_balances_and_the_hands(fresh):
    code, out = fresh("roll 1 2", "buy")

    assert 0 == code
    roll, token, buy, deed = without_numbers(out).splitlines()
    assert ("#  roll 1 2", "#  buy  Ada 1,500 → 1,440") == (roll, buy)
    assert token.startswith("      Ada: ")
    assert token.endswith("Baltic Avenue")
    assert "      Ada: gets the deed A2 Baltic Avenue" == deed


def test_a_refused_line_says_why_and_the_next_one_is_still_carried_out(fresh):
    code, out = fresh("buy", "cash Ben 7 -- a slip")

    assert 1 == code
    assert (
        "buy\nNot now: the game waits for a throw, and that comes first. (MOVE-8)\n"
        "#  cash Ben 7 -- a slip  Ben 1,500 → 7\n"
    ) == without_numbers(out)


def test_a_wrong_line_points_at_the_word(fresh):
    code, out = fresh("cash Adda 5")

    assert 1 == code
    assert "cash Adda 5\n     ^\n“Adda” is not a player. The nearest is Ada.\n" == out


def test_the_pin_is_not_asked_for_where_nobody_sits_at_a_prompt(fresh):
    code, out = fresh("pin")

    assert 1 == code
    assert "The PIN is asked for at a prompt alone: here --pin-file FILE brings it.\n" == out


def test_a_wrong_verb_is_not_answered_with_one_that_no_console_has(fresh):
    _code, out = fresh("nonsense")

    assert "There is no verb “nonsense”." in out
    assert "noise" not in out


def test_a_balance_below_nothing_is_told_as_a_balance(fresh):
    _code, out = fresh("cash Ada -5")

    assert "say one the game could come to, 0 or more; what is moved is not 0." in out


def test_undo_redo_and_a_misread_throw(fresh):
    fresh("owner Ben oriental", "roll 1 2", "buy")

    assert "Ada 1,440 → 1,500" in fresh("undo")[1]
    assert "Ada 1,500 → 1,440" in fresh("redo")[1]
    assert "Ben 1,500 → 1,506" in fresh("dice 2 4 -- misread")[1]


def test_a_throw_struck_out_and_another_card(fresh):
    fresh("rule decks physical", "turn Ada", "roll 3 4", "draw CH07")
    fresh("new", "rule decks physical", "players Ada Ben", "turn Ada", "roll 3 4", "draw CH07")

    assert "Ada 1,550 → 1,650" in fresh("card CH16 -- misread")[1]
    assert "Ada 1,650 → 1,500" in fresh("strike -- a cocked die")[1]
    assert (1, "There is no throw to strike out.\n") == fresh("strike")


def test_preview_changes_nothing(fresh):
    code, out = fresh("preview cash Ada 7", "preview buy", "preview undo", "show")

    assert 1 == code
    assert out.startswith("preview cash Ada 7  Ada 1,500 → 7\npreview buy\nNot now:")
    assert "cannot be tried" in out
    assert out.endswith(
        "Ada: 1,500  @go\nBen: 1,500  @go\nbank: 32 houses, 12 hotels\nwaits for: roll Ada\n"
    )


def test_as_json_each_answer_is_an_object(fresh):
    code, out = fresh("cash Ada 7", "buy", "csh Ada 7", options=["--json"])
    accepted, refused, wrong = (json.loads(line) for line in out.splitlines())

    assert 1 == code
    assert accepted.pop("seq") > 0
    assert {"line": "cash Ada 7", "accepted": True, "receipt": ["Ada 1,500 → 7"]} == accepted
    assert ("buy", False, "MOVE-8") == (refused["line"], refused["accepted"], refused["rule"])
    assert (1, "csh", "cash") == (wrong["column"], wrong["word"], wrong["nearest"])


def test_lines_for_other_places_are_told_where_they_belong(fresh):
    code, out = fresh("throw 3 4", "expect Ada cash 1500", "edition nowhere", "players Ada")

    assert 1 == code
    assert "tapbank hands --dir DIR 'throw 3 4'" in out
    assert "“expect” stands in case files only." in out
    assert "There is no edition “nowhere”" in out
    assert "(PLAYERS-1)" in out


@pytest.mark.usefixtures("fresh")
def test_a_script_on_standard_input(table):
    ran = subprocess.run(
        [sys.executable, "-m", "companion", "console", "--data", str(table)],
        input="# a script\ncash Ada 5\n\nquit\ncash Ada 6\n",
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "") == (ran.returncode, ran.stderr)
    assert "#  cash Ada 5  Ada 1,500 → 5\n" == without_numbers(ran.stdout)


@pytest.mark.usefixtures("fresh")
def test_a_prompt_completes_and_keeps_a_history(table):
    pid, terminal = pty.fork()
    if pid == 0:
        program = [sys.executable, "-m", "companion", "console", "--data", str(table)]
        os.execve(sys.executable, program, environment(TERM="dumb"))  # noqa: S606
    seen = read_until(terminal, "> ")
    os.write(terminal, b"cash Be\t9\r")
    seen = read_until(terminal, "Ben 1,500 → 9")
    read_until(terminal, "> ")
    os.write(terminal, b"quit\r")
    _pid, status = os.waitpid(pid, 0)
    os.close(terminal)

    assert 0 == os.waitstatus_to_exitcode(status)
    assert "cash Ben 9" in seen
    assert "cash Ben 9\nquit\n" in (table / "console_history").read_text()


def test_without_a_table_it_says_how_to_start_one(tmp_path, capsys):
    code = cli.main(["console", "--data", str(tmp_path), "-c", "show"])

    assert 1 == code
    assert "tapbank table" in capsys.readouterr().err


def read_until(terminal, text):
    seen, deadline = "", time.monotonic() + DEADLINE_S
    while text not in seen:
        assert time.monotonic() < deadline, seen
        seen += os.read(terminal, 4096).decode()
    return seen


@pytest.fixture
def cases(tmp_path, monkeypatch, capsys):
    """Return a function that plays case files of these texts, by name."""
    monkeypatch.chdir(tmp_path)

    def played(options=(), **texts):
        files = [f"{name}.case" for name in texts]
        for file, text in zip(files, texts.values(), strict=True):
            Path(file).write_text(text)
        return cli.main(["case", *options, *files]), capsys.readouterr().out

    return played


def test_cases_that_hold_are_counted(cases):
    assert (0, "2 passed, 0 failed\n") == cases(one=GOOD, two=GOOD + "refuse MOVE-8: buy\n")


def test_what_fails_stands_with_file_and_line(cases):
    code, out = cases(
        good=GOOD,
        false=GOOD + "expect Ben cash 5\n",
        verb="# none such\nrolll\n",
        refusal=GOOD + "refuse BUY-4: buy\n",
        accepted=GOOD + "\nrefuse roll 1 2\n",
    )

    assert 1 == code
    assert (
        "false.case:4: expected Ben cash 5; found 1500\n"
        "verb.case:2: expected a line of the language: rolll; "
        "found column 1: There is no verb “rolll”. The nearest is roll.\n"
        "refusal.case:4: expected refuse BUY-4: buy; "
        "found refused: Not now: the game waits for a throw, and that comes first. (MOVE-8)\n"
        "accepted.case:5: expected refuse roll 1 2; found accepted\n"
        "1 passed, 4 failed\n"
    ) == out


def test_what_would_steer_a_terminal_is_told_as_a_box(cases):
    code, out = cases(one="\x1b[31mroll\u202e 3 4\n")

    assert 1 == code
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "There is no verb “\ufffd[31mroll\ufffd”." in out


def test_cases_as_json_are_one_object_each(cases):
    code, out = cases(["--json"], good=GOOD, false=GOOD + "expect Ben cash 5\n")
    good, false = (json.loads(line) for line in out.splitlines())

    assert 1 == code
    assert {"case": "good.case", "passed": True, "lines": 3} == good
    assert ("false.case", False, 4) == (false["case"], false["passed"], false["line"])
    assert ("Ben cash 5", "1500") == (false["expected"], false["found"])


def test_show_prints_the_table_after_each_line(cases):
    code, out = cases(["--show"], one="players Ada Ben\nowner Ada reading\nhouses baltic 2\n")

    assert 0 == code
    assert "   2 owner Ada reading\n     Ada     1500 @0 R5\n     Ben     1500 @0\n" in out


def test_show_beside_json_goes_to_the_other_stream(cases):
    code, out = cases(["--show", "--json"], good=GOOD)

    assert 0 == code
    assert {"case": "good.case", "passed": True, "lines": 3} == json.loads(out)


@pytest.mark.usefixtures("cases")
def test_a_file_that_cannot_be_read_is_named(capsys):
    Path("broken.case").write_bytes(b"players \xff\n")

    assert 74 == cli.main(["case", "nowhere.case"])
    assert "nowhere.case" in capsys.readouterr().err
    assert 65 == cli.main(["case", "broken.case"])
    assert "broken.case" in capsys.readouterr().err


def test_where_a_word_is_missing_the_whole_line_is_said(fresh):
    _code, out = fresh("roll")

    assert "The line goes: roll A B" in out
