"""What must be read from across the table: questions in block letters, digits on the lines."""

import pytest
from support import scenes

from companion.screen.canvas import LOWER, UPPER
from companion.screen.look import LOOKS
from companion.screen.page import Kind, Page


def parts_of(messages, columns, rows, page=None, look="felt"):
    shown = scenes.scene(messages, LOOKS[look], columns, rows, page)
    return dict(scenes.drawn(shown))


def test_a_question_too_long_for_a_line_of_block_letters_takes_two():
    prompt = parts_of(scenes.want(4, is_late=True), 160, 45)["prompt"]

    assert "who wants one" not in scenes.text(prompt)
    for top in (1, 4):
        row = "".join(cell[0] for cell in prompt.rows[top][:70])
        assert {UPPER, LOWER} & set(row), top


def test_a_question_that_fits_in_no_block_letters_is_written_out():
    assert "who wants one?" in scenes.text(parts_of(scenes.want(4, is_late=True), 80, 24)["prompt"])


@pytest.mark.parametrize("look", LOOKS)
def test_every_line_of_the_chart_that_runs_alone_bears_its_players_digit(look):
    page = Page(Kind.FIGURES)
    canvas = parts_of(scenes.offer(5, is_late=True), 100, 30, page, look)["sheet"]
    ends = canvas.width - 5

    digits = {
        cell[0]
        for row in canvas.rows[3:-1]
        for cell in row[9:ends]
        if cell[1][1] in {LOOKS[look].player(seat) for seat in range(5)}
    }

    assert {"1", "4", "5"} <= digits


def test_who_is_out_is_said_once():
    players = scenes.text(parts_of(scenes.out(5, is_late=True), 80, 24)["players"])
    line = next(line for line in players.splitlines() if "Bogdan" in line)

    assert 1 == line.count("out")
