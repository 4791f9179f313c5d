"""Buttons, knob and lamps of the board."""

import pytest
from support.firmware import firmware_module

lamps_module = firmware_module("lamps")
panel = firmware_module("panel")

CLOCKWISE = (0b10, 0b00, 0b01, 0b11)
AMBER, GREEN = "FF6000", "00FF00"


def test_a_press_is_told_once_when_the_contact_is_steady():
    buttons = panel.Buttons()
    bouncing = [(0, 1), (5, 0), (10, 1), (20, 1), (31, 1), (40, 1)]

    told = [(at_ms, buttons.step(pressed, at_ms)) for at_ms, pressed in bouncing]

    assert [(31, (("b", "yes"), ("e", "down")))] == [step for step in told if step[1]]


def test_two_buttons_are_told_one_after_the_other():
    buttons = panel.Buttons()
    told = [buttons.step(0b110, at_ms) for at_ms in range(0, 100, 10)]
    told += [buttons.step(0b100, at_ms) for at_ms in range(100, 200, 10)]

    assert [
        (("b", "no"), ("e", "down")),
        (("b", "menu"), ("e", "down")),
        (("b", "no"), ("e", "up")),
    ] == [step for step in told if step]


@pytest.mark.parametrize(("steps", "position"), [(CLOCKWISE, 1), (CLOCKWISE[::-1], -1)])
def test_the_knob_counts_detents_with_their_sign(steps, position):
    knob = panel.Knob()
    steps = steps if position > 0 else (0b01, 0b00, 0b10, 0b11)
    for bits in 3 * steps:
        knob.sample(bits)

    assert 3 * position == knob.position()


def test_a_contact_that_bounces_does_not_turn_the_knob():
    knob = panel.Knob()
    for bits in (0b10, 0b11, 0b10, 0b11, 0b01, 0b11):
        knob.sample(bits)

    assert knob.position() == 0


def test_the_knob_wraps_like_sixteen_bits():
    knob = panel.Knob()
    knob._steps = 4 * 0x7FFF  # noqa: SLF001  turning it there would take an hour
    for bits in CLOCKWISE:
        knob.sample(bits)

    assert knob.position() == -0x8000


def shown(lamps, now_ms, *, is_waiting=False):
    buffer = bytearray(3 * lamps_module.LAMP_COUNT)
    lamps.render(buffer, is_waiting, now_ms)
    return [bytes((r, g, b)).hex().upper() for g, r, b in zip(*[iter(buffer)] * 3, strict=True)]


def test_what_is_not_safe_yet_is_amber_and_then_flashes_green():
    lamps = lamps_module.Lamps()
    lamps.show(None, (0, 0, 255), "solid")

    assert [AMBER] * 8 == shown(lamps, 0, is_waiting=True)
    lamps.confirm(100)
    assert [GREEN] * 8 == shown(lamps, 499)
    assert ["0000FF"] * 8 == shown(lamps, 500)


def test_the_host_lights_one_lamp_or_all():
    lamps = lamps_module.Lamps()
    lamps.show(None, (1, 2, 3), "solid")
    lamps.show(7, (255, 0, 0), "solid")

    assert [*["010203"] * 7, "FF0000"] == shown(lamps, 0)
    lamps.show(None, (1, 2, 3), "off")
    assert ["000000"] * 8 == shown(lamps, 0)


def test_effects_move():
    lamps = lamps_module.Lamps()
    lamps.show(None, (200, 200, 200), "flash")
    assert {"C8C8C8", "000000"} == {shown(lamps, at_ms)[0] for at_ms in range(0, 1000, 50)}
    lamps.show(None, (200, 200, 200), "pulse")
    assert len({shown(lamps, at_ms)[0] for at_ms in range(0, 1600, 50)}) > 10


def test_a_walking_light_stands_at_one_lamp_after_the_other():
    lamps = lamps_module.Lamps()
    lamps.show(None, (9, 9, 9), "walk")
    walked = [shown(lamps, at_ms).index("090909") for at_ms in range(0, 2000, 250)]

    assert list(range(8)) == walked
    assert shown(lamps, 0).count("090909") == 1


def test_the_lamp_test_walks_three_colours_past_all_lamps_whatever_waits():
    lamps = lamps_module.Lamps()
    lamps.test(1000)
    seen = [shown(lamps, at_ms, is_waiting=True) for at_ms in range(1000, 7000, 250)]

    for colour, rows in zip(
        ("FF0000", "00FF00", "0000FF"), (seen[:8], seen[8:16], seen[16:]), strict=True
    ):
        assert list(range(8)) == [row.index(colour) for row in rows]
    assert [AMBER] * 8 == shown(lamps, 7000, is_waiting=True)


def test_the_brightness_dims_every_light():
    lamps = lamps_module.Lamps()
    lamps.brightness = 51

    assert ["331300"] * 8 == shown(lamps, 0, is_waiting=True)
