"""The engine, its tests and `docs/rules.md` hold the same rule ids."""

import re

from tools import sources
from tools.landing import LANDING

from engine.house_rules import HouseRules

RULE_COUNT = 146
STATUSES = {"done", "no effect", "later"}
LINE = re.compile(r"^\| ([A-Z]+-\d+) \| (.+) \| (.+) \| ([a-z ]+) \|$", re.MULTILINE)
ID = re.compile(r"\b[A-Z]+-\d+\b")
TEST_NAME = re.compile(r"^test_([a-z]+)_(\d+)_")


def documented() -> dict[str, str]:
    """Return the status of each rule id."""
    text = sources.texts()["docs/rules.md"]
    return {name: status for name, _rule, _source, status in LINE.findall(text)}


def done() -> set[str]:
    return {name for name, status in documented().items() if status == "done"}


def is_rule_like(name: str) -> bool:
    return name.partition("-")[0] in {known.partition("-")[0] for known in documented()}


def cited() -> set[str]:
    """Return the rule ids in the engine's docstrings."""
    text = "\n".join(text for module in sources.modules("engine") for text in module.docstrings())
    return {name for name in ID.findall(text) if is_rule_like(name)}


def named_by_tests() -> set[str]:
    """Return the rule ids in the names of tests and in the titles of case files."""
    found = {
        f"{match[1].upper()}-{match[2]}"
        for module in sources.modules("tests")
        for function in module.functions()
        if (match := TEST_NAME.match(function.name))
    }
    for path, text in sources.texts().items():
        if path.endswith(".case"):
            found.update(ID.findall(f"{path.upper()}\n{text.partition(chr(10))[0]}"))
    return {name for name in found if is_rule_like(name)}


def test_every_rule_has_one_line_and_a_status():
    ids = [row[0] for row in LINE.findall(sources.texts()["docs/rules.md"])]

    assert RULE_COUNT == len(ids) == len(set(ids))
    assert set(documented().values()) <= STATUSES


def test_every_house_rule_that_is_named_is_a_switch():
    named = set(re.findall(r"house rule: `(\w+)`", sources.texts()["docs/rules.md"]))

    assert named
    assert named <= set(HouseRules.__struct_fields__)


def test_the_engine_and_the_tests_name_no_rule_that_is_not_written_down():
    assert set() == (cited() | named_by_tests()) - set(documented())


def test_what_is_done_is_cited_and_tested():
    assert set() == done() - cited()
    assert set() == done() - named_by_tests()


def test_what_is_cited_and_tested_is_done():
    if not LANDING:
        may_be_named = {name for name, status in documented().items() if status == "no effect"}
        assert done() == cited() - may_be_named == named_by_tests() - may_be_named
        assert "later" not in documented().values()


def test_every_refusal_is_produced_by_a_test():
    (module,) = (found for found in sources.modules("engine") if found.name == "engine.refusals")
    members = set(re.findall(r"^    ([A-Z_]+) = ", module.text, re.MULTILINE))
    text = "\n".join(found.text for found in sources.modules("tests"))
    missing = {name for name in members if f"Refusal.{name}" not in text}

    assert members
    if not LANDING:
        assert set() == missing
