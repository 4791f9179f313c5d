"""The box of cards: which card a word means, and that it stays the same card."""

import tomllib

import pytest

from hardware.emulator.cards import ACTIONS, DEEDS, EVENTS, Card, CardBox, CardError, tag_of, uid_of
from hardware.emulator.hands import words_of
from hardware.emulator.other_tags import ClassicCard, FelicaCard, Phone, SilentCard
from hardware.emulator.tags import NtagCard


@pytest.fixture
def box(tmp_path):
    return CardBox(tmp_path)


def test_the_box_holds_what_a_table_needs(box, tmp_path):
    """28 deeds, 32 event cards, four actions, all with numbers of their own."""
    written = tomllib.loads((tmp_path / "cards.toml").read_text())

    assert [28, 32, 4, 0] == [
        len(written[kind]) for kind in ("deeds", "events", "actions", "players")
    ]

    names = [*DEEDS.values(), *EVENTS, *ACTIONS]

    assert len(names) == len({box.card(name).uid for name in names})
    assert {7} == {len(box.card(name).uid) for name in names}


@pytest.mark.parametrize(
    ("word", "name", "kind"),
    [
        ("boardwalk", "boardwalk", "deed"),
        ("@39", "boardwalk", "deed"),
        ("board", "boardwalk", "deed"),
        ("pennsylvania", "pennsylvania", "deed"),
        ("ch01", "CH01", "event"),
        ("UNDO", "undo", "action"),
        ("Ada", "Ada", "player"),
        ("ada", "Ada", "player"),
        ("Ad", "Ada", "player"),
        ("Marv", "Marv", "player"),
        ("bo", "bo", "player"),
    ],
)
def test_a_word_means_one_card(box, word, name, kind):
    """Players before deeds, exact before beginnings; a capital letter is never a slug."""
    box.card("Ada")

    assert Card(name, kind, uid_of(name)) == box.card(word)


def test_a_beginning_of_two_is_neither(box):
    """`pac` is Pacific, `pen` could be two deeds: a new player."""
    assert "deed" == box.card("pac").kind
    assert "player" == box.card("pen").kind


@pytest.mark.parametrize("word", ["#12", "#xyz", "@2", "@40", "@x", "7up", ""])
def test_a_word_that_is_no_card_is_refused(box, word):
    """With a sentence that holds the word."""
    with pytest.raises(CardError, match=f"'{word}'"):
        box.card(word)


def test_the_box_is_kept(tmp_path):
    """A name with quotes and accents is there again; a number changed by hand counts."""
    CardBox(tmp_path).card('Zoë "Z" Müller')
    path = tmp_path / "cards.toml"
    path.write_text(path.read_text().replace(uid_of("boardwalk").hex().upper(), "04000000000001"))
    again = CardBox(tmp_path)

    assert "player" == again.card("zoë").kind
    assert bytes.fromhex("04000000000001") == again.card("boardwalk").uid


def test_a_spoilt_file_is_said_to_be(tmp_path):
    """And not overwritten."""
    path = tmp_path / "cards.toml"
    path.write_text("[players]\nAda = 12\n")
    with pytest.raises(CardError, match="mend it"):
        CardBox(tmp_path)

    assert "[players]\nAda = 12\n" == path.read_text()


def test_a_number_says_what_kind_of_tag_has_it():
    """By its length, and 08 for phones."""
    numbers = ("08112233", "11223344", "04112233445566", "0102030405060708", "00" * 10)
    kinds = [type(tag_of(bytes.fromhex(number))) for number in numbers]

    assert [Phone, ClassicCard, NtagCard, FelicaCard, SilentCard] == kinds


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tap Ada reader-2  # a comment", ["tap", "Ada", "reader-2"]),
        ('tap "Ada Lovelace"', ["tap", "Ada Lovelace"]),
        ("tap #04A1B2C3D4E5F6 # unknown", ["tap", "#04A1B2C3D4E5F6"]),
        ("# tap Ada", []),
        ("#abcdef", []),
        ("   ", []),
    ],
)
def test_lines_are_split_as_in_the_console(line, words):
    """Blanks, quotes, comments; a tag's number is no comment."""
    assert words == words_of(line)
