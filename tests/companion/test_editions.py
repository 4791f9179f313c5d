"""Boards as files: `tapbank edition`, and what is said of a file that is wrong."""

import re
from pathlib import Path

import pytest
from tools import boards

from companion import cli
from companion.console.cases import play_case
from companion.console.table_text import table_text
from companion.edition_file import new_edition_text
from companion.edition_words import EFFECTS, MEANINGS
from companion.editions import edition_ids, edition_text, load_edition
from engine.board import Effect
from engine.edition import UNVERIFIED_NOTE, EditionError, parse_edition
from engine.edition_shape import schema_keys
from engine.state import new_state

US = edition_text("us")


@pytest.fixture
def tapbank(tmp_path, monkeypatch, capsys):
    """Return a function that runs the program in an empty folder: its code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        code = cli.main(["edition", *words])
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.mark.parametrize("base", edition_ids())
def test_a_new_edition_holds_every_key_and_the_figures_of_its_base(base):
    text = new_edition_text("mine", base, edition_text(base))
    mine, there = parse_edition(text, "mine.toml"), load_edition(base)

    assert (there.spaces, there.groups) == (mine.spaces, mine.groups)
    assert (there.chance, there.chest) == (mine.chance, mine.chest)
    assert ("mine", there.salary) == (mine.id, mine.salary)
    assert f"copy of {base}" in mine.note
    for name in ("", "bank"):
        for key in schema_keys()[name]:
            assert re.search(rf"^{key} = .*# ", text, re.MULTILINE), key


def test_a_new_edition_explains_every_key():
    text = new_edition_text("mine", "us", US)
    keys = {
        ("card" if table in ("chance", "chest") else table, key)
        for table, found in schema_keys().items()
        for key in found
    }

    assert keys == set(MEANINGS)
    for meaning in MEANINGS.values():
        assert f"# {meaning()}" in text
    assert {effect.value for effect in Effect} == set(EFFECTS)
    for effect, (_keys, does) in EFFECTS.items():
        assert re.search(rf"^#   {effect} .*{re.escape(does())}$", text, re.MULTILINE)


def test_one_s_own_board_is_begun_checked_and_played(tapbank):
    assert (0, "") == tapbank("new", "mine", "--from", "gb", "-o", "mine.toml")[:2]
    text = Path("mine.toml").read_text("utf-8")
    Path("mine.toml").write_text(
        text.replace("price_scale = 1 ", "price_scale = 1000 ").replace("Mayfair", "Zámecká"),
        "utf-8",
    )

    code, out, _err = tapbank("check", "mine.toml")
    assert 0 == code
    assert "28 deeds from 60,000 to 400,000, 32 cards, 1,500,000 to begin with." in out
    assert "Not verified: Begun as a copy of gb" in out

    Path("play").mkdir()
    case = (
        "edition ../mine.toml\nplayers Ada Ben\nat Ada liverpool\nturn Ada\nroll 1 3\nbuy\n"
        "expect Ada cash 1100000\nexpect mayfair owner Ada\n"
    )
    assert play_case(case, "play/mine.case").failure is None
    assert "edition" in play_case("edition mine.toml\n", "play/mine.case").failure.found


def test_a_new_edition_without_a_file_is_printed(tapbank):
    code, out, err = tapbank("new", "mine")

    assert (0, "") == (code, err)
    assert new_edition_text("mine", "us", US) == out


def test_what_is_there_is_never_written_over(tapbank):
    Path("mine.toml").write_text("dear", "utf-8")

    code, _out, err = tapbank("new", "mine", "-o", "mine.toml")

    assert (2, "dear") == (code, Path("mine.toml").read_text("utf-8"))
    assert "mine.toml is there already" in err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("new", "us"), 2, "comes with the program"),
        (("new", "My Board"), 2, "is no id"),
        (("new", "mine", "--from", "nowhere"), 2, "no edition “nowhere”; there are cs, gb, it"),
        (("new",), 2, "name it"),
        (("check",), 2, "name it"),
        (("check", "nowhere.toml"), 2, "no edition “nowhere.toml”; there are cs, gb, it"),
        (("list", "us"), 2, "takes no name"),
        (("new", "mine", "-o", "no/such/folder.toml"), 74, "cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_cannot_be_done_is_said(tapbank, words, code, said):
    answer = tapbank(*words)

    assert (code, "") == answer[:2]
    assert said in answer[2]


def test_the_list_names_each_board_and_what_is_not_verified(tapbank):
    lines = tapbank("list")[1].splitlines()
    unverified = {line.split()[0] for line in lines if "Not verified: " in line}

    assert list(edition_ids()) == [line.split()[0] for line in lines]
    assert {"cs", "ro", "us2008"} == unverified
    assert all(
        load_edition(name).note in line for name, line in zip(edition_ids(), lines, strict=True)
    )


KINDS = (
    "go, street, railroad, utility, chance, community_chest, income_tax, luxury_tax, jail, "
    "free_parking or go_to_jail"
)

# What stands in the file, what is written there instead, and what is said of which line.
FAULTS = {
    "text for a number": (
        "price = 60\n",
        'price = "60"\n',
        "price: must be a whole number, not text",
    ),
    "a point": (
        "salary = 200",
        "salary = 200.5",
        "salary: must be a whole number, not a number with a point",
    ),
    "yes or no": (
        "salary = 200",
        "salary = true",
        "salary: must be a whole number, not true or false",
    ),
    "a date": (
        "salary = 200",
        "salary = 2020-01-01",
        "salary: must be a whole number, not a date or time",
    ),
    "below nothing": ("salary = 200", "salary = -1", "salary: must be at least 0"),
    "too much": ("salary = 200", "salary = 99999999", "salary: must be at most 10,000,000"),
    "a number for text": (
        'name = "Atlantic City"',
        "name = 5",
        "name: must be text in quotes, not a number",
    ),
    "no list": (
        "rents = [25, 50, 100, 200]",
        "rents = 25",
        "rents: must be a list in square brackets, not a number",
    ),
    "text in a list": (
        "rents = [25, 50,",
        'rents = ["25", 50,',
        "rents: must be a whole number, not text",
    ),
    "a missing key": ("salary = 200\n", "", "salary: is missing"),
    "a missing table": ("[bank]", "[banks]", "bank: is missing"),
    "an unknown key": (
        "salary = 200",
        "sallary = 200\nsalary = 200",
        "sallary: is no key of this table; the nearest is salary",
    ),
    "an unknown kind": (
        'kind = "railroad"\nprice',
        'kind = "rail"\nprice',
        f"kind: must be {KINDS}, not “rail”",
    ),
    "verification": (
        'verification = "multi"',
        'verification = "sure"',
        "verification: must be multi, single, memory or none, not “sure”",
    ),
    "another schema": ("schema = 1", "schema = 2", "schema: must be 1: no other is known"),
    "an id": ('id = "us"', 'id = "US"', "id: must be small letters and digits, joined by hyphens"),
    "a slug": (
        'slug = "baltic"',
        'slug = "Baltic Av"',
        "slug: must be small letters and digits, joined by hyphens, not “Baltic Av”",
    ),
    "a slug twice": ('slug = "baltic"', 'slug = "boardwalk"', "slug: “boardwalk” is used twice"),
    "a letter twice": ('letter = "B"', 'letter = "A"', "letter: “A” is used twice"),
    "no such group": (
        'group = "dark-purple"',
        'group = "purple"',
        "group: there is no group “purple”",
    ),
    "another kind's group": (
        'group = "dark-purple"',
        'group = "railroads"',
        "group: “railroads” is of kind railroad",
    ),
    "a group for GO": (
        'kind = "go"',
        'kind = "go"\ngroup = "orange"',
        "group: go has no deed and no group",
    ),
    "a slug that is a number": (
        'slug = "baltic"',
        'slug = "7"',
        "slug: “7” means something else in the console",
    ),
    "a slug that is a word of the console": (
        'slug = "baltic"',
        'slug = "nothing"',
        "slug: “nothing” means something else in the console",
    ),
    "a name that rings": (
        'name = "Baltic Avenue"',
        'name = "Baltic\\u0007"',
        "name: has a character that cannot be shown",
    ),
    "a name of blanks": ('name = "Baltic Avenue"', 'name = " "', "name: must not be empty"),
    "a letter that is a word": ('letter = "B"', 'letter = "BB"', "letter: must be one letter"),
    "an id of two words": (
        'id = "CH07"',
        'id = "CH 07"',
        "id: must be letters and digits, joined by hyphens",
    ),
    "two rents": (
        "rents = [2, 10, 30, 90, 160, 250]",
        "rents = [2, 10]",
        "rents: must be 6 figures, not 2",
    ),
    "no price": ("price = 60\n", "", "price: is missing, here and in the group"),
    "no building cost": (
        "building_cost = 50\n",
        "",
        "building_cost: must be 1 or more where there are streets",
    ),
    "two jails": ('kind = "free_parking"', 'kind = "jail"', "kind: jail must stand exactly once"),
    "no such target": (
        'target = "illinois"',
        'target = "ilinois"',
        "target: there is no space “ilinois”",
    ),
    "a target too many": (
        'effect = "go_to_jail"',
        'effect = "go_to_jail"\ntarget = "go"',
        "target: go_to_jail has none",
    ),
    "the nearest street": (
        'nearest = "utility"',
        'nearest = "street"',
        "nearest: must be railroad or utility",
    ),
    "nothing to pay": (
        'effect = "pay_bank"\namount = 15',
        'effect = "pay_bank"',
        "amount: must be 1 or more for pay_bank",
    ),
    "an id twice": ('id = "CC07"', 'id = "CH07"', "id: “CH07” is used twice"),
    "two jail cards": (
        'effect = "go_to_jail"',
        'effect = "get_out_of_jail"',
        "effect: get_out_of_jail must stand exactly once",
    ),
    "chance for chance": (
        'effect = "pay_bank"\namount = 15',
        'effect = "pay_bank_or_draw_chance"\namount = 15',
        "effect: a chance card cannot offer a chance card",
    ),
    "too few cards": (
        '[[chest]]\nid = "CC16"\neffect = "receive_bank"\namount = 100',
        "",
        "chest: there are 15 cards; a pile has 16",
    ),
}


@pytest.mark.parametrize(("right", "wrong", "said"), FAULTS.values(), ids=list(FAULTS))
def test_a_fault_is_told_with_its_line_and_key(right, wrong, said):
    assert right in US, "the fault is made in a file that has none"
    text = US.replace(right, wrong, 1)

    with pytest.raises(EditionError) as error:
        parse_edition(text, "mine.toml")

    told = re.compile(rf"mine\.toml, line (\d+), {re.escape(said)}")
    (number,) = [found[1] for one in error.value.sentences if (found := told.fullmatch(one))]
    line, key = text.splitlines()[int(number) - 1], said.partition(":")[0]
    assert line.startswith((f"{key} =", "[", "# The classic board"))
    assert "`" not in str(error.value), "that is the checker's own jargon"


def test_the_line_is_that_of_the_key_in_its_own_table():
    text = US.replace("price = 120\n", 'price = "120"\n')
    line = text.splitlines().index('price = "120"') + 1

    with pytest.raises(EditionError) as error:
        parse_edition(text, "mine.toml")

    assert f"mine.toml, line {line}, price: must be a whole number, not text" == str(error.value)


def test_what_is_nearest_must_be_on_the_board():
    """A card to the nearest utility would lead nowhere."""
    text = US.replace('kind = "utility"', 'kind = "income_tax"', 3)
    text = re.sub(r'\ngroup = "utilities"', "", text)
    text = re.sub(r'\[\[group\]\]\nslug = "utilities"\n(.+\n)+', "", text)

    with pytest.raises(EditionError, match=r"line \d+, nearest: no space is of kind utility$"):
        parse_edition(text, "mine.toml")


def test_what_is_no_toml_is_told_with_line_and_column():
    with pytest.raises(EditionError) as error:
        parse_edition("schema = 1\nname = \n", "mine.toml")
    assert "mine.toml, line 2, name, column 8: this is no TOML: invalid value" == str(error.value)

    with pytest.raises(EditionError) as error:
        parse_edition("schema = 1\nname =", "mine.toml")
    assert "mine.toml, line 2, name: this is no TOML: invalid value" == str(error.value)

    with pytest.raises(EditionError) as error:
        parse_edition("schema = 1\n[bank\n", "mine.toml")
    assert str(error.value).startswith("mine.toml, line 2, column 6: this is no TOML: ")


def test_all_faults_of_a_file_are_told_at_once_in_order(tapbank):
    text = US.replace("price = 60\n", "price = true\n", 2).replace("salary = 200", "salary = -5")
    Path("mine.toml").write_text(text, "utf-8")

    code, out, err = tapbank("check", "mine.toml")
    lines = [int(number) for number in re.findall(r"line (\d+)", err)]

    assert (65, "") == (code, out)
    assert 3 == len(lines)
    assert sorted(lines) == lines


def test_a_file_that_is_no_text_is_named(tapbank):
    Path("mine.toml").write_bytes(b"schema = 1\nname = \xff")

    assert (
        65,
        "",
        "tapbank: mine.toml, line 2: this is no UTF-8 text: byte 19 fits no character\n",
    ) == tapbank("check", "mine.toml")


def test_the_page_holds_the_boards_and_keys_as_they_are():
    page = boards.PAGE.read_text("utf-8")

    assert 3 == len(boards.PART.findall(page))
    assert boards.text(page) == page


def test_a_board_that_is_not_verified_says_so_at_the_console():
    ours, theirs = (table_text(new_state(load_edition(name))) for name in ("us", "ro"))

    assert "not verified" not in ours
    assert f"edition: București, not verified: {load_edition('ro').note}\n" in theirs


def test_a_board_that_is_not_verified_says_so_even_without_a_note():
    text = US.replace('verification = "multi"', 'verification = "single"')

    assert UNVERIFIED_NOTE == parse_edition(text, "mine.toml").note
    assert "" == load_edition("us").note
