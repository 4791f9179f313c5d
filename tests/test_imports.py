"""Which package loads which: what import-linter cannot see, seen in a fresh interpreter."""

import json
import subprocess
import sys

import pytest
from tools import sources
from tools.landing import LANDING

LIBRARIES = {"asyncio", "nfc", "serial", "sqlite3", "textual"}
OURS = set(sources.PACKAGES)

# What is loaded, what of it is left out, what must not come along with it.
ROWS = [
    ("engine", (), (LIBRARIES | OURS) - {"engine"}),
    ("firmware_bridge", (), (OURS | {"textual", "sqlite3", "asyncio"}) - {"firmware_bridge"}),
    (
        "firmware_bridge",
        (
            "firmware_bridge.nfc_reader",
            "firmware_bridge.nfc_opening",
            "firmware_bridge.discovery",
            "firmware_bridge.replay",
            "firmware_bridge.__main__",
        ),
        {"nfc"},
    ),
    (
        "hardware",
        ("hardware.tools",),
        (OURS | {"nfc", "serial", "sqlite3", "textual"}) - {"hardware"},
    ),
    ("hardware.tools", (), {"companion", "engine", "nfc", "sqlite3", "textual"}),
    ("companion", ("companion.screen",), {"textual"}),
    ("companion.flows", (), LIBRARIES),
    ("companion.views", (), LIBRARIES),
    ("companion.feedback", (), LIBRARIES),
    ("companion.console", ("companion.console.commands",), {"nfc", "serial", "textual"}),
]

# The only modules that may name a library, each with all below it: readers are opened by one
# module and used by another.
USERS = {
    "textual": ("companion.screen",),
    "sqlite3": ("companion.journal",),
    "serial": ("firmware_bridge.serial_port",),
    "nfc": ("firmware_bridge.nfc_reader", "firmware_bridge.nfc_opening"),
    "ndef": ("firmware_bridge.ndef_records",),
}


def test_each_library_has_one_user():
    strangers = [
        f"{module.name} imports {name}"
        for module in sources.modules(*sources.PACKAGES)
        for name in sorted(module.imported())
        if not belongs(module.name, USERS.get(name.partition(".")[0], (module.name,)))
    ]

    assert [] == strangers


@pytest.mark.parametrize(("package", "left_out", "forbidden"), ROWS)
def test_loading_a_package_brings_nothing_that_it_must_not_know(package, left_out, forbidden):
    names = [
        module.name
        for module in sources.modules(package.partition(".")[0])
        if belongs(module.name, (package,)) and not belongs(module.name, left_out)
        if not module.name.endswith("__main__") and sources.FIRMWARE not in module.path.parents
    ]

    assert set() == loaded_with(names) & forbidden


def loaded_with(names: list[str]) -> set[str]:
    """Return the top-level names that a fresh interpreter has loaded after importing *names*."""
    code = (
        "import contextlib, importlib, json, sys\n"
        f"for name in {names}:\n"
        f"    with contextlib.suppress(*{'[ImportError]' if LANDING else []}):\n"
        "        importlib.import_module(name)\n"
        "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=sources.ROOT, capture_output=True, check=True, text=True
    )
    return set(json.loads(done.stdout))


def belongs(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)
