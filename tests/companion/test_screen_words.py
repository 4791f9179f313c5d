"""Words on the screen: whole in every language, and names as they were typed."""

import re

import pytest
from rich.cells import cell_len
from support import scenes, situations

from companion.protocol import Notice, Prompt, PromptShown
from companion.screen.canvas import Canvas
from companion.screen.followed import Followed
from companion.screen.look import LOOKS
from companion.screen.plan import plan
from companion.views.prompt_bar import prompt_bar
from companion.views.words import shortened
from engine import commands as c
from engine.rules.setup import NAME_LENGTH_MAX


def test_no_word_is_cut_in_any_language_at_any_size(in_language):
    cut = [
        (name, columns, part, line.strip())
        for columns, rows in ((80, 24), (100, 30), (160, 45))
        for name, make in scenes.ALL.items()
        for part, line in seen(scenes.scene(make(8, is_late=True), LOOKS["felt"], columns, rows))
        if "…" in line
    ]

    assert [] == cut, in_language


def seen(shown):
    """Yield part and line of all that is not covered by a sheet."""
    covered = {"ring", "stage"} if shown.sheet else {"sheet"}
    if shown.sheet and shown.plan.size == "S":
        covered |= {"players", "ledger", "todo"}
    for part, canvas in scenes.drawn(shown):
        if part not in covered:
            yield from ((part, line) for line in scenes.text(canvas).splitlines())


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 30), (160, 45)])
def test_where_everything_belongs_is_shown_in_full(columns, rows):
    """What the table asks after a start lays out tokens, deeds and buildings of all players."""
    messages = scenes.resume(8, is_late=True)
    shown = scenes.scene(messages, LOOKS["felt"], columns, rows)

    part = "stage" if shown.plan.size == "L" else "sheet"
    text = scenes.text(dict(scenes.drawn(shown))[part])

    assert "lines" == shown.opened
    said = " ".join(messages[-1].prompt.lines)
    signs = {*situations.NAMES, *re.findall(r"\b[A-HRU][1-4]\b", said)}
    assert 30 < len(signs)
    assert [] == [sign for sign in sorted(signs) if sign not in text]


def test_a_throw_that_is_struck_out_says_what_hands_put_back():
    heard = situations.Heard(4)
    lines = ("Chiara: token to Illinois Avenue",)
    prompt = Prompt("strike", None, "Strike out: throw 5 3?", "Two cards", lines=lines)
    shown = scenes.scene(heard.ask(prompt), LOOKS["felt"], 80, 24)
    text = scenes.text(dict(scenes.drawn(shown))["todo"])

    assert "TO PUT BACK" in text
    assert "token to Illinois" in text


def test_the_bar_shows_what_the_leader_leads_with():
    """From across the table the amount beside a name is his: his bid, not the next one."""
    shown = scenes.scene(scenes.auction(4), LOOKS["felt"], 100, 30)

    assert "150" == prompt_bar(shown.state, shown.prompt).amount
    assert "PRESS YES" == prompt_bar(shown.state, scenes.menu(4)[-1].prompt).call


def test_short_names_stand_where_long_ones_do_not_fit():
    edition = situations.edition()

    assert "to G3 Pennsylvania Avenue" == shortened(edition, "to G3 Pennsylvania Avenue", 25)
    assert "to G3 Pennsyl." == shortened(edition, "to G3 Pennsylvania Avenue", 24)


TYPED = (
    "[red]x[/]",
    "日本日本日本日本日本日本日本日本日本日本日本日本",
    "🎲🎲🎲 Åsa ❤️",
    "שלום עולם",
    "Zoë-Ångström Ďáblík Ő 99",
    "e\u0301e\u0301",
    "{name} %s \\n",
    "Honza",
)


@pytest.fixture
def typed_names(monkeypatch):
    """Let people call themselves what they like."""
    monkeypatch.setattr(situations, "NAMES", TYPED)
    situations.mid_game.cache_clear()
    yield
    situations.mid_game.cache_clear()


@pytest.mark.usefixtures("typed_names")
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 30), (160, 45)])
@pytest.mark.parametrize("players", [4, 8])
def test_columns_hold_whatever_people_call_themselves(columns, rows, players):
    for name, make in scenes.ALL.items():
        shown = scenes.scene(make(players, is_late=True), LOOKS["felt"], columns, rows)
        for part, canvas in scenes.drawn(shown):
            widths = {sum(cell_len(piece.text) for piece in line) for line in scenes.lines(canvas)}

            assert widths <= {canvas.width}, (name, part)


@pytest.fixture
def widest_names(monkeypatch):
    """Let people have the longest names, of the widest signs."""
    names = tuple(
        f"{sign * (NAME_LENGTH_MAX - 1)}{seat}" for seat, sign in enumerate("漢字日本語山川田")
    )
    monkeypatch.setattr(situations, "NAMES", names)
    situations.mid_game.cache_clear()
    yield
    situations.mid_game.cache_clear()


@pytest.mark.usefixtures("widest_names")
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 30), (160, 45)])
def test_nothing_of_the_widest_names_is_drawn_outside(columns, rows):
    for name, make in scenes.ALL.items():
        shown = scenes.scene(make(8, is_late=True), LOOKS["felt"], columns, rows)

        clipped = {part: canvas.clipped for part, canvas in scenes.drawn(shown) if canvas.clipped}

        assert {} == clipped, name


@pytest.mark.usefixtures("widest_names")
def test_new_seats_tell_the_widest_names_apart():
    shown = scenes.scene(scenes.seats(8), LOOKS["felt"], 80, 24)

    strip = scenes.text(dict(scenes.drawn(shown))["todo"])

    assert [sign for sign in "語山川田" if 5 * sign in strip] == list("語山川田")


@pytest.mark.usefixtures("typed_names")
def test_a_name_is_shown_as_typed_or_shortened_and_never_as_markup():
    shown = scenes.scene(scenes.offer(8), LOOKS["felt"], 160, 45)
    panel = scenes.text(dict(scenes.drawn(shown))["players"])
    bar = scenes.text(dict(scenes.drawn(shown))["prompt"])

    for name in ("[red]x[/]", "日本日本日", "🎲🎲🎲 Åsa", "שלום עולם", "{name} %s \\n"):
        assert name in panel
    assert 2 == bar.count("🎲🎲🎲 Åsa"), "what block letters have not is written small"


def test_half_of_a_wide_sign_is_never_left():
    canvas = Canvas(6, 1, LOOKS["felt"])
    canvas.text(0, 0, "日本語")
    canvas.text(1, 0, "ab")

    assert " ab 語" == "".join(piece.text for piece in scenes.lines(canvas)[0])


def test_a_warning_does_not_outlive_what_happened_after_it():
    heard = situations.Heard(4)
    followed = Followed()
    followed.take(heard.messages[0], 0.0)
    followed.take(Notice("It changed: tap again.", is_warning=True), 0.1)
    assert followed.scene(LOOKS["felt"], plan(80, 24, 4), 0.15).notice

    followed.take(heard.do(c.RecordRoll(5, 3)).messages[-1], 0.2)

    assert "" == followed.scene(LOOKS["felt"], plan(80, 24, 4), 0.25).notice


ROLL = Prompt("roll", None, "Ada: throw")


@pytest.mark.parametrize(
    ("notice", "asked", "after_s", "is_shown"),
    [
        (Notice("It is paused.", is_warning=True), ROLL, 0.1, True),  # it came with the question
        (Notice("It is paused.", is_warning=True), ROLL, 1.0, False),
        (Notice("The menu is closed."), ROLL, 1.0, True),
        (Notice("The menu is closed."), ROLL, 4.0, False),
        (Notice("It is paused.", is_warning=True), Prompt("menu", None, "Menu"), 4.0, True),
    ],
)
def test_what_was_said_goes_with_the_question_it_was_said_at(notice, asked, after_s, is_shown):
    followed = Followed()
    followed.take(situations.Heard(4).messages[0], 0.0)
    followed.take(PromptShown(Prompt("menu", None, "Menu", highlight=1)), 0.1)
    followed.take(notice, 10.0)

    followed.take(PromptShown(asked), 10.0 + after_s)

    shown = followed.scene(LOOKS["felt"], plan(80, 24, 4), 10.0 + after_s).notice
    assert is_shown == (notice.text == shown)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 30), (160, 45)])
def test_the_lobby_says_how_names_are_given(columns, rows):
    shown = scenes.scene(scenes.start(2), LOOKS["felt"], columns, rows)
    text = "\n".join(scenes.text(canvas) for _name, canvas in scenes.drawn(shown))

    assert "players Ada Ben" in text
    assert "tapbank enrol" in text
