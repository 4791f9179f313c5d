"""The screen on a bare Linux console: sixteen colours of ours, and no sign its font has not."""

import pytest
from support.console_font import GLYPHS
from support.pseudo_terminal import PseudoTerminal
from support.tables import running_table


@pytest.fixture
def console(tmp_path):
    with running_table(tmp_path / "data"):
        opened = PseudoTerminal(tmp_path / "data", "linux")
        try:
            yield opened
        finally:
            opened.close()


def test_a_console_gets_our_palette_and_no_colour_or_sign_it_cannot_show(console):
    shown = [console.until("F1 help")]
    console.keys("1")
    console.until("1 Player 1")
    console.keys("2")
    console.until("2 Player 2")
    console.keys("y")
    console.keys("1")
    for key, words in (
        ("c", "DEEDS"),
        ("h", "HISTORY"),
        ("g", "FIGURES"),
        ("v", "before it is shown"),
    ):
        console.keys(key)
        shown.append(console.until(words))
    console.keys("\x1b[[A")  # F1 of a Linux console
    shown.append(console.until("HELP"))
    console.keys(":")
    console.until("bankrupt")  # proposed once the drawer has the keyboard
    console.keys("cash Player 1")
    shown.append(console.until("cash Player 1"))
    console.keys("\x1b")
    console.until("F1 help")
    console.keys("q")
    console.end()

    assert 0 == console.process.returncode
    assert b"\x1b]P008140F" in console.raw
    assert console.raw.rstrip().endswith(b"\x1b[K")
    assert b"\x1b]R" in console.raw
    assert b"38;2" not in console.raw
    assert b"48;2" not in console.raw
    assert b"38;5" not in console.raw
    for picture in shown:
        assert set(picture) - GLYPHS - {"\n", " "} == set()
