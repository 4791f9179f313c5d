"""Lines on their way to the terminal: cut, written, and remembered from frame to frame."""

import asyncio
import io
from pathlib import Path

import pyte
import pytest
from rich.console import Console
from support import scenes
from support.scripted_table import ScriptedTable
from support.situations import Heard
from support.terminal_picture import (
    cells_of_app,
    cells_of_escapes,
    cells_of_segments,
    text_of,
)
from textual.drivers.headless_driver import HeadlessDriver

from companion.client import Client
from companion.screen.banker import PARTS, Banker
from companion.screen.canvas import Canvas, Pieces
from companion.screen.followed import Followed
from companion.screen.look import LOOKS
from companion.screen.plan import plan

SYSTEMS = {"felt": "truecolor", "paper": "truecolor", "vt16": "standard"}
NOBODY_THERE = Path("/nonexistent/table.sock")
SIZES = ((80, 24), (100, 30), (160, 45))


def terminal(system):
    return Console(color_system=system, file=io.StringIO(), force_terminal=True)


def lines(name, columns=100, rows=30):
    shown = scenes.scene(scenes.offer(4, is_late=True), LOOKS[name], columns, rows)
    return [line for _part, canvas in scenes.drawn(shown) for line in scenes.lines(canvas)]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_terminal_shows_what_the_cells_are(name):
    console = terminal(SYSTEMS[name])
    for line in filter(None, lines(name)):
        shown = cells_of_escapes(line.render(console), len(line.row), 1)[0]
        expected = cells_of_segments(line)
        # A blank shows no ink: what it would have been differs.
        assert [seen(cell) for cell in expected] == [seen(cell) for cell in shown]


def seen(cell):
    return cell.sign, cell.behind, (cell.ink, cell.is_bold) if cell.sign != " " else None


def test_a_line_is_cut_by_columns():
    for line in filter(None, lines("felt")):
        half, end = len(line.row) // 2, len(line.row)
        whole = "".join(sign for sign, _paint in line.row)
        left, right = line.divide([half, end])

        assert whole == "".join(piece.text for part in (left, right) for piece in part)
        assert [half, end - half] == [left.cell_length, right.cell_length]
        assert whole[1:half] == line.crop(1, half).text
        assert line is line.crop(0, end)
        assert [line] == line.divide([end])


def test_a_wide_sign_that_is_cut_leaves_a_blank():
    canvas = Canvas(6, 1, LOOKS["felt"])
    canvas.text(1, 0, "\N{CJK UNIFIED IDEOGRAPH-8A9E}a")
    line = scenes.lines(canvas)[0]

    assert "  " == line.crop(0, 2).text
    assert " a  " == line.crop(2, 6).text


async def test_a_terminal_without_colours_gets_none(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with ScriptedTable(scenes.throw(4)[0]) as table:
        app = Banker(Client(table.path, "screen"))
        async with app.run_test(size=(100, 30)) as pilot, asyncio.timeout(10):
            while "LEDGER" not in text_of(cells := cells_of_app(app)):
                await pilot.pause()
    colours = {colour for row in cells for cell in row for colour in (cell.ink, cell.behind)}

    assert len(colours) > 3
    assert all(len(set(colour)) == 1 for colour in colours)


class Terminal(HeadlessDriver):
    """Textual's driver without a terminal, in front of one that keeps what it is sent."""

    is_headless = False
    screen = pyte.Screen(1, 1)

    def write(self, data: str) -> None:
        pyte.Stream(self.screen).feed(data)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
async def test_of_a_page_in_place_of_another_nothing_stays(monkeypatch, columns, rows):
    monkeypatch.setattr(Terminal, "screen", pyte.Screen(columns, rows))
    app = Banker(Client(NOBODY_THERE, "screen"), is_low_power=True)
    app.driver_class = Terminal

    async def look(pilot):
        for message in scenes.throw(4, is_late=True):
            app.receive(message)
        for key in ("slash", "f1", "down", "g", "right", "h", "c", "escape", "v", "escape"):
            await pilot.press(key)
            await pilot.pause()
            shown = [line.rstrip() for line in Terminal.screen.display]

            assert text_of(cells_of_app(app)).split("\n") == shown, key
        app.exit(0)

    assert 0 == await app.run_async(headless=False, size=(columns, rows), auto_pilot=look)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_what_is_remembered_looks_as_if_it_were_drawn_anew(columns, rows):
    followed = Followed()
    kept = {name: Pieces() for name in PARTS}
    layout = plan(columns, rows, 4)
    for number, message in enumerate(evening()):
        followed.take(message, 0.0)
        look = LOOKS["paper" if number % 20 > 16 else "felt"]
        shown = followed.scene(look, layout, 0.0)
        for name, fresh in scenes.drawn(shown):
            kept[name].begin(shown.context)
            canvas = Canvas(
                fresh.width, fresh.height, look, shorten=shown.shorten, pieces=kept[name]
            )
            PARTS[name](canvas, shown)

            assert fresh.finished() == canvas.finished(), name
            assert fresh.clipped == canvas.clipped, name


def evening():
    """Return what a screen hears of a game of some rounds."""
    throws = ((6, 5), (2, 5), (3, 4), (1, 2), (4, 3), (6, 1), (2, 1), (3, 5))
    return Heard(4).play(*throws * 3).messages
