"""Everything drawn fits, can be read, and can be touched, at every size and in every look."""

import pytest
from support import scenes, situations

from companion.protocol import Choice, Prompt, PromptShown
from companion.screen.canvas import LOWER, UPPER
from companion.screen.letters import block, figures, fitting, width
from companion.screen.look import CONTRAST_MIN, GROUPS, LOOKS, PLAYERS, contrast
from companion.screen.paint_prompt import button_areas
from companion.screen.paint_ring import tile_area
from companion.screen.plan import BUTTON_HEIGHT_MIN, BUTTON_WIDTH_MIN, plan, size_class

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
    for holding in ("A2★", "D3★", "U1", "F3★", "R1"):
        assert holding in panel


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_all_text_has_a_contrast_of_4_5_at_least(look):
    for columns, rows in ((80, 24), (100, 30), (160, 45)):
        for messages in scenes.ALL.values():
            shown = scenes.scene(messages(8), look, columns, rows)
            for part, canvas in scenes.drawn(shown):
                for sign, ink, behind, _bold in (cell for row in canvas.rows for cell in row):
                    if sign not in {" ", UPPER, LOWER, RULE}:
                        assert contrast(ink, behind) >= CONTRAST_MIN, (part, sign, ink, behind)


def test_digits_and_letters_on_every_colour_can_be_read():
    for look in LOOKS.values():
        for colour in (*look.players, *(look.group(letter) for letter in GROUPS)):
            assert contrast(look.on(colour), colour) >= CONTRAST_MIN


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
    assert "A2" in parts["players"]
    assert "Boardwalk" in parts["stage"]
    assert "TAP YOUR CARD" in parts["prompt"]
    assert "leaves 875" in parts["prompt"], "the balance after it is shown before the card is"


def test_the_leader_of_an_auction_fills_the_bar_and_the_count_is_shown():
    look = LOOKS["felt"]
    shown = scenes.scene(scenes.auction(4), look, 100, 30)
    canvases = dict(scenes.drawn(shown))

    assert look.player(0) == canvases["prompt"].rows[0][0][2]
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
        colours = {c for row in canvas.rows for cell in row for c in (cell[1], cell[2])}
        assert all(colour.startswith("@") for colour in colours), part
