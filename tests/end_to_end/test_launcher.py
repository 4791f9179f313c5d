"""The launcher `./tapbank`, with a real Python, in a checkout whose locks ask for nothing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """\
import os, sys
print(sys.prefix, os.getcwd(), *sys.argv[1:], sep="|")
sys.exit(3)
"""
SETTING_UP = "setting up"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """Lay out a checkout with a blank in its name, set up once."""
    folder = tmp_path_factory.mktemp("launcher") / "my games"
    (folder / "companion").mkdir(parents=True)
    (folder / "companion" / "__main__.py").write_text(PROGRAM)
    (folder / "tests").mkdir()
    (folder / "requirements.lock").write_text("# nothing\n")
    (folder / "tests" / "requirements.lock").write_text("# nothing\n")
    shutil.copy(ROOT / "tapbank", folder)
    first = launched(folder, "play")
    assert 3 == first.returncode, first.stderr
    assert SETTING_UP in first.stderr
    return folder


def launched(folder: Path, *words: str, program: str | Path = "", cwd: str | Path = "/", **extra):
    environment = {**os.environ, "PYTHON": sys.executable, "PIP_NO_INDEX": "1", **extra}
    return subprocess.run(
        [program or folder / "tapbank", *words],
        cwd=cwd, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_it_runs_the_program_where_the_caller_stands(checkout, tmp_path):
    done = launched(checkout, "play", "two words", cwd=tmp_path)

    assert f"{checkout / '.venv'}|{tmp_path}|play|two words\n" == done.stdout
    assert (3, "") == (done.returncode, done.stderr)


def test_it_runs_through_a_link(checkout, tmp_path):
    (tmp_path / "tapbank").symlink_to(checkout / "tapbank")

    done = launched(checkout, "play", program=tmp_path / "tapbank")

    assert done.stdout.startswith(f"{checkout / '.venv'}|")


def test_a_folder_named_like_ours_is_not_run_instead(checkout, tmp_path):
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "__main__.py").write_text("print('the wrong one')")

    done = launched(checkout, cwd=tmp_path, PYTHONPATH=str(tmp_path))

    assert "the wrong one" not in done.stdout


def test_a_changed_lock_is_noticed(checkout):
    lock = checkout / "requirements.lock"
    lock.write_text(lock.read_text() + "# changed\n")

    assert SETTING_UP in launched(checkout).stderr
    assert "" == launched(checkout).stderr


def test_the_tests_bring_their_own_lock_and_keep_the_program_s(checkout):
    assert SETTING_UP in launched(checkout, "test").stderr
    assert "" == launched(checkout, "test").stderr
    assert "" == launched(checkout, "play").stderr


def test_an_install_that_broke_off_is_said_and_done_again(checkout):
    lock = checkout / "requirements.lock"
    before = lock.read_text()
    lock.write_text(f"nowhere==1 --hash=sha256:{'0' * 64}\n")

    done = launched(checkout, PIP_CONFIG_FILE=os.devnull, PIP_FIND_LINKS="")
    lock.write_text(before)
    (checkout / ".venv" / "bin" / "python").unlink()
    again = launched(checkout)

    assert 1 == done.returncode
    assert "could not be installed" in done.stderr
    assert SETTING_UP in again.stderr
    assert 3 == again.returncode


@pytest.mark.parametrize(
    ("script", "part"),
    [
        ("exit 1", "3.11 or newer is needed"),
        ('case "$*" in *ensurepip*) exit 1;; esac', "apt-get install python3-venv"),
    ],
)
def test_a_python_that_will_not_do_is_named_with_the_way_out(tmp_path, script, part):
    shutil.copy(ROOT / "tapbank", tmp_path)
    (tmp_path / "requirements.lock").touch()
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)

    done = launched(tmp_path, PYTHON=str(python))

    assert 1 == done.returncode
    assert part in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_no_python_at_all_is_said(tmp_path):
    shutil.copy(ROOT / "tapbank", tmp_path)
    (tmp_path / "requirements.lock").touch()

    done = launched(tmp_path, PYTHON="no-such-python")

    assert 1 == done.returncode
    assert "apt-get install python3" in done.stderr
