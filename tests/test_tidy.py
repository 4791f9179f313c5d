"""The source as data: what the style asks that no other tool checks."""

import ast
import re
import subprocess
import tomllib
import unicodedata
from importlib import import_module

import msgspec
import pytest
from babel.messages.catalog import Message
from tools import catalogues, sources
from tools.landing import LANDING

MODULE_LINES_MAX = 400
FUNCTION_LINES_MAX = 50  # the docstring not counted

# Flat tables, one arm a kind, are read as tables however long they are.
LONG_FUNCTIONS = {"companion.command_table.commands", "companion.record_table.record_commands"}
LONG_MODULES: set[str] = set()

# Tables from a kind to its function, which no type of Python's can say without `Any`.
TABLES_BY_KIND = {
    "engine.bots", "engine.decide", "engine.evolve", "engine.rules.turn", "engine.simulate",
}  # fmt: skip

TOP_LEVEL = {
    ".ci", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "companion",
    "docs", "engine", "firmware_bridge", "hardware", "pyproject.toml", "requirements.lock",
    "tapbank", "tests",
}  # fmt: skip

# Each is written so that this file does not hold it.
BANNED = {
    r"\bTO[D]O\b|\bFIX[M]E\b|\bXX[X]\b": "finish it or leave it out",
    r"\b[Ii]ssue #?\d": "history belongs in the version control",
    r"/wo[r]k/|/fa[r]m/|/ro[o]t/|/op[t]/wheels|sha[r]ed/design": "a path of one machine",
    r"py[p]i\.org|python[h]osted\.org|np[m]js\.org|pi[w]heels\.org|deb\.debian\.org": "a registry",
}

STARTED_BY_THE_WHEEL = {"companion.cli"}
STARTED_BY_MAKERS = {
    f"hardware.tools.{name}"
    for name in ("calibrate", "check_board", "draw", "erc", "generate", "say")
}


def body_lines(function: sources.Definition) -> int:
    """Return how many lines *function* has without its docstring."""
    documented = ast.get_docstring(function, clean=False) is not None
    docstring = function.body[0] if documented else None
    inside = docstring.end_lineno - docstring.lineno + 1 if docstring else 0
    return function.end_lineno - function.lineno + 1 - inside


def test_no_function_is_too_long():
    found = {
        f"{module.name}.{function.name}"
        for module in sources.modules(*sources.PACKAGES, "tests")
        for function in module.functions()
        if body_lines(function) > FUNCTION_LINES_MAX
    }

    assert LONG_FUNCTIONS == found


def test_no_module_is_too_long():
    found = {
        module.name
        for module in sources.modules(*sources.PACKAGES, "tests")
        if module.text.count("\n") > MODULE_LINES_MAX
    }

    assert LONG_MODULES == found


@pytest.mark.parametrize(("pattern", "why"), BANNED.items())
def test_no_banned_word_stands_anywhere(pattern, why):
    found = [
        f"{name}:{number}"
        for name, text in sources.texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]

    assert [] == found, why


def test_the_engine_does_not_print_and_knows_neither_any_nor_floats():
    found = [
        f"{module.name}:{node.lineno}"
        for module in sources.modules("engine")
        for node in ast.walk(module.tree)
        if (isinstance(node, ast.Name) and node.id in {"float", "print"})
        or (isinstance(node, ast.Name) and node.id == "Any" and module.name not in TABLES_BY_KIND)
        or (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
    ]

    assert [] == found


def test_what_is_stored_is_frozen_and_cheap():
    for name in ("commands", "events", "phases"):
        module = import_module(f"engine.{name}")
        kinds = [
            kind
            for kind in vars(module).values()
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
            if kind.__module__ == module.__name__
        ]

        assert kinds
        for kind in kinds:
            assert kind.__struct_config__.frozen, kind
            assert not kind.__struct_config__.gc, kind


def test_no_module_is_dead():
    modules = [
        module
        for module in sources.modules(*sources.PACKAGES)
        if sources.FIRMWARE not in module.path.parents and module.path.name != "__init__.py"
    ]
    used = (STARTED_BY_THE_WHEEL | STARTED_BY_MAKERS).union(
        *(module.imported() | module.strings() for module in sources.modules(*sources.PACKAGES))
    )
    dead = {
        module.name
        for module in modules
        if module.name not in used and module.path.name != "__main__.py"
    }

    if not LANDING:
        assert set() == dead


def test_the_wheel_holds_every_package():
    settings = tomllib.loads(sources.texts()["pyproject.toml"])
    listed = settings["tool"]["setuptools"]["packages"]
    packages = {
        module.name
        for module in sources.modules(*sources.PACKAGES)
        if module.path.name == "__init__.py"
    }

    assert packages <= set(listed)
    if not LANDING:
        assert packages == set(listed)


def test_the_top_level_holds_what_it_may():
    entries = {path.relative_to(sources.ROOT).parts[0] for path in sources.tracked()}

    assert TOP_LEVEL == entries


def test_both_locks_agree_and_name_every_hash():
    pins = []
    for name in ("requirements.lock", "tests/requirements.lock"):
        text = sources.texts()[name]
        blocks = re.split(r"\n(?=[a-z])", text[text.index("\n") :])
        requirements = [block for block in blocks if "==" in block]
        assert requirements
        assert all("--hash=sha256:" in block for block in requirements)
        assert not re.search(r"^-|://", text, re.MULTILINE)
        pins.append(dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE)))
    runtime, development = pins

    assert runtime.items() <= development.items()
    assert "setuptools" in runtime  # the launcher installs it first


def test_the_locks_hold_what_the_project_asks_for():
    project = tomllib.loads(sources.texts()["pyproject.toml"])["project"]
    asked = {
        "requirements.lock": project["dependencies"],
        "tests/requirements.lock": project["optional-dependencies"]["dev"],
    }
    for name, requirements in asked.items():
        for requirement in requirements:
            package = re.split(r"[<>=!~ ]", requirement)[0].lower()
            (pinned,) = re.findall(rf"^{package}==.*$", sources.texts()[name], re.MULTILINE)
            assert requirement.partition(";")[2].strip() == pinned.partition(";")[2].strip(" \\")


def test_text_for_people_takes_one_column_a_character():
    found = [
        f"{module.name}:{node.lineno}"
        for module in sources.modules("companion")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_wide(node.value)
    ]
    found += [
        f"{code}: {message.id}"
        for code in catalogues.LANGUAGES
        for message in catalogues.read(catalogues.po_path(code))
        if is_wide(" ".join(forms_of(message)))
    ]

    assert [] == found


def forms_of(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if message.pluralizable else (message.string or "",)


def is_wide(text: str) -> bool:
    """Return whether a terminal may give more than one column to a character of *text*."""
    return any(
        unicodedata.east_asian_width(character) in {"W", "F"}
        or ord(character) >= 0x1F000
        or character == "\N{VARIATION SELECTOR-16}"
        for character in text
    )


def test_the_checks_call_the_test_command_of_the_readme():
    assert "./tapbank test" in sources.texts()[".ci/run"]
    assert "./tapbank test" in sources.texts()["README.md"]


@pytest.mark.parametrize("script", ["tapbank", ".ci/run", "tests/tools/lock"])
def test_scripts_are_executable_and_parse(script):
    path = sources.ROOT / script
    shell = "bash" if path.read_text().startswith("#!/usr/bin/env bash") else "sh"

    assert path.stat().st_mode & 0o111
    assert 0 == subprocess.run([shell, "-n", path], check=False).returncode
