"""Sheets of cards: all of them, on their page, as XML that anything can print."""

import xml.etree.ElementTree as ET

import pytest

from companion import cli
from companion.card_sheets import (
    CARD_HEIGHT,
    CARD_WIDTH,
    LETTER_SHARE,
    SHEET_HEIGHT,
    SHEET_WIDTH,
    faces_of,
    fitting_mm,
    sheets,
)
from companion.editions import edition_ids, load_edition

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("edition", edition_ids())
def test_every_edition_s_cards_are_all_there_and_stay_on_their_pages(edition):
    """28 deeds, four actions, and the players; ten a page, nothing outside of it."""
    board = load_edition(edition)
    names = ["Ada", "<Zoë & Ben>"]
    pages = [ET.fromstring(page) for page in sheets(faces_of(board, names))]  # noqa: S314 - ours
    texts = [text.text for page in pages for text in page.iter(f"{SVG}text")]
    bands = [rect for page in pages for rect in page.iter(f"{SVG}rect")]

    assert 34 == len(bands)
    assert 4 == len(pages)
    assert {*names, *(board.spaces[space].name for space, _title in board.titled)} < set(texts)
    for rect in bands:
        x, y = float(rect.get("x")), float(rect.get("y"))
        assert x > 0
        assert y > 0
        assert x + CARD_WIDTH < SHEET_WIDTH
        assert y + CARD_HEIGHT < SHEET_HEIGHT


@pytest.mark.parametrize("edition", edition_ids())
def test_no_name_is_wider_than_its_card(edition):
    for face in faces_of(load_edition(edition), []):
        assert fitting_mm(face.name) * LETTER_SHARE * len(face.name) <= CARD_WIDTH - 8


def test_one_file_holds_all_pages_for_a_browser(tmp_path, capsys):
    path = tmp_path / "sheets.html"

    assert 0 == cli.main(["cards", "--players", "Ada, Ben", str(path)])
    assert 4 == path.read_text().count("<svg")
    assert f"{path}\n" == capsys.readouterr().out


def test_pages_of_svg_are_numbered(tmp_path, capsys):
    assert 0 == cli.main(["cards", "--edition", "gb", str(tmp_path / "gb.svg")])
    assert 4 == len(capsys.readouterr().out.splitlines())
    assert [f"gb-{n}.svg" for n in range(1, 5)] == sorted(file.name for file in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["cards", "sheets.pdf"], 2, ".html or .svg"),
        (["cards", "--players", "7up", "sheets.svg"], 2, "7up"),
        (["cards", "--players", "Ada,,Ben", "sheets.svg"], 2, "A name is missing in “Ada,,Ben”"),
        (["cards", "--players", "Ada,", "sheets.svg"], 2, "A name is missing in “Ada,”"),
        (["cards", "--players", "Ada, ada", "sheets.svg"], 2, "“ada” stands twice"),
        (["cards", "."], 74, ". is a folder: name a file in it, as cards.html."),
        (["cards", "--edition", "xx", "sheets.svg"], 65, "xx"),
        (["cards", "/no/such/folder/sheets.html"], 74, "cannot be written"),
    ],
)
def test_what_cannot_be_drawn_says_why(words, code, said, capsys, tmp_path, monkeypatch):  # noqa: PLR0913, PLR0917 - three fixtures, a row
    monkeypatch.chdir(tmp_path)

    assert code == cli.main(words)
    assert said in capsys.readouterr().err
