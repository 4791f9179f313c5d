"""Everything drawn fits, can be read, and can be touched, at every size and in every look."""

import gettext
import re

import msgspec
import pytest
from support import scenes, situations

from companion import locales
from companion.editions import load_edition
from companion.protocol import Choice, Prompt, PromptShown, Welcome
from companion.screen.canvas import LOWER, UPPER
from companion.screen.followed import Followed
from companion.screen.letters import block, figures, fitting, width
from companion.screen.look import CONTRAST_MIN, GROUPS, LOOKS, PLAYERS, contrast
from companion.screen.options import THEMES
from companion.screen.page import Kind, Page
from companion.screen.paint_prompt import button_areas
from companion.screen.paint_ring import tile_area
from companion.screen.plan import BUTTON_HEIGHT_MIN, BUTTON_WIDTH_MIN, plan, size_class
from engine import commands as c

SIZES = [(80, 24), (99, 29), (100, 30), (120, 36), (149, 60), (160, 45), (240, 70)]
RULE = "─"  # a line is no text


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_nothing_is_clipped_at_any_size_with_any_number_of_players(columns, rows, players):
    for name, messages in scenes.ALL.items():
        shown = scenes.scene(messages(players), LOOKS["felt"], columns, rows)

        clipped = {part: canvas.clipped for part, canvas in scenes.drawn(shown) if canvas.clipped}

        assert {} == clipped, name


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_name_and_group_is_written_out_in_the_panel(columns, rows, players):
    shown = scenes.scene(scenes.throw(players), LOOKS["felt"], columns, rows)
    panel = scenes.text(dict(scenes.drawn(shown))["players"])

    for name in situations.NAMES[:players]:
        assert name in panel
    for holding in ("Ax2★", "Dx3★", r"\bU\b", "Fx3★", r"\bR\b"):
        assert re.search(holding, panel), holding


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_all_text_has_a_contrast_of_4_5_at_least(look):
    for columns, rows in ((80, 24), (100, 30), (160, 45)):
        for messages in scenes.ALL.values():
            shown = scenes.scene(messages(8), look, columns, rows)
            for part, canvas in scenes.drawn(shown):
                for sign, (ink, behind, _bold) in (cell for row in canvas.rows for cell in row):
                    if sign not in {" ", UPPER, LOWER, RULE}:
                        assert contrast(ink, behind) >= CONTRAST_MIN, (part, sign, ink, behind)


def test_digits_and_letters_on_every_colour_can_be_read():
    for look in LOOKS.values():
        for colour in (*look.players, *(look.group(letter) for letter in GROUPS)):
            assert contrast(look.on(colour), colour) >= CONTRAST_MIN


def test_every_look_can_be_asked_for():
    assert THEMES == tuple(LOOKS)


def test_the_colours_of_the_eight_players_and_groups_differ():
    assert 8 == len(set(PLAYERS)) == len(set(GROUPS.values()))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("label", ["No", "Build one house on each", "A" * 40])
def test_every_button_is_large_enough_for_a_finger_and_inside_the_bar(columns, rows, label):
    state = situations.mid_game(4)
    for count in range(1, 8):
        prompt = Prompt(
            "wallet", state.phase.player, "Chiara has 1,275",
            choices=tuple(Choice(f"{label} {n}", None) for n in range(count)), highlight=count - 1,
        )  # fmt: skip
        shown = scenes.scene(
            [situations.welcome(state), PromptShown(prompt)], LOOKS["felt"], columns, rows
        )
        areas = button_areas(shown)

        assert count - 1 in [index for index, _area in areas], "the highlighted one is shown"
        for _index, area in areas:
            assert area.width >= BUTTON_WIDTH_MIN
            assert area.height >= BUTTON_HEIGHT_MIN
            assert area.x >= 0
            assert area.x + area.width <= columns
            assert area.y + area.height <= shown.plan.prompt.height


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_parts_cover_the_window_and_never_overlap(columns, rows):
    for players in range(2, 9):
        layout = plan(columns, rows, players)
        taken: set[tuple[int, int]] = set()
        for name in ("header", "ring", "players", "ledger", "prompt", "status"):
            area = getattr(layout, name)
            cells = {
                (x, y)
                for x in range(area.x, area.x + area.width)
                for y in range(area.y, area.y + area.height)
            }
            assert not taken & cells, name
            taken |= cells

        assert all(0 <= x < columns and 0 <= y < rows for x, y in taken)
        assert layout.ledger.height >= 5


def test_the_forty_spaces_stand_round_the_stage_once_each():
    layout = plan(100, 30, 4)
    areas = [tile_area(layout, space) for space in range(40)]
    corners = {(area.x, area.y) for area in areas}

    assert 40 == len(corners)
    assert (0, 0) == (areas[20].x, areas[20].y)
    assert (0, layout.ring.height - layout.end_height) == (areas[10].x, areas[10].y)


@pytest.mark.parametrize(
    ("columns", "rows", "size"),
    [(80, 24, "S"), (99, 60, "S"), (200, 29, "S"), (100, 30, "M"), (149, 90, "M"), (150, 44, "L")],
)
def test_the_size_class_goes_by_both_sides(columns, rows, size):
    assert size == size_class(columns, rows)


def test_block_letters_fold_diacritics_and_leave_a_gap_between_thousands():
    assert block("Jiří") == block("JIRI")
    assert block("ŞtefăN") == block("STEFAN")
    assert width(figures(1275)) > width("1275")
    assert ("###", "#.#", "#.#", "#.#", "###") == block("0")


def test_block_letters_double_in_both_directions():
    assert 2 * len(block("8")) == len(block("8", 2))
    assert 2 * width("8") == width("8", 2)


def test_a_name_too_long_for_its_place_is_cut_to_whole_letters():
    assert "MAX" == fitting("MAXIMILIAN", width("MAX") + 2)
    assert "" == fitting("MAXIMILIAN", 2)


def test_a_player_is_a_digit_and_a_group_a_letter_also_without_colour():
    shown = scenes.scene(scenes.offer(4), LOOKS["felt"], 100, 30)
    parts = {name: scenes.text(canvas) for name, canvas in scenes.drawn(shown)}

    assert "▸3◂" in parts["ring"], "whose turn it is is a form, not a colour"
    assert "Ax2" in parts["players"]
    assert "Boardwalk" in parts["stage"]
    assert "TAP YOUR CARD" in parts["prompt"]
    assert "leaves 875" in parts["prompt"], "the balance after it is shown before the card is"


def test_the_leader_of_an_auction_fills_the_bar_and_the_count_is_shown():
    look = LOOKS["felt"]
    shown = scenes.scene(scenes.auction(4), look, 100, 30)
    canvases = dict(scenes.drawn(shown))

    assert look.player(0) == canvases["prompt"].rows[0][0][1][1]
    assert "AUCTION  H2" in scenes.text(canvases["stage"])
    assert "7 s" in scenes.text(canvases["prompt"])
    assert "Dirk" in scenes.text(canvases["stage"])


def test_a_lost_reader_turns_the_header_red_in_words():
    shown = scenes.scene(scenes.out(4), LOOKS["felt"], 80, 24)
    canvases = dict(scenes.drawn(shown))

    assert "✖ READER 1 lost" in scenes.text(canvases["header"])
    assert "✖ READER 1" in scenes.text(canvases["status"])
    assert "bankrupt" not in scenes.text(canvases["header"])


def test_the_end_ranks_everybody():
    shown = scenes.scene(scenes.over(8), LOOKS["felt"], 100, 30)
    stage = scenes.text(dict(scenes.drawn(shown))["stage"])

    assert "THE WINNER" in stage
    for name in situations.NAMES:
        assert name in stage


def test_sixteen_colours_use_no_others():
    shown = scenes.scene(scenes.throw(8), LOOKS["vt16"], 100, 30)
    for part, canvas in scenes.drawn(shown):
        colours = {c for row in canvas.rows for cell in row for c in cell[1][:2]}
        assert all(colour.startswith("@") for colour in colours), part


PAGES = [Page(kind, tab=tab) for kind in Kind for tab in range(3 if kind is Kind.FIGURES else 1)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.kind}{page.tab}")
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_every_page_fits_and_can_be_read(page, look):
    for columns, rows in ((80, 24), (100, 30), (160, 45)):
        for messages in (scenes.offer(8, is_late=True), scenes.over(2, is_late=True)):
            shown = scenes.scene(messages, look, columns, rows, page)
            canvas = dict(scenes.drawn(shown))["sheet"]

            assert 0 == canvas.clipped, (columns, rows)
            for sign, (ink, behind, _bold) in (cell for row in canvas.rows for cell in row):
                if sign not in {" ", UPPER, LOWER, RULE, "·"}:
                    assert contrast(ink, behind) >= CONTRAST_MIN, (sign, ink, behind)


def sheet(messages, page, size=(100, 30)):
    """Return the sheet of a page as text."""
    shown = scenes.scene(messages, LOOKS["felt"], *size, page)
    return scenes.text(dict(scenes.drawn(shown))["sheet"])


def test_the_ledger_is_filtered_by_player_and_by_words():
    late = scenes.offer(4, is_late=True)

    assert "throws 6+5" in sheet(late, Page(Kind.LEDGER))
    of_bogdan = sheet(late, Page(Kind.LEDGER, tab=2))
    assert "rent: F2" in of_bogdan
    assert "Free Parking" not in of_bogdan
    found = sheet(late, Page(Kind.LEDGER, query="RENT pacific"))
    assert "26 1→3" in found
    assert "F2" not in found


def test_history_numbers_what_was_done_and_says_what_hands_put_back():
    shown = sheet(scenes.offer(4, is_late=True), Page(Kind.HISTORY, cursor=3))

    assert "#12" in shown
    assert "▸   #9" in shown
    assert "Anna: token to Pacific Avenue" in shown


def test_the_deeds_say_who_has_what_and_one_card_in_full():
    shown = sheet(scenes.offer(4, is_late=True), Page(Kind.DEEDS, cursor=3), (160, 45))

    for words in ("Orient ▪▪▪▪", "4 Penn. RR", "VERMONT AVENUE", "mortgage 50", "3 Chiara"):
        assert words in shown


def test_a_wallet_shows_balance_deeds_marks_and_what_is_allowed():
    for columns, rows in ((80, 24), (100, 30), (160, 45)):
        shown = scenes.scene(scenes.wallet(4, is_late=True), LOOKS["felt"], columns, rows)
        parts = {name: scenes.text(canvas) for name, canvas in scenes.drawn(shown)}
        wallet = parts["stage" if columns == 160 else "sheet"]

        street = "D1 ▪▪▪" if columns == 80 else "St.James ▪▪▪"
        for words in ("6 deeds", street, "ALLOWED NOW", "Build a house on Tennessee Avenue"):
            assert words in wallet
        assert "worth" not in wallet, "the tax choice hangs on it (TAX-3)"


def test_a_deal_shows_every_side_its_signature_and_the_balances_after():
    shown = scenes.scene(scenes.deal(4, is_late=True), LOOKS["felt"], 80, 24)
    text = scenes.text(dict(scenes.drawn(shown))["sheet"])

    for words in ("1 Anna", "● signed", "▸ not yet", "120 → Anna", "2,214 → 2,334"):
        assert words in text


def test_hidden_balances_are_shown_nowhere_but_in_their_owners_wallet():
    heard = situations.Heard(4)
    rules = msgspec.structs.replace(heard.state.rules, balances="own_tap")
    hidden = msgspec.structs.replace(heard.state, rules=rules)
    prompt = Prompt(
        "offer", situations.seat(2), "Chiara: buy?",
        choices=(Choice("Buy for 400", None, -400, 875),), highlight=0,
    )  # fmt: skip
    messages = [situations.welcome(hidden), PromptShown(prompt)]
    for page in (None, *PAGES):
        for columns, rows in ((80, 24), (160, 45)):
            shown = scenes.scene(messages, LOOKS["felt"], columns, rows, page)
            text = "\n".join(scenes.text(canvas) for _name, canvas in scenes.drawn(shown))
            for cash in ("875", "1,840", "612", "1,275", "2 deeds", "worth,"):
                assert cash not in text, (page, cash)


def test_a_token_hops_and_balances_count_up_to_what_they_are():
    followed = Followed(is_animated=True)
    heard = situations.Heard(4)
    followed.take(heard.messages[0], 0.0)
    heard.do(c.RecordRoll(1, 1))
    followed.take(heard.messages[-1], 10.0)
    look, layout = LOOKS["felt"], plan(100, 30, 4)

    def seen(now):
        state = followed.scene(look, layout, now).state
        return state.tokens[2], state.cash[2]

    assert [16, 17, 18] == [seen(10.0 + step)[0] for step in (0.0, 0.15, 0.25)]
    assert 1275 == seen(10.15)[1], "the token arrives before money moves"
    assert heard.state.cash[2] < seen(10.4)[1] < 1275
    assert (18, heard.state.cash[2]) == seen(10.7)
    assert not followed.is_moving(10.7)


def test_nothing_moves_in_low_power():
    followed = Followed()
    heard = situations.Heard(4).do(c.RecordRoll(1, 1))
    for message in heard.messages:
        followed.take(message, 10.0)

    assert not followed.is_moving(10.0)
    assert 18 == followed.scene(LOOKS["felt"], plan(100, 30, 4), 10.0).state.tokens[2]


def test_no_short_name_on_the_ring_is_cut():
    for code in ("us", "us2008", "gb", "it", "ro", "cs", "nl"):
        edition = load_edition(code)
        state = msgspec.structs.replace(situations.mid_game(4), edition=edition)
        for columns, rows, wide in ((160, 45, True), (128, 44, False)):
            shown = scenes.scene([situations.welcome(state)], LOOKS["felt"], columns, rows)
            ring = scenes.text(dict(scenes.drawn(shown))["ring"])
            for space in edition.spaces:
                name = space.short if wide else space.shorter
                if space.title is not None:
                    assert name in ring, (code, name)


class Long(gettext.NullTranslations):
    """A language whose every word is longer by two fifths, with letters of Czech and Romanian."""

    def gettext(self, message):
        return message + "ůț" * (len(message) // 5)

    def ngettext(self, singular, plural, count):
        return self.gettext(singular if count == 1 else plural)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 30), (160, 45)])
def test_a_longer_language_stays_within_every_part(columns, rows, monkeypatch):
    monkeypatch.setattr(locales, "_catalogue", lambda _code: Long())
    for name, make in scenes.ALL.items():
        for page in (None, *PAGES) if name == "offer" else (None,):
            shown = scenes.scene(make(8, is_late=True), LOOKS["felt"], columns, rows, page)
            clipped = {part: canvas.clipped for part, canvas in scenes.drawn(shown)}

            assert not any(clipped.values()), (name, page, clipped)


def test_more_choices_than_buttons_are_a_list_on_the_stage():
    shown = scenes.scene(scenes.card(4, is_late=True), LOOKS["felt"], 100, 30)
    stage = scenes.text(dict(scenes.drawn(shown))["stage"])

    assert "TO CHOOSE" in stage
    assert "▸ Go to jail" in stage


def test_an_undo_says_what_hands_put_back_before_it_is_confirmed():
    for columns, rows in ((80, 24), (100, 30), (160, 45)):
        shown = scenes.scene(scenes.undo(4, is_late=True), LOOKS["felt"], columns, rows)
        text = "\n".join(scenes.text(canvas) for _name, canvas in scenes.drawn(shown))

        assert "TO PUT BACK" in text
        assert "Chiara: token to" in text


def test_a_long_name_is_written_out_rather_than_cut():
    names = ("Bartholomew-Maximilian", "Anna-Katharina", "Chiara", "Dirk")
    for name, part in (("offer", "prompt"), ("auction", "stage"), ("over", "stage")):
        messages = []
        for message in scenes.ALL[name](4):
            if isinstance(message, Welcome):
                state = msgspec.structs.replace(message.state, names=names)
                messages.append(msgspec.structs.replace(message, state=state))
            elif isinstance(message, PromptShown) and name == "offer":
                first = msgspec.structs.replace(message.prompt, player=situations.seat(0))
                messages.append(PromptShown(first))
            else:
                messages.append(message)
        for columns, rows in ((80, 24), (100, 30)):
            shown = scenes.scene(messages, LOOKS["felt"], columns, rows)
            canvases = dict(scenes.drawn(shown))

            assert not any(canvas.clipped for canvas in canvases.values())
            assert "Bartholomew" in scenes.text(canvases[part]), (name, columns)
