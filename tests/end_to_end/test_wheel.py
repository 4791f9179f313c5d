"""The wheel: what `pip install` brings is the whole program."""

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest
from tools import sources
from tools.landing import LANDING


def test_the_wheel_holds_and_runs_the_program(tmp_path):
    settings = tomllib.loads(sources.texts()["pyproject.toml"])
    packages = [name.replace(".", "/") for name in settings["tool"]["setuptools"]["packages"]]
    if LANDING and not all((sources.ROOT / name).is_dir() for name in packages):
        pytest.skip("packages are still landing")
    checkout, installed = tmp_path / "checkout", tmp_path / "installed"
    for path in sources.tracked():
        copy = checkout / path.relative_to(sources.ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", cwd=checkout)
    (wheel,) = (checkout / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(installed)

    missing = {
        name
        for name in sources.texts()
        if name.startswith(("engine/", "companion/", "firmware_bridge/", "hardware/emulator/"))
        if name.endswith((".py", ".toml", ".tcss")) and name not in names
    }
    assert set() == missing
    assert "companion/locales/cs/LC_MESSAGES/tapbank.mo" in names

    program = "import sys; from companion.cli import main; sys.exit(main())"
    environment = {**os.environ, "PYTHONPATH": str(installed), "TAPBANK_LANG": "cs"}
    shown = run(sys.executable, "-P", "-c", program, "--help", cwd=tmp_path, env=environment)
    assert "tapbank" in shown
    assert "Commands:" not in shown  # the catalogue came along


def run(*words: str, **options) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout
