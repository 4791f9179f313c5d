"""`tapbank simulate`: what it prints and writes, and how it answers what it does not know."""

import csv
import io
import json
import os
import re
import signal
import struct
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

import pytest
from support.processes import processes_of, wait_until_none

from companion import cli
from companion.simulate_charts import bar, histogram, spark
from companion.simulate_summary import Spread, share_interval

PATIENCE_S = 30.0
GAMES = ("--games", "6", "--seed", "7", "--workers", "1", "--max-turns", "120")


def simulate(capsys, *words, games=GAMES):
    code = cli.main(["simulate", *games, *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def without_times(data):
    return {key: value for key, value in data.items() if not key.endswith(("seconds", "_per_s"))}


def test_text_tells_length_winners_money_spaces_and_rules(capsys):
    code, out, err = simulate(capsys)

    assert 0 == code
    assert "seed 7" in err
    for word in (
        "Minutes at the table", "Stopped after 120 turns", "trader", "seat 4",
        "The first bankruptcy", "richest", "Spaces most visited", "RENT-1", "turns a second",
    ):  # fmt: skip
        assert word in out
    assert "RecordRoll" not in out


def test_json_is_the_same_whatever_the_number_of_workers(capsys):
    texts = [
        simulate(capsys, "--json", games=(*GAMES[:4], "--workers", count, *GAMES[6:]))[1]
        for count in ("1", "2")
    ]
    first, second = (without_times(json.loads(text)) for text in texts)

    assert first == second
    assert 6 == first["games"]
    assert {"seconds", "turns_per_s"} < set(json.loads(texts[0]))


def test_no_worker_outlives_who_began_it(tmp_path):
    words = [
        "simulate",
        "--games",
        "100000",
        "--workers",
        "2",
        "--csv",
        str(tmp_path / "games.csv"),
    ]
    ours = subprocess.Popen([sys.executable, "-m", "companion", *words], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + PATIENCE_S
    while len(processes_of(tmp_path)) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    ours.kill()
    ours.wait(PATIENCE_S)

    wait_until_none(tmp_path)


AT_FIRST_FORK = """
import os, signal, sys
from companion import cli
parent, sign = os.getpid(), signal.Signals[sys.argv[1]]
def told():
    while sign == signal.SIGKILL and os.getppid() == parent:
        pass
os.register_at_fork(after_in_parent=lambda: os.kill(parent, sign), after_in_child=told)
sys.exit(cli.main(sys.argv[2:]))
"""


@pytest.mark.parametrize(("sign", "code"), [("SIGINT", 130), ("SIGKILL", -9)])
def test_stopped_between_its_first_worker_and_its_last_it_leaves_none(tmp_path, sign, code):
    words = ["simulate", "--games", "1000", "--workers", "3", "--csv", str(tmp_path / "games.csv")]
    command = [sys.executable, "-c", AT_FIRST_FORK, sign, *words]
    with (tmp_path / "said").open("w+") as said:
        ours = subprocess.Popen(command, stderr=said)
        try:
            assert code == ours.wait(PATIENCE_S)
            wait_until_none(tmp_path)
        finally:
            for number in processes_of(tmp_path):
                os.kill(number, signal.SIGKILL)

        assert "Traceback" not in (tmp_path / "said").read_text()


def test_json_holds_all_results(capsys):
    report = json.loads(simulate(capsys, "--json")[1])

    assert 40 == len(report["spaces"])
    assert 4 == len(report["winners_by_seat"])
    assert {"trader", "careful", "beginner"} == set(report["winners_by_policy"])
    assert report["rules_fired"]["MOVE-1"] == sum(row["visits"] for row in report["spaces"])
    assert {"mean", "interval_95", "p10", "p50", "p90", "max"} == set(report["minutes"])
    assert report["table_time_model"]["RecordRoll"] > 0
    assert 0 <= report["capped"] <= 6


def test_two_presets_stand_side_by_side_with_intervals(capsys):
    report = json.loads(simulate(capsys, "--compare", "family", "short", "--json")[1])
    row = report["comparison"][0]
    low, high = row["difference_interval_95"]

    assert "minutes" == row["measure"]
    assert low <= row["difference"] <= high
    assert (
        pytest.approx(row["difference"], abs=0.02) == row["second"]["mean"] - row["first"]["mean"]
    )
    assert ("family", "short") == (report["first"]["rules"], report["second"]["rules"])


def test_the_comparison_in_text_marks_what_differs_for_sure(capsys):
    out = simulate(capsys, "--compare", "default", "default")[1]

    assert re.search(
        r"^turns +[\d.]+ ± [\d.]+ +[\d.]+ ± [\d.]+ +\+0\.00 \[.*\]$", out, re.MULTILINE
    )


def test_a_comparison_says_what_differs_and_what_simulated_players_play_alike(capsys):
    alike = simulate(capsys, "--compare", "default", "family")[2]
    unlike = simulate(capsys, "--compare", "default", "short")[2]
    same = simulate(capsys, "--compare", "family", "family")[2]

    assert "default and family differ in: auction_order free · seat_order\n" in alike
    assert "Simulated players play the two alike" in alike
    assert "hotel_after 4 · 3" in unlike
    assert "alike" not in unlike
    assert "family and family have the same switches.\n" in same


def test_a_png_that_cannot_be_drawn_is_refused_before_playing(capsys, tmp_path, monkeypatch):
    def no_games(*_arguments):
        pytest.fail("it played")

    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr("companion.simulate.play_all", no_games)
    code, _out, err = simulate(capsys, "--png", str(tmp_path / "a.png"))

    assert 1 == code
    assert "needs the package Pillow" in err


def test_csv_has_a_line_a_game(capsys, tmp_path):
    path = tmp_path / "games.csv"
    simulate(capsys, "--csv", str(path), "--compare", "family", "short")
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))

    assert 12 == len(rows)
    assert {"family", "short"} == {row["rules"] for row in rows}
    assert all(float(row["minutes"]) > 0 for row in rows)


def test_charts_are_written_as_svg_and_png(capsys, tmp_path):
    simulate(capsys, "--svg", str(tmp_path / "a.svg"), "--png", str(tmp_path / "a.png"))
    root = ET.parse(tmp_path / "a.svg").getroot()  # noqa: S314  # our own file
    head = (tmp_path / "a.png").read_bytes()[:24]

    assert len(list(root)) > 40
    assert b"\x89PNG" == head[:4]
    assert (1000, 720) == struct.unpack(">II", head[16:])


def test_two_presets_give_two_pictures(capsys, tmp_path):
    simulate(capsys, "--svg", str(tmp_path / "a.svg"), "--compare", "family", "short")

    assert {"a-family.svg", "a-short.svg"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--rules", "strange"), 2, "“strange”"),
        (("--policies", "trader,genius"), 2, "“genius”"),
        (("--edition", "atlantis"), 65, "atlantis"),
        (("--players", "9"), 2, "players"),
    ],
)
def test_what_is_unknown_is_answered_with_what_is_known(capsys, words, code, sentence):
    answer, out, err = simulate(capsys, *words)

    assert code == answer
    assert "" == out
    assert sentence in err


def test_each_seat_may_have_a_policy_of_its_own(capsys):
    report = json.loads(
        simulate(capsys, "--players", "3", "--policies", "trader,passive", "--json")[1]
    )

    assert ["trader", "passive", "trader"] == report["policies"]


def test_a_file_that_cannot_be_written_is_told(capsys, tmp_path):
    code, _out, err = simulate(capsys, "--csv", str(tmp_path / "missing" / "a.csv"))

    assert 74 == code
    assert "a.csv" in err


@pytest.mark.parametrize("option", ["--csv", "--svg", "--png"])
def test_a_folder_is_no_file_to_write(capsys, tmp_path, option):
    code, _out, err = simulate(capsys, option, str(tmp_path))

    assert 74 == code
    assert f"tapbank: {tmp_path} cannot be written: Is a directory.\n" in err


@pytest.mark.parametrize(
    ("share", "columns", "text"),
    [(0, 4, ""), (1, 4, "████"), (0.5, 4, "██"), (0.53, 4, "██▏"), (2, 3, "███")],
)
def test_a_bar_fills_eighths_of_a_column(share, columns, text):
    assert text == bar(share, columns)


def test_a_spark_line_has_a_column_a_value():
    assert "▁▅█" == spark([0, 5, 10])


def test_a_histogram_has_round_steps_and_loses_nothing():
    values = [3.0, 17.0, 18.5, 40.0, 99.0]
    bins = histogram(values, 12)

    assert 5 == sum(count for _low, _high, count in bins)
    assert {10.0} == {high - low for low, high, _count in bins}


def test_a_mean_has_its_interval():
    spread = Spread([1.0, 2.0, 3.0, 4.0])

    assert 2.5 == spread.mean
    assert pytest.approx(0.6455, abs=1e-4) == spread.error
    assert 2.0 == spread.quantile(0.5)


def test_a_share_has_wilson_s_interval():
    assert [0.2366, 0.7634] == share_interval(5, 10)
    assert [0.0, 0.2775] == share_interval(0, 10)
