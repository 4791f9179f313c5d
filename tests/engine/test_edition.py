"""Edition files: what is printed, and errors that name line and key."""

import re
from pathlib import Path

import pytest
from support.boards import ROOT, US, US_TEXT

from engine.board import Deck, Effect, SpaceKind
from engine.edition import EditionError, parse_edition

FILES = sorted((ROOT / "engine" / "editions").glob("*.toml"), key=lambda path: path.name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: Path(path).stem)
def test_comp_2_every_edition_that_is_shipped_can_be_played(path):
    edition = parse_edition(path.read_text("utf-8"), path.name)

    assert path.stem == edition.id
    assert 28 == sum(printed.title is not None for printed in edition.spaces)
    assert (16, 16) == (len(edition.chance), len(edition.chest))
    for group in edition.groups:
        assert {group.kind} == {edition.spaces[member].kind for member in group.members}
    for deck in Deck:
        cards = edition.deck(deck)
        assert [card for card in cards if card.effect is Effect.JAIL_CARD]
        assert all(edition.card(card.id) is card for card in cards)


@pytest.mark.parametrize("path", FILES, ids=lambda path: Path(path).stem)
def test_rent_5_rents_rise_with_what_is_built(path):
    edition = parse_edition(path.read_text("utf-8"), path.name)
    for printed in edition.spaces:
        if printed.title is not None:
            assert list(printed.title.rents) == sorted(set(printed.title.rents)), printed.slug
            assert printed.title.mortgage * 2 == printed.title.price, printed.slug


@pytest.mark.parametrize("path", FILES, ids=lambda path: Path(path).stem)
def test_comp_2_every_space_that_is_shipped_has_short_names_of_its_own(path):
    edition = parse_edition(path.read_text("utf-8"), path.name)
    assert all(0 < len(printed.short) <= 8 for printed in edition.spaces)
    assert all(0 < len(printed.shorter) <= 6 for printed in edition.spaces)
    titled = [printed for printed in edition.spaces if printed.title is not None]

    assert 28 == len({printed.short for printed in titled})
    assert 28 == len({printed.shorter for printed in titled})


def test_a_short_name_that_is_too_long_names_its_line():
    text = US_TEXT.replace('short = "Baltic"', 'short = "Baltic Av"')

    line = text.splitlines().index('short = "Baltic Av"') + 1
    with pytest.raises(
        EditionError, match=rf"us\.toml, line {line}, short: must be at most 8 letters"
    ):
        parse_edition(text, "us.toml")


def test_the_classic_board_has_its_corners_and_names():
    assert [0, 10, 20, 30] == [
        US.find(kind)
        for kind in (SpaceKind.GO, SpaceKind.JAIL, SpaceKind.FREE_PARKING, SpaceKind.GO_TO_JAIL)
    ]
    assert (400, 200, 200, (50, 200, 600, 1400, 1700, 2000)) == (
        US.title(39).price,
        US.title(39).mortgage,
        US.title(39).building_cost,
        US.title(39).rents,
    )


def test_every_amount_is_scaled():
    scaled = parse_edition(US_TEXT.replace('id = "us"', 'id = "us"\nprice_scale = 1000', 1), "x")

    assert (1_500_000, 200_000, 50_000) == (scaled.start_money, scaled.salary, scaled.jail_fine)
    assert 2_000_000 == scaled.title(39).rents[-1]
    assert 15_000 == scaled.card("CH12").amount
    assert (25_000, 10) == (scaled.card("CH11").per_house, scaled.income_tax_percent)


def changed(old, new, count=1):
    assert old in US_TEXT
    return US_TEXT.replace(old, new, count)


def line_of(text, part):
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "where", "sentence"),
    [
        ("salary = 200", 'salary = "much"', 'salary = "much"', "salary"),
        ("salary = 200", "salary = -1", "salary = -1", "salary"),
        ("salary = 200", "salary = 200\nbonus = 3", "bonus = 3", "bonus"),
        ("schema = 1", "schema = 7", "schema = 7", "schema: must be 1"),
        ('slug = "baltic"', 'slug = "go"  # again', 'slug = "go"  # again', "used twice"),
        (
            'target = "illinois"',
            'target = "nowhere"',
            'target = "nowhere"',
            "target: there is no space “nowhere”",
        ),
        ('nearest = "utility"', 'nearest = "street"', 'nearest = "street"', "nearest: must be"),
        ('effect = "receive_bank"', 'effect = "dance"', 'effect = "dance"', "dance"),
        ('id = "CH02"', 'id = "CC05"  # x', 'id = "CC05"\n', "id: “CC05” is used twice"),
    ],
)
def test_an_error_names_its_file_line_and_key(old, new, where, sentence):
    text = changed(old, new)

    with pytest.raises(EditionError) as caught:
        parse_edition(text, "mine.toml")

    found = re.match(r"mine\.toml, line (\d+), ", str(caught.value))
    assert found, caught.value
    assert sentence in str(caught.value)
    assert line_of(text, where) == int(found[1])


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "rents = [6, 30, 90, 270, 400, 550]",
            "rents = [6, 30]",
            "rents: must be 6 figures, not 2",
        ),
        ("building_cost = 50", "building_cost = 0", "building_cost: must be 1 or more"),
        ("price = 60\n", "", "price: is missing, here and in the group"),
        ('kind = "go_to_jail"', 'kind = "jail"', "kind: jail must stand exactly once"),
        (
            'effect = "get_out_of_jail"',
            'effect = "go_to_jail"',
            "effect: get_out_of_jail must stand exactly once",
        ),
        ('group = "dark-purple"', 'group = "mauve"', "group: there is no group “mauve”"),
        (
            'kind = "free_parking"',
            'kind = "free_parking"\ngroup = "red"',
            "group: free_parking has no deed and no group",
        ),
        ('group = "dark-purple"', 'group = "railroads"', "group: “railroads” is of kind railroad"),
        (
            'effect = "pay_bank"',
            'effect = "pay_bank_or_draw_chance"',
            "effect: a chance card cannot offer a chance card",
        ),
    ],
)
def test_what_cannot_be_played_is_an_error(old, new, sentence):
    with pytest.raises(EditionError, match=re.escape(sentence)):
        parse_edition(changed(old, new), "mine.toml")


def test_missing_things_are_counted():
    spaces = US_TEXT.split("[[space]]")
    with pytest.raises(EditionError, match="space: there are 39; a board has 40"):
        parse_edition("[[space]]".join(spaces[:2] + spaces[3:]), "mine.toml")
    cards = US_TEXT.split("[[chance]]")
    with pytest.raises(EditionError, match="chance: there are 15 cards; a pile has 16"):
        parse_edition("[[chance]]".join(cards[:2] + cards[3:]), "mine.toml")
    first = US_TEXT.replace('kind = "go"', 'kind = "x"', 1).replace(
        'kind = "free_parking"', 'kind = "go"', 1
    )
    with pytest.raises(EditionError, match="kind: the first space must be go"):
        parse_edition(first.replace('kind = "x"', 'kind = "free_parking"', 1), "mine.toml")
    unused = US_TEXT.replace(
        "[[group]]",
        '[[group]]\nslug = "grey"\nname = "Grey"\nletter = "Z"\nkind = "street"\n\n[[group]]',
        1,
    )
    with pytest.raises(EditionError, match="slug: no space belongs to “grey”"):
        parse_edition(unused, "mine.toml")


def test_what_is_no_toml_is_an_error_with_its_line():
    with pytest.raises(EditionError, match=r"mine\.toml, line 3, column \d+: this is no TOML: "):
        parse_edition("schema = 1\n\n[[[", "mine.toml")
