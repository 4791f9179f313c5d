"""The demonstration on either Python of the board: the same game, nothing lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.firmware import HAS_MICROPYTHON, NO_MICROPYTHON

from hardware.emulator import engines
from hardware.emulator.emulate import run_emulator

CHECKOUT = Path(__file__).resolve().parents[2]
DEMO = [sys.executable, "-m", "companion", "demo", "--headless", "--json", "--speed", "20"]


@pytest.mark.skipif(not HAS_MICROPYTHON, reason=NO_MICROPYTHON)
def test_the_game_does_not_depend_on_the_board_s_python():
    playing = [
        subprocess.Popen(
            [*DEMO, "--turns", "4", "--seed", "4", "--board-engine", engine],
            cwd=CHECKOUT,
            env={**os.environ, "TAPBANK_LANG": "en"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for engine in engines.ENGINES
    ]
    reports = [json.loads(process.communicate(timeout=100)[0]) for process in playing]

    assert 1 == len({report["game"] for report in reports})
    assert [(0, 0)] * 2 == [(report["lost_rolls"], report["lost_taps"]) for report in reports]


def test_a_python_that_is_not_installed_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(engines, "_VM", "no_such_module")

    assert run_emulator(tmp_path / "table", board_engine="micropython") == 1
    assert "MicroPython is not installed" in (said := capsys.readouterr().err)
    assert "--board-engine cpython" in said
