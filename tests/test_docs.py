"""What the documents say about the code is so."""

import re
from pathlib import Path

from tools import reference, sources, switches
from tools.landing import LANDING

GLOSSARY_ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
PATHLIKE = re.compile(r"^(?:engine|firmware_bridge|companion|hardware|tests|docs)/[\w./-]*$")


def markdown() -> dict[str, str]:
    return {name: text for name, text in sources.texts().items() if name.endswith(".md")}


def test_the_command_line_s_page_is_the_program_s_help():
    assert reference.text() == sources.texts()["docs/cli.md"]


def test_the_presets_and_switches_on_the_page_are_those_of_the_engine():
    page = sources.texts()["docs/rules.md"]

    assert ["presets", "switches"] == [name for _start, name, _end in switches.PART.findall(page)]
    assert switches.text(page) == page


def test_every_link_leads_to_a_file():
    broken = [
        f"{name}: {target}"
        for name, text in markdown().items()
        for target in LINK.findall(text)
        if "://" not in target and not (sources.ROOT / Path(name).parent / target).exists()
    ]
    if LANDING:  # the pictures of the screen are drawn last
        broken = [line for line in broken if "docs/pictures/" not in line]

    assert [] == broken


def test_the_architecture_names_files_that_exist():
    named = {
        name
        for name in CODE.findall(FENCED.sub("", sources.texts()["docs/architecture.md"]))
        if PATHLIKE.match(name)
    }
    missing = sorted(name for name in named if not (sources.ROOT / name).exists())

    assert named
    if not LANDING:
        assert [] == missing


def test_the_glossary_s_code_names_exist():
    rows = [
        row
        for row in GLOSSARY_ROW.findall(sources.texts()["docs/glossary.md"])
        if "---" not in row[0]
    ]
    names = {
        part
        for row in rows[1:]
        for name in CODE.findall(row[2])
        for part in re.findall(r"[A-Za-z_]\w+", name.removesuffix(".py"))
    }
    code = "\n".join(module.text for module in sources.modules(*sources.PACKAGES))
    stems = {module.path.stem for module in sources.modules(*sources.PACKAGES)}
    missing = {name for name in names - stems if not re.search(rf"\b{name}\b", code)}

    assert len(rows) > 40
    if not LANDING:
        assert set() == missing
